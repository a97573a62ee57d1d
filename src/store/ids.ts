/**
 * Version 7 UUIDs for transactions. They never go backwards, whatever the clock does, so their order is the order of arrival. The ids of
 * one upload differ only in their last two bytes, which number its rows: the upload stores the first id, and rows need neither a column nor
 * an index for theirs.
 */
import { randomFillSync } from 'node:crypto';

/** How many uploads fit into a millisecond; after that, the ids borrow from the next one. */
const COUNTER_MAX = 0xfff;
const RANDOM_AT = 8;
/** Where the number of the row begins. An upload has at most 20,000 rows. */
const ROW_AT = 14;

/**
 * Returns a source of first ids, one for each upload, always rising. `last` is the last id given out before, by an earlier run, say; null
 * if there is none. `nowMs` is milliseconds since 1970.
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

/** Asked for in one go, because a call costs as much as the storing of a row. */
const random = Buffer.alloc(4096);
let randomAt = random.length;

/** A version 7 UUID for something that comes by itself. `nowMs` is milliseconds since 1970. */
export function newId(nowMs: number): Buffer {
  if (randomAt === random.length) {
    randomFillSync(random);
    randomAt = 0;
  }
  const id = Buffer.from(random.subarray(randomAt, randomAt + 16));
  randomAt += 16;
  id.writeUIntBE(nowMs, 0, 6);
  id.writeUInt8(0x70 | (id.readUInt8(6) & 0x0f), 6);
  id.writeUInt8((id.readUInt8(RANDOM_AT) & 0x3f) | 0x80, RANDOM_AT);
  return id;
}

/** An id as a store has it, as text: PostgreSQL has texts already. */
export function idText(id: Buffer | string): string {
  if (typeof id === 'string') return id;
  const hex = id.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** The id, as text, of the row at `index` of the upload with the given first id, which is text on PostgreSQL. */
export function transactionId(firstId: Buffer | string, index: number): string {
  return transactionIdAt(typeof firstId === 'string' ? firstId.replaceAll('-', '') : firstId.toString('hex'), index);
}

/** Like {@link transactionId}, with the first id in hexadecimal digits. */
export function transactionIdAt(firstId: string, index: number): string {
  const end = index.toString(16).padStart(2 * (16 - ROW_AT), '0');
  return `${firstId.slice(0, 8)}-${firstId.slice(8, 12)}-${firstId.slice(12, 16)}-${firstId.slice(16, 20)}-${firstId.slice(20, 2 * ROW_AT)}${end}`;
}

/** Splits a transaction's id, whose format the caller has checked, into the first id of its upload and the row's index there. */
export function partsOfId(text: string): { firstId: Buffer; index: number } {
  const firstId = Buffer.from(text.replaceAll('-', ''), 'hex');
  const index = firstId.readUInt16BE(ROW_AT);
  firstId.writeUInt16BE(0, ROW_AT);
  return { firstId, index };
}
