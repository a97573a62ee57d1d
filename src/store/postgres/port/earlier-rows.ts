/**
 * Finds the earlier rows that new rows may be duplicates of. All that a decision asks for is fetched before it is made; where it asks for more,
 * that is fetched, too, and the decision made again.
 */

import type { UploadKind } from '../../../contract/states.js';
import { valueAt } from '../../../contract/value-at.js';
import type { Decide, EarlierRow, EarlierRows, ForeseenRows, Hashes, Moment, OwnRows, RowDecision } from '../../import-decisions.js';
import {
  earlierRowOf,
  foundColumns,
  NEAR_OF_AMOUNT_MAX,
  NEAR_ROWS_MAX,
  nobodys,
  ownRanges,
  ownRows,
  rangeOf,
  type SeqRange,
  seedOf,
  TICKS_PER_MINUTE,
  wasSentBefore,
} from '../../rows/earlier-rows.js';
import { rowTables } from '../../rows/row-tables.js';
import { arrays, nothing, sql, text, type Work } from '../../sql/work.js';
import type { Belonging, RowsToDecide } from '../../stored-upload.js';

/** The columns that follow are those of {@link earlierRowOf}. */
type FoundRow = [hash: number, occurrence: number, ...unknown[]];
const ROW_AT = 2;

/** One look at an index for each hash: as a list of values, the planner would read the tenant's whole index instead. */
function* hitsOf(tenantKey: number, { kind }: Belonging, hashes: readonly number[]): Work<number[]> {
  const hits = yield* arrays<[number]>(
    sql`SELECT wanted.hash FROM unnest(${hashes}::bigint[]) AS wanted (hash)
      CROSS JOIN LATERAL (
        SELECT 1 FROM ${rowTables[kind].table} WHERE tenant_key = (SELECT ${tenantKey}::int) AND duplicate_hash = wanted.hash LIMIT 1
      ) AS hit`,
  );
  return hits.flat();
}

/** The numbers of the rows of each moment, by its name; null where {@link EarlierRows.near} gives none. All of them, or none, are of any amount. */
function* placesOf(
  tenantKey: number,
  kind: UploadKind,
  by: 'minute' | 'day',
  moments: readonly Moment[],
  ranges: readonly SeqRange[],
): Work<Map<string, number[] | null>> {
  const found = new Map<string, number[] | null>();
  if (moments.length === 0 || (by === 'day' && kind === 'Sales')) return found;
  const placeOf = (moment: Moment) => `${moment[by]} ${moment.minutes}`;
  const places = [...new Set(moments.map(placeOf))];
  const bounds = places.map((place) => place.split(' ').map(Number) as [from: number, minutes: number]);
  const amounts = [...new Set(moments.flatMap(({ amount }) => (amount === null ? [] : amount + 0)))];
  const isAny = amounts.length === 0;
  const inPlace =
    by === 'day'
      ? 'ticks IS NULL AND day = wanted.value'
      : `ticks >= wanted.value * ${TICKS_PER_MINUTE} AND ticks < (wanted.value + wanted.minutes) * ${TICKS_PER_MINUTE}`;
  const { first, end } = ranges.at(-1) ?? { first: 0, end: 0 };
  // Where all are in one range of the own file, the first tells that.
  const rows = yield* arrays<[place: number, atPlace: number, seq: number, amount: number]>(
    sql`SELECT place, at_place, seq, amount FROM (SELECT wanted.place::int, sale.seq, sale.amount,
        count(*) OVER (PARTITION BY wanted.place)::int AS at_place, min(sale.seq) OVER alike AS first, max(sale.seq) OVER alike AS last
      FROM unnest(${bounds.map(([from]) => from)}::bigint[], ${bounds.map(([, minutes]) => minutes)}::int[]) WITH ORDINALITY
        AS wanted (value, minutes, place)
      CROSS JOIN LATERAL (
        SELECT seq, amount FROM ${rowTables[kind].table}
        WHERE tenant_key = (SELECT ${tenantKey}::int) AND ${text(inPlace)}
          ${isAny ? nothing : sql`AND amount = ANY(${amounts}::float8[])`}
        LIMIT ${NEAR_ROWS_MAX + 1} OFFSET 0
      ) AS sale
      WINDOW alike AS (PARTITION BY wanted.place, sale.amount)) AS found
      WHERE first < ${first} OR last >= ${end} OR seq = first`,
  );
  const counts = new Map<string, number>();
  const seqs = new Map<string, number[]>();
  for (const [place, atPlace, seq, amount] of rows) {
    const value = places[place - 1] as string;
    counts.set(value, atPlace);
    valueAt(seqs, nameIn(value, isAny ? null : amount), () => []).push(seq);
  }
  for (const moment of moments) {
    const value = placeOf(moment);
    const ofMoment = seqs.get(nameIn(value, moment.amount));
    if (ofMoment === undefined) continue;
    const isTooMany = (counts.get(value) ?? 0) > NEAR_ROWS_MAX || ofMoment.length > NEAR_OF_AMOUNT_MAX;
    found.set(nameOf(moment), isTooMany || ofMoment.every((seq) => rangeOf(ranges, seq)) ? null : ofMoment);
  }
  return found;
}

