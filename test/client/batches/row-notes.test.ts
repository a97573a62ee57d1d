import { describe, expect, it } from 'vitest';
import { noRowNotes, withRow } from '../../../src/client/batches/row-notes.js';
import type { TransactionUpload } from '../../../src/contract/transaction.js';
import { saleOf } from '../../../src/files/rows/sale.js';

const none = noRowNotes.positiveRefunds;
const notes = (rows: TransactionUpload[]) =>
  rows.reduce((found, row, index) => withRow(found, saleOf(row), { line: index + 2 }), noRowNotes);
const seen = (row: TransactionUpload) => notes([row]).positiveRefunds;
const as = (value: string): TransactionUpload => ({ amount: 12.5, additionalData: [{ key: 'Art', value }] });

describe('a row above zero is one', () => {
  it.each([
    'Refund',
    'REFUND',
    'Gutschrift',
    'gutschrift',
    'Rückerstattung',
    'Storno',
    'Remboursement',
    'rimborso',
    'Storno ',
    ' Gutschrift  ',
  ])('as %s', (word) => {
    expect(seen(as(word))).toEqual({ rows: 1, firstLine: 2 });
    expect(seen({ amount: 0.01, transactionTypes: ['Tip', word] })).toEqual({ rows: 1, firstLine: 2 });
  });

  it.each(['Sale', 'Credit', 'Refunded', 'Gutschrift 17', 'No refund', 'Stornogebühr', ''])('not as %j', (word) => {
    expect(seen(as(word))).toBe(none);
  });

  it.each([-12.5, 0, -0, null, undefined])('not with an amount of %s', (amount) => {
    expect(seen({ ...as('Refund'), amount })).toBe(none);
  });
});

it('a column of that name says nothing of its rows', () => {
  const additionalData = [{ key: 'Storno', value: '0' }];
  expect(seen({ amount: 12.5, additionalData })).toBe(none);
});

it.each(['Teilstorno', 'Rücklastschrift', 'Devolución', 'Estorno', 'Refusjon', 'Terugbetaling'])('%s is a refund', (word) => {
  expect(seen({ amount: 1, transactionTypes: [word] })).toEqual({ rows: 1, firstLine: 2 });
});

describe('one of several words', () => {
  it.each(['Storno Kauf', 'Kauf (Storno)', 'Partial refund', 'Kauf / Rückerstattung'])('%s in a column of kinds is a refund', (word) => {
    expect(seen(as(word))).toEqual({ rows: 1, firstLine: 2 });
    expect(seen({ amount: 1, transactionTypes: [word] })).toEqual({ rows: 1, firstLine: 2 });
    expect(seen({ amount: 1, additionalData: [{ key: 'Bemerkung', value: word }] })).toBe(none);
  });
});

describe('a mark in a column of its own beside an amount above zero', () => {
  const marked = (key: string, value: string, amount = 12.5) => notes([{ amount, additionalData: [{ key, value }] }]).positiveMarks;
  it.each([
    ['S/H', 'S'],
    ['Soll/Haben', 'Soll'],
    ['Debit/Credit', 'Debit'],
    ['D/C', 'D'],
    ['Dr/Cr', 'Dr'],
    ['Vorzeichen', '-'],
    ['Sign', '−'],
    ['Storno', 'J'],
    ['Storno', 'Ja'],
    ['Cancelled', 'Y'],
    ['Voided', 'Yes'],
    ['VOIDED', '1'],
    ['is_void', 'true'],
    ['Storno', ' X '],
    ['Status', 'Declined'],
    ['Status', 'FAILED'],
    ['status', 'voided'],
    ['Zahlungsstatus', 'Abgelehnt'],
    ['Status', 'Storniert'],
    ['Result', 'FAIL'],
    ['Status', 'Denied'],
    ['Status', 'Error'],
    ['Status', 'Unsuccessful'],
    ['Status', 'Zurückgewiesen'],
    ['Status', 'Nicht erfolgreich'],
    ['Statut', 'Échec'],
    ['Esito', 'Negata'],
    ['Status', 'DECLINED - 51'],
    ['Status', 'Failed: insufficient funds'],
    ['Status', 'Abgelehnt (05)'],
    ['Status', 'Declined-51'],
    ['Status', 'Declined - 00'],
    ['Status', 'Failed, no card'],
    ['Training', 'J'],
    ['Is test', 'true'],
    ['Paid', 'No'],
    ['Bezahlt', 'Nein'],
    ['Success', 'false'],
    ['Approved', 'N'],
    ['livemode', 'false'],
    ['Status', 'Pending'],
    ['Payment status', 'authorized'],
    ['Status', 'requires_capture'],
    ['Status', 'Pending - 3DS'],
    ['Status', 'Uncaptured'],
    ['Status', 'open'],
    ['Zahlungsstatus', 'Ausstehend'],
    ['Status', 'Reserviert'],
    ['Statut', 'En attente'],
    ['Stato', 'In attesa'],
    ['Estado', 'Denegada'],
    ['Esito', 'KO'],
    ['Statut', 'Non autorisée'],
    ['Cancelled at', '2026-11-20T09:00:00Z'],
    ['Storniert am', '20.11.2026'],
    ['Void Date', '11/20/26 9:05 AM'],
    ['Response code', '51'],
    ['Antwortcode', '05'],
    ['Status', 'Afvist'],
    ['Status', 'Refunded'],
    ['Payment status', 'Partially refunded'],
    ['Status', 'Disputed'],
    ['Status', 'In progress'],
    ['Status', 'Processing'],
  ])('%s %s is told', (key, value) => {
    expect(marked(key, value)).toEqual({ rows: 1, firstLine: 2, column: key });
    expect(marked(key, value, -12.5)).toBe(noRowNotes.positiveMarks);
  });

  it.each([
    ['S/H', 'H'],
    ['D/C', 'C'],
    ['Sign', '+'],
    ['Storno', 'N'],
    ['Storno', '0'],
    ['Storno', '0.00'],
    ['Status', 'Paid'],
    ['Cancelled at', '0000-00-00 00:00:00'],
    ['Storniert am', '-'],
    ['Response code', '00'],
    ['Response code', '0'],
    ['Response code', '200'],
    ['Response code', '85'],
    ['Training', 'N'],
    ['Paid', 'Yes'],
    ['Paid', '0'],
    ['Captured', 'true'],
    ['Status', 'Captured'],
    ['Result', 'Authorised'],
    ['Status', 'Authorised'],
    ['Statut', 'Autorisé'],
    ['Esito', 'Autorizzata'],
    ['Zahlart', 'Offen'],
    ['Status', 'Paid (failed once)'],
    ['Status', '- Failed'],
    ['Status', 'Error-free'],
    ['Status', 'Error: none'],
    ['Status', 'Fehler: 0'],
    ['Status', 'Cancelled: no'],
    ['Status', 'Storno (nein)'],
    ['Status', 'No error'],
    ['Status', 'Not declined'],
    ['S/H', 'H - S'],
    ['Bemerkung', 'Declined'],
    ['Kartenart', 'Debit'],
    ['Zahlart', 'X'],
  ])('%s %s is not', (key, value) => {
    expect(marked(key, value)).toBe(noRowNotes.positiveMarks);
  });

  it('a refund is told as such alone, and the first mark stays', () => {
    const row = (status: string, art = 'Kauf') => ({
      amount: 1,
      additionalData: [
        { key: 'Art', value: art },
        { key: 'Status', value: status },
      ],
    });
    const found = notes([row('Paid'), row('Failed'), row('Failed', 'Refund'), row('Declined')]);
    expect(found.positiveMarks).toEqual({ rows: 2, firstLine: 3, column: 'Status' });
    expect(found.positiveRefunds).toEqual({ rows: 1, firstLine: 4 });
  });
});

