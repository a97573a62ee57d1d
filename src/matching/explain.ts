/**
 * What each rule makes of one row and of those that its reason names: the very functions that match, over these few rows. It finds no rows by
 * itself, and changes nothing.
 */
import { decimalText } from '../contract/amount.js';
import type { MatchKey, MatchRule, MatchSettings } from '../contract/match-settings.js';
import type { ExplanationStep } from '../contract/matches.js';
import type { SettlementRecordUpload } from '../contract/settlement.js';
import type { TransactionUpload } from '../contract/transaction.js';
import { type BlockTable, blockTable, eachBlock, rowsSeen } from './blocks.js';
import { type Cluster, eachCluster } from './clusters.js';
import { comparableRecord, comparableSale, namesOf, SALE, textOf } from './comparable.js';
import { decide, type MatchFinding } from './decide.js';
import { nearByAccount } from './ladder.js';
import { levelsOf, type MatchLevel } from './levels.js';
import { listed, matchKeyWords } from './reasons.js';
import { addRow, allRows, emptyRows, type Rows } from './rows.js';

export type ExplainedRow = { id: string; isMatched: boolean } & (
  | { kind: 'Sales'; fields: TransactionUpload }
  | { kind: 'Settlement'; fields: SettlementRecordUpload }
);

export interface ToExplain {
  subject: ExplainedRow;
  others: readonly ExplainedRow[];
  /** Whether its reason speaks of other rows, too, that are not at hand: too many, or hidden. */
  hasMore: boolean;
  settings: MatchSettings;
  rules: readonly MatchRule[];
  /** The match, proposal or cancellation that the row is in. */
  made: { kind: string; rule: string | null; how: string } | null;
}

/** The rows as they are compared; the one that is asked about has the place 0. */
interface RowsExplained {
  rows: Rows;
  of: readonly ExplainedRow[];
  hasMore: boolean;
  table: BlockTable;
  nearOf: ReturnType<typeof nearByAccount>;
}

type StepFound = Omit<ExplanationStep, 'rule' | 'way'>;

/** Rule by rule, down to the one that took the row; none for a row that cannot be compared. */
export function explainedSteps({ subject, others, hasMore, settings, rules, made }: ToExplain): ExplanationStep[] {
  const compared = comparedRows([subject, ...others], hasMore, settings);
  if (compared === null) return [];
  const levels = levelsOf(rules);
  const steps: ExplanationStep[] = [];
  for (const rule of rules) {
    const ofRule = levels.filter((level) => level.rule === rule);
    const ways = ofRule.map((level) => ({ rule: rule.name, way: level.way, ...stepOf(compared, level) }));
    const maker = made?.rule === rule.name ? (ofRule.find(({ way }) => way === wayOf(made.how)) ?? ofRule[0]) : undefined;
    if (made && maker) return [...steps, { rule: rule.name, way: maker.way, ...madeStep(compared, maker, made.kind) }];
    steps.push(mostTelling(ways));
  }
  return steps;
}

/** One of a rule's ways: what an amount lacks to be near says more than that it is not equal. */
function mostTelling(ways: readonly ExplanationStep[]): ExplanationStep {
  const telling = ways.filter(({ outcome }) => outcome !== 'NoKey' && outcome !== 'Alone');
  const near = telling.filter(({ outcome }) => outcome === 'AmountDiffers').at(-1);
  return (telling[0]?.outcome === 'AmountDiffers' ? near : telling[0]) ?? (ways[0] as ExplanationStep);
}

const wayOf = (how: string) => (how === 'Twin' || how === 'Group' ? 'Equal' : how);

function comparedRows(all: readonly ExplainedRow[], hasMore: boolean, settings: MatchSettings): RowsExplained | null {
  const names = namesOf(settings);
  const rows = emptyRows(all.length);
  const of: ExplainedRow[] = [];
  for (const [place, row] of all.entries()) {
    const comparable = row.kind === 'Sales' ? comparableSale(row.fields, names) : comparableRecord(row.fields, names);
    if (comparable === null && place === 0) return null;
    if (comparable === null) continue;
    addRow(rows, place, comparable);
    of.push(row);
  }
  return { rows, of, hasMore, table: blockTable(rows.count), nearOf: nearByAccount(settings) };
}

