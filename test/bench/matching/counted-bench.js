/**
 * Months whose numbers are true or shifted (counted-months.js), matched by what is built: wrong matches and recall by shape.
 *
 *   node test/bench/matching/counted-bench.js [SEEDS] [FIRST SEED]
 */
import { table } from '../numbers.js';
import { countedMonth, judged, shiftedMonths, trueMonths } from './counted-months.js';
import { matched } from './matched.js';

const seeds = Number(process.argv[2] ?? 50);
const first = Number(process.argv[3] ?? 1);
const lines = [];
for (const [name, shape] of Object.entries({ ...trueMonths, ...shiftedMonths })) {
  const sum = { wrong: 0, right: 0, paired: 0, most: 0, rules: new Map() };
  for (let seed = first; seed < first + seeds; seed++) {
    const month = countedMonth(shape, seed);
    const { wrong, right, paired } = judged(month, matched(month).results);
    sum.wrong += wrong.length;
    sum.most = Math.max(sum.most, wrong.length);
    sum.right += right;
    sum.paired += paired;
    for (const { rule, how } of wrong) sum.rules.set(`${rule} ${how}`, (sum.rules.get(`${rule} ${how}`) ?? 0) + 1);
  }
  const rules = [...sum.rules].map(([rule, count]) => `${rule} ${count}`).join(', ');
  lines.push([
    `${name in trueMonths ? 'true: ' : ''}${name}`,
    sum.paired,
    `${((sum.right / sum.paired) * 100).toFixed(2)} %`,
    sum.wrong,
    sum.most,
    rules,
  ]);
}
process.stdout.write(`${table(['shape', 'sales with a record', 'matched', 'wrong', 'most of a month', 'by'], lines)}\n`);
