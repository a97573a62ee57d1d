/**
 * Decides how the values of a table are read: each column of amounts or dates by itself, in column-decisions, from the rows that are shown to
 * it. What the values leave open is asked.
 */

import { phrase } from '../../contract/phrase.js';
import { type FieldSource, type Layout, sourceIn } from '../columns/layout.js';
import { zoneAbove } from '../columns/titles.js';
import { agrees, isZoneSure, zoneStated } from '../columns/zone-columns.js';
import type { Titles } from '../formats/detect.js';
import type { EarlierTable } from '../input/mapping-rules.js';
import { isNumberField, type RowField } from '../input/record-kind.js';
import type { InputDescription } from '../input/row.js';
import { areNumbers, cellText, partsOf } from '../rows/mapping.js';
import { isBlank } from '../text/blank.js';
import { columnLetter } from '../text/column-letter.js';
import type { DecimalSign } from '../values/amount-text.js';
import { undivided } from '../values/amount-values.js';
import { readCell } from '../values/cell-values.js';
import { dateFormatOf } from '../values/date-text.js';
import { dateFields, isDay } from '../values/date-values.js';
import { isSameAt, type TimeZone, timeZoneNamed } from '../values/time-zone.js';
import type { ValueOptions } from '../values/value-options.js';
import { isOfRejects } from '../words/field-names.js';
import { amountDecider, type ColumnDecider, carriesCurrency, dateDecider, type ZoneSaid } from './column-decisions.js';
import type { AskedTable, OpenReading } from './detection.js';
import { type AnswerPart, type OpenQuestion, titleShown } from './open-questions.js';

/** All columns that a field is, or that are in question. */
export function sourcesIn({ fields, questions, header }: Layout): FieldSource[] {
  return [...fields, ...questions.flatMap(({ field, choices }) => choices.map((columns) => sourceIn(field, columns, header)))];
}

export interface ReadingOptions extends ValueOptions {
  /** The zone was typed for this file; any other gives way to one that the name of a column leaves no doubt about. */
  isZoneTyped: boolean;
}

/** Whether the names of all columns of local times state their zone, each without doubt; null where there are none. */
export function statesZone({ fields, header }: Layout): boolean | null {
  const times = fields.filter(({ field, index, timeZone }) => isMoment(field) && index >= 0 && timeZone === null);
  return times.length === 0 ? null : times.every(({ index, more }) => [index, ...more].some((column) => isZoneSure(header[column] ?? '')));
}

function isMoment(field: RowField): boolean {
  return (dateFields as readonly string[]).includes(field) && !isDay(field);
}

/** The readings of amounts and dates, open until they have seen the rows. `earlier`: how values were written under this header before. */
export function openReadings(
  sources: readonly FieldSource[],
  layout: Layout,
  titles: Titles,
  options: ReadingOptions,
  earlier: Pick<EarlierTable, 'on' | 'written'> | null,
): OpenReading[] {
  const above = saidAbove(titles);
  const signs = new Set<DecimalSign>();
  const currency = layout.fields.find(({ field }) => field === 'currency');
  return sources.flatMap((source) => {
    const decider = deciderOf(source, layout, above, signs, options, earlier);
    return decider === null ? [] : [openReading(source, decider, layout.header.length, currency)];
  });
}

function openReading(source: FieldSource, decider: ColumnDecider, width: number, currency: FieldSource | undefined): OpenReading {
  let hasCurrency = false;
  return {
    source,
    decider,
    hasCurrency: () => hasCurrency,
    rowsMax: Number.POSITIVE_INFINITY,
    look({ cells, line, numbers }) {
      if (numbers ? !source.isSum && areNumbers(source, cells, numbers) : cells.length < width) return false;
      const parts = partsOf(source, cells)?.filter((index) => !numbers?.has(index));
      const texts = parts?.map((index) => cells[index] ?? '') ?? [cellText(source, cells)];
      if (source.field === 'amount') hasCurrency ||= texts.some(carriesCurrency);
      const isUndivided = currency !== undefined && undivided.has(readCell('currency', cellText(currency, cells)));
      const looks = texts.filter((text) => !isBlank(text)).map((text) => decider.look(text, line, isUndivided));
      return looks.at(-1) ?? false;
    },
  };
}

/** Asks what the values leave open, once for each field. */
export function valuesInQuestion({ readings }: AskedTable): OpenQuestion[] {
  const asked: OpenQuestion[] = [];
  for (const { source, decider } of readings) {
    if (asked.some(({ field }) => field === source.field)) continue;
    asked.push(...decider.questions().map((question) => ({ field: source.field, ...question })));
  }
  return asked;
}

