/**
 * Decides how the values of a column are read (decimal sign, order of its dates, time zone), from the values themselves as far as they
 * settle it. Where two readings fit, it asks, naming what answers; it never chooses. In a rejects file no value decides how
 * another is read: the good rows that settled it before are missing, and the remaining ones may have been rejected for their very form.
 */

import { isCalendarDate, isDateTime } from '../../contract/date-time.js';
import { fieldShown, type Phrase, phrase } from '../../contract/phrase.js';
import type { FieldSource } from '../columns/layout.js';
import { onlyOf } from '../columns/table-head.js';
import { amountIn, currencyOfMark, type DecimalSign, decimalSigns } from '../values/amount-text.js';
import { type DateFormat, type DateOrder, dateIn, dateOrders, halfOfDay, undecidedFormat, type WrittenDate } from '../values/date-text.js';
import { type DateField, isDay, readUnder } from '../values/date-values.js';
import { zonedParts } from '../values/row-zone.js';
import type { TimeZone } from '../values/time-zone.js';
import type { ValueReading } from '../values/value-reading.js';
import type { AnswerPart } from './open-questions.js';
import { type Asked, asked, type ColumnName, fittingWays, type ValueInQuestion, WritingWays, type WrittenBefore } from './writing-ways.js';

/** How the cells of a column are read. */
export interface ColumnReading {
  reading: ValueReading;
  /**
   * The reading in words, to show to people and to tell one reading from another: `decimal ','`, `dd.MM.yyyy HH:mm (Europe/Zurich)`; null
   * where there was nothing to decide.
   */
  shown: string | null;
}

/** Looks at the values of one column and decides how they are read. */
export interface ColumnDecider {
  /** Examines a non-blank value, of a row whose currency may have no decimals. True when no more of them are needed. */
  look(text: string, line: number, isUndivided: boolean): boolean;
  /** What must be answered first: two readings fit, or a time of day or a time zone is missing. */
  questions(): Asked[];
  /** How the column is read; to be called only where there is no question. */
  decide(): ColumnReading;
}

const WHOLE = /^-?\d{1,15}$/;
/** The sign may mark decimals or thousands: 1,234. */
const EITHER = /^-?[1-9]\d{0,2}[.,]\d{3}$/;
/** The same, beside the sign of a currency, too, which may have no decimals: ₩9,000. */
const GROUPED = /^[^\d.,]*[1-9]\d{0,2}[.,]\d{3}[^\d.,]*$/;
/** More decimals than any grouping has digits, or three that are surely none. */
const FINE = /[.,]\d{4,}\D*$|(?:^|\D)0[.,]\d{3}\D*$|\d{4}[.,]\d{3}\D*$/;
/** Number of lines that are looked at in any case: they are cut into cells anyway. */
const LINES_MIN = 250;

/**
 * Decides the decimal sign of a column of amounts; `given` is that of --decimal, null without it. `mayBeCoarse`: three digits behind it are doubtful.
 * `shown`: the signs that columns of the table have shown, this one, too. What another one shows counts where the other sign is before thousands.
 */
