/**
 * `npm run bench`: the numbers of docs/performance.md, and a verdict on each line that was promised. Everything is compared with what a user would
 * have instead, on the same rows, in turns, in the same call. Prints Markdown; a failed verdict is a result, not an error.
 *
 * `--beside` loads with another build, too, in turns: the folder of its package.json. For `postgres` that is commit 12319f9, whose rate on SQLite its
 * rates are held against.
 *
 *   npm run bench -- [--rows 1000000] [--runs 3] [--only load,duplicates,postgres,move,matrix,latency,totals,console,start,during,memory,scale] [--ours-only]
 *                    [--memory-rows 10000000] [--beside FOLDER] [--compare FILE] [--draws 1] [--seed 1] [--json FILE] [--markdown FILE] [--folder DIR]
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { consoleReport, measureConsole } from './console.js';
import { duplicatesReport, measureDuplicates } from './duplicates.js';
import { measureDuring } from './during.js';
import { duringReport } from './during-report.js';
import { latencyReport, measureLatency } from './latency.js';
import { loadReport, measureLoad } from './load.js';
import { measureMatrix } from './matrix.js';
import { matrixReport, scaleReport } from './matrix-report.js';
import { memoryReport } from './memory.js';
import { measureMove, moveReport } from './move.js';
import { table } from './numbers.js';
import { partNames, readOptions } from './options.js';
import { measurePostgres, postgresReport } from './postgres-store.js';
import { endAll } from './processes.js';
import { openStand } from './stand.js';
import { measureStart, startReport } from './start-up.js';
import { measureTotals, totalsReport } from './totals.js';

const options = readOptions(process.argv.slice(2));
const progress = (text) => process.stderr.write(`${new Date().toISOString().slice(11, 19)}  ${text}\n`);
const folder = mkdtempSync(join(options.folder, 'sales-bench-'));
const stands = new Map();
const results = {};
const texts = [];
const verdicts = [];

const parts = {
  load: async () => {
    results.load = await measureLoad(folder, { ...options, progress });
    add(loadReport(results.load));
  },
  duplicates: async () => {
    results.duplicates = await measureDuplicates(folder, { ...options, progress });
    add(duplicatesReport(results.duplicates));
  },
  postgres: async () => {
    results.postgres = await measurePostgres(folder, { ...options, progress });
    add(postgresReport(results.postgres));
  },
  move: async () => {
    results.move = await measureMove(folder, { ...options, progress });
    add(moveReport(results.move));
  },
  matrix: async () => {
    results.matrix = await measureMatrix(await stand(options.rows), { ...options, progress });
    add(matrixReport(results.matrix));
    if (options.compare) add(scaleReport(matrixOf(options.compare), results.matrix));
  },
  latency: async () => {
    results.latency = await measureLatency(await stand(options.rows), { ...options, progress });
    add(latencyReport(results.latency));
  },
  totals: async () => {
    results.totals = await measureTotals(await stand(options.rows), { progress });
    add(totalsReport(results.totals));
  },
  console: async () => {
    results.console = await measureConsole(await stand(options.rows), { progress });
    add(consoleReport(results.console));
  },
  start: async () => {
    results.start = measureStart(await stand(options.rows));
    add(startReport(results.start));
  },
  during: async () => {
    results.during = await measureDuring(await stand(options.rows), { ...options, folder, progress });
    add(duringReport(results.during));
  },
  memory: async () => {
    results.memory = (await largeStand()).load;
    add(memoryReport(results.memory));
  },
  scale: async () => {
    const small = results.matrix ?? (options.compare && matrixOf(options.compare));
    if (!small) throw new Error('scale compares with the matrix of the same call, or with --compare FILE');
    results.scale = await measureMatrix({ ...(await largeStand()), pair: null }, { ...options, progress });
    add(scaleReport(small, results.scale));
  },
};

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
process.once('exit', () => {
  endAll();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});
for (const name of partNames.filter((part) => options.only.includes(part))) {
  progress(`== ${name}`);
  try {
    await parts[name]();
  } catch (error) {
    // What other parts have measured is not lost with it.
    process.exitCode = 1;
    progress(`${name} broke: ${error.stack}`);
    texts.push(`The part "${name}" broke: ${error.message}`);
  }
}
report();
process.exit();

/** The servers with so many rows, loaded when first asked for. */
async function stand(rows, oursOnly = options.oursOnly) {
  if (!stands.has(rows)) stands.set(rows, await openStand({ folder, rows, seed: options.seed, oursOnly, progress }));
  return stands.get(rows);
}

/** Ours alone with the rows of the memory part, the smaller servers ended. */
async function largeStand() {
  for (const rows of [...stands.keys()]) if (rows !== options.memoryRows) await closeStand(rows);
  return stand(options.memoryRows, true);
}

async function closeStand(rows) {
  await stands.get(rows)?.close();
  stands.delete(rows);
}

function matrixOf(file) {
  return JSON.parse(readFileSync(file, 'utf8')).results.matrix;
}

function add(part) {
  texts.push(part.text);
  verdicts.push(...part.verdicts);
  if (part.verdicts.some(({ isBroken }) => isBroken)) process.exitCode = 1;
}

function report() {
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB`;
  const date = new Date().toISOString().slice(0, 10);
  const inOrder = [...verdicts].sort((a, b) => a.line - b.line);
  const lines = inOrder.map(({ line, text, passed, measured }) => [`${line}. ${text}`, measured, passed ? 'pass' : '**fail**']);
  const head = `${date}, ${machine}, Node ${process.versions.node}, ${process.platform}`;
  const document = [head, ...texts, table(['promised', 'measured', 'verdict'], lines)].join('\n\n');
  process.stdout.write(`${document}\n`);
  if (options.markdown) writeFileSync(options.markdown, `${document}\n`);
  if (options.json)
    writeFileSync(options.json, `${JSON.stringify({ date, machine, node: process.versions.node, options, results, verdicts }, null, 2)}\n`);
}
