/** Staging: stores a batch of rows with its upload and idempotency key. */
import { randomUUID } from 'node:crypto';
import { SalesError } from '../../contract/problem.js';
import { placeTest, type Reach } from '../access/scope.js';
import type { RowDecision } from '../import-decisions.js';
import { port } from '../port.js';
import { first, joined, run, sql, text, type Work } from '../sql/work.js';
import { progressColumns, progressValues, stagedRows } from '../stored-upload.js';
import { progressOf } from '../upload-progress.js';
import type { Idempotency, StagedUpload, StageRequest } from '../uploads.js';
import { settleEarlier } from './decided-again.js';
import { noteDays, rowsInUpload } from './match-progress.js';

/** Where the next upload goes. */
export interface UploadPlace {
  uploadKey: number;
  firstSeq: number;
}

export interface StagingBatch extends Reach {
  at: Date;
  nextFirstId: () => Buffer;
  place: UploadPlace;
}

/** What a batch finds in the database. */
interface BatchContext {
  userKey: number | null;
  importConfigurationKey: number | null;
  groupKey: number | null;
  earlierId: string | null;
  earlierFingerprint: string | null;
}

function* contextOf(tenantKey: number, { userId, importConfigurationId, uploadGroup, idempotency }: StageRequest): Work<BatchContext> {
  const owner = sql`(SELECT user_key FROM app_user WHERE id = ${userId})`;
  const found = yield* first<BatchContext>(
    sql`SELECT ${owner} AS user_key,
        (SELECT import_configuration_key FROM import_configuration WHERE tenant_key = ${tenantKey} AND id = ${importConfigurationId}) AS import_configuration_key,
        (SELECT min(upload_key) FROM upload WHERE tenant_key = ${tenantKey} AND user_key = ${owner} AND upload_group = ${uploadGroup}) AS group_key,
        earlier.id AS earlier_id, earlier.fingerprint AS earlier_fingerprint
      FROM (SELECT 1 AS one) AS one
      LEFT JOIN upload AS earlier
        ON earlier.tenant_key = ${tenantKey} AND earlier.user_key = ${owner} AND earlier.idempotency_key = ${idempotency?.key ?? null}`,
  );
  return found as BatchContext;
}

/**
 * Stages a batch, or finds that it was staged before. Where it fails by a SalesError, nothing was written. The counts of rows are the caller's,
 * and what is kept of their terminals.
 */
export function* stageBatch({ at, nextFirstId, place, ...reach }: StagingBatch, request: StageRequest): Work<StagedBatch> {
  const { tenantKey } = reach;
  const { idempotency } = request;
  const { kind, rows } = stagedRows(request);
  const found = yield* contextOf(tenantKey, request);
  // The user may have been removed while the body was on its way.
  if (found.userKey === null) throw new SalesError('unauthorized');
  if (idempotency && found.earlierId !== null) {
    return { ...replayOf({ id: found.earlierId, fingerprint: found.earlierFingerprint }, idempotency), firstId: null };
  }
  if (found.importConfigurationKey === null) throw new SalesError('notFound', 'There is no such import configuration.');
  if (reach.limit && !rows.every(yield* placeTest(reach)))
    throw new SalesError('unavailable', 'The units of the user have just changed: try again.');
  const { decisionsOf, insertRows } = yield* port();
  const belonging = { kind, uploadKey: null, groupKey: found.groupKey, batchKey: idempotency?.key ?? null };
  const own = { ...belonging, seqOf: (index: number) => place.firstSeq + index, idOf: () => null };
  const decisions = yield* decisionsOf(tenantKey, own, request.decide);
  const upload = newUpload({ tenantKey, at, firstId: nextFirstId(), ...place }, request, decisions, found);
  yield* insertRows({ tenantKey, ...place, duplicateGroup: found.groupKey ?? place.uploadKey }, kind, rows, decisions);
  yield* run(
    sql`INSERT INTO upload (${text(uploadColumns.join(', '))}) VALUES (${joined(
      upload.values.map((value) => sql`${value}`),
      ', ',
    )})`,
  );
  if (kind === 'Settlement') yield* run(sql`INSERT INTO match_progress (tenant_key) VALUES (${tenantKey}) ON CONFLICT DO NOTHING`);
  yield* noteDays(tenantKey, kind, rowsInUpload({ ...place, rows: rows.length }), true);
  yield* settleEarlier({ tenantKey, at }, { id: upload.uploadId, kind }, request.decide, decisions);
  return { uploadId: upload.uploadId, firstId: upload.firstId, replayed: false };
}

/** The answer for an upload that an earlier request has staged. Fails with `keyReused` where its content was different. */
function replayOf(earlier: { id: string; fingerprint: string | null }, { fingerprint }: Idempotency): StagedUpload {
  if (earlier.fingerprint !== fingerprint) {
    throw new SalesError('keyReused', 'The idempotency key was used before, for an upload with another content.');
  }
  return { uploadId: earlier.id, replayed: true };
}

/** `firstId` is null where it was staged before. */
export type StagedBatch = StagedUpload & { firstId: Buffer | null };

const uploadColumns = [
  ...['tenant_key', 'upload_key', 'id', 'kind', 'user_key', 'import_configuration_key', 'created_at', 'idempotency_key', 'batch_key'],
  ...['fingerprint', 'status_at', 'first_seq', 'first_transaction_id', 'rows', 'upload_group', 'group_key', 'file_name', 'file_sha256'],
  ...progressColumns,
  'imported_at',
];

/** The values of the {@link uploadColumns}. */
function newUpload(
  { tenantKey, at, firstId, uploadKey, firstSeq }: UploadPlace & { tenantKey: number; at: Date; firstId: Buffer },
  request: StageRequest,
  decisions: readonly RowDecision[],
  { userKey, importConfigurationKey, groupKey }: BatchContext,
): { uploadId: string; firstId: Buffer; values: unknown[] } {
  const { idempotency, uploadGroup, uploadSource } = request;
  const { kind, rows } = stagedRows(request);
  const uploadId = randomUUID();
  const time = at.toISOString();
  const values = [
    ...[tenantKey, uploadKey, uploadId, kind, userKey, importConfigurationKey, time, idempotency?.key ?? null, idempotency?.key ?? null],
    ...[idempotency?.fingerprint ?? null, time, firstSeq, firstId, rows.length, uploadGroup, groupKey],
    ...[uploadSource?.name ?? null, uploadSource?.sha256 ?? null],
    ...progressValues(progressOf(kind, rows, decisions)),
    time,
  ];
  return { uploadId, firstId, values };
}

/** The upload that the user has staged with this key, or null. Fails with `keyReused` where the content was different. */
export function* earlierUpload(tenantKey: number, userId: string, idempotency: Idempotency): Work<StagedUpload | null> {
  const earlier = yield* first<{ id: string; fingerprint: string }>(
    sql`SELECT id, fingerprint FROM upload
      WHERE tenant_key = ${tenantKey} AND user_key = (SELECT user_key FROM app_user WHERE id = ${userId}) AND idempotency_key = ${idempotency.key}`,
  );
  return earlier ? replayOf(earlier, idempotency) : null;
}
