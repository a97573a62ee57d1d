/** What became of a file, for people: what was read, what was accepted with its sums, what was not and why, and what to type next. */

import { duplicatesIn, type RowTally } from '../../client/sending/tally.js';
import { decimalText } from '../../contract/amount.js';
import { maskCardNumbers } from '../../contract/card-number.js';
import type { CurrencySum } from '../../contract/currency-sums.js';
import { named } from '../../contract/own-names.js';
import { rowPlace, type UploadKind } from '../../contract/states.js';
import type { TransactionField, TransactionUpload } from '../../contract/transaction.js';
import { recordKinds } from '../../files/input/record-kind.js';
import type { ShownReading } from '../../files/reading/shown-reading.js';
import { exits, hasImportErrors, mayLackRows } from '../../jobs/exit-codes.js';
import type { FirstRow, UploadOutcome } from '../../jobs/upload-outcome.js';
import type { ReadingFlags } from '../flags/reading-flags.js';
import type { Run } from '../flags/run.js';
import { failureDetails } from '../terminal/failure-details.js';
import { hintText } from '../terminal/hint-text.js';
import { kindWords } from '../terminal/kind-words.js';
import type { Output } from '../terminal/output.js';
import { FAR_APART } from '../terminal/table.js';
import type { CliWords } from '../words/en.js';
import { acceptedHead, isUnderWay } from './accepted-head.js';
import { amountText, groupedAmount } from './amount-cells.js';
import { showDiffering } from './differing-duplicates-view.js';
import { showReading } from './reading-view.js';
import { ERRORS_SHOWN, goesOnByResume, showErrors, showRejected } from './rejected-view.js';
import { showRowNotes } from './row-notes-view.js';
import { type ItemColumn, messageWidth, tableLines } from './table-view.js';

/** An error of the server with its line of the file; the row's number in its request says nothing more then. */
const OF_LINE = new RegExp(`^line (\\d+): ${rowPlace}\\.?`);

/** `flags` are those that say how the file was read, null where its job says it. */
export function showOutcome(
  outcome: UploadOutcome,
  { host, output: given }: Pick<Run, 'host' | 'output'>,
  flags: ReadingFlags | null,
): void {
  // With -q only what went well is nothing to speak of.
  const output = outcome.exit === exits.done ? given : given.aloud();
  const { labels, upload: text } = given.words;
  if (outcome.skipped) {
    output.message(labels.skipped, outcome.stopped?.message ?? '', 'yellow');
    return;
  }
  showErrors(outcome, output);
  if (outcome.dryRun) {
    const { reading, checked } = outcome;
    if (reading && checked && checked.description.reading.standing !== 'own') showAsked(reading, outcome.file, given);
    if (checked) showFirst(checked.first, checked.description.kind ?? 'Sales', given, messageWidth(host));
    given.message(labels.checked, text.checked(outcome.rows));
    const rules = outcome.checked?.description.importRules ?? null;
    if (rules !== null) output.message('', text.heldTo(rules));
  } else {
    showAccepted(outcome, given);
    showUploads(outcome, output);
    for (const batch of outcome.inDoubt) output.message(labels.inDoubt, text.inDoubt(batch.batch, batch.rows, batch, batch.reason), 'red');
    showUnsent(outcome, output);
  }
  showRowNotes(outcome, host.clock.nowMs(), given);
  showRejected(outcome, flags, output);
  showNext(outcome, output);
  showGrown(outcome, output);
}

function showGrown({ file, readBytes, kind = 'Sales' }: UploadOutcome, output: Output): void {
  if (readBytes === undefined) return;
  const { labels, upload: text } = output.words;
  output.message(labels.left, text.grown(file, readBytes), 'yellow');
  output.message('', text.sendTheRest(kind));
}

/** The first rows as they would be sent: a column for each field that one of them has. */
function showFirst(rows: readonly FirstRow[], kind: UploadKind, output: Output, width: number | null): void {
  if (rows.length === 0) return;
  const all = recordKinds[kind].fields as readonly TransactionField[];
  const fields = all.filter((field) => rows.some(({ transaction }) => (transaction[field] ?? null) !== null));
  const { labels, upload: text } = output.words;
  const columns: ItemColumn<FirstRow>[] = [{ title: text.line, align: 'right', cell: ({ line }) => String(line) }];
  for (const title of fields)
    if (title !== 'amount') columns.push({ title, cell: ({ transaction }) => cellOf(transaction[title]), ...firstOrder(title) });
    else columns.push({ title, align: 'right', point: '.', cell: ({ transaction: { amount, currency } }) => amountText(amount, currency) });
  const linesWith = (between?: number) => tableLines(columns, rows, width === null ? null : width - 2, between);
  // The output cuts whatever looks like a card number; what is sent is cut nowhere.
  const areCut = (some: readonly string[]) => some.some((line) => maskCardNumbers(line) !== line);
  const close = linesWith();
  const lines = areCut(close) ? linesWith(FAR_APART) : close;
  const isCut = areCut(lines);
  output.message(labels.first, text.firstRows(isCut));
  for (const line of lines) output.note(`  ${line}`);
}

