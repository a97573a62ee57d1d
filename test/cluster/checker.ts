/** Compares what clients were told with what the database has. Pure: {@link storedUploads} reads it. */
import type { DatabasePair } from './pair.js';

export interface SentUpload {
  /** Begins the reference of each of its rows: `REFERENCE/0`, `REFERENCE/1` … */
  reference: string;
  tenantId: string;
  /** Null where it went without an idempotency key. */
  key: string | null;
  rows: number;
  /** The id of the upload that was acknowledged. */
  acknowledged: string | null;
  /** How many tries ended without an answer: each may have been stored. */
  inDoubt: number;
}

export interface StoredUpload {
  id: string;
  tenantId: string;
  /** Of its rows; null where it has none, or those of several. */
  reference: string | null;
  /** As the upload says, and as there are. */
  rows: number;
  found: number;
  /** Its place among the tenant's uploads, and the id of its first transaction. */
  order: number;
  firstTransactionId: string;
}

/** Each a sentence; none where all is right. */
export interface Findings {
  /** Acknowledged, and not there. */
  lost: string[];
  /** There more often than was acknowledged or may be. */
  doubled: string[];
  /** There in part, or counted otherwise. */
  partial: string[];
  /** In another tenant, or of nobody. */
  astray: string[];
  /** Ids of transactions that do not rise. */
  backwards: string[];
}

export function check(sent: readonly SentUpload[], stored: readonly StoredUpload[]): Findings {
  const findings: Findings = { lost: [], doubled: [], partial: [], astray: [], backwards: [] };
  const byReference = new Map<string, StoredUpload[]>();
  for (const upload of stored) {
    if (upload.reference === null) findings.partial.push(`upload ${upload.id} has no rows, or rows of several uploads`);
    else byReference.set(upload.reference, [...(byReference.get(upload.reference) ?? []), upload]);
  }
  for (const upload of sent) {
    const found = byReference.get(upload.reference) ?? [];
    byReference.delete(upload.reference);
    if (upload.acknowledged !== null && !found.some(({ id }) => id === upload.acknowledged)) {
      findings.lost.push(`${upload.reference} was acknowledged as ${upload.acknowledged}`);
    }
    // Under a key it stands once, however often it was sent. Without, each try may have been stored that had no answer.
    const most = upload.key === null ? (upload.acknowledged === null ? 0 : 1) + upload.inDoubt : 1;
    if (found.length > most) findings.doubled.push(`${upload.reference} stands ${found.length} times`);
    for (const one of found) {
      if (one.tenantId !== upload.tenantId) findings.astray.push(`${upload.reference} stands in tenant ${one.tenantId}`);
      if (one.rows !== upload.rows || one.found !== upload.rows) {
        findings.partial.push(`${upload.reference} has ${one.found} rows and counts ${one.rows} of ${upload.rows}`);
      }
    }
  }
  for (const [reference, found] of byReference) findings.astray.push(`nobody sent ${reference}, which stands ${found.length} times`);
  findings.backwards.push(...backwards(stored));
  return findings;
}

function backwards(stored: readonly StoredUpload[]): string[] {
  const found: string[] = [];
  const last = new Map<string, StoredUpload>();
  for (const upload of [...stored].sort((a, b) => a.order - b.order)) {
    const before = last.get(upload.tenantId);
    if (before && upload.firstTransactionId <= before.firstTransactionId)
      found.push(`${upload.id} comes after ${before.id}, but has a lower id`);
    last.set(upload.tenantId, upload);
  }
  return found;
}

export const nothing: Findings = { lost: [], doubled: [], partial: [], astray: [], backwards: [] };

/** All uploads whose references begin with `name`, and those of which nobody can say. */
export function storedUploads(pair: DatabasePair, database: string, name: string): Promise<StoredUpload[]> {
  return pair.sql<StoredUpload>(
    database,
    `WITH found AS (
       SELECT upload.tenant_key, upload.upload_key, count(sale.seq)::int AS found,
         min(split_part(transaction_reference, '/', 1)) AS first, max(split_part(transaction_reference, '/', 1)) AS last
       FROM upload LEFT JOIN transaction AS sale ON sale.tenant_key = upload.tenant_key AND sale.upload_key = upload.upload_key
       GROUP BY upload.tenant_key, upload.upload_key
     )
     SELECT upload.id, tenant.id AS "tenantId", CASE WHEN first = last THEN first END AS reference, rows, found,
       upload.upload_key::int AS "order", first_transaction_id AS "firstTransactionId"
     FROM upload JOIN found USING (tenant_key, upload_key) JOIN tenant USING (tenant_key)
     WHERE first IS DISTINCT FROM last OR starts_with(first, $1)`,
    `${name}-`,
  );
}

/** Tenants whose counters say something else than their rows, each a sentence. */
export async function miscounted(pair: DatabasePair, database: string): Promise<string[]> {
  const rows = await pair.sql<{ key: number }>(
    database,
    `SELECT tenant_key AS key FROM tenant_counter AS c
     WHERE transactions <> (SELECT count(*) FROM transaction WHERE tenant_key = c.tenant_key)
       OR uploads <> (SELECT count(*) FROM upload WHERE tenant_key = c.tenant_key)`,
  );
  return rows.map(({ key }) => `tenant ${key} counts other rows than it has`);
}
