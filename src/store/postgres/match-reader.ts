/**
 * Reads what there is to match, and stores what a server makes of it, on connections of its own: a whole run sees one state of the database, and
 * one server at a time matches a tenant.
 */
import { randomUUID } from 'node:crypto';
import { SalesError } from '../../contract/problem.js';
import type { UploadKind } from '../../contract/states.js';
import { matchSettings } from '../access/match-settings.js';
import { recordOfValues, saleOfValues } from '../match-fields.js';
import type { MatchBasis, MatchSource, SharedMatcher, SourceUpload, StoredMatch, StoredOpenRow } from '../matching.js';
import { anyTenant, tenantKeyOf } from './access/scope.js';
import type { DatabaseAddress } from './database/address.js';
import { CommitInDoubt, openConnections } from './database/connections.js';
import { MATCHING_SINCE } from './database/schema.js';
import type { Session } from './database/session.js';
import { runOn } from './database/work.js';
import { endLease, extendLease, takeLease } from './rows/match-lease.js';
import { applyMatches } from './rows/match-outcome.js';
import { comparedColumns, isCandidateRow, isMatchable } from './rows/matchable.js';
import { boundValues, selectNewestDay, selectNumbers, selectOldestDay } from './rows/matched-days.js';
import { seenColumns } from './rows/matches.js';
import { eachPage, PAGE_ROWS } from './rows/pages.js';
import { rowTables } from './rows/row-tables.js';
import { type TestClock, takeTurn } from './rows/turn.js';

export interface MatcherOptions {
  address: DatabaseAddress;
  /** In tests, the time instead of the database's. */
  clock?: TestClock;
}

/** Does not connect before it is first used. */
export function openMatcher({ address, clock = null }: MatcherOptions): SharedMatcher {
  const connections = openConnections(address, { readers: 1, writers: 1 });
  const worker = randomUUID();
  const keys = new Map<string, number>();
  // Looked up once: a piece is stored while the only connection for reading may be at the next rows.
  const keyOf = async (tenantId: string): Promise<number> => {
    const known = keys.get(tenantId) ?? (await connections.read({ tenantKey: null }, (session) => tenantKeyOf(session, tenantId)));
    keys.set(tenantId, known);
    return known;
  };
  const writeTo = async <Result>(tenantId: string, work: (session: Session, tenantKey: number) => Promise<Result>): Promise<Result> => {
    const tenantKey = await keyOf(tenantId);
    return connections.write({ tenantKey }, (session) => work(session, tenantKey));
  };
  return {
    tenantsToMatch: (rules) => connections.read({ tenantKey: null }, (session) => tenantsToMatch(session, rules, worker)),
    rowsToMatch: async (tenantId, read) => {
      const tenantKey = await keyOf(tenantId);
      return connections.read({ tenantKey }, async (session) => read(await sourceOf(session, tenantKey)));
    },
    lease: (tenantId) => writeTo(tenantId, (session, tenantKey) => takeLease(session, tenantKey, worker)),
    keepLease: (tenantId) => writeTo(tenantId, (session, tenantKey) => extendLease(session, tenantKey, worker)),
    endLease: (tenantId) => writeTo(tenantId, (session, tenantKey) => endLease(session, tenantKey, worker)),
    applyMatches: async (tenantId, piece) => {
      try {
        return await writeTo(tenantId, async (session, tenantKey) =>
          applyMatches(session, await takeTurn(session, tenantKey, clock), piece, worker),
        );
      } catch (error) {
        // Whether it is stored or not, the next run finds it.
        if (error instanceof CommitInDoubt) return false;
        throw error;
      }
    },
    close: () => connections.close(),
  };
}

/** Not those that another server is at. As long as servers of an earlier version may run, there are none. */
async function tenantsToMatch(session: Session, rules: string, worker: string): Promise<string[]> {
  // The only role that sees the counters of all tenants; of their data it sees nothing.
  await session.plain('SET LOCAL ROLE sales_admin');
  const found = await session.arrays<[string]>(
    `SELECT tenant.id FROM match_progress JOIN tenant USING (tenant_key) JOIN tenant_counter USING (tenant_key)
     LEFT JOIN settlement_settings USING (tenant_key)
     WHERE (seen IS DISTINCT FROM ${seenColumns} OR seen_rules IS DISTINCT FROM $1)
       AND (leased_until IS NULL OR leased_until < now() OR leased_by = $2)
       AND (SELECT compatible_from FROM schema_version) >= ${MATCHING_SINCE}
     ORDER BY tenant_key`,
    rules,
    worker,
  );
  return found.flat();
}

