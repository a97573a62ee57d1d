/** Days by name, as flags: the first and the last of what is asked for, in whatever zone the user is. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Host } from '../terminal/host.js';
import { type DateFlags, instantsOf, knownTimeZone } from './date-words.js';

export interface DayRange extends DateFlags {
  day?: string;
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
export function daysOf(flags: DayRange, host: Host): { first: string | undefined; last: string | undefined } {
  const { day, timezone } = flags;
  const { from, to } = day === undefined ? instantsOf(flags, host) : instantsOf({ from: day, to: day, timezone }, host, ['--day', '--day']);
  const range = { first: from?.slice(0, 10), last: to?.slice(0, 10) };
  if (range.first !== undefined && range.last !== undefined && range.first > range.last)
    throw new InvalidArgumentError(`The range is empty: --from ${flags.from} is after --to ${flags.to}.`);
  return range;
}
