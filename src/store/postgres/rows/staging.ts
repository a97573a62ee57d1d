/** Staging: stores batches of rows with their upload and idempotency key, those of one tenant in one transaction under the tenant's lock. */
import { randomUUID } from 'node:crypto';
import { SalesError } from '../../../contract/problem.js';
import { type UploadKind, uploadKinds } from '../../../contract/states.js';
import { placeTest, reachOf } from '../../access/scope.js';
import type { TenantScope } from '../../access.js';
import type { RowDecision } from '../../decisions.js';
import { firstIdSource } from '../../ids.js';
import { progressColumns, progressValues, REACH_CHANGED, replayOf, stagedRows } from '../../stored-upload.js';
import { nothingDecided, progressOf } from '../../upload-progress.js';
import type { Idempotency, StagedUpload, StageRequest, Staging, StagingOutcome } from '../../uploads.js';
import { isOfDatabase } from '../database/failure.js';
import type { Session } from '../database/session.js';
import { anyTenant } from '../database/values.js';
import { runOn } from '../database/work.js';
import { decisionsOf } from './earlier-rows.js';
import { noteTerminals } from './location-terminals.js';
import { noteDays, rowsInUpload } from './matches.js';
import { rowTables } from './row-tables.js';
import { type TestClock, type Turn, takeTurn } from './turn.js';

const copyStatement = (kind: UploadKind) => {
  const { name, copied } = rowTables[kind];
  return `COPY ${name} (${copied.join(', ')}) FROM STDIN (FORMAT binary)`;
};

/** What was staged so far in a transaction. */
interface StagedSoFar extends Turn {
  nextFirstId: () => Buffer;
  uploads: string[];
  firstSeq: number;
  /** How many rows of each kind. */
  rows: Record<UploadKind, number>;
}

/** The outcomes of batches of one tenant, and the ids of the uploads that were added. */
export interface Staged {
  outcomes: StagingOutcome[];
  uploadIds: readonly string[];
}

/** Stages batches of one tenant. A batch that fails by itself leaves the others; what the database fails with rejects. */
export async function stageOfTenant(session: Session, tenantKey: number, stagings: readonly Staging[], clock: TestClock): Promise<Staged> {
  const turn = await takeTurn(session, tenantKey, clock);
  const progress: StagedSoFar = {
    ...turn,
    nextFirstId: firstIdSource(() => turn.at.getTime(), turn.lastId),
    uploads: [],
    firstSeq: turn.nextSeq,
    rows: { Sales: 0, Settlement: 0 },
  };
  const outcomes: StagingOutcome[] = [];
  for (const { scope, request } of stagings) {
    try {
      outcomes.push(await stageOne(session, progress, scope, request));
    } catch (failure) {
      // Nothing was written for this batch yet, so the others can go on.
      if (isOfDatabase(failure)) throw failure;
      outcomes.push({ failure });
    }
  }
  if (progress.uploads.length > 0) await close(session, progress);
  return { outcomes, uploadIds: progress.uploads };
}

/** Counts what was staged, and proves that it all went to this tenant: row-level security hides the rows of any other. */
async function close(session: Session, { tenantKey, firstSeq, nextSeq, lastId, uploads, rows }: StagedSoFar): Promise<void> {
  // Of kinds that were not staged nothing is asked.
  const tables = uploadKinds.filter((kind) => rows[kind] > 0).map((kind) => ({ ...rowTables[kind], added: rows[kind] }));
  const counted = tables.map(({ counter, added }) => `${counter} = ${counter} + ${added}, `).join('');
  const stored = tables.map(
    ({ name }) => `(SELECT count(*) FROM ${name} WHERE tenant_key = ${anyTenant('$1')} AND seq >= $3 AND seq < $2)`,
  );
  const closed = await session.first<{ rows: number }>(
    `UPDATE tenant_counter SET next_seq = $2, ${counted}uploads = uploads + $4, last_id = $5
     WHERE tenant_key = $1
     RETURNING ${stored.join(' + ') || '$2::bigint - $3::bigint'} AS rows`,
    tenantKey,
    nextSeq,
    firstSeq,
    uploads.length,
    lastId?.toString('hex'),
  );
  if (closed?.rows !== nextSeq - firstSeq) throw new SalesError('internal', 'Rows of an upload went astray; nothing was stored.');
}