/** The layout with how its values are read; `values` tells people how they are read. To be called where no question is open. */
export function decided({ layout, readings }: Pick<AskedTable, 'layout' | 'readings'>): {
  layout: Layout;
  values: InputDescription['values'];
} {
  const decisions = new Map(readings.map(({ source, decider }) => [source, decider.decide()]));
  const values: { field: RowField; shown: string }[] = [];
  for (const [{ field }, { shown }] of decisions) if (shown !== null) values.push({ field, shown });
  const named = layout.fields.find(({ field, constant }) => field === 'currency' && constant !== null);
  if (named && layout.rules.constants.currency === undefined) {
    const shown = `${named.constant}, ${layout.amountCurrency === null ? 'as in such exports' : 'in the header'}`;
    values.push({ field: 'currency', shown });
  }
  if (layout.known === null && layout.fields.some(({ isTurned }) => isTurned)) values.push({ field: 'fee', shown: 'fees with a minus' });
  if (layout.minorUnits) values.push({ field: 'amount', shown: 'in the smallest unit of the currency' });
  for (const { field, index, values: texts } of layout.negative) {
    values.push({ field, shown: `negative where ${layout.header[index]} is ${texts.join(' or ')}` });
  }
  const fields = layout.fields.map((source) => {
    // A rate is written with the sign of the amounts.
    const of = source.field === 'exchangeRate' ? readings.find((one) => one.source.field === 'amount')?.source : source;
    const { reading: decided = null } = (of && decisions.get(of)) ?? {};
    if (decided?.kind !== 'amount') return { ...source, reading: decided };
    // It has as many digits as it needs.
    const own = source.field === 'exchangeRate' ? { isCoarse: false } : layout.minorUnits ? { isMinor: true } : {};
    return { ...source, reading: { ...decided, ...own } };
  });
  return { layout: { ...layout, fields }, values };
}

/** Null for a field that is neither an amount nor a date. */
function deciderOf(
  source: FieldSource,
  { header, fields, known, kind }: Layout,
  above: ZoneSaid | null,
  signs: Set<DecimalSign>,
  options: ReadingOptions,
  earlier: Pick<EarlierTable, 'on' | 'written'> | null,
): ColumnDecider | null {
  const { field, index } = source;
  const { decimal, dateFormat, time } = options;
  const name = index < 0 ? phrase`The value of ${field}` : phrase`column ${columnLetter(index + 1)} "${header[index] ?? ''}"`;
  const isRejects = isOfRejects(header);
  const way = earlier?.written[field];
  const before = earlier && way !== undefined ? { on: earlier.on, way } : null;
  // A job that began when three digits behind a sign were always decimals goes on so.
  const isCoarse = earlier?.on !== '' || earlier.written.thousands !== undefined;
  if (isNumberField(field) && field !== 'exchangeRate')
    return amountDecider(name, decimal ?? known?.decimal ?? null, before, isRejects, isCoarse, signs);
  if (!(dateFields as readonly string[]).includes(field)) return null;
  const isOfSale = (one: FieldSource) => one.field === 'transactionDate' && one.index === index;
  const dates = {
    // How a known export writes its dates counts where its values do not show it.
    format: dateFormat ?? (known?.dateFormat === undefined ? null : dateFormatOf(known.dateFormat)),
    before,
    ...zoneOf(source, header, options, above),
    time: !isDay(field) || (field === 'businessDate' && fields.some(isOfSale)) ? time : null,
    isDayEnough: kind === 'Settlement',
  };
  return dateDecider(name, source, dates, isRejects);
}

function saidAbove(titles: Titles): ZoneSaid | null {
  const above = zoneAbove(titles);
  return (
    above && {
      zone: above.zone,
      says: phrase`above the header stands ${titleShown(above.title)}`,
      agrees: (given, day) => isSameAt(day, given, above.zone),
      otherwise: [
        ';   ',
        {
          when: phrase`it is not`,
          remedies: [
            ['--skip-rows', String(above.lines)],
            ['--timezone', 'ZONE'],
          ],
        },
      ],
    }
  );
}

/** The zone of times that have none. Where the column's own name, or the kind of export, states it, a title does not matter. */
function zoneOf({ index, more, timeZone }: FieldSource, header: readonly string[], options: ReadingOptions, above: ZoneSaid | null) {
  const { zone, isZoneTyped } = options;
  const [named] = [index, ...more].flatMap((column) => zoneStated(header[column] ?? '') ?? []);
  const known = timeZone === null ? null : timeZoneNamed(timeZone);
  const own = known ? { zone: known, offsets: [] } : named;
  if (!own) return { zone, stated: above };
  const isSure = own.offsets.length === 0;
  // Whoever writes UTC does so for all shops: a zone that is typed is that of the shop, and is told not to count. GMT may be the clock of London.
  const isUtc = own.zone.name === 'UTC' && (known !== null || /utc/i.test(named?.name ?? ''));
  if (isSure && (!isZoneTyped || isUtc)) return { zone: own.zone, stated: null, unused: isZoneTyped ? zone : null };
  const says = named ? phrase`the header says ${JSON.stringify(named.name)}` : phrase`such exports have ${own.zone.name}`;
  const otherwise: AnswerPart[] = isSure
    ? [named ? ';   if it is not, correct that name in the file' : '']
    : [';   ', { when: phrase`it is another zone of that name`, remedies: [['--timezone', 'ZONE']] }];
  return { zone, stated: { zone: own.zone, says, agrees: (given: TimeZone, day: string) => agrees(own, given, day), otherwise } };
}
