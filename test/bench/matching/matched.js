/** A month, matched by the rules that work at once: what the scorer is given. Runs what is built. */
import { MatchSettings } from '../../../dist/contract/match-settings.js';
import { isOfPayment } from '../../../dist/contract/states.js';
import { addRecord, addSale, emptyColumns } from '../../../dist/matching/columns.js';
import { comparableRecord, comparableSale, namesOf } from '../../../dist/matching/comparable.js';
import { defaultRules } from '../../../dist/matching/default-rules.js';
import { evidenceMatches, matchRows } from '../../../dist/matching/evidence.js';
import { defaultEvidence, rowNamesOf } from '../../../dist/matching/evidence-settings.js';
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

/** The same by evidence. */
export function matchedByEvidence({ sales, records }, ordered = (numbers) => numbers, settings = defaultEvidence) {
  const start = performance.now();
  const rows = emptyColumns(sales.length + records.length);
  const rowNames = rowNamesOf(settings);
  for (const number of ordered([...sales.keys(), ...[...records.keys()].map((record) => -1 - record)])) {
    if (number >= 0) addSale(rows, number, sales[number], rowNames);
    else if (isOfPayment(records[-1 - number].type)) addRecord(rows, -1 - number, records[-1 - number], rowNames);
  }
  const read = performance.now();
  const outcome = matchRows(rows, settings);
  const done = performance.now();
  const results = [...evidenceMatches(rows, outcome, settings)].map(({ rule, kind, how, ...places }) => ({
    rule,
    how,
    sales: places.sales.map((row) => rows.id[row]),
    records: places.records.map((row) => rows.id[row]),
    ...(kind === 'Proposal' && { proposed: true }),
    ...(kind === 'Cancellation' && { skip: true }),
  }));
  return { results, outcome, rows, comparableMs: read - start, ladderMs: done - read };
}
