/** A month, matched: what the scorer is given. Runs what is built. */
import { isOfPayment } from '../../../dist/contract/states.js';
import { addRecord, addSale, emptyColumns } from '../../../dist/matching/columns.js';
import { matchRows } from '../../../dist/matching/evidence.js';
import { defaultEvidence, rowNamesOf } from '../../../dist/matching/evidence-settings.js';

/**
 * @param ordered puts the numbers of rows, of records below 0, into the order in which they come
 * @returns the results by numbers of sales and records, and what they cost in milliseconds. Fees, and what cannot be compared, are left out.
 */
export function matched({ sales, records }, ordered = (numbers) => numbers, settings = defaultEvidence) {
  const start = performance.now();
  const rows = emptyColumns(sales.length + records.length);
  const names = rowNamesOf(settings);
  for (const number of ordered([...sales.keys(), ...[...records.keys()].map((record) => -1 - record)])) {
    if (number >= 0) addSale(rows, number, sales[number], names);
    else if (isOfPayment(records[-1 - number].type)) addRecord(rows, -1 - number, records[-1 - number], names);
  }
  const read = performance.now();
  const outcome = matchRows(rows, settings);
  const done = performance.now();
  const results = outcome.matches.map(({ rule, kind, how, ...places }) => ({
    rule,
    how,
    sales: places.sales.map((row) => rows.id[row]),
    records: places.records.map((row) => rows.id[row]),
    ...(kind === 'Proposal' && { proposed: true }),
    ...(kind === 'Cancellation' && { skip: true }),
  }));
  return { results, readMs: read - start, matchMs: done - read };
}
