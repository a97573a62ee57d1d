/** Staging: stores batches of rows with their upload and idempotency key, those of one tenant in one transaction under the tenant's lock. */
import { SalesError } from '../../../contract/problem.js';
import { type UploadKind, uploadKinds } from '../../../contract/states.js';
import { reachOf } from '../../access/scope.js';
import type { TenantScope } from '../../access.js';
import { firstIdSource } from '../../ids.js';
import { noteTerminals } from '../../rows/location-terminals.js';
import { rowTables } from '../../rows/row-tables.js';
import { stageBatch } from '../../rows/staging.js';
import { anyTenant } from '../../sql/dialect.js';
import { column, first, joined, run, sql, text, type Work } from '../../sql/work.js';
import { stagedRows } from '../../stored-upload.js';
import type { StagedUpload, StageRequest, Staging, StagingOutcome } from '../../uploads.js';
import { isOfDatabase } from '../database/failure.js';
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
export function* stageOfTenant(tenantKey: number, stagings: readonly Staging[], clock: TestClock): Work<Staged> {
  const turn = yield* takeTurn(tenantKey, clock);
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
      outcomes.push(yield* stageOne(progress, scope, request));
    } catch (failure) {
      // Nothing was written for this batch yet, so the others can go on.
      if (isOfDatabase(failure)) throw failure;
      outcomes.push({ failure });
    }
  }
  if (progress.uploads.length > 0) yield* close(progress);
  return { outcomes, uploadIds: progress.uploads };
}

/** Counts what was staged, and proves that it all went to this tenant: row-level security hides the rows of any other. */
function* close({ tenantKey, firstSeq, nextSeq, lastId, uploads, rows }: StagedSoFar): Work<void> {
  // Kinds without staged rows have nothing to count.
  const tables = uploadKinds.filter((kind) => rows[kind] > 0).map((kind) => ({ ...rowTables[kind], added: rows[kind] }));
  const counted = tables.map(({ counter, added }) => sql`${text(counter)} = ${text(counter)} + ${added}, `);
  const stored = tables.map(
    ({ table }) =>
      sql`(SELECT count(*) FROM ${table} WHERE tenant_key = ${anyTenant(tenantKey)} AND seq >= ${firstSeq} AND seq < ${nextSeq})`,
  );
  const closed = yield* first<{ rows: number }>(
    sql`UPDATE tenant_counter SET next_seq = ${nextSeq}, ${joined(counted)}uploads = uploads + ${uploads.length}, last_id = ${lastId}
      WHERE tenant_key = ${tenantKey} RETURNING ${joined([text('0::bigint'), ...stored], ' + ')} AS rows`,
  );
  if (closed?.rows !== nextSeq - firstSeq) throw new SalesError('internal', 'Rows of an upload went astray; nothing was stored.');
}

function* stageOne(progress: StagedSoFar, scope: TenantScope, request: StageRequest): Work<StagedUpload> {
  const { tenantKey, at, nextFirstId, nextSeq } = progress;
  const { kind, rows } = stagedRows(request);
  const reach = yield* reachOf({ scope }, tenantKey);
  const place = { uploadKey: nextSeq, firstSeq: nextSeq };
  const { firstId, ...staged } = yield* stageBatch({ ...reach, at, nextFirstId, place }, request);
  if (staged.replayed) return staged;
  if (kind === 'Sales') yield* noteTerminals(tenantKey, rows);
  progress.nextSeq += rows.length;
  progress.rows[kind] += rows.length;
  progress.lastId = firstId;
  progress.uploads.push(staged.uploadId);
  return staged;
}

/** Which of these uploads the tenant has. Takes the tenant's turn, and so waits for whoever may still be committing one of them. */
export function* uploadsThere(tenantKey: number, ids: readonly string[], clock: TestClock): Work<Set<string>> {
  yield* takeTurn(tenantKey, clock);
  return new Set(yield* column<string>(sql`SELECT id FROM upload WHERE tenant_key = ${tenantKey} AND id = ANY(${ids}::uuid[])`));
}

/** Frees the idempotency keys of a tenant's uploads staged before `before`, a limited number at once; returns how many. */
export function pruneIdempotencyKeys(tenantKey: number, before: Date, uploadsMax: number): Work<number> {
  return run(
    sql`UPDATE upload SET idempotency_key = NULL, fingerprint = NULL
      WHERE tenant_key = ${tenantKey} AND upload_key IN (
        SELECT upload_key FROM upload WHERE tenant_key = ${tenantKey} AND idempotency_key IS NOT NULL AND created_at < ${before.toISOString()}
        ORDER BY created_at LIMIT ${uploadsMax} FOR UPDATE SKIP LOCKED
      )`,
  );
}
