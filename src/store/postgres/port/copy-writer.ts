/** Writes rows in the binary format of COPY, which costs both sides the least. The format: PostgreSQL's documentation of COPY, "Binary Format". */
const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1');
/** Upper bound of a row's bytes without its texts. */
const ROW_BYTES = 512;
const UTF8_BYTES_MAX = 3;
const TWO_TO_32 = 2 ** 32;
const NULL_LENGTH = -1;

/** Grows as it is written. */
export class CopyWriter {
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
