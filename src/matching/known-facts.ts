/** What an index tells of rows by their numbers, without the rows: for what they wait. */
import type { MatchKey } from '../contract/match-settings.js';
import { RECORD, SALE, type Side } from './comparable.js';
import type { Coverage, Facts } from './coverage.js';
import { ABSENT } from './identifier.js';
import { isAtEdge, keyHash, OF_RECORD, type RowIndex } from './row-index.js';

/**
 * Of a row by its number: its day, and of its keys those by which rows of its side wait. Null where that is not exact: the row is not there, is of
 * another time, or has a hash of several codes.
 */
export function factsIn(index: RowIndex, covered: Coverage): (number: number) => Facts | null {
  const placeOf = placesIn(index);
  const codeIn = (key: keyof Facts['keys']) => codesIn(index, key, covered.codes(key));
  const [terminalId, locationId, brand, acquirerId] = [codeIn('terminalId'), codeIn('locationId'), codeIn('brand'), codeIn('acquirerId')];
  const keysAt = (place: number, side: Side): Facts['keys'] | null => {
    const terminal = terminalId(place);
    const [location, family, acquirer] = side === SALE ? [0, brand(place), acquirerId(place)] : [locationId(place), 0, 0];
    if (terminal === undefined || location === undefined || family === undefined || acquirer === undefined) return null;
    return { terminalId: terminal, locationId: location, brand: family, acquirerId: acquirer };
  };
  return (number) => {
    const place = placeOf(number);
    const side = sideOf(number);
    const keys = place === -1 || isAtEdge(index, place) ? null : keysAt(place, side);
    return keys && { side, day: index.day[place] as number, keys };
  };
}

/** Numbers are those of the store: see rowNumber. */
const sideOf = (number: number): Side => (number % 2 === 0 ? SALE : RECORD);

/** Gives the code of a key of the row at a place by its hash. Undefined where it is none of `codes`, or could be another one of them. */
function codesIn({ keys }: RowIndex, key: MatchKey, codes: Iterable<number>): (place: number) => number | undefined {
  const column = keys[key];
  const byHash = new Map<number, number | undefined>();
  for (const code of codes) byHash.set(keyHash(code), byHash.has(keyHash(code)) ? undefined : code);
  byHash.set(keyHash(ABSENT), ABSENT);
  return (place) => column && byHash.get(column[place] as number);
}

/**
 * Gives the place of a row by its number; -1 for none. The rows of one side are in the order of their numbers: first all sales of a full run, then its
 * records, then those of either side that came afterwards. Numbers that are asked for in their order are found sooner.
 */
function placesIn({ count, marks, number }: RowIndex): (number: number) => number {
  const isRecord = (place: number) => ((marks[place] as number) & OF_RECORD) !== 0;
  let sales = 0;
  while (sales < count && !isRecord(sales)) sales++;
  let records = sales;
  while (records < count && isRecord(records)) records++;
  const later: [number[], number[]] = [[], []];
  for (let place = records; place < count; place++) later[isRecord(place) ? 1 : 0].push(place);
  const numberAt = (place: number) => number[place] as number;
  const amongSales = searchIn(0, sales, numberAt);
  const amongRecords = searchIn(sales, records, numberAt);
  const amongLater = later.map((places) => searchIn(0, places.length, (at) => numberAt(places[at] as number)));
  return (wanted) => {
    const side = sideOf(wanted);
    const place = side === SALE ? amongSales(wanted) : amongRecords(wanted);
    if (place !== -1) return place;
    const at = amongLater[side]?.(wanted) ?? -1;
    return at === -1 ? -1 : (later[side][at] as number);
  };
}

/** Finds a number among those from `from` to `to`, which are in order; -1 for none. Looks first behind the one before it. */
function searchIn(from: number, to: number, numberAt: (at: number) => number): (wanted: number) => number {
  let last = from;
  return (wanted) => {
    let [low, high] = [from, to];
    if (last < to && numberAt(last) <= wanted) {
      low = last;
      for (let ahead = 1; low + ahead < to; ahead *= 2) {
        if (numberAt(low + ahead) > wanted) {
          high = low + ahead;
          break;
        }
        low += ahead;
      }
    }
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (numberAt(middle) < wanted) low = middle + 1;
      else high = middle;
    }
    last = Math.max(from, Math.min(low, to - 1));
    return low < to && numberAt(low) === wanted ? low : -1;
  };
}
