/**
 * Finds the earlier rows that new rows may be duplicates of. All that a decision asks for is fetched before it is made; where it asks for more,
 * that is fetched, too, and the decision made again.
 */

import type { Decide, EarlierRow, EarlierRows, ForeseenRows, Hashes, RowDecision } from '../../decisions.js';
import { earlierRowOf, foundColumns, seedOf, wasSentBefore } from '../../rows/earlier-rows.js';
import { rowTables } from '../../rows/row-tables.js';
import { arrays, sql, text, type Work } from '../../sql/work.js';
import type { Belonging } from '../../stored-upload.js';

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

/** Occurrences of a hash, both ends included. */
interface Range {
  hash: number;
  first: number;
  last: number;
}

/** The decisions about rows of the upload `own`. */
export function* decisionsOf(tenantKey: number, own: Belonging, decide: Decide): Work<readonly RowDecision[]> {
  const hashes = decide.hashes(yield* seedOf(tenantKey));
  const counts = countsOf(hashes);
  const hits = counts.size === 0 ? [] : yield* hitsOf(tenantKey, own, [...counts.keys()]);
  if (hits.length === 0) return decide.decisions(hashes, nothingEarlier);
  const earlier = new FetchedRows(new Set(hits), own, yield* wasSentBefore(tenantKey, own));
  // As many as there are in this batch, and the one after them: more is needed only where the group has sent some before.
  let wanted = hits.map((hash): Range => ({ hash, first: 1, last: (counts.get(hash) ?? 0) + 1 }));
  for (;;) {
    yield* earlier.fetch(tenantKey, wanted);
    const decisions = decide.decisions(hashes, earlier);
    wanted = earlier.takeMissing().map(({ hash, first }) => ({ hash, first, last: first + (counts.get(hash) ?? 0) }));
    if (wanted.length === 0) return decisions;
  }
}

const nobodys: Belonging = { kind: 'Sales', uploadKey: null, groupKey: null, batchKey: null };

/** For rows that are uploaded by nobody. `read` runs its work in a transaction of the tenant. */
export function foreseenRows(tenantKey: number, read: (work: () => Work<void>) => Promise<void>): ForeseenRows {
  const hits = new Set<number>();
  const asked = new Map<number, number>();
  const earlier = new FetchedRows(hits, nobodys, false);
  return {
    has: earlier.has,
    wasSentBefore: earlier.wasSentBefore,
    find: earlier.find,
    foresee: (hashes) =>
      read(function* () {
        const counts = countsOf(hashes);
        const fresh = [...counts.keys()].filter((hash) => !asked.has(hash));
        if (fresh.length > 0) for (const hash of yield* hitsOf(tenantKey, nobodys, fresh)) hits.add(hash);
        const wanted: Range[] = [];
        for (const [hash, count] of counts) {
          const before = asked.get(hash) ?? 0;
          asked.set(hash, before + count);
          // The next row like them is asked about together with the last.
          if (hits.has(hash)) wanted.push({ hash, first: before === 0 ? 1 : before + 2, last: before + count + 1 });
        }
        if (wanted.length > 0) yield* earlier.fetch(tenantKey, wanted);
      }),
  };
}

function countsOf(hashes: Hashes): Map<number, number> {
  const counts = new Map<number, number>();
  for (const hash of hashes) if (hash !== null) counts.set(hash, (counts.get(hash) ?? 0) + 1);
  return counts;
}

const nothingEarlier: EarlierRows = { has: () => false, wasSentBefore: () => false, find: () => [] };

/** What was fetched so far, as the upload `own` sees it; notes what is asked for beyond that. */
class FetchedRows implements EarlierRows {
  private readonly rows = new Map<number, Map<number, EarlierRow[]>>();
  /** By hash, of each the first: what else is asked for may depend on it. */
  private missing = new Map<number, Range>();

  constructor(
    private readonly hits: ReadonlySet<number>,
    private readonly own: Belonging,
    private readonly sentBefore: boolean,
  ) {}

  has = (hash: number) => this.hits.has(hash);

  wasSentBefore = () => this.sentBefore;

  find = (hash: number, occurrence: number): EarlierRow[] => {
    if (!this.hits.has(hash)) return [];
    const found = this.rows.get(hash)?.get(occurrence);
    // What is decided without them is thrown away.
    if (!found && !this.missing.has(hash)) this.missing.set(hash, { hash, first: occurrence, last: occurrence });
    return found ?? [];
  };

  takeMissing(): Range[] {
    const taken = [...this.missing.values()];
    this.missing.clear();
    return taken;
  }

  *fetch(tenantKey: number, wanted: readonly Range[]): Work<void> {
    for (const { hash, first, last } of wanted) {
      const ofHash = this.rows.get(hash) ?? new Map<number, EarlierRow[]>();
      this.rows.set(hash, ofHash);
      for (let occurrence = first; occurrence <= last; occurrence++) ofHash.set(occurrence, []);
    }
    const table = rowTables[this.own.kind];
    // The uploads are looked up for the rows found: without statistics, as in a new database, the planner would search anew for each upload.
    const found = yield* arrays<FoundRow>(
      sql`WITH found AS MATERIALIZED (
          SELECT sale.* FROM unnest(${wanted.map(({ hash }) => hash)}::bigint[], ${wanted.map(({ first }) => first)}::int[],
            ${wanted.map(({ last }) => last)}::int[]) AS wanted (hash, first, last)
          CROSS JOIN LATERAL (
            SELECT * FROM ${table.table} WHERE tenant_key = (SELECT ${tenantKey}::int) AND duplicate_hash = wanted.hash
              AND occurrence BETWEEN wanted.first AND wanted.last AND duplicate_group IN (0, ${this.own.groupKey ?? 0})
            OFFSET 0
          ) AS sale
        )
        SELECT sale.duplicate_hash, sale.occurrence, ${text(foundColumns(table))} FROM found AS sale
        CROSS JOIN LATERAL (
          SELECT * FROM upload WHERE tenant_key = (SELECT ${tenantKey}::int) AND upload_key = sale.upload_key OFFSET 0
        ) AS upload`,
    );
    for (const row of found)
      this.rows
        .get(row[0])
        ?.get(row[1])
        ?.push(earlierRowOf(row, ROW_AT, this.own));
  }
}