export function amountDecider(
  name: ColumnName,
  given: DecimalSign | null,
  before: WrittenBefore | null,
  isOfRejects: boolean,
  mayBeCoarse: boolean,
  shown: Set<DecimalSign>,
): ColumnDecider {
  const signs = new WritingWays(decimalSigns, given, given !== null, before, isOfRejects);
  const asOthers = () => (signs.isAsked ? null : (onlyOf([...shown].filter((sign) => !signs.doubtful?.text.includes(sign))) ?? null));
  let isMarked = false;
  let isCoarse = mayBeCoarse && given === null;
  let first: number | null = null;
  return {
    look(text, line, isUndivided) {
      const fits = (signs: readonly DecimalSign[]) => {
        const all = fittingSigns(text, signs);
        const grouped = isUndivided && GROUPED.test(text) ? all.filter(({ way }) => !text.includes(way)) : [];
        return grouped.length === 0 ? all : grouped;
      };
      const value = { text, line };
      const isEnough = given !== null || line - (first ?? line) >= LINES_MIN;
      if (FINE.test(text)) isCoarse = false;
      if (first !== null && signs.decided !== null && !signs.isAsked) return isEnough;
      first ??= line;
      if (signs.isAsked && isAmbiguous(fits(decimalSigns))) signs.doubtful ??= value;
      // Skips values that cannot decide anything, or nothing more: most of them, in a column that is not decided early.
      if (signs.decided === null && (WHOLE.test(text) || (signs.doubtful && EITHER.test(text)))) return false;
      const fitting = fits(signs.left);
      isMarked ||= fitting.some(({ reading }) => reading.mark !== '');
      if (fitting.length > 0) signs.fit(fitting, isAmbiguous(fitting), value);
      if (signs.decided !== null) shown.add(signs.decided);
      return signs.decided !== null && !signs.isAsked && isEnough;
    },
    questions: () =>
      signs.decided === null && asOthers() !== null
        ? []
        : signs.questions(name, {
            code: 'DECIMAL_SIGN_AMBIGUOUS',
            shown: (sign) => phrase`with the decimal sign "${sign}"`,
            answer: (sign) => ['--decimal', sign],
            meanings: (text) => fittingSigns(text, decimalSigns).map(({ way, reading }) => ({ way, means: String(reading.amount) })),
          }),
    decide() {
      const decimal = signs.decided ?? signs.earlier ?? asOthers();
      // Where nothing had to be decided, the file is what it is without a memory.
      const isShown = signs.decided !== null || signs.doubtful !== null;
      const marked = isMarked ? 'amounts with currencies' : null;
      return {
        reading: { kind: 'amount', decimal, ...(isCoarse && decimal !== null && { isCoarse }) },
        shown: isShown && decimal ? `decimal '${decimal}'${isMarked ? ' with currencies' : ''}` : marked,
      };
    },
  };
}

/** The signs under which the text is an amount, each with that amount. */
function fittingSigns(text: string, signs: readonly DecimalSign[]) {
  return fittingWays(signs, (sign) => amountIn(text, sign));
}

function isAmbiguous(fitting: ReturnType<typeof fittingSigns>): boolean {
  return new Set(fitting.map(({ reading }) => reading.amount)).size > 1;
}

/** Whether an amount says beyond doubt which currency it is in. */
export function carriesCurrency(text: string): boolean {
  return fittingSigns(text, decimalSigns).some(({ reading }) => currencyOfMark(reading.mark) !== null);
}

/** A zone that words state, and not the values. */
export interface ZoneSaid {
  zone: TimeZone;
  /** Where, and in which words. */
  says: Phrase;
  /** Whether times of a zone that is given may be those. */
  agrees(given: TimeZone, day: string): boolean;
  /** What to do where the words are wrong. */
  otherwise: AnswerPart[];
}

/** Options for a column of dates, known before its values are examined. */
export interface DateOptions {
  /** Null: the column decides. */
  format: DateFormat | null;
  /** The order in an earlier file; null where none is known. */
  before: WrittenBefore | null;
  zone: TimeZone | null;
  /** The zone that the header, or a title above it, states for times that have none; null where none does, or it is `zone`. */
  stated: ZoneSaid | null;
  /** A zone that was given and gives way to `zone`; null where none does. */
  unused?: TimeZone | null;
  /** The time of day of dates that have none, as HH:mm:ss; null where none was given. */
  time: string | null;
  /** Dates without a time of day are days, and nothing is asked about them. */
  isDayEnough: boolean;
}

const patterns: Record<DateOrder, string> = { dmy: 'dd/MM/yyyy', mdy: 'MM/dd/yyyy', ymd: 'yy/MM/dd' };

