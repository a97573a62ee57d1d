/** What may go wrong for a server: its data directory, the database, the certificate, the last backup. It changes nothing. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { access, constants, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { probe } from '../../../client/http/probe.js';
import { backupFinding, certificateFinding } from '../../../contract/findings.js';
import { exits } from '../../../jobs/exit-codes.js';
import type { DatabaseState } from '../../../store/sqlite/verify/inspect.js';
import type { Host } from '../../terminal/host.js';
import { shellWord } from '../../terminal/shell-word.js';
import { count } from '../../views/input-view.js';
import { modeFinding, spaceFindings } from './disk-findings.js';
import { type Finding, failed, good, warning, withExit } from './findings.js';

const DAY_MS = 86_400_000;
const PROBE_MS = 5_000;

/** `directory` is absolute. `deep` reads all of the database. */
export async function dataFindings(directory: string, deep: boolean, host: Host): Promise<Finding[]> {
  const unusable = await directoryFailure(directory);
  if (unusable) return [unusable];
  // SQLite may make files beside the database, and they are for nobody else.
  process.umask(0o077);
  const { lastBackupAt } = await import('../../../server/telemetry/last-backup.js');
  const { inspectDatabase, isServed } = await import('../../../store/sqlite/verify/inspect.js');
  const server = isServed(directory) ? await readDiscovery(directory) : null;
  return [
    good('program', `sales ${await host.version()}, Node ${process.versions.node}`),
    good('directory', directory),
    await modeFinding('file modes', await privatePaths(directory)),
    ...(await spaceFindings(directory, true)),
    serverFinding(server, directory),
    databaseFinding(inspectDatabase(directory, deep), deep, directory),
    ...(await certificateFindings(directory, server, host.clock.nowMs())),
    withExit(backupFinding(await lastBackupAt(directory), host.clock.nowMs(), `sales backup create --data ${shellWord(directory)}`), 0),
  ];
}

/** Null for a directory whose files can be looked at. Where this user may not, each of them would be taken for missing. */
async function directoryFailure(directory: string): Promise<Finding | null> {
  const found = await enterable(directory).catch((error: NodeJS.ErrnoException) => error.code ?? 'unknown reason');
  if (found === true) return null;
  if (found === 'EACCES' || found === 'EPERM') {
    const text = `${directory} may not be read by this user (${found})`;
    return failed('directory', text, 'Run this as the user that the server runs as', exits.disk);
  }
  const why = found === false ? 'it is not a folder' : found;
  return failed('directory', `${directory} cannot be read: ${why}`, 'Name the data directory of the server with --data', exits.usage);
}

/** Whether it is a folder at all; fails where its files cannot be listed or reached. */
async function enterable(directory: string): Promise<boolean> {
  if (!(await stat(directory)).isDirectory()) return false;
  await access(directory, constants.R_OK | constants.X_OK);
  return true;
}

/** What a server that runs says of itself. */
interface Discovery {
  url: string | null;
  pid: number | null;
  /** Null with an operator's certificate. */
  caFile: string | null;
  /** Why it is not known what it says, such as `is damaged`. */
  fault: string | null;
}

async function readDiscovery(directory: string): Promise<Discovery> {
  const unknown = { url: null, pid: null, caFile: null };
  try {
    const { url, pid, caFile } = JSON.parse(await readFile(discoveryFile(directory), 'utf8')) as Discovery;
    return URL.canParse(String(url)) ? { url, pid, caFile, fault: null } : { ...unknown, fault: 'is damaged' };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? null;
    // It is written once the server listens.
    if (code === 'ENOENT') return { ...unknown, fault: null };
    return { ...unknown, fault: code === null ? 'is damaged' : `cannot be read (${code})` };
  }
}

function discoveryFile(directory: string): string {
  return join(directory, 'server.json');
}

function serverFinding(server: Discovery | null, directory: string): Finding {
  if (!server) return good('server', 'none runs');
  if (server.fault !== null) {
    const text = `runs, but its address is not known: ${discoveryFile(directory)} ${server.fault}`;
    return warning(
      'server',
      text,
      'Run this as the user of the server. If that does not help, restart the server: it writes the file again',
    );
  }
  return good('server', server.url ? `runs as process ${server.pid} at ${server.url}` : 'runs, but is not listening yet');
}

/** What must be for its owner only: all but the certificates, which are for everybody. */
async function privatePaths(directory: string): Promise<string[]> {
  const names = await readdir(directory).catch(() => []);
  const keys = (await readdir(join(directory, 'tls')).catch(() => [])).filter((name) => name.endsWith('.key'));
  const files = names.filter((name) => /\.(?:db|db-wal|db-shm|json)$/.test(name));
  return [directory, ...files.map((name) => join(directory, name)), ...keys.map((name) => join(directory, 'tls', name))];
}

