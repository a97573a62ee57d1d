/**
 * What the cells of the first rows tell about a column whose name does not tell enough. It is a field by its content only where every cell
 * agrees.
 */
import { code as currencyNamed } from 'currency-codes';
import { brandSpelt } from '../../contract/brands.js';
import { hasCardNumber } from '../../contract/card-number.js';
import { cashWords } from '../../contract/match-settings.js';
import type { LikeColumn } from '../input/row.js';
import { amountsIn, isSameSum } from '../values/amount-text.js';
import { datesIn, dayAlone, halfOfDay, isDayOfExcel, isMomentNumber, timeAlone, type WrittenDate } from '../values/date-text.js';
import { endsInAbbreviation, zonedParts } from '../values/row-zone.js';
import { knownMeaning, speaksOfAmount, speaksOfTaxOrFee } from '../words/header-words.js';
import { isNamed, speaksOf, wordOf } from '../words/lexicon.js';
import { quantityColumns } from './column-names.js';
import { onlyOf, type TableHead } from './table-head.js';

const MASKED = /^(?=.*\d{4}$)(?=.*[*xX•·#]{2})[\d*xX•·#]{4,6}[\d*xX•·#\s.-]{6,20}$/;
/** No more of it than the receipt has: `**** 4943`. */
const LAST_FOUR = /^[*xX•·#]{2,12}[\s-]?\d{4}$/;
const TIME = /^\d{1,2}[:.h]\d{2}(?:[:.]\d{2}(?:[.,]\d{1,7})?)?(?:\s?[AaPp]\.?[Mm]\.?)?$/;

/** A time written with colons only, since amounts have points, too. */
const CLOCK = new RegExp(String.raw`^\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,7})?)?(?:\s?${halfOfDay})?$`, 'i');
/** The same with a full stop, where the name of the column can mean the time or something that is no amount. */
const DOTTED = /^(?:[01]?\d|2[0-3])\.[0-5]\d$/;
const MIDNIGHT = /^00:00:00(?:\.0+)?$/;

/** Codes of currencies that are codes of countries, too: a column of them may say where the card was issued. */
const ALSO_COUNTRIES = ['BTN', 'CHE', 'MKD', 'SLE'];

/** In fewer rows, a payment and its refund may share their reference. */
const SHARED_ROWS_MIN = 3;

const RECEIPT_NUMBER = /^(?=.*\d)(?!.*:\/\/)[\p{L}\p{N}#][\p{L}\p{N} #_./:-]{0,63}$/u;
const IS_AMOUNT = /^[-+]?[\d.,' ]*[.,]\d{1,2}-?$/;

/** Whether a cell may be the number of a receipt: letters and digits, and neither an amount, a time, a date nor a link. */
export function isReceiptNumber(cell: string): boolean {
  return RECEIPT_NUMBER.test(cell) && !IS_AMOUNT.test(cell) && !TIME.test(cell) && writtenDate(cell) === undefined;
}

/**
 * Whether a column that is named like the reference of a payment is that of many, as the number of a payout is: half of its rows or more share
 * their value with another one, and a number of an order or payment beside it differs among those that do.
 */
export function isSharedReference(column: number, head: TableHead): boolean {
  if (numbersBeside(column, head).length > 0) return true;
  const rows = new Map<string, (readonly string[])[]>();
  for (const cells of head.rows) {
    const value = (cells[column] ?? '').trim();
    if (value !== '') rows.set(value, [...(rows.get(value) ?? []), cells]);
  }
  const all = [...rows.values()];
  const count = all.flat().length;
  if (count < SHARED_ROWS_MIN || rows.size * 2 > count) return false;
  const shared = all.filter(({ length }) => length > 1);
  const differing = (other: number) =>
    shared.filter((group) => {
      const values = new Set(group.map((cells) => (cells[other] ?? '').trim()).filter((value) => value !== ''));
      return values.size > 1 && values.size * 2 >= group.length;
    }).length;
  const others = head.named(isOfPayment).filter((other) => other !== column);
  return others.some((other) => differing(other) * 2 > shared.length && head.every(other, isReceiptNumber));
}

/**
 * The columns of numbers that no list calls those of a payment, of which no rows share one, where all rows share that in `column`, as they share
 * the number of a payout.
 */
export function numbersBeside(column: number, head: TableHead): number[] {
  const isShared = head.rows.length >= SHARED_ROWS_MIN && new Set(head.rows.map((cells) => cells[column]?.trim())).size === 1;
  const isOther = (name: string) => speaksOf('aNumber', name) && !isOfPayment(name) && !isNamed('item', name) && !isNamed('part', name);
  const isOwn = (other: number) => head.every(other, isReceiptNumber) && new Set(head.cells(other)).size === head.rows.length;
  return isShared && head.cells(column).length > 0 ? head.named(isOther).filter(isOwn) : [];
}

function isOfPayment(name: string): boolean {
  return ['orderId', 'transactionReference'].includes(knownMeaning(name) ?? '') || isNamed('paymentNumber', name);
}

/**
 * The columns of `open` that can be nothing but the currency: the one field that cells alone may tell. Not the brand and not the masked number
 * of a card: two files of one till, one with cash in it, would be read in two ways, and each of their sales would count twice.
 */
export function currencyColumns(open: readonly number[], head: TableHead): number[] {
  const isOne = (cell: string) => /^[A-Z]{3}$/.test(cell) && currencyNamed(cell) !== undefined && !ALSO_COUNTRIES.includes(cell);
  return open.filter((column) => head.every(column, isOne));
}

/** Whether a column has only codes of currencies, and so no amounts. */
export function hasCurrencies(column: number, head: TableHead): boolean {
  return head.every(column, (cell) => /^[a-z]{3}$/i.test(cell) && currencyNamed(cell.toUpperCase()) !== undefined);
}

/** Limit on the columns that are named for a field: a header that was made to cost time may have thousands. */
const NAMED_MAX = 20;

/**
 * Columns whose cells look like the brand or the number of a card, or like a field that servers import no row without. Cells alone do not make
 * a column that field.
 */
export function likeColumns(columns: readonly number[], head: TableHead): LikeColumn[] {
  const those = (field: LikeColumn['field'], isLike: (column: number) => boolean, max: number) =>
    columns
      .filter(isLike)
      .slice(0, max)
      .map((column) => ({ field, column }));
  const like = (field: LikeColumn['field'], isOne: (cell: string) => boolean, max: number) =>
    those(field, (column) => head.every(column, isOne), max);
  // Sales that were paid in cash wait for no acquirer: without this column they do.
  const tellsCash = (column: number) =>
    head.cells(column).some(isCash) && (isNamed('payment', head.name(column)) || areWaysToPay(head.cells(column)));
  const cards = like('cardNumberMasked', isCard, 1).filter(({ column }) => !speaksOf('number', head.name(column)));
  const ways = those('brandId', (column) => head.every(column, isBrandOrCash) || tellsCash(column), 1);
  const lists = columns.filter((column) => head.cells(column).some(isListOfCash)).slice(0, 1);
  return [
    ...(ways.length > 0 ? ways : lists.map((column): LikeColumn => ({ field: 'brandId', column, isList: true }))),
    ...cards,
    ...wholeFirst(
      columns.filter((column) => mayBePaid(head.name(column)) && head.every(column, isPrice)),
      head,
    )
      .slice(0, NAMED_MAX)
      .map((column) => ofPieces({ field: 'amount', column }, head)),
    ...like('currency', (cell) => /^[a-z]{3}$/i.test(cell) && currencyNamed(cell.toUpperCase()) !== undefined, NAMED_MAX),
    ...those('transactionDate', (column) => hasMostly(column, head, (cell) => isWrittenDate(cell) || isMomentNumber(cell)), NAMED_MAX).map(
      (one) => withItsTime(one, columns, head),
    ),
    ...daysOfExcel(columns, head),
  ];
}

/** Whether most cells of a column are such: below the rows, lines of totals may stand. */
function hasMostly(column: number, head: TableHead, isOne: (cell: string) => boolean): boolean {
  const cells = head.cells(column);
  return cells.filter(isOne).length * 2 > cells.length;
}

/** Whether a card is among texts of which each is a brand, a kind of card, or cash. */
function areWaysToPay(texts: readonly string[]): boolean {
  const isCard = (text: string) => brandSpelt(text) !== null || speaksOf('noKind', text);
  return texts.some(isCard) && texts.every((text) => isCard(text) || isCash(text));
}

const notPaid = ['cost', 'quantity', 'balance', 'aNumber'] as const;

function mayBePaid(name: string): boolean {
  return !speaksOfTaxOrFee(name) && !notPaid.some((role) => speaksOf(role, name));
}

/** Columns of money, before all others the one that the others are together in every row, and then those that are named for what was paid. */
function wholeFirst(columns: readonly number[], head: TableHead): number[] {
  const { rows } = head;
  const isWhole = (column: number) =>
    columns.length > 2 &&
    rows.every((cells) => {
      const size = (one: number) => amountsIn(cells[one] ?? '')[0] ?? 0;
      return isSameSum(
        columns.reduce((sum, one) => sum + size(one), 0),
        2 * size(column),
      );
    });
  const rank = (column: number) => 2 * Number(isWhole(column)) + Number(speaksOf('paid', head.name(column)));
  return columns.toSorted((a, b) => rank(b) - rank(a));
}

/** The column of pieces is named for money beside it that is not called an amount, where some row has not one piece. */
function ofPieces(price: LikeColumn, head: TableHead): LikeColumn {
  const isNotOne = (cell: string) => amountsIn(cell).some((pieces) => Math.abs(pieces) !== 1);
  const pieces = quantityColumns(head.header).find((column) => head.cells(column).some(isNotOne));
  const isOfPiece = (name: string) => speaksOf('price', name) || !speaksOfAmount(name);
  return pieces === undefined || !isOfPiece(head.name(price.column)) ? price : { ...price, pieces };
}

function isPrice(cell: string): boolean {
  return IS_AMOUNT.test(cell) || (/\p{Sc}/u.test(cell) && amountsIn(cell).length > 0);
}

function withItsTime(day: LikeColumn, columns: readonly number[], head: TableHead): LikeColumn {
  const named = columns.filter((column) => knownMeaning(head.name(column)) === 'time');
  const time = onlyOf(withTime([day.column], timesFor([day.column], named, columns, head), head));
  return time === undefined ? day : { ...day, time };
}

/** Such numbers are also those of receipts, and parts of a day rates: only under the names of a date and of a time. */
function daysOfExcel(columns: readonly number[], head: TableHead): LikeColumn[] {
  const named = columns.filter((column) => speaksOf('date', head.name(column)) && head.every(column, isDayOfExcel));
  const isPart = (cell: string) => /^(?:0?[.,]\d+|0)$/.test(cell);
  const times = columns.filter((column) => knownMeaning(head.name(column)) === 'time' && head.every(column, isPart));
  return named.slice(0, 1).map((column) => ({ field: 'transactionDate', column, ofExcel: [column, ...times.slice(0, 1)] }));
}

/**
 * Columns that are called a card and have masked card numbers. Words for cash may stand among them, or alone: else a till's file without a card
 * would be read differently from one with a card, and sales that are in both would count twice.
 */
export function maskedCards(columns: readonly number[], head: TableHead): number[] {
  const isOne = (cell: string) => MASKED.test(cell) || LAST_FOUR.test(cell) || isCash(cell);
  return columns.filter((column) => isNamed('card', head.name(column)) && head.every(column, isOne));
}

const cash = new Set(cashWords.map(wordOf));
/** Whether a text is a word for cash. */
export const isCash = (cell: string) => cash.has(wordOf(cell));
/** Whether a list of JSON has a word for cash, alone or as programs write it: `IZETTLE_CASH`. */
function isListOfCash(cell: string): boolean {
  const texts = cell.startsWith('[{') ? [...cell.matchAll(/"([^"\\]+)"/g)].map(([, text = '']) => text) : [];
  return texts.some((text) => isCash(text) || (/^[A-Z]+(?:_[A-Z]+)+$/.test(text) && text.split('_').some(isCash)));
}

/** Whether a text is a brand of cards, or a word for cash: a way to pay. */
export const isBrandOrCash = (cell: string) => brandSpelt(cell) !== null || isCash(cell);

/** More digits in one number than any card has: an id, in which a part may look like a card number. */
const LONG_ID = /^\d{20,}$/;

/** Columns of card numbers that are not all masked. */
export function fullCards(columns: readonly number[], head: TableHead): number[] {
  const isFull = (cell: string) => !MASKED.test(cell) && !LONG_ID.test(cell);
  return columns.filter((column) => head.every(column, isCard) && head.cells(column).some(isFull));
}

function isCard(cell: string): boolean {
  // About one in ten dates with a time has the digits of a card number, and of numbers of devices, which may begin with 0 as no card does.
  return MASKED.test(cell) || (hasCardNumber(cell) && !/^\D*0/.test(cell) && writtenDate(cell) === undefined);
}

/**
 * The columns of `times`, which are named like one, that are the time of day for the date in `date`, which has none but midnight. Some
 * cells may be wrong; in a rejects file all may be, which is why their rows are there.
 */
export function withTime(date: readonly number[], times: readonly number[], head: TableHead): number[] {
  const day = onlyOf(date);
  if (day === undefined || head.cells(day).some(hasTime)) return [];
  return times.filter((column) => {
    const cells = head.cells(column);
    return head.isOfRejects || cells.filter((cell) => TIME.test(timeAlone(cell))).length > cells.length / 2;
  });
}

/** Letters that two names share at their beginning and end, not by chance: `Date Created` and `Time Created`, `LOGDATE` and `LOGTIME`. */
const SHARED_MIN = 4;

/**
 * The columns in `times`, which are named like one. Without any, the columns in `open` that have only times of day and a name that begins or
 * ends as that of the date. Not one whose times all begin at 0:00: it may be a duration.
 */
export function timesFor(date: readonly number[], times: readonly number[], open: readonly number[], head: TableHead): number[] {
  if (times.length > 0) return [...times];
  const day = wordOf(head.name(date[0]));
  const isShared = (name: string) => {
    const at = [...name].findIndex((letter, index) => letter !== day[index]);
    const behind = [...name].reverse().findIndex((letter, index) => letter !== day.at(-1 - index));
    return at + behind >= SHARED_MIN;
  };
  const isTime = (column: number) => head.every(column, (cell) => CLOCK.test(timeAlone(cell)) && !writtenDate(cell));
  const isLong = (column: number) => head.cells(column).some((cell) => !/^0?0:/.test(timeAlone(cell)));
  return open.filter((column) => isShared(wordOf(head.name(column))) && isTime(column) && isLong(column));
}

/**
 * Whether a column that is named like the time of the sale has only times of day, without a day. `02.11.26` may be both, and decides
 * nothing.
 */
export function hasTimesAlone(column: number, head: TableHead): boolean {
  const cells = head.cells(column);
  const isTime = (cell: string) => TIME.test(cell) && !writtenDate(cell);
  return cells.some(isTime) && cells.every((cell) => TIME.test(cell) || !writtenDate(cell));
}

/** Whether a column has only times of day. */
export function hasClockTimes(column: number, head: TableHead): boolean {
  return head.every(column, (cell) => CLOCK.test(cell) || DOTTED.test(cell));
}

/**
 * The columns of `open` that may be the time of day for a date in `date` which has only midnight, perhaps with an offset: those of `times`,
 * which are named like one, whatever they have (in a rejects file that may be nothing), and others that have only times.
 */
export function timesInDoubt(date: readonly number[], times: readonly number[], open: readonly number[], head: TableHead): number[] {
  const day = onlyOf(date);
  const written = day === undefined ? [] : head.cells(day).flatMap((cell) => writtenDate(cell)?.time ?? []);
  if (written.length === 0 || !written.every((time) => MIDNIGHT.test(time))) return [];
  return open.filter((column) =>
    column === day
      ? false
      : times.includes(column)
        ? head.isOfRejects || head.cells(column).length > 0
        : head.every(column, (cell) => CLOCK.test(timeAlone(cell))),
  );
}

/**
 * The columns of `open` that have only dates, each with the column that may be its time of day, if there is exactly one. Plain numbers are dates
 * under the name of one.
 */
export function dateColumns(open: readonly number[], times: readonly number[], head: TableHead): number[][] {
  const isNamedSo = (column: number) => speaksOf('date', head.name(column)) || times.includes(column);
  const isCounted = (column: number) => isNamedSo(column) && head.every(column, isMomentNumber);
  const dated = open.filter((column) => head.every(column, isWrittenDate) || isCounted(column));
  // "10.05.12" under the name of a time is a time, where another column has the day.
  const isTime = (column: number) => times.includes(column) && head.every(column, (cell) => TIME.test(cell));
  return (dated.every(isTime) ? dated : dated.filter((column) => !isTime(column))).map((column) =>
    withOnlyTime([column], timesFor([column], times, open, head), head),
  );
}

/** The columns, last those that have in every row the day alone of what another one has with a time. */
export function daysLast(columns: readonly number[], head: TableHead): number[] {
  const isDayOf = (day: string, whole: string) => writtenDate(day)?.time === null && writtenDate(whole)?.day === writtenDate(day)?.day;
  const areDaysOf = (column: number, other: number) =>
    head.cells(other).some(hasTime) && head.rows.every((cells) => isDayOf(cells[column] ?? '', cells[other] ?? ''));
  const isDays = (column: number) => Number(columns.some((other) => areDaysOf(column, other)));
  return columns.toSorted((a, b) => isDays(a) - isDays(b));
}

/** The columns of `open` that are named for a sale and have a time in every row, beside `days` that have none and are those of something else then. */
export function momentsOfSale(days: readonly number[], open: readonly number[], head: TableHead): number[] {
  const isMoment = (cell: string) => isWrittenDate(cell) && hasTime(cell);
  const isOfSale = (name: string) => speaksOf('sale', name) && !speaksOf('otherEvent', name);
  const areDays = days.length > 0 && days.every((column) => head.every(column, isWrittenDate) && !head.cells(column).some(hasTime));
  return areDays ? open.filter((column) => !days.includes(column) && isOfSale(head.name(column)) && head.every(column, isMoment)) : [];
}

/** Whether a date has a time of day, and another one in every row, as the moments of a list of what happened. */
export function isOfMoments([date = -1]: readonly number[], head: TableHead): boolean {
  const cells = head.cells(date);
  return cells.length > 1 && cells.every(hasTime) && new Set(cells).size === head.rows.length;
}

/** `date` with the one column of `times` that may be its time of day; where there is none, or several, `date` alone. */
export function withOnlyTime(date: readonly number[], times: readonly number[], head: TableHead): number[] {
  const sure = withTime(date, times, head);
  const time = onlyOf(sure.length > 0 ? sure : timesInDoubt(date, times, times, head));
  return time === undefined ? [...date] : [...date, time];
}

/** Whether a column has only dates, and so no numbers of anything. */
export function hasDates(column: number, head: TableHead): boolean {
  return head.every(column, isWrittenDate);
}

/** Whether a column has dates at all, numbers such as 20261120, too: `Settled` may also say how much, or whether. */
export function hasSomeDate(column: number, head: TableHead): boolean {
  return head.cells(column).some((cell) => writtenDate(cell) !== undefined || isMomentNumber(cell));
}

/** Whether a column has goods of a brand, and no brands of cards. */
export function hasBrandsOfGoods(column: number, head: TableHead): boolean {
  const isOfGoods = (name: string) =>
    isNamed('item', name) || isNamed('part', name) || speaksOf('price', name) || speaksOf('quantity', name);
  const cells = head.cells(column);
  return wordOf(head.name(column)) === 'brand' && cells.length > 0 && !cells.some(isBrandOrCash) && head.header.some(isOfGoods);
}

/** The date that a cell is, under the first order that fits. */
function writtenDate(cell: string): WrittenDate | undefined {
  return datesIn(cell)[0];
}

/** Whether a date has a time that says more than the day: one other than midnight, or with an offset. */
function hasTime(cell: string): boolean {
  return dayAlone(cell).includes(':') || typeof writtenDate(cell)?.offset === 'string';
}

/** What databases write where they know no day: a fault of its row, in a column of dates all the same. */
const NO_DAY = /^0000-00-00(?:[T ]00:00:00)?$/;

/** Whether a cell is a date that is no plain number, perhaps with the abbreviation of a zone behind its time. */
function isWrittenDate(cell: string): boolean {
  const text = endsInAbbreviation(cell) ? (zonedParts(cell)?.time ?? '') : cell;
  return NO_DAY.test(cell) || (!/^\d+(?:[.,]\d+)?$/.test(cell) && writtenDate(text) !== undefined);
}
