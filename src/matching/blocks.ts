/**
 * The rows that a level sees, and which of them belong together: those with equal keys and currency, and as the way asks, of equal amount, day or
 * side. Blocks are found by a table of hashes whose hits are compared field by field, in time O(rows). Of many rows those with hashes in one
 * range are looked at after those in another: the table then takes little memory, and lies close together.
 */
import { isShort } from './identifier.js';
import type { MatchLevel } from './levels.js';
import type { KeyColumn, Rows } from './rows.js';

/** What a level compares, looked up once for all rows. */
interface LevelView {
  rows: Rows;
  level: MatchLevel;
  keys: readonly KeyColumn[];
  /** Where it is a slip of the fingers, the field that must be there. */
  edited: KeyColumn | null;
  /** Of `keys`, the one in which short orders say nothing; -1 for none. */
  orders: number;
  byCurrency: boolean;
  byDay: boolean;
}

function viewOf(rows: Rows, level: MatchLevel): LevelView {
  return {
    rows,
    level,
    keys: level.keys.map((key) => rows.keys[key]),
    edited: level.rule.oneEdit === null ? null : rows.keys[level.rule.oneEdit],
    orders: level.needsLongOrder ? level.keys.indexOf('orderId') : -1,
    byCurrency: !level.acrossCurrencies,
    byDay: level.within === null,
  };
}

/** Whether the level looks at the row at all: it has the keys, knows its time if that matters, and is no total of several where that is another way. */
function isSeen({ rows, level, keys, edited, orders }: LevelView, row: number): boolean {
  if (level.needsTime && rows.isTimed[row] === 0) return false;
  if ((rows.total[row] as number) > 1 && level.way !== 'Total') return false;
  for (let key = 0; key < keys.length; key++) {
    const code = (keys[key] as KeyColumn)[row] as number;
    if (code === 0 || (key === orders && isShort(code))) return false;
  }
  return edited === null || edited[row] !== 0;
}

/** Those of the rows that the level looks at. */
export function rowsSeen(rows: Rows, level: MatchLevel, some: readonly number[]): number[] {
  const view = viewOf(rows, level);
  return some.filter((row) => isSeen(view, row));
}

/** Whether two rows that the level sees are of one block. */
function isSameBlock({ rows, level, keys, byCurrency, byDay }: LevelView, one: number, other: number): boolean {
  for (let key = 0; key < keys.length; key++) {
    const column = keys[key] as KeyColumn;
    if (column[one] !== column[other]) return false;
  }
  if (byCurrency && rows.currency[one] !== rows.currency[other]) return false;
  if (byDay && rows.day[one] !== rows.day[other]) return false;
  if (level.way === 'Equal') return rows.units[one] === rows.units[other];
  if (level.way !== 'Cancel') return true;
  return rows.side[one] === rows.side[other] && Math.abs(rows.units[one] as number) === Math.abs(rows.units[other] as number);
}

/** A hash of what {@link isSameBlock} compares. */
function blockHash({ rows, level, keys, byCurrency, byDay }: LevelView, row: number): number {
  let hash = byCurrency ? mixed(0x2545f491, rows.currency[row] as number) : 0x2545f491;
  for (let key = 0; key < keys.length; key++) hash = mixed(hash, (keys[key] as KeyColumn)[row] as number);
  if (byDay) hash = mixed(hash, rows.day[row] as number);
  if (level.way === 'Equal') hash = mixed(hash, rows.units[row] as number);
  if (level.way === 'Cancel') hash = mixed(mixed(hash, Math.abs(rows.units[row] as number)), rows.side[row] as number);
  return hash;
}

/** The lower 32 bits of a whole number, and what is above them. */
function mixed(hash: number, value: number): number {
  let mix = Math.imul(hash ^ (value | 0), 0x9e3779b1);
  mix = Math.imul(mix ^ (mix >>> 15) ^ ((value / 2 ** 32) | 0), 0x85ebca6b);
  return mix ^ (mix >>> 13);
}

/** Working memory, made once and used for each level. It grows where a part has more rows than the others. */
export interface BlockTable {
  /** By the place of a row among those looked at: the hash of its block; {@link UNSEEN}. */
  hashes: Int32Array;
  partRows: number;
  part: PartTable;
}

/** Of the rows of one part. */
interface PartTable {
  slots: Int32Array;
  rows: Int32Array;
  /** Of each row: its block. */
  blockOf: Int32Array;
  /** Of each block: its hash, its first row, where its rows begin, how many it has, and of which sides (bits of 1 and 2). */
  hash: Int32Array;
  first: Int32Array;
  start: Int32Array;
  size: Int32Array;
  sides: Uint8Array;
  /** The rows, block by block. */
  members: Int32Array;
}

