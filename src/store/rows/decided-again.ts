/**
 * Decides about rows again that others are like: in order of arrival, as if they had come for the first time. All of it must run in the
 * transaction of a change.
 */

import type { UploadKind } from '../../contract/states.js';
import { configurationOf, knownPlaces } from '../access/import-configurations.js';
import { inOrderOfArrival } from '../changes.js';
import { codesOf, matchStateCodes, type StateCodes, stateCodes } from '../codes.js';
import type { Decide, DecideAgain, RowDecision, UploadedFields } from '../import-decisions.js';
import { port } from '../port.js';
import { among, anyTenant, indexedBy, notIndexed } from '../sql/dialect.js';
import { all, arrays, nothing, perDatabase, run, type Sql, sql, text, type Work } from '../sql/work.js';
import { uploadedColumns, uploadedFrom } from '../stored-row.js';
import { rowsToDecide, type StoredUpload } from '../stored-upload.js';
import { type CountedRow, progressAgain } from '../upload-progress.js';
import { TICKS_PER_MINUTE } from './earlier-rows.js';
import { appendChanges, type NotedChange } from './history.js';
import { endMatchesOfRows, forgetReasons } from './match-outcome.js';
import { noteChanged, noteDays } from './match-progress.js';
import { importedAs, rowTables } from './row-tables.js';
import { recordDecisions, storeProgress, uploadByKey } from './uploads.js';

/** Where and when a change is made. */
export interface Change {
  tenantKey: number;
  at: Date;
}

export interface AgainContext extends Change {
  by: string;
  decide: DecideAgain;
}

function unsettledBy(decisions: readonly RowDecision[]): number[] {
  return [...new Set(decisions.flatMap(({ unsettled }) => unsettled ?? []))];
}

/** Some of the upload's rows, while they are the tenant's. */
export function* selectOfUpload<Row extends readonly unknown[]>(
  tenantKey: number,
  { kind, firstSeq, rows }: StoredUpload,
  columns: Sql,
  condition: Sql,
  end: Sql = nothing,
): Work<Row[]> {
  return yield* arrays<Row>(
    sql`SELECT ${columns} FROM ${rowTables[kind].table} ${notIndexed}
      WHERE tenant_key = ${anyTenant(tenantKey)} AND seq >= ${firstSeq} AND seq < ${firstSeq + rows} AND ${condition} ${end}`,
  );
}

/** The numbers of the tenant's rows that could be the same as rows of the upload, these included: by the hash of their key, or near them. */
export function* rowsLikeThose(tenantKey: number, { kind, firstSeq, rows }: StoredUpload): Work<number[]> {
  const where = { table: rowTables[kind].table, tenant: anyTenant(tenantKey) };
  const of = (columns: Sql) => sql`SELECT DISTINCT ${columns} FROM ${where.table} ${notIndexed}
    WHERE tenant_key = ${where.tenant} AND seq >= ${firstSeq} AND seq < ${firstSeq + rows} AND duplicate_hash IS NOT NULL`;
  return [...new Set((yield* likeRows<[number]>(kind, where, { of, told: nothing, and: nothing })).flat())];
}

export interface LikeRows {
  /** Selects these columns of some rows, called `own`; ends with a condition. */
  of(columns: Sql): Sql;
  /** Columns of `own` that are told before each row that is like it. */
  told: Sql;
  /** Condition on the rows called `other`; begins with AND. */
  and: Sql;
}

const minuteOfOwn = `(own.ticks - (own.ticks % ${TICKS_PER_MINUTE} + ${TICKS_PER_MINUTE}) % ${TICKS_PER_MINUTE})`;
const isInMinute = `other.ticks >= ${minuteOfOwn} AND other.ticks < ${minuteOfOwn} + ${TICKS_PER_MINUTE}`;

