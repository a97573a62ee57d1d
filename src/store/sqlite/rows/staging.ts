/** Staging: stores batches of rows with their upload and idempotency key, several batches with one commit. */
import { randomUUID } from 'node:crypto';
import { SalesError } from '../../../contract/problem.js';
import type { UploadKind } from '../../../contract/states.js';
import type { RowDecision } from '../../decisions.js';
import { progressValues, REACH_CHANGED, replayOf, stagedRows } from '../../stored-upload.js';
import { nothingDecided, progressOf } from '../../upload-progress.js';
import type { UploadedFields } from '../../uploaded-fields.js';
import type { Idempotency, StagedUpload, StageRequest, Staging, StagingOutcome } from '../../uploads.js';
import { placeTest, type Reach, reachOf, userKeyOf } from '../access/scope.js';
import { type Database, SqliteError } from '../database/engine.js';
import { statement } from '../database/statements.js';
import { decisionsOf, groupKeyOf } from './earlier-rows.js';
import { noteDays, rowsInUpload } from './matches.js';
import { rowTables } from './row-tables.js';

export interface StagingContext {
  db: Database;
  /** Returns the id of the first row of the next upload. */
  nextFirstId: () => Buffer;
  now: () => Date;
}

/**
 * Stages each batch, or finds that it was staged before; all in one transaction, so that one sync makes all of them durable. It uses no
 * savepoints, which would make SQLite write every page twice: if one batch fails, each is done again in a transaction of its own.
 */
export function stageTogether(context: StagingContext, stagings: readonly Staging[]): StagingOutcome[] {
  const together = context.db.transaction(() => stagings.map((one) => stageOne(context, one)));
  try {
    return together.immediate();
  } catch (failure) {
    if (!isOfOneBatch(failure)) throw failure;
    return stagings.length === 1 ? [{ failure }] : stageEach(context, stagings);
  }
}

/**
 * Each in a transaction of its own. Where the disk fails meanwhile, the batches before stay committed and are told so; none is tried after.
 */
function stageEach(context: StagingContext, stagings: readonly Staging[]): StagingOutcome[] {
  let failed: { failure: unknown } | null = null;
  return stagings.flatMap((one) => {
    if (failed) return failed;
    try {
      return stageTogether(context, [one]);
    } catch (failure) {
      failed = { failure };
      return failed;
    }
  });
}

/** Whether the batch itself is at fault; a failing disk would fail every other batch, too. */
function isOfOneBatch(failure: unknown): boolean {
  return !(failure instanceof SqliteError) || failure.code.startsWith('SQLITE_CONSTRAINT');
}

function stageOne(context: StagingContext, { tenantId, scope, request }: Staging): StagingOutcome {
  const { db } = context;
  let reach: Reach;
  let userKey: number;
  try {
    reach = reachOf(db, { tenantId, scope });
    // The user may have been removed while the body was on its way.
    userKey = userKeyOf(db, request.userId);
    const earlier = request.idempotency && earlierUpload(db, reach.tenantKey, request.userId, request.idempotency);
    if (earlier) return earlier;
    if (reach.limit && !stagedRows(request).rows.every(placeTest(db, reach.limit))) throw new SalesError('unavailable', REACH_CHANGED);
  } catch (failure) {
    // Nothing was written for this batch yet, so the others can go on.
    if (failure instanceof SalesError) return { failure };
    throw failure;
  }
  return insertBatch(context, { tenantKey: reach.tenantKey, userKey }, request);
}

/** Whose upload it is. */
interface UploadOwner {
  tenantKey: number;
  userKey: number;
}

