/** The built server as a process of its own, with a console whose pages are empty: node server-process.js DIRECTORY PASSWORD-FILE [DROP-MAX]. */
import { readFileSync } from 'node:fs';
import { startServer } from '../../dist/server/server.js';
import { openData } from '../../dist/threads/many-threads.js';

const [, , directory = '', passwordFile = '', dropMax = '1000000000'] = process.argv;
process.umask(0o077);
const module = new URL('../../dist/store/sqlite/sqlite-store.js', import.meta.url).href;
const data = await openData({ module, directory }, { onImportError: () => {} });
const page = { mediaType: 'text/html', isImmutable: false, forms: [{ encoding: null, etag: '"0"', bytes: Buffer.from('') }] };
const server = await startServer({
  data,
  directory,
  host: '127.0.0.1',
  port: 0,
  certificateFiles: null,
  certificatePollMs: 60_000,
  names: [],
  readInitPassword: async () => readFileSync(passwordFile, 'utf8').trim(),
  rate: null,
  trustedProxies: [],
  version: '0.0.0-test',
  console: { assets: { page, named: new Map() }, dropMaxBytes: Number(dropMax) },
  metricsPort: null,
  now: () => new Date(),
  log: ({ cause }) => cause && process.stderr.write(`${cause instanceof Error ? cause.stack : cause}\n`),
  onCertificateChange: () => {},
  onCertificateError: () => {},
});
process.once('SIGTERM', async () => {
  await server.stop();
  await data.close();
});
