/** What the kind of a row says: money that moved without a customer, and what only sounds like it. */
import { expect, it } from 'vitest';
import { isNoSale } from '../../../src/files/words/sale-marks.js';

it.each([
  ...['Payout', 'Auszahlung', 'Utbetaling', 'Withheld fees', 'Gebyr', 'Avgift', 'Allgemeine Abbuchung', 'reserved_funds', 'Reserve Hold'],
  ...['AVTraining', 'Training', 'Logon', 'log-off', 'Balance inquiry', 'Cash in', 'Fond de caisse'],
])('%s is no sale', (text) => {
  expect(isNoSale(text)).toBe(true);
});

it.each(['Sale', 'Abbuchung', 'Transfer', 'Training shoes', 'Reservation', 'Fee-free sale', 'Logo', 'Balance'])('%s may be one', (text) => {
  expect(isNoSale(text)).toBe(false);
});
