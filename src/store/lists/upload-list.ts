/** A page of a tenant's uploads, as JSON. Only the filter by file has an index: all but the distant pages of a small tenant are near. */
import { decimalText } from '../../contract/amount.js';
import type { UploadListQuery } from '../../contract/inputs.js';
import type { ListedUpload } from '../../contract/upload.js';
import { isUuid } from '../../contract/uuid.js';
import { andUploadWithin, type Reach } from '../access/scope.js';
import { untoldWarnings } from '../rows/uploads.js';
import { all, nothing, sql, type Work } from '../sql/work.js';
import { amountsFrom } from '../upload-progress.js';

interface ListedUploadRow extends Omit<ListedUpload, 'amounts' | 'withdrawn'> {
  firstSeq: number;
  /** As JSON. */
  amounts: string;
  withdrawnAt: string | null;
  withdrawnBy: string | null;
}

/** An UploadList as JSON, the newest first; in the scope of some units, the user's own uploads. */
export function* listUploads(reach: Reach, { uploadId, fileSha256, pageSize, pageNumber }: UploadListQuery): Work<string> {
  if (uploadId !== undefined && !isUuid(uploadId)) return JSON.stringify({ items: [], hasMore: false });
  const isAsked = uploadId === undefined ? nothing : sql` AND id = ${uploadId.toLowerCase()}`;
  const isOfFile = fileSha256 === undefined ? nothing : sql` AND file_sha256 = ${fileSha256.toLowerCase()}`;
  const rows = yield* all<ListedUploadRow>(
    sql`SELECT id AS upload_id, kind, created_at AS received_at, (SELECT name FROM app_user WHERE app_user.user_key = upload.user_key) AS "user",
        upload_group, file_name, file_sha256, status, status_at AS date, rows AS transactions, decided, processed, duplicates, rejected, warnings, amounts, withdrawn_at,
        withdrawn_by, first_seq
      FROM upload WHERE tenant_key = ${reach.tenantKey}${andUploadWithin(reach)}${isAsked}${isOfFile}
      ORDER BY upload_key DESC LIMIT ${pageSize + 1} OFFSET ${(pageNumber - 1) * pageSize}`,
  );
  const items: ListedUpload[] = [];
  for (const { firstSeq, amounts, withdrawnAt, withdrawnBy, ...row } of rows.slice(0, pageSize)) {
    const { kind = 'Sales', transactions, warnings } = row;
    const untold = yield* untoldWarnings(reach, { kind, firstSeq, rows: transactions, warnings, withdrawnAt });
    const sums = amountsFrom(amounts).map(({ currency, rows, units }) => ({ currency, transactions: rows, amount: decimalText(units) }));
    const withdrawn = withdrawnAt !== null && { withdrawn: { at: withdrawnAt, by: withdrawnBy ?? '' } };
    items.push({ ...row, warnings: warnings - untold, amounts: sums, ...withdrawn });
  }
  return JSON.stringify({ items, hasMore: rows.length > pageSize });
}
