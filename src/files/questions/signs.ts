/**
 * Money that went the other way, though its row would be sent as a sale: signs that contradict the kinds beside them, a row that names another
 * payment, a refund in a column of its own. Looks at the rows ahead, and at words only for kinds and for the names of columns.
 */
import { maskCardNumbers } from '../../contract/card-number.js';
import { phrase } from '../../contract/phrase.js';
import type { Remedy } from '../../contract/remedy.js';
import { columnReference, columnShown } from '../columns/column-names.js';
import { isReceiptNumber } from '../columns/content-columns.js';
import { type FieldSource, type Layout, spelling } from '../columns/layout.js';
import { few, isWholeBefore } from '../columns/net-amounts.js';
import { type AheadRow, watchedRowsMax } from '../formats/rows-ahead.js';
import { groupRowsMax } from '../input/row.js';
import { kindColumnsOf } from '../reading/rows-seen.js';
import { isSale } from '../rows/known-rows.js';
import { cellText } from '../rows/mapping.js';
import { isNone } from '../text/blank.js';
import { amountsIn, isAmount, sizeIn } from '../values/amount-text.js';
import { speaksOf } from '../words/lexicon.js';
import { kindIn } from '../words/row-kinds.js';
import { isMark, isOfRefunds, isRefundType, markColumn } from '../words/sale-marks.js';
import { type AskedTable, type Detection, isGiven } from './detection.js';
import { type AnswerPart, asideAnswer, eachWhen, type OpenQuestion, rowsAre } from './open-questions.js';

const SUMS_ROWS_MAX = 100;

/** Asks where the signs of amounts, or the columns beside them, say that rows are no sales. */
export function turnedMoney({ layout, sources, amount, wasRead }: AskedTable): (Detection | null)[] {
  if (!amount) return [];
  // Named in an earlier upload, its signs were seen then; named now, it answers only which column it is.
  const areSignsSeen = wasRead && isGiven(layout, amount.index);
  return [
    ...(areSignsSeen ? [] : [signsAgainstKinds(layout, amount), allBelowZero(layout, amount)]),
    namingOthers(layout, amount, sources),
    refundColumns(layout, amount, wasRead),
  ];
}

/** Whether the user said that a column is none of the fields, and so tells no kinds. */
function isSetAside(layout: Layout, index: number): boolean {
  return isGiven(layout, index) && layout.columns[index]?.kind === 'item';
}

/** Whether the user said that the row's amount is negative. */
function isSaidNegative({ negative }: Layout, cells: readonly string[]): boolean {
  return negative.some(({ index, values }) => values.includes(spelling(cells[index] ?? '')));
}

/** -1, 0 or 1; as far as it can be told before it is decided how amounts are written. */
function signIn(amount: FieldSource, cells: readonly string[]): number {
  const sign = Math.sign(amountsIn(cellText(amount, cells))[0] ?? 0);
  return amount.isTurned ? -sign : sign;
}

/** A whole table whose sales are below zero and whose refunds are above it: its signs are those of whoever paid. */
function signsAgainstKinds(layout: Layout, amount: FieldSource): Detection | null {
  const { header } = layout;
  const kinds = kindColumnsOf(layout).filter((column) => !isSetAside(layout, column));
  const seen = kinds.map((column) => ({ column, against: 0, fits: false, firstLine: 0 }));
  if (seen.length === 0) return null;
  return {
    look({ cells, line }) {
      const sign = signIn(amount, cells);
      for (const one of isSale(layout, cells) && !isSaidNegative(layout, cells) ? seen : []) {
        const kind = kindIn((cells[one.column] ?? '').trim());
        const means = kind === 'Sale' ? 1 : isRefundType((cells[one.column] ?? '').trim()) ? -1 : 0;
        if (sign * means > 0 || (means !== 0 && sign === 0)) one.fits = true;
        if (sign * means >= 0) continue;
        one.against += 1;
        if (means > 0 && one.firstLine === 0) one.firstLine = line;
      }
      return seen.every(({ fits }) => fits);
    },
    question() {
      const told = seen.find(({ against, fits, firstLine }) => !fits && against > 1 && firstLine > 0);
      if (!told) return null;
      return {
        code: 'SIGNS_UNCERTAIN',
        field: 'amount',
        text: phrase`Line ${told.firstLine}: column ${columnShown(header, amount.index)} is below zero in each row that column ${columnShown(header, told.column)} calls a sale: the signs may be those of whoever paid.`,
        answer: turnedAnswer(layout, amount, told.column),
      };
    },
  };
}

