/**
 * Rows to request bodies: which rows go together, and the exact bytes. Pure; it knows the limits and nothing of sending. Besides a body it
 * keeps only what is needed to trace a refused row to its line.
 */

import { type CurrencySum, currencySums, type RunningSums } from '../../contract/currency-sums.js';
import { uploadBodyBytesMax, uploadRowsMax } from '../../contract/limits.js';
import { rowMembers, type UploadKind } from '../../contract/states.js';
import type { TransactionUpload } from '../../contract/transaction.js';
import type { JsonSpace, PlainRun } from '../../files/input/plain-run.js';
import type { InputRow, Sale } from '../../files/input/row.js';
import { countRepeats, type Repeats } from './repeats.js';

export type KeptRow = Pick<InputRow, 'line' | 'record' | 'source'>;

/** A request body as JSON in ASCII, in shared memory, and the rows in it. */
export interface BatchBody {
  bytes: Uint8Array;
  rows: readonly KeptRow[];
  /** Where each row's JSON begins, and behind the last one the place where another would. */
  starts: readonly number[];
  sums: CurrencySum[];
}

export interface BatchLimits {
  rows: number;
  bodyBytes: number;
}

/** The last record of the batch of that number, where a journal has it already. */
export type EarlierCuts = (batch: number) => number | undefined;

export interface Batcher {
  /** Repeats among all rows so far. */
  readonly repeats: Pick<Repeats, 'rows' | 'isWhole'>;
  /** Takes a row; returns the batch that was full before it, if any. */
  add(row: KeptRow, sale: Sale): BatchBody | null;
  /** Takes the next row of a run as `add` does; false where the run is over. */
  addPlain(run: PlainRun): BatchBody | null | false;
  /** The last batch, with the rows that are left; null without any. */
  flush(): BatchBody | null;
  /** Smaller batches from the next one on. */
  lowerRows(rows: number): void;
  /** The memory of a body that nobody reads any more, for one to come. */
  reuse(memory: ArrayBufferLike): void;
}

const TAIL = Buffer.from(']}');
const COMMA = 0x2c;
const CAPACITY_BYTES_MIN = 16_384;
const SPARE_MAX = 4;
/** Bytes of a UTF-16 unit that is written as an escape. */
const UNIT_BYTES_MAX = 6;
const NOT_ASCII = /[\u0080-\uffff]/g;

/** The limits of the interface, with `rows` as the caller wishes it. */
export function batchLimits(rows: number): BatchLimits {
  return { rows: Math.min(Math.max(1, rows), uploadRowsMax), bodyBytes: uploadBodyBytesMax };
}

/** Cuts where `earlier` says it was cut before, and by `limits` from there on. The bodies are requests for rows of `kind`. */
export function createBatcher(limits: BatchLimits, earlier: EarlierCuts = () => undefined, kind: UploadKind = 'Sales'): Batcher {
  const head = Buffer.from(`{"${rowMembers[kind].rows}":[`);
  let rowsMax = limits.rows;
  let number = 1;
  let last = earlier(number);
  let writing = openBody(shared(CAPACITY_BYTES_MIN), head);
  const spare: ArrayBufferLike[] = [];
  const memoryFor = (bytes: number): Buffer => {
    const used = spare.pop();
    return used && used.byteLength >= bytes ? Buffer.from(used) : shared(Math.ceil(bytes * 1.1));
  };
  /** Closes the body before what was written as its last row, which begins the next one: `moved` are its bytes, if they are known. */
  const cut = (moved?: Buffer): BatchBody => {
    const first = moved && Buffer.from(moved);
    const full = writing.close();
    number += 1;
    last = earlier(number);
    writing = openBody(memoryFor(Math.max(CAPACITY_BYTES_MIN, full.bytes.length)), head);
    if (first) first.copy(writing.room(writing.next, first.length), writing.next);
    return full;
  };
  const repeats = countRepeats();
  const bodyBytesMax = () => (last === undefined ? limits.bodyBytes : Number.POSITIVE_INFINITY);
  return {
    repeats,
    add: (row, sale) => {
      const { json } = sale;
      const isFull = last === undefined ? writing.rows >= rowsMax : row.record > last;
      let full = isFull && writing.rows > 0 ? cut() : null;
      if (!writing.add(row, json, bodyBytesMax())) {
        // The field limits of the contract keep every row far below this; a row beyond it would be a defect of ours.
        if (writing.rows === 0) throw new Error(`a row of ${Buffer.byteLength(json)} bytes fits into no batch`);
        full = cut();
        if (!writing.add(row, json, bodyBytesMax())) throw new Error(`a row of ${Buffer.byteLength(json)} bytes fits into no batch`);
      }
      writing.sums.add(sale);
      writing.compareLast(repeats);
      return full;
    },
    addPlain: (run) => {
      const before = writing;
      const { next } = before;
      const end = run.write(before, next);
      if (end < 0) return false;
      const isFull = last === undefined ? before.rows >= rowsMax : run.record > last;
      const isCut = before.rows > 0 && (isFull || end + TAIL.length > bodyBytesMax());
      const full = isCut ? cut(before.bytesAt(next, end)) : null;
      const row = { line: run.line, record: run.record, source: run.source() };
      writing.keep(row, isCut ? writing.next + end - next : end);
      writing.sums.addExact(run.units, run.currency);
      writing.compareLast(repeats);
      return full;
    },
    flush: () => (writing.rows === 0 ? null : cut()),
    lowerRows: (rowsFewer) => {
      rowsMax = Math.max(1, Math.min(rowsMax, rowsFewer));
    },
    reuse: (memory) => {
      if (memory.byteLength > 0 && spare.length < SPARE_MAX) spare.push(memory);
    },
  };
}

