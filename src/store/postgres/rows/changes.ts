/**
 * Changes to uploads after their import: deciding again, withdrawing, restoring. Each is one transaction under the tenant's lock, and each ends
 * by recomputing the uploads' counts and sums from the rows.
 */
import { SalesError } from '../../../contract/problem.js';
import { appendAudit } from '../../access/audit.js';
import { configurationOf, knownPlaces } from '../../access/import-configurations.js';
import { andRowsWithin, type Limit } from '../../access/scope.js';
import type { RequestOrigin } from '../../audit.js';
import { inOrderOfArrival, matchedShownMax, mayChange, mayMove, mayReprocess, mayRestore, mayWithdraw } from '../../changes.js';
import { codesOf, matchStateCodes, type StateCodes, stateCodes } from '../../codes.js';
import type { Decide, DecideAgain, RowDecision } from '../../decisions.js';
import { transactionIdAt } from '../../ids.js';
import { belongingOf, uploadOf } from '../../stored-upload.js';
import { type CountedRow, progressAgain } from '../../upload-progress.js';
import type { UploadedFields } from '../../uploaded-fields.js';
import type { Upload } from '../../uploads.js';
import type { Session } from '../database/session.js';
import { anyTenant, Values } from '../database/values.js';
import { runOn } from '../database/work.js';
import { decisionsOf } from './earlier-rows.js';
import { appendHistory, type Change } from './history.js';
import { endMatchesOfLike, endMatchesOfUpload, forgetReasons } from './match-outcome.js';
import { noteChanged, noteDays, rowsInUpload } from './matches.js';
import { importedAs, type RowTable, rowTables } from './row-tables.js';
import { findUpload, recordDecisions, storeProgress, type UploadRow, uploadByKey } from './uploads.js';

export interface ChangeContext {
  session: Session;
  tenantKey: number;
  /** In the scope of some units, only the user's own uploads are found; what is decided about their rows is the tenant's matter. */
  limit: Limit | null;
  at: Date;
  by: string;
  from: RequestOrigin;
  decide: DecideAgain;
}

/** Returns whether there was anything to do. */
type ChangeOfUpload = (upload: UploadRow) => Promise<boolean>;

/**
 * Does `work` on an upload and notes it in the audit trail if anything changed. Returns the upload as it is then; null where there is none.
 * Fails with `validation` while the upload is still being imported.
 */
async function change(context: ChangeContext, action: string, uploadId: string, work: ChangeOfUpload): Promise<Upload | null> {
  const { session, tenantKey, limit, by, from, at } = context;
  const upload = await findUpload(session, { tenantKey, limit }, uploadId);
  if (!upload) return null;
  mayChange(upload);
  const isChanged = await work(upload);
  const after = await findUpload(session, { tenantKey, limit }, uploadId);
  const entry = { actor: by, ...from, action, object: `upload:${upload.id}`, outcome: 'done', details: {} } as const;
  if (isChanged) await runOn(session, appendAudit(entry, at));
  return after ? uploadOf(after) : null;
}

/** Decides again about the rows that are Unprocessed. */
export function reprocess(context: ChangeContext, uploadId: string): Promise<Upload | null> {
  return change(context, 'upload.reprocess', uploadId, async (upload) => {
    mayReprocess(upload);
    const rows = await rowsOf(context, upload, 'state = 0');
    if (rows.length === 0) return false;
    await noteChanged(context.session, context.tenantKey);
    await decideAboutRows(context, upload, rows, { reason: 'Reprocessed', isWhole: true });
    await noteDays(context.session, context.tenantKey, upload.kind, { ...rowsInUpload(upload), isNew: true });
    return true;
  });
}

/**
 * Takes an upload back: ends the matches of its rows, moves them out of the tenant, frees its idempotency key, and decides again about rows like
 * them.
 */