/** Not the amount's column where the signs are right: that answers which column it is, and nothing else. */
function turnedAnswer({ header }: Layout, { index }: FieldSource, kindColumn: number): AnswerPart[] {
  return eachWhen(
    [phrase`money came in`, ['--set', `amount=- ${columnReference(header, index)}`]],
    [phrase`the signs are right, whatever that column says`, asideAnswer(kindColumn, header)],
  );
}

/** A table of such signs whose kinds are not known: each row is below zero but those that a word calls a refund, and these are above it. */
function allBelowZero(layout: Layout, amount: FieldSource): Detection | null {
  const { header, negative } = layout;
  const kinds = kindColumnsOf(layout);
  let [sales, refunds, firstLine, refundColumn, isOfSeller] = [0, 0, 0, -1, false];
  return {
    look({ cells, line }) {
      const sign = isSale(layout, cells) ? signIn(amount, cells) : 0;
      if (sign === 0) return false;
      const word = cells.findIndex((cell, index) => isRefundType(cell) && !isSetAside(layout, index));
      const column = isSaidNegative(layout, cells) ? (negative[0]?.index ?? -1) : word;
      const isRefund = column >= 0;
      isOfSeller ||= isRefund === sign < 0;
      // A fee or a payout is below zero rightly.
      const isOther = kinds.some((column) => ![null, 'Sale'].includes(kindIn((cells[column] ?? '').trim())));
      if (isRefund) {
        refunds += 1;
        refundColumn = column;
      } else if (!isOther) {
        sales += 1;
        firstLine ||= line;
      }
      return isOfSeller;
    },
    question() {
      if (isOfSeller || sales < 2 || refunds === 0) return null;
      return {
        code: 'SIGNS_UNCERTAIN',
        field: 'amount',
        text: phrase`Line ${firstLine}: column ${columnShown(header, amount.index)} is below zero but where column ${columnShown(header, refundColumn)} tells of a refund, and above it there: the signs may be those of whoever paid.`,
        answer: turnedAnswer(layout, amount, refundColumn),
      };
    },
  };
}

interface RefundColumn {
  column: number;
  /** The first line with a refund where the amount has nothing, and the first where it has something; 0 without one. */
  alone: number;
  beside: number;
}

/** Numbers of other payments are told from notes by their length. */
const CHARS_MIN = 4;
const COLUMNS_MAX = 40;

/** Rows above zero that name another payment, as refunds do: by the name of the column, or since another row has that number as its own. */
function namingOthers(layout: Layout, amount: FieldSource, sources: readonly FieldSource[]): Detection | null {
  const { header, columns, fields } = layout;
  const reference = sources.find(({ field }) => field === 'transactionReference')?.index ?? -1;
  const isFree = (index: number) => {
    const column = columns[index];
    return !isGiven(layout, index) && (column?.kind === 'item' || (column?.kind === 'field' && column.field === 'originalReference'));
  };
  const free = header.flatMap((_, index) => (isFree(index) ? [index] : [])).slice(0, COLUMNS_MAX);
  const watched = free.map((column) => ({ column, isOut: false, rows: [] as AheadRow[] }));
  const own = new Set<string>();
  const type = fields.find(({ field }) => field === 'type')?.index ?? -1;
  // More rows are not waited for where the name of no column speaks of another payment.
  const rowsMax = free.some((column) => speaksOf('otherPayment', header[column] ?? '')) ? watchedRowsMax : groupRowsMax;
  let rows = 0;
  const isTold = ({ cells }: AheadRow) =>
    kindColumnsOf(layout).some((column) => kindIn((cells[column] ?? '').trim()) !== null) ||
    isRefundType((cells[type] ?? '').trim()) ||
    header.some((name, index) => isMark(markColumn(name), cells[index] ?? '')) ||
    isSaidNegative(layout, cells);
  return {
    rowsMax,
    look(row) {
      rows += 1;
      const named = (row.cells[reference] ?? '').trim();
      if (named !== '') own.add(named);
      for (const one of watched) {
        const cell = one.isOut ? '' : (row.cells[one.column] ?? '').trim();
        if (cell === '') continue;
        one.isOut = cell === named || cell.length < CHARS_MIN || !isReceiptNumber(cell);
        one.rows.push(row);
      }
      return false;
    },
    question() {
      for (const { column, isOut, rows: naming } of watched) {
        // What most rows have is no number of another payment.
        if (isOut || naming.length === 0 || naming.length * 2 > rows) continue;
        const isNamed = speaksOf('otherPayment', header[column] ?? '');
        if (!isNamed && !naming.every(({ cells }) => own.has((cells[column] ?? '').trim()))) continue;
        const untold = naming.filter((row) => isSale(layout, row.cells) && signIn(amount, row.cells) > 0 && !isTold(row));
        const [first] = untold;
        if (first) return otherPaymentQuestion(layout, column, first);
      }
      return null;
    },
  };
}

