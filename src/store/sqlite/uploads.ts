/** One tenant's uploads: staging a batch, reading states, and the steps of import. Every method is one SQLite transaction. */
import { randomUUID } from 'node:crypto';
import type { Database, Statement } from 'better-sqlite3';
import { uploadStateErrorsMax } from '../../contract/limits.js';
import { SalesError } from '../../contract/problem.js';
import type { TransactionField } from '../../contract/transaction.js';
import type { UploadStatus } from '../../contract/upload.js';
import type { Idempotency, ImportConfiguration, ImportStep, RowDecision, StagedUpload, StageRequest, Upload } from '../store.js';
import { insertTransaction, matchStateCodes, stagedValues, stateCodes, type TransactionRow, toUpload, uploadSelection } from './rows.js';

interface UploadRow extends Omit<Upload, 'errors'> {
  uploadKey: number;
  importConfigurationKey: number;
  firstSeq: number;
  errors: string;
}

interface ConfigurationRow {
  id: string;
  name: string;
  requiredFields: string;
  currencyCheck: number;
}

export interface UploadContext {
  db: Database;
  nextId: () => Buffer;
  now: () => Date;
}

export function toImportConfiguration(row: ConfigurationRow): ImportConfiguration {
  return {
    id: row.id,
    name: row.name,
    requiredFields: JSON.parse(row.requiredFields) as TransactionField[],
    currencyCheck: row.currencyCheck === 1,
  };
}

/** Stages a batch with its idempotency key in one transaction, or finds that it was staged before. */
export function stageUpload({ db, nextId, now }: UploadContext, tenantKey: number, request: StageRequest): StagedUpload {
  const at = now().toISOString();
  const stage = db.transaction((): StagedUpload => {
    const earlier = request.idempotency && earlierUpload(db, tenantKey, request.userId, request.idempotency);
    if (earlier) return earlier;
    const uploadId = randomUUID();
    const firstSeq = db.prepare('SELECT ifnull(max(seq), 0) + 1 FROM "transaction"').pluck().get() as number;
    const uploadKey = insertUpload(db, tenantKey, request, { uploadId, at, firstSeq });
    const insert: Statement<unknown[]> = db.prepare(insertTransaction);
    for (const [index, transaction] of request.transactions.entries()) {
      insert.run(...stagedValues(firstSeq + index, nextId(), tenantKey, uploadKey, transaction));
    }
    return { uploadId, replayed: false };
  });
  return stage.immediate();
}

function insertUpload(
  db: Database,
  tenantKey: number,
  { userId, importConfigurationId, idempotency, transactions }: StageRequest,
  { uploadId, at, firstSeq }: { uploadId: string; at: string; firstSeq: number },
): number {
  const { lastInsertRowid } = db
    .prepare(
      `INSERT INTO upload (id, tenantKey, userKey, importConfigurationKey, createdAt, idempotencyKey, fingerprint, status, statusAt, firstSeq, rows)
       VALUES (?, ?, (SELECT userKey FROM user WHERE id = ?),
         (SELECT importConfigurationKey FROM import_configuration WHERE tenantKey = ? AND id = ?), ?, ?, ?, 'Processing', ?, ?, ?)`,
    )
    .run(
      uploadId,
      tenantKey,
      userId,
      tenantKey,
      importConfigurationId,
      at,
      idempotency?.key ?? null,
      idempotency?.fingerprint ?? null,
      at,
      firstSeq,
      transactions.length,
    );
  return Number(lastInsertRowid);
}

export function earlierUpload(db: Database, tenantKey: number, userId: string, { key, fingerprint }: Idempotency): StagedUpload | null {
  const earlier = db
    .prepare(
      `SELECT id, fingerprint FROM upload
       WHERE tenantKey = ? AND userKey = (SELECT userKey FROM user WHERE id = ?) AND idempotencyKey = ?`,
    )
    .get(tenantKey, userId, key) as { id: string; fingerprint: string } | undefined;
  if (!earlier) return null;
  if (earlier.fingerprint !== fingerprint) {
    throw new SalesError('keyReused', 'The idempotency key was used before, for an upload with another content.');
  }
  return { uploadId: earlier.id, replayed: true };
}

