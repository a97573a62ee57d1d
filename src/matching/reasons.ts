/** Why a row is open, as a code and as one sentence. Only rows that are there are named, by the ids that the caller knows them by. */
import { decimalText } from '../contract/amount.js';
import type { MatchKey } from '../contract/match-settings.js';
import { SALE, type ShownField, type Side } from './comparable.js';
import type { Due } from './coverage.js';
import type { MatchFinding } from './decide.js';
import { type Ladder, type LadderMatch, matchesOf } from './ladder.js';
import type { MatchLevel } from './levels.js';
import { allRows, type Rows } from './rows.js';

export type ReasonCode = MatchFinding['code'] | 'Proposed' | 'Waiting' | 'NotCovered' | 'NotSettled' | 'NoSale' | 'Incomplete';

export interface OpenReason {
  code: ReasonCode;
  sentence: string;
  /** The best candidates first, at most five. */
  candidates: readonly number[];
  /** All other rows that it speaks of; null where they are too many. */
  involved: readonly number[] | null;
}

/** What the rows were before they were made comparable. */
export interface Shown {
  id(row: number): string;
  /** A field as the file has it. */
  text(row: number, field: ShownField): string;
}

export interface Explained {
  rows: Rows;
  levels: readonly MatchLevel[];
  findings: ReadonlyMap<number, MatchFinding>;
  due: (row: number) => Due;
  shown: Shown;
}

const CANDIDATES_MAX = 5;
/** Of more rows the likeness is not asked: each of them would ask all the others. */
const RANKED_MAX = 200;
const INVOLVED_MAX = 20;

/** Of rows that could not be compared. */
export const incomplete: OpenReason = {
  code: 'Incomplete',
  sentence: 'No amount, no currency or no date that can be compared.',
  candidates: [],
  involved: [],
};

/**
 * Of each row that is in no match and no cancellation, its reason: that of the strongest rule first. Those in proposals come first, then the
 * others in the order of `all`, the rows' places.
 */
export function* reasonsOf(
  explained: Explained,
  ladder: Ladder,
  all: Iterable<number> = allRows(explained.rows),
): Generator<[row: number, reason: OpenReason]> {
  const { rows } = explained;
  for (const match of matchesOf(rows, ladder)) {
    if (match.level.rule.outcome !== 'Propose') continue;
    for (const row of [...match.sales, ...match.records]) yield [row, reasonOfProposal(explained, match, row)];
  }
  for (const row of all) if (ladder.matchOf[row] === -1) yield [row, reasonOf(explained, row)];
}

/** Of a row that is in no match, proposal or cancellation. */
export function reasonOf(explained: Explained, row: number): OpenReason {
  const finding = explained.findings.get(row);
  if (finding) return ofFinding(explained, finding, row);
  const { rows, due, shown } = explained;
  return reasonByCoverage(rows.side[row] as Side, due(row), (field) => shown.text(row, field));
}

function involvedIn({ sales, records }: Pick<MatchFinding, 'sales' | 'records'>, row: number): number[] | null {
  return sales.length + records.length > INVOLVED_MAX ? null : [...sales, ...records].filter((one) => one !== row);
}

const date = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10);
const money = (units: number) => decimalText(BigInt(units));
const count = (number: number, word: string) => `${number} ${word}${number === 1 ? '' : 's'}`;
const sideName = (rows: Rows, row: number) => (rows.side[row] === SALE ? 'sale' : 'record');
const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** What people call them. */
export const matchKeyWords: Record<MatchKey, string> = {
  transactionReference: 'reference',
  transactionSequenceCounter: 'sequence counter',
  authorisationCode: 'authorisation',
  orderId: 'order',
  terminalId: 'terminal',
  locationId: 'location',
  lastFour: 'card',
  firstSix: 'first digits of the card',
  brand: 'brand',
  acquirerId: 'acquirer',
};

/** `a, b and c`. */
export const listed = (parts: readonly string[]) =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
const keyNames = ({ keys }: MatchLevel) => listed(keys.map((key) => matchKeyWords[key]));
const keyTexts = ({ shown }: Explained, { keys }: MatchLevel, row: number) =>
  listed(keys.map((key) => `${matchKeyWords[key]} ${shown.text(row, key)}`));

/** Of a row that is in the proposal. */
export function reasonOfProposal({ rows, shown }: Pick<Explained, 'rows' | 'shown'>, match: LadderMatch, row: number): OpenReason {
  const { level, sales, records } = match;
  const others = rows.side[row] === SALE ? records : sales;
  const [other] = others as [number];
  const same = [...level.keys.map((key) => `same ${matchKeyWords[key]}`), level.way === 'Near' ? 'nearly the same amount' : 'same amount'];
  const seconds = Math.abs((rows.at[row] as number) - (rows.at[other] as number));
  const apart = level.within === null ? 'same day' : `${seconds} s apart`;
  const more = others.length > 1 ? ` and ${others.length - 1} more` : '';
  const sentence = `Probably ${sideName(rows, other)} ${shown.id(other)}${more} (${[...same, apart].join(', ')}): somebody should look.`;
  return { code: 'Proposed', sentence, candidates: others.slice(0, CANDIDATES_MAX), involved: involvedIn(match, row) };
}

function ofFinding(explained: Explained, finding: MatchFinding, row: number): OpenReason {
  const { rows, levels } = explained;
  const others = rows.side[row] === SALE ? finding.records : finding.sales;
  const level = levels[finding.level] as MatchLevel;
  const ranked = others.length > RANKED_MAX ? others : [...others].sort(byLikeness(rows, row));
  const candidates = ranked.slice(0, CANDIDATES_MAX);
  const sentence = sentences[finding.code](explained, finding, level, row, candidates[0] as number);
  return { code: finding.code, sentence, candidates, involved: involvedIn(finding, row) };
}

