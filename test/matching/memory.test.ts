/** What saves memory changes nothing: blocks are the same in parts, and a step's index made in the memory of the rows is that made row by row. */
import { expect, test } from 'vitest';
import { type BlockTable, blockTable, eachBlock } from '../../src/matching/blocks.js';
import { type ComparableRow, comparableRecord, comparableSale, namesOf } from '../../src/matching/comparable.js';
import { defaultRules } from '../../src/matching/default-rules.js';
import { diagnosingLevels } from '../../src/matching/diagnosis.js';
import { matchesOf, runLadder } from '../../src/matching/ladder.js';
import { levelsOf } from '../../src/matching/levels.js';
import { chainOf, eachInChain } from '../../src/matching/row-chains.js';
import { addToIndex, indexInPlaceOf, type RowIndex, rowIndex, withRoom } from '../../src/matching/row-index.js';
import { addRow, allRows, emptyRows, type Rows } from '../../src/matching/rows.js';
import { settings } from '../matching-histories/tenant.js';
import { chances, paymentBy } from '../support/colliding-rows.js';

const names = namesOf(settings);
const levels = levelsOf(defaultRules);
const values = { days: ['20', '21'], references: ['REF01', 'REF02', 'a longer reference'], brands: ['VISA', 'MASTERCARD'] };
const ROWS = 300;
const SEEDS = 40;

function comparables(seed: number): ComparableRow[] {
  const by = chances(seed);
  return Array.from({ length: ROWS }, () => {
    const total = by.random() < 0.1 ? { transactionCount: 2 } : {};
    const payment = paymentBy(by, values);
    const row = by.random() < 0.5 ? comparableSale(payment, names) : comparableRecord({ ...payment, ...total }, names);
    return row as ComparableRow;
  });
}

function someRows(seed: number, rowsMax = ROWS): Rows {
  const rows = emptyRows(rowsMax);
  for (const [id, row] of comparables(seed).entries()) addRow(rows, 1_000 + id, row);
  return rows;
}

/** By level, the blocks in any order. */
function blocksBy(rows: Rows, table: BlockTable, wanted: Uint8Array | null): string[][] {
  return [...levels, ...diagnosingLevels(levels)].map((level) => {
    const blocks: string[] = [];
    eachBlock(table, rows, level, allRows(rows), (members) => blocks.push(members.join()), wanted);
    return blocks.sort();
  });
}

test.each([1, 7, 64])('blocks of parts of %i rows are those of all rows together', (partRows) => {
  let all = 0;
  for (let seed = 1; seed <= SEEDS; seed++) {
    const rows = someRows(seed);
    const wanted = seed % 2 === 0 ? null : Uint8Array.from({ length: ROWS }, (_, row) => Number(row % 5 === 0));
    const together = blocksBy(rows, blockTable(ROWS), wanted);
    expect(blocksBy(rows, blockTable(ROWS, partRows), wanted)).toEqual(together);
    all += together.flat().length;
  }
  expect(all).toBeGreaterThan(1_000);
});

test('a part that has more rows than the others gets room for them', () => {
  const rows = emptyRows(ROWS);
  const sale = { amount: 4.5, currency: 'CHF', transactionDate: '2026-10-20T12:00:00Z', transactionReference: 'REF01' };
  for (let id = 0; id < ROWS; id++) {
    addRow(rows, id, (id % 2 === 0 ? comparableSale(sale, names) : comparableRecord(sale, names)) as ComparableRow);
  }
  const [level] = levels;
  const sizes: number[] = [];
  eachBlock(blockTable(ROWS, 4), rows, level as (typeof levels)[number], allRows(rows), ({ length }) => sizes.push(length));
  expect(sizes).toEqual([ROWS]);
});

test('matches are numbered in the order of their first rows, whatever level found them', () => {
  const rows = someRows(1);
  const ladder = runLadder(rows, defaultRules, settings);
  const matches = [...matchesOf(rows, ladder)];
  expect(matches).toHaveLength(ladder.count);
  expect(new Set(matches.map(({ level }) => level.number)).size).toBeGreaterThan(3);
  const firsts = matches.map(({ sales, records }) => Math.min(...sales, ...records));
  expect(firsts).toEqual([...firsts].sort((one, other) => one - other));
  const numberOf = new Map(matches.flatMap(({ sales, records }, number) => [...sales, ...records].map((row) => [row, number])));
  expect([...ladder.matchOf]).toEqual([...allRows(rows)].map((row) => numberOf.get(row) ?? -1));
});

/** With the chain of each row, which holds all its rows and no other. */
function columns({ keys, count, chains, ...others }: RowIndex) {
  const filled = Object.entries({ ...others, ...keys }).map(([name, column]) => [name, [...column.subarray(0, count)]]);
  const chained = chains.map((some) => {
    const chainAt = Array.from({ length: count }, (_, place) => chainOf(some, keys, place));
    for (const chain of new Set(chainAt.filter((one) => one !== -1))) {
      const places: number[] = [];
      eachInChain(some, chain, (place) => places.push(place));
      expect(places.reverse()).toEqual(chainAt.flatMap((one, place) => (one === chain ? [place] : [])));
    }
    return [some.keys.join(), chainAt];
  });
  return Object.fromEntries([...filled, ...chained]) as Record<string, number[]>;
}

const rulesOfOneKey = defaultRules.filter(({ keys }) => keys.length === 1);

test.each([defaultRules, defaultRules.slice(0, 1), rulesOfOneKey])('an index in the memory of the rows is that of each row', (...rules) => {
  for (let seed = 1; seed <= SEEDS; seed++) {
    const level = (row: number) => (row * 7) % 40;
    const wanted = rowIndex(rules, withRoom(ROWS));
    const rows = comparables(seed);
    for (const [row, comparable] of rows.entries()) addToIndex(wanted, 2 * (1_000 + row), comparable, level(row));
    const wider = someRows(seed, withRoom(ROWS));
    const found = indexInPlaceOf(wider, rules, (row) => 2 * (wider.id[row] as number), level);
    expect(columns(found)).toEqual(columns(wanted));
    // There is room for more rows, in memory that no other column has.
    for (const index of [found, wanted]) addToIndex(index, 1, rows[0] as ComparableRow, 1);
    expect(columns(found)).toEqual(columns(wanted));
  }
});
