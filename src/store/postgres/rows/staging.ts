/** Staging: stores batches of rows with their upload and idempotency key, those of one tenant in one transaction under the tenant's lock. */
import { SalesError } from '../../../contract/problem.js';
import { type UploadKind, uploadKinds } from '../../../contract/states.js';
import { reachOf } from '../../access/scope.js';
import type { TenantScope } from '../../access.js';
import { firstIdSource } from '../../ids.js';
import { noteTerminals } from '../../rows/location-terminals.js';
import { rowTables } from '../../rows/row-tables.js';
import { stageBatch } from '../../rows/staging.js';
import { stagedRows } from '../../stored-upload.js';
import type { StagedUpload, StageRequest, Staging, StagingOutcome } from '../../uploads.js';
import { isOfDatabase } from '../database/failure.js';
import type { Session } from '../database/session.js';
import { anyTenant } from '../database/values.js';
import { runOn } from '../database/work.js';
import { type TestClock, type Turn, takeTurn } from './turn.js';

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
  // Kinds without staged rows have nothing to count.
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

async function stageOne(session: Session, progress: StagedSoFar, scope: TenantScope, request: StageRequest): Promise<StagedUpload> {
  const { tenantKey, at, nextFirstId, nextSeq } = progress;
  const { kind, rows } = stagedRows(request);
  const reach = await runOn(session, reachOf({ scope }, tenantKey));
  const place = { uploadKey: nextSeq, firstSeq: nextSeq };
  const { firstId, ...staged } = await runOn(session, stageBatch({ ...reach, at, nextFirstId, place }, request));
  if (staged.replayed) return staged;
  if (kind === 'Sales') await runOn(session, noteTerminals(tenantKey, rows));
  progress.nextSeq += rows.length;
  progress.rows[kind] += rows.length;
  progress.lastId = firstId;
  progress.uploads.push(staged.uploadId);
  return staged;
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
