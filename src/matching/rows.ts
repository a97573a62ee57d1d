/**
 * Comparable rows as columns of numbers, a hundred bytes a row, so that two million fit where their objects would not. A row is its place.
 */
import { type MatchKey, matchKeys } from '../contract/match-settings.js';
import type { ComparableRow } from './comparable.js';

/** Digits of cards are small numbers. */
export type KeyColumn = Float64Array | Int32Array;

export interface Rows {
  count: number;
  side: Uint8Array;
  /** The number by which the caller knows the row; orders rows that nothing else tells apart. */
  id: Float64Array;
  units: Float64Array;
  currency: Float64Array;
  day: Int32Array;
  at: Float64Array;
  isTimed: Uint8Array;
  total: Int32Array;
  account: Uint16Array;
  keys: Record<MatchKey, KeyColumn>;
}

/** Columns for at most `rowsMax` rows. */
export function emptyRows(rowsMax: number): Rows {
  const float = () => new Float64Array(rowsMax);
  const int = () => new Int32Array(rowsMax);
  const isOfCard = (name: MatchKey) => name === 'lastFour' || name === 'firstSix';
  const keys = Object.fromEntries(matchKeys.map((name) => [name, isOfCard(name) ? int() : float()]));
  return {
    count: 0,
    side: new Uint8Array(rowsMax),
    id: float(),
    units: float(),
    currency: float(),
    day: int(),
    at: float(),
    isTimed: new Uint8Array(rowsMax),
    total: int(),
    account: new Uint16Array(rowsMax),
    keys: keys as Record<MatchKey, KeyColumn>,
  };
}

/** Puts a row behind the others. `id`: no other row of its side has it. @returns its place */
export function addRow(rows: Rows, id: number, row: ComparableRow): number {
  const place = rows.count++;
  rows.side[place] = row.side;
  rows.id[place] = id;
  rows.units[place] = row.units;
  rows.currency[place] = row.currency;
  rows.day[place] = row.day;
  rows.at[place] = row.at;
  // Memory into which nothing is written takes none: of fields that no file has, say.
  if (row.isTimed) rows.isTimed[place] = 1;
  if (row.total !== 0) rows.total[place] = row.total;
  if (row.account !== 0) rows.account[place] = row.account;
  for (const name of matchKeys) if (row.keys[name] !== 0) rows.keys[name][place] = row.keys[name];
  return place;
}

/** The places of all rows. */
export function allRows({ count }: Rows): Int32Array {
  const places = new Int32Array(count);
  for (let row = 0; row < count; row++) places[row] = row;
  return places;
}
