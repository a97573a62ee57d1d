/** Exports of payment services and acquirers. Data only. */
import type { KnownExport } from './known-export.js';

export const paymentServices: readonly KnownExport[] = [
  {
    name: 'Square transactions',
    sources: [
      'https://squareup.com/help/article/5161-export-transactions-and-payments',
      'https://trestlefinance.com/guides/square-transactions-csv-quickbooks',
    ],
    marks: ['Date', 'Time', 'Time Zone', 'Gross Sales', 'Net Sales', 'Total Collected', 'Transaction ID', 'Payment ID', 'Event Type'],
    columns: {
      amount: ['Total Collected'],
      transactionDate: [['Date', 'Time', 'Time Zone']],
      transactionReference: ['Payment ID'],
      orderId: ['Transaction ID'],
      brandId: ['Card Brand'],
      locationId: ['Location'],
      transactionTypes: ['Event Type'],
    },
    keeps: ['Source', 'Card Entry Methods', 'PAN Suffix', 'Device Name', 'Tip', 'Tax', 'Fees', 'Net Total', 'Deposit ID'],
    rows: [{ column: 'Event Type', sales: ['Payment', 'Refund'], others: [] }],
    capitals: [],
    timeZones: {},
    notes: ['The amount is "Total Collected", including tips and taxes.'],
  },
  {
    name: 'Stripe payments',
    sources: ['https://support.stripe.com/questions/exporting-payment-reports', 'https://docs.stripe.com/reports/report-types'],
    marks: ['id', 'Amount', 'Amount Refunded', 'Currency', 'Converted Amount', 'Converted Currency', 'Status'],
    columns: {
      amount: ['Amount'],
      currency: ['Currency'],
      transactionDate: ['Created date (UTC)', 'Created (UTC)'],
      transactionReference: ['id'],
      brandId: ['Card Brand'],
    },
    keeps: [
      'Amount Refunded',
      'Converted Amount',
      'Converted Currency',
      'Fee',
      'Status',
      'Captured',
      'Card Last4',
      'Invoice ID',
      'Transfer',
    ],
    rows: [
      {
        column: 'Status',
        sales: ['Paid', 'Refunded', 'Partially Refunded', 'Partial Refund'],
        others: [
          'Failed',
          'Canceled',
          'Pending',
          'Uncaptured',
          'requires_payment_method',
          'requires_confirmation',
          'requires_action',
          'requires_capture',
        ],
      },
    ],
    capitals: ['currency'],
    timeZones: { transactionDate: 'UTC' },
    notes: ['This export has no rows for refunds: a refunded payment is sent with what was paid.'],
  },
  {
    name: 'Adyen settlement details',
    sources: ['https://docs.adyen.com/reporting/settlement-reconciliation/transaction-level/settlement-details-report/'],
    marks: ['Psp Reference', 'Gross Currency', 'Gross Debit (GC)', 'Gross Credit (GC)', 'Type'],
    columns: {
      currency: ['Gross Currency'],
      transactionDate: [['Creation Date', 'TimeZone'], 'Creation Date'],
      // A refund has the reference of its payment, too.
      transactionReference: [['Psp Reference', 'Modification Reference'], 'Psp Reference'],
      orderId: ['Merchant Reference'],
      brandId: ['Payment Method'],
      locationId: ['Merchant Account'],
      transactionTypes: ['Type'],
    },
    sides: { credit: 'Gross Credit (GC)', debit: 'Gross Debit (GC)' },
    keeps: ['Net Debit (NC)', 'Net Credit (NC)', 'Net Currency', 'Batch Number'],
    rows: [
      {
        column: 'Type',
        sales: ['Settled', 'SettledInInstallments', 'Refunded'],
        others: ['MerchantPayout', 'MerchantPayin', 'Fee', 'MiscCosts', 'InvoiceDeduction', 'DepositCorrection', 'Balancetransfer']
          .concat(['ReserveAdjustment', 'BalanceAdjustment', 'AdvancementCommissions', 'PaymentCost', 'ManualCorrected'])
          .concat(['Chargeback', 'ChargebackReversed', 'SecondChargeback', 'RefundedReversed', 'BankInstructionReturned']),
      },
    ],
    capitals: [],
    timeZones: {},
    notes: ['The amount is what the customer paid or got back, before the fees. Chargebacks are no sales.'],
  },
];