/** What a batch finds in the database. */
interface BatchContext {
  userKey: number | null;
  importConfigurationKey: number | null;
  groupKey: number | null;
  earlierId: string | null;
  earlierFingerprint: string | null;
}

const selectContext = `SELECT owner.user_key AS "userKey",
    (SELECT import_configuration_key FROM import_configuration WHERE tenant_key = $1 AND id = $3::uuid) AS "importConfigurationKey",
    (SELECT min(upload_key) FROM upload WHERE tenant_key = $1 AND user_key = owner.user_key AND upload_group = $4) AS "groupKey",
    earlier.id AS "earlierId", earlier.fingerprint AS "earlierFingerprint"
  FROM (SELECT (SELECT user_key FROM app_user WHERE id = $2::uuid) AS user_key) AS owner
  LEFT JOIN upload AS earlier
    ON earlier.tenant_key = $1 AND earlier.user_key = owner.user_key AND earlier.idempotency_key = $5`;

async function stageOne(session: Session, progress: StagedSoFar, scope: TenantScope, request: StageRequest): Promise<StagedUpload> {
  const { tenantKey } = progress;
  const { idempotency, uploadGroup, importConfigurationId } = request;
  const { kind, rows } = stagedRows(request);
  const reach = await runOn(session, reachOf({ scope }, tenantKey));
  const found = (await session.first<BatchContext>(
    selectContext,
    tenantKey,
    request.userId,
    importConfigurationId,
    uploadGroup,
    idempotency?.key ?? null,
  )) as BatchContext;
  // The user may have been removed while the body was on its way.
  if (found.userKey === null) throw new SalesError('unauthorized');
  if (idempotency && found.earlierId !== null) return replayOf({ id: found.earlierId, fingerprint: found.earlierFingerprint }, idempotency);
  if (found.importConfigurationKey === null) throw new SalesError('notFound', 'There is no such import configuration.');
  if (reach.limit && !rows.every(await runOn(session, placeTest(reach)))) throw new SalesError('unavailable', REACH_CHANGED);
  const own = { kind, uploadKey: null, groupKey: found.groupKey, batchKey: idempotency?.key ?? null };
  const decisions = request.decide && (await decisionsOf(session, tenantKey, own, request.decide));
  const uploadKey = progress.nextSeq;
  const place = { tenantKey, uploadKey, duplicateGroup: found.groupKey ?? uploadKey };
  // All that may fail by the rows themselves comes before anything is written.
  const data = rowTables[kind].copy(place, rows, decisions);
  const insertion = uploadInsertion(progress, request, decisions, found);
  if (rows.length > 0) {
    // COPY is refused under row-level security: for its length this is a role that can only insert.
    await session.plain('SET LOCAL ROLE sales_copy');
    await session.copyIn(copyStatement(kind), data);
    await session.plain('SET LOCAL ROLE NONE');
  }
  await session.run(insertUpload, ...insertion.values);
  if (kind === 'Sales') await noteTerminals(session, tenantKey, rows);
  else await session.run('INSERT INTO match_progress (tenant_key) VALUES ($1) ON CONFLICT DO NOTHING', tenantKey);
  if (decisions) await noteDays(session, tenantKey, kind, { ...rowsInUpload({ firstSeq: uploadKey, rows: rows.length }), isNew: true });
  if (decisions === null) await enqueue(session, tenantKey, uploadKey, insertion.uploadId);
  progress.nextSeq += rows.length;
  progress.rows[kind] += rows.length;
  progress.lastId = insertion.firstId;
  progress.uploads.push(insertion.uploadId);
  return { uploadId: insertion.uploadId, replayed: false };
}