/** Where there is no room, what says least about whether a file is read right is left out first. */
function firstOrder(field: string): { dropped?: number } {
  const kept: Record<string, number> = named({
    transactionReference: 1,
    terminalId: 2,
    brandId: 3,
    businessDate: 4,
    type: 1,
    fee: 1,
    payoutId: 2,
  });
  return field === 'currency' || field === 'transactionDate' ? {} : { dropped: kept[field] ?? 5 };
}

function cellOf(value: TransactionUpload[TransactionField]): string {
  if (value === null || value === undefined) return '';
  if (!Array.isArray(value)) return String(value);
  return value.map((one) => (typeof one === 'string' ? one : `${one.key}=${shortened(one.value)}`)).join(', ');
}

function shortened(text: string): string {
  return text.length > 30 ? `${text.slice(0, 29)}…` : text;
}

/** With what an upload would want, which a check only tells. */
function showAsked(reading: ShownReading, file: string, output: Output): void {
  const { labels, or, upload: text } = output.words;
  showReading(reading, file, output);
  for (const { answers } of reading.against) output.note(`  ${answers.map((answer) => hintText([answer])).join(`   ${or}   `)}`);
  if (!reading.accepted && reading.against.length === 0)
    output.message(labels.new, text.newHeader(hintText([['--accept', reading.digest]])), 'yellow');
}

/** Head line: how many rows of the file count now, where the server has told of each; the sums are those of the rows sent. */
function showAccepted({ rows, uploads, currencies, job, kind = 'Sales' }: UploadOutcome, output: Output): void {
  if (rows.accepted === 0) return;
  const { words } = output;
  const text = words.upload;
  const { label, colour, imported } = acceptedHead(uploads);
  const parts = currencies.map((sum) => sumText(sum, words));
  if (imported === null) parts.unshift(text.sent(rows.accepted, kind));
  else if (imported === rows.read) parts.unshift(text.imported(imported, kind));
  else {
    parts.unshift(text.importedOf(imported, rows.read, kind));
    if (imported < rows.accepted) parts[1] = text.sumsSent(parts[1] ?? '');
  }
  const { [label]: head } = words.labels;
  output.message(head, [...parts, ...(job ? [text.job(job)] : [])].join('   '), colour);
  const duplicates = duplicatesIn(uploads);
  if (duplicates > 0) output.message('', text.duplicates(duplicates));
}

function sumText({ currency, rows, units, rowsWithoutAmount, rowsFiner }: CurrencySum, { format, noCurrency, upload }: CliWords): string {
  const notes = [
    format.countText(rows),
    ...(rowsWithoutAmount ? [upload.withoutAmount(rowsWithoutAmount)] : []),
    ...(rowsFiner ? [upload.notInSum(rowsFiner)] : []),
  ];
  return `${currency ?? noCurrency} ${groupedAmount(decimalText(units), currency, format)} (${notes.join(', ')})`;
}