export function withdraw(context: ChangeContext, uploadId: string): Promise<Upload | null> {
  const { session, at, tenantKey, by } = context;
  return change(context, 'upload.withdraw', uploadId, async (upload) => {
    if (upload.withdrawnAt !== null) return false;
    const { name, withdrawn } = rowTables[upload.kind];
    await checkInside(context, upload, name);
    const reason = `Upload ${upload.id} was withdrawn`;
    await noteChanged(session, tenantKey);
    await noteDays(session, tenantKey, upload.kind, { ...rowsInUpload(upload), isNew: false });
    await endMatchesOfUpload({ session, tenantKey, at: at.toISOString(), reason, by }, upload);
    mayWithdraw(upload, await matchedIn(context, upload));
    const hashes = await hashesOf(context, upload);
    await moveRows(session, tenantKey, upload, name, withdrawn);
    await session.run(
      `UPDATE upload SET withdrawn_at = $3, withdrawn_by = $4, idempotency_key = NULL, fingerprint = NULL
       WHERE tenant_key = $1 AND upload_key = $2`,
      tenantKey,
      upload.uploadKey,
      at.toISOString(),
      by,
    );
    await noteOnUpload(context, upload, 'Withdrawn');
    await decideAboutLike(context, upload, hashes, reason);
    return true;
  });
}

/** Brings a withdrawn upload back and decides again about its rows and those like them. */
export function restore(context: ChangeContext, uploadId: string): Promise<Upload | null> {
  const { session, at, tenantKey } = context;
  return change(context, 'upload.restore', uploadId, async (upload) => {
    if (upload.withdrawnAt === null) return false;
    const { name, withdrawn } = rowTables[upload.kind];
    await checkInside(context, upload, withdrawn);
    mayRestore(upload.withdrawnAt, at);
    await noteChanged(session, tenantKey);
    await moveRows(session, tenantKey, upload, withdrawn, name);
    await session.run(
      'UPDATE upload SET withdrawn_at = NULL, withdrawn_by = NULL WHERE tenant_key = $1 AND upload_key = $2',
      tenantKey,
      upload.uploadKey,
    );
    await noteOnUpload(context, upload, 'Restored');
    await decideAboutLike(context, upload, await hashesOf(context, upload), `Upload ${upload.id} was restored`);
    await noteDays(session, tenantKey, upload.kind, { ...rowsInUpload(upload), isNew: true });
    return true;
  });
}

function noteOnUpload({ session, tenantKey, at, by }: ChangeContext, { uploadKey }: UploadRow, reason: string): Promise<void> {
  return appendHistory(session, { tenantKey, uploadKey, at: at.toISOString(), reason, by }, [{ row: null }]);
}

/** `table` is where the upload's rows are now. */
async function checkInside({ session, tenantKey, limit }: ChangeContext, upload: UploadRow, table: TableName): Promise<void> {
  if (!limit) return;
  const within = await runOn(session, andRowsWithin({ tenantKey, limit }));
  const values = new Values();
  const [tenant, from, to] = [values.add(tenantKey), values.add(upload.firstSeq), values.add(upload.firstSeq + upload.rows)];
  const [inside] = await session.arrays<[number]>(
    `SELECT count(*)::int FROM ${table} AS sale
     WHERE sale.tenant_key = ${anyTenant(tenant)} AND sale.seq >= ${from} AND sale.seq < ${to}${values.put(within)}`,
    ...values.list,
  );
  mayMove(upload, inside?.[0] ?? 0);
}

/** The ids of the first rows that are still matched, which is by people; one more than is shown. */
async function matchedIn({ session, tenantKey }: ChangeContext, upload: UploadRow): Promise<string[]> {
  const { kind, firstSeq, rows, firstTransactionId } = upload;
  const matched = await session.arrays<[number]>(
    `SELECT seq FROM ${rowTables[kind].name} WHERE tenant_key = ${anyTenant('$1')} AND seq >= $2 AND seq < $3 AND match_state = $4 ORDER BY seq LIMIT $5`,
    tenantKey,
    firstSeq,
    firstSeq + rows,
    matchStateCodes.Match,
    matchedShownMax + 1,
  );
  return matched.map(([seq]) => transactionIdAt(firstTransactionId.replaceAll('-', ''), seq - firstSeq));
}

