/**
 * Rows to request bodies: which rows go together, and the exact bytes. Pure; it knows the limits and nothing of sending.
 * A batch keeps of each row what is needed to bring a refusal home to its line, and no more.
 */
import { uploadBodyBytesMax, uploadRowsMax } from '../contract/limits.js';
import type { TransactionUpload } from '../contract/transaction.js';
import type { InputRow } from '../files/row.js';

export interface BatchRow {
  line: number;
  record: number;
  source: InputRow['source'];
  amount: number | null;
  currency: string | null;
  /** The transaction as it goes over the wire. */
  json: string;
  /** Of `json` in UTF-8. */
  jsonBytes: number;
}

export interface BatchLimits {
  rows: number;
  bodyBytes: number;
}

/** The last record of the batch of that number, where a journal has it already. */
export type EarlierCuts = (batch: number) => number | undefined;

export interface Batcher {
  /** Of the batch that is being filled: from 1. */
  readonly number: number;
  /** Takes a row; returns the batch that was full before it, if any. */
  add(row: BatchRow): BatchRow[] | null;
  /** What is left; null when there is nothing. */
  flush(): BatchRow[] | null;
  /** Smaller batches from the next one on. */
  lowerRows(rows: number): void;
}

const HEAD = '{"transactions":[';
const TAIL = ']}';
const ENVELOPE_BYTES = HEAD.length + TAIL.length;

/** The limits of the interface, with `rows` as the caller wishes it. */
export function batchLimits(rows: number): BatchLimits {
  return { rows: Math.min(Math.max(1, rows), uploadRowsMax), bodyBytes: uploadBodyBytesMax };
}

export function batchRow(row: Pick<InputRow, 'line' | 'record' | 'source'>, transaction: TransactionUpload): BatchRow {
  const json = JSON.stringify(transaction);
  return {
    line: row.line,
    record: row.record,
    source: row.source,
    amount: transaction.amount ?? null,
    currency: transaction.currency ?? null,
    json,
    jsonBytes: Buffer.byteLength(json, 'utf8'),
  };
}

/** Cuts where `earlier` says it was cut before, and by `limits` from there on. */
export function createBatcher(limits: BatchLimits, earlier: EarlierCuts = () => undefined): Batcher {
  let rowsMax = limits.rows;
  let rows: BatchRow[] = [];
  let bodyBytes = ENVELOPE_BYTES;
  let number = 1;
  const flush = () => {
    if (rows.length === 0) return null;
    const full = rows;
    number += 1;
    rows = [];
    bodyBytes = ENVELOPE_BYTES;
    return full;
  };
  return {
    get number() {
      return number;
    },
    add: (row) => {
      // The field limits of the contract keep every row far below this; a row beyond it would be a defect of ours.
      if (ENVELOPE_BYTES + row.jsonBytes > limits.bodyBytes) throw new Error(`a row of ${row.jsonBytes} bytes fits into no batch`);
      const commaBytes = rows.length > 0 ? 1 : 0;
      const last = earlier(number);
      const isOver = rows.length >= rowsMax || bodyBytes + commaBytes + row.jsonBytes > limits.bodyBytes;
      const isFull = last === undefined ? isOver : row.record > last;
      const full = isFull ? flush() : null;
      bodyBytes += row.jsonBytes + (rows.length > 0 ? 1 : 0);
      rows.push(row);
      return full;
    },
    flush,
    lowerRows: (rowsFewer) => {
      rowsMax = Math.max(1, Math.min(rowsMax, rowsFewer));
    },
  };
}

/** The request body of `rows`: an UploadRequest as JSON in UTF-8. */
export function bodyOf(rows: readonly BatchRow[]): Uint8Array {
  return Buffer.from(HEAD + rows.map((row) => row.json).join(',') + TAIL, 'utf8');
}