function insertBatch({ db, nextFirstId, now }: StagingContext, owner: UploadOwner, request: StageRequest): StagedUpload {
  const { tenantKey } = owner;
  const { uploadGroup } = request;
  const { kind, rows } = stagedRows(request);
  const table = rowTables[kind];
  const groupKey = groupKeyOf(db, tenantKey, request.userId, uploadGroup);
  const own = { kind, uploadKey: null, groupKey, batchKey: request.idempotency?.key ?? null };
  const decisions = request.decide && decisionsOf(db, tenantKey, own, request.decide);
  const uploadId = randomUUID();
  const firstSeq = statement(db, `SELECT ifnull(max(seq), 0) + 1 FROM ${table.name}`).pluck().get() as number;
  const upload = { uploadId, kind, rows, at: now().toISOString(), firstSeq, firstId: nextFirstId(), groupKey };
  const uploadKey = insertUpload(db, owner, request, decisions, upload);
  const insertion = table.insertion(db);
  const duplicateGroup = groupKey ?? uploadKey;
  for (let index = 0; index < rows.length; index++) {
    const keys = { seq: firstSeq + index, tenantKey, uploadKey, duplicateGroup };
    table.insert(insertion, keys, rows[index] ?? {}, decisions?.[index]);
  }
  table.noteNew(db, tenantKey, uploadKey, rows, decisions);
  if (kind === 'Settlement') statement(db, 'INSERT INTO match_progress (tenant_key) VALUES (?) ON CONFLICT DO NOTHING').run(tenantKey);
  statement(db, `UPDATE tenant SET ${table.counter} = ${table.counter} + ? WHERE tenant_key = ?`).run(rows.length, tenantKey);
  if (decisions) noteDays(db, tenantKey, kind, { ...rowsInUpload({ firstSeq, rows: rows.length }), isNew: true });
  return { uploadId, replayed: false };
}

interface NewUpload {
  uploadId: string;
  kind: UploadKind;
  rows: readonly UploadedFields[];
  at: string;
  firstSeq: number;
  firstId: Buffer;
  groupKey: number | null;
}

function insertUpload(
  db: Database,
  { tenantKey, userKey }: UploadOwner,
  request: StageRequest,
  decisions: readonly RowDecision[] | null,
  { uploadId, kind, rows, at, firstSeq, firstId, groupKey }: NewUpload,
): number {
  const { importConfigurationId, idempotency, uploadGroup } = request;
  const progress = progressOf({ ...nothingDecided, kind, rows: rows.length }, rows, decisions ?? []);
  const { lastInsertRowid } = statement(
    db,
    `INSERT INTO upload (id, kind, tenant_key, user_key, import_configuration_key, created_at, idempotency_key, batch_key, fingerprint, status_at,
       first_seq, first_transaction_id, rows, upload_group, group_key,
       decided, processed, duplicates, rejected, warnings, amounts, errors, error_count, status, imported_at)
     VALUES (?, ?, ?, ?,
       (SELECT import_configuration_key FROM import_configuration WHERE tenant_key = ? AND id = ?), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
       ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    uploadId,
    kind,
    tenantKey,
    userKey,
    tenantKey,
    importConfigurationId,
    at,
    idempotency?.key ?? null,
    idempotency?.key ?? null,
    idempotency?.fingerprint ?? null,
    at,
    firstSeq,
    firstId,
    rows.length,
    uploadGroup,
    groupKey,
    ...progressValues(progress),
    progress.status === 'Processing' ? null : at,
  );
  return Number(lastInsertRowid);
}

/** The upload that the user has staged with this key, or null. Fails with `keyReused` where the content was different. */
export function earlierUpload(db: Database, tenantKey: number, userId: string, idempotency: Idempotency): StagedUpload | null {
  const earlier = statement(
    db,
    `SELECT id, fingerprint FROM upload
     WHERE tenant_key = ? AND user_key = (SELECT user_key FROM app_user WHERE id = ?) AND idempotency_key = ?`,
  ).get(tenantKey, userId, idempotency.key) as { id: string; fingerprint: string } | undefined;
  return earlier ? replayOf(earlier, idempotency) : null;
}

/** Frees the idempotency keys of uploads staged before `before`; the uploads stay. */
export function pruneIdempotencyKeys(db: Database, before: Date): void {
  statement(db, 'UPDATE upload SET idempotency_key = NULL, fingerprint = NULL WHERE idempotency_key IS NOT NULL AND created_at < ?').run(
    before.toISOString(),
  );
}
