/**
 * Decides how the values of a column are read (decimal sign, order of its dates, time zone), from the values themselves as far as they
 * settle it. Where two readings fit, it asks, naming what answers; it never chooses. In a rejects file no value decides how
 * another is read: the good rows that settled it before are missing, and the remaining ones may have been rejected for their very form.
 */

import type { ZoneAbove } from '../columns/titles.js';
import { amountIn, currencyOfMark, type DecimalSign, decimalSigns } from '../values/amount-text.js';
import { type DateFormat, type DateOrder, dateIn, dateOrders, undecidedFormat, type WrittenDate } from '../values/date-text.js';
import { type DateField, isAsInterface, readUnder } from '../values/date-values.js';
import { zonedParts } from '../values/row-zone.js';
import { isSameAt, type TimeZone } from '../values/time-zone.js';
import type { ValueReading } from '../values/value-reading.js';
import { type OpenQuestion, titleShown } from './open-questions.js';

/** The column as messages name it: `Column C "Betrag"`. */
type ColumnName = string;

/** How the cells of a column are read. */
export interface ColumnReading {
  reading: ValueReading;
  /**
   * The reading in words, to show to people and to tell one reading from another: `decimal ','`, `dd.MM.yyyy HH:mm (Europe/Zurich)`; null
   * where there was nothing to decide.
   */
  shown: string | null;
}

type Asked = Omit<OpenQuestion, 'field'>;

/** How values were written in a file with the same header, and on which day it was uploaded. */
export interface WrittenBefore {
  on: string;
  /** A decimal sign, or an order of dates. */
  way: string;
}

/** Looks at the values of one column and decides how they are read. */
export interface ColumnDecider {
  /** Examines a non-blank value. True when no more of them are needed. */
  look(text: string, line: number): boolean;
  /** What must be answered first: two readings fit, or a time of day or a time zone is missing. */
  questions(): Asked[];
  /** How the column is read; to be called only where there is no question. */
  decide(): ColumnReading;
}

interface ValueInQuestion {
  text: string;
  line: number;
}

const WHOLE = /^-?\d{1,15}$/;
/** The sign may mark decimals or thousands: 1,234. */
const EITHER = /^-?[1-9]\d{0,2}[.,]\d{3}$/;

/**
 * Decides the decimal sign of a column of amounts; `given` is that of --decimal, null without it. The sign of an earlier file counts where no
 * value shows one; where one shows the other sign, it asks.
 */
export function amountDecider(
  name: ColumnName,
  given: DecimalSign | null,
  before: WrittenBefore | null,
  isOfRejects: boolean,
): ColumnDecider {
  let signs: readonly DecimalSign[] = given ? [given] : decimalSigns;
  let question: ValueInQuestion | null = null;
  let deciding: ValueInQuestion | null = null;
  let isMarked = false;
  const earlier = given === null ? (decimalSigns.find((sign) => sign === before?.way) ?? null) : null;
  const isAsked = isOfRejects && given === null && earlier === null;
  if (isOfRejects && earlier) signs = [earlier];
  return {
    look(text, line) {
      if (isAsked && isAmbiguous(fittingSigns(text, decimalSigns))) question ??= { text, line };
      // Skips values that cannot decide anything, or nothing more: most of them, in a column that is not decided early.
      if (signs.length > 1 && (WHOLE.test(text) || (question && EITHER.test(text)))) return false;
      const fitting = fittingSigns(text, signs);
      isMarked ||= fitting.some(({ mark }) => mark !== '');
      if (fitting.length === 1) {
        if (signs.length > 1) deciding = { text, line };
        signs = fitting.map(({ sign }) => sign);
      }
      if (isAmbiguous(fitting)) question ??= { text, line };
      return signs.length === 1 && !isAsked;
    },
    questions: () => {
      if (before && earlier && deciding && signs[0] !== earlier) return [otherSignQuestion(name, deciding, before)];
      return (signs.length > 1 || isAsked) && question && earlier === null ? [decimalQuestion(name, question)] : [];
    },
    decide() {
      const decimal = signs.length === 1 ? (signs[0] ?? null) : earlier;
      // Where nothing had to be decided, the file is what it is without a memory.
      const isShown = signs.length === 1 || question !== null;
      const shown = isMarked ? 'amounts with currencies' : null;
      return {
        reading: { kind: 'amount', decimal },
        shown: isShown && decimal ? `decimal '${decimal}'${isMarked ? ' with currencies' : ''}` : shown,
      };
    },
  };
}

