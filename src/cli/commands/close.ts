/** `sales close`: what can be proved of a day or a month being complete, and what is missing. */
import { Command } from 'commander';
import type { Close } from '../../contract/closes.js';
import { exits } from '../../jobs/exit-codes.js';
import { fromInstant, knownTimeZone } from '../flags/date-words.js';
import { named, namedValue } from '../flags/list-filters.js';
import type { Run } from '../flags/run.js';
import { withApi } from '../settings/connect.js';
import { showClose } from '../views/close-view.js';

interface CloseFlags {
  require?: 'proved';
  timezone?: string;
}

const MONTH = /^\d{4}-\d{2}$/;

export function closeCommand(run: Run): Command {
  return new Command('close')
    .description(
      'Say whether a day or a month is complete: what is proved, what is missing, and what nobody can know. It changes nothing. Ends with 13 where something is missing or overdue.',
    )
    .argument('<day>', 'today, yesterday, 2026-11-20, or a month: 2026-11')
    .addOption(namedValue('--require <state>', 'end with 13, too, where something cannot be proved', ['proved']))
    .option('--timezone <zone>', 'where today and yesterday are meant (default: local)', knownTimeZone)
    .action(async (given: string, flags: CloseFlags, command: Command) => {
      const day = periodOf(given, flags, run);
      const close = await withApi(command, run, (api) => api.ask('getClose', { path: { day } }));
      showClose(close, run);
      run.exit = exitOf(close, flags.require === 'proved');
    });
}

function periodOf(text: string, { timezone }: CloseFlags, { host }: Run): string {
  if (MONTH.test(text)) return text;
  const context = { nowMs: host.clock.nowMs(), timeZone: timezone ?? host.timeZone };
  return named('<day>', text, () => fromInstant(text, context)).slice(0, 'yyyy-MM-dd'.length);
}

function exitOf({ state, items }: Close, mustBeProved: boolean): number {
  const isOverdue = items.some(({ overdue }) => overdue.transactions > 0);
  return state === 'Broken' || isOverdue || (mustBeProved && state !== 'Proved') ? exits.mismatch : exits.done;
}
