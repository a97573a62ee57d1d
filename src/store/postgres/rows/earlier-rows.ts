/**
 * Finds the earlier rows that new rows may be duplicates of. All that a decision asks for is fetched before it is made; where it asks for more,
 * that is fetched, too, and the decision made again.
 */

import { SalesError } from '../../../contract/problem.js';
import type { Decide, EarlierRow, EarlierRows, ForeseenRows, Hashes, RowDecision } from '../../decisions.js';
import { transactionIdAt } from '../../ids.js';
import type { Belonging } from '../../stored-upload.js';
import { tenantSeed } from '../../tenant-seed.js';
import type { Session } from '../database/session.js';
import { anyTenant } from '../database/values.js';
import { type RowTable, rowTables } from './row-tables.js';

/** In the order of {@link foundColumns}; the fields of the row follow from {@link FIELDS_AT} on. */
type FoundRow = [
  hash: number,
  occurrence: number,
  seq: number,
  firstSeq: number,
  firstTransactionId: string,
  groupKey: number,
  uploadKey: number,
  batchKey: string | null,
  duplicateGroup: number,
  ...unknown[],
];
const FIELDS_AT = 9;

const foundColumns = ({
  uploaded,
}: RowTable) => `sale.duplicate_hash, sale.occurrence, sale.seq, upload.first_seq, upload.first_transaction_id,
  coalesce(upload.group_key, upload.upload_key), upload.upload_key, upload.batch_key, sale.duplicate_group,
  ${uploaded.map((column) => `sale.${column}`).join(', ')}`;

/** One look at an index for each hash: as a list of values, the planner would read the tenant's whole index instead. */
const selectHits = ({ name }: RowTable) => `SELECT wanted.hash FROM unnest($2::bigint[]) AS wanted (hash)
  CROSS JOIN LATERAL (
    SELECT 1 FROM ${name} WHERE tenant_key = ${anyTenant('$1')} AND duplicate_hash = wanted.hash LIMIT 1
  ) AS hit`;

/** The uploads are looked up for the rows found: without statistics, as in a new database, the planner would search anew for each upload. */
const selectFound = (table: RowTable) => `WITH found AS MATERIALIZED (
    SELECT sale.* FROM unnest($2::bigint[], $3::int[], $4::int[]) AS wanted (hash, first, last)
    CROSS JOIN LATERAL (
      SELECT * FROM ${table.name}
      WHERE tenant_key = ${anyTenant('$1')} AND duplicate_hash = wanted.hash AND occurrence BETWEEN wanted.first AND wanted.last AND duplicate_group IN (0, $5)
      OFFSET 0
    ) AS sale
  )
  SELECT ${foundColumns(table)} FROM found AS sale
  CROSS JOIN LATERAL (SELECT * FROM upload WHERE tenant_key = ${anyTenant('$1')} AND upload_key = sale.upload_key OFFSET 0) AS upload`;

/** Occurrences of a hash, both ends included. */
interface Range {
  hash: number;
  first: number;
  last: number;
}

/** The decisions about rows of the upload `own`. */
export async function decisionsOf(session: Session, tenantKey: number, own: Belonging, decide: Decide): Promise<readonly RowDecision[]> {
  const hashes = decide.hashes(await seedOfTenant(session, tenantKey));
  const counts = countsOf(hashes);
  if (counts.size === 0) return decide.decisions(hashes, nothingEarlier);
  const hits = await session.arrays<[number]>(selectHits(rowTables[own.kind]), tenantKey, [...counts.keys()]);
  if (hits.length === 0) return decide.decisions(hashes, nothingEarlier);
  const earlier = new FetchedRows(new Set(hits.map(([hash]) => hash)), own, await wasSentBefore(session, tenantKey, own));
  // As many as there are in this batch, and the one after them: more is needed only where the group has sent some before.
  let wanted = hits.map(([hash]): Range => ({ hash, first: 1, last: (counts.get(hash) ?? 0) + 1 }));
  for (;;) {
    await earlier.fetch(session, tenantKey, wanted);
    const decisions = decide.decisions(hashes, earlier);
    wanted = earlier.takeMissing().map(({ hash, first }) => ({ hash, first, last: first + (counts.get(hash) ?? 0) }));
    if (wanted.length === 0) return decisions;
  }
}

