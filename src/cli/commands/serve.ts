/** `sales serve`: the whole API on this machine. Reads flags, brings the server up, and takes it down when told to. */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command, Option } from 'commander';
import { diskFailure, errnoOf } from '../../client/machine/disk-failure.js';
import type { ConsoleOptions } from '../../server/console/open-console.js';
import type { RunningServer } from '../../server/server.js';
import { dataFlag } from '../flags/data-flag.js';
import { type DatabaseFlags, databaseFlags, databaseOf } from '../flags/database-flags.js';
import type { Run } from '../flags/run.js';
import { escapeControls } from '../terminal/display-text.js';
import { shellWord } from '../terminal/shell-word.js';
import type { Say } from './serve/open-data.js';
import { addName, addProxy, drainSeconds, dropMaxOption, rateOption, readServeFlags, type ServeFlags } from './serve/serve-flags.js';

const CERTIFICATE_POLL_MS = 10_000;
/** Where several servers share a database, there is a load balancer in front of them: it checks twice within this time. */
const SHARED_DRAIN_S = 5;

export function commandOf(run: Run): Command {
  const serving = new Command('serve')
    .summary('serve the API on this machine')
    .description('Serve the whole Sales API on this machine, over SQLite or PostgreSQL, and TLS.')
    .addOption(dataFlag('data directory, created if it does not exist').default('./sales-data'))
    .addOption(new Option('--host <address>', 'address to listen on').default('127.0.0.1'))
    .addOption(new Option('--port <number>', 'port to listen on; 0 picks a free one').default('8443'))
    .addOption(new Option('--cert <file>', 'certificate chain (PEM), with --key'))
    .addOption(new Option('--key <file>', 'private key (PEM), with --cert'))
    .addOption(new Option('--name <name>', 'another name for a certificate of its own; can be repeated').argParser(addName).default([]))
    .addOption(new Option('--init-password-file <file>', 'first start only: file with the password of the user api'))
    .addOption(new Option('--metrics-port <number>', 'port on 127.0.0.1 for /metrics without log-in; 0 picks a free one'))
    .addOption(new Option('--no-console', 'leave out the pages for browsers'))
    .addOption(dropMaxOption())
    .addOption(rateOption())
    .addOption(
      new Option(
        '--drain <seconds>',
        'after SIGTERM, serve for so long while /readyz says 503 (default: 0; with a PostgreSQL database 5)',
      ).argParser(drainSeconds),
    )
    .addOption(
      new Option(
        '--trusted-proxy <address>',
        'load balancer, or network of such (10.0.0.0/8), whose X-Forwarded-For tells who the client is; can be repeated',
      )
        .argParser(addProxy)
        .default([]),
    )
    .addOption(new Option('--log <format>', 'request log on stderr').choices(['text', 'json', 'none']).default('text'))
    .addOption(new Option('--print-systemd', 'print a systemd unit for these flags, and do nothing else'))
    .action((flags: ServeFlags, command: Command) => (flags.printSystemd ? printUnit(flags, command, run) : serve(flags, command, run)));
  for (const option of databaseFlags()) serving.addOption(option);
  return serving;
}

async function printUnit(flags: ServeFlags, command: Command, { output }: Run): Promise<void> {
  const { certificateFiles: files, port } = readServeFlags(flags);
  const { database, databaseFile } = command.optsWithGlobals<DatabaseFlags>();
  const isShared = database !== undefined || databaseFile !== undefined;
  const { givenFlags, systemdUnit } = await import('./serve/systemd-unit.js');
  const unit = systemdUnit({
    node: process.execPath,
    program: fileURLToPath(new URL('../../../bin/sales.js', import.meta.url)),
    data: command.getOptionValueSource('data') === 'default' ? '/var/lib/sales' : resolve(flags.data),
    port,
    isShared,
    drainS: drainOf(flags, isShared),
    files: files ? [files.cert, files.key] : [],
    flags: givenFlags(command, ['--data', '--print-systemd']),
  });
  output.part(unit);
}

