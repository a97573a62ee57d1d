/** Random rows of a generated file, from a seed, without reading all of it: what a query's values are drawn from. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { chance } from './generate.js';

/** More than two lines of a generated file. */
const WINDOW_BYTES = 2_048;
const ROWS = 50_000;

/**
 * `rows` are `{index, amount, brandId, currency, terminalId, transactionDate, transactionReference}`, as often as chance has it;
 * `amounts` and `dates` hold theirs in order, so that a place in them is a share of the table.
 */
export function sample(file, seed) {
  const random = chance(seed);
  const handle = openSync(file, 'r');
  const { size } = fstatSync(handle);
  const window = Buffer.alloc(WINDOW_BYTES);
  const rows = [];
  while (rows.length < ROWS) {
    const length = readSync(handle, window, 0, WINDOW_BYTES, Math.floor(random() * size));
    const [, line, rest] = window.toString('utf8', 0, length).split('\n', 3);
    // The last line has none behind it.
    if (rest !== undefined) rows.push(toRow(line));
  }
  closeSync(handle);
  return {
    rows,
    amounts: rows.map(({ amount }) => amount).sort((a, b) => a - b),
    // One offset throughout: the order of the texts is the order of the instants.
    dates: rows.map(({ transactionDate }) => transactionDate).sort(),
  };
}

/** The columns that are read stand before the first quoted one. */
function toRow(line) {
  const cells = line.split(',');
  return {
    amount: Number(cells[1]),
    brandId: cells[4],
    currency: cells[7],
    terminalId: cells[12],
    transactionDate: cells[13],
    transactionReference: cells[14],
    index: Number(cells[14].slice(1)),
  };
}
