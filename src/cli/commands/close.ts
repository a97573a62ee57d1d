/** `sales close`: what can be proved of a day or a month being complete, and what is missing. */
import { Command, InvalidArgumentError } from 'commander';
import type { SalesApi } from '../../client/http/api.js';
import type { ApprovalResult, Close } from '../../contract/closes.js';
import { exits } from '../../jobs/exit-codes.js';
import { fromInstant, knownTimeZone } from '../flags/date-words.js';
import { namedValue } from '../flags/list-filters.js';
import type { Run } from '../flags/run.js';
import { withApi } from '../settings/connect.js';
import { showClose } from '../views/close-view.js';

interface CloseFlags {
  approve?: boolean;
  require?: 'proved';
  timezone?: string;
}

const MONTH = /^\d{4}-\d{2}$/;

export function commandOf(run: Run): Command {
  return new Command('close')
    .description(
      'Say whether a day or a month is complete: what is proved, what is missing, and what nobody can know. Ends with 13 where something is missing or overdue. It changes nothing; --approve keeps what it says, and later it says what has changed since.',
    )
    .argument('<day>', 'today, yesterday, 2026-11-20, or a month: 2026-11')
    .addOption(namedValue('--require <state>', 'end with 13, too, where something cannot be proved', ['proved']))
    .option(
      '--approve',
      'approve what it says, in your name, as a numbered statement: also where something is missing, unless --require forbids it. Needs the role Clerk or API on the whole tenant',
    )
    .option('--timezone <zone>', 'where today and yesterday are meant (default: local)', knownTimeZone)
    .action(async (given: string, flags: CloseFlags, command: Command) => {
      const day = periodOf(given, flags, run);
      const mustBeProved = flags.require === 'proved';
      const { close, approval } = await withApi(command, run, async (api) => {
        const read = await api.ask('getClose', { path: { day } });
        const isWanted = flags.approve === true && !(mustBeProved && read.state !== 'Proved');
        return isWanted ? approve(day, read, api) : { close: read, approval: null };
      });
      showClose(close, approval, run);
      if (flags.approve && !approval) run.output.message('NOTE', run.output.words.close.notApproved, 'yellow');
      run.exit = exitOf(close, mustBeProved);
    });
}

/** The close is then as it was approved. */
async function approve(day: string, close: Close, api: SalesApi): Promise<{ close: Close; approval: ApprovalResult }> {
  const approval = await api.ask('approveClose', { path: { day }, body: { version: close.version } });
  const { outcome: _, ...statement } = approval;
  return { close: { ...close, approved: { ...statement, changes: { claims: [], items: [] } } }, approval };
}

function periodOf(text: string, { timezone }: CloseFlags, { host }: Run): string {
  if (MONTH.test(text)) return text;
  const context = { nowMs: host.clock.nowMs(), timeZone: timezone ?? host.timeZone };
  try {
    return fromInstant(text, context).slice(0, 'yyyy-MM-dd'.length);
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    throw new InvalidArgumentError(`<day> ${text} is not usable. It must be today, yesterday, 2026-11-20 or 2026-11.`);
  }
}

function exitOf({ state, items }: Close, mustBeProved: boolean): number {
  const isOverdue = items.some(({ overdue }) => overdue.transactions > 0);
  return state === 'Broken' || isOverdue || (mustBeProved && state !== 'Proved') ? exits.mismatch : exits.done;
}
