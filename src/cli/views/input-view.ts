/** How an input was read, for people, before anything is sent: its kind, its columns and the reason for each. */
import { maskCardNumbers } from '../../contract/card-number.js';
import { columnShown } from '../../files/columns/column-names.js';
import { insteadOf, numberFields } from '../../files/input/record-kind.js';
import type { InputDescription } from '../../files/input/row.js';
import { decimalShown } from '../../files/questions/column-decisions.js';
import { answerFor } from '../../files/questions/open-questions.js';
import { columnNotes, sheetNotes } from '../../jobs/file-notes.js';
import type { SentBefore } from '../../jobs/sent-before.js';
import { hintText } from '../terminal/hint-text.js';
import type { Output } from '../terminal/output.js';
import { fittedLines } from '../terminal/table.js';
import type { CliWords } from '../words/en.js';
import { showNote } from './row-notes-view.js';

const LEFT_OUT_SHOWN = 8;

/** Prints what was detected, the columns with the reason for each, and what is missing or not read. */
export function showInput(input: InputDescription, output: Output): void {
  const { labels, reading: text } = output.words;
  const parts = [input.name === '-' ? text.standardInput : input.name];
  if (input.sizeBytes !== null) parts.push(bytesText(input.sizeBytes, output.words));
  parts.push(
    `${input.gzip ? 'gzip ' : ''}${input.format.toUpperCase()}${input.delimiter === null ? '' : ` '${input.delimiter === '\t' ? text.tab : input.delimiter}'`}`,
  );
  if (input.list !== null) parts.push(text.list(input.list));
  parts.push(input.sheet === null ? input.encoding : text.sheet(input.sheet), ...valueTexts(input.values, output.words));
  if (input.columns?.known) parts.push(input.columns.known.name);
  output.message(labels.reading, parts.join('  '));
  for (const note of sheetNotes(input.unreadSheets)) showNote(note, output);
  const { mapping, header, columns } = input;
  if (!mapping || !header || !columns) return;
  const additional = mapping.flatMap((text, index) => (text?.startsWith('additionalData.') ? [header[index] ?? ''] : []));
  const dropped = mapping.flatMap((text, index) => (text === null ? [header[index] ?? ''] : []));
  const mapped = mapping.length - additional.length - dropped.length;
  const counted = [text.mapped(mapped)];
  if (additional.length > 0) counted.push(text.additional(additional.length));
  if (dropped.length > 0) counted.push(text.leftOut(dropped.length) + named(dropped, columns.known !== null));
  output.message('', text.columns(mapping.length, counted.join(', ')));
  const isPlain = columns.rules === null && columns.by.every((by) => by === null || by === 'exact');
  if (!isPlain) showColumns(input, output);
  for (const note of columns.known?.notes ?? []) output.message('', note);
  if (columns.tellsPayouts) output.message('', text.tellsPayouts(output.commandLine('settle', input.name)));
  if (columns.personal.length > 0)
    output.message('', text.personal(columns.personal.map((name) => JSON.stringify(maskCardNumbers(name))).join(', ')));
  if (input.reading.standing === 'before') output.message('', text.readBefore);
  showMissing(input, output);
  for (const note of columnNotes(input)) showNote(note, output);
}

export function showSentBefore({ uploadId, receivedAt, user, kind, fileName }: SentBefore, output: Output): void {
  const day = `${receivedAt.slice(0, 16).replace('T', ' ')} UTC`;
  const { labels, reading: text } = output.words;
  output.message(labels.note, text.sentBefore(fileName || null, user, day, uploadId, kind ?? 'Sales'), 'yellow');
}

/** `decimal ','`, `dates dd.MM.yyyy HH:mm (Europe/Zurich)`; the fields are named where their dates are written differently. */
function valueTexts(values: InputDescription['values'], { reading: text }: CliWords): string[] {
  const isAmount = ({ field }: { field: string }) => (numberFields as readonly string[]).includes(field);
  const [amount] = values.filter(({ field }) => field === 'amount');
  const others = values.filter((value) => isAmount(value) && value.field !== 'amount').map(({ shown }) => shown);
  const dates = values.filter((value) => !isAmount(value));
  const forms = [...new Set(dates.map(({ shown }) => shown))];
  const texts = [...new Set([...(amount ? [amount.shown] : []), ...others])].map((shown) => {
    const decimal = decimalShown(shown);
    return decimal ? text.decimal(decimal.sign, decimal.hasCurrencies) : shown;
  });
  if (forms.length === 1) texts.push(text.dates(forms[0] ?? ''));
  else texts.push(...dates.map(({ field, shown }) => `${field} ${shown}`));
  return texts;
}

function named(names: readonly string[], isKnown: boolean): string {
  const more = names.length > LEFT_OUT_SHOWN ? ', …' : '';
  return isKnown ? ` (${names.slice(0, LEFT_OUT_SHOWN).join(', ')}${more})` : '';
}

/** One line a field, in the order of the columns. */
function showColumns({ header, mapping, columns }: InputDescription, output: Output): void {
  if (!header || !mapping || !columns) return;
  const { by, rules, sides, netSides, rememberedOn } = columns;
  const { labels, columns: text } = output.words;
  if (rememberedOn) output.message(labels.mapping, text.asOn(rememberedOn));
  const rows: string[][] = [];
  for (const [index, field] of mapping.entries()) {
    const reason = by[index];
    // The second column of a field stands beside its first.
    if (field === null || !reason || mapping.indexOf(field) < index) continue;
    const ofField = mapping.flatMap((other, at) => (other === field ? [at] : []));
    const ofSides = (field === 'amount' ? sides : field === 'netAmount' ? netSides : null) ?? null;
    const shown = (ofSides ?? ofField).map((at) => columnShown(header, at));
    rows.push([field, shown.join(ofSides ? ' - ' : ' + '), text.because[reason]]);
  }
  for (const [field, value] of Object.entries(rules?.constants ?? {})) rows.push([field, `"${maskCardNumbers(value)}"`, text.inEveryRow]);
  for (const [field, values] of Object.entries(rules?.values ?? {}))
    rows.push([field, text.values(Object.keys(values).length), text.replaced]);
  const untitled = { title: '' };
  for (const line of fittedLines([untitled, untitled, untitled], rows, null).slice(1)) output.message('', line);
}

function showMissing({ missing, header, columns, kind = 'Sales' }: InputDescription, output: Output): void {
  if (!header || missing.length === 0) return;
  const flags = missing.map((field) => hintText([answerFor(field, header, columns?.reading.timezone ?? null)]));
  const { labels, reading: text } = output.words;
  const fields = missing.map((field) => insteadOf(kind, field));
  output.message(labels.missing, text.missing(fields, flags.join(', ')), 'yellow');
}

/** `1 row`, `2,000 rows`. */
export function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
}

/** `512 B`, `1.2 kB`, `29.0 MB`. */
export function bytesText(bytes: number, { format, reading }: Pick<CliWords, 'format' | 'reading'>): string {
  const [byte, thousand, million] = reading.byteUnits;
  if (bytes < 1_000) return `${bytes} ${byte}`;
  const [size, unit] = bytes < 1_000_000 ? [bytes / 1_000, thousand] : [bytes / 1_000_000, million];
  return `${size.toFixed(1).replace('.', format.point())} ${unit}`;
}
