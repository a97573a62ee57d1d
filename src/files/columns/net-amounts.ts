/**
 * Gross, fee and net of settlement records by arithmetic: three columns of which one is the difference of the others in nearly every row. Taxes,
 * tips and discounts are none of them.
 */
import type { Agreement } from '../input/mapping-rules.js';
import type { RowField } from '../input/record-kind.js';
import { isBlank } from '../text/blank.js';
import { amountsIn, isAmount, isSomeAmount } from '../values/amount-text.js';
import { meaningOfWord, speaksOfAmount, speaksOfTax, speaksOfTip } from '../words/header-words.js';
import { spaced, speaksOf } from '../words/lexicon.js';
import { isOfMoneyBack } from '../words/sale-marks.js';
import { isNet } from './agreements.js';
import type { Draft } from './plan.js';
import { onlyOf, type TableHead } from './table-head.js';

const COLUMNS_MAX = 12;
const FEES_MAX = 5;
/** In fewer rows with a fee, it may be chance. */
const ROWS_MIN = 2;
/** Share of the rows in which it has to hold; in a few rows, one or two may be wrong. */
const SHARE = { usual: 0.9, ofFew: 0.6, few: 10 };

/** Limit on the columns of each kind that are tried: a header that was made to cost time may have thousands. */
export function few(columns: readonly number[]): readonly number[] {
  return columns.slice(0, COLUMNS_MAX);
}

/** Whether a name is of a tax, tip or discount, which is no cost of a payment: as it is written, `MwSt`, or by the words of a program. */
export function isOfSale(name: string): boolean {
  return [name, spaced(name).replaceAll('_', ' ')].some(
    (one) => speaksOfTax(one) || speaksOfTip(one) || (speaksOf('discount', one) && !speaksOf('fee', one)),
  );
}

/** Takes the fee and the net amount that no name told, where they are what is missing between the two others, and one of them is named so. */
export function takeNet(draft: Draft): void {
  const { kind } = draft;
  if (kind !== 'Settlement' || (draft.isDecided('fee') && draft.isDecided('netAmount'))) return;
  const called = (column: number) => spaced(draft.name(column));
  const isApart = (column: number) => isOfSale(draft.name(column));
  const open = draft.open().filter((column) => !isApart(column) && draft.every(column, isAmount));
  const of = (field: RowField) => draft.fields.find((one) => one.field === field)?.columns.slice(0, 1);
  const isFee = (column: number) => speaksOf('fee', called(column));
  const meaning = (column: number) => meaningOfWord(draft.name(column), kind);
  const isWhole = (column: number) => meaning(column) === 'amount' || meaning(column) === 'total' || speaksOfAmount(called(column));
  const isNamed = (fee: number, net: number) => isFee(fee) || speaksOf('net', called(net));
  const found = few(of('amount') ?? open.filter((column) => isWhole(column) && !isFee(column))).flatMap((gross) =>
    few(of('netAmount') ?? open.filter((column) => !isFee(column))).flatMap((net) =>
      few(of('fee') ?? open).flatMap((fee) =>
        new Set([gross, net, fee]).size === 3 && isNamed(fee, net) && hasNet(draft, gross, net, [fee]) ? [{ net, fee }] : [],
      ),
    ),
  );
  const one = onlyOf(found);
  if (!one) return;
  draft.claim('fee', [one.fee], 'content');
  draft.claim('netAmount', [one.net], 'content');
}

/** What the rows tell of an amount beside its fee and its net amount; nothing of an amount that the user named. */
export function netTold(draft: Draft): Agreement[] {
  const { kind, fields } = draft;
  const [amount, net, fee] = (['amount', 'netAmount', 'fee'] as const).map((name) => fields.find(({ field }) => field === name));
  if (kind !== 'Settlement' || !amount || !net || !fee || [amount, net, fee].some(({ hasDebits }) => hasDebits)) return [];
  const [column = -1] = amount.columns;
  const [left = -1] = net.columns;
  if (amount.by === 'given' || !hasNet(draft, column, left, fee.columns)) return [];
  return [{ column, is: 'net', others: [left, ...fee.columns] }];
}

/** A fee, in one column or several beside each other, and what is left after it. */
export interface FeeAndRest {
  fees: readonly number[];
  rest: number;
}

/**
 * All that may be the fee and what is left after it of an amount, whatever they are called: what holds in most rows first, then of the fewest
 * columns. A tax may be that of the fee. `open`: the columns that may be one; `share`: that of the rows in which it holds; `known`: those that are.
 */