/** Numbers of rows at a place that could be the same as some others: by the hash of their key, or near them. */
export function* likeRows<Row extends readonly number[]>(
  kind: UploadKind,
  { table, tenant }: { table: Sql; tenant: Sql },
  { of, told, and }: LikeRows,
): Work<Row[]> {
  const { duplicates, byInstant, byDay } = rowTables[kind];
  const ways = [
    { columns: ['duplicate_hash'], isLike: 'other.duplicate_hash = own.duplicate_hash', index: duplicates, where: nothing },
    { columns: ['ticks', 'amount'], isLike: `${isInMinute} AND other.amount = own.amount`, index: byInstant, where: nothing },
    ...(byDay === null
      ? []
      : [
          {
            columns: ['day', 'amount'],
            isLike: 'other.day = own.day AND other.amount = own.amount',
            index: byDay,
            where: text('AND ticks IS NULL'),
          },
        ]),
  ];
  const found: Row[] = [];
  for (const { columns, isLike, index, where } of ways) {
    const those = sql`(${of(text(columns.join(', ')))} ${where}) AS own`;
    const condition = sql`other.tenant_key = ${tenant} AND ${text(isLike)} AND other.duplicate_hash IS NOT NULL ${where} ${and}`;
    // One look at an index for each.
    for (const row of yield* arrays<Row>(
      perDatabase(
        sql`SELECT ${told}other.seq FROM ${those} CROSS JOIN ${table} AS other ${indexedBy(index)} WHERE ${condition}`,
        sql`SELECT ${told}like_it.seq FROM ${those} CROSS JOIN LATERAL (SELECT seq FROM ${table} AS other WHERE ${condition} OFFSET 0) AS like_it`,
      ),
    ))
      found.push(row);
  }
  return found;
}

/** Decides again about rows, whose matches end. Rows that people matched stay as they are. */
export function* decideAnew(context: AgainContext, kind: UploadKind, wanted: readonly number[], reason: string): Work<void> {
  const { tenantKey } = context;
  const found = yield* freeRows(context, kind, wanted, reason);
  if (found.length === 0) return;
  const seqs = found.map(({ seq }) => seq);
  // They must not be found as earlier rows by the decisions that follow.
  yield* forgetKeys(tenantKey, kind, seqs);
  const unsettled = new Set<number>();
  for (const [uploadKey, ofUpload] of inOrderOfArrival(found))
    for (const seq of yield* decideAboutSome(context, uploadKey, ofUpload, reason)) unsettled.add(seq);
  yield* forgetReasons(tenantKey, kind, seqs);
  yield* noteDays(tenantKey, kind, sql`sale.seq ${among(seqs)}`, false);
  yield* settle(context, kind, [...unsettled], reason);
}

/** Rows are settled in one round; what came under other settings meanwhile may take another. */
const ROUNDS_MAX = 3;

/** Decides about rows that others have unsettled, while all of these have their keys. */
export function* settle(context: AgainContext, kind: UploadKind, unsettled: readonly number[], reason: string): Work<void> {
  const { tenantKey } = context;
  let wanted = unsettled;
  for (let round = 0; round < ROUNDS_MAX && wanted.length > 0; round++) {
    if (round === 0) yield* noteChanged(tenantKey);
    const found = yield* freeRows(context, kind, wanted, reason);
    const seqs = found.map(({ seq }) => seq);
    const next = new Set<number>();
    for (const [uploadKey, ofUpload] of inOrderOfArrival(found)) {
      yield* forgetKeys(tenantKey, kind, ofUpload);
      for (const seq of yield* decideAboutSome(context, uploadKey, ofUpload, reason)) next.add(seq);
    }
    yield* forgetReasons(tenantKey, kind, seqs);
    yield* noteDays(tenantKey, kind, sql`sale.seq ${among(seqs)}`, false);
    wanted = [...next];
  }
}

/** The same for rows that arrived earlier than those of an upload which were just decided about. */
export function* settleEarlier(
  change: Change,
  { id, kind }: Pick<StoredUpload, 'id' | 'kind'>,
  { again }: Decide,
  decisions: readonly RowDecision[],
): Work<void> {
  if (again) yield* settle({ ...change, by: 'import', decide: again }, kind, unsettledBy(decisions), `Upload ${id} knows more of its sale`);
}

/** Ends the matches of the rows, except those that a person made or approved. Returns the rows that are free then. */
function* freeRows(
  { tenantKey, at, by }: AgainContext,
  kind: UploadKind,
  seqs: readonly number[],
  reason: string,
): Work<{ seq: number; uploadKey: number }[]> {
  if (seqs.length === 0) return [];
  yield* endMatchesOfRows({ tenantKey, at: at.toISOString(), reason, by }, kind, seqs);
  return yield* all<{ seq: number; uploadKey: number }>(
    sql`SELECT seq, upload_key FROM ${rowTables[kind].table} ${notIndexed}
      WHERE tenant_key = ${anyTenant(tenantKey)} AND seq ${among(seqs)} AND match_state <> ${matchStateCodes.Match} AND match_key IS NULL`,
  );
}

