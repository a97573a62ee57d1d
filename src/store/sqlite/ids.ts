/**
 * UUIDs of version 7 for transactions. They never go backwards, whatever the clock does, so that their order is the order of arrival.
 * The ids of one upload differ in their last two bytes alone, which number its rows: so the upload keeps the first one, and no row needs
 * a column or an index for its own.
 */
import { randomFillSync } from 'node:crypto';

/** Uploads a millisecond has room for; beyond them the next millisecond is used early. */
const COUNTER_MAX = 0xfff;
const RANDOM_AT = 8;
/** Where the number of the row in its upload stands. An upload has at most 20,000 rows. */
const ROW_AT = 14;

/**
 * A source of first ids, one for each upload, rising. `last` is the one given out last before (by an earlier run, say); the next one is
 * greater. `nowMs` is milliseconds since 1970.
 */
export function firstIdSource(nowMs: () => number, last: Buffer | null): () => Buffer {
  let ms = last ? last.readUIntBE(0, 6) : 0;
  let counter = last ? last.readUInt16BE(6) & COUNTER_MAX : COUNTER_MAX;
  return () => {
    const now = nowMs();
    if (now > ms) {
      ms = now;
      counter = 0;
    } else if (counter < COUNTER_MAX) counter++;
    else {
      ms += 1;
      counter = 0;
    }
    const id = Buffer.alloc(16);
    id.writeUIntBE(ms, 0, 6);
    id.writeUInt16BE(0x7000 | counter, 6);
    randomFillSync(id, RANDOM_AT, ROW_AT - RANDOM_AT);
    id.writeUInt8((id.readUInt8(RANDOM_AT) & 0x3f) | 0x80, RANDOM_AT);
    return id;
  };
}

/** The id of the row at `index` of the upload whose first id is given, as text. */
export function transactionId(firstId: Buffer, index: number): string {
  return transactionIdAt(firstId.toString('hex'), index);
}

/** The same, where the first id is given in hexadecimal digits. */
export function transactionIdAt(firstId: string, index: number): string {
  const end = index.toString(16).padStart(2 * (16 - ROW_AT), '0');
  return `${firstId.slice(0, 8)}-${firstId.slice(8, 12)}-${firstId.slice(12, 16)}-${firstId.slice(16, 20)}-${firstId.slice(20, 2 * ROW_AT)}${end}`;
}

/** The parts of a transaction's id given as text; the caller has checked its form. */
export function partsOfId(text: string): { firstId: Buffer; index: number } {
  const firstId = Buffer.from(text.replaceAll('-', ''), 'hex');
  const index = firstId.readUInt16BE(ROW_AT);
  firstId.writeUInt16BE(0, ROW_AT);
  return { firstId, index };
}
