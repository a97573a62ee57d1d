/** What can be proved of a day or a month: a function of the rows, worked out anew each time. */
import type { ClaimStateName } from '../contract/claims.js';
import type { CloseContent, ClosingClaim } from '../contract/closes.js';
import { counters } from './counters.js';
import { dayText } from './days.js';
import { type ClosedDays, type ClosingFacts, factsFor } from './facts.js';
import { files } from './files.js';
import { withMissing } from './missing.js';
import { parts, pending, soldItems } from './parts.js';
import { payouts } from './payouts.js';
import { terminals } from './terminals.js';
import { totals } from './totals.js';

/** The facts that are known may reach further than the days. A month is closed with its days. */
export function closeOf(
  known: ClosingFacts,
  days: ClosedDays,
  ofDays = days.from === days.to ? [] : closesOfDays(known, days),
): CloseContent {
  const facts = factsFor(known, days);
  const sold = facts.sold.filter(({ day }) => day >= days.from && day <= days.to);
  const ofWhole = facts.isWhole ? [files(facts, days), payouts(facts, days)] : [];
  const own = [
    counters(facts, days),
    totals(facts, days),
    terminals(facts, days),
    ...ofWhole,
    parts({ ...facts, sold }),
    pending({ ...facts, sold }, days),
  ];
  const claims = own.map((claim) => withMissing(claim, ofDays));
  return { from: dayText(days.from), to: dayText(days.to), state: worstOf(claims), claims, items: soldItems({ sold }) };
}

/** The closes of those of the days that have begun. */
export function closesOfDays(known: ClosingFacts, { from, to }: ClosedDays): CloseContent[] {
  const closes: CloseContent[] = [];
  for (let day = from; day <= Math.min(to, known.today); day++) closes.push(closeOf(known, { from: day, to: day }));
  return closes;
}

function worstOf(claims: readonly Pick<ClosingClaim, 'state'>[]): ClaimStateName {
  const is = (wanted: ClaimStateName) => claims.some(({ state }) => state === wanted);
  return is('Broken') ? 'Broken' : is('NotProvable') ? 'NotProvable' : 'Proved';
}
