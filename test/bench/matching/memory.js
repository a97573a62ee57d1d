/** What the ladder takes in memory: reads sales.ndjson and records.ndjson of a folder row by row, as from a database, and prints what it took. */
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { candidates } from './matched.js';

const [, , folder, sales, records] = process.argv;
const all = candidates(Number(sales) + Number(records));
const start = performance.now();
await eachLine('sales.ndjson', all.addSale);
await eachLine('records.ndjson', all.addRecord);
const read = performance.now();
const cpuBefore = process.cpuUsage();
const ladder = all.run();
const done = performance.now();
const { user, system } = process.cpuUsage(cpuBefore);
const maxRss = process.resourceUsage().maxRSS * 1_024;
process.stdout.write(
  JSON.stringify({
    rows: all.rows.count,
    matches: ladder.count,
    readMs: read - start,
    ladderMs: done - read,
    cpuMs: (user + system) / 1_000,
    maxRss,
  }),
);

async function eachLine(name, add) {
  let number = 0;
  for await (const line of createInterface({ input: createReadStream(join(folder, name)) })) add(JSON.parse(line), number++);
}
