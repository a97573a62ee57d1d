/**
 * The sequence counter of a terminal has no gap. It may wrap at its highest number, and may begin anew each day. Only a counter without a gap in the
 * 30 days before proves anything: others count what is no sale.
 */
import { valueAt } from '../contract/value-at.js';
import type { ClosedDays, ClosingFacts, DayNumbers } from './facts.js';
import { Findings } from './findings.js';

/** Fewer sales, or days, before the period tell nothing of how a counter counts. */
const SALES_LEAST = 20;
const DAYS_LEAST = 5;
/** A jump is no gap where as many sales a day as this would be needed, in multiples of the best day. */
const BEST_DAYS = 3;

/** Counters that follow one another, as if the counter never wrapped. */
interface NumberRun {
  from: number;
  to: number;
  day: number;
}

interface Gap {
  /** As the terminal shows them; the last may be below the first, where the counter wraps between them. */
  from: number;
  to: number;
  size: number;
  dayBefore: number;
  dayAfter: number;
}

const inTheirOrder = (all: readonly DayNumbers[]) => all.filter((one) => one.numbered > 0).sort((one, other) => one.day - other.day);

export function counters({ numbers, partTerminals }: ClosingFacts, days: ClosedDays) {
  const findings = new Findings();
  const byTerminal = new Map<string, DayNumbers[]>();
  for (const one of numbers) valueAt(byTerminal, one.terminalId, () => []).push(one);
  let sales = 0;
  for (const [terminalId, all] of byTerminal) {
    const here = all.filter(({ day }) => day >= days.from && day <= days.to);
    const sold = here.reduce((sum, one) => sum + one.sales, 0);
    const numbered = here.reduce((sum, one) => sum + one.numbered, 0);
    sales += sold;
    if (sold > numbered) findings.notProvable('NoCounters', { terminalId, rows: sold - numbered });
    const counted = inTheirOrder(all);
    // One that began to sell behind the period is none of it.
    if (counted.every(({ day }) => day > days.to)) continue;
    if (partTerminals.has(terminalId)) findings.notProvable('PartOfTerminal', { terminalId });
    else ofTerminal(terminalId, counted, days, findings);
  }
  if (sales === 0) findings.notProvable('NoTerminals');
  return findings.claim('Counters');
}

/** Whether a counter says that nothing was sold on a day: it goes on behind that day, and leaves no number out. */
export function countedSilence({ numbers, partTerminals }: ClosingFacts, days: ClosedDays): (terminalId: string, day: number) => boolean {
  const goesOn = new Map<string, (day: number) => boolean>();
  const never = () => false;
  const ofTerminal = (terminalId: string) => {
    const all = numbers.filter((one) => one.terminalId === terminalId);
    const judged = judge(inTheirOrder(all), days);
    if (judged.isDaily !== false || partTerminals.has(terminalId) || all.some((one) => one.sales > one.numbered)) return never;
    const { gaps, restarts, last } = judged;
    const holes = [...gaps, ...restarts];
    return (day: number) => day < last.day && !holes.some(({ dayBefore, dayAfter }) => dayBefore <= day && day <= dayAfter);
  };
  return (terminalId, day) => valueAt(goesOn, terminalId, () => ofTerminal(terminalId))(day);
}

/** How a counter goes on, or why it proves nothing. */
type Judged = ({ isDaily: boolean } & Counting) | { isDaily: null; code: 'CounterNew' | 'CounterNotDense'; rows: number | null };

function judge(counted: readonly DayNumbers[], days: ClosedDays): Judged {
  const before = counted.filter(({ day }) => day < days.from);
  const salesBefore = before.reduce((sum, one) => sum + one.numbered, 0);
  if (before.length < DAYS_LEAST || salesBefore < SALES_LEAST) return { isDaily: null, code: 'CounterNew', rows: null };
  const isDaily = before.every(({ low }) => low <= 1 && low === before[0]?.low);
  const counting = isDaily ? dailyGaps(counted, before[0]?.low ?? 1) : lastingGaps(counted);
  const isRead = counted.every((one) => one.numbers === null || one.numbers.length > 0);
  const isBefore = ({ dayAfter }: Gap) => dayAfter < days.from;
  const gapsBefore = counting.gaps.filter(isBefore);
  if (!isRead || gapsBefore.length > 0 || counting.restarts.filter(isBefore).length > 1)
    return { isDaily: null, code: 'CounterNotDense', rows: gapsBefore.reduce((sum, { size }) => sum + size, 0) };
  return { isDaily, ...counting };
}

function ofTerminal(terminalId: string, counted: readonly DayNumbers[], days: ClosedDays, findings: Findings): void {
  const judged = judge(counted, days);
  if (judged.isDaily === null) {
    findings.notProvable(judged.code, { terminalId, rows: judged.rows });
    return;
  }
  const { isDaily, gaps, restarts, last } = judged;
  const isHere = ({ dayBefore, dayAfter }: Gap) => dayAfter >= days.from && dayBefore <= days.to;
  // Nobody knows on which of its days the numbers were: each of these tells the same gap.
  const about = ({ from, to, dayBefore, dayAfter }: Gap) => ({
    terminalId,
    counterFrom: from,
    counterTo: to,
    from: dayBefore,
    to: dayAfter,
  });
  const gapsHere = gaps.filter(isHere);
  for (const gap of gapsHere) findings.broken('CounterGap', { ...about(gap), rows: gap.size });
  for (const restart of restarts.filter(isHere)) findings.notProvable('CounterRestarted', about(restart));
  // What was sold after the last sale of a day has left no number.
  if (isDaily) findings.notProvable('CounterRestarted', { terminalId });
  else if (last.day <= days.to) findings.notProvable('NotYet', { terminalId, counterFrom: last.number, from: last.day });
  if (gapsHere.length === 0) findings.prove();
}

