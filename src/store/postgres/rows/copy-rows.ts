/** Rows in the binary format of COPY, which costs both sides the least. The format: PostgreSQL's documentation of COPY, "Binary Format". */
import { instantOf } from '../../../contract/date-time.js';
import type { TransactionUpload } from '../../../contract/transaction.js';
import { matchStateCodes, stateCodes } from '../../codes.js';
import type { RowDecision } from '../../decisions.js';
import { additionalJson, duplicateGroupOf, jsonOrNull } from '../../transaction-row.js';
import { copiedColumns, textFields } from './columns.js';

/** Where the rows of an upload go. */
export interface RowsPlace {
  tenantKey: number;
  /** The key of their upload, and the seq of the first of them. */
  uploadKey: number;
  /** The upload group, stored with the rows that turn out to be duplicates. */
  duplicateGroup: number;
}

const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1');
/** Of a row without its texts, generously. */
const ROW_BYTES = 512;
const UTF8_BYTES_MAX = 3;
const TWO_TO_32 = 2 ** 32;
const NULL_LENGTH = -1;

/** The rows, in the order of {@link copiedColumns}; `decisions` is null for rows that are only staged. */
export function copyRows(place: RowsPlace, rows: readonly TransactionUpload[], decisions: readonly RowDecision[] | null): Buffer {
  const out = new CopyWriter();
  for (let index = 0; index < rows.length; index++) writeRow(out, place, index, rows[index] ?? {}, decisions?.[index]);
  return out.end();
}

function writeRow(out: CopyWriter, place: RowsPlace, index: number, row: TransactionUpload, decision: RowDecision | undefined): void {
  out.row(copiedColumns.length);
  out.int4(place.tenantKey);
  out.int8(place.uploadKey + index);
  out.int8(place.uploadKey);
  out.bigint8(row.transactionDate ? instantOf(row.transactionDate) : null);
  const { amount } = row;
  if (typeof amount === 'number') out.float8(amount);
  else out.empty();
  const key = decision?.duplicateKey;
  if (key) {
    out.int8(key.hash);
    out.int4(key.occurrence);
    out.int8(duplicateGroupOf(decision, place.duplicateGroup));
  } else {
    out.empty();
    out.empty();
    out.empty();
  }
  out.int2(decision ? stateCodes[decision.transactionState] : stateCodes.Unprocessed);
  out.int2(decision ? matchStateCodes[decision.transactionMatchState] : matchStateCodes.NotApplicable);
  for (let column = 0; column < textFields.length; column++) out.text(row[textFields[column] as (typeof textFields)[number]] as string);
  out.text(jsonOrNull(row.transactionTypes));
  out.text(additionalJson(row.additionalData));
  out.text(decision?.comment);
}

/** Grows as it is written. */
class CopyWriter {
  private bytes = Buffer.allocUnsafe(256 * 1024);
  private at = 0;

  constructor() {
    this.at = SIGNATURE.copy(this.bytes);
    // No flags, and no extension of the header.
    this.at = this.bytes.writeInt32BE(0, this.at);
    this.at = this.bytes.writeInt32BE(0, this.at);
  }

  row(columns: number): void {
    this.reserve(ROW_BYTES);
    this.at = this.bytes.writeInt16BE(columns, this.at);
  }

  empty(): void {
    this.reserve(4);
    this.at = this.bytes.writeInt32BE(NULL_LENGTH, this.at);
  }

  int2(value: number): void {
    this.at = this.bytes.writeInt16BE(value, this.bytes.writeInt32BE(2, this.at));
  }

  int4(value: number): void {
    this.at = this.bytes.writeInt32BE(value, this.bytes.writeInt32BE(4, this.at));
  }

  /** A whole number from 0 to 2^53. */
  int8(value: number): void {
    this.at = this.bytes.writeInt32BE(8, this.at);
    this.at = this.bytes.writeUInt32BE(Math.floor(value / TWO_TO_32), this.at);
    this.at = this.bytes.writeUInt32BE(value % TWO_TO_32, this.at);
  }

  bigint8(value: bigint | null): void {
    if (value === null) this.empty();
    else this.at = this.bytes.writeBigInt64BE(value, this.bytes.writeInt32BE(8, this.at));
  }

  float8(value: number): void {
    // Minus zero is zero.
    this.at = this.bytes.writeDoubleBE(value + 0, this.bytes.writeInt32BE(8, this.at));
  }

  text(value: string | null | undefined): void {
    if (value === null || value === undefined) {
      this.empty();
      return;
    }
    this.reserve(value.length * UTF8_BYTES_MAX + ROW_BYTES);
    const length = this.bytes.write(value, this.at + 4, 'utf8');
    this.bytes.writeInt32BE(length, this.at);
    this.at += 4 + length;
  }

  end(): Buffer {
    this.reserve(2);
    this.at = this.bytes.writeInt16BE(-1, this.at);
    return this.bytes.subarray(0, this.at);
  }

  private reserve(bytes: number): void {
    if (this.at + bytes <= this.bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(2 * this.bytes.length, this.at + bytes));
    this.bytes.copy(larger, 0, 0, this.at);
    this.bytes = larger;
  }
}
