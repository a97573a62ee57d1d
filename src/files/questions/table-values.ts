/**
 * Decides how the values of a table are read: examines its rows, within a limit, until every column of amounts or dates is decided, and
 * gives the layout its readers. Each column is decided by itself, in column-decisions.
 */
import type { TransactionField } from '../../contract/transaction.js';
import { columnLetter } from '../columns/column-letter.js';
import { endsInZone, type FieldSource, type Layout, zoneNamed } from '../columns/layout.js';
import { centsAbove, type ZoneAbove, zoneAbove } from '../columns/titles.js';
import { cellsOf } from '../formats/csv-cells.js';
import type { RecordReader } from '../formats/csv-record-reader.js';
import type { Titles } from '../formats/detect.js';
import { importedBy } from '../input/imported-by.js';
import type { EarlierTable } from '../input/mapping-rules.js';
import type { InputDescription } from '../input/row.js';
import { aheadBytesMax } from '../input/unusable.js';
import { cellText } from '../rows/mapping.js';
import { isBlank } from '../text/blank.js';
import { type DateFormat, dateFormatOf } from '../values/date-text.js';
import { type DateField, dateFields } from '../values/date-values.js';
import { timeZoneNamed } from '../values/time-zone.js';
import type { ValueOptions } from '../values/value-options.js';
import { readerOf } from '../values/value-reading.js';
import { rejectNames } from '../words/field-names.js';
import { amountDecider, type ColumnDecider, carriesCurrency, dateDecider } from './column-decisions.js';
import {
  centsQuestion,
  columnQuestion,
  type OpenQuestion,
  openQuestions,
  repeatedQuestion,
  stepQuestion,
  unreadQuestion,
} from './open-questions.js';
import { paymentStep } from './payment-steps.js';
import { repeatedTotal } from './repeated-totals.js';

/** How a table with this header was read before; null where none was. */
type Earlier = Pick<EarlierTable, 'on' | 'written'> | null;

/** A column, or a constant, whose reading is being decided. */
interface OpenReading {
  source: FieldSource;
  decider: ColumnDecider;
  done: boolean;
}

/**
 * The layout with readers for its values; `values` tells people how they are read. Fails with `inputUnusable` where a question is open
 * about the columns, or about the values of any column that a field may be.
 */
export async function decideValues(
  records: RecordReader,
  layout: Layout,
  line: number,
  delimiter: string,
  titles: Titles,
  options: ValueOptions,
  earlier: Earlier,
): Promise<{ layout: Layout; values: InputDescription['values'] }> {
  const candidates = layout.questions.flatMap(({ field, choices }) => choices.map((columns) => candidate(field, columns, layout.header)));
  const said = zoneAbove(titles);
  const all = [...layout.fields, ...candidates].flatMap((source) => openFor(source, layout, said, options, earlier));
  let left = all;
  let hasCurrency = false;
  if (left.length > 0) {
    await records.ahead((record) => {
      const cells = cellsOf(record, delimiter);
      if (record.broken !== null || (!record.cells && cells.length < layout.header.length)) return false;
      for (const one of left) {
        if (one.source.field === 'amount' && record.numbers?.has(one.source.index)) continue;
        const text = cellText(one.source, cells);
        if (one.source.field === 'amount') hasCurrency ||= carriesCurrency(text);
        one.done = !isBlank(text) && one.decider.look(text, record.line);
      }
      left = left.filter(({ done }) => !done);
      return left.length === 0;
    }, aheadBytesMax);
  }
  // In a list from a server, each row is a sale; and for rejects, these questions were asked about the file they come from.
  const sources = layout.matchStateColumn === null && !isOfRejects(layout) ? [...layout.fields, ...candidates] : [];
  const repeated = await repeatedTotal(records, delimiter, layout, sources);
  const step = repeated ? null : await paymentStep(records, delimiter, layout, sources);
  const inCents = !layout.minorUnits && all.some(({ source }) => source.field === 'amount') ? centsAbove(titles) : null;
  const more = [
    ...(step ? [stepQuestion(step, fieldOf(layout, step.step), layout.header)] : []),
    ...(repeated ? [repeatedQuestion(repeated, fieldOf(layout, repeated.item), layout.header)] : []),
    ...(inCents ? [centsQuestion(inCents)] : []),
  ];
  refuseOpen(layout, line, all, hasCurrency, more);
  const readings = new Map(all.map(({ source, decider }) => [source, decider.decide()]));
  const values: { field: TransactionField; shown: string }[] = [];
  for (const [{ field }, { shown }] of readings) if (shown !== null) values.push({ field, shown });
  const named = layout.fields.find(({ field, constant }) => field === 'currency' && constant !== null);
  if (named && layout.rules.constants.currency === undefined) {
    const shown = `${named.constant}, ${layout.amountCurrency === null ? 'as in such exports' : 'in the header'}`;
    values.push({ field: 'currency', shown });
  }
  if (layout.minorUnits) values.push({ field: 'amount', shown: 'in the smallest unit of the currency' });
  for (const { index, values: texts } of layout.negative) {
    values.push({ field: 'amount', shown: `negative where ${layout.header[index]} is ${texts.join(' or ')}` });
  }
  const fields = layout.fields.map((source) => {
    const { reading: decided = null } = readings.get(source) ?? {};
    const reading = decided?.kind === 'amount' && layout.minorUnits ? { ...decided, isMinor: true } : decided;
    return { ...source, reading, read: reading && readerOf(reading) };
  });
  return { layout: { ...layout, fields }, values };
}

