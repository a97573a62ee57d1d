/** Payouts in a reason are told by their ids as the acquirer writes them. */
import { expect, test } from 'vitest';
import { openRows } from './open.js';

test('a payment that came twice names its payouts as they are written', () => {
  const sales = [1, 2, 3].map((day) => ({
    ...{ transactionReference: `REF-0044${day}`, amount: 91.79 + day, currency: 'EUR', transactionDate: `2026-09-0${day}T10:00:00Z` },
    terminalId: 'T-1',
  }));
  const paid = sales.map((sale) => ({ ...sale, acquirerId: 'ACQ', settlementDate: '2026-09-09', payoutId: 'W-2026-09-09' }));
  const again = { ...paid[0], settlementDate: '2026-09-16', payoutId: 'W-2026-09-016 ' };
  const { open } = openRows(sales, [...paid, again]);
  expect(open.map(({ reason }) => reason)).toEqual([
    { code: 'SettledTwice', parameters: { ours: 'W-2026-09-016 ', theirs: 'W-2026-09-09' } },
  ]);
});
