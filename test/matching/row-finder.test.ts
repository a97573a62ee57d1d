/** What a step reads: of random rows, the finder leaves out no row of a cluster that could decide something about the rows that are asked for. */
import { expect, test } from 'vitest';
import { type MatchRule, MatchSettings } from '../../src/contract/match-settings.js';
import { blockTable, eachBlock, rowsSeen } from '../../src/matching/blocks.js';
import { eachCluster } from '../../src/matching/clusters.js';
import { type ComparableRow, comparableRecord, comparableSale, namesOf } from '../../src/matching/comparable.js';
import { defaultRules } from '../../src/matching/default-rules.js';
import { diagnosingLevels } from '../../src/matching/diagnosis.js';
import { levelsOf, type MatchLevel } from '../../src/matching/levels.js';
import { rowFinder } from '../../src/matching/row-finder.js';
import { addToIndex, type RowIndex, rowIndex, UNTAKEN } from '../../src/matching/row-index.js';
import { addRow, emptyRows, type Rows } from '../../src/matching/rows.js';
import { settings } from '../matching-histories/tenant.js';
import { type Chance, chances, type Payment, paymentBy } from '../support/colliding-rows.js';

const names = namesOf(settings);
const levels = levelsOf(defaultRules);
const asked = [...levels, ...diagnosingLevels(levels)];
const values = { days: ['17', '20', '21'], references: ['REF01', 'REF02'], brands: ['VISA', 'MASTERCARD'] };
const ROWS = 60;

interface Found {
  rows: Rows;
  index: RowIndex;
}

function someRows(by: Chance): Found {
  const rows = emptyRows(ROWS);
  const index = rowIndex(defaultRules, ROWS);
  const taken = () => (by.random() < 0.5 ? UNTAKEN : Math.floor(by.random() * levels.length));
  for (let id = 0; id < ROWS; id++) {
    const total = by.random() < 0.1 ? { transactionCount: 2 } : {};
    const payment = paymentBy(by, values);
    const row = by.random() < 0.5 ? comparableSale(payment, names) : comparableRecord({ ...payment, ...total }, names);
    addRow(rows, id, row as ComparableRow);
    addToIndex(index, id, row as ComparableRow, taken());
  }
  return { rows, index };
}

/** The rows of those clusters that hold a wanted one; with `Open`, beside another that is open. */
function inClusters({ rows, index }: Found, level: MatchLevel, wanted: ReadonlySet<number>, beside: 'Open' | undefined): Set<number> {
  const least = level.acrossCurrencies ? 0 : level.number;
  const there = Array.from({ length: ROWS }, (_, place) => place).filter(
    (place) => wanted.has(place) || (index.level[place] as number) >= least,
  );
  const found = new Set<number>();
  eachBlock(blockTable(ROWS), rows, level, Int32Array.from(there), (block) => {
    eachCluster(rows, block, level, ({ sales, records }) => {
      const all = [...sales, ...records];
      // Totals are no totals without a count.
      if (level.way === 'Total' && !records.some((record) => rows.total[record] !== 0)) return;
      const isBeside = beside === undefined || all.some((place) => !wanted.has(place) && index.level[place] === UNTAKEN);
      if (isBeside && all.some((place) => wanted.has(place))) for (const place of all) found.add(place);
    });
  });
  return found;
}

/** How many rows are missing, and how many of them there are. */
function missing(seeds: number, spoil: (index: RowIndex) => void = () => {}) {
  const counted = { missing: 0, twice: 0, wanted: 0, inClusters: 0, found: 0 };
  for (let seed = 1; seed <= seeds; seed++) {
    const by = chances(seed);
    const some = someRows(by);
    spoil(some.index);
    const find = rowFinder(some.index, levels);
    // As a step does: the same keys again and again.
    for (const level of [...asked, ...asked]) {
      const all = Array.from({ length: ROWS }, (_, place) => place).filter(() => by.random() < 0.1);
      const wanted = rowsSeen(some.rows, level, all);
      const beside = by.random() < 0.3 ? 'Open' : undefined;
      const places = find(level, wanted, beside);
      const found = new Set(places);
      // A row that is given twice would stand twice in a cluster.
      counted.twice += places.length - found.size;
      const expected = inClusters(some, level, new Set(wanted), beside);
      for (const place of expected) if (!found.has(place)) counted.missing += 1;
      counted.wanted += wanted.length;
      counted.inClusters += expected.size;
      counted.found += found.size;
    }
  }
  return counted;
}

test('no row of a cluster with one that is asked for is left out, and not much else is found', () => {
  const { missing: left, ...counted } = missing(40);
  expect([left, counted.twice]).toEqual([0, 0]);
  expect(counted.inClusters).toBeGreaterThan(2_000);
  expect(counted.found).toBeLessThan(2 * counted.inClusters);
});

test('the controls, an index that does not know records, amounts, or what identifies, leave rows out', () => {
  expect(missing(5, ({ marks }) => marks.fill(0)).missing).toBeGreaterThan(100);
  expect(missing(5, ({ units }) => units.forEach((_, place) => void units.fill(place, place, place + 1))).missing).toBeGreaterThan(100);
  expect(missing(5, ({ chains }) => chains.forEach(({ before }) => void before.fill(0))).missing).toBeGreaterThan(100);
});