const nobodys: Belonging = { kind: 'Sales', uploadKey: null, groupKey: null, batchKey: null };

/** For rows that are uploaded by nobody. `read` runs its work in a transaction of the tenant. */
export function foreseenRows(
  tenantKey: number,
  read: <Result>(work: (session: Session) => Promise<Result>) => Promise<Result>,
): ForeseenRows {
  const hits = new Set<number>();
  const asked = new Map<number, number>();
  const earlier = new FetchedRows(hits, nobodys, false);
  return {
    has: earlier.has,
    wasSentBefore: earlier.wasSentBefore,
    find: earlier.find,
    foresee: (hashes) =>
      read(async (session) => {
        const counts = countsOf(hashes);
        const fresh = [...counts.keys()].filter((hash) => !asked.has(hash));
        if (fresh.length > 0)
          for (const [hash] of await session.arrays<[number]>(selectHits(rowTables.Sales), tenantKey, fresh)) hits.add(hash);
        const wanted: Range[] = [];
        for (const [hash, count] of counts) {
          const before = asked.get(hash) ?? 0;
          asked.set(hash, before + count);
          // The next row like them is asked about together with the last.
          if (hits.has(hash)) wanted.push({ hash, first: before === 0 ? 1 : before + 2, last: before + count + 1 });
        }
        if (wanted.length > 0) await earlier.fetch(session, tenantKey, wanted);
      }),
  };
}

/** The secret that the hashes of a tenant's rows begin with. */
export async function seedOfTenant(session: Session, tenantKey: number): Promise<number> {
  return tenantSeed(await seedOf(session), tenantKey);
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

  async fetch(session: Session, tenantKey: number, wanted: readonly Range[]): Promise<void> {
    for (const { hash, first, last } of wanted) {
      const ofHash = this.rows.get(hash) ?? new Map<number, EarlierRow[]>();
      this.rows.set(hash, ofHash);
      for (let occurrence = first; occurrence <= last; occurrence++) ofHash.set(occurrence, []);
    }
    const found = await session.arrays<FoundRow>(
      selectFound(rowTables[this.own.kind]),
      tenantKey,
      wanted.map(({ hash }) => hash),
      wanted.map(({ first }) => first),
      wanted.map(({ last }) => last),
      this.own.groupKey ?? 0,
    );
    for (const row of found) this.rows.get(row[0])?.get(row[1])?.push(toEarlierRow(row, this.own));
  }
}

function toEarlierRow(found: FoundRow, own: Belonging): EarlierRow {
  const [, , seq, firstSeq, firstTransactionId, groupKey, uploadKey, batchKey, duplicateGroup] = found;
  const isSameBatch = own.batchKey !== null && batchKey === own.batchKey && uploadKey !== own.uploadKey;
  return {
    id: transactionIdAt(firstTransactionId.replaceAll('-', ''), seq - firstSeq),
    row: rowTables[own.kind].uploadedFrom(found, FIELDS_AT),
    isOwnGroup: groupKey === own.groupKey && !isSameBatch,
    stands: duplicateGroup === 0,
  };
}

async function wasSentBefore(session: Session, tenantKey: number, { uploadKey, groupKey, batchKey }: Belonging): Promise<boolean> {
  if (groupKey === null || batchKey === null) return false;
  const former = await session.first(
    `SELECT 1 FROM upload
     WHERE tenant_key = $1
       AND (user_key, upload_group) = (SELECT user_key, upload_group FROM upload WHERE tenant_key = $1 AND upload_key = $2)
       AND batch_key = $3 AND upload_key IS DISTINCT FROM $4 LIMIT 1`,
    tenantKey,
    groupKey,
    batchKey,
    uploadKey,
  );
  return former !== undefined;
}

const seeds = new WeakMap<object, number>();

/** What the hashes of this database begin with. It never changes, but a process may have several databases. */
async function seedOf(session: Session): Promise<number> {
  const known = seeds.get(session.home);
  if (known !== undefined) return known;
  const found = await session.first<{ seed: number }>('SELECT duplicate_seed AS seed FROM installation');
  if (!found) throw new SalesError('internal', 'The database lacks its row of installation.');
  seeds.set(session.home, found.seed);
  return found.seed;
}
