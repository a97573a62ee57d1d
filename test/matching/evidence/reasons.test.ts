/** What is told of open rows is true: no reason misleads in more than one of a hundred of its rows. */
import { describe, expect, test } from 'vitest';
import { openReasonCodes, type RowReason, reasonSentence } from '../../../src/contract/open-reasons.js';
// @ts-expect-error The bench is plain JavaScript.
import { monthOf } from '../../bench/matching/month.js';
import { control, isSoak } from '../../support/at-length.js';
import type { OpenRow } from './open.js';
import { claims, judged, type TrueMonth } from './reasons-told.js';

const SHARE_MAX = 0.01;
const months = (noise: number): TrueMonth[] => [1, 2].map((seed) => monthOf({ rows: 10_000, seed, noise, trades: true }));

/** By code: its rows, and those that it misleads. */
function figures(noise: number, retold?: (open: OpenRow) => RowReason) {
  const found: Record<string, { rows: number; misled: string[] }> = {};
  for (const month of months(noise))
    for (const { open, facts, isTrue } of judged(month, retold)) {
      found[open.reason.code] ??= { rows: 0, misled: [] };
      const of = found[open.reason.code] as { rows: number; misled: string[] };
      of.rows += 1;
      if (!isTrue) of.misled.push(`${facts.class}: ${reasonSentence(open.reason, ['row'])} ${JSON.stringify(open.row)}`);
    }
  return found;
}

const told = new Set<string>();
describe.each(isSoak ? [0, 1, 3, 6] : [0, 6])('months at noise %i', (noise) => {
  test('no reason misleads in more than a hundredth of its rows', () => {
    for (const [code, { rows, misled }] of Object.entries(figures(noise))) {
      told.add(code);
      expect(misled.length, `${code}, of ${rows}:\n${misled.join('\n')}`).toBeLessThanOrEqual(Math.max(1, SHARE_MAX * rows));
    }
  });
});

test('each code has its fact, and the months have nearly all of them', () => {
  expect(Object.keys(claims).sort()).toEqual([...openReasonCodes].sort());
  // Rows that cannot be compared never come to matching; two currencies are rarely told, and doubt of a field, too. No void of these months was paid.
  const rare = ['Incomplete', 'CurrencyDiffers', 'FieldDiffers', 'VoidPaid'];
  expect(openReasonCodes.filter((code) => !told.has(code) && !rare.includes(code))).toEqual([]);
});

control('a control: whoever calls overdue all that may be another row misleads', () => {
  const overdue = ({ reason, row }: OpenRow): RowReason => {
    if (reason.code !== 'Nearby' && reason.code !== 'Unbalanced' && reason.code !== 'AmountAlone') return reason;
    return 'settlementDate' in row
      ? { code: 'NoSale', parameters: { terminalId: null, dueDay: '2026-10-02' } }
      : { code: 'NotSettled', parameters: { acquirerId: null, dueDay: '2026-10-02' } };
  };
  const { NotSettled, NoSale } = figures(3, overdue);
  for (const of of [NotSettled, NoSale]) expect(of?.misled.length).toBeGreaterThan(0.3 * (of?.rows ?? Number.POSITIVE_INFINITY));
});