/** Decides the order and the form of the dates of a column, and whether their times lack a zone. */
export function dateDecider(
  name: ColumnName,
  { field: named, hasRowZones, hasHalf }: FieldSource,
  { format: given, before, zone, stated, unused = null, time, isDayEnough }: DateOptions,
  isOfRejects: boolean,
): ColumnDecider {
  const field = named as DateField;
  const orders = new WritingWays(dateOrders, given?.order ?? null, given !== null, before, isOfRejects);
  const under = (order: DateOrder | null): DateFormat => ({ ...(given ?? undecidedFormat), order });
  const seen = datesSeen(field, time, isDayEnough);
  let format = under(orders.decided);
  let isZoned = false;
  return {
    look(whole, line) {
      const zoned = hasRowZones ? zonedParts(whole) : null;
      const text = zoned ? zoned.time : whole;
      isZoned ||= zoned !== null;
      if (orders.isAsked && mayBeOtherDay(text)) orders.doubtful ??= { text, line };
      const own = dateIn(text, format);
      if (!('fault' in own)) {
        seen.note(own, text, line, zoned !== null);
        return seen.first !== null && !orders.isAsked;
      }
      const fitting = format.order === null ? fittingOrders(text, orders.left, format) : [];
      const [only] = fitting;
      if (!only) return false;
      orders.fit(fitting, isOfSeveralDays(fitting), { text, line });
      format = under(orders.decided);
      seen.note(only.reading, text, line, zoned !== null);
      return orders.decided !== null && seen.first !== null && !orders.isAsked;
    },
    questions() {
      const possible = orders.isAsked ? dateOrders : orders.left;
      return [
        ...orders.questions(name, {
          code: 'DATE_ORDER_AMBIGUOUS',
          shown: (order) => patterns[order],
          answer: (order) => ['--date-format', patterns[order]],
          meanings: (text) =>
            fittingOrders(text, likelyFirst(possible, text), format).map(({ way, reading }) => ({ way, means: reading.day })),
        }),
        ...(seen.timeless && !seen.first ? [timeQuestion(name, seen.timeless, field)] : []),
        ...(seen.timeless && !seen.first && !zone && !stated ? [zoneQuestion(name, seen.timeless)] : []),
        ...(seen.zoneless ? zoneQuestions(name, seen.zoneless, zone, stated) : []),
      ];
    },
    decide() {
      const used = format.order === null ? under(orders.asBefore) : format;
      // Where nothing had to be decided, the file is what it is without a memory.
      if (orders.doubtful) format = used;
      const shown = seen.first && formShown(seen.first.text, format, orders.left);
      const notUsed = unused && unused.name !== zone?.name ? `, not ${unused.name}` : '';
      const at = seen.isTimeGiven && time ? `, at ${time.slice(0, 5)}` : '';
      const inZone = isZoned ? " (each in its row's zone)" : seen.zoneless && zone ? ` (${zone.name}${notUsed})` : '';
      return {
        reading: { kind: 'date', field, format: used, orders: orders.left, zone: zone?.name ?? null, hasRowZones, hasHalf, time },
        shown: shown && `${shown}${at}${inZone}`,
      };
    },
  };
}

/** The first dates of a kind in a column; `time` is what those get that have none. */
function datesSeen(field: DateField, time: string | null, isDayEnough: boolean) {
  const needsTime = !isDay(field);
  const seen = {
    first: null as ValueInQuestion | null,
    timeless: null as ValueInQuestion | null,
    zoneless: null as (WrittenDate & ValueInQuestion) | null,
    isTimeGiven: false,
    note(written: WrittenDate, text: string, line: number, hasZone: boolean): void {
      const date = { ...written, time: written.time ?? time };
      seen.isTimeGiven ||= needsTime && written.time === null;
      if (needsTime && !isDayEnough && date.time === null) seen.timeless ??= { text, line };
      else seen.first ??= { text, line };
      if (needsTime && date.time !== null && date.offset === null && !hasZone) seen.zoneless ??= { ...date, text, line };
    },
  };
  return seen;
}

