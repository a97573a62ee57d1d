/** Remembers what was made of the bytes of a cell: cells repeat, in most columns from row to row. */

/** More different ones than this are forgotten, all together: a file could keep bringing new ones. */
const ENTRIES_MAX = 4_096;

interface Slot<Entry> {
  bytes: Uint8Array;
  entry: Entry;
  /** The next one with the same hash. */
  next: Slot<Entry> | undefined;
}

export class CellMemo<Entry> {
  readonly #make: (bytes: Buffer) => Entry;
  readonly #slots = new Map<number, Slot<Entry>>();
  #last: Slot<Entry> | undefined;
  #count = 0;

  /** `make` says what is made of a cell that is not remembered. */
  constructor(make: (bytes: Buffer) => Entry) {
    this.#make = make;
  }

  of(bytes: Buffer, start: number, end: number): Entry {
    const last = this.#last;
    if (last !== undefined && isAt(bytes, start, end, last.bytes)) return last.entry;
    let hash = 0x811c9dc5 | 0;
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
    let slot = this.#slots.get(hash);
    while (slot !== undefined && !isAt(bytes, start, end, slot.bytes)) slot = slot.next;
    slot ??= this.#add(hash, Buffer.from(bytes.subarray(start, end)));
    this.#last = slot;
    return slot.entry;
  }

  #add(hash: number, bytes: Buffer): Slot<Entry> {
    if (this.#count === ENTRIES_MAX) {
      this.#slots.clear();
      this.#count = 0;
    }
    const slot = { bytes, entry: this.#make(bytes), next: this.#slots.get(hash) };
    this.#slots.set(hash, slot);
    this.#count++;
    return slot;
  }
}

function isAt(bytes: Uint8Array, start: number, end: number, wanted: Uint8Array): boolean {
  const { length } = wanted;
  if (end - start !== length) return false;
  // The last bytes differ sooner.
  for (let at = length - 1; at >= 0; at--) if (bytes[start + at] !== wanted[at]) return false;
  return true;
}