function databaseFinding(found: DatabaseState, deep: boolean, directory: string): Finding {
  const restore = 'Stop the server, move the directory away, and restore a backup: sales backup restore FILE --data DIR';
  const stored = `If a server has ever stored anything there: ${restore}`;
  const broken = (text: string, hint = restore) => failed('database', text, hint, exits.disk);
  const except = (what: string) => broken(`complete except for ${what}`);
  switch (found.state) {
    case 'absent':
      return broken(`there is none in ${directory}`, `${stored}. Otherwise: in an empty directory, sales serve creates a new, empty one`);
    case 'empty':
      return broken('its file is empty', stored);
    case 'cannotOpen':
      if (found.code === 'SQLITE_NOTADB') return broken('it is not an SQLite database, or its beginning is damaged');
      return broken(`it cannot be opened (${found.code})`, `Run this as the user of the server. If that does not help: ${restore}`);
    case 'otherSchema': {
      const { oldest, newest } = found.known;
      const age = found.found > newest ? 'wrote it, or a newer one' : `has schema ${oldest}, and then this one`;
      const text = `it has schema ${found.found}; this version of sales knows ${oldest} to ${newest}`;
      return broken(text, `Use the version of sales that ${age}`);
    }
    case 'damaged':
      return broken(`it is damaged (${found.faults} or more faults)`);
    case 'misordered': {
      const text = `complete except for its order by amount (wrong or missing: ${count(found.places, 'place')}), which lists by amount use`;
      return broken(text, `Stop the server and rebuild it: sales admin amount-order rebuild --data ${shellWord(directory)}`);
    }
    case 'miscounted':
      return except(`${count(found.uploads, 'upload')}, whose counts or sums differ from those of the rows`);
    case 'mismatched':
      return except(`${count(found.rows, 'row')}, whose matches with settlement records do not agree with them`);
    case 'misstated': {
      const { tenant, number, reason } = found;
      return except(`statement ${number} of the tenant "${tenant}", which is not as it was approved: ${reason}`);
    }
    case 'whole': {
      const looked = deep
        ? 'complete: every page, index, reference and sum'
        : 'complete, as far as a quick check shows; --deep checks everything';
      return good('database', `schema ${found.schema}, ${(found.bytes / 1e6).toFixed(1)} MB, ${looked}`);
    }
  }
}

async function certificateFindings(directory: string, server: Discovery | null, nowMs: number): Promise<Finding[]> {
  // What a server has made stays in the directory when it is started with --cert.
  const isOwn = !server?.url || server.caFile !== null;
  const own = isOwn ? await ownCertificate(join(directory, 'tls'), nowMs) : [];
  if (!server?.url) return own;
  const { tls, failed: failure } = await probe(new URL(server.url), { ca: undefined, pin: undefined }, PROBE_MS, nowMs);
  if (!tls) return [...own, failed('certificate', `the server does not show it: ${failure?.error.message}`, null, exits.temporary)];
  const { certificateDaysLeft: days, certificate } = tls;
  const text = `served for ${certificate.names.join(', ')}, expires in ${days ?? '?'} days, its key's SHA-256 is ${certificate.keySha256}`;
  const served = withExit(certificateFinding(text, days, server.caFile === null), 0);
  return [...own.filter(({ state }) => state !== 'ok'), served];
}

/** Findings about our own certificate, which is there unless the operator gave another one from the start. */
async function ownCertificate(folder: string, nowMs: number): Promise<Finding[]> {
  const texts: (string | null)[] = [];
  for (const name of ['ca.pem', 'ca.key', 'server.pem', 'server.key']) {
    const text = await textOf(join(folder, name));
    if (typeof text === 'object' && text !== null) return [unreadable(join(folder, name), text.code)];
    texts.push(text);
  }
  const [ca = null, caKey = null, cert = null, key = null] = texts;
  if (ca === null && cert === null) return [];
  const hint = `Restore both files from a copy of ${folder}. Or remove the folder for a new authority, which every client must then be given.`;
  if (ca === null || caKey === null || !fits(ca, caKey)) {
    return [
      failed('certificate', `the authority in ${folder} is damaged: ca.pem and ca.key must both be there and match`, hint, exits.disk),
    ];
  }
  const days = Math.floor((Date.parse(new X509Certificate(ca).validTo) - nowMs) / DAY_MS);
  if (days < 0) return [failed('certificate', `the authority in ${folder} has expired`, hint, exits.disk)];
  const { ownKey } = await import('../../../server/tls/own-key.js');
  if (key === null || !ownKey(key)) return [lostKey(join(folder, 'server.key'), whyLost(key))];
  if (cert === null || !fits(cert, key)) {
    const text = 'it will be made again at the next start, for the same key: its file is missing or damaged';
    return [warning('certificate', text, 'Nothing needs to be done')];
  }
  return [good('certificate', `made by the server; its authority expires in ${days} days`)];
}

/** Null where there is no such file; a code where it is there and cannot be read. */
async function textOf(file: string): Promise<string | null | { code: string }> {
  return await readFile(file, 'utf8').catch(({ code = 'unknown reason' }: NodeJS.ErrnoException) => (code === 'ENOENT' ? null : { code }));
}

/** A start of the server fails with it, too, unless only this user may not read it. */
function unreadable(file: string, code: string): Finding {
  const hint =
    'Run this as the user of the server. If it is that user already, make it the owner of the file: the server does not start without it.';
  return failed('certificate', `${file} cannot be read (${code})`, hint, exits.disk);
}

/** A certificate is made anew for the key that is there: only its key is nothing that a server could make again. */
function lostKey(file: string, is: string): Finding {
  const text = `${file} is ${is}: the next start makes a new key, with another SHA-256, and clients that pinned the old one will refuse it`;
  return warning('certificate', text, `Restore ${file} from your copy before the server is started again`);
}

function whyLost(key: string | null): string {
  if (key === null) return 'missing';
  return isKey(key) ? 'of another kind than EC P-256' : 'damaged';
}

function isKey(text: string): boolean {
  try {
    createPrivateKey(text);
    return true;
  } catch {
    return false;
  }
}

function fits(cert: string, key: string): boolean {
  try {
    return new X509Certificate(cert).checkPrivateKey(createPrivateKey(key));
  } catch {
    return false;
  }
}
