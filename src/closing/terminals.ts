/** Every terminal that sells on such days has sales. */
import { valueAt } from '../contract/value-at.js';
import { countedSilence } from './counters.js';
import { dayNumber, Rhythm } from './days.js';
import type { ClosedDays, ClosingFacts } from './facts.js';
import { Findings } from './findings.js';
import { unpaidDays } from './parts.js';
import { watch } from './silence.js';

export function terminals(facts: ClosingFacts, days: ClosedDays) {
  const { selling, missing, today, sold, withoutSale, matching } = facts;
  const findings = new Findings();
  const rhythms = new Map<string, Rhythm>();
  for (const { terminalId, day, isBusy } of selling) valueAt(rhythms, terminalId, () => new Rhythm()).add(day, isBusy);
  const missed = new Map<string | null, Set<number>>();
  for (const { code, terminalId, day } of missing)
    if (code === 'NoSales' && day !== null) valueAt(missed, terminalId, () => new Set()).add(dayNumber(day));
  // A till that matching knows by another name than its sales do.
  for (const name of missed.keys()) if (name !== null) valueAt(rhythms, name, () => new Rhythm());
  // Where all payments of a day have come, one that sold by card would have left some without a sale.
  const open = new Set([...unpaidDays(facts), ...withoutSale.map(({ day }) => day)]);
  const paid = new Set(sold.filter(({ part }) => part === 'paid').map(({ day }) => day));
  const isCounted = countedSilence(facts, days);
  const watched = [...rhythms].map(([terminalId, rhythm]) => ({
    rhythm,
    hadNothing: (day: number) => isCounted(terminalId, day),
    // One that is silent alone is no holiday.
    isQuiet: (day: number, silent: number) => silent > 1 && matching === 'Current' && paid.has(day) && !open.has(day),
    isMissed: (day: number) => missed.get(terminalId)?.has(day) ?? false,
    isHole: () => false,
    mayCome: (day: number) => day >= today,
    found: {
      missing: (from: number, to: number) => findings.broken('NoSales', { terminalId, from, to }),
      notKnown: (from: number, to: number, rows: number) => findings.notProvable('NoRhythm', { terminalId, from, to, rows }),
      notYet: (from: number, to: number) => findings.notProvable('NotYet', { terminalId, from, to }),
    },
  }));
  watch(watched, days, findings);
  for (const day of missed.get(null) ?? []) findings.broken('NoSales', { from: day });
  if (watched.length === 0) findings.notProvable('NoTerminals');
  return findings.claim('Terminals');
}
