/** How an input was read, for people, before anything is sent: its kind, its columns and the reason for each. */
import { maskCardNumbers } from '../../contract/card-number.js';
import { columnShown } from '../../files/columns/column-names.js';
import { confidenceWords } from '../../files/columns/column-plan.js';
import { insteadOf, numberFields } from '../../files/input/record-kind.js';
import type { InputDescription } from '../../files/input/row.js';
import { answerFor, columnAnswer } from '../../files/questions/open-questions.js';
import { isIdentified, namesPayments } from '../../jobs/new-job.js';
import type { SentBefore } from '../../jobs/sent-before.js';
import { hintText } from '../terminal/hint-text.js';
import { kindWords } from '../terminal/kind-words.js';
import type { Output } from '../terminal/output.js';
import { tableLines } from '../terminal/table.js';

const LEFT_OUT_SHOWN = 8;
const SHEETS_SHOWN = 5;

export const mayBeRecords = 'Where a till sends these sales, send it as settlement records instead:';

/** Prints what was detected, the columns with the reason for each, and what is missing or not read. */
export function showInput(input: InputDescription, output: Output): void {
  const parts = [input.name === '-' ? 'standard input' : input.name];
  if (input.sizeBytes !== null) parts.push(bytesText(input.sizeBytes));
  parts.push(
    `${input.gzip ? 'gzip ' : ''}${input.format.toUpperCase()}${input.delimiter === null ? '' : ` '${shownDelimiter(input.delimiter)}'`}`,
  );
  if (input.list !== null) parts.push(`list ${input.list}`);
  parts.push(input.sheet === null ? input.encoding : `sheet ${input.sheet}`, ...valueTexts(input.values));
  if (input.columns?.known) parts.push(input.columns.known.name);
  output.message('Reading', parts.join('  '));
  showUnreadSheets(input, output);
  const { mapping, header, columns } = input;
  if (!mapping || !header || !columns) return;
  const additional = mapping.flatMap((text, index) => (text?.startsWith('additionalData.') ? [header[index] ?? ''] : []));
  const dropped = mapping.flatMap((text, index) => (text === null ? [header[index] ?? ''] : []));
  const mapped = mapping.length - additional.length - dropped.length;
  const counts = [
    `${mapped} mapped`,
    additional.length ? `${additional.length} to additionalData` : '',
    dropped.length ? `${dropped.length} left out${named(dropped, columns.known !== null)}` : '',
  ];
  output.message('', `${count(mapping.length, 'column')}: ${counts.filter((text) => text).join(', ')}`);
  const isPlain = columns.rules === null && columns.by.every((by) => by === null || by === 'exact');
  if (!isPlain) showColumns(input, output);
  for (const note of columns.known?.notes ?? []) output.message('', note);
  if (columns.tellsPayouts) {
    const settle = output.commandLine('settle', input.name);
    output.message('', `It tells what was paid out. ${mayBeRecords}   ${settle}`);
  }
  if (columns.personal.length > 0) showPersonal(columns.personal, output);
  for (const { field, column } of columns.alike) showAlike(field, column, input.header ?? [], output);
  if (input.reading.standing === 'before')
    output.message('', 'Files with this header were uploaded before: its reading counts as accepted from now on');
  for (const note of input.reading.notes) output.message('NOTE', note, 'yellow');
  showMissing(input, output);
  if (!isIdentified(input)) {
    const { sale } = kindWords[input.kind ?? 'Sales'];
    const text = `No column distinguishes one ${sale} from another (receipt number, terminal …): rows that are sent twice count twice`;
    output.message('NOTE', text, 'yellow');
  }
  if (!namesPayments(input)) showUnnamed([...additional, ...dropped], header, output);
}

function showUnnamed(unused: readonly string[], header: readonly string[], output: Output): void {
  const names = unused.slice(0, LEFT_OUT_SHOWN).map((name) => JSON.stringify(maskCardNumbers(name)));
  const notUsed = names.length === 0 ? '' : `. Not used: ${names.join(', ')}${unused.length > LEFT_OUT_SHOWN ? ', …' : ''}`;
  const text = `No payment can be matched for certain without a reference, counter, order or code${notUsed}`;
  // Without a column that is left, the file has none to map.
  const flag = names.length === 0 ? '' : `   ${hintText([answerFor('transactionReference', header, null)])}`;
  output.message('NOTE', `${text}${flag}`, 'yellow');
}

