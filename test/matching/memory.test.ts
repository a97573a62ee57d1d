/** What saves memory changes nothing: blocks are the same in parts. */
import { expect, test } from 'vitest';
import { MatchSettings } from '../../src/contract/match-settings.js';
import { type BlockTable, blockTable, eachBlock } from '../../src/matching/blocks.js';
import { type ComparableRow, comparableRecord, comparableSale, namesOf } from '../../src/matching/comparable.js';
import { defaultRules } from '../../src/matching/default-rules.js';
import { diagnosingLevels } from '../../src/matching/diagnosis.js';
import { matchesOf, runLadder } from '../../src/matching/ladder.js';
import { levelsOf } from '../../src/matching/levels.js';
import { addRow, allRows, emptyRows, type Rows } from '../../src/matching/rows.js';
import { chances, paymentBy } from '../support/colliding-rows.js';

const settings = MatchSettings.parse({});
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
function blocksBy(rows: Rows, table: BlockTable): string[][] {
  return [...levels, ...diagnosingLevels(levels)].map((level) => {
    const blocks: string[] = [];
    eachBlock(table, rows, level, allRows(rows), (members) => blocks.push(members.join()));
    return blocks.sort();
  });
}

test.each([1, 7, 64])('blocks of parts of %i rows are those of all rows together', (partRows) => {
  let all = 0;
  for (let seed = 1; seed <= SEEDS; seed++) {
    const rows = someRows(seed);
    const together = blocksBy(rows, blockTable(ROWS));
    expect(blocksBy(rows, blockTable(ROWS, partRows))).toEqual(together);
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
