/** A run of plain rows, written one by one. Its values are those of the last row. */

import { cellsOf } from '../formats/csv-cells.js';
import type { JsonSpace, PlainRun, PlainSold, Stretch } from '../input/plain-run.js';
import type { CellTable, KeptSource } from '../input/row.js';
import { isTooFine } from '../values/amount-values.js';
import { copyAll, JSON_BYTES_MAX } from './json-text.js';
import type { MemberWriter, RowInBytes } from './member.js';
import type { PlainRecords } from './plain-record.js';

const OPEN = 0x7b;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const CLOSE = 0x7d;
const ITEMS = Buffer.from(',"additionalData":[');
const UNITS = 10_000;

/** How the rows of a table are written. */
interface RowWriting {
  table: CellTable;
  records: PlainRecords;
  isSold(row: RowInBytes): boolean;
  /** In the order in which they are written. */
  fields: readonly MemberWriter[];
  items: readonly MemberWriter[];
  /** The only currency that rows may have; null for any. */
  currency: string | null;
  /** How much longer than six times its record the JSON of a row may be. */
  extraBytes: number;
}

export class RowRun implements PlainRun, RowInBytes {
  readonly bytes: Buffer;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  units = 0;
  currency: string;
  clock = 0;
  dateStart = 0;
  dateEnd = 0;
  isRefund = false;
  line: number;
  record: number;
  /** Where the next row begins. */
  next = 0;
  rows = 0;
  readonly #writing: RowWriting;
  readonly #limit: number;
  readonly #sold: PlainSold;
  #out: Uint8Array = ITEMS;
  /** Where the last row stands. */
  #start = 0;
  #end = 0;

  constructor(writing: RowWriting, { bytes, limit, line }: Stretch, record: number, sold: PlainSold) {
    this.bytes = bytes;
    this.starts = writing.records.starts;
    this.ends = writing.records.ends;
    this.currency = '';
    this.line = line - 1;
    this.record = record - 1;
    this.#writing = writing;
    this.#limit = limit;
    this.#sold = sold;
  }

  write(space: JsonSpace, at: number): number {
    const { records, isSold, extraBytes } = this.#writing;
    const start = this.next;
    const end = records.cut(this.bytes, start, this.#limit);
    if (end < 0 || !isSold(this)) return -1;
    const out = space.room(at, (end - start) * JSON_BYTES_MAX + extraBytes);
    const written = this.#members(out, at);
    if (written < 0) return -1;
    this.#out = out;
    this.#start = start;
    this.#end = end;
    this.line++;
    this.record++;
    this.rows++;
    this.next = records.after(this.bytes, end);
    this.#sold(this.units / UNITS, this.currency);
    return written;
  }

  /** Returns the index behind them; -1 where the row is not plain. */
  #members(out: Uint8Array, at: number): number {
    const { fields, items, currency } = this.#writing;
    this.units = Number.NaN;
    this.currency = '';
    this.clock = 0;
    this.isRefund = false;
    let next = at;
    for (let index = 0; index < fields.length; index++) {
      next = (fields[index] as MemberWriter)(this, out, next);
      if (next < 0) return -1;
    }
    // What people have to be told of a row is left to the long way.
    const lacks = this.clock === 0 || this.currency === '' || Number.isNaN(this.units);
    if (lacks || (currency !== null && this.currency !== currency) || isTooFine(this.units / UNITS, this.currency)) return -1;
    const list = copyAll(out, next, ITEMS) - 1;
    let item = list;
    for (let index = 0; index < items.length; index++) {
      item = (items[index] as MemberWriter)(this, out, item);
      if (item < 0) return -1;
    }
    if (this.isRefund && this.units > 0) return -1;
    if (item > list) {
      out[list] = OPEN_LIST;
      out[item] = CLOSE_LIST;
      next = item + 1;
    }
    // Each began with a comma.
    out[at] = OPEN;
    out[next] = CLOSE;
    return next + 1;
  }

  date(): string {
    return Buffer.from(this.#out.buffer, this.#out.byteOffset).toString('latin1', this.dateStart, this.dateEnd);
  }

  source(): KeptSource {
    return new RecordText(this.bytes, this.#start, this.#end, this.#writing.table);
  }

  /** The cells of the last row. */
  cells(): string[] {
    const text = this.bytes.toString('utf8', this.#start, this.#end);
    return cellsOf({ text, quoted: text.includes('"') }, this.#writing.table.delimiter);
  }
}

/** A record as the file has it, made a text only where somebody asks for it. */
class RecordText {
  readonly table: CellTable;
  readonly #bytes: Buffer;
  readonly #start: number;
  readonly #end: number;

  constructor(bytes: Buffer, start: number, end: number, table: CellTable) {
    this.#bytes = bytes;
    this.#start = start;
    this.#end = end;
    this.table = table;
  }

  get text(): string {
    return this.#bytes.toString('utf8', this.#start, this.#end);
  }
}