async function sourceOf(session: Session, tenantKey: number): Promise<MatchSource> {
  const found = await session.first<MatchBasis & { changedFrom: number | null; isAll: boolean }>(
    `SELECT changed, changed_from AS "changedFrom", is_all AS "isAll",
       concat_ws(' ', transactions, records, changed, arrived, (SELECT version FROM settlement_settings WHERE tenant_key = $1)) AS seen
     FROM match_progress JOIN tenant_counter ON tenant_counter.tenant_key = $1 WHERE match_progress.tenant_key = $1`,
    tenantKey,
  );
  if (!found) throw new SalesError('internal', 'A tenant without settlement records is to be matched.');
  const eachOf = async <Row>(read: (some: number[]) => Promise<Row[]>, numbers: Float64Array, visit: (row: Row) => void) => {
    for (let from = 0; from < numbers.length; from += PAGE_ROWS)
      for (const row of await read(Array.from(numbers.subarray(from, from + PAGE_ROWS)))) visit(row);
  };
  const numbersOf = (rows: readonly (readonly [number])[]) => Float64Array.from(rows, ([seq]) => seq).sort();
  const day = async (sql: string) => (await session.first<{ day: number | null }>(sql, tenantKey))?.day ?? null;
  return {
    settings: (await runOn(session, matchSettings(tenantKey))).settings,
    basis: { changed: found.changed, seen: found.seen },
    changedFrom: found.changedFrom === EVERYTHING ? Number.NEGATIVE_INFINITY : found.changedFrom,
    isAll: found.isAll,
    newestDay: () => day(selectNewestDay),
    oldestDay: () => day(selectOldestDay),
    uploads: (visit) =>
      eachPage(
        (last) =>
          session.all<SourceUpload & { key: number }>(
            `SELECT upload_key AS key, kind, first_seq AS "firstSeq", rows, first_transaction_id AS "firstId"
             FROM upload WHERE tenant_key = ${anyTenant('$1')} AND upload_key > $2 ORDER BY upload_key LIMIT $3`,
            tenantKey,
            last,
            PAGE_ROWS,
          ),
        ({ key }) => key,
        ({ kind, firstSeq, rows, firstId }) => visit({ kind, firstSeq, rows, firstId: firstId.replaceAll('-', '') }),
      ),
    numbers: async (kind, days) => numbersOf(await session.arrays<[number]>(selectNumbers[kind], tenantKey, ...boundValues[kind](days))),
    sales: (seqs, visit) =>
      eachOf(
        (some) => session.arrays<CandidateValues>(selectSales, tenantKey, some),
        seqs,
        (row) => visit({ seq: row[0], matchKey: row[1], fields: saleOfValues(row, VALUES_AT) }),
      ),
    records: (seqs, visit) =>
      eachOf(
        (some) => session.arrays<CandidateValues>(selectRecords, tenantKey, some),
        seqs,
        (row) => visit({ seq: row[0], matchKey: row[1], isCandidate: row[2], fields: recordOfValues(row, VALUES_AT) }),
      ),
    matches: (matchKeys, visit) =>
      eachOf(
        (some) =>
          session.all<StoredMatch>(
            `SELECT match_key AS "matchKey", kind, rule, how, pinned AS "isPinned", sales + records AS rows
             FROM match WHERE tenant_key = ${anyTenant('$1')} AND match_key = ANY($2::bigint[]) ORDER BY match_key`,
            tenantKey,
            some,
          ),
        matchKeys,
        visit,
      ),
    openRows: (numbers, visit) =>
      eachOf(
        (some) =>
          session.all<StoredOpenRow>(
            `SELECT number AS row, reason, parameters, involved FROM match_open
             WHERE tenant_key = ${anyTenant('$1')} AND number = ANY($2::bigint[]) ORDER BY number`,
            tenantKey,
            some,
          ),
        numbers,
        visit,
      ),
    forbidden: async (visit) => {
      const pairs = await session.arrays<[number, number]>(
        'SELECT sale_seq, record_seq FROM match_forbidden WHERE tenant_key = $1',
        tenantKey,
      );
      for (const [saleSeq, recordSeq] of pairs) visit(saleSeq, recordSeq);
    },
  };
}

/** As the schema has it. */
const EVERYTHING = -(2 ** 31);
/** The fields follow from {@link VALUES_AT} on. Rows as arrays: there may be a million of them. */
type CandidateValues = [seq: number, matchKey: number | null, isCandidate: boolean, ...unknown[]];
const VALUES_AT = 3;

const selectRows = (kind: UploadKind) =>
  `SELECT sale.seq, sale.match_key, ${isCandidateRow[kind]}, ${comparedColumns(kind)} FROM ${rowTables[kind].name} AS sale
   WHERE sale.tenant_key = ${anyTenant('$1')} AND sale.seq = ANY($2::bigint[]) AND ${isMatchable(kind)} ORDER BY sale.seq`;
const selectSales = selectRows('Sales');
const selectRecords = selectRows('Settlement');
