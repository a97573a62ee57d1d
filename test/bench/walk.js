/**
 * The walk of a row: which files of the program a row of a plain CSV file passes, from the command line to the table, and which of their
 * functions how often. Two uploads of different size are counted by V8 in every process and thread; what was called more often in the larger
 * one was called for its rows. Usage: npm run walk
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const dist = new URL('../../dist/', import.meta.url).href;
const sales = fileURLToPath(new URL('../../bin/sales.js', import.meta.url));
/** Both so large that the file has a thread of its own. */
const [FEW, MANY] = [100_000, 200_000];

const folder = mkdtempSync(join(tmpdir(), 'sales-walk-'));
try {
  const [few, many] = [await calls(FEW), await calls(MANY)];
  const files = new Map();
  for (const [place, count] of many) {
    const perRow = (count - (few.get(place) ?? 0)) / (MANY - FEW);
    if (perRow < 0.5) continue;
    const [file, name] = place.split(' ');
    files.set(file, [...(files.get(file) ?? []), `${name} × ${perRow.toFixed(1)}`]);
  }
  for (const [file, functions] of [...files].sort()) process.stdout.write(`${file}: ${functions.join(', ')}\n`);
  process.stdout.write(`${files.size} files\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** How often each function of the program was called while so many rows were uploaded. */
async function calls(rows) {
  const here = join(folder, String(rows));
  const [coverage, password, file] = ['coverage', 'password', 'sales.csv'].map((name) => join(here, name));
  mkdirSync(coverage, { recursive: true });
  writeFileSync(password, 'not-kept-anywhere', { mode: 0o600 });
  writeFileSync(file, csvOf(rows));
  const env = { ...process.env, XDG_CONFIG_HOME: join(here, 'config'), XDG_STATE_HOME: join(here, 'state'), NODE_V8_COVERAGE: coverage };
  const data = join(here, 'data');
  const serve = ['serve', '--data', data, '--port', '0', '--init-password-file', password, '--log', 'none'];
  const server = spawn(process.execPath, [sales, ...serve], { env, stdio: 'ignore' });
  try {
    const { url, caFile } = await serving(data);
    run(env, 'login', '--url', url, '--user', 'api', '--ca-file', caFile, '--password-file', password);
    run(env, 'upload', file, '--yes');
  } finally {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGTERM');
    await ended;
  }
  return countedIn(coverage);
}

function csvOf(rows) {
  const two = (number) => String(number).padStart(2, '0');
  const lines = Array.from({ length: rows }, (_, n) => {
    const day = two(1 + (n % 20));
    const time = `${two(n % 24)}:${two(n % 60)}:${two(Math.floor(n / 60) % 60)}`;
    return `2026-11-${day}T${time}+01:00,${((n % 9000) / 100 + 1).toFixed(2)},EUR,T${n % 7},VISA,R${n}\n`;
  });
  return `transactionDate,amount,currency,terminalId,brandId,transactionReference\n${lines.join('')}`;
}

async function serving(data) {
  for (let tries = 0; tries < 300; tries++) {
    await wait(100);
    try {
      return JSON.parse(readFileSync(join(data, 'server.json'), 'utf8'));
    } catch {}
  }
  throw new Error('The server did not start.');
}

function run(env, ...args) {
  const { status, stderr } = spawnSync(process.execPath, [sales, ...args], { env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`sales ${args[0]} ended with ${status}: ${stderr}`);
}

function countedIn(coverage) {
  const counted = new Map();
  for (const name of readdirSync(coverage)) {
    for (const { url, functions } of JSON.parse(readFileSync(join(coverage, name), 'utf8')).result) {
      if (!url.startsWith(dist)) continue;
      for (const { functionName, ranges } of functions) {
        const place = `${url.slice(dist.length)} ${functionName || `at ${ranges[0].startOffset}`.replace(' ', '-')}`;
        counted.set(place, (counted.get(place) ?? 0) + ranges[0].count);
      }
    }
  }
  return counted;
}
