/** What became of a file, for people: what was read, what was accepted with its sums, what was not and why, and what to type next. */

import type { RowTally } from '../../client/sending/tally.js';
import { decimalText } from '../../contract/amount.js';
import { maskCardNumbers } from '../../contract/card-number.js';
import type { CurrencySum } from '../../contract/currency-sums.js';
import { named } from '../../contract/own-names.js';
import { rowPlace, type UploadKind } from '../../contract/states.js';
import type { TransactionField, TransactionUpload } from '../../contract/transaction.js';
import { recordKinds } from '../../files/input/record-kind.js';
import type { ShownReading } from '../../files/reading/shown-reading.js';
import { exits, hasImportErrors } from '../../jobs/exit-codes.js';
import type { FirstRow, UploadOutcome } from '../../jobs/upload-outcome.js';
import type { ReadingFlags } from '../flags/reading-flags.js';
import { failureDetails } from '../terminal/failure-details.js';
import { hintText } from '../terminal/hint-text.js';
import { kindWords } from '../terminal/kind-words.js';
import type { Output } from '../terminal/output.js';
import { FAR_APART, fittedLines } from '../terminal/table.js';
import { acceptedHead, isUnderWay } from './accepted-head.js';
import { amountText, groupedAmount, onPoint } from './amount-cells.js';
import { showDiffering } from './differing-duplicates-view.js';
import { count } from './input-view.js';
import { showReading } from './reading-view.js';
import { ERRORS_SHOWN, goesOnByResume, showErrors, showRejected } from './rejected-view.js';
import { duplicatesIn, showRowNotes } from './row-notes-view.js';

/** An error of the server with its line of the file; the row's number in its request says nothing more then. */
const OF_LINE = new RegExp(`^line (\\d+): ${rowPlace}\\.?`);

/** `nowMs` is what the dates of the rows are held against; `flags` are those that say how the file was read, null where its job says it. */
export function showOutcome(outcome: UploadOutcome, given: Output, nowMs: number, flags: ReadingFlags | null, width: number | null): void {
  // With -q only what went well is nothing to speak of.
  const output = outcome.exit === exits.done ? given : given.aloud();
  if (outcome.skipped) {
    output.message('SKIPPED', outcome.stopped?.message ?? '', 'yellow');
    return;
  }
  showErrors(outcome, output);
  if (outcome.dryRun) {
    const { reading, checked } = outcome;
    if (reading && checked && checked.description.reading.standing !== 'own') showAsked(reading, outcome.file, given);
    if (checked) showFirst(checked.first, checked.description.kind ?? 'Sales', given, width);
    given.message(
      'Checked',
      `${count(outcome.rows.read, 'row')}: ${outcome.rows.unsent.toLocaleString('en')} could be sent, ${outcome.rows.rejected.toLocaleString('en')} could not. Nothing was sent.`,
    );
    const rules = outcome.checked?.description.importRules ?? null;
    if (rules !== null) output.message('', `Held to the rules of the server's import configuration "${rules}"`);
  } else {
    showAccepted(outcome, given);
    showUploads(outcome, output);
    for (const batch of outcome.inDoubt) {
      const where = `batch ${batch.batch}, ${count(batch.rows, 'row')}, records ${batch.firstRecord} to ${batch.lastRecord}, lines ${batch.firstLine} to ${batch.lastLine}`;
      output.message('IN DOUBT', `${where}: ${batch.reason}`, 'red');
    }
    showUnsent(outcome, output);
  }
  showRowNotes(outcome, nowMs, given);
  showRejected(outcome, flags, output);
  showNext(outcome, output);
  showGrown(outcome, output);
}

function showGrown({ file, readBytes, kind = 'Sales' }: UploadOutcome, output: Output): void {
  if (readBytes === undefined) return;
  const bytes = readBytes.toLocaleString('en');
  output.message('LEFT', `${file} has grown since this upload began: what follows its first ${bytes} bytes was not sent.`, 'yellow');
  output.message('', `Once the upload is finished, upload a file with only those ${kindWords[kind].sales}.`);
}

