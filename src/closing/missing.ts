/** One list of what is missing in a month. */
import type { Close, ClosingFinding } from '../contract/closes.js';
import { valueAt } from '../contract/value-at.js';

type Claims = Pick<Close, 'claims'>;

const day = (date: string | null) => date ?? '';
/** Without days: two findings of a name are one where the days of one hold those of the other. */
const nameOf = ({ code, terminalId, acquirerId, merchantId, payoutId, currency, counterFrom, counterTo }: ClosingFinding) =>
  JSON.stringify([code, terminalId, acquirerId, merchantId, payoutId, currency, counterFrom, counterTo]);
const holds = (one: ClosingFinding, other: ClosingFinding) => day(one.dayFrom) <= day(other.dayFrom) && day(other.dayTo) <= day(one.dayTo);

/**
 * Findings of broken claims, the earliest day first. A day may know more than its month: it has the days before it to learn from, and a month only
 * those before the month.
 */
export function missingOf(month: Claims, days: readonly Claims[]): ClosingFinding[] {
  const known = new Map<string, ClosingFinding[]>();
  for (const { claims } of [month, ...days]) {
    for (const finding of claims.flatMap(({ findings }) => findings)) {
      if (finding.state !== 'Broken') continue;
      const same = valueAt(known, nameOf(finding), () => []);
      if (!same.some((one) => holds(one, finding))) same.push(finding);
    }
  }
  return [...known.values()].flat().sort((one, other) => day(one.dayFrom).localeCompare(day(other.dayFrom)));
}
