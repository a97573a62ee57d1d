/**
 * Where the password comes from: the first of standard input, file, command, environment, credentials file, question.
 * Never an argument, for every process of the machine can read those. It is handed on and never kept here.
 */
import { stat } from 'node:fs/promises';
import { readNamedBytes } from '../../client/machine/private-file.js';
import { SalesError } from '../../contract/problem.js';
import type { Run } from '../flags/run.js';
import type { Host } from '../terminal/host.js';
import { shellWord } from '../terminal/shell-word.js';
import { storedPassword } from './profiles.js';

interface PasswordFor {
  origin: string;
  user: string;
  configDir: string;
  /** False for `sales login`, which is there to replace what is stored. */
  useStored: boolean;
}

const COMMAND_MS_MAX = 60_000;

/** Fails with `usage` where a source that was named cannot be used, and where there is none. */
export async function findPassword(wanted: PasswordFor, { flags, host, output }: Run): Promise<string> {
  if (flags.passwordStdin) return passwordFromStdin(host);
  if (flags.passwordFile !== undefined) return passwordFromOwnFile(flags.passwordFile, '--password-file');
  if (flags.passwordCommand !== undefined) return fromCommand(flags.passwordCommand, host);
  const variable = host.env.SALES_PASSWORD;
  if (variable) return variable;
  const stored = wanted.useStored ? await storedPassword(wanted.configDir, wanted.origin, wanted.user) : null;
  if (stored !== null) return stored;
  const { askHidden, canAsk } = await import('../terminal/prompt.js');
  const typed = canAsk(host, flags.input) ? await askHidden(host, output, `Password of ${wanted.user} at ${wanted.origin}: `) : null;
  if (typed) return typed;
  throw new SalesError('usage', `There is no password for ${wanted.user} at ${wanted.origin}.`, {
    hint: `${wanted.useStored ? `Run ${output.commandLine('login')}, or give` : 'Give'} --password-stdin, --password-file, --password-command or SALES_PASSWORD`,
  });
}

/** What a person types twice; null where there is nobody to ask. Fails with `usage`. */
export async function askNewPassword(name: string, { host, output, flags }: Run): Promise<string | null> {
  const { askHidden, canAsk } = await import('../terminal/prompt.js');
  if (!canAsk(host, flags.input)) return null;
  const password = await askHidden(host, output, `New password of ${name}: `);
  if (!password) throw new SalesError('usage', 'No password was given.');
  if ((await askHidden(host, output, 'Repeat it: ')) !== password) throw new SalesError('usage', 'The two passwords differ.');
  return password;
}

/** What standard input gives. Fails with `usage`. */
export async function passwordFromStdin(host: Host): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of host.stdin) chunks.push(Buffer.from(chunk));
  return passwordIn(Buffer.concat(chunks), '--password-stdin');
}

/** What the file gives that `flag` names. Fails with `usage`. */
export async function passwordFromFile(path: string, flag: string): Promise<string> {
  const bytes = await readNamedBytes(path, flag);
  if (bytes === null) throw new SalesError('usage', `${path} (from ${flag}) cannot be read: it does not exist.`);
  return passwordIn(bytes, flag);
}

/** What the file gives that `flag` names, if its owner alone can read it. Fails with `usage`. */
export async function passwordFromOwnFile(path: string, flag: string): Promise<string> {
  const found = await stat(path).catch(() => null);
  if (!found) throw new SalesError('usage', `The password file ${path} cannot be read.`);
  if (!found.isDirectory() && process.platform !== 'win32' && (found.mode & 0o077) !== 0) {
    throw new SalesError('usage', `The password file ${path} can be read by others.`, { hint: `chmod 600 ${shellWord(path)}` });
  }
  return passwordFromFile(path, flag);
}

async function fromCommand(command: string, host: Host): Promise<string> {
  const { execFile } = await import('node:child_process');
  const { promisify } = await import('node:util');
  const [shell, flag] = process.platform === 'win32' ? ['cmd.exe', '/c'] : ['/bin/sh', '-c'];
  try {
    const options = { timeout: COMMAND_MS_MAX, env: { ...host.env }, encoding: 'buffer' as const };
    const run = promisify(execFile)(shell ?? '', [flag ?? '', command], options);
    return passwordIn((await run).stdout, '--password-command');
  } catch (error) {
    if (error instanceof SalesError) throw error;
    // The error of execFile repeats the command, and its output may hold the password: neither goes further.
    throw new SalesError('usage', 'The command of --password-command failed.', { hint: 'Run it by hand to see why' });
  }
}

/**
 * The password in what `from` gave: without its last end of line, and without the byte order mark that editors on Windows write.
 * Bytes that are no UTF-8 are refused: a guess would be another password than the one that is typed elsewhere.
 */
function passwordIn(bytes: Uint8Array, from: string): string {
  const password = utf8Of(bytes, from).replace(/\r?\n$/, '');
  if (password === '') throw new SalesError('usage', `${from} gave an empty password.`);
  return password;
}

function utf8Of(bytes: Uint8Array, from: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Without its cause: nothing that could hold the password goes further.
    throw new SalesError('usage', `${from} gave a password that is not UTF-8.`, { hint: 'Save it again as UTF-8' });
  }
}