/** Numbers of a day that follow one another. */
function runsOf({ low, high, numbers, day }: DayNumbers): NumberRun[] {
  if (numbers === null) return [{ from: low, to: high, day }];
  const runs: NumberRun[] = [];
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run && number === run.to + 1) run.to = number;
    else runs.push({ from: number, to: number, day });
  }
  return runs;
}

interface Counting {
  gaps: Gap[];
  restarts: Gap[];
  /** The last number that is known, and its day. */
  last: { number: number; day: number };
}

function dailyGaps(counted: readonly DayNumbers[], first: number): Counting {
  const gaps = counted.flatMap((one) =>
    gapsBetween([{ from: first - 1, to: first - 1, day: one.day }, ...runsOf(one)], (number) => number),
  );
  const last = counted.at(-1);
  return { gaps, restarts: [], last: { number: last?.high ?? 0, day: last?.day ?? 0 } };
}

/** In the order of numbers. `raw`: the number as the terminal shows it. */
function gapsBetween(runs: readonly NumberRun[], raw: (number: number) => number): Gap[] {
  const gaps: Gap[] = [];
  let before: NumberRun | null = null;
  for (const run of runs.toSorted((one, other) => one.from - other.from)) {
    if (before !== null && run.from > before.to + 1) {
      gaps.push({
        ...{ from: raw(before.to + 1), to: raw(run.from - 1), size: run.from - before.to - 1 },
        ...{ dayBefore: Math.min(before.day, run.day), dayAfter: Math.max(before.day, run.day) },
      });
    }
    if (before === null || run.to > before.to) before = run;
  }
  return gaps;
}

function lastingGaps(counted: readonly DayNumbers[]): Counting {
  const best = Math.max(...counted.map(({ numbered }) => numbered));
  const highest = Math.max(...counted.map(({ high }) => high));
  const first = counted.some(({ low }) => low === 0) ? 0 : 1;
  const end = 10 ** String(highest).length - 1;
  /** How many numbers there are before the counter wraps; endless where it is not near its end. */
  const span = highest >= end - BEST_DAYS * best && end >= BEST_DAYS * best ? end - first + 1 : Number.POSITIVE_INFINITY;
  const raw = (number: number) => (span === Number.POSITIVE_INFINITY ? number : ((((number - first) % span) + span) % span) + first);
  let last: NumberRun | null = null;
  let segment: NumberRun[] = [];
  const [gaps, restarts]: [Gap[], Gap[]] = [[], []];
  const close = () => gaps.push(...gapsBetween(segment, raw));
  for (const one of counted) {
    for (const run of inOrder(runsOf(one), last === null ? null : raw(last.to), span, best)) {
      if (last === null) {
        [last, segment] = [run, [run]];
        continue;
      }
      const apart = distance(raw(last.to), run.from, span, best);
      const placed: NumberRun = { from: last.to + apart, to: last.to + apart + run.to - run.from, day: run.day };
      const isNear = apart >= -best && apart <= (run.day - last.day + 1) * BEST_DAYS * best;
      if (isNear) {
        segment.push(placed);
        if (placed.to > last.to) last = placed;
      } else {
        restarts.push({ from: raw(last.to), to: run.from, size: 0, dayBefore: last.day, dayAfter: run.day });
        close();
        [last, segment] = [run, [run]];
      }
    }
  }
  close();
  return { gaps, restarts, last: { number: last === null ? 0 : raw(last.to), day: last?.day ?? 0 } };
}

/** From one number to another: ahead, over the end of the counter too; or a little back, where sales come out of order. */
function distance(from: number, to: number, span: number, best: number): number {
  if (span === Number.POSITIVE_INFINITY) return to - from;
  const ahead = (((to - from) % span) + span) % span;
  return ahead > span - best ? ahead - span : ahead;
}

/** The runs of a day in the order in which they were counted. */
function inOrder(runs: readonly NumberRun[], from: number | null, span: number, best: number): NumberRun[] {
  if (from === null) {
    // The first day may be the one on which the counter wraps: then what is behind its largest gap came first.
    const widest = span === Number.POSITIVE_INFINITY ? 0 : widestGap(runs);
    return [...runs.slice(widest), ...runs.slice(0, widest)];
  }
  return runs.toSorted((one, other) => distance(from, one.from, span, best) - distance(from, other.from, span, best));
}

function widestGap(runs: readonly NumberRun[]): number {
  let [widest, at] = [0, 0];
  for (let index = 1; index < runs.length; index++) {
    const gap = (runs[index] as NumberRun).from - (runs[index - 1] as NumberRun).to;
    if (gap > widest) [widest, at] = [gap, index];
  }
  return widest > ((runs.at(-1)?.to ?? 0) - (runs[0]?.from ?? 0)) / 2 ? at : 0;
}
