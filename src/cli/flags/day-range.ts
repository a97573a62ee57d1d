/** Days by name, as flags: the first and the last of what is asked for, in whatever zone the user is. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Host } from '../terminal/host.js';
import { fromInstant, knownTimeZone, toInstant } from './date-words.js';
import { named } from './list-filters.js';

export interface DayRange {
  day?: string;
  from?: string;
  to?: string;
  timezone?: string;
}

/** Adds the flags; {@link daysOf} reads them. */
export function addDayRange(command: Command): Command {
  return command
    .addOption(new Option('--day <date>', 'of one day: today, yesterday, 2026-11-20').conflicts(['from', 'to']))
    .option('--from <date>', 'from today, yesterday, -7d, 2026-11 or 2026-11-20')
    .option('--to <date>', 'up to and including that day or month')
    .addOption(new Option('--timezone <zone>', 'where today and yesterday are meant (default: local)').argParser(knownTimeZone));
}

/** The days as yyyy-MM-dd; undefined where there is no bound. Fails with commander's InvalidArgumentError on a date that is none. */
export function daysOf(flags: DayRange, { clock, timeZone }: Host): { first: string | undefined; last: string | undefined } {
  const context = () => ({ nowMs: clock.nowMs(), timeZone: flags.timezone ?? timeZone });
  const day = (flag: string, text: string | undefined, read: typeof fromInstant) =>
    text === undefined ? undefined : named(flag, text, () => read(text, context())).slice(0, 10);
  const [first, last] = flags.day === undefined ? (['--from', '--to'] as const) : (['--day', '--day'] as const);
  const range = { first: day(first, flags.day ?? flags.from, fromInstant), last: day(last, flags.day ?? flags.to, toInstant) };
  if (range.first !== undefined && range.last !== undefined && range.first > range.last)
    throw new InvalidArgumentError(`The range is empty: --from ${flags.from} is after --to ${flags.to}.`);
  return range;
}