/** The signs under which the text is an amount, each with that amount. */
function fittingSigns(text: string, signs: readonly DecimalSign[]) {
  return signs.flatMap((sign) => {
    const reading = amountIn(text, sign);
    return 'fault' in reading ? [] : [{ sign, ...reading }];
  });
}

function isAmbiguous(fitting: readonly { amount: number }[]): boolean {
  return new Set(fitting.map(({ amount }) => amount)).size > 1;
}

/** Whether an amount says beyond doubt which currency it is in. */
export function carriesCurrency(text: string): boolean {
  return fittingSigns(text, decimalSigns).some(({ mark }) => currencyOfMark(mark) !== null);
}

function otherSignQuestion(name: ColumnName, { text, line }: ValueInQuestion, { on, way }: WrittenBefore): Asked {
  const [earlier, other] = way === ',' ? ([',', '.'] as const) : (['.', ','] as const);
  return {
    code: 'DECIMAL_SIGN_AMBIGUOUS',
    text: `Line ${line}: ${name}: ${JSON.stringify(text.trim())} has the decimal sign "${other}"; in the file with this header that was uploaded on ${on} it was "${earlier}".`,
    answer: ['Say which it is in this file:   ', { do: 'setDecimal', sign: earlier }, '   or   ', { do: 'setDecimal', sign: other }],
  };
}

function decimalQuestion(name: ColumnName, { text, line }: ValueInQuestion): Asked {
  const [point, comma] = decimalSigns.map((sign) => {
    const reading = amountIn(text, sign);
    return 'fault' in reading ? '' : String(reading.amount);
  });
  return {
    code: 'DECIMAL_SIGN_AMBIGUOUS',
    text: `Line ${line}: ${name}: ${JSON.stringify(text.trim())} can be ${point} or ${comma}, and no other value of the column shows which.`,
    answer: [
      'Say it with ',
      { do: 'setDecimal', sign: '.' },
      ` (it is ${point}) or `,
      { do: 'setDecimal', sign: ',' },
      ` (it is ${comma})`,
    ],
  };
}

/** What is known about the dates of a column before its values are examined. */
export interface DateOptions {
  /** Null: the column decides. */
  format: DateFormat | null;
  /** The order in an earlier file; null where none is known. It counts where no value shows one; where one shows another, it asks. */
  before: WrittenBefore | null;
  zone: TimeZone | null;
  /** The zone that a title above the header states for all times; null where none does. */
  above: ZoneAbove | null;
  /** A time may be followed by the zone of its row. */
  hasRowZones: boolean;
  /** A twelve-hour time is followed by AM or PM, from a column of its own. */
  hasHalf: boolean;
  /** The time of day of dates that have none, as HH:mm:ss; null where none was given. */
  time: string | null;
}

