/** The rows that new ones touch: found by the index that a run left, read from the store, each once. */
import { setImmediate as otherTurns } from 'node:timers/promises';
import {
  type ComparableRow,
  comparableRecord,
  comparableSale,
  type Names,
  RECORD,
  SALE,
  type ShownField,
  type Side,
  textOf,
} from '../matching/comparable.js';
import type { Coverage, Facts } from '../matching/coverage.js';
import type { How } from '../matching/decide.js';
import { factsIn } from '../matching/known-facts.js';
import type { MatchLevel } from '../matching/levels.js';
import type { MatchOfRows } from '../matching/plan.js';
import { type RowFinder, rowFinder } from '../matching/row-finder.js';
import { addToIndex, type RowIndex, UNTAKEN } from '../matching/row-index.js';
import type { MatchStep, StepStore, StoredRow } from '../matching/steps.js';
import { rowNumber, type StepRow, type StepSource } from '../store/matching.js';

/** More would take longer than to read everything. */
const ROWS_MAX = 150_000;

/** What is to be done cannot be done by looking at some rows. */
export class FullRunNeeded extends Error {}

export interface NearRows extends StepStore {
  /** A new row, found from now on. There must be room for it in the index. */
  add(row: ComparableRow, candidate: StepRow): NearRow;
  /** Of rows that were read. */
  id(side: Side, seq: number): string;
  text(side: Side, seq: number, field: ShownField): string;
  matchKeyOf(match: MatchOfRows): number;
  /** What can be told of a row by its number without reading it, in codes of `covered`; null where that is not exact. */
  factsKnown(covered: Coverage): (number: number) => Facts | null;
  /** Keeps in the index what the step made of the rows. */
  keep(step: MatchStep): void;
}

/** `place`: in the index. */
export interface NearRow extends StoredRow {
  place: number;
}

/** So many are read at once: their values are used up before the next ones come. */
export const ROWS_AT_ONCE = 1_000;

/** Null where it cannot be compared. */
export function comparableOf(row: StepRow, names: Names): ComparableRow | null {
  return row.kind === 'Sales' ? comparableSale(row.fields, names) : comparableRecord(row.fields, names);
}

export const numberIn = (side: Side, seq: number) => rowNumber(side === SALE ? 'Sales' : 'Settlement', seq);

export function nearRows(
  source: StepSource,
  index: RowIndex,
  levels: readonly MatchLevel[],
  names: Names,
  apart: ReadonlyMap<number, readonly number[]>,
): NearRows {
  const rows: NearRow[] = [];
  /** By place: which of them it is, from 1 on; 0 for those that were not read. */
  const readAs = new Int32Array(index.number.length);
  const candidates = new Map<number, StepRow>();
  const matches = matchesIn(source, levels);
  let find: RowFinder | null = null;
  const keep = (stored: NearRow, candidate: StepRow): NearRow => {
    readAs[stored.place] = rows.push(stored);
    candidates.set(index.number[stored.place] as number, candidate);
    return stored;
  };
  const read = async (places: readonly number[]): Promise<void> => {
    const some = await source.rows(places.map((place) => index.number[place] as number));
    await matches.read(some.flatMap((candidate) => candidate?.matchKey ?? []));
    for (const [at, place] of places.entries()) {
      const candidate = some[at];
      const row = candidate && comparableOf(candidate, names);
      if (!row) throw new FullRunNeeded();
      const match = candidate.matchKey === null ? null : matches.of(candidate.matchKey);
      keep({ id: candidate.seq, row, match, place, inStep: undefined }, candidate);
    }
  };
  const candidateOf = (side: Side, seq: number) => candidates.get(numberIn(side, seq)) as StepRow;
  return {
    async rowsByKeys(level, wanted, beside) {
      // Reading a file on this machine never waits, so that the answer about a piece that was stored would not come in.
      await otherTurns();
      find ??= rowFinder(index, levels);
      const places = find(
        level,
        wanted.map(({ place }) => place as number),
        beside,
      );
      const unread = places.filter((place) => readAs[place] === 0);
      if (rows.length + unread.length > ROWS_MAX) throw new FullRunNeeded();
      for (let from = 0; from < unread.length; from += ROWS_AT_ONCE) await read(unread.slice(from, from + ROWS_AT_ONCE));
      return places.map((place) => rows[(readAs[place] as number) - 1] as NearRow);
    },
    apartFrom: (sale) => apart.get(sale) ?? [],
    add(row, candidate) {
      const place = addToIndex(index, numberIn(row.side, candidate.seq), row, UNTAKEN);
      return keep({ id: candidate.seq, row, match: null, place, inStep: undefined }, candidate);
    },
    id: (side, seq) => candidateOf(side, seq).id,
    text: (side, seq, field) => textOf(candidateOf(side, seq).fields, field),
    matchKeyOf: matches.keyOf,
    factsKnown: (covered) => factsIn(index, covered),
    keep({ placeOf, levelAt }) {
      for (const { place, id, row } of rows) {
        const inStep = placeOf(row.side, id);
        if (inStep !== undefined) index.level[place] = levelAt(inStep) ?? UNTAKEN;
      }
    },
  };
}

const wayOf = (how: string) => (how === 'Twin' || how === 'Group' ? 'Equal' : how);

/** Stored matches, each read once. */
function matchesIn(source: StepSource, levels: readonly MatchLevel[]) {
  const levelOf = new Map(levels.map(({ number, rule, way }) => [`${way} ${rule.name}`, number]));
  const known = new Map<number, MatchOfRows>();
  const keys = new Map<MatchOfRows, number>();
  return {
    keyOf: (match: MatchOfRows) => keys.get(match) as number,
    of: (matchKey: number) => known.get(matchKey) as MatchOfRows,
    async read(some: readonly number[]): Promise<void> {
      const unknown = [...new Set(some)].filter((key) => !known.has(key));
      for (const [at, stored] of (await source.matches(unknown)).entries()) {
        const level = stored === null ? undefined : levelOf.get(`${wayOf(stored.how)} ${stored.rule}`);
        if (stored === null || level === undefined || stored.isPinned) throw new FullRunNeeded();
        const match = { level, how: stored.how as How, sales: stored.sales, records: stored.records };
        known.set(unknown[at] as number, match);
        keys.set(match, unknown[at] as number);
      }
    },
  };
}

export const sides = [SALE, RECORD] as const;
