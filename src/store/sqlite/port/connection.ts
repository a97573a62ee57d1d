/** What the port is given for the loops that run for every row of an upload. Types only. */
import type { Work } from '../../sql/work.js';

export interface LoopConnection {
  /** The same for all that is done on one connection. */
  home: object;
  /** Prepares a statement, once. */
  prepare(sql: string): Prepared;
  /** Runs work that a loop asks for. */
  runNow<Result>(work: Work<Result>): Result;
}

/** A statement of the engine. */
export interface Prepared {
  run(...values: unknown[]): unknown;
  get(...values: unknown[]): unknown;
  all(...values: unknown[]): unknown[];
  raw(): Prepared;
  pluck(): Prepared;
}