/** The first rows as they would be sent: a column for each field that one of them has. */
function showFirst(rows: readonly FirstRow[], kind: UploadKind, output: Output, width: number | null): void {
  if (rows.length === 0) return;
  const all = recordKinds[kind].fields as readonly TransactionField[];
  const fields = all.filter((field) => rows.some(({ transaction }) => (transaction[field] ?? null) !== null));
  const columns = fields.map((field) => ({ title: field, align: field === 'amount' ? ('right' as const) : ('left' as const) }));
  const amounts = onPoint(rows.map(({ transaction }) => amountText(transaction.amount, transaction.currency)));
  const cells = rows.map(({ line, transaction }, at) => [
    String(line),
    ...fields.map((field) => (field === 'amount' ? (amounts[at] ?? '') : cellOf(transaction[field]))),
  ]);
  const fitted = [{ title: 'line', align: 'right' as const }, ...columns.map((column) => ({ ...column, ...firstOrder(column.title) }))];
  const linesWith = (between?: number) => fittedLines(fitted, cells, width === null ? null : width - 2, between);
  // The output cuts whatever looks like a card number; what is sent is cut nowhere.
  const areCut = (some: readonly string[]) => some.some((line) => maskCardNumbers(line) !== line);
  const close = linesWith();
  const lines = areCut(close) ? linesWith(FAR_APART) : close;
  const isCut = areCut(lines);
  output.message(
    'First',
    isCut
      ? 'rows as they would be sent; what looks like a full card number is shortened in this display only'
      : 'rows as they would be sent',
  );
  for (const line of lines) output.note(`  ${line}`);
}

/** Where there is no room, what says least about whether a file is read right is left out first. */
function firstOrder(field: string): { dropped?: number; instant?: boolean } {
  const kept: Record<string, number> = named({
    transactionReference: 1,
    terminalId: 2,
    brandId: 3,
    businessDate: 4,
    type: 1,
    fee: 1,
    payoutId: 2,
  });
  if (field === 'amount' || field === 'currency' || field === 'transactionDate') return {};
  return { dropped: kept[field] ?? 5 };
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
  showReading(reading, file, output);
  for (const { answers } of reading.against) output.note(`  ${answers.map((answer) => hintText([answer])).join('   or   ')}`);
  if (!reading.accepted && reading.against.length === 0)
    output.message(
      'NEW',
      `A new header: an upload asks once if this is right, or takes   ${hintText([['--accept', reading.digest]])}`,
      'yellow',
    );
}

/** Head line: how many rows of the file count now, where the server has told of each; the sums are those of the rows sent. */
function showAccepted({ rows, uploads, currencies, job, kind = 'Sales' }: UploadOutcome, output: Output): void {
  if (rows.accepted === 0) return;
  const { sale } = kindWords[kind];
  const { word, colour, imported } = acceptedHead(uploads);
  const parts = currencies.map(sumText);
  if (imported === null) parts.unshift(`${count(rows.accepted, sale)} sent`);
  else if (imported === rows.read) parts.unshift(`${count(imported, sale)} imported`);
  else {
    parts.unshift(`${imported.toLocaleString('en')} of ${count(rows.read, sale)} imported`);
    if (imported < rows.accepted) parts[1] = `sent ${parts[1]}`;
  }
  output.message(word, [...parts, ...(job ? [`job ${job}`] : [])].join('   '), colour);
  const duplicates = duplicatesIn(uploads);
  if (duplicates > 0)
    output.message('', `${count(duplicates, 'duplicate')} of earlier uploads: ${duplicates === 1 ? 'it counts' : 'they count'} once`);
}

function sumText({ currency, rows, units, rowsWithoutAmount, rowsFiner }: CurrencySum): string {
  const apart = [
    rowsWithoutAmount ? `${rowsWithoutAmount} without amount` : '',
    rowsFiner ? `${rowsFiner} too large or finer than 0.0001, not in the sum` : '',
  ];
  const notes = [rows.toLocaleString('en'), ...apart.filter((text) => text)].join(', ');
  return `${currency ?? 'no currency'} ${groupedAmount(decimalText(units), currency)} (${notes})`;
}