test('rows that follow each other for days are found from one end to the other', () => {
  const count = 3_500;
  const index = rowIndex(defaultRules, count);
  const level = levels.find(({ rule, way }) => rule.name === 'terminal-moment' && way === 'Moment') as MatchLevel;
  const from = Date.UTC(2026, 10, 20);
  for (let id = 0; id < count; id++) {
    const transactionDate = new Date(from + id * 80_000).toISOString().replace('.000Z', 'Z');
    const payment = { amount: 5, currency: 'CHF', transactionDate, terminalId: 'T1' };
    const row = id < count - 1 ? comparableSale(payment, names) : comparableRecord(payment, names);
    addToIndex(index, id, row as ComparableRow, UNTAKEN);
  }
  expect(rowFinder(index, levels)(level, [0])).toHaveLength(count);
  // The record and the row before it: what is beyond a gap is not of the same cluster.
  index.at[count - 3] = (index.at[count - 3] as number) - 80;
  expect(rowFinder(index, levels)(level, [0])).toEqual([]);
  expect(rowFinder(index, levels)(level, [count - 2]).sort()).toEqual([count - 2, count - 1]);
});

test('neighbours are found at whatever time they were paid', () => {
  const level = levels.find(({ rule, way }) => rule.name === 'terminal-time' && way === 'Equal') as MatchLevel;
  // Of each minute of two days a pair, two minutes apart: some lie on both sides of whatever times are told apart by.
  const pairs = 2 * 1_440;
  const from = Date.UTC(2026, 10, 20);
  const index = rowIndex(defaultRules, 2 * pairs);
  for (let place = 0; place < 2 * pairs; place++) {
    const [minute, later] = [place >> 1, place & 1];
    const transactionDate = new Date(from + (minute + 2 * later) * 60_000).toISOString().replace('.000Z', 'Z');
    const payment = { amount: 5, currency: 'CHF', transactionDate, terminalId: `T${minute}` };
    const row = later === 0 ? comparableSale(payment, names) : comparableRecord(payment, names);
    addToIndex(index, place, row as ComparableRow, UNTAKEN);
  }
  const find = rowFinder(index, levels);
  for (let place = 0; place < 2 * pairs; place++) expect(find(level, [place]).sort()).toEqual([place, place ^ 1].sort());
});

test('rows of one side alone are not read', () => {
  const index = rowIndex(defaultRules, 3);
  const sale: Payment = { amount: 5, currency: 'CHF', transactionDate: '2026-11-20T12:00:00+01:00', transactionReference: 'REF01' };
  const level = levels.find(({ rule, way }) => rule.name === 'reference' && way === 'Near') as MatchLevel;
  for (let id = 0; id < 2; id++) addToIndex(index, id, comparableSale(sale, names) as ComparableRow, UNTAKEN);
  expect(rowFinder(index, levels)(level, [0])).toEqual([]);
  addToIndex(index, 2, comparableRecord(sale, names) as ComparableRow, UNTAKEN);
  expect(rowFinder(index, levels)(level, [0]).sort()).toEqual([0, 1, 2]);
});

test('blocks that have one hash are told apart by what identifies', () => {
  const pair = [
    { authorisationCode: '103794', cardNumberMasked: '************1008' },
    { authorisationCode: '105180', cardNumberMasked: '************1005' },
  ];
  const index = rowIndex(defaultRules, 4);
  for (const [place, keys] of pair.entries()) {
    const payment: Payment = { amount: 5, currency: 'CHF', transactionDate: '2026-11-20T12:00:00+01:00', ...keys };
    addToIndex(index, 2 * place, comparableSale(payment, names) as ComparableRow, UNTAKEN);
    addToIndex(index, 2 * place + 1, comparableRecord(payment, names) as ComparableRow, UNTAKEN);
  }
  const level = levels.find(({ rule, way }) => rule.name === 'authorisation-card' && way === 'Near') as MatchLevel;
  const find = rowFinder(index, levels);
  expect(find(level, [0]).sort()).toEqual([0, 1]);
  // What was asked for first has the same hash.
  expect(find(level, [2]).sort()).toEqual(expect.arrayContaining([2, 3]));
  expect(find(level, [3])).toHaveLength(find(level, [2]).length);
});

test('where a rule compares nothing, rows that follow each other for days are found, too', () => {
  const rule = { name: 'any', keys: [], ways: ['Moment'], within: 'PT10H', outcome: 'Propose' };
  const { rules } = MatchSettings.parse({ rules: [rule] }) as { rules: MatchRule[] };
  const count = 20;
  const index = rowIndex(rules, count);
  for (let id = 0; id < count; id++) {
    const transactionDate = new Date(Date.UTC(2026, 10, 20) + id * 9 * 3_600_000).toISOString().replace('.000Z', 'Z');
    const payment = { amount: 5, currency: 'CHF', transactionDate };
    const row = id < count - 1 ? comparableSale(payment, names) : comparableRecord(payment, names);
    addToIndex(index, id, row as ComparableRow, UNTAKEN);
  }
  const [level] = levelsOf(rules);
  expect(rowFinder(index, levelsOf(rules))(level as MatchLevel, [0])).toHaveLength(count);
});
