/** Exports of tills. Data only. */
import type { KnownExport } from './known-export.js';

export const tills: readonly KnownExport[] = [
  {
    name: 'Loyverse receipts',
    sources: ['https://help.loyverse.com/help/sales-receipts'],
    marks: ['Receipt number', 'Receipt type', 'Gross sales', 'Net sales', 'Total collected', 'Payment type', 'Dining option'],
    columns: {
      amount: ['Total collected'],
      transactionDate: ['Date'],
      transactionReference: ['Receipt number'],
      transactionTypes: ['Receipt type'],
      terminalId: ['POS'],
      locationId: ['Store'],
    },
    keeps: ['Payment type', 'Taxes', 'Discounts', 'Status'],
    rows: [
      { column: 'Receipt type', sales: ['Sale', 'Refund'], others: [] },
      { column: 'Status', sales: ['Closed', ''], others: ['Cancelled', 'Canceled'] },
    ],
    capitals: [],
    timeZones: {},
    notes: ['The amount is "Total collected", including taxes.'],
  },
];
