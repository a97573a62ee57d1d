/**
 * Exports of widely used tills and web shops, recognised by their header: what each column means, which rows are sales, and where that is
 * documented. Data only. A header is one of these when it has every column of `marks`, spelt exactly so. Columns of a known export that are
 * not named here are not sent, because they are full of the names and addresses of customers; those in `keeps` are.
 */
import type { TransactionField } from '../../contract/transaction.js';

/** The export of one till or shop. Columns are named by their headers, spelt exactly so. */
export interface KnownExport {
  name: string;
  /** Where its columns are documented. */
  sources: readonly string[];
  /** The columns that identify it. */
  marks: readonly string[];
  /**
   * For each field, the possible spellings of its column; the first one in the header counts. An inner list stands for several columns,
   * whose cells are joined by a blank.
   */
  columns: Partial<Record<TransactionField, readonly (string | readonly string[])[]>>;
  /** Columns that are sent as additionalData. */
  keeps: readonly string[];
  /** Which rows are sales, by the text of one column; a text that is in neither list is a fault of its row. Null: all rows are. */
  rows: { column: string; sales: readonly string[]; others: readonly string[] } | null;
  /** Fields with currency codes that are put in capitals, as the API wants them. */
  capitals: readonly TransactionField[];
  /** Fields whose local times are in this zone, as the export itself says. */
  timeZones: Partial<Record<TransactionField, string>>;
  /** What the user should know before sending. */
  notes: readonly string[];
}

export const knownExports: readonly KnownExport[] = [
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
    rows: { column: 'Event Type', sales: ['Payment', 'Refund'], others: [] },
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
    rows: {
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
    capitals: ['currency'],
    timeZones: { transactionDate: 'UTC' },
    notes: ['This export has no rows for refunds: a refunded payment is sent with what was paid.'],
  },
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
    rows: {
      column: 'Financial Status',
      sales: ['paid', 'refunded', 'partially_refunded'],
      // The further lines of an order have no status.
      others: ['', 'pending', 'authorized', 'voided', 'expired'],
    },
    capitals: [],
    timeZones: {},
    notes: ['One row per order; this export has no rows for refunds: a refunded order is sent with its total.'],
  },
];