interface OpenBody extends JsonSpace {
  readonly rows: number;
  /** Where the next row is to be written. */
  readonly next: number;
  readonly sums: RunningSums;
  /** False, and nothing changed, where the body would get larger than `bytesMax`. */
  add(row: KeptRow, json: string, bytesMax: number): boolean;
  /** Takes what was written from `next` up to `end` as a row. */
  keep(row: KeptRow, end: number): void;
  bytesAt(start: number, end: number): Buffer;
  /** Hands the bytes of the last row on. */
  compareLast(repeats: Repeats): void;
  close(): BatchBody;
}

/** Writes into `memory`, and into more where that is too little; `head` is what comes before the rows. */
function openBody(memory: Buffer, head: Buffer): OpenBody {
  let bytes = memory;
  let view = new DataView(memory.buffer, memory.byteOffset, memory.byteLength);
  head.copy(bytes);
  const rows: KeptRow[] = [];
  const starts = [head.length];
  let next = head.length;
  const sums = currencySums();
  const room = (at: number, count: number): Buffer => {
    const needed = at + count + TAIL.length;
    if (needed <= bytes.length) return bytes;
    const larger = shared(Math.max(needed, bytes.length * 2));
    bytes.copy(larger, 0, 0, at);
    bytes = larger;
    view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return bytes;
  };
  const keep = (row: KeptRow, end: number) => {
    bytes[end] = COMMA;
    next = end + 1;
    rows.push(row);
    starts.push(next);
  };
  return {
    get rows() {
      return rows.length;
    },
    get next() {
      return next;
    },
    sums,
    room,
    keep,
    bytesAt: (start, end) => bytes.subarray(start, end),
    add: (row, json, bytesMax) => {
      const space = room(next, json.length * UNIT_BYTES_MAX);
      const written = space.write(json, next, 'utf8');
      const end = next + (written === json.length ? written : space.write(inAscii(json), next, 'latin1'));
      if (end + TAIL.length > bytesMax) return false;
      keep({ line: row.line, record: row.record, source: row.source }, end);
      return true;
    },
    compareLast: (repeats) => repeats.add(view, starts.at(-2) ?? head.length, next - 1),
    close: () => {
      TAIL.copy(bytes, next - 1);
      return { bytes: bytes.subarray(0, next - 1 + TAIL.length), rows, starts, sums: sums.all() };
    },
  };
}

/** JSON with escapes for all letters beyond ASCII: who reads a body in ASCII alone has its text in a third of the time. */
function inAscii(json: string): string {
  return json.replace(NOT_ASCII, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The body of the rows of `body` at `indexes` (ascending, not empty), byte for byte as they stand in it. */
export function bodyOfSome({ bytes, rows, starts }: Omit<BatchBody, 'sums'>, indexes: readonly number[]): BatchBody {
  const sums = currencySums();
  const kept: KeptRow[] = [];
  const head = bytes.subarray(0, starts[0]);
  const keptStarts = [head.length];
  const pieces: Uint8Array[] = [head];
  let next = head.length;
  for (const index of indexes) {
    const [row, start, end] = [rows[index], starts[index], starts[index + 1]];
    if (!row || start === undefined || end === undefined) throw new Error(`there is no row ${index} in a body of ${rows.length}`);
    const json = bytes.subarray(start, end - 1);
    sums.add(JSON.parse(Buffer.from(json.buffer, json.byteOffset, json.length).toString('utf8')) as TransactionUpload);
    if (kept.length > 0) pieces.push(Uint8Array.of(COMMA));
    pieces.push(json);
    kept.push(row);
    next += json.length + 1;
    keptStarts.push(next);
  }
  pieces.push(TAIL);
  return { bytes: joined(pieces), rows: kept, starts: keptStarts, sums: sums.all() };
}

/**
 * Memory that another thread reads where it is. Transferred there and back, each body would count as new memory to the garbage collector,
 * which then looked through all objects of both threads for every few of them.
 */
function shared(bytes: number): Buffer {
  return Buffer.from(new SharedArrayBuffer(bytes));
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const all = shared(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