async function enqueue(session: Session, tenantKey: number, uploadKey: number, uploadId: string): Promise<void> {
  await session.run('INSERT INTO import_queue (tenant_key, upload_key, upload_id) VALUES ($1, $2, $3)', tenantKey, uploadKey, uploadId);
}

const uploadValues = [
  ...['tenant_key', 'upload_key', 'id', 'kind', 'user_key', 'import_configuration_key', 'created_at', 'idempotency_key', 'batch_key'],
  ...['fingerprint', 'status_at', 'first_seq', 'first_transaction_id', 'rows', 'upload_group', 'group_key'],
  ...progressColumns,
  'imported_at',
];
const insertUpload = `INSERT INTO upload (${uploadValues.join(', ')}) VALUES (${uploadValues.map((_, index) => `$${index + 1}`).join(', ')})`;

/** The values of {@link insertUpload}. */
function uploadInsertion(
  { tenantKey, nextSeq, at, nextFirstId }: StagedSoFar,
  request: StageRequest,
  decisions: readonly RowDecision[] | null,
  { userKey, importConfigurationKey, groupKey }: BatchContext,
): { uploadId: string; firstId: Buffer; values: unknown[] } {
  const { idempotency, uploadGroup } = request;
  const { kind, rows } = stagedRows(request);
  const uploadId = randomUUID();
  const firstId = nextFirstId();
  const time = at.toISOString();
  const progress = progressOf({ ...nothingDecided, kind, rows: rows.length }, rows, decisions ?? []);
  const values = [
    ...[tenantKey, nextSeq, uploadId, kind, userKey, importConfigurationKey, time, idempotency?.key ?? null, idempotency?.key ?? null],
    ...[idempotency?.fingerprint ?? null, time, nextSeq, firstId.toString('hex'), rows.length, uploadGroup, groupKey],
    ...progressValues(progress),
    progress.status === 'Processing' ? null : time,
  ];
  return { uploadId, firstId, values };
}

/** The upload that the user has staged with this key, or null. Fails with `keyReused` where the content was different. */
export async function earlierUpload(
  session: Session,
  tenantKey: number,
  userId: string,
  idempotency: Idempotency,
): Promise<StagedUpload | null> {
  const earlier = await session.first<{ id: string; fingerprint: string }>(
    `SELECT id, fingerprint FROM upload
     WHERE tenant_key = $1 AND user_key = (SELECT user_key FROM app_user WHERE id = $2) AND idempotency_key = $3`,
    tenantKey,
    userId,
    idempotency.key,
  );
  return earlier ? replayOf(earlier, idempotency) : null;
}

/** Which of these uploads the tenant has. Takes the tenant's turn, and so waits for whoever may still be committing one of them. */
export async function uploadsThere(session: Session, tenantKey: number, ids: readonly string[], clock: TestClock): Promise<Set<string>> {
  await takeTurn(session, tenantKey, clock);
  const found = await session.all<{ id: string }>('SELECT id FROM upload WHERE tenant_key = $1 AND id = ANY($2::uuid[])', tenantKey, ids);
  return new Set(found.map(({ id }) => id));
}

/** Frees the idempotency keys of a tenant's uploads staged before `before`, a limited number at once; returns how many. */
export function pruneIdempotencyKeys(session: Session, tenantKey: number, before: Date, uploadsMax: number): Promise<number> {
  return session.run(
    `UPDATE upload SET idempotency_key = NULL, fingerprint = NULL
     WHERE tenant_key = $1 AND upload_key IN (
       SELECT upload_key FROM upload WHERE tenant_key = $1 AND idempotency_key IS NOT NULL AND created_at < $2
       ORDER BY created_at LIMIT $3 FOR UPDATE SKIP LOCKED
     )`,
    tenantKey,
    before.toISOString(),
    uploadsMax,
  );
}