function showUploads(outcome: UploadOutcome, output: Output): void {
  const { uploads, waited, file, waitStopped, notImported = 0, kind = 'Sales' } = outcome;
  const { list } = kindWords[kind];
  let errorsShown = 0;
  for (const upload of uploads) {
    const { uploadId, status, errors } = upload;
    const hasErrors = hasImportErrors(upload);
    if (hasErrors) output.message('IMPORT', `upload ${uploadId} is ${status}: ${upload.summary ?? ''}`, 'yellow');
    else if (uploads.length === 1) output.message('', `upload ${uploadId}${saidOf(upload)}`);
    else if (output.flags.verbose) output.message('', `upload ${uploadId}: ${status ?? 'sent'}, ${count(upload.rows, 'row')}`);
    if (!hasErrors) continue;
    for (const error of errors.slice(0, Math.max(0, ERRORS_SHOWN - errorsShown)))
      output.message(
        '',
        error.replace(OF_LINE, (_, line) => `${file}:${line}  `),
      );
    errorsShown += errors.length;
    if (notImported === 0)
      output.message('', `those not imported:   ${output.commandLine(...list, '--upload', uploadId, '--state', 'Unprocessed')}`);
  }
  for (const one of uploads.filter(({ countsMatch }) => countsMatch === false)) {
    output.message(
      'COUNTS',
      `upload ${one.uploadId}: ${count(one.rows, 'row')} were sent, but the server lists a different number.`,
      'red',
    );
    output.message('', `check:   ${output.commandLine(...list, '--upload', one.uploadId, '--all')}`);
  }
  if (outcome.twinsInDoubt) showTwins(outcome.twinsInDoubt, uploads, kind, output);
  if (outcome.differing) showDiffering(outcome, outcome.differing, output);
  const underWay = uploads.filter(isUnderWay);
  const first = underWay[0];
  if (waitStopped) output.message('WAIT', `${waitStopped.message} Whatever was accepted is on the server.`, 'yellow');
  if (!first) return;
  const still = waited ? `${count(underWay.length, 'upload')} not imported yet` : 'the server is still importing';
  const follow = output.commandLine('status', first.uploadId, '--wait');
  output.message(waited ? 'WAIT' : '', `${still}; follow it:   ${follow}`, waited ? 'yellow' : undefined);
}

function showTwins(rows: number, uploads: RowTally['uploads'], kind: UploadKind, output: Output): void {
  const were = rows === 1 ? 'corrected row was treated as a duplicate' : 'corrected rows were treated as duplicates';
  const text = `${rows.toLocaleString('en')} ${were} of what the server already has. If the file really had two equal ${kindWords[kind].sales}, one of them is now missing.`;
  output.message('TWINS?', text, 'yellow');
  for (const { uploadId } of uploads.filter(({ duplicates }) => (duplicates ?? 0) > 0))
    output.message('', `check:   ${output.commandLine(...kindWords[kind].list, '--upload', uploadId, '--match-state', 'Skip')}`);
  output.message('', `If a row is a separate ${kindWords[kind].sale}, give it a reference of its own and upload it again.`);
}

/** The server's own sentence, which tells more than is counted here, such as warnings. */
function saidOf({ status, summary }: RowTally['uploads'][number]): string {
  return status !== 'Processing' && summary ? `   ${summary}` : '';
}

function showUnsent({ unsent, stopped, tried, interrupted, readUpToLine, file }: UploadOutcome, output: Output): void {
  if (stopped && stopped.code !== 'inDoubt') {
    // Nothing above has named a file that was not even read.
    const isNamed = tried || stopped.message.includes(file);
    output.message('STOPPED', isNamed ? stopped.message : `${file}: ${stopped.message}`, 'red');
    for (const detail of failureDetails(stopped, output.begin)) output.message('', detail);
    if (stopped.hint) output.message('', hintText(stopped.hint, output.begin));
  }
  if (interrupted) output.message('STOPPED', 'Interrupted.', 'yellow');
  if (unsent) {
    const lines = unsent.rows === 1 ? `line ${unsent.firstLine}` : `lines ${unsent.firstLine} to ${unsent.lastLine}`;
    output.message(
      'UNSENT',
      `${count(unsent.rows, 'row')} of ${file}, ${lines}: the server does not have ${unsent.rows === 1 ? 'it' : 'them'}.`,
      'yellow',
    );
  }
  if (readUpToLine === null) return;
  output.message('', readUpToLine === 0 ? 'None of its lines was read.' : `Lines after ${readUpToLine} were not read.`);
}

/** Whatever is not through has one line to type. */
function showNext(outcome: UploadOutcome, output: Output): void {
  const { job, resumable, rows, tried, kind = 'Sales' } = outcome;
  if (job === null) {
    if (tried && rows.unsent > 0) output.message('', 'Nothing of the file was sent: run the same command again.');
    return;
  }
  if (rows.inDoubt > 0 && !(resumable && outcome.resolvesDoubt)) {
    output.message(
      '',
      `The server may have accepted them. Check before you send them again:   ${output.commandLine(...kindWords[kind].list, '--sort', 'date')}`,
    );
    output.message('NEXT', `${output.commandLine('resume', job, '--in-doubt=resend')}   or   --in-doubt=skip   to leave them`);
  } else if (goesOnByResume(outcome))
    output.message(
      'NEXT',
      `${output.commandLine('resume', job)}   ${whenReached(outcome)}continues where this stopped; nothing is sent twice`,
    );
}

function whenReached({ stopped }: UploadOutcome): string {
  return stopped?.code === 'network' ? 'when the server can be reached: it ' : '';
}
