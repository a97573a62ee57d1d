/**
 * The rules that the tenant's rows are imported by, as far as a server tells them. They are never worth a failure: a server that does not
 * have the operation, does not answer soon or does not know the user leaves the default rules.
 */
import type { Command } from 'commander';
import type { SalesApi } from '../../client/http/api.js';
import { orNull, SalesError } from '../../contract/problem.js';
import type { ImportRules } from '../../files/input/import-rules.js';
import type { Run } from '../flags/run.js';
import { type Connection, connectTo, readTarget } from '../settings/connect.js';

const ASKED_MS_MAX = 3_000;

export interface Told {
  /** Null where the server does not tell. */
  rules: ImportRules | null;
  /** The server refuses the log-in. */
  refusal: SalesError | null;
}

/** `importConfigurationId`: as for an upload. */
export async function toldRules(api: Pick<SalesApi, 'ask'>, importConfigurationId: string | undefined, nowMs: () => number): Promise<Told> {
  const signal = AbortSignal.timeout(ASKED_MS_MAX);
  try {
    const { name, settings } = await api.ask('getImportConfiguration', { query: { importConfigurationId }, signal });
    return { rules: { name, settings, atMs: nowMs() }, refusal: null };
  } catch (error) {
    if (!signal.aborted && !(error instanceof SalesError)) throw error;
    return { rules: null, refusal: error instanceof SalesError && error.code === 'unauthorized' ? error : null };
  }
}

/** Where the log-in was refused, the connection says so when it is used, without asking again: each refusal counts against the user. */
export function knowingly(connection: Connection, { refusal }: Told): Connection {
  if (!refusal) return connection;
  const refuse = () => Promise.reject(refusal);
  return { ...connection, api: { ...connection.api, testAccess: refuse, ask: refuse } };
}

/** The same for a command that needs no server: asked only where the settings name one and there is a password without a question. */
export async function rulesAtHand(command: Command, run: Run, importConfigurationId: string | undefined): Promise<ImportRules | null> {
  const quiet: Run = { ...run, flags: { ...run.flags, input: false } };
  const connection = await readTarget(command, quiet)
    .then((target) => connectTo(target, quiet, true))
    .catch(orNull());
  if (!connection) return null;
  try {
    return (await toldRules(connection.api, importConfigurationId, run.host.clock.nowMs)).rules;
  } finally {
    await connection.api.close();
  }
}
