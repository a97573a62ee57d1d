/**
 * UUIDs of version 7 that never go backwards, whatever the clock does, so that their order is the order of arrival.
 * Stored as 16 bytes, shown as text.
 */
import { randomFillSync } from 'node:crypto';

/** Ids a millisecond has room for; beyond them the next millisecond is used early. */
const COUNTER_MAX = 0xfff;
const RANDOM_BYTES = 8;
const POOL_BYTES = 8_192;

/**
 * A source of rising ids. `last` is the greatest id given out before (by an earlier run, say); the next one is greater.
 * `nowMs` is milliseconds since 1970.
 */
export function idSource(nowMs: () => number, last: Buffer | null): () => Buffer {
  let ms = last ? last.readUIntBE(0, 6) : 0;
  let counter = last ? last.readUInt16BE(6) & COUNTER_MAX : COUNTER_MAX;
  const pool = Buffer.alloc(POOL_BYTES);
  let used = POOL_BYTES;
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
    if (used === POOL_BYTES) {
      randomFillSync(pool);
      used = 0;
    }
    const id = Buffer.allocUnsafe(16);
    id.writeUIntBE(ms, 0, 6);
    id.writeUInt16BE(0x7000 | counter, 6);
    pool.copy(id, 8, used, used + RANDOM_BYTES);
    used += RANDOM_BYTES;
    id.writeUInt8((id.readUInt8(8) & 0x3f) | 0x80, 8);
    return id;
  };
}

export function idText(id: Buffer): string {
  const hex = id.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** The bytes of a UUID given as text; the caller has checked its form. */
export function idBytes(text: string): Buffer {
  return Buffer.from(text.replaceAll('-', ''), 'hex');
}
