/** Our side of the bench: `sales serve` on a fresh data directory, and the command line that talks to it. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { start, succeeded } from './processes.js';

export const sales = fileURLToPath(new URL('../../bin/sales.js', import.meta.url));
const PASSWORD = 'bench';

/**
 * A running server: where it is, the environment in which `sales` finds it, what it has used, and `stop()`. `program` is ours, or that of
 * another build; `more` are flags besides.
 */
export async function startSales(data, program = sales, more = []) {
  const passwordFile = `${data}.password`;
  writeFileSync(passwordFile, PASSWORD, { mode: 0o600 });
  const flags = ['--data', data, '--port', '0', '--init-password-file', passwordFile, '--log', 'none', ...more];
  const server = start(process.execPath, [program, 'serve', ...flags]);
  const { url, caFile } = await discovered(join(data, 'server.json'), server);
  const env = {
    ...process.env,
    XDG_CONFIG_HOME: `${data}.config`,
    XDG_STATE_HOME: `${data}.state`,
    SALES_URL: url,
    SALES_USER: 'api',
    SALES_PASSWORD: PASSWORD,
    SALES_CA_FILE: caFile,
  };
  const { child, usage, byThread } = server;
  return { name: 'ours', program, data, url, ca: readFileSync(caFile, 'utf8'), env, child, usage, byThread, stop: () => stop(server) };
}

/** Uploads a file and waits for its import: the client's usage, and `uploads`, `{uploadId, rows}` each, in the order of the file. */
export async function uploadWithSales(server, file, rows, flags = []) {
  const upload = startUpload(server, file, flags);
  const client = { child: upload.child, ...(await succeeded(upload, 'sales upload')) };
  const document = JSON.parse(client.output.slice(client.output.indexOf('{"schema"')).split('\n', 1)[0]);
  if (document.rows.accepted !== rows) throw new Error(`${document.rows.accepted} of ${rows} rows were accepted`);
  return { client, uploads: document.uploads };
}

/** `sales upload` as a process under measurement, just started. */
export function startUpload({ env, program }, file, flags = []) {
  return start(process.execPath, [program, 'upload', file, '--json', '--wait=600m', ...flags], { env, byThread: true });
}

/** Ends the server and waits for that: its exit code. */
export async function stop(server) {
  server.child.kill('SIGTERM');
  return (await server.ended).code;
}

async function discovered(discovery, server) {
  while (!existsSync(discovery)) {
    if (server.child.exitCode !== null) throw new Error(`the server ended: ${server.output()}`);
    await wait(20);
  }
  return JSON.parse(readFileSync(discovery, 'utf8'));
}
