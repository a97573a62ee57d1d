/** Days on which nothing came of those who are expected: missing where others came, or somebody waits for it; else perhaps a holiday. */
import type { Rhythm } from './days.js';
import type { ClosedDays } from './facts.js';
import type { Findings } from './findings.js';

interface Watched {
  rhythm: Rhythm;
  /** Whether it is known that there was nothing to come. */
  hadNothing(day: number): boolean;
  /** Whether nothing waits for it, so that nobody knows whether there was something. `silent` counts those of whom nothing came. */
  isQuiet(day: number, silent: number): boolean;
  /** Whether matching says that rows wait for it. */
  isMissed(day: number): boolean;
  /** Whether others of its days, where it is expected on such a day, say that it is missing. */
  isHole(day: number): boolean;
  /** Whether it may still come. */
  mayCome(day: number): boolean;
  found: {
    missing(from: number, to: number): void;
    notKnown(from: number, to: number, days: number): void;
    notYet(from: number, to: number): void;
  };
}

/** Notes what is missing of all who are watched on those days. */
export function watch(watched: readonly Watched[], { from, to }: ClosedDays, findings: Findings): void {
  const isOff = (day: number) => !watched.some(({ rhythm }) => rhythm.has(day));
  const kinds = watched.map(() => ({ missing: [] as number[], notKnown: [] as number[], notYet: [] as number[] }));
  for (let day = from; day <= to; day++) {
    const awaited: number[] = [];
    let came = 0;
    for (const [at, { rhythm, hadNothing, isMissed, isHole, mayCome }] of watched.entries()) {
      const kind = kinds[at] as (typeof kinds)[number];
      if (rhythm.has(day)) {
        findings.prove();
        // One that is not expected may be open on a holiday.
        if (rhythm.expects(day, isOff) === true) came += 1;
      } else if (isMissed(day)) kind.missing.push(day);
      else if (hadNothing(day)) findings.prove();
      else if (rhythm.isKnown(day)) {
        const expected = rhythm.expects(day, isOff);
        if (expected === true && isHole(day) && !mayCome(day)) kind.missing.push(day);
        else if (expected === true) awaited.push(at);
        else if (expected === null) kind.notKnown.push(day);
        else findings.prove();
        if (expected !== false && mayCome(day)) kind.notYet.push(day);
      }
    }
    const silent = awaited.filter((at) => !kinds[at]?.notYet.includes(day));
    if (silent.length > 0 && came === 0) findings.notProvable('Holiday', { from: day, rows: silent.length });
    else for (const at of silent) kinds[at]?.[watched[at]?.isQuiet(day, silent.length) ? 'notKnown' : 'missing'].push(day);
  }
  for (const [at, { found }] of watched.entries()) {
    const { missing, notKnown, notYet } = kinds[at] as (typeof kinds)[number];
    for (const [first, last] of runsOf(missing)) found.missing(first, last);
    const unknown = notKnown.filter((day) => !notYet.includes(day));
    if (unknown.length > 0) found.notKnown(unknown[0] as number, unknown.at(-1) as number, unknown.length);
    if (notYet.length > 0) found.notYet(notYet[0] as number, notYet.at(-1) as number);
  }
}

/** How many days may lie between two of the same run: a weekend. */
const PAUSE_DAYS = 3;

function runsOf(days: readonly number[]): [first: number, last: number][] {
  const runs: [number, number][] = [];
  for (const day of days) {
    const run = runs.at(-1);
    if (run && day - run[1] <= PAUSE_DAYS) run[1] = day;
    else runs.push([day, day]);
  }
  return runs;
}