function* forgetKeys(tenantKey: number, kind: UploadKind, seqs: readonly number[]): Work<void> {
  yield* run(
    sql`UPDATE ${rowTables[kind].table} ${notIndexed} SET duplicate_hash = NULL, occurrence = NULL, duplicate_group = NULL
      WHERE tenant_key = ${anyTenant(tenantKey)} AND seq ${among(seqs)}`,
  );
}

function* decideAboutSome(context: AgainContext, uploadKey: number, seqs: readonly number[], reason: string): Work<number[]> {
  const upload = yield* uploadByKey(context.tenantKey, uploadKey);
  const rows = yield* rowsOf(context, upload, sql`seq ${among(seqs)}`);
  return yield* decideAboutRows(context, upload, rows, { reason, isWhole: false });
}

interface ChangedRow extends StateCodes {
  seq: number;
  row: UploadedFields;
}

export function* rowsOf({ tenantKey }: AgainContext, upload: StoredUpload, condition: Sql): Work<ChangedRow[]> {
  const columns = text(`seq, state, match_state, ${uploadedColumns[upload.kind].join(', ')}`);
  const found = yield* selectOfUpload<[number, number, number, ...unknown[]]>(tenantKey, upload, columns, condition, text('ORDER BY seq'));
  return found.map((row) => ({
    seq: row[0],
    transactionState: row[1],
    transactionMatchState: row[2],
    row: uploadedFrom(upload.kind, row, 3),
  }));
}

/** Decides about rows of an upload and stores what changes. Returns the numbers of other rows that this unsettles. */
export function* decideAboutRows(
  context: AgainContext,
  upload: StoredUpload,
  rows: readonly ChangedRow[],
  { reason, isWhole }: { reason: string /** They are all of its rows without a state. */; isWhole: boolean },
): Work<number[]> {
  const { tenantKey, by } = context;
  const { uploadKey } = upload;
  const at = context.at.toISOString();
  const { decisionsOf } = yield* port();
  const own = rowsToDecide(upload, (index) => (rows[index] as ChangedRow).seq);
  const decisions = yield* decisionsOf(tenantKey, own, yield* deciderOf(context, upload, rows));
  const changes: NotedChange[] = [];
  for (const [index, decision] of decisions.entries()) {
    const { seq, ...from } = rows[index] as ChangedRow;
    const to = codesOf(decision);
    const isChanged = to.transactionState !== from.transactionState || to.transactionMatchState !== from.transactionMatchState;
    if (isChanged) changes.push({ uploadKey, at, reason, by, row: { seq, from, to } });
  }
  yield* recordDecisions(
    tenantKey,
    upload,
    rows.map(({ seq }) => seq),
    decisions,
  );
  yield* appendChanges(tenantKey, changes);
  yield* recount(context, upload, decisions, isWhole);
  return unsettledBy(decisions);
}

function* deciderOf({ tenantKey, decide }: AgainContext, upload: StoredUpload, rows: readonly ChangedRow[]): Work<Decide> {
  return decide({
    kind: upload.kind,
    configuration: yield* configurationOf(tenantKey, upload.importConfigurationKey),
    receivedAt: new Date(upload.createdAt),
    known: yield* knownPlaces(tenantKey),
    rows: rows.map(({ seq, transactionState, row }) => ({
      index: seq - upload.firstSeq,
      row,
      isImported: transactionState === stateCodes.Processed,
    })),
  });
}

function* recount({ tenantKey, at }: AgainContext, upload: StoredUpload, decisions: readonly RowDecision[], isWhole: boolean): Work<void> {
  const { kind, firstSeq } = upload;
  const rows = yield* all<CountedRow>(
    sql`SELECT state AS transaction_state, ${text(importedAs('match_state'))} AS transaction_match_state, currency, amount, comment
      FROM ${rowTables[kind].table} ${notIndexed}
      WHERE tenant_key = ${anyTenant(tenantKey)} AND seq >= ${firstSeq} AND seq < ${firstSeq + upload.rows} ORDER BY seq`,
  );
  const progress = progressAgain(upload, rows, decisions, { isWhole });
  const isAsBefore = !isWhole && progress.status === upload.status;
  yield* storeProgress(tenantKey, upload, progress, isAsBefore ? upload.statusAt : at.toISOString());
}