/** About how many rows are looked at together. */
const PART_ROWS = 2 ** 18;
/** Parts are told apart by bits of the hash that the table does not use first. */
const PARTS_MAX = 256;
const partOf = (hash: number, parts: number) => (hash >>> 24) & (parts - 1);
/** No row that is seen has this hash. */
const UNSEEN = 0;

/** For at most `rowsMax` rows, so many of which are looked at together. */
export function blockTable(rowsMax: number, partRows = PART_ROWS): BlockTable {
  return { hashes: new Int32Array(rowsMax), partRows, part: partTable(Math.min(rowsMax, partRows)) };
}

function partTable(rowsMax: number): PartTable {
  const slots = 2 ** Math.ceil(Math.log2(Math.max(16, rowsMax * 1.5)));
  const column = () => new Int32Array(rowsMax);
  return {
    ...{ slots: new Int32Array(slots), rows: column(), blockOf: column() },
    ...{ hash: column(), first: column(), start: column(), size: column(), sides: new Uint8Array(rowsMax), members: column() },
  };
}

const BOTH = 3;

/** Calls `visit` for each block of these rows in which the level could decide something, with the places of its rows in `members`. */
export function eachBlock(table: BlockTable, rows: Rows, level: MatchLevel, some: Int32Array, visit: (members: Int32Array) => void): void {
  const view = viewOf(rows, level);
  const parts = Math.min(PARTS_MAX, 2 ** Math.ceil(Math.log2(Math.max(1, some.length / table.partRows))));
  const rowsOfPart = hashRows(table, view, some, parts);
  const largest = Math.max(...rowsOfPart);
  if (largest > table.part.rows.length) table.part = partTable(Math.min(some.length, 2 * largest));
  for (let part = 0; part < parts; part++) {
    if (rowsOfPart[part] === 0) continue;
    const count = findBlocks(table, view, some, (hash) => partOf(hash, parts) === part);
    visitBlocks(table.part, level, count, visit);
  }
}

/** @returns how many rows that the level sees each part has */
function hashRows({ hashes }: BlockTable, view: LevelView, some: Int32Array, parts: number): number[] {
  const counts: number[] = Array(parts).fill(0);
  for (let index = 0; index < some.length; index++) {
    const row = some[index] as number;
    const hash = isSeen(view, row) ? blockHash(view, row) || 1 : UNSEEN;
    hashes[index] = hash;
    if (hash !== UNSEEN) counts[partOf(hash, parts)] = (counts[partOf(hash, parts)] as number) + 1;
  }
  return counts;
}

interface BlocksFound {
  rows: number;
  blocks: number;
}

/** Of the rows of a part. */
function findBlocks({ hashes, part }: BlockTable, view: LevelView, some: Int32Array, isOfPart: (hash: number) => boolean): BlocksFound {
  const { slots, rows, blockOf, hash, first, size, sides } = part;
  const { side } = view.rows;
  const mask = slots.length - 1;
  slots.fill(-1);
  const found = { rows: 0, blocks: 0 };
  for (let index = 0; index < some.length; index++) {
    const ofRow = hashes[index] as number;
    if (ofRow === UNSEEN || !isOfPart(ofRow)) continue;
    const row = some[index] as number;
    let slot = ofRow & mask;
    let block = slots[slot] as number;
    while (block >= 0 && !(hash[block] === ofRow && isSameBlock(view, first[block] as number, row))) {
      slot = (slot + 1) & mask;
      block = slots[slot] as number;
    }
    if (block < 0) {
      block = found.blocks++;
      slots[slot] = block;
      hash[block] = ofRow;
      first[block] = row;
      size[block] = 0;
      sides[block] = 0;
    }
    rows[found.rows] = row;
    blockOf[found.rows++] = block;
    size[block] = (size[block] as number) + 1;
    sides[block] = (sides[block] as number) | ((side[row] as number) + 1);
  }
  return found;
}

function visitBlocks(part: PartTable, level: MatchLevel, found: BlocksFound, visit: (members: Int32Array) => void): void {
  const { rows, blockOf, start, members, size, sides, first: next } = part;
  let filled = 0;
  for (let block = 0; block < found.blocks; block++) {
    const isWanted = level.way === 'Cancel' ? (size[block] as number) > 1 : sides[block] === BOTH;
    start[block] = isWanted ? filled : -1;
    next[block] = filled;
    if (isWanted) filled += size[block] as number;
  }
  for (let index = 0; index < found.rows; index++) {
    const block = blockOf[index] as number;
    if ((start[block] as number) < 0) continue;
    const at = next[block] as number;
    members[at] = rows[index] as number;
    next[block] = at + 1;
  }
  for (let block = 0; block < found.blocks; block++) {
    const from = start[block] as number;
    if (from >= 0) visit(members.subarray(from, next[block]));
  }
}