function stepOf(compared: RowsExplained, level: MatchLevel): StepFound {
  const { rows, nearOf } = compared;
  if (rowsSeen(rows, level, [0]).length === 0) return { outcome: 'NoKey', sentence: whyUnseen(compared, level), ids: [] };
  const cluster = clusterWith(compared, level);
  if (cluster === null) return withoutCluster(compared, level);
  const { found, finding } = decide({ rows, level, forbidden: null, nearOf }, cluster);
  const ids = idsOf(compared, cluster);
  if (finding && [...finding.sales, ...finding.records].includes(0)) {
    return { outcome: finding.code, sentence: findingSentence(compared, level, finding), ids };
  }
  if (!found.some(({ sales, records }) => [...sales, ...records].includes(0))) {
    return { outcome: 'Alone', sentence: `no row of the same ${keyNames(level)} fits`, ids };
  }
  const [other = 0] = othersIn(compared, cluster);
  const why = compared.of[other]?.isMatched ? 'and is matched already' : 'but there are more rows like it';
  return { outcome: 'Ambiguous', sentence: `${named(compared, other)} has the same ${keyNames(level)}, ${why}`, ids };
}

function madeStep(compared: RowsExplained, level: MatchLevel, kind: string): StepFound {
  const { rows, of } = compared;
  const ids = of.slice(1).map(({ id }) => id);
  const outcome = kind;
  const same = `the same ${keyNames(level)}`;
  if (of.length !== 2)
    return { outcome, sentence: ids.length === 0 ? `with rows of ${same}` : `with ${counted(ids.length, 'row')} of ${same}`, ids };
  const amount =
    level.way === 'Cancel' ? 'the opposite amount' : rows.units[0] === rows.units[1] ? 'the same amount' : amountsText(compared, 1);
  return { outcome, sentence: `${named(compared, 1)}: ${same}, ${amount}${apart(rows, 1)}`, ids };
}

/** The neighbours of the row, itself among them; null where it has none to decide about. */
function clusterWith({ rows, table }: RowsExplained, level: MatchLevel): Cluster | null {
  let with0: Cluster | null = null;
  eachBlock(table, rows, level, allRows(rows), (members) => {
    if (!members.includes(0)) return;
    eachCluster(rows, members, level, (cluster) => {
      if (cluster.sales.includes(0) || cluster.records.includes(0)) with0 = { sales: [...cluster.sales], records: [...cluster.records] };
    });
  });
  return with0;
}

/** What is nearly so: the same keys with another amount, too far away, or in another currency. */
function withoutCluster(compared: RowsExplained, level: MatchLevel): StepFound {
  if (level.way === 'Cancel') return { outcome: 'Alone', sentence: 'nothing that it cancels', ids: [] };
  const anyAmount: MatchLevel = { ...level, way: level.way === 'Total' ? 'Total' : 'Near' };
  if (!level.isIdentified) return { outcome: 'Alone', sentence: `no row of the same ${keyNames(level)} fits`, ids: [] };
  const nearly: [MatchFinding['code'] | 'TooFar', MatchLevel, (other: number) => string][] = [
    ['AmountDiffers', anyAmount, (other) => `${amountsText(compared, other)}${apart(compared.rows, other)}`],
    [
      'TooFar',
      { ...anyAmount, within: Number.POSITIVE_INFINITY },
      (other) => `${farText(compared.rows, other)}; ${withinText(level)} would do`,
    ],
    ['CurrencyDiffers', { ...anyAmount, acrossCurrencies: true }, () => 'in another currency'],
  ];
  for (const [outcome, changed, text] of nearly) {
    const cluster = clusterWith(compared, changed);
    const [other] = cluster === null ? [] : othersIn(compared, cluster);
    if (cluster === null || other === undefined) continue;
    return {
      outcome,
      sentence: `${named(compared, other)} has the same ${keyNames(level)}: ${text(other)}`,
      ids: idsOf(compared, cluster),
    };
  }
  const none = compared.of.length > 1 ? 'none of these' : `no free ${otherSide(compared)}`;
  const noneHere = compared.hasMore ? 'none of the rows that are compared here' : none;
  const sentence = `${noneHere} has the same ${keyNames(level)}`;
  return { outcome: 'Alone', sentence, ids: [] };
}

