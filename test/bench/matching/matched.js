/** A month, matched by the rules that work at once: what the scorer is given. Runs what is built. */
import { MatchSettings } from '../../../dist/contract/match-settings.js';
import { isOfPayment } from '../../../dist/contract/states.js';
import { comparableRecord, comparableSale, namesOf } from '../../../dist/matching/comparable.js';
import { defaultRules } from '../../../dist/matching/default-rules.js';
import { matchesOf, runLadder } from '../../../dist/matching/ladder.js';
import { addRow, emptyRows } from '../../../dist/matching/rows.js';

const settings = MatchSettings.parse({});
const names = namesOf(settings);

/** Adds rows one by one; what is no candidate (cash, fees) or cannot be compared is left out, as the server leaves it out. */
export function candidates(rowsMax) {
  const rows = emptyRows(rowsMax);
  const numberOf = new Int32Array(rowsMax);
  const add = (row, number) => {
    if (row !== null) numberOf[addRow(rows, number, row)] = number;
  };
  return {
    rows,
    numberOf,
    addSale: (sale, number) => sale.brandId !== 'CASH' && add(comparableSale(sale, names), number),
    addRecord: (record, number) => isOfPayment(record.type) && add(comparableRecord(record, names), number),
    run: () => runLadder(rows, defaultRules, settings),
  };
}

/**
 * @param ordered puts the numbers of rows into the order in which they come
 * @returns the results by numbers of sales and records, and what they cost in milliseconds
 */
export function matched({ sales, records }, ordered = (numbers) => numbers) {
  const all = candidates(sales.length + records.length);
  const start = performance.now();
  for (const number of ordered([...sales.keys(), ...[...records.keys()].map((record) => -1 - record)])) {
    if (number >= 0) all.addSale(sales[number], number);
    else all.addRecord(records[-1 - number], -1 - number);
  }
  const read = performance.now();
  const ladder = all.run();
  const done = performance.now();
  const results = [];
  for (const { level, how, sales: ofSales, records: ofRecords } of matchesOf(all.rows, ladder)) {
    results.push({
      rule: level.rule.name,
      how,
      sales: ofSales.map((row) => all.numberOf[row]),
      records: ofRecords.map((row) => all.numberOf[row]),
      ...(level.rule.outcome === 'Propose' && { proposed: true }),
      ...(how === 'Cancel' && { skip: true }),
    });
  }
  return { results, ladder, rows: all.rows, numberOf: all.numberOf, comparableMs: read - start, ladderMs: done - read };
}
