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
    notes: ['One row per order; this export has no rows for refunds: a refunded order is sent with its total.'],
  },
  {
    name: 'Shopify Payments transactions',
    sources: [
      'https://help.shopify.com/en/manual/payments/shopify-payments/payouts/reconciling-payouts',
      'https://github.com/search?type=code&q=%22Transaction+Date%2CType%2COrder%2CCard+Brand%2CCard+Source%2CPayout+Status%22',
    ],
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
      // A refund has "--" as its transaction.
      transactionReference: [['Order number', 'Transaction ID'], 'Order number'],
      orderId: ['Order number'],
      transactionTypes: ['Type'],
    },
    keeps: ['Net amount', 'Payout date', 'Payout ID', 'Item ID', 'Item title', 'Quantity', 'Reference ID', 'Description'],
    rows: [{ column: 'Type', sales: ['Order', 'Refund'], others: ['Other fee', 'Payout'] }],
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
    dateFormat: 'MM/dd/yyyy',
    notes: ['The amount is "Gross Amount". This export has no rows for refunds: a refunded payment is sent with what was paid.'],
  },
  {
    name: 'Gumroad sales',
    sources: ['https://github.com/antiwork/gumroad/blob/main/app/services/exports/purchase_export_service.rb'],
    marks: ['Purchase ID', 'Item Name', 'Purchase Time (UTC timezone)', 'Sale Price ($)', 'Fees ($)', 'Net Total ($)'],
    columns: {
      amount: ['Sale Price ($)'],
      transactionDate: ['Purchase Time (UTC timezone)'],
      transactionReference: ['Purchase ID'],
      orderId: ['Order Number'],
      brandId: ['Payment Type'],
    },
    keeps: [
      'Item Name',
      'Taxes ($)',
      'Shipping ($)',
      'Fees ($)',
      'Net Total ($)',
      'Refunded?',
      'Partial Refund ($)',
      'Fully Refunded?',
      'Disputed?',
    ],
    rows: [
      { column: 'Purchase ID', others: ['Totals'] },
      { column: 'Free trial purchase?', sales: ['0'], others: ['1'] },
      { column: 'Pre-order authorization?', sales: ['0'], others: ['1'] },
    ],
    currency: 'USD',
    timeZones: { transactionDate: 'UTC' },
    notes: [
      'The amount is "Sale Price ($)": before the fees, and without taxes that Gumroad collects for itself.',
      'This export has no rows for refunds: a refunded purchase is sent with what was paid.',
    ],
  },
  {
    name: 'Etsy statement',
    sources: ['https://github.com/search?type=code&q=%22Date%2CType%2CTitle%2CInfo%2CCurrency%2CAmount%2CFees%20%26%20Taxes%2CNet%22'],
    marks: ['Date', 'Type', 'Title', 'Info', 'Currency', 'Amount', 'Fees & Taxes', 'Net'],
    columns: {
      amount: ['Amount'],
      currency: ['Currency'],
      transactionDate: ['Date'],
      // "Payment for Order #1" and "Refund for Order #1".
      transactionReference: ['Title'],
      transactionTypes: ['Type'],
    },
    keeps: ['Info', 'Fees & Taxes', 'Net'],
    rows: [
      {
        column: 'Type',
        sales: ['Sale', 'Refund'],
        others: ['Fee', 'Buyer Fee', 'Marketing', 'Tax', 'VAT', 'Deposit'],
      },
    ],
    notes: ['The amount is before the fees, which have rows of their own, and with the tax that the buyer paid.'],
  },
  {
    name: 'WooCommerce orders',
    sources: [
      'https://github.com/woocommerce/woocommerce/blob/trunk/plugins/woocommerce/src/Admin/API/Reports/Orders/Controller.php',
      'https://github.com/woocommerce/woocommerce/blob/trunk/plugins/woocommerce/src/Admin/API/Reports/OrderAwareControllerTrait.php',
      'https://github.com/woocommerce/woocommerce/blob/trunk/plugins/woocommerce/includes/class-wc-order.php',
      // Processing: paid, and not yet sent.
      'https://woocommerce.com/document/managing-orders/order-statuses/',
    ],
    marks: ['Date', 'Order #', 'N. Revenue (formatted)', 'Status', 'Customer type', 'Product(s)', 'Items sold'],
    columns: {
      amount: ['N. Revenue (formatted)'],
      transactionDate: ['Date'],
      orderId: ['Order #'],
    },
    keeps: ['Status', 'Items sold', 'Coupon(s)', 'Net Sales', 'N. Revenue', 'Attribution'],
    rows: [
      {
        column: 'Status',
        sales: ['completed', 'processing', 'refunded'],
        others: ['on-hold', 'pending', 'failed', 'cancelled', 'trash', 'checkout-draft'],
      },
      // A refund is a row of its own, with the total of its order once more.
      { column: 'Net Sales', others: ['- *'] },
      { column: 'N. Revenue', others: ['- *'] },
    ],
    notes: [
      'The amount is "N. Revenue (formatted)", the total of the order with delivery and taxes.',
      'Refunds are left out: their rows repeat the total of the order. A refunded order has two amounts in its cell, and is rejected.',
    ],
  },
  {
    name: 'WooPayments transactions',
    sources: ['https://github.com/Automattic/woocommerce-payments/blob/develop/client/transactions/list/index.tsx'],
    marks: ['Transaction Id', 'Date / Time (UTC)', 'Type', 'Channel', 'Paid Currency', 'Amount Paid', 'Fees', 'Net', 'Order #'],
    columns: {
      amount: ['Amount Paid'],
      currency: ['Paid Currency'],
      transactionDate: ['Date / Time (UTC)'],
      transactionReference: ['Transaction Id'],
      orderId: ['Order #'],
      brandId: ['Payment Method'],
      transactionTypes: ['Type'],
    },
    keeps: ['Channel', 'Deposit Currency', 'Amount', 'Fees', 'Net', 'Deposit ID', 'Deposit date', 'Deposit status'],
    rows: [
      {
        column: 'Type',
        sales: ['Charge', 'Payment', 'Refund', 'Payment refund'],
        others: [
          'Payment failure refund',
          'Refund failure',
          'Dispute',
          'Dispute reversal',
          'Reader fee',
          'Loan dispersement',
          'Loan disbursement',
          'Loan repayment',
        ],
      },
    ],
    timeZones: { transactionDate: 'UTC' },
    negative: [{ field: 'amount', column: 'Type', values: ['Refund', 'Payment refund'] }],
    notes: ['The amount is what the customer paid, in the own currency and before the fees. Disputes, fees and loans are left out.'],
  },
  {
    name: 'Amazon date range report',
    sources: [
      'https://github.com/search?type=code&q=%22date%2Ftime%2Csettlement%20id%2Ctype%2Corder%20id%2Csku%22%20%22marketplace%20withheld%20tax%22',
    ],
    marks: ['date/time', 'settlement id', 'type', 'order id', 'sku', 'product sales', 'marketplace withheld tax', 'selling fees', 'total'],
    columns: {
      // What the buyer paid for the item: "total" is what Amazon leaves of it.
      amount: [
        [
          'product sales',
          'product sales tax',
          'shipping credits',
          'shipping credits tax',
          'gift wrap credits',
          'giftwrap credits tax',
          'Regulatory Fee',
          'Tax On Regulatory Fee',
          'promotional rebates',
          'promotional rebates tax',
        ],
      ],
      transactionDate: ['date/time'],
      transactionReference: [['order id', 'sku']],
      orderId: ['order id'],
      locationId: ['marketplace'],
      transactionTypes: ['type'],
    },
    keeps: ['settlement id', 'quantity', 'fulfillment', 'marketplace withheld tax', 'selling fees', 'fba fees', 'total'],
    rows: [{ column: 'type', sales: ['Order', 'Refund'], others: ['Adjustment', 'FBA Inventory Fee', 'Service Fee', 'Transfer'] }],
    notes: [
      'One row per item of an order, with what the buyer paid for it: goods, delivery, wrapping and their taxes, less rebates.',
      'Fees, taxes that Amazon withholds, adjustments and transfers are left out.',
    ],
  },
];
