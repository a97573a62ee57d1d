/** `sales match apply`: makes the decisions that people wrote into the file of `sales exceptions --out`. */
import { Command } from 'commander';
import { ofEitherKind, type SalesApi } from '../../../client/http/api.js';
import { decimalText } from '../../../contract/amount.js';
import { currencySums } from '../../../contract/currency-sums.js';
import { orNull, SalesError } from '../../../contract/problem.js';
import { readCells, type TableAsText } from '../../../files/open.js';
import { exitOfFailure, exits, gravest } from '../../../jobs/exit-codes.js';
import type { Run } from '../../flags/run.js';
import { withApi } from '../../settings/connect.js';
import { amountsText } from '../../views/decisions-view.js';
import { confirmDecisions } from './decide.js';
import { type FilledLine, filledLines, type RowKind } from './filled-lines.js';
import { type LineResult, type SentLines, sendLines } from './line-results.js';
import { openResultsFile } from './results-file.js';

export function applyCommand(run: Run): Command {
  return new Command('apply')
    .description(
      'Make the decisions that were written into a file of sales exceptions --out. A line that is not as it was listed is refused. The same file again decides nothing twice.',
    )
    .argument('<file>', 'CSV or .xlsx, as a spreadsheet program saved it')
    .option('--dry-run', 'only show what would be decided')
    .action((path: string, { dryRun = false }: { dryRun?: boolean }, command: Command) => apply(path, dryRun, command, run));
}

async function apply(path: string, isDryRun: boolean, command: Command, run: Run): Promise<void> {
  const table = await readCells({ path });
  await withApi(command, run, async (api, { user }) => {
    const today = new Date(run.host.clock.nowMs()).toISOString().slice(0, 10);
    const lines = await filledLines(table, { user, today, kindOf: (id) => kindOf(api, id) });
    const foretold = await sendLines(api, lines, true);
    if (isDryRun || lines.length === 0) return end(foretold, { path, table, isDryRun, resultsFile: null }, run);
    if (foretold.failure) throw foretold.failure;
    const actions = actionsOf(foretold.results);
    if (actions.length > 0) await confirmDecisions(`make ${textOf(actions)}`, run);
    // Before anything is sent it is seen whether the results can be written.
    const file = await openResultsFile(path, table);
    try {
      const sent = await sendLines(api, lines, false);
      await file.finish(sent.results);
      end(sent, { path, table, isDryRun, resultsFile: file.path }, run);
    } finally {
      await file.discard();
    }
  });
}

function kindOf(api: SalesApi, id: string): Promise<RowKind | null> {
  return ofEitherKind(api, async (of, kind): Promise<RowKind> => {
    await of.get(id);
    return kind === 'Sales' ? 'sale' : 'record';
  }).catch(orNull('notFound'));
}

interface ActionSum {
  decision: string;
  lines: number;
  amounts: { currency: string | null; amount: string }[];
}

/** What was done, or would be, by the words of the file. */
function actionsOf(results: readonly LineResult[]): ActionSum[] {
  const made = results.filter(({ outcome }) => outcome === 'Done' || outcome === 'WouldBeDone').map(({ filled }) => filled);
  return [...new Set(made.map(({ word }) => word))].map((decision) => {
    const some = made.filter(({ word }) => word === decision);
    return { decision, lines: some.length, amounts: sumsOf(some) };
  });
}

function sumsOf(lines: readonly FilledLine[]): ActionSum['amounts'] {
  const sums = currencySums();
  for (const line of lines) sums.add(line);
  return sums.all().map(({ currency, units }) => ({ currency, amount: decimalText(units) }));
}

const textOf = (actions: readonly ActionSum[]) =>
  actions.length === 0 ? 'no decision' : actions.map((action) => `${action.lines} ${action.decision} (${amountsText(action)})`).join(', ');

interface Applied {
  path: string;
  table: TableAsText;
  isDryRun: boolean;
  resultsFile: string | null;
}

/** Refused lines that are shown; the file of results has all. */
const SHOWN_MAX = 20;

/** Shows what became of the lines. Fails with what ended it early. */
function end({ results, failure }: SentLines, applied: Applied, run: Run): void {
  const isNothingDone = !results.some(({ outcome }) => ['Done', 'WouldBeDone', 'AlreadyDone'].includes(outcome));
  const ofRefused = isNothingDone ? exits.inputUnusable : exits.rejectedRows;
  const refused = results.some(({ outcome }) => outcome === 'Refused') ? [ofRefused] : [];
  run.exit = gravest([...refused, ...(failure instanceof SalesError ? [exitOfFailure(failure.code)] : [])]);
  show(results, applied, run);
  if (failure) throw failure;
}

function show(results: readonly LineResult[], { path, table, isDryRun, resultsFile }: Applied, run: Run): void {
  const { output } = run;
  const of = (...outcomes: LineResult['outcome'][]) => results.filter(({ outcome }) => outcomes.includes(outcome));
  const refused = of('Refused');
  const decisions = actionsOf(results);
  const counts = {
    ...{ read: table.rows.length, decided: results.length, done: of('Done', 'WouldBeDone').length, alreadyDone: of('AlreadyDone').length },
    ...{ refused: refused.length, unsent: of('Unsent').length, unknown: of('Unknown').length },
  };
  if (output.flags.json) {
    const told = results.map(({ filled: { line, id, word }, outcome, code, detail, decisionId }) => {
      return { line, id: id || null, decision: word, outcome, code, detail, decisionId };
    });
    output.document({
      schema: 'sales.applied/1',
      file: path,
      dryRun: isDryRun,
      lines: counts,
      decisions,
      results: told,
      resultsFile,
      exit: run.exit,
    });
    return;
  }
  const line = (count: number, what: string) => (count === 0 ? [] : [`${count} ${what}`]);
  const summary = [
    `${isDryRun ? 'Would make' : 'Made'} ${textOf(decisions)}`,
    ...line(counts.alreadyDone, 'done before'),
    ...line(counts.refused, 'refused'),
    ...line(counts.unknown, 'not known'),
    ...line(counts.unsent, 'not sent'),
  ];
  for (const { filled, detail } of refused.slice(0, SHOWN_MAX)) output.text(`Line ${filled.line}: refused. ${detail}`);
  if (refused.length > SHOWN_MAX) output.text(`${refused.length - SHOWN_MAX} more lines are refused.`);
  output.text(results.length === 0 ? `No line of ${path} has a decision.` : `${summary.join('; ')}.`);
  if (resultsFile !== null) output.note(`Each line with its result:   ${resultsFile}`);
  if (counts.unsent + counts.unknown > 0)
    output.note(`To go on, once the cause is mended:   ${output.commandLine('match', 'apply', path)}`);
}
