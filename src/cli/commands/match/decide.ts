/** `sales match approve` and its like: what people decide about rows that are open. */
import { randomUUID } from 'node:crypto';
import { Command, InvalidArgumentError, Option } from 'commander';
import { ofEitherKind, type SalesApi } from '../../../client/http/api.js';
import { amountFromText } from '../../../contract/amount.js';
import { isCalendarDate } from '../../../contract/date-time.js';
import { type DecisionResult, decisionCauses } from '../../../contract/decisions.js';
import { proposalRules } from '../../../contract/match-settings.js';
import { asToldBy, SalesError } from '../../../contract/problem.js';
import type { Hint } from '../../../contract/remedy.js';
import { exitOfFailure } from '../../../jobs/exit-codes.js';
import { addDayRange, type DayRange, daysOf } from '../../flags/day-range.js';
import { namedValue } from '../../flags/list-filters.js';
import type { Run } from '../../flags/run.js';
import { confirm } from '../../flags/yes-flag.js';
import { withApi } from '../../settings/connect.js';
import { typedId, wholeId } from '../../settings/shown-rows.js';
import { amountsText, showResults } from '../../views/decisions-view.js';

/** A decision as it is sent, but for its id. */
type Unsent = { action: string } & Record<string, unknown>;

const endsOfIds = 'or the last eight characters of one that was listed last';
const several = (text: string, before: string[] = []) => [...before, typedId(text)];

export function approveCommand(run: Run): Command {
  const command = new Command('approve')
    .description(
      'Approve proposals or matches, so that no rule touches them any more; or all proposals by a rule, whose number and sum are shown first.',
    )
    .argument('[id...]', `of proposals or matches; ${endsOfIds}`, several)
    .addOption(namedValue('--rule <name>', 'all proposals by this rule', proposalRules))
    .addOption(new Option('--max-amount <amount>', 'with --rule: of at most this amount').argParser(amount));
  return addDayRange(command)
    .option('--reason <text>', 'kept with the matches')
    .action(async (ids: string[], flags: ApproveFlags, command: Command) => {
      if ((flags.rule === undefined) === (ids.length === 0)) throw usage('Give ids of proposals, or --rule.');
      if (flags.rule !== undefined) return approveRule(flags, command, run);
      const range = (['day', 'from', 'to', 'maxAmount'] as const).find((name) => flags[name] !== undefined);
      if (range !== undefined) throw usage('Days and --max-amount are for --rule.');
      await decideOfMatches('Approve', ids, flags.reason, command, run);
    });
}

interface ApproveFlags extends DayRange {
  rule?: string;
  maxAmount?: number;
  reason?: string;
}

async function approveRule({ rule, maxAmount, reason, ...days }: ApproveFlags, command: Command, run: Run): Promise<void> {
  const { first: from, last: to } = daysOf(days, run.host);
  const decision = { action: 'ApproveRule', rule, from, to, maxAmount, text: reason };
  await withApi(command, run, async (api) => {
    const [found] = (await api.ask('decide', { body: { decisions: [decision], dryRun: true } })).results;
    if (found?.outcome !== 'WouldBeDone') return end(found ? [found] : [], [decision], run);
    const matches = found.matches ?? 0;
    const what = `${matches} proposal${matches === 1 ? '' : 's'} by rule ${rule}, ${amountsText(found)}`;
    await confirmDecisions(`approve ${what}`, run);
    end(await sent(api, [{ ...decision, matches }]), [decision], run);
  });
}

/** `would`: what is to be decided, in words. Fails with `usage` where nobody says yes. */
export async function confirmDecisions(would: string, run: Run): Promise<void> {
  await confirm({ would, question: `This would ${would}. Go on?`, no: 'Nothing was decided.' }, run);
}

export function linkCommand(run: Run): Command {
  return new Command('link')
    .description('Say that sales and settlement records are one payment. Matches by rules that they are in end.')
    .requiredOption('--sale <id...>', `of sales; ${endsOfIds}`, several)
    .requiredOption('--record <id...>', `of settlement records; ${endsOfIds}`, several)
    .addOption(namedValue('--cause <cause>', 'why they do not come to the same; required where they do not', decisionCauses))
    .option('--reason <text>', 'kept with the match')
    .action(async ({ sale, record, cause, reason }: LinkFlags, command: Command) => {
      await decide(command, run, async (_, whole) => [
        {
          action: 'Link',
          transactionIds: await Promise.all(sale.map(whole)),
          recordIds: await Promise.all(record.map(whole)),
          cause,
          text: reason,
        },
      ]);
    });
}

interface LinkFlags {
  sale: string[];
  record: string[];
  cause?: string;
  reason?: string;
}

export function unlinkCommand(run: Run): Command {
  return new Command('unlink')
    .description('End matches, or reject proposals: no rule brings their sales and records together again.')
    .argument('<id...>', `of matches or proposals; ${endsOfIds}`, several)
    .option('--reason <text>', 'kept with the decision')
    .action(async (ids: string[], { reason }: { reason?: string }, command: Command) => {
      await decideOfMatches('Unlink', ids, reason, command, run);
    });
}

const rowsArgument = ['<id...>', `of sales or settlement records; ${endsOfIds}`, several] as const;