function showUploads(outcome: UploadOutcome, output: Output): void {
  const { uploads, waited, file, waitStopped, notImported = 0, kind = 'Sales' } = outcome;
  const { list } = kindWords[kind];
  const { labels, upload: text } = output.words;
  let errorsShown = 0;
  for (const upload of uploads) {
    const { uploadId, status, errors } = upload;
    const hasErrors = hasImportErrors(upload);
    if (hasErrors) output.message(labels.importErrors, text.uploadIs(uploadId, status ?? '', upload.summary ?? ''), 'yellow');
    else if (uploads.length === 1) output.message('', `${text.upload(uploadId)}${saidOf(upload)}`);
    else if (output.flags.verbose) output.message('', text.uploadOf(uploadId, status, upload.rows));
    if (!hasErrors) continue;
    for (const error of errors.slice(0, Math.max(0, ERRORS_SHOWN - errorsShown)))
      output.message(
        '',
        error.replace(OF_LINE, (_, line) => `${file}:${line}  `),
      );
    errorsShown += errors.length;
    if (notImported === 0 && mayLackRows(upload))
      output.message('', text.notImported(output.commandLine(...list, '--upload', uploadId, '--state', 'Unprocessed')));
  }
  showCounts(
    uploads.filter(({ countsMatch }) => countsMatch === false),
    list,
    output,
  );
  const uncounted = uploads.filter((one) => one.countsMatch === null && !isUnderWay(one));
  const [oneUncounted] = uncounted;
  if (oneUncounted) {
    output.message(labels.counts, text.notCounted(uncounted.length), 'yellow');
    output.message('', text.check(output.commandLine(...list, '--upload', oneUncounted.uploadId, '--all')));
  }
  if (outcome.twinsInDoubt) showTwins(outcome.twinsInDoubt, uploads, kind, output);
  if (outcome.differing) showDiffering(outcome, outcome.differing, output);
  const underWay = uploads.filter(isUnderWay);
  const first = underWay[0];
  if (waitStopped) output.message(labels.wait, text.waitStopped(waitStopped.message), 'yellow');
  if (!first) return;
  const follow = output.commandLine('status', first.uploadId, '--wait');
  if (waited) output.message(labels.wait, text.notImportedYet(underWay.length, follow), 'yellow');
  else output.message('', text.stillImporting(follow));
}

/** Uploads of which the server lists more rows than were sent, or fewer. */
export function showCounts(uploads: readonly { uploadId: string; rows: number }[], list: readonly string[], output: Output): void {
  const { labels, upload: text } = output.words;
  for (const { uploadId, rows } of uploads) {
    output.message(labels.counts, text.countsDiffer(uploadId, rows), 'red');
    output.message('', text.check(output.commandLine(...list, '--upload', uploadId, '--all')));
  }
}

function showTwins(rows: number, uploads: RowTally['uploads'], kind: UploadKind, output: Output): void {
  const { labels, upload: text } = output.words;
  output.message(labels.twins, text.twins(rows, kind), 'yellow');
  for (const { uploadId } of uploads.filter(({ duplicates }) => (duplicates ?? 0) > 0))
    output.message('', text.check(output.commandLine(...kindWords[kind].list, '--upload', uploadId, '--match-state', 'Skip')));
  output.message('', text.ownReference(kind));
}

/** The server's own sentence, which tells more than is counted here, such as warnings. */
function saidOf({ status, summary }: RowTally['uploads'][number]): string {
  return status !== 'Processing' && summary ? `   ${summary}` : '';
}

function showUnsent({ unsent, stopped, tried, interrupted, readUpToLine, file }: UploadOutcome, output: Output): void {
  const { labels, upload: text } = output.words;
  if (stopped && stopped.code !== 'inDoubt') {
    // Nothing above has named a file that was not even read.
    const isNamed = tried || stopped.message.includes(file);
    output.message(labels.stopped, isNamed ? stopped.message : `${file}: ${stopped.message}`, 'red');
    for (const detail of failureDetails(stopped, output.begin)) output.message('', detail);
    if (stopped.hint) output.message('', hintText(stopped.hint, output.begin));
  }
  if (interrupted) output.message(labels.stopped, text.interrupted, 'yellow');
  if (unsent) output.message(labels.unsent, text.unsent(unsent.rows, file, unsent.firstLine, unsent.lastLine), 'yellow');
  if (readUpToLine === null) return;
  output.message('', readUpToLine === 0 ? text.noneRead : text.notRead(readUpToLine));
}

/** Whatever is not through has one line to type. */
function showNext(outcome: UploadOutcome, output: Output): void {
  const { job, resumable, rows, tried, kind = 'Sales' } = outcome;
  const { labels, upload: text } = output.words;
  if (job === null) {
    if (tried && rows.unsent > 0) output.message('', text.nothingSent);
    return;
  }
  if (rows.inDoubt > 0 && !(resumable && outcome.resolvesDoubt)) {
    output.message('', text.maybeAccepted(output.commandLine(...kindWords[kind].list, '--sort', 'date')));
    const resend = output.commandLine('resume', job, '--in-doubt=resend');
    output.message(labels.next, outcome.complete ? text.resendAfterAll(resend) : text.resendOrSkip(resend, '--in-doubt=skip'));
  } else if (goesOnByResume(outcome))
    output.message(labels.next, text.resume(output.commandLine('resume', job), outcome.stopped?.code === 'network'));
}
