/** A page of a tenant's uploads, as JSON. Without an index of their own, because all but the distant pages of a small tenant are near. */
import { decimalText } from '../../../contract/amount.js';
import type { UploadList, UploadListQuery } from '../../../contract/operations.js';
import type { ListedUpload } from '../../../contract/upload.js';
import { amountsFrom } from '../../upload-progress.js';
import { andUploadWithin, type Reach } from '../access/scope.js';
import type { Database } from '../database/engine.js';
import { statement } from '../database/statements.js';

interface ListedRow extends Omit<ListedUpload, 'amounts' | 'withdrawn'> {
  amounts: string;
  withdrawnAt: string | null;
  withdrawnBy: string | null;
}

/** An UploadList as JSON, the newest first; in the scope of some units, the user's own uploads. */
export function listUploads(db: Database, { tenantKey, limit }: Reach, { pageSize, pageNumber }: UploadListQuery): string {
  const { sql, values } = andUploadWithin(limit);
  const rows = statement(
    db,
    `SELECT id AS uploadId, createdAt AS receivedAt, (SELECT name FROM user WHERE user.userKey = upload.userKey) AS user, uploadGroup,
       status, statusAt AS date, rows AS transactions, decided, processed, duplicates, rejected, warnings, amounts, withdrawnAt, withdrawnBy
     FROM upload WHERE tenantKey = ?${sql} ORDER BY uploadKey DESC LIMIT ? OFFSET ?`,
  ).all(tenantKey, ...values, pageSize + 1, (pageNumber - 1) * pageSize) as ListedRow[];
  const list: UploadList = { items: rows.slice(0, pageSize).map(itemOf), hasMore: rows.length > pageSize };
  return JSON.stringify(list);
}

function itemOf({ amounts, withdrawnAt, withdrawnBy, ...item }: ListedRow): ListedUpload {
  const sums = amountsFrom(amounts).map(({ currency, rows, units }) => ({ currency, transactions: rows, amount: decimalText(units) }));
  return { ...item, amounts: sums, ...(withdrawnAt !== null && { withdrawn: { at: withdrawnAt, by: withdrawnBy ?? '' } }) };
}