function drainOf({ drain }: ServeFlags, isShared: boolean): number {
  return drain ?? (isShared ? SHARED_DRAIN_S : 0);
}

async function serve(flags: ServeFlags, command: Command, { output, host }: Run): Promise<void> {
  const { checkOpenFiles } = await import('../../server/http/open-files.js');
  checkOpenFiles();
  // The server's own messages are no answers to a person at a prompt: they are written whatever -q or --json say.
  const write = (line: string) => output.aside(`${escapeControls(line)}\n`);
  const { openLog, reasonOf } = await import('../../server/telemetry/log.js');
  const log = openLog(flags.log, write, () => new Date());
  const say: Say = (line, event = 'note', level = 'info') => log.event(event, line, level);
  // Nothing that the server writes is for other users of the machine.
  process.umask(0o077);
  const directory = resolve(flags.data);
  const signals = listenForStop();
  // A log that nobody reads any more is no reason to stop serving.
  host.brokenPipe = () => {};
  host.outputFailed = () => {};
  const { certificateFiles, readInitPassword, port, metricsPort } = readServeFlags(flags);
  const database = await databaseOf(command);
  const { startServer } = await import('../../server/server.js');
  await makeDirectory(directory);
  const { openDirectory, openDatabase } = await import('./serve/open-data.js');
  const { data, close, startFailure } = database ? await openDatabase(directory, database, say) : await openDirectory(directory, say);
  try {
    if (process.getuid?.() === 0) say('Warning: running as root. A separate user for the server is safer.', 'root', 'warn');
    if (certificateFiles) await warnOfOpenKey(certificateFiles.key, say);
    const console = flags.console ? await consoleOptions(flags) : null;
    const server = await startServer({
      data,
      directory,
      host: flags.host,
      port,
      certificateFiles,
      certificatePollMs: CERTIFICATE_POLL_MS,
      names: flags.name,
      readInitPassword,
      rate: flags.rate ?? null,
      trustedProxies: flags.trustedProxy,
      version: await host.version(),
      console,
      now: () => new Date(),
      metricsPort,
      log: log.request,
      onCertificateChange: (validTo) => say(`New connections use the new certificate, valid until ${validTo}.`, 'certificate'),
      onCertificateError: (error) =>
        say(`The new certificate cannot be used, and the old one is kept: ${reasonOf(error)}`, 'certificate', 'warn'),
      onAuditError: (error) => say(`The audit trail has a gap: ${reasonOf(error)}`, 'audit', 'warn'),
    }).catch((error: unknown) => {
      throw startFailure(error);
    });
    // Before the greeting, which tells whoever waits for it that signals are heard.
    process.on('SIGHUP', () => reload(server, say, reasonOf));
    greet(server, directory, say);
    await greetFirst(server, command, { say, write });
    if (console) greetBrowsers(server, say);
    const failure = await Promise.race([signals.stop, server.failed]);
    const seconds = failure || signals.atOnce.aborted ? 0 : drainOf(flags, database !== null);
    if (failure) say('The database has failed: stopping.', 'failure', 'error');
    else if (seconds > 0) say(`Stopping: serving for another ${seconds} s, then waiting for running requests to finish.`, 'stop');
    else say('Stopping: waiting for running requests to finish.', 'stop');
    await server.stop({ seconds, signal: signals.atOnce });
    if (failure) throw failure;
  } finally {
    await close();
  }
}

/** The pages as the build has made them; null where it has made none. */
async function consoleOptions({ dropMax }: ServeFlags): Promise<ConsoleOptions | null> {
  const { readAssets } = await import('../../server/console/assets.js');
  const assets = readAssets(fileURLToPath(new URL('../../../dist/console', import.meta.url)));
  return assets && { assets, dropMaxBytes: dropMax };
}

