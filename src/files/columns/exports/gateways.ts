/** Exports of payment gateways, through which shops take cards and wallets. Data only. */
import type { KnownExport } from './known-export.js';

export const gateways: readonly KnownExport[] = [
  {
    name: 'CyberSource search results',
    sources: [
      'https://github.com/search?type=code&q=%22Merchant+Reference+Number%2CLast+Name%2CFirst+Name%2CEmail+Address%2CAmount%2CCurrency%22',
    ],
    marks: ['Date and Time', 'Request ID', 'Merchant Reference Number', 'Amount', 'Currency', 'Account Suffix', 'Applications'],
    columns: {
      amount: ['Amount'],
      currency: ['Currency'],
      transactionDate: ['Date and Time'],
      transactionReference: ['Request ID'],
      orderId: ['Merchant Reference Number'],
      locationId: ['Merchant ID'],
      cardNumberMasked: ['Account Suffix'],
    },
    keeps: ['Applications'],
    rows: [{ column: 'Applications', others: ['Credit Card Authorization (Reject) *'] }],
    capitals: [],
    timeZones: {},
    notes: [
      'A row is a request: an authorisation that was never settled is sent, too, and so is a later settlement of its own. Search for one kind.',
    ],
  },
  {
    name: 'Nishkaiv transactions',
    sources: ['https://github.com/search?type=code&q=%22Txn_Staus%22+%22Txn_Date%28UTC%29%22'],
    marks: ['Capture_Amount($)', 'Refund_Amount($)', 'Refunded_On(UTC)', 'Txn_Date(UTC)', 'Txn_Identifier', 'Txn_Staus'],
    columns: {
      amount: ['Capture_Amount($)'],
      transactionDate: ['Txn_Date(UTC)'],
      transactionReference: ['Txn_Identifier'],
      authorisationCode: ['Auth_Code'],
      transactionTypes: ['Txn_Type'],
    },
    keeps: ['Txn_Staus', 'Channel_Type', 'Refund_Amount($)', 'Refunded_On(UTC)', 'Trace_No'],
    rows: [{ column: 'Txn_Staus', others: ['Declined', 'Voided'] }],
    capitals: [],
    timeZones: { transactionDate: 'UTC' },
    notes: ['This export has no rows for refunds: a refunded sale is sent with what was captured. "Refund_Amount($)" is kept beside it.'],
  },
  {
    name: 'Antom settlement details',
    sources: ['https://docs.antom.com/ac/apo/settlement_details'],
    marks: ['settlementBatchId', 'transactionId', 'transactionType', 'paymentTime', 'transactionAmountValue', 'transactionCurrency'],
    columns: {
      amount: ['transactionAmountValue'],
      currency: ['transactionCurrency'],
      transactionDate: ['paymentTime'],
      transactionReference: ['transactionId'],
      orderId: ['transactionRequestId'],
      brandId: ['paymentMethodType'],
      transactionTypes: ['transactionType'],
    },
    keeps: ['settlementBatchId', 'settlementTime', 'settlementAmountValue', 'settlementCurrency', 'originalTransactionId'],
    rows: [
      {
        column: 'transactionType',
        sales: ['PAYMENT', 'CAPTURE', 'REFUND'],
        others: ['AUTHORIZATION', 'DISPUTE', 'DISPUTE_REVERSAL', 'CDRN'],
      },
    ],
    minorUnits: true,
    capitals: [],
    timeZones: {},
    notes: ['A refund is written without a minus, and is sent as it is written: its type says what it is.'],
  },
  {
    name: 'Moyasar settlement',
    sources: ['https://docs.moyasar.com/guides/settlements/file-format'],
    marks: ['payment_id', 'scheme', 'source', 'type', 'currency', 'amount', 'net_amount', 'total_fee', 'transaction_date'],
    columns: {
      amount: ['amount'],
      currency: ['currency'],
      transactionDate: ['transaction_date'],
      transactionReference: ['payment_id'],
      brandId: ['scheme'],
      transactionTypes: ['type'],
    },
    keeps: ['description', 'source', 'net_amount', 'fee', 'vat', 'total_fee'],
    rows: [
      {
        column: 'type',
        sales: ['pay', 'refund'],
        others: ['void', 'fee', 'platform_duties', 'other_duties', 'chargeback', 'chargeback_penalty', 'installment'],
      },
    ],
    capitals: [],
    timeZones: { transactionDate: 'UTC' },
    notes: ['The amount is before the fees, and times are UTC. What was voided, fees, duties and chargebacks are left out.'],
  },
];
