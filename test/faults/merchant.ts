/** A merchant with a file and the CLI as a process, and the ledger: what the client says of its rows against what the server holds. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database } from '../../src/store/sqlite/database/engine.js';
import { checkWritten } from '../support/documents-check.js';
import { salesBin } from '../support/serve-process.js';

export interface Ended {
  /** The exit code, or the signal's name. */
  code: number | string;
  stdout: string;
  stderr: string;
}

export interface Rows {
  read: number;
  accepted: number;
  rejected: number;
  inDoubt: number;
  unsent: number;
}

export interface Merchant {
  folder: string;
  /** Journal and jobs. */
  stateFolder: string;
  /** Starts `sales ARGS`; ends with its exit. */
  start(...args: string[]): { child: ChildProcess; ended: Promise<Ended> };
  sales(...args: string[]): Promise<Ended>;
  /** Writes a CSV with so many good rows, their references beginning with `tag`; gives its path and the references. */
  file(tag: string, rows: number): { path: string; references: string[] };
  remove(): void;
}

export function openMerchant(
  url: string,
  caFile: string,
  password: string,
  options: { bin?: string; env?: NodeJS.ProcessEnv; cwd?: string; stdin?: string } = {},
): Merchant {
  const folder = mkdtempSync(join(tmpdir(), 'sales-merchant-'));
  const stateFolder = join(folder, 'state');
  mkdirSync(join(folder, 'config'));
  const env = {
    ...process.env,
    XDG_CONFIG_HOME: join(folder, 'config'),
    XDG_STATE_HOME: stateFolder,
    SALES_URL: url,
    SALES_USER: 'api',
    SALES_PASSWORD: password,
    SALES_CA_FILE: caFile,
    SALES_YES: '1',
    ...options.env,
  };
  const start: Merchant['start'] = (...args) => {
    const child = spawn(process.execPath, [options.bin ?? salesBin, ...args], {
      cwd: options.cwd ?? folder,
      env,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    child.stdin.on('error', () => {});
    child.stdin.end(options.stdin);
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
    });
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    const ended = new Promise<Ended>((resolve) => {
      child.once('close', (code, signal) => resolve({ code: code ?? signal ?? 'unknown', stdout, stderr }));
    }).then(checkWritten);
    return { child, ended };
  };
  return {
    folder,
    stateFolder,
    start,
    sales: (...args) => start(...args).ended,
    file: (tag, rows) => {
      const references = Array.from({ length: rows }, (_, row) => `${tag}-${String(row).padStart(5, '0')}`);
      const lines = references.map((reference, row) => `${(row % 997) / 100},EUR,2026-11-20T10:00:00+01:00,${reference}`);
      const path = join(folder, `${tag}.csv`);
      writeFileSync(path, `amount,currency,transactionDate,transactionReference\n${lines.join('\n')}\n`);
      return { path, references };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The rows of a command's JSON answer; fails with all its output when there is none. */
export function rowsOf({ stdout, stderr, code }: Ended): Rows {
  try {
    return (JSON.parse(stdout) as { rows: Rows }).rows;
  } catch {
    throw new Error(`no JSON answer, exit ${code}: ${stdout}${stderr}`);
  }
}

/** How often each reference that begins with `tag` is held by the server of a data directory; opened beside it, read only. */
export function heldBy(directory: string, tag: string): Map<string, number> {
  const db = new Database(join(directory, 'sales.db'), { readonly: true, timeout: 10_000 });
  try {
    const rows = db
      .prepare(
        'SELECT transaction_reference AS reference, count(*) AS times FROM "transaction" WHERE transaction_reference GLOB ? GROUP BY 1',
      )
      .all(`${tag}-*`) as { reference: string; times: number }[];
    return new Map(rows.map(({ reference, times }) => [reference, times]));
  } finally {
    db.close();
  }
}

export interface Discrepancy {
  missing: string[];
  repeated: string[];
  unknown: string[];
}

/** Compares what should be there, each once, with what is. */
export function discrepancy(references: readonly string[], held: Map<string, number>): Discrepancy {
  const expected = new Set(references);
  return {
    missing: references.filter((reference) => !held.has(reference)),
    repeated: [...held].filter(([, times]) => times > 1).map(([reference]) => reference),
    unknown: [...held.keys()].filter((reference) => !expected.has(reference)),
  };
}

export const nothing: Discrepancy = { missing: [], repeated: [], unknown: [] };

/** The journal of a merchant's only job, for tests that damage it. */
export function journalOf({ stateFolder }: Merchant, job: string): { path: string; bytes: Buffer } {
  const path = join(stateFolder, 'sales', 'jobs', job, 'journal.ndjson');
  return { path, bytes: readFileSync(path) };
}