/** The hashes of the upload's rows, while they are the tenant's. */
async function hashesOf({ session, tenantKey }: ChangeContext, { kind, firstSeq, rows }: UploadRow): Promise<number[]> {
  const found = await session.arrays<[number]>(
    `SELECT DISTINCT duplicate_hash FROM ${rowTables[kind].name}
     WHERE tenant_key = ${anyTenant('$1')} AND seq >= $2 AND seq < $3 AND duplicate_hash IS NOT NULL`,
    tenantKey,
    firstSeq,
    firstSeq + rows,
  );
  return found.map(([hash]) => hash);
}

/** Decides again about all of the tenant's rows with one of the hashes, whose matches end. Rows that people matched stay as they are. */
async function decideAboutLike(
  context: ChangeContext,
  { kind }: Pick<Upload, 'kind'>,
  hashes: readonly number[],
  reason: string,
): Promise<void> {
  const { session, tenantKey, at, by } = context;
  const { name } = rowTables[kind];
  await endMatchesOfLike({ session, tenantKey, at: at.toISOString(), reason, by }, kind, hashes);
  const like = await session.all<{ seq: number; uploadKey: number }>(
    `SELECT sale.seq, sale.upload_key AS "uploadKey" FROM unnest($2::bigint[]) AS wanted (hash)
     CROSS JOIN LATERAL (
       SELECT seq, upload_key FROM ${name} WHERE tenant_key = ${anyTenant('$1')} AND duplicate_hash = wanted.hash AND match_state <> $3 OFFSET 0
     ) AS sale`,
    tenantKey,
    hashes,
    matchStateCodes.Match,
  );
  if (like.length === 0) return;
  // They must not be found as earlier rows by the decisions that follow.
  await session.run(
    `UPDATE ${name} SET duplicate_hash = NULL, occurrence = NULL, duplicate_group = NULL
     WHERE tenant_key = ${anyTenant('$1')} AND seq = ANY($2::bigint[])`,
    tenantKey,
    like.map(({ seq }) => seq),
  );
  for (const [uploadKey, seqs] of inOrderOfArrival(like)) {
    const upload = await uploadByKey(session, tenantKey, uploadKey);
    const rows = await rowsOf(context, upload, 'seq = ANY($4::bigint[])', seqs);
    await decideAboutRows(context, upload, rows, { reason, isWhole: false });
  }
  const seqs = like.map(({ seq }) => seq);
  await forgetReasons(session, tenantKey, kind, seqs);
  await noteDays(session, tenantKey, kind, { sql: 'sale.seq = ANY($2::bigint[])', values: [seqs], isNew: false });
}

type TableName = RowTable['name' | 'withdrawn'];

/** Moves an upload's rows between the tenant's and those that are withdrawn. A flag could be forgotten by some statement; a table cannot. */
async function moveRows(
  session: Session,
  tenantKey: number,
  { kind, uploadKey, firstSeq, rows }: UploadRow,
  from: TableName,
  to: TableName,
): Promise<void> {
  const { name, counter, copied } = rowTables[kind];
  const columns = copied.join(', ');
  const moved = await session.run(
    `WITH gone AS (
       DELETE FROM ${from} WHERE tenant_key = ${anyTenant('$1')} AND seq >= $2 AND seq < $3 AND upload_key = $4 RETURNING ${columns}
     )
     INSERT INTO ${to} (${columns}) SELECT ${columns} FROM gone WHERE tenant_key = $1`,
    tenantKey,
    firstSeq,
    firstSeq + rows,
    uploadKey,
  );
  if (moved !== rows) throw new SalesError('internal', 'An upload lacks rows that it was staged with.');
  await session.run(`UPDATE tenant_counter SET ${counter} = ${counter} + $2 WHERE tenant_key = $1`, tenantKey, to === name ? rows : -rows);
}