function otherPaymentQuestion(layout: Layout, column: number, { cells, line }: AheadRow): OpenQuestion {
  const { header } = layout;
  const kind = kindColumnsOf(layout).find((index) => (cells[index] ?? '').trim() !== '');
  const value = kind === undefined ? '' : (cells[kind] ?? '').trim();
  const refunds: AnswerPart =
    kind === undefined
      ? 'Write a minus before its amount, if it is one'
      : { when: phrase`these are refunds`, remedies: [rowsAre('--negative', kind, value, header)] };
  return {
    code: 'SIGNS_UNCERTAIN',
    field: 'amount',
    text:
      kind === undefined
        ? phrase`Line ${line}: column ${columnShown(header, column)} names another payment: the row may be a refund of it, and has an amount above zero.`
        : phrase`Line ${line}: column ${columnShown(header, column)} names another payment, and column ${columnShown(header, kind)} says ${JSON.stringify(maskCardNumbers(value))}: the row may be a refund of it, and has an amount above zero.`,
    answer: [refunds, ';   ', { when: phrase`each row is a sale`, remedies: [asideAnswer(column, header)] }],
  };
}

/**
 * A column of refunds. Where the amount has nothing, a refund sent as it is would be a sale of 0; where it has what was paid, the refund would not
 * be sent at all.
 */
function refundColumns(layout: Layout, amount: FieldSource, wasRead: boolean): Detection | null {
  const { header, columns } = layout;
  const ofRefunds = [...header.keys()].filter((index) => {
    return columns[index]?.kind === 'item' && isOfRefunds(header[index] ?? '');
  });
  // An answer about one column of refunds is an answer about all of them.
  if (ofRefunds.length === 0 || amount.debits !== null || ofRefunds.some((index) => isGiven(layout, index))) return null;
  const watched = ofRefunds.map((column) => ({ column, isOut: false, isFlag: true, alone: 0, beside: 0 }));
  const rows: (readonly string[])[] = [];
  return {
    look({ cells, line }) {
      if (!isSale(layout, cells)) return false;
      if (layout.kind === 'Settlement' && rows.length < SUMS_ROWS_MAX) rows.push(cells);
      const paid = sizeIn(cellText(amount, cells));
      for (const one of watched) {
        const cell = (cells[one.column] ?? '').trim();
        if ((wasRead ? cell === '' : isNone(cell)) || one.isOut) continue;
        one.isFlag &&= /^[01]$/.test(cell);
        const sizes = amountsIn(cell).map(Math.abs);
        // Nobody gives back more than was paid: it is something else.
        one.isOut = sizes.length === 0 || (paid > 0 && sizes.every((size) => size > paid));
        if (sizes.every((size) => size === 0)) continue;
        if (paid === 0) one.alone ||= line;
        else one.beside ||= line;
      }
      return watched.every(({ isOut }) => isOut);
    },
    question() {
      const others = few(
        [...header.keys()].filter((index) => !ofRefunds.includes(index) && rows.some((cells) => isAmount(cells[index] ?? ''))),
      );
      const told = watched.find(({ isOut, isFlag, alone, beside }) => !isOut && !isFlag && alone + beside > 0);
      return told ? refundQuestion(layout, amount, told, isWholeBefore({ rows }, amount.index, others)) : null;
    },
  };
}

/** `isApart`: the fee and the net amount tell that its money is none of the amount. */
function refundQuestion(
  { header }: Layout,
  { index }: FieldSource,
  { column, alone, beside }: RefundColumn,
  isApart: boolean,
): OpenQuestion {
  const [refund, paid] = [columnShown(header, column), columnShown(header, index)];
  // Not the amount's column: naming that answers other questions, such as the one about cents.
  const whole: Remedy = asideAnswer(column, header);
  const left: Remedy = ['--set', `amount=${columnReference(header, index)} - ${columnReference(header, column)}`];
  const question = { code: 'SIGNS_UNCERTAIN', field: 'amount' } as const;
  const ofAlone = [
    [phrase`each row has a sale or a refund`, left] as const,
    [phrase`the refunds are no rows of their own`, whole] as const,
  ];
  if (alone > 0)
    return {
      ...question,
      text: phrase`Line ${alone}: column ${refund} has a refund where column ${paid} has nothing: it would be sent as a sale of 0.`,
      answer: eachWhen(...(isApart ? ofAlone.toReversed() : ofAlone)),
    };
  return {
    ...question,
    text: phrase`Line ${beside}: column ${refund} has a refund of what column ${paid} has: the payment would be sent whole, and nothing of the refund.`,
    answer: eachWhen(
      [phrase`what was paid is to be sent, because refunds come otherwise`, whole],
      [phrase`what is left of it is to be sent`, left],
    ),
  };
}