export function pruneIdempotencyKeys(db: Database, before: Date): void {
  db.prepare('UPDATE upload SET idempotencyKey = NULL, fingerprint = NULL WHERE idempotencyKey IS NOT NULL AND createdAt < ?').run(
    before.toISOString(),
  );
}

export function findUpload(db: Database, tenantKey: number, uploadId: string): UploadRow | undefined {
  return db.prepare('SELECT * FROM upload WHERE tenantKey = ? AND id = ?').get(tenantKey, uploadId.toLowerCase()) as UploadRow | undefined;
}

export function toUploadRecord(row: UploadRow): Upload {
  const { id, status, statusAt, rows, decided, processed, rejected, errorCount } = row;
  return { id, status, statusAt, rows, decided, processed, rejected, errorCount, errors: JSON.parse(row.errors) as string[] };
}

export function importStep(db: Database, tenantKey: number, uploadId: string, rowsMax: number): ImportStep | null {
  const upload = findUpload(db, tenantKey, uploadId);
  if (!upload || upload.decided === upload.rows) return null;
  const configuration = db
    .prepare('SELECT * FROM import_configuration WHERE tenantKey = ? AND importConfigurationKey = ?')
    .get(tenantKey, upload.importConfigurationKey) as ConfigurationRow;
  const count = Math.min(rowsMax, upload.rows - upload.decided);
  const firstSeq = upload.firstSeq + upload.decided;
  const rows = db
    .prepare(`SELECT ${uploadSelection} FROM "transaction" WHERE tenantKey = ? AND seq >= ? AND seq < ? ORDER BY seq`)
    .all(tenantKey, firstSeq, firstSeq + count) as TransactionRow[];
  // Cannot be, as upload and rows are one transaction; going on would never come to an end.
  if (rows.length !== count) throw new SalesError('internal', `Upload ${uploadId} lacks rows that it was staged with.`);
  return { configuration: toImportConfiguration(configuration), firstIndex: upload.decided, rows: rows.map(toUpload) };
}

export function recordImport(
  { db, now }: UploadContext,
  tenantKey: number,
  uploadId: string,
  firstIndex: number,
  decisions: readonly RowDecision[],
): void {
  const record = db.transaction(() => {
    const upload = findUpload(db, tenantKey, uploadId);
    if (!upload || upload.decided !== firstIndex) return;
    const update = db.prepare(
      'UPDATE "transaction" SET transactionState = ?, transactionMatchState = ?, comment = ? WHERE tenantKey = ? AND seq = ?',
    );
    for (const [index, { transactionState, transactionMatchState, comment }] of decisions.entries()) {
      const seq = upload.firstSeq + firstIndex + index;
      update.run(stateCodes[transactionState], matchStateCodes[transactionMatchState], comment, tenantKey, seq);
    }
    advance(db, tenantKey, upload, decisions, now().toISOString());
  });
  record.immediate();
}

/** Moves the upload's cursor and counts past `decisions`, and to its final status when they were the last. */
function advance(db: Database, tenantKey: number, upload: UploadRow, decisions: readonly RowDecision[], at: string): void {
  const decided = upload.decided + decisions.length;
  if (decided > upload.rows) throw new SalesError('internal', 'An import step has more decisions than rows.');
  const processed = upload.processed + decisions.filter((decision) => decision.transactionState === 'Processed').length;
  const rejected = decided - processed;
  const messages = decisions.flatMap((decision) => decision.errors);
  const errors = [...(JSON.parse(upload.errors) as string[]), ...messages].slice(0, uploadStateErrorsMax);
  const status = decided < upload.rows ? 'Processing' : finalStatus(processed, rejected);
  db.prepare(
    'UPDATE upload SET decided = ?, processed = ?, rejected = ?, errors = ?, errorCount = ?, status = ?, statusAt = ? WHERE tenantKey = ? AND uploadKey = ?',
  ).run(
    decided,
    processed,
    rejected,
    JSON.stringify(errors),
    upload.errorCount + messages.length,
    status,
    status === 'Processing' ? upload.statusAt : at,
    tenantKey,
    upload.uploadKey,
  );
}

function finalStatus(processed: number, rejected: number): UploadStatus {
  if (rejected === 0) return 'Processed';
  return processed === 0 ? 'Failed' : 'ProcessedWithErrors';
}