function findingSentence(compared: RowsExplained, level: MatchLevel, { code, sales, records, field }: MatchFinding): string {
  const { rows, hasMore } = compared;
  const [other = 0] = othersIn(compared, { sales, records });
  const both = `${hasMore ? 'at least ' : ''}${counted(sales.length, 'sale')} and ${counted(records.length, 'record')}`;
  const sum = (some: readonly number[]) => money(some.reduce((all, row) => all + (rows.units[row] as number), 0));
  switch (code) {
    case 'AmountDiffers':
      return `${named(compared, other)}: ${amountsText(compared, other)}; ${level.rule.near.join(' to ')} % would do`;
    case 'FieldDiffers':
      return `${named(compared, other)} contradicts it: ${differingText(compared, field as MatchKey, other)}`;
    case 'Unbalanced':
      if (hasMore) return `rows with the same ${keyNames(level)} do not add up`;
      return `${counted(sales.length, 'sale')} come to ${sum(sales)}, ${counted(records.length, 'record')} to ${sum(records)}`;
    case 'SettledTwice':
    case 'PostedTwice':
      return `${both} are the same payment, which came once more`;
    default:
      return `${both} have the same ${keyNames(level)}; nothing tells which`;
  }
}

function whyUnseen({ rows, of }: RowsExplained, level: MatchLevel): string {
  const it = `the ${of[0]?.kind === 'Sales' ? 'sale' : 'record'}`;
  if (level.needsTime && rows.isTimed[0] === 0) return `${it} has no time of day`;
  if ((rows.total[0] as number) > 1 && level.way !== 'Total') return `${it} is the total of ${rows.total[0]} payments`;
  const wanted = level.rule.oneEdit === null ? level.keys : [...level.keys, level.rule.oneEdit];
  const missing = wanted.filter((key) => rows.keys[key][0] === 0).map((key) => `no ${matchKeyWords[key]}`);
  return missing.length > 0 ? `${it} has ${listed(missing)}` : `${it} has an order of so few characters that it may be a table`;
}

const money = (units: number) => decimalText(BigInt(units));
const counted = (number: number, word: string) => `${number} ${word}${number === 1 ? '' : 's'}`;
const keyNames = ({ keys }: MatchLevel) => (keys.length === 0 ? 'amount and time' : listed(keys.map((key) => matchKeyWords[key])));
const otherSide = ({ of }: RowsExplained) => (of[0]?.kind === 'Sales' ? 'record' : 'sale');
const named = ({ of }: RowsExplained, place: number) => `${of[place]?.kind === 'Sales' ? 'sale' : 'record'} ${of[place]?.id}`;

/** Those of the other side first. */
function othersIn({ rows }: RowsExplained, { sales, records }: Cluster): number[] {
  const [own, theirs] = rows.side[0] === SALE ? [sales, records] : [records, sales];
  return [...theirs, ...own.filter((row) => row !== 0)];
}

function idsOf(compared: RowsExplained, cluster: Cluster): string[] {
  return othersIn(compared, cluster).flatMap((place) => compared.of[place]?.id ?? []);
}

/** `71.12, not 17.12`, with by how much that is more or less. */
function amountsText({ rows }: RowsExplained, other: number): string {
  const [ours, theirs] = [rows.units[0] as number, rows.units[other] as number];
  const [sold, settled] = rows.side[0] === SALE ? [ours, theirs] : [theirs, ours];
  const percents = sold === 0 ? null : Math.round(((settled - sold) / Math.abs(sold)) * 1_000) / 10;
  const off = percents === null || percents === 0 ? '' : ` (settled is ${Math.abs(percents)} % ${percents > 0 ? 'more' : 'less'})`;
  return `${money(theirs)}, not ${money(ours)}${off}`;
}

function differingText({ of }: RowsExplained, field: MatchKey, other: number): string {
  const [ours, theirs] = [of[0], of[other]].map((row) => (row ? textOf(row.fields, field) : ''));
  return `${matchKeyWords[field]} ${theirs}, not ${ours}`;
}

function apart(rows: Rows, other: number): string {
  if (rows.isTimed[0] === 0 || rows.isTimed[other] === 0) return '';
  return `, ${spanText(Math.abs((rows.at[0] as number) - (rows.at[other] as number)))} apart`;
}

const farText = (rows: Rows, other: number) => `${spanText(Math.abs((rows.at[0] as number) - (rows.at[other] as number)))} apart`;
const withinText = ({ within }: MatchLevel) => (within === null ? 'the same day' : `at most ${spanText(within)}`);

function spanText(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  if (seconds < 2 * 86_400) return `${Math.round(seconds / 3_600)} h`;
  return `${Math.round(seconds / 86_400)} days`;
}
