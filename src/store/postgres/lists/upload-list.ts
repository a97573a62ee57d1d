/** A page of a tenant's uploads, as JSON. */
import { decimalText } from '../../../contract/amount.js';
import type { UploadList, UploadListQuery } from '../../../contract/operations.js';
import type { ListedUpload } from '../../../contract/upload.js';
import { amountsFrom } from '../../upload-progress.js';
import { andUploadWithin, type Reach, Values } from '../access/scope.js';
import type { Session } from '../database/session.js';

interface ListedRow extends Omit<ListedUpload, 'amounts' | 'withdrawn'> {
  amounts: string;
  withdrawnAt: string | null;
  withdrawnBy: string | null;
}

/** An UploadList as JSON, the newest first; in the scope of some units, the user's own uploads. */
export async function listUploads(session: Session, reach: Reach, { pageSize, pageNumber }: UploadListQuery): Promise<string> {
  const values = new Values();
  const tenant = values.add(reach.tenantKey);
  const rows = await session.all<ListedRow>(
    `SELECT id AS "uploadId", created_at AS "receivedAt", (SELECT name FROM app_user WHERE app_user.user_key = upload.user_key) AS "user",
       upload_group AS "uploadGroup", status, status_at AS date, rows AS transactions, decided, processed, duplicates, rejected, warnings,
       amounts, withdrawn_at AS "withdrawnAt", withdrawn_by AS "withdrawnBy"
     FROM upload WHERE tenant_key = ${tenant}${andUploadWithin(reach, values)}
     ORDER BY upload_key DESC LIMIT ${values.add(pageSize + 1)} OFFSET ${values.add((pageNumber - 1) * pageSize)}`,
    ...values.list,
  );
  const list: UploadList = { items: rows.slice(0, pageSize).map(itemOf), hasMore: rows.length > pageSize };
  return JSON.stringify(list);
}

function itemOf({ amounts, withdrawnAt, withdrawnBy, ...item }: ListedRow): ListedUpload {
  const sums = amountsFrom(amounts).map(({ currency, rows, units }) => ({ currency, transactions: rows, amount: decimalText(units) }));
  return { ...item, amounts: sums, ...(withdrawnAt !== null && { withdrawn: { at: withdrawnAt, by: withdrawnBy ?? '' } }) };
}
