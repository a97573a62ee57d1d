/** Rows by the hashes of their blocks: the finder gathers in it the rows of some thousand blocks out of a million rows. */

/** Blocks by the order in which they were asked for, and rows in them. */
export interface Blocks {
  count: number;
  /** By some bits of a hash: the block, or -1 for none. Most are empty, so that most rows are passed by at once. */
  slots: Int32Array;
  hashes: number[];
  /** Of each block what else its rows have in common, the chain in which they are, say: hashes alone may agree where rows do not. */
  besides: number[];
  /** Of each block, the row put in last; of each row that was put in, the one before it: by their places among `places`; -1 for none. */
  last: number[];
  before: number[];
  places: number[];
}

const SLOTS_AT_FIRST = 2 ** 10;
const SLOTS_A_BLOCK = 8;

export function noBlocks(): Blocks {
  return { count: 0, slots: new Int32Array(SLOTS_AT_FIRST).fill(-1), hashes: [], besides: [], last: [], before: [], places: [] };
}

/** Where the block of that hash, with what else its rows have in common is among the slots, or would be. */
function slotOf({ slots, hashes, besides }: Blocks, hash: number, beside: number): number {
  const mask = slots.length - 1;
  let slot = hash & mask;
  for (let block = slots[slot] as number; block !== -1; block = slots[slot] as number) {
    if (hashes[block] === hash && besides[block] === beside) break;
    slot = (slot + 1) & mask;
  }
  return slot;
}

/** The block of that hash, with what else its rows have in common, which is made where there is none. */
export function blockFor(blocks: Blocks, hash: number, beside: number): number {
  const slot = slotOf(blocks, hash, beside);
  const found = blocks.slots[slot] as number;
  if (found !== -1) return found;
  const block = blocks.count++;
  blocks.slots[slot] = block;
  blocks.hashes.push(hash);
  blocks.besides.push(beside);
  blocks.last.push(-1);
  if (blocks.count * SLOTS_A_BLOCK > blocks.slots.length) {
    blocks.slots = new Int32Array(2 * blocks.slots.length).fill(-1);
    const { hashes, besides } = blocks;
    for (let one = 0; one < blocks.count; one++) blocks.slots[slotOf(blocks, hashes[one] as number, besides[one] as number)] = one;
  }
  return block;
}

export function put({ last, before, places }: Blocks, block: number, place: number): void {
  before.push(last[block] as number);
  last[block] = places.push(place) - 1;
}

/** The block of that hash, with what else its rows have in common; -1 for none. */
export function blockOf(blocks: Blocks, hash: number, beside: number): number {
  return blocks.slots[slotOf(blocks, hash, beside)] as number;
}
