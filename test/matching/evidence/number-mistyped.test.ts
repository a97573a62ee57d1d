/** The number of a payment is mistyped, and is that of another sale, whose own record is missing: the moment tells that it is by chance. */
import { expect, test } from 'vitest';
import { linesOf, type Sale } from './given.js';

const sale = (orderId: string, amount: number, time: string): Sale => ({
  ...{ orderId, amount, currency: 'EUR', locationId: 'WEB', transactionDate: `2026-10-02T${time}+02:00` },
});
const record = (of: Sale, orderId = of.orderId) => ({ ...of, orderId, acquirerId: 'PSP', settlementDate: '2026-10-05' });
const known = Array.from({ length: 10 }, (_, digit) => sale(`2000123${digit}`, 10 + digit, `08:0${digit}:00`));
const own = sale('20009041', 50, '10:00:00');

test.each([
  ['the same amount, hours before', sale('20009042', 50, '06:10:00')],
  ['an amount that is near, minutes before', sale('20009042', 48, '09:54:00')],
])('a sale of %s, has no record', (_, other) => {
  const given = { sales: [...known, own, other], records: [...known.map((one) => record(one)), record(own, '20009042')] };
  expect(linesOf(given)).toEqual([...known.map((_, one) => `${one}:${one}`), '?10:10']);
});