/** Decides the order and the form of the dates of a column, and whether their times lack a zone. */
export function dateDecider(
  name: ColumnName,
  field: DateField,
  { format: given, before, zone, above, hasRowZones, hasHalf, time }: DateOptions,
  isOfRejects: boolean,
): ColumnDecider {
  const earlier = given === null ? (dateOrders.find((order) => order === before?.way) ?? null) : null;
  let format = given ?? (isOfRejects && earlier ? { ...undecidedFormat, order: earlier } : undecidedFormat);
  let orders: readonly DateOrder[] = given?.order ? [given.order] : dateOrders;
  let question: ValueInQuestion | null = null;
  let deciding: ValueInQuestion | null = null;
  let isZoned = false;
  const seen = datesSeen(field, time);
  const isAsked = isOfRejects && given === null && earlier === null;

  /** The values leave the order of the earlier file open. */
  const isAsBefore = () => earlier !== null && orders.includes(earlier);
  return {
    look(whole, line) {
      const zoned = hasRowZones ? zonedParts(whole) : null;
      const text = zoned ? zoned.time : whole;
      isZoned ||= zoned !== null;
      if (isAsked && mayBeOtherDay(text)) question ??= { text, line };
      const own = dateIn(text, format);
      if (!('fault' in own)) {
        seen.note(own, text, line, zoned !== null);
        return seen.first !== null && !isAsked;
      }
      if (format.order !== null) return false;
      const fitting = fittingOrders(text, orders, format);
      const [only] = fitting;
      if (!only) return false;
      orders = fitting.map(({ order }) => order);
      if (isOfSeveralDays(fitting)) question ??= { text, line };
      if (orders.length === 1) {
        deciding = { text, line };
        format = { ...format, order: only.order };
      }
      seen.note(only.reading, text, line, zoned !== null);
      return orders.length === 1 && seen.first !== null && !isAsked;
    },
    questions: () => [
      ...(question && isAsked ? [orderQuestion(name, question, dateOrders, undecidedFormat)] : []),
      ...(question && !isAsked && format.order === null && !isAsBefore() ? [orderQuestion(name, question, orders, format)] : []),
      ...(before && earlier && deciding ? otherOrderQuestions(name, deciding, before, earlier, format.order) : []),
      ...(seen.timeless && !seen.first ? [timeQuestion(name, seen.timeless, field)] : []),
      ...(seen.timeless && !seen.first && !zone && !above ? [zoneQuestion(name, seen.timeless)] : []),
      ...(seen.zoneless ? zoneQuestions(name, seen.zoneless, zone, above) : []),
    ],
    decide() {
      const used = format.order === null && isAsBefore() ? { ...format, order: earlier } : format;
      // Where nothing had to be decided, the file is what it is without a memory.
      if (question) format = used;
      const shown = seen.first && formShown(seen.first.text, format, orders);
      const at = seen.isTimeGiven && time ? `, at ${time.slice(0, 5)}` : '';
      const inZone = isZoned ? " (each in its row's zone)" : seen.zoneless && zone ? ` (${zone.name})` : '';
      return {
        reading: { kind: 'date', field, format: used, orders, zone: zone?.name ?? null, hasRowZones, hasHalf, time },
        shown: shown && `${shown}${at}${inZone}`,
      };
    },
  };
}

/** The first dates of a kind in a column; `time` is what those get that have none. */
function datesSeen(field: DateField, time: string | null) {
  const needsTime = field !== 'businessDate';
  const seen = {
    first: null as (WrittenDate & ValueInQuestion) | null,
    timeless: null as ValueInQuestion | null,
    zoneless: null as (WrittenDate & ValueInQuestion) | null,
    isTimeGiven: false,
    note(written: WrittenDate, text: string, line: number, hasZone: boolean): void {
      const date = { ...written, time: written.time ?? time };
      seen.isTimeGiven ||= needsTime && written.time === null;
      if (needsTime && date.time === null) seen.timeless ??= { text, line };
      else seen.first ??= { ...date, text, line };
      if (needsTime && date.time !== null && date.offset === null && !hasZone) seen.zoneless ??= { ...date, text, line };
    },
  };
  return seen;
}

/** How a date is written; null where that cannot be told. */
function formShown(text: string, format: DateFormat, orders: readonly DateOrder[]): string | null {
  if (isAsInterface(text)) return 'ISO 8601';
  // Where several orders give the date the same day, the form would name one of them.
  if (format.order === null && 'fault' in dateIn(text, format)) return 'dates of one order';
  const reading = readUnder(text, { format, orders });
  return 'form' in reading ? reading.form : null;
}

/** Whether a date is another day in another order. */
function mayBeOtherDay(text: string): boolean {
  return 'fault' in dateIn(text, undecidedFormat) && isOfSeveralDays(fittingOrders(text, dateOrders, undecidedFormat));
}

/** The orders under which the text is a date, each with that date. */
function fittingOrders(text: string, orders: readonly DateOrder[], format: DateFormat) {
  return orders.flatMap((order) => {
    const reading = dateIn(text, { ...format, order });
    return 'fault' in reading ? [] : [{ order, reading }];
  });
}