function fieldOf({ columns }: Layout, index: number): TransactionField | null {
  const column = columns[index];
  return column?.kind === 'field' ? column.field : null;
}

/** The source of a field that is still in question. */
function candidate(field: TransactionField, [index = -1, ...more]: readonly number[], header: readonly string[]): FieldSource {
  const hasRowZones = endsInZone(more, header);
  const timeZone = zoneNamed([index, ...more], header);
  return {
    field,
    index,
    more,
    debits: null,
    values: null,
    constant: null,
    timeZone,
    hasRowZones,
    hasHalf: false,
    reading: null,
    read: null,
  };
}

function refuseOpen(
  { header, fields, questions, unreadTime }: Layout,
  line: number,
  all: readonly OpenReading[],
  hasCurrency: boolean,
  more: readonly OpenQuestion[],
): void {
  const open = questions.map((question) => columnQuestion(question, header, line));
  const asked = new Set<TransactionField>();
  for (const { source, decider } of all) {
    const own = asked.has(source.field) ? [] : decider.questions();
    if (own.length > 0) asked.add(source.field);
    // One answer may settle several columns.
    for (const question of own) {
      if (open.every(({ answer }) => JSON.stringify(answer) !== JSON.stringify(question.answer)))
        open.push({ field: source.field, ...question });
    }
  }
  open.push(...more);
  if (unreadTime) open.push(unreadQuestion(unreadTime, header, line));
  if (open.length === 0) return;
  const isThere = (field: TransactionField) => [...fields, ...questions].some((one) => one.field === field);
  const missing = importedBy.filter((field) => !isThere(field) && !(field === 'currency' && hasCurrency));
  throw openQuestions(open, missing, header);
}

/** How a known export writes its dates, where its values do not show it. */
function formatOf(known: Layout['known']): DateFormat | null {
  return known?.dateFormat === undefined ? null : dateFormatOf(known.dateFormat);
}

export function isOfRejects({ header }: Pick<Layout, 'header'>): boolean {
  return rejectNames.every((name) => header.includes(name));
}

function openFor(
  source: FieldSource,
  { header, fields, known }: Layout,
  said: ZoneAbove | null,
  { decimal, dateFormat, zone, time }: ValueOptions,
  earlier: Earlier,
): OpenReading[] {
  const name =
    source.index < 0 ? `The value of ${source.field}` : `column ${columnLetter(source.index + 1)} "${header[source.index] ?? ''}"`;
  const isRejects = isOfRejects({ header });
  const way = earlier?.written[source.field];
  const before = earlier && way !== undefined ? { on: earlier.on, way } : null;
  if (source.field === 'amount')
    return [{ source, decider: amountDecider(name, decimal ?? known?.decimal ?? null, before, isRejects), done: false }];
  const isDate = (dateFields as readonly string[]).includes(source.field);
  if (!isDate) return [];
  const own = source.timeZone === null ? zone : timeZoneNamed(source.timeZone);
  // Where the column's own name states the zone, a title does not matter.
  const above = source.timeZone === null ? said : null;
  const isOfSale = (one: FieldSource) => one.field === 'transactionDate' && one.index === source.index;
  const ownTime = source.field !== 'businessDate' || fields.some(isOfSale) ? time : null;
  const decider = dateDecider(
    name,
    source.field as DateField,
    {
      format: dateFormat ?? formatOf(known),
      before,
      zone: own,
      above,
      hasRowZones: source.hasRowZones,
      hasHalf: source.hasHalf,
      time: ownTime,
    },
    isRejects,
  );
  return [{ source, decider, done: false }];
}
