/** Every terminal that sells on such days has sales. */
import { valueAt } from '../contract/value-at.js';
import { dayNumber, Rhythm } from './days.js';
import type { ClosedDays, ClosingFacts } from './facts.js';
import { Findings } from './findings.js';
import { watch } from './silence.js';

export function terminals({ selling, missing, today }: ClosingFacts, days: ClosedDays) {
  const findings = new Findings();
  const rhythms = new Map<string, Rhythm>();
  for (const { terminalId, day, isBusy } of selling) valueAt(rhythms, terminalId, () => new Rhythm()).add(day, isBusy);
  const missed = new Map<string | null, Set<number>>();
  for (const { code, terminalId, day } of missing)
    if (code === 'NoSales' && day !== null) valueAt(missed, terminalId, () => new Set()).add(dayNumber(day));
  // A till that matching knows by another name than its sales do.
  for (const name of missed.keys()) if (name !== null) valueAt(rhythms, name, () => new Rhythm());
  const watched = [...rhythms].map(([terminalId, rhythm]) => ({
    rhythm,
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
