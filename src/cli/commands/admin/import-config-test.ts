/** `sales admin import-config test`: what a configuration would make of a file. Nothing is stored. */
import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import { maskCardNumbers } from '../../../contract/card-number.js';
import type { TransactionUpload } from '../../../contract/transaction.js';
import type { OpenedInput } from '../../../files/input/row.js';
import { openInput } from '../../../files/open.js';
import { transactionOf } from '../../../files/rows/sale.js';
import type { TrialCounts, TrialReason } from '../../../importing/trial.js';
import { exits } from '../../../jobs/exit-codes.js';
import type { Surroundings } from '../../../store/administration.js';
import type { RowDecision } from '../../../store/import-decisions.js';
import { readingOptions } from '../../flags/mapping-flags.js';
import { addReadingFlags, type ReadingFlags } from '../../flags/reading-flags.js';
import type { Run } from '../../flags/run.js';
import { shellWord } from '../../terminal/shell-word.js';
import { count } from '../../views/input-view.js';
import { countWidth, reasonLine } from '../../views/reasons.js';
import { administer } from './administer.js';

interface TestFlags extends ReadingFlags {
  tenant?: string;
  configuration?: string;
}

interface TrialOutcome extends TrialCounts {
  read: number;
  /** Not sent, because they are no transactions. */
  faulty: number;
  reasons: readonly TrialReason[];
  warnings: readonly TrialReason[];
}

export function importConfigTestCommand(run: Run): Command {
  const test = new Command('test')
    .description('Show what a configuration would make of a file, and what it would say about which rows. Nothing is stored.')
    .argument('<file>', 'CSV, JSON or NDJSON, as for sales upload')
    .addOption(new Option('--tenant <tenant>', 'the tenant that it would be uploaded to, if there are several'))
    .addOption(new Option('--configuration <configuration>', "id or name (default: the tenant's default)"));
  return addReadingFlags(test).action(async (file: string, flags: TestFlags, command: Command) => {
    run.exit = await testFile(file, flags, command, run);
  });
}

async function testFile(file: string, flags: TestFlags, command: Command, run: Run): Promise<number> {
  const { output, host } = run;
  const { configuration, outcome } = await administer(command, run, async (administration) => {
    const surroundings = await administration.surroundings(flags.tenant, flags.configuration);
    const source = file === '-' ? { stdin: host.stdin as AsyncIterable<Uint8Array> } : { path: resolve(host.cwd(), file) };
    const input = await openInput(source, await readingOptions(flags));
    try {
      return { configuration: surroundings.configuration, outcome: await tried(input, surroundings, new Date(host.clock.nowMs())) };
    } finally {
      await input.close();
    }
  });
  const { reasons, warnings, ...counts } = outcome;
  const exit = counts.rejected + counts.faulty > 0 ? exits.rejectedRows : exits.done;
  if (output.flags.json) {
    const { id, name } = configuration;
    output.document({
      schema: 'sales.admin.import-config-test/1',
      file,
      configuration: { id, name },
      rows: counts,
      reasons: [...reasons],
      warnings: [...warnings],
      exit,
    });
    return exit;
  }
  const parts = [
    `${counts.imported.toLocaleString('en')} would be imported${counts.notMatched > 0 ? ` (${counts.notMatched.toLocaleString('en')} not to be matched)` : ''}`,
    counts.duplicates > 0 ? count(counts.duplicates, 'duplicate') : '',
    counts.rejected > 0 ? `${counts.rejected.toLocaleString('en')} rejected` : '',
    counts.faulty > 0 ? `${counts.faulty.toLocaleString('en')} not sent (sales check ${shellWord(file)} says why)` : '',
  ];
  output.text(
    `${count(counts.read, 'row')} by "${configuration.name}" of "${configuration.tenant.name}": ${parts.filter(Boolean).join(', ')}.`,
  );
  for (const [title, kind] of [['Rejected:', reasons] as const, ['Imported with a warning:', warnings] as const])
    showReasons(title, kind, run);
  return exit;
}

function showReasons(title: string, kinds: readonly TrialReason[], { output }: Run): void {
  if (kinds.length === 0) return;
  const reasons = kinds.map(({ reason, rows, lines }) => ({ reason, count: rows, indexes: lines }));
  output.text(title);
  for (const one of reasons) output.text(maskCardNumbers(reasonLine(one, countWidth(reasons), (line) => `line ${line}`)));
}

async function tried(input: OpenedInput, { configuration, known, seed, earlier }: Surroundings, receivedAt: Date): Promise<TrialOutcome> {
  const { openTrial, trialSearch } = await import('../../../importing/trial.js');
  const { settings } = configuration;
  const trial = openTrial(settings, { known, receivedAt });
  const withDuplicates = trialSearch(settings, seed, earlier);
  let [read, faulty] = [0, 0];
  for await (const group of input.rows) {
    const tried: { transaction: TransactionUpload; byRules: RowDecision; line: number }[] = [];
    for (const { sale, line, leftOut } of group) {
      if (leftOut !== undefined) continue;
      read += 1;
      const transaction = sale && transactionOf(sale);
      if (!transaction) faulty += 1;
      else tried.push({ transaction, byRules: trial.byRules(transaction), line });
    }
    const decisions = await withDuplicates(
      tried.map(({ transaction }) => transaction),
      tried.map(({ byRules }) => byRules),
    );
    for (const [index, { line }] of tried.entries()) trial.note(decisions[index] as RowDecision, line);
  }
  return { read, faulty, ...trial.counts(), reasons: trial.reasons(), warnings: trial.warnings() };
}
