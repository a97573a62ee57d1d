/** The past of a row, read as a history. */
import type { UploadKind } from '../../../contract/states.js';
import type { TransactionPast } from '../../decisions.js';
import { historyFrom, type StoredChange, type TransactionBegun } from '../../history.js';
import { partsOfId } from '../../ids.js';
import { rowTables } from '../../rows/row-tables.js';
import { andRowWithin, anyTenant, type Reach, Values } from '../access/scope.js';
import type { Session } from '../database/session.js';
import { changesByMatch } from './match-told.js';
import { seqOfId } from './rows.js';

type TransactionRow = TransactionBegun & { uploadKey: number; matchKey: number | null };

/** The past of a transaction or of a settlement record; null where there is none of that kind within reach. */
export async function historyOf(session: Session, reach: Reach, kind: UploadKind, id: string): Promise<TransactionPast | null> {
  const { firstId, index } = partsOfId(id);
  const values = new Values();
  const [tenant, first, place] = [values.add(reach.tenantKey), values.add(firstId.toString('hex')), values.add(index)];
  const found = await session.first<TransactionRow>(
    `SELECT sale.seq, sale.upload_key AS "uploadKey", sale.match_key AS "matchKey", sale.state AS "transactionState", sale.match_state AS "transactionMatchState",
       upload.created_at AS "createdAt", upload.imported_at AS "importedAt", upload.decided, upload.first_seq AS "firstSeq", upload.id AS "uploadId",
       app_user.name AS "userName"
     FROM ${rowTables[kind].name} AS sale JOIN upload ON upload.tenant_key = ${anyTenant(tenant)} AND upload.upload_key = sale.upload_key
     JOIN app_user ON app_user.user_key = upload.user_key
     WHERE sale.tenant_key = ${anyTenant(tenant)} AND sale.seq = (${seqOfId(tenant, first, place)})${andRowWithin(reach, values)}`,
    ...values.list,
  );
  if (!found) return null;
  const later = await session.all<StoredChange>(
    `SELECT at, state_from AS "stateFrom", state_to AS "stateTo", match_state_from AS "matchStateFrom", match_state_to AS "matchStateTo",
       reason, actor
     FROM history WHERE tenant_key = ${anyTenant('$1')} AND upload_key = $2 AND (seq IS NULL OR seq = $3) ORDER BY history_key`,
    reach.tenantKey,
    found.uploadKey,
    found.seq,
  );
  return historyFrom(found, [...later, ...(await changesByMatch(session, reach, found.matchKey))]);
}