interface ChangedRow extends StateCodes {
  seq: number;
  row: UploadedFields;
}

/** `condition` may name `values` as `$4` and so on. */
async function rowsOf(
  { session, tenantKey }: ChangeContext,
  { kind, firstSeq, rows }: UploadRow,
  condition: string,
  ...values: unknown[]
): Promise<ChangedRow[]> {
  const { name, uploaded, uploadedFrom } = rowTables[kind];
  const found = await session.arrays<[number, number, number, ...unknown[]]>(
    `SELECT seq, state, match_state, ${uploaded.join(', ')} FROM ${name}
     WHERE tenant_key = ${anyTenant('$1')} AND seq >= $2 AND seq < $3 AND ${condition} ORDER BY seq`,
    tenantKey,
    firstSeq,
    firstSeq + rows,
    ...values,
  );
  return found.map((row) => ({ seq: row[0], transactionState: row[1], transactionMatchState: row[2], row: uploadedFrom(row, 3) }));
}

/** Decides about rows of an upload and stores what changes. */
async function decideAboutRows(
  context: ChangeContext,
  upload: UploadRow,
  rows: readonly ChangedRow[],
  { reason, isWhole }: { reason: string /** They are all of its rows without a state. */; isWhole: boolean },
): Promise<void> {
  const { session, tenantKey, by } = context;
  const { uploadKey } = upload;
  const own = belongingOf(upload);
  const decisions = await decisionsOf(session, tenantKey, own, await deciderOf(context, upload, rows));
  const decided: { seq: number; decision: RowDecision }[] = [];
  const changes: Change[] = [];
  for (const [index, decision] of decisions.entries()) {
    const { seq, ...from } = rows[index] as ChangedRow;
    decided.push({ seq, decision });
    const to = codesOf(decision);
    const isChanged = to.transactionState !== from.transactionState || to.transactionMatchState !== from.transactionMatchState;
    if (isChanged) changes.push({ row: { seq, from, to } });
  }
  await recordDecisions(session, tenantKey, rowTables[upload.kind], own.groupKey, decided);
  await appendHistory(session, { tenantKey, uploadKey, at: context.at.toISOString(), reason, by }, changes);
  await recount(context, upload, decisions, isWhole);
}

async function deciderOf({ session, tenantKey, decide }: ChangeContext, upload: UploadRow, rows: readonly ChangedRow[]): Promise<Decide> {
  return decide({
    kind: upload.kind,
    configuration: await runOn(session, configurationOf(tenantKey, upload.importConfigurationKey)),
    receivedAt: new Date(upload.createdAt),
    known: await runOn(session, knownPlaces(tenantKey)),
    rows: rows.map(({ seq, transactionState, row }) => ({
      index: seq - upload.firstSeq,
      row,
      isImported: transactionState === stateCodes.Processed,
    })),
  });
}

async function recount(
  { session, tenantKey, at }: ChangeContext,
  upload: UploadRow,
  decisions: readonly RowDecision[],
  isWhole: boolean,
): Promise<void> {
  const rows = await session.all<CountedRow>(
    `SELECT state AS "transactionState", ${importedAs('match_state')} AS "transactionMatchState", currency, amount, comment FROM ${rowTables[upload.kind].name}
     WHERE tenant_key = ${anyTenant('$1')} AND seq >= $2 AND seq < $3 ORDER BY seq`,
    tenantKey,
    upload.firstSeq,
    upload.firstSeq + upload.rows,
  );
  const progress = progressAgain(upload, rows, decisions, { isWhole });
  const isAsBefore = !isWhole && progress.status === upload.status;
  await storeProgress(session, tenantKey, upload, progress, isAsBefore ? new Date(upload.statusAt) : at);
}
