/**
 * Amount, fee and net amount of settlement records: columns that nobody took though they go together; those that do not add up; and a refund or
 * chargeback without a minus, whose fee would then be earned and not paid. What adds up in most rows is an agreement of its columns, and asked
 * about with those.
 */
import { type Phrase, phrase } from '../../contract/phrase.js';
import { feeParts } from '../../contract/states.js';
import { feesIn, isNet } from '../columns/agreements.js';
import { columnShown } from '../columns/column-names.js';
import type { FieldSource, Layout } from '../columns/layout.js';
import { feesAndRests, few, isOfSale } from '../columns/net-amounts.js';
import { onlyOf } from '../columns/table-head.js';
import type { AheadRow } from '../formats/rows-ahead.js';
import { cellText, isNegative } from '../rows/mapping.js';
import { isBlank } from '../text/blank.js';
import { amountsIn, isAmount, isSameSum, isSomeAmount, sizeIn } from '../values/amount-text.js';
import { readCell } from '../values/cell-values.js';
import { speaksOfTax } from '../words/header-words.js';
import { spaced, speaksOf } from '../words/lexicon.js';
import { isOfMoneyBack } from '../words/sale-marks.js';
import { mayBeSale } from './contradictions.js';
import { type AskedTable, type Detection, isGiven, isUntold } from './detection.js';
import { type AnswerPart, asideAnswer, columnAnswer, eachWhen, list, type OpenQuestion, rowsAre } from './open-questions.js';

const UNTOLD_ROWS_MAX = 100;
const VALUES_MAX = 4;
/** Services round each of the three. */
const CENT = 0.010_05;

interface SettledColumns {
  amount: FieldSource;
  fee: FieldSource;
  net: FieldSource;
}

type WithoutFee = Omit<SettledColumns, 'fee'> & Partial<SettledColumns>;

export function settledSums({ layout, sources, wasRead }: AskedTable): (Detection | null)[] {
  const [amounts = [], fees = [], nets = []] = (['amount', 'fee', 'netAmount'] as const).map((name) =>
    sources.filter(({ field, index, debits }) => field === name && index >= 0 && debits === null),
  );
  const [[amount], [fee], [net]] = [amounts, fees, nets];
  const areClear = [amounts, fees, nets].every(({ length }) => length < 2);
  if (!areClear || !amount) return [];
  // What a header that was settled before leaves out, somebody has seen.
  if (!fee || !net) {
    if (wasRead) return [];
    const signs = net && fees.length === 0 ? withoutMinus(layout, { amount, net }, wasRead) : null;
    return [untold(layout, amount, fee, net), fee && !net ? otherFees(layout, fee) : null, signs];
  }
  const sums = { amount, fee, net };
  return [apart(layout, sums, wasRead), withoutMinus(layout, sums, wasRead)];
}

