/** Exports of web shops and markets. Data only. */
import type { KnownExport } from './known-export.js';

export const shops: readonly KnownExport[] = [
  {
    name: 'Shopify orders',
    sources: ['https://help.shopify.com/en/manual/fulfillment/managing-orders/exporting-orders'],
    marks: ['Name', 'Financial Status', 'Paid at', 'Currency', 'Subtotal', 'Total', 'Lineitem quantity', 'Lineitem name', 'Payment Method'],
    columns: {
      amount: ['Total'],
      currency: ['Currency'],
      transactionDate: ['Paid at'],
      orderId: ['Name'],
      transactionReference: ['Payment Reference'],
      locationId: ['Location'],
    },
    keeps: ['Payment Method', 'Financial Status', 'Refunded Amount', 'Source', 'Id'],
    rows: [
      {
        column: 'Financial Status',
        sales: ['paid', 'refunded', 'partially_refunded'],
        // The further lines of an order have no status.
        others: ['', 'pending', 'authorized', 'voided', 'expired'],
      },
    ],
    capitals: [],
    timeZones: {},
    notes: ['One row per order; this export has no rows for refunds: a refunded order is sent with its total.'],
  },
];
