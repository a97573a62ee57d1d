/** One connection inside a transaction, and the statements that are sent on it. They are never named: a pooler could not keep them. */
import pg, { type PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { SalesError } from '../../../contract/problem.js';

export interface Session {
  /** The same for all sessions of a database: what a process remembers of the database is kept by it. */
  readonly home: object;
  all<Row>(sql: string, ...values: readonly unknown[]): Promise<Row[]>;
  /** Rows as arrays, in the order of the columns. */
  arrays<Row>(sql: string, ...values: readonly unknown[]): Promise<Row[]>;
  /** Returns how many rows the statement has changed. */
  run(sql: string, ...values: readonly unknown[]): Promise<number>;
  /** Sends `data`, in the binary format of COPY. */
  copyIn(sql: string, data: Buffer): Promise<void>;
}

const INT8 = 20;
const TIMESTAMPTZ = 1184;

/** Whole numbers as numbers, and instants in the format of toISOString; everything else as the driver reads it. */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === INT8) return wholeNumber;
    if (oid === TIMESTAMPTZ) return instantText;
    return pg.types.getTypeParser(oid, format as 'text');
  }) as typeof pg.types.getTypeParser,
};

function wholeNumber(text: string): number {
  const value = Number(text);
  // Ticks are larger, but are never read back.
  if (!Number.isSafeInteger(value)) throw new SalesError('internal', 'A number in the database is too large.');
  return value;
}

function instantText(text: string): string {
  return new Date(text).toISOString();
}

/** The statements of a client; see {@link Session} for `home`. */
export function sessionOn(client: PoolClient, home: object): Session {
  const send = (sql: string, values: readonly unknown[]) => client.query(sql, values as unknown[]);
  return {
    home,
    all: async (sql, ...values) => (await send(sql, values)).rows,
    arrays: async (sql, ...values) => (await client.query({ text: sql, values: values as unknown[], rowMode: 'array' })).rows as never,
    run: async (sql, ...values) => (await send(sql, values)).rowCount ?? 0,
    copyIn: (sql, data) =>
      new Promise((resolve, reject) => {
        const stream = client.query(copyFrom(sql));
        stream.on('error', reject);
        stream.on('finish', resolve);
        stream.end(data);
      }),
  };
}
