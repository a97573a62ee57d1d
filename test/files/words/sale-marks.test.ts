/** What the kind of a row says: money that moved without a customer, and what only sounds like it; and what says that a payment was refused. */
import { expect, it } from 'vitest';
import { isMark, isNoSale, markColumn } from '../../../src/files/words/sale-marks.js';

it.each([
  ...['Payout', 'Auszahlung', 'Utbetaling', 'Withheld fees', 'Gebyr', 'Avgift', 'Allgemeine Abbuchung', 'reserved_funds', 'Reserve Hold'],
  ...['AVTraining', 'Training', 'Logon', 'log-off', 'Balance inquiry', 'Cash in', 'Fond de caisse'],
])('%s is no sale', (text) => {
  expect(isNoSale(text)).toBe(true);
});

it.each(['Sale', 'Abbuchung', 'Transfer', 'Training shoes', 'Reservation', 'Fee-free sale', 'Logo', 'Balance'])('%s may be one', (text) => {
  expect(isNoSale(text)).toBe(false);
});

it.each(['Declined', ' VOIDED ', 'Rejected', 'abgelehnt', 'Credit Card Authorization (Reject)', 'Authorization (Accept),Check (Reject)'])(
  '%s marks a row in a column of any name',
  (text) => {
    expect(isMark(markColumn('Txn_Staus'), text)).toBe(true);
  },
);

it.each([
  ['Ecole', 'O', 'N'],
  ['Mode école', 'oui', 'non'],
  ['Übungsmodus', 'Ja', 'Nein'],
  ['Addestramento', 'sì', 'no'],
])('%s %s marks a row of training, %s none', (name, yes, no) => {
  expect([isMark(markColumn(name), yes), isMark(markColumn(name), no), isMark(markColumn(name), 'Bern')]).toEqual([true, false, false]);
});

// Fio banka's file of terminals, by its manual.
it('a payment that is not booked yet is told', () => {
  expect(['true', 'false'].map((text) => isMark(markColumn('Zaúčtováno'), text))).toEqual([false, true]);
});

it('in a column of states, also after many steps', () => {
  expect(isMark('state', 'Card Authorization (Accept),Settlement (Accept),Decision Manager (Declined)')).toBe(true);
});

it.each([
  'Settled',
  'Refunded',
  'Error',
  'NOK',
  'Open',
  'Rejected goods',
  'Void (T-shirt)',
  '(Rejected)',
  'Authorization (Accept)',
  'x'.repeat(300),
])('%s marks no row in a column whose name says nothing', (text) => {
  expect(isMark(markColumn('Txn_Staus'), text)).toBe(false);
});

it('in a column of remarks, no word marks a row', () => {
  for (const name of ['Bemerkung', 'Notes', 'Commentaire']) expect(isMark(markColumn(name), 'Declined')).toBe(false);
});

it.each([
  ['state', 'Status', 'Transaktionsstatus', 'Statut transaction', 'Estado', 'Situación', 'Situação', 'Stato', 'Zustand', 'Buchungsstatus'],
  ['state', 'Status Code', 'Status Auditoria', 'TXNSTATUS'],
  ['paymentState', 'Statut commande', 'État de la commande', 'Statut de paiement', 'Estado del pago', 'Estado pedido', 'Stato ordine'],
  ['paymentState', 'Status der Zahlung', 'Order State', 'orderStatus', 'Status (Payment)', 'Order Status Name', 'Order/State'],
  ['answer', 'Esito operazione', 'Resultado', 'Transaction Result', 'ResponseText'],
  [
    null,
    'Fulfillment Status',
    'Billing State',
    'Shipping/State',
    'Lieferstatus',
    'Payout Status',
    'Statement',
    'Estate',
    'Estado de entrega',
  ],
])('the columns of role %s: a word for a state, among others', (role, ...columns) => {
  for (const column of columns) expect([column, markColumn(String(column))]).toEqual([column, role]);
});
