/**
 * `npm run bench [-- --rows 1000000 --runs 3 --json FILE]`: how long it takes from a CSV on disk until all of it is imported and can be
 * listed, beside the plain pair (test/bench/peers) on the same file, in turns, in the same call. Prints medians and ratios.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { generate } from './generate.js';
import { median, start, succeeded } from './processes.js';

const { values: flags } = parseArgs({
  options: { rows: { type: 'string', default: '1000000' }, runs: { type: 'string', default: '3' }, json: { type: 'string' } },
});
const rows = Number(flags.rows);
const runs = Number(flags.runs);
const sales = fileURLToPath(new URL('../../bin/sales.js', import.meta.url));
const peer = (name) => fileURLToPath(new URL(`peers/${name}.js`, import.meta.url));

const folder = mkdtempSync(join(tmpdir(), 'sales-bench-'));
const file = join(folder, 'year.csv');
const results = { ours: [], plain: [] };
try {
  process.stderr.write(`Writing ${rows} rows to ${file}\n`);
  await generate(file, rows);
  for (let run = 0; run < runs; run++) {
    for (const [name, once] of Object.entries({ ours, plain })) {
      const result = await once(join(folder, `${name}-${run}`));
      results[name].push(result);
      process.stderr.write(`${name} run ${run + 1}: ${Math.round(rows / result.wallS)} rows/s\n`);
    }
  }
  report();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function ours(data) {
  const passwordFile = `${data}.password`;
  writeFileSync(passwordFile, 'bench', { mode: 0o600 });
  const server = start(process.execPath, [
    sales,
    'serve',
    '--data',
    data,
    '--port',
    '0',
    '--init-password-file',
    passwordFile,
    '--log',
    'none',
  ]);
  const { url, caFile } = await discovered(join(data, 'server.json'), server);
  const env = {
    ...process.env,
    XDG_CONFIG_HOME: `${data}.config`,
    XDG_STATE_HOME: `${data}.state`,
    SALES_URL: url,
    SALES_USER: 'api',
    SALES_PASSWORD: 'bench',
    SALES_CA_FILE: caFile,
  };
  const client = await succeeded(start(process.execPath, [sales, 'upload', file, '--json', '--wait=60m'], { env }), 'sales upload');
  const accepted = JSON.parse(client.output.slice(client.output.indexOf('{"schema"'))).rows.accepted;
  if (accepted !== rows) throw new Error(`${accepted} of ${rows} rows were accepted`);
  return end(server, client);
}

async function plain(data) {
  // A certificate from a server of ours that never serves: what is measured is the pair.
  const own = start(process.execPath, [sales, 'serve', '--data', data, '--port', '0', '--log', 'none']);
  const { caFile } = await discovered(join(data, 'server.json'), own);
  own.child.kill('SIGTERM');
  await own.ended;
  const tls = (name) => join(data, 'tls', name);
  const server = start(process.execPath, [peer('plain-server'), `${data}.db`, tls('server.pem'), tls('server.key')]);
  while (!server.output().includes('\n')) await wait(20);
  const url = `https://127.0.0.1:${server.output().trim()}`;
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: caFile };
  const client = await succeeded(start(process.execPath, [peer('plain-client'), file, url], { env }), 'the plain client');
  return end(server, client);
}

async function discovered(discovery, server) {
  while (!existsSync(discovery)) {
    if (server.child.exitCode !== null) throw new Error(`the server ended: ${server.output()}`);
    await wait(20);
  }
  return JSON.parse(readFileSync(discovery, 'utf8'));
}

async function end(server, client) {
  const { cpuS, peakMb } = server.usage();
  server.child.kill('SIGTERM');
  await server.ended;
  return { wallS: client.wallS, clientCpuS: client.cpuS, clientPeakMb: client.peakMb, serverCpuS: cpuS, serverPeakMb: peakMb };
}

function report() {
  const middle = (name, field) => median(results[name].map((result) => result[field]));
  const plainRate = rows / middle('plain', 'wallS');
  const lines = Object.keys(results).map((name) => {
    const rate = rows / middle(name, 'wallS');
    const of = (field) => middle(name, field).toFixed(0);
    return `| ${name} | ${Math.round(rate)} | ${(rate / plainRate).toFixed(2)} | ${of('serverCpuS')} + ${of('clientCpuS')} | ${of('serverPeakMb')} + ${of('clientPeakMb')} |`;
  });
  process.stdout.write(
    [
      `${rows} rows, medians of ${runs} runs, Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`,
      '',
      '| | rows/s | to plain | CPU s, server + client | peak MB, server + client |',
      '|---|---|---|---|---|',
      ...lines,
      '',
    ].join('\n'),
  );
  if (flags.json) writeFileSync(flags.json, `${JSON.stringify({ rows, runs, results }, null, 2)}\n`);
}