/** Occurrences of a hash, both ends included. */
interface Range {
  hash: number;
  first: number;
  last: number;
}

/** The decisions about the rows `own`. */
export function* decisionsOf(tenantKey: number, own: RowsToDecide, decide: Decide): Work<readonly RowDecision[]> {
  const hashes = decide.hashes(yield* seedOf(tenantKey));
  const counts = countsOf(hashes);
  const earlier = new FetchedRows(own);
  const moments = decide.moments?.(earlier.own.place);
  // Where rows near are looked at, hashes are asked for only where those are too many.
  if (moments) yield* earlier.fetchNear(tenantKey, moments);
  else yield* earlier.fetchHits(tenantKey, [...counts.keys()]);
  for (;;) {
    yield* earlier.fetchSentBefore(tenantKey);
    // One occurrence more than this batch has: further ones matter only where the group has sent some before.
    yield* earlier.fetchFirst(tenantKey, counts);
    const decisions = decide.decisions(hashes, earlier);
    const { hits, ranges, near } = earlier.takeMissing();
    if (hits.length + ranges.length + near.length === 0) return decisions;
    yield* earlier.fetchNear(tenantKey, near);
    yield* earlier.fetchHits(tenantKey, hits);
    const wanted = ranges.map(({ hash, first }) => ({ hash, first, last: first + (counts.get(hash) ?? 0) }));
    yield* earlier.fetch(tenantKey, wanted);
  }
}

/** For rows that are uploaded by nobody. `read` runs its work in a transaction of the tenant. */
export function foreseenRows(tenantKey: number, read: (work: () => Work<void>) => Promise<void>): ForeseenRows {
  const asked = new Map<number, number>();
  const earlier = new FetchedRows(nobodys);
  const { has, wasSentBefore, find, near, own } = earlier;
  return {
    ...{ has, wasSentBefore, find, near, own },
    foresee: (hashes, moments) =>
      read(function* () {
        const counts = countsOf(hashes);
        yield* earlier.fetchNear(tenantKey, moments);
        yield* earlier.fetchHits(
          tenantKey,
          [...counts.keys()].filter((hash) => !asked.has(hash)),
        );
        const wanted: Range[] = [];
        for (const [hash, count] of counts) {
          const before = asked.get(hash) ?? 0;
          asked.set(hash, before + count);
          // The next row like them is asked about together with the last.
          if (earlier.has(hash)) wanted.push({ hash, first: before === 0 ? 1 : before + 2, last: before + count + 1 });
        }
        yield* earlier.fetch(tenantKey, wanted);
      }),
  };
}

function countsOf(hashes: Hashes): Map<number, number> {
  const counts = new Map<number, number>();
  for (const hash of hashes) if (hash !== null) counts.set(hash, (counts.get(hash) ?? 0) + 1);
  return counts;
}

const nameIn = (place: string, amount: number | null) => `${place} ${amount === null ? 'any' : amount + 0}`;
const nameOf = ({ amount, minute, minutes, day }: Moment) => nameIn(`${minute} ${minutes} ${day}`, amount);

/** What was fetched so far, as the rows `belonging` see it; notes what is asked for beyond that. */
class FetchedRows implements EarlierRows {
  readonly own: OwnRows;
  /** Whether any row has the hash, of those that were looked for. */
  private readonly hits = new Map<number, boolean>();
  private readonly rows = new Map<number, Map<number, EarlierRow[]>>();
  private readonly nearby = new Map<string, EarlierRow[] | null>();
  /** Null before it was asked, which no row needs to know while none is found. */
  private sentBefore: boolean | null = null;
  private ranges: readonly SeqRange[] | null = null;
  /** By hash, of each the first: what else is asked for may depend on it. What is decided without them is thrown away. */
  private missing = new Map<number, Range>();
  private missingHits = new Set<number>();
  private missingNear: Moment[] = [];

  constructor(private readonly belonging: RowsToDecide) {
    this.own = ownRows(belonging);
  }

  has = (hash: number) => {
    const hit = this.hits.get(hash);
    if (hit === undefined) this.missingHits.add(hash);
    return hit ?? false;
  };

  wasSentBefore = () => this.sentBefore ?? false;

  find = (hash: number, occurrence: number): EarlierRow[] => {
    if (!this.hits.get(hash)) return [];
    const found = this.rows.get(hash)?.get(occurrence);
    if (!found && !this.missing.has(hash)) this.missing.set(hash, { hash, first: occurrence, last: occurrence });
    return found ?? [];
  };

  near = (moment: Moment): EarlierRow[] | null => {
    const found = this.nearby.get(nameOf(moment));
    if (found === undefined && moment.amount === null) this.missingNear.push(moment);
    return found === undefined ? [] : found;
  };

  takeMissing(): { hits: number[]; ranges: Range[]; near: Moment[] } {
    const taken = { hits: [...this.missingHits], ranges: [...this.missing.values()], near: this.missingNear };
    this.missingNear = [];
    this.missing.clear();
    this.missingHits.clear();
    return taken;
  }