/** How a date is written; null where that cannot be told. */
function formShown(text: string, format: DateFormat, orders: readonly DateOrder[]): string | null {
  if (isCalendarDate(text) || isDateTime(text)) return 'ISO 8601';
  // Where several orders give the date the same day, the form would name one of them.
  if (format.order === null && 'fault' in dateIn(text, format)) return 'dates of one order';
  const reading = readUnder(text, { format, orders });
  return 'form' in reading ? reading.form : null;
}

/** Whether a date is another day in another order. */
function mayBeOtherDay(text: string): boolean {
  return 'fault' in dateIn(text, undecidedFormat) && isOfSeveralDays(fittingOrders(text, dateOrders, undecidedFormat));
}

const HALF = new RegExp(String.raw`\d\s?${halfOfDay}`, 'i');

/** Where times have AM and PM, the month is mostly first. */
function likelyFirst(orders: readonly DateOrder[], text: string): readonly DateOrder[] {
  return HALF.test(text) ? orders.toSorted((a, b) => Number(b === 'mdy') - Number(a === 'mdy')) : orders;
}

/** The orders under which the text is a date, each with that date. */
function fittingOrders(text: string, orders: readonly DateOrder[], format: DateFormat) {
  return fittingWays(orders, (order) => dateIn(text, { ...format, order }));
}

function isOfSeveralDays(fitting: ReturnType<typeof fittingOrders>): boolean {
  return new Set(fitting.map(({ reading }) => reading.day)).size > 1;
}

function timeQuestion(name: ColumnName, value: ValueInQuestion, field: DateField): Asked {
  return asked(
    'TIME_OF_DAY_MISSING',
    name,
    value,
    phrase`has no time of day, nor has any other value of the column, and ${fieldShown(field)} needs one`,
    [
      'Give one for all rows: ',
      { remedies: [['--time', '12:00']] },
      '; or, if another column has it, name both: ',
      { remedies: [['--set', `${field}=DATE COLUMN + TIME COLUMN`]] },
    ],
  );
}

/** Words in the header or above it may state the zone of times that have none; it asks where the given zone, if any, disagrees with them. */
function zoneQuestions(name: ColumnName, zoneless: ValueInQuestion & WrittenDate, zone: TimeZone | null, stated: ZoneSaid | null): Asked[] {
  if (!stated) return zone ? [] : [zoneQuestion(name, zoneless)];
  if (zone && stated.agrees(zone, zoneless.day)) return [];
  const answer = [{ when: phrase`it is so of that column`, remedies: [['--timezone', stated.zone.name]] }, ...stated.otherwise];
  const says = zone
    ? phrase`has no offset from UTC, and ${stated.says}, but the zone given is ${zone.name}`
    : phrase`has no offset from UTC, and ${stated.says}`;
  return [asked('TIMEZONE_IN_TITLE', name, zoneless, says, answer)];
}

function zoneQuestion(name: ColumnName, value: ValueInQuestion): Asked {
  const says = phrase`has no offset from UTC, so the time zone of the clock must be known`;
  const answer: AnswerPart[] = ['Give it, for example ', { remedies: [['--timezone', 'Europe/Zurich']] }];
  return { ...asked('TIMEZONE_MISSING', name, value, says, answer), lasting: ['sales', 'config', 'set', 'timezone', 'Europe/Zurich'] };
}

/** The decimal sign that a reading of amounts shows, and whether cells name currencies; null for one of dates. */
export function decimalShown(shown: string): { sign: string; hasCurrencies: boolean } | null {
  const [, sign, currencies] = /^decimal '(.)'( with currencies)?$/.exec(shown) ?? [];
  return sign === undefined ? null : { sign, hasCurrencies: currencies !== undefined };
}