export function feesAndRests(
  { header, rows }: Pick<TableHead, 'header' | 'rows'>,
  gross: number,
  open: readonly number[],
  known: Partial<FeeAndRest> = {},
): (FeeAndRest & { share: number })[] {
  const called = (column: number) => spaced(header[column] ?? '');
  const isMoney = (column: number) => {
    const cells = rows.map((row) => row[column] ?? '').filter((cell) => !isBlank(cell));
    return cells.length > 0 && cells.every(isAmount);
  };
  const free = few(open.filter((column) => column !== gross && isMoney(column) && !isOfMoneyBack(called(column))));
  const isCost = (column: number) => !isOfSale(header[column] ?? '');
  const rests = known.rest === undefined ? free.filter(isCost) : [known.rest];
  const found = rests.flatMap((rest) => {
    const all = [...new Set([...free, ...(known.fees ?? [])])].filter((column) => column !== rest).sort((a, b) => a - b);
    const isOne = (some: readonly number[]) => known.fees?.every((fee) => some.includes(fee)) ?? some.some(isCost);
    const runs = runsOf(all).filter(isOne);
    return runs.flatMap((fees) => {
      const share = shareOfNet({ rows }, gross, rest, fees, true);
      return share > 0 ? [{ rest, fees, share }] : [];
    });
  });
  return found.toSorted((a, b) => b.share - a.share || a.fees.length - b.fees.length);
}

/** The columns, each alone and with those behind it, the fewest first. */
export function runsOf(columns: readonly number[]): number[][] {
  const lengths = columns.map((_, at) => at + 1).slice(0, FEES_MAX);
  return lengths.flatMap((length) => columns.slice(length - 1).map((_, at) => columns.slice(at, at + length)));
}

/** Whether two of `columns` are a fee and what it leaves of the amount in every row, so that no other column has money of it. */
export function isWholeBefore({ rows }: Pick<TableHead, 'rows'>, gross: number, columns: readonly number[]): boolean {
  const first = (cells: readonly string[], column: number) => amountsIn(cells[column] ?? '')[0] ?? Number.NaN;
  const isSo = (net: number, fee: number) => rows.every((cells) => isNet(first(cells, gross), first(cells, net), first(cells, fee)));
  return columns.some((net) =>
    columns.some((fee) => net !== fee && fee !== gross && hasNet({ rows }, gross, net, [fee]) && isSo(net, fee)),
  );
}

/** Whether nearly every row has the gross amount, the net one and the fees that are between them. */
export function hasNet(head: Pick<TableHead, 'rows'>, gross: number, net: number, fees: readonly number[]): boolean {
  return shareOfNet(head, gross, net, fees, false) > 0;
}

/**
 * The share of rows that have them; 0 where these are too few. `isOpen`: the net amount alone may say that money went back, and a row of which
 * nothing was paid out tells nothing.
 */
function shareOfNet({ rows }: Pick<TableHead, 'rows'>, gross: number, net: number, fees: readonly number[], isOpen: boolean): number {
  let [seen, told, charged] = [0, 0, 0];
  for (const cells of rows) {
    const read = (column: number) => amountsIn(cells[column] ?? '');
    const [whole, left] = [read(gross), read(net)];
    if (!isSomeAmount(cells[gross] ?? '') || left.length === 0 || (isOpen && !isSomeAmount(cells[net] ?? ''))) continue;
    seen += 1;
    const sums = fees.reduce<number[]>(
      (all, fee) => all.flatMap((sum) => [...new Set(read(fee).length > 0 ? read(fee) : [0])].map((one) => sum + one)),
      [0],
    );
    const isBack = (amount: number, rest: number) => isOpen && amount > 0 && rest < 0;
    const of = whole.flatMap((amount) =>
      left.flatMap((rest) => sums.map((fee) => ({ amount: isBack(amount, rest) ? -amount : amount, rest, fee }))),
    );
    if (!of.some(({ amount, rest, fee }) => isNet(amount, rest, fee))) continue;
    told += 1;
    const isLess = (amount: number, rest: number) => Math.abs(rest) < Math.abs(amount) || (isOpen && amount < 0);
    if (of.some(({ amount, rest, fee }) => fee !== 0 && Math.abs(fee) < Math.abs(amount) / 2 && isLess(amount, rest))) charged += 1;
  }
  const share = seen > SHARE.few ? SHARE.usual : SHARE.ofFew;
  return charged >= ROWS_MIN && told >= seen * share ? told / seen : 0;
}
