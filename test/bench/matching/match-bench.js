/**
 * `npm run match-bench`: generated months matched, and judged by the truth: wrong matches, recall, proposals, by
 * seed and noise, and by class of the first of them. Prints Markdown. A missed target is told, and fails.
 *
 *   npm run match-bench -- [--rows 100000] [--seeds 1,2,3,4,5] [--noise 0,1,3,6] [--examples 3]
 *
 * What it takes in memory, and on days that were made up to be slow, is measured by evidence-bench.js.
 */
import { parseArgs } from 'node:util';
import { table } from '../numbers.js';
import { matched } from './matched.js';
import { monthOf } from './month.js';
import { recallOf, score } from './score.js';

const text = (value) => ({ type: 'string', default: value });
const { values } = parseArgs({
  options: {
    rows: text('100000'),
    seeds: text('1,2,3,4,5'),
    noise: text('0,1,3,6'),
    examples: text('3'),
  },
});
const numbers = (list) => list.split(',').map(Number);
const percent = (part) => `${(part * 100).toFixed(2)} %`;
const say = (line = '') => process.stdout.write(`${line}\n`);

const lines = [];
const misses = [];
let classes = null;
for (const noise of numbers(values.noise)) for (const seed of numbers(values.seeds)) run({ rows: Number(values.rows), seed, noise });
say(
  table(
    [
      'seed, noise',
      'sales × records',
      'matches',
      'coarse',
      'wrong',
      'recall',
      'with proposals',
      'proposals',
      'of one payment',
      'matched in',
    ],
    lines,
  ),
);
if (classes !== null) say(`\n${classes}`);
for (const miss of misses) say(`MISSED: ${miss}`);
process.exitCode = misses.length > 0 ? 1 : 0;

function run(options) {
  const month = monthOf({ ...options, trades: true });
  const { results, readMs, matchMs } = matched(month);
  const scored = score(month, results);
  const { matches, proposals, cancellations } = scored;
  const recall = recallOf(scored);
  // A part of a payment, such as one of the captures of an order captured short, leads to the payment: a person sees the rest.
  const ofOne = 1 - proposals.wrong / proposals.all;
  const name = `${options.seed}, ${options.noise}`;
  process.stderr.write(`seed ${name}: ${matches.wrong} wrong, read ${Math.round(readMs)} ms, matched ${Math.round(matchMs)} ms\n`);
  lines.push([
    name,
    `${month.sales.length} × ${month.records.length}`,
    matches.all,
    matches.coarse,
    `${matches.wrong} (${matches.money.toFixed(2)})`,
    percent(recall.matched),
    percent(recall.withProposals),
    proposals.all,
    percent(ofOne),
    `${(matchMs / 1_000).toFixed(2)} s`,
  ]);
  if (matches.wrong > 0) misses.push(`${matches.wrong} wrong matches at seed ${name}`);
  if (cancellations.wrong > 0) misses.push(`${cancellations.wrong} wrong cancellations at seed ${name}`);
  if (ofOne < 0.995) misses.push(`proposals ${percent(ofOne)} of one payment at seed ${name}`);
  if (options.noise === 1 && recall.matched < 0.79) misses.push(`recall ${percent(recall.matched)} at seed ${name}`);
  if (options.noise === 1 && recall.withProposals < 0.97)
    misses.push(`recall with proposals ${percent(recall.withProposals)} at seed ${name}`);
  for (const { sales, records, rule } of matches.examples.slice(0, Number(values.examples))) {
    say(
      `wrong by ${rule}: ${JSON.stringify(sales.map((sale) => month.sales[sale]))} ${JSON.stringify(records.map((one) => month.records[one]))}`,
    );
  }
  if (classes === null && options.noise > 0) classes = classTable(name, scored);
}

function classTable(name, { byClass }) {
  const share = (part, { sales }) => (sales === 0 ? '-' : ((part / sales) * 100).toFixed(2));
  const cells = ([of, line]) => [of, line.sales, share(line.matched, line), share(line.proposed, line), line.wrong];
  const rows = [...byClass].filter(([, { sales }]) => sales > 0).sort(([, one], [, other]) => other.sales - one.sales);
  return table([`class (seed, noise: ${name})`, 'sales', 'matched %', 'proposed %', 'wrong'], rows.map(cells));
}
