/** Staging: stores batches of rows with their upload and idempotency key, several batches with one commit. */
import { SalesError } from '../../../contract/problem.js';
import type { UploadKind } from '../../../contract/states.js';
import { reachIn } from '../../access/scope.js';
import { noteTerminals } from '../../rows/location-terminals.js';
import { rowTables } from '../../rows/row-tables.js';
import { stageBatch, type UploadPlace } from '../../rows/staging.js';
import { first, run, sql, text, type Work } from '../../sql/work.js';
import { stagedRows } from '../../stored-upload.js';
import type { Staging, StagingOutcome } from '../../uploads.js';
import { type Database, SqliteError } from '../database/engine.js';
import { runOn } from '../database/run-at-once.js';

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
  const together = context.db.transaction(() => stagings.map((one) => runOn(context.db, stageOne(context, one))));
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

function* stageOne({ nextFirstId, now }: StagingContext, { tenantId, scope, request }: Staging): Work<StagingOutcome> {
  const { kind, rows } = stagedRows(request);
  try {
    const reach = yield* reachIn({ tenantId, scope });
    const { tenantKey } = reach;
    const { firstId, ...staged } = yield* stageBatch({ ...reach, at: now(), nextFirstId, place: yield* nextPlace(kind) }, request);
    if (staged.replayed) return staged;
    if (kind === 'Sales') yield* noteTerminals(tenantKey, rows);
    const counter = text(rowTables[kind].counter);
    yield* run(sql`UPDATE tenant SET ${counter} = ${counter} + ${rows.length} WHERE tenant_key = ${tenantKey}`);
    return staged;
  } catch (failure) {
    // Nothing was written for this batch yet, so the others can go on.
    if (failure instanceof SalesError) return { failure };
    throw failure;
  }
}

/** Keys and numbers are those of all tenants. */
function* nextPlace(kind: UploadKind): Work<UploadPlace> {
  const place = yield* first<UploadPlace>(
    sql`SELECT (SELECT coalesce(max(upload_key), 0) + 1 FROM upload) AS upload_key,
      (SELECT coalesce(max(seq), 0) + 1 FROM ${rowTables[kind].table}) AS first_seq`,
  );
  return place as UploadPlace;
}

/** Frees the idempotency keys of uploads staged before `before`; the uploads stay. */
export function* pruneIdempotencyKeys(before: Date): Work<void> {
  const isOld = sql`idempotency_key IS NOT NULL AND created_at < ${before.toISOString()}`;
  yield* run(sql`UPDATE upload SET idempotency_key = NULL, fingerprint = NULL WHERE ${isOld}`);
}
