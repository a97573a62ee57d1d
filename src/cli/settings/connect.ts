/** From settings to a connected API: checks that what is needed is there, reads the authority's file, finds the password. */
import type { Command } from 'commander';
import { openApi, type SalesApi } from '../../client/http/api.js';
import { baseUrlOf } from '../../client/http/routes.js';
import type { Exchange } from '../../client/http/transport.js';
import { readNamedFile } from '../../client/machine/private-file.js';
import { SalesError } from '../../contract/problem.js';
import { nearNames } from '../../files/text/near-names.js';
import type { Run } from '../flags/run.js';
import { shellWord } from '../terminal/shell-word.js';
import { readSettings, type Setting, type Settings } from './config.js';
import { findPassword } from './password.js';

export interface Target {
  settings: Settings;
  url: URL;
  user: string;
  /** PEM; undefined for the built-in authorities alone. */
  ca: string | undefined;
  /** SHA-256 of the one key to trust. */
  pin: string | undefined;
}

/** Before the first log-in there is a server, and no user yet. */
export type ServerTarget = Omit<Target, 'user'> & { user: string | null };

/** Which server and which user. Fails with `usage` where the settings do not say. */
export async function readTarget(command: Command, run: Run): Promise<Target> {
  const { user, ...server } = await readServer(command, run, true);
  return { ...server, user: user ?? '' };
}

/** Which server, and which user if any is given; without one it fails with `usage` where `needsUser`. */
async function readServer(command: Command, run: Run, needsUser: boolean): Promise<ServerTarget> {
  const settings = await readSettings(command, run.host);
  if (!settings.url || (needsUser && !settings.user)) {
    const missing = settings.url ? 'user' : 'server';
    if (settings.profile.origin !== 'default' && !Object.hasOwn(settings.file.profiles, settings.profile.value)) throw noProfile(settings);
    throw new SalesError('usage', `No ${missing} is given, and profile "${settings.profile.value}" has none.`, {
      hint: run.output.commandLine(
        'login',
        ...(settings.url ? [] : ['--url', 'https://HOST']),
        ...(settings.user ? [] : ['--user', 'NAME']),
      ),
    });
  }
  const user = settings.user?.value ?? null;
  if (user?.includes(':')) throw new SalesError('usage', 'A user name must not contain a colon (RFC 7617).');
  const ca = settings.caFile ? await readCa(settings.caFile.value, givenBy('ca-file', settings.caFile, settings)) : undefined;
  return { settings, url: readUrl(settings.url.value, givenBy('url', settings.url, settings)), user, ca, pin: settings.pinSha256?.value };
}

/** Fails with the names that may have been meant. */
function noProfile({ profile, file }: Settings): SalesError {
  const near = nearNames(profile.value, Object.keys(file.profiles)).map((name) => `"${name}"`);
  const meant = near.length > 0 ? `Did you mean ${near.join(' or ')}? ` : '';
  const login = ['sales', '-p', profile.value, 'login', '--url', 'https://HOST', '--user', 'NAME'].map(shellWord).join(' ');
  return new SalesError('usage', `There is no profile "${profile.value}".`, {
    hint: `${meant}sales profiles lists them; to make it:   ${login}`,
  });
}

/** The API of the settings. Fails with `usage` where they do not say which, or there is no password. */
export async function connect(command: Command, run: Run): Promise<Connection> {
  return connectTo(await readTarget(command, run), run, true);
}

export interface Connection {
  api: SalesApi;
  target: Target;
  password: string;
}

/** To test the way to a server: without a user as far as that goes. Fails with `usage` where no server is given. */
export async function connectToTest(command: Command, run: Run): Promise<{ api: SalesApi; target: ServerTarget }> {
  const target = await readServer(command, run, false);
  const { user } = target;
  return user === null ? { api: apiOf(target, '', run), target } : connectTo({ ...target, user }, run, true);
}

/** Fails with `usage` where there is no password. */
export async function connectTo(target: Target, run: Run, useStored: boolean): Promise<Connection> {
  const { settings, url, user } = target;
  const password = await findPassword({ origin: url.origin, user, configDir: settings.configDir, useStored }, run);
  return { api: apiOf(target, password, run), target, password };
}

function apiOf(target: ServerTarget, password: string, run: Run): SalesApi {
  const { settings, url, user } = target;
  return openApi({
    url: url.href,
    user,
    password,
    ca: target.ca,
    pin: target.pin,
    customerId: settings.customer?.value,
    tenantId: settings.tenant?.value,
    timeoutMs: settings.timeoutMs.value,
    routes: settings.routes,
    nowMs: run.host.clock.nowMs,
    trace: (exchange) => run.output.debug(traceLine(exchange)),
  });
}

/** Calls with a connected API and closes it, whatever happens. */
export async function withApi<Result>(
  command: Command,
  run: Run,
  call: (api: SalesApi, target: Target) => Promise<Result>,
): Promise<Result> {
  const { api, target } = await connect(command, run);
  try {
    return await call(api, target);
  } finally {
    await api.close();
  }
}

/** What gave a value, for the message that it cannot be used. */
function givenBy(flag: string, { origin }: Setting<string>, { profile }: Settings): string {
  if (origin === 'flag') return `--${flag}`;
  return origin === 'environment' ? `the variable SALES_${flag.toUpperCase().replace('-', '_')}` : `profile "${profile.value}"`;
}

function readUrl(text: string, from: string): URL {
  try {
    return baseUrlOf(text);
  } catch (error) {
    if (!(error instanceof SalesError)) throw error;
    throw new SalesError(error.code, `${error.message.replace(/\.$/, '')} (from ${from}).`, { hint: error.hint });
  }
}

async function readCa(path: string, from: string): Promise<string> {
  const text = await readNamedFile(path, from);
  if (text === null) {
    throw new SalesError('usage', `There is no file ${path} (from ${from}).`, {
      hint: [
        'It should be the certificate (PEM) of the authority that issued the certificate of the server. ',
        ['sales', 'config', 'show', '--origin'],
        ' shows where values come from',
      ],
    });
  }
  if (!text.includes('-----BEGIN CERTIFICATE-----')) {
    throw new SalesError('usage', `${path} contains no certificate in PEM format (from ${from}).`, {
      hint: 'It begins with -----BEGIN CERTIFICATE-----',
    });
  }
  return text;
}

function traceLine({ method, url, status, durationMs, requestId }: Exchange): string {
  return `${method} ${url} ${status ?? 'no answer'} ${durationMs} ms${requestId ? ` ${requestId}` : ''}`;
}
