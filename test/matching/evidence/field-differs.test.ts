/** A row that contradicts an open one in a field: the reason says what each side has. */
import { expect, test } from 'vitest';
import { openRows } from './open.js';

const paid = { amount: 25.5, currency: 'EUR', transactionDate: '2026-10-02T10:00:00+02:00', transactionReference: 'WEB100013127' };
const settled = { ...paid, acquirerId: 'PSP', settlementDate: '2026-10-05' };

test.each([
  ['brandId', 'PayPal', 'Klarna', 'PAYPAL', 'KLARNA'],
  ['cardNumberMasked', '************4943', '************1822', '4943', '1822'],
  ['authorisationCode', 'A12345', 'B54321', 'A12345', 'B54321'],
])('%s', (field, ofSale, ofRecord, ours, theirs) => {
  const { open } = openRows([{ ...paid, [field]: ofSale }], [{ ...settled, [field]: ofRecord }]);
  expect(open.map(({ reason }) => reason)).toEqual([
    { code: 'FieldDiffers', parameters: { field, ours, theirs } },
    { code: 'FieldDiffers', parameters: { field, ours: theirs, theirs: ours } },
  ]);
});