/** A command whose decision is about rows of either kind. */
function ofRows<Flags>(command: Command, run: Run, decisionOf: (flags: Flags) => Unsent): Command {
  return command.action(async (ids: string[], flags: Flags, command: Command) => {
    await decide(command, run, async (api, whole) => [{ ...decisionOf(flags), ...(await rowsOf(api, await Promise.all(ids.map(whole)))) }]);
  });
}

export function skipCommand(run: Run): Command {
  const command = new Command('skip')
    .description('Set open rows aside: nothing is expected of them any more. Sales stay in what was sold.')
    .argument(...rowsArgument)
    .requiredOption('--reason <text>', 'why, kept with the rows');
  return ofRows(command, run, ({ reason }: { reason: string }) => ({ action: 'Skip', text: reason }));
}

export function unskipCommand(run: Run): Command {
  const command = new Command('unskip').description('Take rows back that were set aside: they are open again.').argument(...rowsArgument);
  return ofRows(command, run, () => ({ action: 'Unskip' }));
}

export function noteCommand(run: Run): Command {
  const command = new Command('note')
    .description('Keep a text in the history of rows.')
    .argument(...rowsArgument)
    .requiredOption('--text <text>', 'the text');
  return ofRows(command, run, ({ text }: { text: string }) => ({ action: 'Note', text }));
}

export function claimCommand(run: Run): Command {
  const command = new Command('claim')
    .description('Note that the acquirer was asked about rows: they come back on a day, unless they are matched before.')
    .argument(...rowsArgument)
    .addOption(new Option('--remind <day>', 'the day, such as 2026-12-01').argParser(day).makeOptionMandatory())
    .option('--reference <text>', 'that the acquirer gave it')
    .option('--reason <text>', 'kept with the rows');
  return ofRows(command, run, ({ remind, reference, reason }: { remind: string; reference?: string; reason?: string }) => {
    if (remind <= new Date(run.host.clock.nowMs()).toISOString().slice(0, 10)) throw usage(`--remind ${remind} is no day to come.`);
    return { action: 'Claim', remindOn: remind, reference, text: reason };
  });
}

export function undoDecisionCommand(run: Run): Command {
  return new Command('undo-decision')
    .description('Take a decision back, as a whole. sales match decisions shows the ids.')
    .argument('<id>', `of the decision; ${endsOfIds}`, typedId)
    .action(async (id: string, _flags: unknown, command: Command) => {
      await decide(command, run, async (_, whole) => [{ action: 'Undo', undoes: await whole(id) }]);
    });
}

/** A decision about each of some matches. */
async function decideOfMatches(action: string, ids: string[], text: string | undefined, command: Command, run: Run): Promise<void> {
  await decide(command, run, (_, whole) => Promise.all(ids.map(async (id) => ({ action, matchId: await whole(id), text }))));
}

/** Sends decisions, and shows what became of each. */
async function decide(
  command: Command,
  run: Run,
  decisionsOf: (api: SalesApi, whole: (id: string) => Promise<string>) => Promise<Unsent[]>,
): Promise<void> {
  await withApi(command, run, async (api, { settings }) => {
    const decisions = await decisionsOf(api, (id) => wholeId(settings, id));
    end(await sent(api, decisions), decisions, run);
  });
}

/** With ids of their own: a request that is sent again decides nothing twice. */
async function sent(api: SalesApi, decisions: readonly Unsent[]): Promise<DecisionResult[]> {
  const identified = decisions.map((decision) => ({ ...decision, decisionId: randomUUID() }));
  return (await api.ask('decide', { body: { decisions: identified } })).results;
}

function end(results: readonly DecisionResult[], decisions: readonly Unsent[], run: Run): void {
  if (results.some(({ outcome }) => outcome === 'Refused')) run.exit = exitOfFailure('validation');
  if (run.output.flags.json) run.output.document({ schema: 'sales.decided/1', results });
  else
    showResults(
      results,
      decisions.map(({ action }) => action),
      run,
    );
}

/** The rows by their kinds, which their ids do not tell. Fails with `notFound`. */
async function rowsOf(api: SalesApi, ids: readonly string[]): Promise<{ transactionIds: string[]; recordIds: string[] }> {
  const rows = { transactionIds: [] as string[], recordIds: [] as string[] };
  const hint: Hint = [['sales', 'list'], ' shows the ids of sales; ', ['sales', 'list', '--settlement'], ' those of settlement records'];
  for (const id of ids) {
    await ofEitherKind(api, async (of, kind) => {
      await of.get(id);
      rows[kind === 'Sales' ? 'transactionIds' : 'recordIds'].push(id);
    }).catch(asToldBy('notFound', () => new SalesError('notFound', `There is no sale or settlement record ${id}.`, { hint })));
  }
  return rows;
}

function amount(text: string): number {
  const reading = amountFromText(text);
  if ('amount' in reading && reading.amount >= 0) return reading.amount;
  throw new InvalidArgumentError('It must be an amount such as 12.50.');
}

function day(text: string): string {
  if (isCalendarDate(text)) return text;
  throw new InvalidArgumentError('It must be a date such as 2026-12-01.');
}

const usage = (message: string) => new SalesError('usage', message);