async function makeDirectory(directory: string): Promise<void> {
  const { makeFolders } = await import('../../store/sqlite/database/folders.js');
  try {
    makeFolders(directory);
  } catch (error) {
    const isFile = ['EEXIST', 'ENOTDIR'].includes(errnoOf(error));
    const hint = isFile
      ? 'That name, or a part of its path, is not a folder: choose another one with --data.'
      : 'Its disk may be missing, read-only or owned by another user: choose a folder with --data in which this user may write.';
    throw diskFailure(`The data directory ${directory} cannot be created`, error, hint);
  }
}

/** A group may be meant to read it, as Debian's ssl-cert; everybody never is. */
async function warnOfOpenKey(key: string, say: Say): Promise<void> {
  const mode = (await stat(key).catch(() => null))?.mode ?? 0;
  if (process.platform !== 'win32' && (mode & 0o007) !== 0)
    say(`Warning: everyone on this machine has access to ${key}: chmod o= ${shellWord(key)}`);
}

function greet(server: RunningServer, directory: string, say: Say): void {
  say(`Serving ${server.url}   data in ${directory}`, 'listen');
  if (server.metricsUrl) say(`Metrics at ${server.metricsUrl}`, 'listen');
  if (server.caFile) say(`Clients need this certificate to trust it: ${server.caFile}`);
  say(`SHA-256 of its key, to compare when a client asks: ${server.keySha256}`);
}

interface Voices {
  say: Say;
  /** For a person: as it is in a log of any format. */
  write: (line: string) => void;
}

/** What a first start shows once. */
async function greetFirst({ firstUser, url, caFile }: RunningServer, command: Command, { say, write }: Voices): Promise<void> {
  if (!firstUser) return;
  const { firstUserRoles } = await import('../../contract/roles.js');
  const { adminLine } = await import('./admin/administer.js');
  const { name, password } = firstUser;
  const tell = password === null ? say : write;
  tell(
    `First start: created customer and tenant "Default" and the user ${name}, who may do everything here (roles ${firstUserRoles.join(', ')}).`,
  );
  if (password !== null) {
    write('Its password is shown only once:');
    write(`  ${password}`);
  }
  say(`Log in:  sales login --url ${url} --user ${name}${caFile ? ` --ca-file ${shellWord(caFile)}` : ''}`);
  const line = adminLine(command, 'user', 'add', 'cron', '--role', 'API', '--tenant', 'Default', '--generate-password');
  say(`For cron and other machines, a user with the role API alone:  ${line}`);
}

/** A browser does not know the server's own authority, and shall not be told to look away. */
function greetBrowsers({ url, caFile }: RunningServer, say: Say): void {
  const trust = caFile ? `   (a browser must trust ${caFile} first, or give --cert; docs/console.md says how)` : '';
  say(`For browsers: ${url}/console/${trust}`, 'listen');
}

async function reload(server: RunningServer, say: Say, reasonOf: (error: unknown) => string): Promise<void> {
  try {
    await server.reloadCertificate();
    say('The certificate was read again.', 'certificate');
  } catch (error) {
    say(`The new certificate cannot be used, and the old one is kept: ${reasonOf(error)}`, 'certificate', 'warn');
  }
}

/**
 * From the first moment on: a signal during start must not cut it in half. SIGINT, also after SIGTERM, spares the draining: whoever presses Ctrl-C
 * does not want to wait. The same signal a second time ends the process.
 */
function listenForStop(): { stop: Promise<null>; atOnce: AbortSignal } {
  // Before there is a certificate to reload, there is nothing to do.
  process.on('SIGHUP', () => {});
  const interrupted = new AbortController();
  const stop = new Promise<null>((resolve) => {
    process.once('SIGTERM', () => resolve(null));
    process.once('SIGINT', () => {
      interrupted.abort();
      resolve(null);
    });
  });
  return { stop, atOnce: interrupted.signal };
}
