/** Sales that were paid in a way that no acquirer pays out: they wait for nothing, unless a record names them or others of their kind. */
import { describe, expect, test } from 'vitest';
import type { SettlementRecordUpload } from '../../../src/contract/settlement.js';
import type { TransactionUpload } from '../../../src/contract/transaction.js';
import { openRows } from './open.js';

const sale = (number: number, more: TransactionUpload = {}): TransactionUpload => ({
  ...{ transactionReference: `REF-${1_000 + number}`, amount: 10.17 + number, currency: 'EUR', terminalId: 'T-1', brandId: 'VISA' },
  transactionDate: `2026-10-${String(2 + (number % 20)).padStart(2, '0')}T10:${10 + (number % 50)}:00Z`,
  ...more,
});
const cards = Array.from({ length: 20 }, (_, number) => sale(number));
const paid = (sales: readonly TransactionUpload[]): SettlementRecordUpload[] =>
  sales.map(({ brandId: _, transactionTypes: __, ...row }) => ({
    ...row,
    acquirerId: 'ACQ',
    settlementDate: row.transactionDate?.slice(0, 10),
  }));
const reasonOf = (row: TransactionUpload, sales = [row], records: readonly SettlementRecordUpload[] = []) =>
  openRows([...cards, ...sales], [...paid(cards), ...records]).open.find((open) => open.row === row)?.reason.code;

/**
 * Ways to pay as manuals name them: Lightspeed Retail (Payment Types), Magento (OfflinePayments), WooCommerce, DSFinV-K (ZAHLART_TYP), Revenu
 * Québec (Modes de paiement), KerAwen (Régler un achat), Danea (Metodi di pagamento).
 */
const ways = [
  ...['Gift Card', 'Check', 'Credit Account', 'On account', 'banktransfer', 'checkmo', 'Purchase order', 'Cash on delivery'],
  ...['Direct bank transfer', 'Check payments', 'Guthabenkarte', 'GUTSCHEIN', 'Rechnung', 'auf Rechnung', 'Überweisung', 'Vorkasse'],
  ...['Certificat-cadeau', 'Porté au compte', 'Chèque', "Bon d'achat", 'Bon d’achat', 'Bon cadeau', 'Facture', 'Virement'],
  ...['Buono regalo', 'Bonifico bancario', 'Assegno', 'Fattura'],
];

test.each(ways)('%s waits for no record', (brandId) => expect(reasonOf(sale(40, { brandId }))).toBe('Cash'));

test.each(['Klarna Rechnung', 'PayPal Invoice', 'Sofortüberweisung', 'Edenred Voucher', 'Checkout.com', 'Kreditkarte', 'VISA'])(
  '%s is due like a card',
  (brandId) => expect(reasonOf(sale(40, { brandId }))).toBe('NotSettled'),
);

test('a type tells the way to pay, but where it may be the kind of document', () => {
  const typed = (...transactionTypes: string[]) => reasonOf(sale(40, { brandId: null, transactionTypes }));
  expect(typed('Sale', 'Gutschein')).toBe('Cash');
  expect(typed('Rechnung')).toBe('NotSettled');
  expect(reasonOf(sale(40, { transactionTypes: ['Gutschein'] }))).toBe('NotSettled');
});

test('what was authorised is due', () =>
  expect(reasonOf(sale(40, { brandId: 'Gift card', authorisationCode: '482913' }))).toBe('NotSettled'));

describe('a way that records name', () => {
  const billed = Array.from({ length: 10 }, (_, number) => sale(50 + number, { brandId: 'Rechnung' }));
  const [unpaid = {}] = billed;

  test('is paid where they do, and due where they do not', () => {
    expect(reasonOf(unpaid, billed, paid(billed))).toBeUndefined();
    expect(reasonOf(unpaid, billed, paid(billed.slice(1)))).toBe('NotSettled');
  });

  test('is due by no single record', () => expect(reasonOf(unpaid, billed, paid(billed.slice(9)))).toBe('Cash'));

  test('is to be looked at where one has another amount', () => {
    const records = paid([unpaid]).map((record) => ({ ...record, amount: 1 }));
    expect(reasonOf(unpaid, billed, records)).toBe('Proposed');
  });
});

test('a total of the cards of a day is theirs, whatever vouchers were taken', () => {
  const day = [sale(2, { brandId: 'Gutschein' }), sale(2), sale(22), sale(42)].map((one) => ({ ...one, transactionReference: null }));
  const total = { currency: 'EUR', terminalId: 'T-1', businessDate: '2026-10-04', transactionCount: 3, settlementDate: '2026-10-06' };
  const { open } = openRows(day, [{ ...total, amount: day.slice(1).reduce((sum, { amount }) => sum + Number(amount), 0) }]);
  expect(open.map(({ reason }) => reason.code)).toEqual(['Cash']);
});