/** More equal fields first, then nearer in time, then by number. */
function byLikeness(rows: Rows, row: number) {
  const equals = (other: number) => Object.values(rows.keys).filter((column) => column[row] !== 0 && column[row] === column[other]).length;
  const apart = (other: number) => Math.abs((rows.at[other] as number) - (rows.at[row] as number));
  return (one: number, other: number) =>
    equals(other) - equals(one) || apart(one) - apart(other) || (rows.id[one] as number) - (rows.id[other] as number);
}

type Sentence = (explained: Explained, finding: MatchFinding, level: MatchLevel, row: number, other: number) => string;

const otherNamed = ({ rows, shown }: Explained, other: number) => `${capital(sideName(rows, other))} ${shown.id(other)}`;
const both = ({ sales, records }: MatchFinding) => `${count(sales.length, 'sale')} and ${count(records.length, 'record')}`;

const sentences: Record<MatchFinding['code'], Sentence> = {
  Ambiguous(explained, finding, level, row) {
    const shared = level.keys.length > 0 ? keyTexts(explained, level, row) : 'amount and time';
    return `${both(finding)} share ${shared}; nothing tells which.`;
  },
  AmountDiffers(explained, _finding, level, row, other) {
    const [theirs, ours] = [other, row].map((one) => money(explained.rows.units[one] as number));
    return `${otherNamed(explained, other)} has the same ${keyNames(level)} and ${theirs} instead of ${ours}.`;
  },
  CurrencyDiffers(explained, _finding, level, row, other) {
    const [theirs, ours] = [other, row].map((one) => explained.shown.text(one, 'currency'));
    return `${otherNamed(explained, other)} has the same ${keyNames(level)}, in ${theirs} instead of ${ours}.`;
  },
  FieldDiffers(explained, { field }, level, row, other) {
    const differing = field as MatchKey;
    const [theirs, ours] = [other, row].map((one) => explained.shown.text(one, differing));
    const amount = level.way === 'Equal' ? ' and amount' : '';
    return `${otherNamed(explained, other)} has the same ${keyNames(level)}${amount}, but ${matchKeyWords[differing]} ${theirs} instead of ${ours}.`;
  },
  Unbalanced(explained, finding, level, row) {
    const [sold, settled] = sumsOf(explained.rows, finding);
    const off = settled - sold;
    const difference = off === 0 ? 'their counts differ' : `${money(Math.abs(off))} ${off < 0 ? 'missing' : 'too much'}`;
    const records = `${count(finding.records.length, 'record')} to ${money(settled)}`;
    const add = finding.sales.length === 1 ? 'adds' : 'add';
    return `${count(finding.sales.length, 'sale')} of ${keyTexts(explained, level, row)} ${add} up to ${money(sold)}, ${records}: ${difference}.`;
  },
  SettledTwice({ shown }, { sales, records }, _level, row) {
    const first = records.find((record) => record !== row) as number;
    const payout = (record: number) => shown.text(record, 'payoutId') || 'no payout';
    return `Sale ${shown.id(sales[0] as number)} is matched with an equal record of ${payout(first)}; this one is of ${payout(row)}.`;
  },
  PostedTwice({ shown }, { records }) {
    return `Record ${shown.id(records[0] as number)} is matched with an equal sale; this one came besides.`;
  },
  Dense: ({ rows }, { sales, records }, _level, row) =>
    `${count(sales.length + records.length, 'row')} are alike here: too many to tell this ${sideName(rows, row)} from the others.`,
};

const sums = new WeakMap<MatchFinding, readonly [number, number]>();

/** Of sales and records, added up once for all rows of a finding. */
function sumsOf(rows: Rows, finding: MatchFinding): readonly [number, number] {
  let known = sums.get(finding);
  if (known === undefined) {
    const sum = (some: readonly number[]) => some.reduce((all, one) => all + (rows.units[one] as number), 0);
    known = [sum(finding.sales), sum(finding.records)];
    sums.set(finding, known);
  }
  return known;
}

/**
 * Of a row of which nothing else is found. `text`: a field of it as the file has it. Once it is due, nothing is said of how much further files
 * reach: each file that comes would change what is said of every row that is open, however old it is.
 */
export function reasonByCoverage(side: Side, due: Due, text: (field: ShownField) => string): OpenReason {
  const reason = (code: ReasonCode, sentence: string): OpenReason => ({ code, sentence, candidates: [], involved: [] });
  if (side !== SALE) {
    const terminal = text('terminalId');
    const sales = terminal ? `The sales of terminal ${terminal}` : 'The sales';
    if (!due.isCovered) return reason('Waiting', 'There are no sales yet.');
    return due.isDue
      ? reason('NoSale', `${sales} reach ${date(due.dueDay)}, when this record was due, and none is this payment.`)
      : reason('Waiting', `No sale yet; ${lower(sales)} reach ${date(due.toDay)}, this record is due on ${date(due.dueDay)}.`);
  }
  const brand = text('brand');
  if (!due.isCovered || due.account === null) {
    return reason('NotCovered', `No settlement file has ever covered ${brand ? `brand ${brand}` : 'this sale'}.`);
  }
  const { acquirerId } = due.account;
  const files = `The ${acquirerId === null ? 'settlement files' : `files of ${acquirerId}`} reach`;
  return due.isDue
    ? reason('NotSettled', `${files} ${date(due.dueDay)}, when this sale was due, and none holds it.`)
    : reason('Waiting', `No record yet; ${lower(files)} ${date(due.toDay)}, this sale is due on ${date(due.dueDay)}.`);
}

const lower = (text: string) => text.slice(0, 1).toLowerCase() + text.slice(1);
