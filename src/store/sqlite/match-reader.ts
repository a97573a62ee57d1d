/** Reads what there is to match on a connection of its own, which can only read: a whole run sees one state of the database. */
import { join } from 'node:path';
import { SalesError } from '../../contract/problem.js';
import type { UploadKind } from '../../contract/states.js';
import { matchSettings } from '../access/match-settings.js';
import { recordOfValues, saleOfValues } from '../match-fields.js';
import type { MatchBasis, MatchReader, MatchSource, SourceUpload, StoredMatch, StoredOpenRow } from '../matching.js';
import type { ReaderOptions } from '../store-module.js';
import type { Database } from './database/engine.js';
import { unitRunner } from './database/failure.js';
import { statement } from './database/statements.js';
import { runOn } from './database/work.js';
import { comparedColumns, isCandidateRecord, isMatchable } from './rows/matchable.js';
import { newestDay, numbersByDays, oldestDay } from './rows/matched-days.js';
import { seenOf } from './rows/matches.js';
import { rowTables } from './rows/row-tables.js';
import { opened } from './sqlite-store.js';

const CACHE_KIB = 16 * 1024;

/** Opens the database, which must have been opened for writing before. Fails with `disk` or `storage`. */
export function openMatchReader({ directory, cacheKib = CACHE_KIB }: ReaderOptions): MatchReader {
  const db = opened(join(directory, 'sales.db'), { readonly: true }, (reading) => reading.pragma(`cache_size = -${cacheKib}`));
  const unit = unitRunner();
  return {
    tenantsToMatch: (rules) => unit(() => tenantsToMatch(db, rules)),
    rowsToMatch: async (tenantId, read) => {
      await unit(() => void db.exec('BEGIN'));
      try {
        return await read(await unit(() => sourceOf(db, tenantKeyOf(db, tenantId))));
      } finally {
        endReading(db);
      }
    },
    close: () => unit(() => void db.close()),
  };
}

/** Nothing was written that could be lost, and whatever made the reading fail says more than a failure to end it. */
function endReading(db: Database): void {
  try {
    if (db.inTransaction) db.exec('ROLLBACK');
  } catch {
    // The next reading fails then, too, and says so.
  }
}

function tenantsToMatch(db: Database, rules: string): string[] {
  return statement(
    db,
    `SELECT tenant.id FROM match_progress JOIN tenant USING (tenant_key)
     WHERE seen IS NOT ${seenOf('tenant.tenant_key')} OR seen_rules IS NOT ? ORDER BY tenant_key`,
  )
    .pluck()
    .all(rules) as string[];
}

function tenantKeyOf(db: Database, tenantId: string): number {
  const key = statement(db, 'SELECT tenant_key FROM tenant WHERE id = ?').pluck().get(tenantId);
  if (key === undefined) throw new SalesError('notFound', 'There is no such tenant.');
  return key as number;
}

function sourceOf(db: Database, tenantKey: number): MatchSource {
  const found = statement(
    db,
    `SELECT changed, ${seenOf('?')} AS seen, changed_from, is_all FROM match_progress JOIN tenant USING (tenant_key) WHERE tenant_key = ?`,
  ).get(tenantKey, tenantKey) as (MatchBasis & { changedFrom: number | null; isAll: number }) | undefined;
  if (!found) throw new SalesError('internal', 'A tenant without settlement records is to be matched.');
  const each = async <Row>(sql: string, visit: (row: Row) => void) => {
    for (const row of statement(db, sql).iterate(tenantKey) as Iterable<Row>) visit(row);
  };
  const eachOf = async <Row>(sql: string, numbers: Float64Array, visit: (row: Row) => void, isRaw = false) => {
    const some = statement(db, sql).raw(isRaw);
    for (let from = 0; from < numbers.length; from += AT_ONCE)
      for (const row of some.all(tenantKey, jsonOf(numbers.subarray(from, from + AT_ONCE))) as Row[]) visit(row);
  };
  return {
    settings: runOn(db, matchSettings(tenantKey)).settings,
    basis: { changed: found.changed, seen: found.seen },
    changedFrom: found.changedFrom === EVERYTHING ? Number.NEGATIVE_INFINITY : found.changedFrom,
    isAll: found.isAll === 1,
    newestDay: async () => newestDay(db, tenantKey),
    oldestDay: async () => oldestDay(db, tenantKey),
    uploads: (visit) =>
      each<SourceUpload>(
        'SELECT kind, first_seq AS firstSeq, rows, lower(hex(first_transaction_id)) AS firstId FROM upload WHERE tenant_key = ? ORDER BY upload_key',
        visit,
      ),
    numbers: async (kind, days) => numbersByDays(db, tenantKey, kind, days),
    sales: (seqs, visit) =>
      eachOf<[number, number | null]>(
        selectSales,
        seqs,
        (values) => visit({ seq: values[0], matchKey: values[1], fields: saleOfValues(values, 2) }),
        true,
      ),
    records: (seqs, visit) =>
      eachOf<[number, number | null, 0 | 1]>(
        selectRecords,
        seqs,
        (values) => visit({ seq: values[0], matchKey: values[1], isCandidate: values[2] === 1, fields: recordOfValues(values, 3) }),
        true,
      ),
    matches: (matchKeys, visit) =>
      eachOf<Omit<StoredMatch, 'isPinned'> & { isPinned: number }>(selectMatches, matchKeys, (match) =>
        visit({ ...match, isPinned: match.isPinned === 1 }),
      ),
    openRows: (numbers, visit) => eachOf<StoredOpenRow>(selectOpen, numbers, visit),
    forbidden: (visit) =>
      each<{ saleSeq: number; recordSeq: number }>('SELECT sale_seq, record_seq FROM match_forbidden WHERE tenant_key = ?', (pair) =>
        visit(pair.saleSeq, pair.recordSeq),
      ),
  };
}

/** So many are read at once: more would live long enough to be moved by the garbage collector, of fewer each takes longer. */
const AT_ONCE = 250;
/** As the schema has it. */
const EVERYTHING = -(2 ** 31);

const jsonOf = (numbers: Float64Array) => `[${numbers.join()}]`;

const selectRows = (kind: UploadKind, columns: string) => `SELECT sale.seq, sale.match_key, ${columns}
  FROM ${rowTables[kind].name} AS sale NOT INDEXED
  WHERE sale.tenant_key = ? AND sale.seq IN (SELECT value FROM json_each(?)) AND ${isMatchable[kind]} ORDER BY sale.seq`;
const selectSales = selectRows('Sales', comparedColumns.Sales);
const selectRecords = selectRows('Settlement', `${isCandidateRecord}, ${comparedColumns.Settlement}`);

const selectMatches = `SELECT match_key AS matchKey, kind, rule, how, pinned AS isPinned, sales + records AS rows FROM match NOT INDEXED
  WHERE tenant_key = ? AND match_key IN (SELECT value FROM json_each(?)) ORDER BY match_key`;
const selectOpen = `SELECT number AS row, reason, parameters, involved FROM match_open
  WHERE tenant_key = ? AND number IN (SELECT value FROM json_each(?)) ORDER BY number`;
