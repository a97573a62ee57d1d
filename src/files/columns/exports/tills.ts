/** Exports of tills. Data only. */
import type { KnownExport } from './known-export.js';

export const tills: readonly KnownExport[] = [
  {
    name: 'Loyverse receipts',
    sources: ['https://github.com/search?type=code&q=%22Date%2CReceipt%20number%2CReceipt%20type%2CGross%20sales%22'],
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
      { column: 'Status', sales: ['Closed'], others: ['Cancelled'] },
    ],
    notes: ['The amount is "Total collected", including taxes.'],
  },
  {
    name: 'Loyverse receipts of its API',
    sources: ['https://github.com/candykush2025/pos-candy-kush'],
    marks: ['receipt_number', 'receipt_type', 'receipt_date', 'cancelled_at', 'total_money'],
    columns: {
      amount: ['total_money'],
      transactionDate: ['receipt_date'],
      transactionReference: ['receipt_number'],
      transactionTypes: ['receipt_type'],
      terminalId: ['pos_device_id'],
      locationId: ['store_id'],
    },
    keeps: ['refund_for', 'total_tax', 'tip', 'cancelled_at', 'source'],
    rows: [{ column: 'receipt_type', sales: ['SALE', 'REFUND'], others: [] }],
    notes: ['The amount is "total_money", including taxes; refunds have no minus.'],
  },
  {
    name: 'Toast payments',
    sources: ['https://github.com/search?type=code&q=%22Swiped%20Card%20Amount%22%20%22Keyed%20Card%20Amount%22'],
    marks: ['Payment Id', 'Order Id', 'Paid Date', 'Amount', 'Tip', 'Gratuity', 'Total', 'V/MC/D Fees'],
    columns: {
      amount: ['Total'],
      transactionDate: ['Paid Date'],
      transactionReference: ['Payment Id'],
      orderId: ['Order Id'],
      brandId: ['Card Type'],
      locationId: ['Location'],
    },
    keeps: ['Amount', 'Tip', 'Gratuity', 'Type', 'Status', 'Refund Amount', 'Check #'],
    rows: [
      {
        column: 'Status',
        // A payment in cash has no status.
        sales: ['APPROVED', ''],
        others: ['DECLINED', 'VOIDED'],
      },
    ],
    dateFormat: 'MM/dd/yyyy HH:mm:ss',
    notes: ['The amount is "Total", with tips. This export has no rows for refunds: a refunded payment is sent with what was paid.'],
  },
  {
    name: 'Clover payments',
    sources: ['https://github.com/search?type=code&q=%22External%20Payment%20ID%22%20%22Card%20Auth%20Code%22'],
    marks: ['Payment Date', 'Payment ID', 'Tender', 'Amount', 'Tax Amount', 'Tip Amount', 'Order ID', 'Result'],
    columns: {
      amount: ['Amount'],
      currency: ['Currency'],
      transactionDate: ['Payment Date'],
      transactionReference: ['Payment ID'],
      orderId: ['Order ID'],
      brandId: ['Card Brand'],
      terminalId: ['Device'],
    },
    keeps: ['Tender', 'Tax Amount', 'Tip Amount', 'Card Auth Code', 'Refund Amount', 'Result'],
    rows: [{ column: 'Result', sales: ['SUCCESS'], others: ['FAIL'] }],
    notes: ['The amount is "Amount", without the tip. Refunds are not in this export.'],
  },
  {
    name: 'DSFinV-K transactions',
    sources: ['https://github.com/pretix/python-dsfinvk/blob/06ba579b0037f7f3c185d520d2cbb31126152f5b/dsfinvk/models.py'],
    marks: ['Z_KASSE_ID', 'Z_NR', 'BON_ID', 'BON_TYP', 'BON_ENDE', 'UMS_BRUTTO'],
    columns: {
      amount: ['UMS_BRUTTO'],
      transactionDate: ['BON_ENDE'],
      transactionReference: ['BON_ID'],
      terminalId: ['TERMINAL_ID'],
      locationId: ['Z_KASSE_ID'],
      transactionTypes: ['BON_TYP'],
    },
    keeps: ['Z_NR', 'BON_NR', 'BON_STORNO'],
    rows: [
      {
        column: 'BON_TYP',
        sales: ['Beleg'],
        // Not AVBelegstorno, which takes a receipt back: as an unknown kind, it is a fault, and told.
        others: ['AVBestellung', 'AVTraining', 'AVBelegabbruch'],
      },
    ],
    decimal: ',',
    currency: 'EUR',
    notes: ['Only receipts (BON_TYP Beleg) are sales; training, orders and receipts broken off are left out.'],
  },
  {
    name: 'Toast orders',
    sources: ['https://github.com/search?type=code&q=%22%23%20of%20Guests%22%20%22Duration%20%28Opened%20to%20Paid%29%22'],
    marks: ['Order Id', 'Checks', 'Opened', 'Revenue Center', 'Amount', 'Tip', 'Gratuity', 'Total', 'Voided', 'Paid', 'Closed'],
    columns: {
      amount: ['Total'],
      transactionDate: ['Paid'],
      transactionReference: ['Order Id'],
      locationId: ['Location'],
    },
    keeps: ['Amount', 'Tax', 'Tip', 'Gratuity', 'Order #', 'Order Source'],
    rows: [{ column: 'Voided', sales: ['False'], others: ['True'] }],
    dateFormat: 'MM/dd/yyyy HH:mm:ss',
    notes: ['The amount is "Total", with tips, and its time is when the order was paid.'],
  },
];
