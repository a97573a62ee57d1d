/**
 * Counts rows that are equal to an earlier one of their file. They are separate sales and are sent; whoever uploads them should know. It
 * keeps a hash of each row up to a limit, so that memory stays bounded, and says when it has stopped counting.
 */

export interface Repeats {
  /** Rows equal to an earlier one. */
  readonly rows: number;
  /** False once there were more rows than are remembered. */
  readonly isWhole: boolean;
  /** The next row: the bytes of its JSON from `start` on, up to `end`. */
  add(bytes: DataView, start: number, end: number): void;
}

/** With 64 bits of hash, a million rows have two different ones that look equal once in forty million files. */
const ROWS_MAX = 1_000_000;
const SLOTS_MIN = 1 << 12;

/** A count that starts at zero and remembers at most `rowsMax` rows. */
export function countRepeats(rowsMax = ROWS_MAX): Repeats {
  let rows = 0;
  let kept = 0;
  let slots = new Int32Array(SLOTS_MIN * 2);
  /** Whether the pair was there; it is then, as long as one more may be kept. Both zero marks a free slot. */
  const wasThere = (table: Int32Array<ArrayBuffer>, high: number, low: number): boolean => {
    const mask = table.length / 2 - 1;
    for (let slot = low & mask; ; slot = (slot + 1) & mask) {
      const a = table[slot * 2];
      const b = table[slot * 2 + 1];
      if (a === high && b === low) return true;
      if (a !== 0 || b !== 0) continue;
      table[slot * 2] = high;
      table[slot * 2 + 1] = low;
      return false;
    }
  };
  const grow = () => {
    const larger = new Int32Array(slots.length * 2);
    for (let at = 0; at < slots.length; at += 2) {
      const [high = 0, low = 0] = [slots[at], slots[at + 1]];
      if (high !== 0 || low !== 0) wasThere(larger, high, low);
    }
    slots = larger;
  };
  return {
    get rows() {
      return rows;
    },
    get isWhole() {
      return kept <= rowsMax;
    },
    add(bytes, start, end) {
      if (kept > rowsMax) return;
      if (kept === rowsMax) {
        kept += 1;
        slots = new Int32Array();
        return;
      }
      let high = 0x811c9dc5 | 0;
      let low = 0x9e3779b9 | 0;
      const words = end - 4;
      let at = start;
      for (; at <= words; at += 4) {
        const word = bytes.getInt32(at, true);
        high = Math.imul(high ^ word, 0x01000193);
        high ^= high >>> 15;
        low = Math.imul(low ^ word, 0x5bd1e995);
        low ^= low >>> 13;
      }
      for (; at < end; at++) {
        high = Math.imul(high ^ bytes.getInt8(at), 0x01000193);
        low = Math.imul(low ^ bytes.getInt8(at), 0x5bd1e995);
      }
      // The low bits choose the slot; multiplication alone would leave them nearly as they were.
      low = Math.imul(low ^ (low >>> 15), 0x85ebca6b);
      low ^= low >>> 13;
      if (wasThere(slots, high | 1, low ^ high)) rows += 1;
      else {
        kept += 1;
        if (kept * 2 > slots.length / 2) grow();
      }
    },
  };
}