describe('a row that is money between the merchant and a payment service', () => {
  const told = (key: string, value: string, amount = -5000) => notes([{ amount, additionalData: [{ key, value }] }]).noSales;
  it.each([
    ['Type', 'payout'],
    ['Type', 'Payout'],
    ['Type', 'payout_failure'],
    ['Type', 'General Withdrawal'],
    ['Type', 'MerchantPayout'],
    ['Type', 'fee'],
    ['Type', 'Stripe fee'],
    ['Typ', 'Auszahlung'],
    ['Art', 'Gebühr'],
    ['Record type', 'Fee'],
    ['reporting_category', 'payout'],
    ['Vorgang', 'Einlage'],
    ['Geschäftsvorfall', 'Privatentnahme'],
    ['Vorgang', 'Wechselgeldeinlage'],
    ['Type', 'Cash in'],
    ['Type', 'paid_out'],
    ['Type', 'General Currency Conversion'],
    ['Typ', 'Allgemeine Währungsumrechnung'],
    ['Type', 'Bank Deposit to PP Account'],
  ])('%s %s is told, whatever its sign', (key, value) => {
    for (const amount of [-5000, 5000]) expect(told(key, value, amount)).toEqual({ rows: 1, firstLine: 2, column: key });
  });

  it('is told by its transactionTypes', () => {
    const rows = [
      { amount: 1, transactionTypes: ['charge'] },
      { amount: -1, transactionTypes: ['payout'] },
    ];
    expect(notes(rows).noSales).toEqual({ rows: 1, firstLine: 3, column: 'transactionTypes' });
  });

  it.each([
    ['Type', 'charge'],
    ['Type', 'Sale'],
    ['Type', 'Coffee'],
    ['Genre', 'Produits frais'],
    ['Art', 'Überweisung'],
    ['Type', 'Transfer'],
    ['Art', 'Schuheinlagen'],
    ['Type', 'Cash'],
    ['Type', 'Deposit'],
    ['Type', 'Gift card deposit'],
    ['Bemerkung', 'payout'],
    ['Payout Status', 'paid'],
  ])('%s %s is not', (key, value) => {
    expect(told(key, value)).toBe(noRowNotes.noSales);
  });
});

it('the first line stays', () => {
  const rows = [as('Sale'), as('Refund'), as('Storno'), { ...as('Refund'), amount: -1 }];
  expect(notes(rows).positiveRefunds).toEqual({ rows: 2, firstLine: 3 });
});

it('the dates are the first and the last, with the line of the last, whatever their order', () => {
  const dates = ['2026-11-20T08:00:00+01:00', null, '2026-11-19T23:00:00Z', '2027-01-02T00:00:00Z', '2026-12-31T00:00:00Z', undefined];
  expect(notes(dates.map((transactionDate) => ({ transactionDate }))).dates).toEqual({
    first: '2026-11-19T23:00:00Z',
    last: '2027-01-02T00:00:00Z',
    lastLine: 5,
  });
  expect(notes([{}]).dates).toBeNull();
});