  *fetchSentBefore(tenantKey: number): Work<void> {
    const isEmpty = this.nearby.size === 0 && ![...this.hits.values()].includes(true);
    if (!isEmpty) this.sentBefore ??= yield* wasSentBefore(tenantKey, this.belonging);
  }

  *fetchHits(tenantKey: number, hashes: readonly number[]): Work<void> {
    if (hashes.length === 0) return;
    for (const hash of hashes) this.hits.set(hash, false);
    for (const hash of yield* hitsOf(tenantKey, this.belonging, hashes)) this.hits.set(hash, true);
  }

  /** The first rows of hashes of which none were fetched yet. */
  *fetchFirst(tenantKey: number, counts: ReadonlyMap<number, number>): Work<void> {
    const wanted: Range[] = [];
    for (const [hash, count] of counts) if (this.hits.get(hash) && !this.rows.has(hash)) wanted.push({ hash, first: 1, last: count + 1 });
    yield* this.fetch(tenantKey, wanted);
  }

  *fetchNear(tenantKey: number, moments: readonly Moment[]): Work<void> {
    const wanted = new Map<string, Moment>();
    for (const moment of moments) {
      const name = nameOf(moment);
      if (!this.nearby.has(name)) wanted.set(name, moment);
      // It is asked for again, until it is here.
      if (moment.amount === null) this.nearby.set(name, []);
    }
    const { kind } = this.belonging;
    /** By the number of a row: the moments that it is near to. */
    const nearTo = new Map<number, EarlierRow[][]>();
    this.ranges ??= wanted.size > 0 ? yield* ownRanges(tenantKey, this.belonging) : null;
    for (const by of ['minute', 'day'] as const) {
      const asked = [...wanted.values()].filter((moment) => (moment.minute === null) === (by === 'day'));
      for (const [name, ofMoment] of yield* placesOf(tenantKey, kind, by, asked, this.ranges ?? [])) {
        const rows: EarlierRow[] = [];
        this.nearby.set(name, ofMoment && rows);
        for (const seq of ofMoment ?? []) nearTo.set(seq, [...(nearTo.get(seq) ?? []), rows]);
      }
    }
    if (nearTo.size === 0) return;
    const rows = yield* arrays(
      sql`WITH found AS MATERIALIZED (
          SELECT sale.* FROM unnest(${[...nearTo.keys()]}::bigint[]) AS wanted (seq)
          CROSS JOIN LATERAL (
            SELECT * FROM ${rowTables[kind].table} WHERE tenant_key = (SELECT ${tenantKey}::int) AND seq = wanted.seq AND duplicate_hash IS NOT NULL
            OFFSET 0
          ) AS sale
        )
        SELECT ${foundColumns(kind, sql`(SELECT ${tenantKey}::int)`)} FROM found AS sale
        CROSS JOIN LATERAL (
          SELECT * FROM upload WHERE tenant_key = (SELECT ${tenantKey}::int) AND upload_key = sale.upload_key OFFSET 0
        ) AS upload`,
    );
    for (const row of rows) {
      const one = earlierRowOf(row, 0, this.belonging);
      for (const near of nearTo.get(one.seq) ?? []) near.push(one);
    }
  }

  *fetch(tenantKey: number, wanted: readonly Range[]): Work<void> {
    if (wanted.length === 0) return;
    for (const { hash, first, last } of wanted) {
      const ofHash = this.rows.get(hash) ?? new Map<number, EarlierRow[]>();
      this.rows.set(hash, ofHash);
      for (let occurrence = first; occurrence <= last; occurrence++) ofHash.set(occurrence, []);
    }
    const { kind } = this.belonging;
    // The uploads are looked up for the rows found: without statistics, as in a new database, the planner would search anew for each upload.
    const found = yield* arrays<FoundRow>(
      sql`WITH found AS MATERIALIZED (
          SELECT sale.* FROM unnest(${wanted.map(({ hash }) => hash)}::bigint[], ${wanted.map(({ first }) => first)}::int[],
            ${wanted.map(({ last }) => last)}::int[]) AS wanted (hash, first, last)
          CROSS JOIN LATERAL (
            SELECT * FROM ${rowTables[kind].table} WHERE tenant_key = (SELECT ${tenantKey}::int) AND duplicate_hash = wanted.hash
              AND occurrence BETWEEN wanted.first AND wanted.last AND duplicate_group IN (0, ${this.belonging.groupKey ?? 0})
            OFFSET 0
          ) AS sale
        )
        SELECT sale.duplicate_hash, sale.occurrence, ${foundColumns(kind, sql`(SELECT ${tenantKey}::int)`)} FROM found AS sale
        CROSS JOIN LATERAL (
          SELECT * FROM upload WHERE tenant_key = (SELECT ${tenantKey}::int) AND upload_key = sale.upload_key OFFSET 0
        ) AS upload`,
    );
    for (const row of found)
      this.rows
        .get(row[0])
        ?.get(row[1])
        ?.push(earlierRowOf(row, ROW_AT, this.belonging));
  }
}
