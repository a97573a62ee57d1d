/**
 * What matching by evidence takes, in a process of its own that reads rows one by one: seconds of processor, and memory at most. Run after a build.
 *
 *   node test/bench/matching/evidence-bench.js [--rows 1000000] [--seed 11] [--noise 1]
 *   node test/bench/matching/evidence-bench.js --hostile 100000
 */
import { execFileSync } from 'node:child_process';
import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { finished } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { isOfPayment } from '../../../dist/contract/states.js';
import { addRecord, addSale, emptyColumns } from '../../../dist/matching/columns.js';
import { matchRows } from '../../../dist/matching/evidence.js';
import { defaultEvidence, rowNamesOf } from '../../../dist/matching/evidence-settings.js';
import { hostileRows } from './hostile-rows.js';
import { monthOf } from './month.js';

const text = (value) => ({ type: 'string', default: value });
const { values } = parseArgs({
  options: { rows: text('1000000'), seed: text('11'), noise: text('1'), hostile: text('0'), read: text('') },
});
const say = (line) => process.stdout.write(`${line}\n`);

if (values.read !== '') say(await measured(values.read));
else if (Number(values.hostile) > 0)
  for (const [name, month] of hostileRows(Number(values.hostile))) say(`${name}: ${await inOwnProcess(month)}`);
else say(await inOwnProcess(monthOf({ rows: Number(values.rows), seed: Number(values.seed), noise: Number(values.noise) })));

async function inOwnProcess({ sales, records }) {
  const folder = mkdtempSync(join(tmpdir(), 'evidence-bench-'));
  for (const [name, rows] of Object.entries({ sales, records })) {
    const out = createWriteStream(join(folder, name));
    for (let from = 0; from < rows.length; from += 1_000) {
      const some = rows.slice(from, from + 1_000).map((row) => `${JSON.stringify(row)}\n`);
      if (!out.write(some.join(''))) await new Promise((resolve) => out.once('drain', resolve));
    }
    out.end();
    await finished(out);
  }
  const told = execFileSync(
    process.execPath,
    [fileURLToPath(import.meta.url), '--read', folder, '--rows', String(sales.length + records.length)],
    { encoding: 'utf8' },
  ).trim();
  rmSync(folder, { recursive: true });
  return told;
}

async function measured(folder) {
  const rows = emptyColumns(Number(values.rows));
  const names = rowNamesOf(defaultEvidence);
  let number = 0;
  for (const [name, add] of [
    ['sales', addSale],
    ['records', addRecord],
  ])
    for await (const line of createInterface({ input: createReadStream(join(folder, name)) })) {
      const row = JSON.parse(line);
      if (name === 'sales' || isOfPayment(row.type)) add(rows, number++, row, names);
    }
  const start = process.cpuUsage();
  const began = performance.now();
  const { matches } = matchRows(rows, defaultEvidence);
  const { user, system } = process.cpuUsage(start);
  const seconds = (ms) => `${(ms / 1_000).toFixed(1)} s`;
  const memory = Math.round(process.resourceUsage().maxRSS / 1_000);
  return `${rows.count} rows, ${matches.length} matches and proposals, ${seconds(performance.now() - began)} (${seconds((user + system) / 1_000)} of processor), at most ${memory} MB`;
}
