/**
 * The SQLite engine: the one file that names its package. Node-API 10 came with Node 22.14: from there on better-sqlite3 13 brings a binary
 * for every platform. Node 20 has Node-API 9 and takes version 12, which is compiled when it is installed. Loading this file fails with
 * `usage` where the binding does not load.
 */
import { createRequire } from 'node:module';
import type BetterSqlite3 from 'better-sqlite3';
import { bindingFailure, programFolder } from './engine-failure.js';

const require = createRequire(import.meta.url);
const prebuilt = 'better-sqlite3';
const compiled = 'better-sqlite3-node20';
const [used, other] = Number(process.versions.napi) >= 10 ? [prebuilt, compiled] : [compiled, prebuilt];

function load(): typeof BetterSqlite3 {
  try {
    const engine = require(used) as typeof BetterSqlite3;
    // The binding is loaded with the first database.
    new engine(':memory:').close();
    return engine;
  } catch (error) {
    throw bindingFailure(error, {
      node: process.versions.node,
      compiled: used === compiled,
      installed: isInstalled(used),
      otherInstalled: isInstalled(other),
      root: programFolder,
    });
  }
}

function isInstalled(name: string): boolean {
  try {
    return require.resolve(name) !== '';
  } catch {
    return false;
  }
}

/** A connection to a database file, as better-sqlite3 documents it. */
export const Database = load();
export type Database = BetterSqlite3.Database;
export type Options = BetterSqlite3.Options;
export type Statement<Parameters extends unknown[] = unknown[], Row = unknown> = BetterSqlite3.Statement<Parameters, Row>;

/** What SQLite reports, with its `code`. */
export const { SqliteError } = Database;
export type SqliteError = InstanceType<typeof SqliteError>;