export function showSentBefore({ uploadId, receivedAt, user, kind, fileName }: SentBefore, output: Output): void {
  const day = `${receivedAt.slice(0, 16).replace('T', ' ')} UTC`;
  const what = kind === 'Settlement' ? ' with settlement records' : '';
  const as = fileName ? ` as ${fileName}` : '';
  output.message('NOTE', `The server has the same bytes${as}: sent by ${user} on ${day}, upload ${uploadId}${what}`, 'yellow');
}

function showUnreadSheets({ unreadSheets, kind = 'Sales' }: InputDescription, output: Output): void {
  if (unreadSheets.length === 0) return;
  const [are, them] = unreadSheets.length === 1 ? ['sheet is', 'it holds'] : ['sheets are', 'they hold'];
  const all = unreadSheets.slice(0, SHEETS_SHOWN).map((name) => JSON.stringify(name));
  const names = `${all.join(', ')}${unreadSheets.length > SHEETS_SHOWN ? ', …' : ''}`;
  const text = `${unreadSheets.length} more ${are} not read: ${names}. If ${them} ${kindWords[kind].sales}, save each as a separate file`;
  output.message('NOTE', text, 'yellow');
}

/** `decimal ','`, `dates dd.MM.yyyy HH:mm (Europe/Zurich)`; the fields are named where their dates are written differently. */
function valueTexts(values: InputDescription['values']): string[] {
  const isAmount = ({ field }: { field: string }) => (numberFields as readonly string[]).includes(field);
  const [amount] = values.filter(({ field }) => field === 'amount');
  const others = values.filter((value) => isAmount(value) && value.field !== 'amount').map(({ shown }) => shown);
  const dates = values.filter((value) => !isAmount(value));
  const forms = [...new Set(dates.map(({ shown }) => shown))];
  const texts = [...new Set([...(amount ? [amount.shown] : []), ...others])];
  if (forms.length === 1) texts.push(`dates ${forms[0]}`);
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
  if (rememberedOn) output.message('Mapping', `as on ${rememberedOn}, when such a file was uploaded (--no-remember ignores this)`);
  const rows: string[][] = [];
  for (const [index, text] of mapping.entries()) {
    const reason = by[index];
    // The second column of a field stands beside its first.
    if (text === null || !reason || mapping.indexOf(text) < index) continue;
    const ofField = mapping.flatMap((other, at) => (other === text ? [at] : []));
    const ofSides = (text === 'amount' ? sides : text === 'netAmount' ? netSides : null) ?? null;
    const shown = (ofSides ?? ofField).map((at) => columnShown(header, at));
    rows.push([text, shown.join(ofSides ? ' - ' : ' + '), confidenceWords[reason]]);
  }
  for (const [field, value] of Object.entries(rules?.constants ?? {})) rows.push([field, `"${maskCardNumbers(value)}"`, 'in every row']);
  for (const [field, values] of Object.entries(rules?.values ?? {}))
    rows.push([field, count(Object.keys(values).length, 'value'), 'replaced']);
  const plain = { title: '', align: 'left' as const };
  for (const line of tableLines([plain, plain, plain], rows).slice(1)) output.message('', line);
}

function showPersonal(personal: readonly string[], output: Output): void {
  const names = personal.map((name) => JSON.stringify(maskCardNumbers(name))).join(', ');
  output.message('', `Not sent, as it looks like personal data of customers: ${names} (--extra keep sends it)`);
}

/** A brand takes part in telling sales apart, so that no column becomes one for the cells of one file. */
function showAlike(field: string, column: number, header: readonly string[], output: Output): void {
  const flag = hintText([columnAnswer(field, [column], header)]);
  const [are, it] = field === 'brandId' ? ['card brands', 'the brand'] : ['masked card numbers', 'the card number'];
  output.message('', `Column ${columnShown(header, column)} looks like ${are}. To send it as ${it}, in all such files:   ${flag}`);
}

function showMissing({ missing, header, columns, kind = 'Sales' }: InputDescription, output: Output): void {
  if (!header || missing.length === 0) return;
  const flags = missing.map((field) => hintText([answerFor(field, header, columns?.reading.timezone ?? null)]));
  const fields = missing.map((field) => insteadOf(kind, field).join(' or ')).join(' and no ');
  const them = missing.length === 1 ? 'it' : 'them';
  output.message('MISSING', `The file has no ${fields}, and servers normally import no row without ${them}: ${flags.join(', ')}`, 'yellow');
}

/** `1 row`, `2,000 rows`. */
export function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
}

/** `512 B`, `1.2 kB`, `29.0 MB`. */
export function bytesText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function shownDelimiter(delimiter: string): string {
  return delimiter === '\t' ? 'tab' : delimiter;
}
