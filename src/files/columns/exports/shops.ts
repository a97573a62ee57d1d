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
  {
    name: 'Shopify Payments transactions',
    sources: ['https://github.com/search?type=code&q=%22Transaction+Date%2CType%2COrder%2CCard+Brand%2CCard+Source%2CPayout+Status%22'],
    marks: ['Transaction Date', 'Type', 'Order', 'Card Brand', 'Payout Status', 'Payout ID', 'Amount', 'Fee', 'Net', 'Currency'],
    columns: {
      amount: ['Amount'],
      currency: ['Currency'],
      transactionDate: ['Transaction Date'],
      transactionReference: ['Checkout'],
      orderId: ['Order'],
      brandId: ['Card Brand'],
      transactionTypes: ['Type'],
    },
    keeps: ['Card Source', 'Payout Status', 'Payout Date', 'Payout ID', 'Fee', 'Net', 'Presentment Amount', 'Presentment Currency'],
    rows: [{ column: 'Type', sales: ['charge', 'refund'], others: ['chargeback', 'adjustment', 'payout'] }],
    capitals: [],
    timeZones: {},
    notes: ['The amount is what the customer paid or got back, before the fees.'],
  },
  {
    name: 'Eventbrite orders',
    sources: [
      'https://github.com/search?type=code&q=%22Order%20%23%2COrder%20Date%2CFirst%20Name%2CLast%20Name%2CEmail%2CQuantity%2CTotal%20Paid%2COrder%20Status%22',
    ],
    marks: ['Order #', 'Order Date', 'Quantity', 'Total Paid', 'Order Status', 'Event Name', 'Event Date'],
    columns: {
      amount: ['Total Paid'],
      transactionDate: ['Order Date'],
      transactionReference: ['Order #'],
    },
    keeps: ['Quantity', 'Order Status', 'Event Name', 'Event Date'],
    rows: [],
    capitals: [],
    timeZones: {},
    notes: ['One row per order.'],
  },
  {
    name: 'Eventbrite attendees',
    sources: ['https://github.com/search?type=code&q=%22Attendee%20%23%2CGroup%2COrder%20Type%2CCurrency%2CTotal%20Paid%2CFees%20Paid%22'],
    marks: ['Order #', 'Order Date', 'Attendee #', 'Order Type', 'Currency', 'Total Paid', 'Fees Paid'],
    columns: {
      amount: ['Total Paid'],
      currency: ['Currency'],
      transactionDate: ['Order Date'],
      transactionReference: ['Attendee #'],
      orderId: ['Order #'],
    },
    keeps: ['Quantity', 'Ticket Type', 'Order Type', 'Fees Paid', 'Attendee Status'],
    rows: [],
    capitals: [],
    timeZones: {},
    notes: ['One row per attendee, with what the ticket cost.'],
  },
  {
    name: 'eBay transaction report',
    sources: [
      'https://github.com/search?type=code&q=%22Gross%20transaction%20amount%2CTransaction%20currency%2CExchange%20rate%2CReference%20ID%22',
    ],
    marks: ['Transaction creation date', 'Type', 'Order number', 'Net amount', 'Gross transaction amount', 'Transaction currency'],
    columns: {
      amount: ['Gross transaction amount'],
      currency: ['Transaction currency'],
      transactionDate: ['Transaction creation date'],
      // Of a refund, the transaction is "--".
      transactionReference: [['Order number', 'Transaction ID'], 'Order number'],
      orderId: ['Order number'],
      transactionTypes: ['Type'],
    },
    keeps: ['Net amount', 'Payout date', 'Payout ID', 'Item ID', 'Item title', 'Quantity', 'Reference ID', 'Description'],
    rows: [{ column: 'Type', sales: ['Order', 'Refund'], others: ['Other fee', 'Payout'] }],
    capitals: [],
    timeZones: {},
    notes: ['The amount is what the buyer paid or got back, before the fees. Fees and payouts are left out.'],
  },
  {
    name: 'Etsy payments',
    sources: [
      'https://github.com/search?type=code&q=%22Posted%20Gross%2CPosted%20Fees%2CPosted%20Net%2CAdjusted%20Gross%2CAdjusted%20Fees%22',
    ],
    marks: ['Payment ID', 'Order ID', 'Gross Amount', 'Fees', 'Net Amount', 'Posted Gross', 'Adjusted Gross', 'Currency', 'Order Date'],
    columns: {
      amount: ['Gross Amount'],
      currency: ['Currency'],
      transactionDate: ['Order Date'],
      transactionReference: ['Payment ID'],
      orderId: ['Order ID'],
    },
    keeps: ['Fees', 'Net Amount', 'Status', 'Order Type', 'Payment Type', 'Refund Amount'],
    rows: [],
    dateFormat: 'MM/dd/yyyy',
    capitals: [],
    timeZones: {},
    notes: ['The amount is "Gross Amount". This export has no rows for refunds: a refunded payment is sent with what was paid.'],
  },
];