function isOfSeveralDays(fitting: readonly { reading: WrittenDate }[]): boolean {
  return new Set(fitting.map(({ reading }) => reading.day)).size > 1;
}

const patterns: Record<DateOrder, string> = { dmy: 'dd/MM/yyyy', mdy: 'MM/dd/yyyy', ymd: 'yy/MM/dd' };

function orderQuestion(name: ColumnName, { text, line }: ValueInQuestion, orders: readonly DateOrder[], format: DateFormat): Asked {
  const days = orders.flatMap((order) => {
    const reading = readUnder(text, { format: { ...format, order }, orders: [] });
    return 'fault' in reading ? [] : [{ day: reading.day, pattern: patterns[order] }];
  });
  return {
    code: 'DATE_ORDER_AMBIGUOUS',
    text: `Line ${line}: ${name}: ${JSON.stringify(text.trim())} can be ${days.map(({ day }) => day).join(' or ')}, and no other value of the column shows which.`,
    answer: days.flatMap(({ day, pattern }, index) => [
      index === 0 ? 'Say it with ' : ' or ',
      { do: 'setDateFormat', pattern },
      ` (it is ${day})`,
    ]),
  };
}

/** Asks where dates have another order than in an earlier file. */
function otherOrderQuestions(
  name: ColumnName,
  { text, line }: ValueInQuestion,
  { on }: WrittenBefore,
  earlier: DateOrder,
  other: DateOrder | null,
): Asked[] {
  if (other === null || other === earlier) return [];
  const question: Asked = {
    code: 'DATE_ORDER_AMBIGUOUS',
    text: `Line ${line}: ${name}: ${JSON.stringify(text.trim())} is written ${patterns[other]}; in the file with this header that was uploaded on ${on} dates were ${patterns[earlier]}.`,
    answer: [
      'Say which it is in this file:   ',
      { do: 'setDateFormat', pattern: patterns[earlier] },
      '   or   ',
      { do: 'setDateFormat', pattern: patterns[other] },
    ],
  };
  return [question];
}

function timeQuestion(name: ColumnName, { text, line }: ValueInQuestion, field: DateField): Asked {
  return {
    code: 'TIME_OF_DAY_MISSING',
    text: `Line ${line}: ${name}: ${JSON.stringify(text.trim())} has no time of day, nor has any other value of the column, and ${field} needs one.`,
    answer: [
      'If another column has the time, name both: ',
      { do: 'setColumn', field, columns: ['DATE COLUMN ', ' TIME COLUMN'] },
      '; if none has it, give one for all rows: ',
      { do: 'setTime', time: '12:00' },
    ],
  };
}

/** A title above the header may state the zone of times that have none; it asks where the given zone, if any, disagrees with it. */
function zoneQuestions(name: ColumnName, zoneless: ValueInQuestion & WrittenDate, zone: TimeZone | null, above: ZoneAbove | null): Asked[] {
  if (above && !(zone && isSameAt(zoneless.day, zone, above.zone))) return [titleQuestion(name, zoneless, above)];
  return zone ? [] : [zoneQuestion(name, zoneless)];
}

function titleQuestion(name: ColumnName, { text, line }: ValueInQuestion, { title, lines, zone }: ZoneAbove): Asked {
  return {
    code: 'TIMEZONE_IN_TITLE',
    text: `Line ${line}: ${name}: ${JSON.stringify(text.trim())} has no offset from UTC, and above the header stands ${titleShown(title)}.`,
    answer: [
      'If it is so of that column:   ',
      { do: 'useTimezone', timezone: zone.name },
      ';   if it is not:   ',
      { do: 'skipRows', lines },
      ' ',
      { do: 'useTimezone', timezone: null },
    ],
  };
}

function zoneQuestion(name: ColumnName, { text, line }: ValueInQuestion): Asked {
  return {
    code: 'TIMEZONE_MISSING',
    text: `Line ${line}: ${name}: ${JSON.stringify(text.trim())} has no offset from UTC, so the time zone of the clock must be known.`,
    answer: ['Give it, for example ', { do: 'useTimezone', timezone: 'Europe/Zurich' }],
    lasting: { do: 'setTimezone', timezone: 'Europe/Zurich' },
  };
}
