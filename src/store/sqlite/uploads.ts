/** One tenant's uploads: their states, and the steps of import. Every function is one SQLite transaction. */
import type { Database } from 'better-sqlite3';
import { uploadStateErrorsMax } from '../../contract/limits.js';
import { SalesError } from '../../contract/problem.js';
import type { TransactionField } from '../../contract/transaction.js';
import type { UploadStatus } from '../../contract/upload.js';
import type { ImportConfiguration, ImportStep, RowDecision, Upload } from '../store.js';
import { matchStateCodes, stateCodes, toUpload, type UploadedRow, uploadSelection } from './rows.js';
import { andUploadWithin, type Reach } from './scope.js';
import { statement } from './statements.js';
import { noteDecisions } from './upload-values.js';

export interface UploadRow extends Omit<Upload, 'errors'> {
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

export function importConfiguration(db: Database, tenantKey: number, id: string | undefined): ImportConfiguration | null {
  const row =
    id === undefined
      ? statement(db, 'SELECT * FROM import_configuration WHERE tenantKey = ? AND isDefault = 1').get(tenantKey)
      : statement(db, 'SELECT * FROM import_configuration WHERE tenantKey = ? AND id = ?').get(tenantKey, id.toLowerCase());
  return row ? toImportConfiguration(row as ConfigurationRow) : null;
}

function toImportConfiguration(row: ConfigurationRow): ImportConfiguration {
  return {
    id: row.id,
    name: row.name,
    requiredFields: JSON.parse(row.requiredFields) as TransactionField[],
    currencyCheck: row.currencyCheck === 1,
  };
}

export function findUpload(db: Database, { tenantKey, limit }: Reach, uploadId: string): UploadRow | undefined {
  const { sql, values } = andUploadWithin(limit);
  return statement(db, `SELECT * FROM upload WHERE tenantKey = ? AND id = ?${sql}`).get(tenantKey, uploadId.toLowerCase(), ...values) as
    | UploadRow
    | undefined;
}

export function toUploadRecord(row: UploadRow): Upload {
  const { id, status, statusAt, rows, decided, processed, rejected, errorCount } = row;
  return { id, status, statusAt, rows, decided, processed, rejected, errorCount, errors: JSON.parse(row.errors) as string[] };
}

export function importStep(db: Database, tenantKey: number, uploadId: string, rowsMax: number): ImportStep | null {
  const upload = findUpload(db, { tenantKey, limit: null }, uploadId);
  if (!upload || upload.decided === upload.rows) return null;
  const configuration = statement(db, 'SELECT * FROM import_configuration WHERE tenantKey = ? AND importConfigurationKey = ?').get(
    tenantKey,
    upload.importConfigurationKey,
  ) as ConfigurationRow;
  const count = Math.min(rowsMax, upload.rows - upload.decided);
  const firstSeq = upload.firstSeq + upload.decided;
  const rows = statement(
    db,
    `SELECT ${uploadSelection} FROM "transaction" NOT INDEXED WHERE tenantKey = ? AND seq >= ? AND seq < ? ORDER BY seq`,
  ).all(tenantKey, firstSeq, firstSeq + count) as UploadedRow[];
  // Cannot be, as upload and rows are one transaction; going on would never come to an end.
  if (rows.length !== count) throw new SalesError('internal', `Upload ${uploadId} lacks rows that it was staged with.`);
  return { configuration: toImportConfiguration(configuration), firstIndex: upload.decided, rows: rows.map(toUpload) };
}

export function recordImport(
  { db, now }: { db: Database; now: () => Date },
  tenantKey: number,
  uploadId: string,
  firstIndex: number,
  decisions: readonly RowDecision[],
): void {
  const record = db.transaction(() => {
    const upload = findUpload(db, { tenantKey, limit: null }, uploadId);
    if (!upload || upload.decided !== firstIndex) return;
    const update = statement(
      db,
      'UPDATE "transaction" SET transactionState = ?, transactionMatchState = ?, comment = ? WHERE tenantKey = ? AND seq = ?',
    );
    for (const [index, { transactionState, transactionMatchState, comment }] of decisions.entries()) {
      const seq = upload.firstSeq + firstIndex + index;
      update.run(stateCodes[transactionState], matchStateCodes[transactionMatchState], comment, tenantKey, seq);
    }
    noteDecisions(db, tenantKey, upload.uploadKey, decisions);
    advance(db, tenantKey, upload, decisions, now().toISOString());
  });
  record.immediate();
}

/** Moves the upload's cursor and counts past `decisions`, and to its final status when they were the last. */
function advance(db: Database, tenantKey: number, upload: UploadRow, decisions: readonly RowDecision[], at: string): void {
  const { decided, processed, rejected, errors, errorCount, status } = progressOf(upload, decisions);
  statement(
    db,
    'UPDATE upload SET decided = ?, processed = ?, rejected = ?, errors = ?, errorCount = ?, status = ?, statusAt = ? WHERE tenantKey = ? AND uploadKey = ?',
  ).run(
    decided,
    processed,
    rejected,
    errors,
    errorCount,
    status,
    status === 'Processing' ? upload.statusAt : at,
    tenantKey,
    upload.uploadKey,
  );
}

/** How far an upload's import is; `errors` as JSON text. */
export type UploadProgress = Pick<UploadRow, 'rows' | 'decided' | 'processed' | 'errors' | 'errorCount'>;

/** The progress of an upload after further decisions. */
export function progressOf(upload: UploadProgress, decisions: readonly RowDecision[]) {
  const decided = upload.decided + decisions.length;
  if (decided > upload.rows) throw new SalesError('internal', 'An import step has more decisions than rows.');
  const processed = upload.processed + decisions.filter((decision) => decision.transactionState === 'Processed').length;
  const rejected = decided - processed;
  const messages = decisions.flatMap((decision) => decision.errors);
  const errors = JSON.stringify([...(JSON.parse(upload.errors) as string[]), ...messages].slice(0, uploadStateErrorsMax));
  const status = decided < upload.rows ? ('Processing' as const) : finalStatus(processed, rejected);
  return { decided, processed, rejected, errors, errorCount: upload.errorCount + messages.length, status };
}

function finalStatus(processed: number, rejected: number): UploadStatus {
  if (rejected === 0) return 'Processed';
  return processed === 0 ? 'Failed' : 'ProcessedWithErrors';
}