/** A fee, in one column or several beside each other, and what is left after it, whatever they are called: nobody took them, and they are the amount together. A tax may be that of the fee. */
function untold(layout: Layout, amount: FieldSource, fee?: FieldSource, net?: FieldSource): Detection {
  const { header } = layout;
  const rows: (readonly string[])[] = [];
  return {
    rowsMax: UNTOLD_ROWS_MAX,
    look({ cells }) {
      if (cells.length >= header.length) rows.push(cells);
      return false;
    },
    question() {
      const open = [...header.keys()].filter((index) => isUntold(layout, index));
      const known = { ...(fee && { fees: [fee.index, ...fee.more] }), ...(net && { rest: net.index }) };
      const [first] = feesAndRests({ header, rows }, amount.index, open, known);
      if (first) return togetherQuestion(first.rest, first.fees);
      const alone = fee || net ? undefined : onlyOf(open.filter((index) => isCost(index)));
      if (alone === undefined) return null;
      const taxes = open.filter((index) => speaksOfTax(spaced(header[index] ?? '')) && isOfFee(index, alone));
      return aloneQuestion(alone, taxes.slice(0, 1));
    },
  };

  function isFee(index: number): boolean {
    const name = spaced(header[index] ?? '');
    return speaksOf('fee', name) && !isOfSale(name);
  }

  /** Whether another fee is this one and all others together. */
  function isPart(index: number): boolean {
    const fees = few([...header.keys()].filter(isFee));
    const sum = (cells: readonly string[]) => fees.reduce((all, fee) => all + sizeIn(cells[fee]), 0);
    const isWhole = (fee: number) => rows.every((cells) => isSameSum(sum(cells), 2 * sizeIn(cells[fee])));
    return fees.length > 2 && fees.some((fee) => fee !== index && isWhole(fee));
  }

  /** Whether a column that is named for a fee has a part of each amount, and no part of another fee. */
  function isCost(index: number): boolean {
    return (
      isFee(index) &&
      !isPart(index) &&
      rows.every((cells) => isBlank(cells[index] ?? '') || isAmount(cells[index] ?? '')) &&
      rows.some((cells) => sizeIn(cells[index]) > 0) &&
      rows.every((cells) => sizeIn(cells[index]) === 0 || sizeIn(cells[index]) < sizeIn(cells[amount.index]) / 2)
    );
  }

  /** Whether a column has a part of each fee, and nothing where there is none: the tax on it. */
  function isOfFee(index: number, cost: number): boolean {
    return (
      rows.every((cells) => sizeIn(cells[index]) < sizeIn(cells[cost]) / 2 || sizeIn(cells[index]) === 0) &&
      rows.some((cells) => sizeIn(cells[index]) > 0)
    );
  }

  function aloneQuestion(index: number, taxes: readonly number[]): OpenQuestion {
    const together = [phrase`the fee is these together`, columnAnswer('fee', [index, ...taxes], header)] as const;
    return {
      code: 'COLUMN_UNCERTAIN',
      field: 'fee',
      text: phrase`Column ${columnShown(header, index)} is named for a fee, has a part of the amounts, and would not be read as the fee.`,
      answer: eachWhen(
        ...(taxes.length > 0 ? [together] : []),
        [taxes.length > 0 ? phrase`that is the whole fee` : phrase`it is`, columnAnswer('fee', [index], header)],
        [phrase`it is not`, asideAnswer(index, header)],
      ),
    };
  }

  function togetherQuestion(left: number, costs: readonly number[]): OpenQuestion {
    const shown = list(costs.map((index) => columnShown(header, index)));
    const isTaken = fee && costs.every((cost) => [fee.index, ...fee.more].includes(cost));
    const remedies = [
      ...(isTaken ? [] : [columnAnswer('fee', costs, header)]),
      ...(net ? [] : [columnAnswer('netAmount', [left], header)]),
    ];
    return {
      code: 'COLUMN_UNCERTAIN',
      field: isTaken ? 'netAmount' : 'fee',
      text: phrase`Column ${columnShown(header, amount.index)} less ${shown} is column ${columnShown(header, left)} in nearly every row: a fee, and what is left after it, would not be read.`,
      answer: eachWhen([phrase`they are that`, ...remedies], [phrase`they are not`, asideAnswer(net ? (costs[0] ?? 0) : left, header)]),
    };
  }
}

/** Columns of fees that the one of the fee does not have in it, since it is less in some row, where no net amount tells. */
function otherFees(layout: Layout, { index: own, more }: FieldSource): Detection {
  const { header } = layout;
  const isOther = (index: number) => isUntold(layout, index) && speaksOf('fee', spaced(header[index] ?? ''));
  let open = isGiven(layout, own) || more.length > 0 ? [] : [...header.keys()].filter(isOther);
  const apart = new Map<number, number>();
  return {
    look({ cells, line }) {
      open = open.filter((index) => isBlank(cells[index] ?? '') || isAmount(cells[index] ?? ''));
      for (const index of open) if (!apart.has(index) && sizeIn(cells[index]) > sizeIn(cells[own])) apart.set(index, line);
      return open.length === 0;
    },
    question() {
      const found = few(open.filter((index) => apart.has(index)));
      const [first] = found;
      if (first === undefined) return null;
      return {
        code: 'COLUMN_AMBIGUOUS',
        field: 'fee',
        text: phrase`Line ${apart.get(first) ?? 0}: column ${columnShown(header, first)} has a fee that is not in column ${columnShown(header, own)}.`,
        answer: eachWhen(
          [phrase`the fee is these together`, columnAnswer('fee', [own, ...found], header)],
          [phrase`that is the whole fee`, columnAnswer('fee', [own], header)],
        ),
      };
    },
  };
}

