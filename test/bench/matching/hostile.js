/** Days that somebody made up to be slow: 100,000 equal payments a side at one terminal on one day, matched, diagnosed and explained. */
import { coverage } from '../../../dist/matching/coverage.js';
import { diagnosed } from '../../../dist/matching/diagnosis.js';
import { reasonsOf } from '../../../dist/matching/reasons.js';
import { candidates } from './matched.js';

const plain = { amount: 4.5, currency: 'CHF', terminalId: '22128577' };
const time = (number, offset = 0) => new Date(Date.UTC(2026, 9, 1, 6) + (number + offset) * 500).toISOString().replace('.000Z', 'Z');

const days = {
  'each with its counter': (number) => ({ ...plain, transactionSequenceCounter: String(number + 1) }),
  'without an identifier': () => plain,
  'all with one reference': () => ({ ...plain, transactionReference: 'psp_1234567' }),
  'all with one reference and moment': () => ({ ...plain, transactionReference: 'psp_1234567', transactionDate: '2026-10-01T12:00:00Z' }),
  'sums of 20,000 that miss by one': (number) => ({ ...plain, amount: 4.5 + (number % 7), orderId: `ORDER-${number % 10}` }),
};

/** @returns for each day the milliseconds of processor that the ladder, and all of it, took, and how many matches there are */
export function hostileDays(rows) {
  return Object.entries(days).map(([name, rowOf]) => {
    const all = candidates(2 * rows);
    for (let number = 0; number < rows; number++) {
      all.addSale({ transactionDate: time(number), ...rowOf(number) }, number);
      all.addRecord({ transactionDate: time(number, 1), ...rowOf(number), ...(number === 0 && { amount: 4.51 }) }, number);
    }
    const start = process.cpuUsage();
    const ladder = all.run();
    const ladderMs = millis(process.cpuUsage(start));
    let reasons = 0;
    const explained = {
      rows: all.rows,
      levels: ladder.levels,
      findings: diagnosed(all.rows, ladder),
      due: (row) => coverage({ waitDays: 5, accounts: [] }).due({ side: 1, day: all.rows.day[row], keys: {} }),
      shown: { id: String, text: () => 'x' },
    };
    for (const _ of reasonsOf(explained, ladder)) reasons++;
    return { name, matches: ladder.count, reasons, ladderMs, allMs: millis(process.cpuUsage(start)) };
  });
}

const millis = ({ user, system }) => Math.round((user + system) / 1_000);