/** A way to read the columns, and how it is said. */
interface Way {
  gross: number;
  net: number;
  fees: readonly number[];
  when: Phrase;
  field: 'amount' | 'fee' | 'netAmount';
}

function apart(layout: Layout, { amount, fee, net }: SettledColumns, wasRead: boolean): Detection | null {
  const { header, columns, agreements } = layout;
  // Whoever said which column it is has seen what stands beside it; one of them may be the answer to another question.
  const isSaid = isGiven(layout, net.index) && (wasRead || isGiven(layout, fee.index));
  if (isSaid || agreements.some(({ is }) => is === 'net')) return null;
  const isOwn = ({ index }: FieldSource) => columns[index]?.kind === 'field' && columns[index].by === 'exact';
  const areOwn = [amount, fee, net].every(isOwn);
  if (areOwn && wasRead) return null;
  const own = { gross: amount.index, net: net.index, fees: [fee.index, ...fee.more] };
  const isFree = (index: number) => {
    const column = columns[index];
    if (isOfMoneyBack(spaced(header[index] ?? ''))) return false;
    return column?.kind === 'item' || (column?.kind === 'field' && (feeParts as readonly string[]).includes(column.field));
  };
  let ways = few([...header.keys()].filter(isFree)).flatMap((index): Way[] => [
    { ...own, fees: [index], field: 'fee', when: phrase`that is the whole fee` },
    { ...own, fees: [...own.fees, index], field: 'fee', when: phrase`the fee is these together` },
    { ...own, gross: index, field: 'amount', when: phrase`that is the amount` },
    { ...own, net: index, field: 'netAmount', when: phrase`that is what is left` },
  ]);
  let [rows, broken, firstLine] = [0, 0, 0];
  return {
    look(row) {
      if (!isCompared(row, layout, own)) return false;
      rows += 1;
      ways = ways.filter((way) => addsUp(row.cells, way));
      if (addsUp(row.cells, own)) return false;
      broken += 1;
      firstLine ||= row.line;
      return false;
    },
    // Under the API's own names, what is apart is a correction, unless another column is what lacks.
    question: () => (broken > 0 && (!areOwn || ways.length > 0) ? apartQuestion() : null),
  };

  function apartQuestion(): OpenQuestion {
    const fees = list(own.fees.map((index) => columnShown(header, index)));
    const [whole, left] = [columnShown(header, own.gross), columnShown(header, own.net)];
    const answers = ways
      .toSorted((a, b) => a.fees.length - b.fees.length)
      .map(({ field, when, gross, net: rest, fees: all }) => ({
        when,
        remedies: [columnAnswer(field, field === 'fee' ? all : [field === 'amount' ? gross : rest], header)],
      }));
    return {
      code: 'COLUMN_AMBIGUOUS',
      field: 'fee',
      text: phrase`Line ${firstLine}: column ${whole} less ${fees} is not column ${left}, in ${broken} of ${rows} rows.`,
      answer: [
        ...answers.flatMap((answer): AnswerPart[] => [answer, ';   ']),
        ...(answers.length > 0 ? [] : ['Say which column has all fees: ', { remedies: [['--set', 'fee=COLUMN']] }, ';   ']),
        {
          when: phrase`the columns are right as they are`,
          remedies: [columnAnswer('fee', own.fees, header), columnAnswer('netAmount', [own.net], header)],
        },
      ],
    };
  }
}

/** Whether a row has a payment of which something was paid out, in one currency. */
function isCompared(row: AheadRow, layout: Layout, { gross, net }: Pick<Way, 'gross' | 'net'>): boolean {
  const { cells } = row;
  const text = (name: string) => {
    const source = layout.fields.find(({ field }) => field === name);
    return source ? cellText(source, cells).trim() : '';
  };
  const [own, other] = [text('currency'), text('settlementCurrency')];
  const isExchanged = (other !== '' && other !== own) || text('exchangeRate') !== '';
  const isFilled = !isBlank(cells[net] ?? '') && isSomeAmount(cells[gross] ?? '');
  return isFilled && !isExchanged && mayBeSale(row, layout);
}

/** Whatever the signs: a minus may be left out. */
function addsUp(cells: readonly string[], { gross, net, fees }: Pick<Way, 'gross' | 'net' | 'fees'>): boolean {
  const read = (column: number) => amountsIn(cells[column] ?? '');
  const sums = feesIn(fees.map((fee) => cells[fee] ?? ''));
  return read(gross).some((whole) =>
    read(net).some((left) => sums.some((fee) => [whole, -whole].some((own) => isNet(own, left, fee, CENT)))),
  );
}

/**
 * Rows that are called a refund or chargeback, without a minus before their amount: with a fee, and no minus before their net amount either; or with
 * a net amount that is what a negative amount leaves.
 */
function withoutMinus(layout: Layout, { amount, fee, net }: WithoutFee, wasRead: boolean): Detection | null {
  const { header, fields, agreements } = layout;
  const type = fields.find(({ field, index }) => field === 'type' && index >= 0);
  if (!type || isGiven(layout, type.index)) return null;
  const read = (source: FieldSource, cells: readonly string[]) =>
    amountsIn(cellText(source, cells)).map((value) => (source.isTurned ? -value : value));
  const isAbove = (source: FieldSource, cells: readonly string[]) => read(source, cells).some((value) => value > 0);
  const feeCells = (cells: readonly string[]) => (fee ? [fee.index, ...fee.more].map((index) => cells[index] ?? '') : []);
  // What a header that was settled before has so was taken as it stands; what breaks an agreement is asked about with that.
  const mayBeToldByNet = !wasRead && !agreements.some(({ is }) => is === 'net');
  // What the fee of a refund was, nothing tells where no column has it.
  const isOfNegative = (own: number, cells: readonly string[]) =>
    read(net, cells).some((left) => left < 0 && (!fee || feesIn(feeCells(cells)).some((cost) => isNet(-own, left, cost, CENT))));
  const values = new Set<string>();
  let firstLine = 0;
  return {
    look({ cells, line }) {
      const is = readCell('type', cellText(type, cells));
      const isBack = is === 'Refund' || is === 'Chargeback';
      if (!isBack || isNegative(layout, 'amount', cells) || !isAbove(amount, cells)) return false;
      const isToldByNet = mayBeToldByNet && read(amount, cells).some((own) => isOfNegative(own, cells));
      if (!isToldByNet && !isAbove(net, cells)) return false;
      values.add((cells[type.index] ?? '').trim());
      if (isToldByNet || feeCells(cells).some(isSomeAmount)) firstLine ||= line;
      return values.size > VALUES_MAX;
    },
    question() {
      if (firstLine === 0) return null;
      return {
        code: 'SIGNS_UNCERTAIN',
        field: 'amount',
        text: phrase`Line ${firstLine}: column ${columnShown(header, type.index)} says that money went back, and column ${columnShown(header, amount.index)} has no minus: amount or fee would count with the wrong sign.`,
        answer: eachWhen(
          [phrase`money went back in these rows`, ...[...values].map((value) => rowsAre('--negative', type.index, value, header))],
          [phrase`it came in`, columnAnswer('type', [type.index], header)],
        ),
      };
    },
  };
}
