/** What is told of a row's match, or of why it is in none, to whoever may see the row. */
import { type UploadKind, uploadKinds } from '../../../contract/states.js';
import type { StoredChange } from '../../history.js';
import { transactionIdAt } from '../../ids.js';
import {
  bothComments,
  changesByMatch as changesBy,
  isStanding,
  type KeptMatch,
  type OpenReasonRow,
  toldOfMatch,
  toldOfOpen,
} from '../../match-rows.js';
import type { ToldMatch } from '../../match-words.js';
import { rowNumber, rowOfNumber } from '../../matching.js';
import { membersOf } from '../../rows/matches.js';
import { rowTables } from '../../rows/row-tables.js';
import { andRowWithin, anyTenant, type Reach, Values } from '../access/scope.js';
import type { Session } from '../database/session.js';
import { runOn } from '../database/work.js';

/** A row within reach. */
export interface TellingRow {
  kind: UploadKind;
  seq: number;
  matchKey: number | null;
}

export type FoundMatch = KeptMatch & ToldMatch & { id: string };

export async function matchOf(session: Session, { tenantKey }: Reach, matchKey: number | null): Promise<FoundMatch | null> {
  if (matchKey === null) return null;
  const sql = `SELECT match_key AS "matchKey", kind, rule, sale_seq AS "saleSeq", record_seq AS "recordSeq", sales, records,
     matched_at AS "matchedAt", id, how, sales_units AS "salesUnits", records_units AS "recordsUnits"
    FROM match WHERE tenant_key = ${anyTenant('$1')} AND match_key = $2`;
  return (await session.first<FoundMatch>(sql, tenantKey, matchKey)) ?? null;
}

/** SQL for whether there is something to tell of sale, a row of that kind; `tenant` is the place of its key. */
export function isTold(kind: UploadKind, tenant: string): string {
  const number = `sale.seq * 2 + ${rowNumber(kind, 0)}`;
  return `(sale.match_key IS NOT NULL OR EXISTS (SELECT 1 FROM match_open WHERE match_open.tenant_key = ${tenant} AND number = ${number}))`;
}

/** One or two sentences: the comment of import, then of matching; null for neither. */
export async function commentOf(session: Session, reach: Reach, row: TellingRow, imported: string | null): Promise<string | null> {
  return bothComments(imported, await sentenceOf(session, reach, row));
}

async function sentenceOf(session: Session, reach: Reach, row: TellingRow): Promise<string | null> {
  const limited = reach.limit !== null;
  const match = await matchOf(session, reach, row.matchKey);
  if (match && isStanding(match)) {
    const members = (await runOn(session, membersOf(reach.tenantKey, [match]))).get(match.matchKey) ?? [];
    // Of more than two rows none is named: it is only whether all of them are seen.
    const ids = await idsOf(session, reach, limited || members.length <= 2 ? members : []);
    return toldOfMatch(match, members, row, { limited, idOf: idIn(ids) });
  }
  const open = await session.first<OpenReasonRow>(
    `SELECT reason, parameters, involved FROM match_open
     WHERE tenant_key = ${anyTenant('$1')} AND number = $2 AND parameters IS NOT NULL`,
    reach.tenantKey,
    rowNumber(row.kind, row.seq),
  );
  if (!open) return null;
  const ids = await idsOf(session, reach, open.involved === null ? [] : (JSON.parse(open.involved) as number[]));
  return toldOfOpen(open, { limited, idOf: idIn(ids) });
}

const idIn = (ids: ReadonlyMap<number, string>) => (number: number) => ids.get(number) ?? null;

/** The ids of rows by their numbers; of those within reach. */
export async function idsOf(session: Session, reach: Reach, numbers: readonly number[]): Promise<Map<number, string>> {
  const ids = new Map<number, string>();
  for (const kind of uploadKinds) {
    const seqs = numbers.map(rowOfNumber).flatMap((row) => (row.kind === kind ? [row.seq] : []));
    if (seqs.length === 0) continue;
    const values = new Values();
    const [tenant, wanted] = [values.add(reach.tenantKey), values.add(seqs)];
    const found = await session.arrays<[seq: number, firstSeq: number, firstId: string]>(
      `SELECT sale.seq, upload.first_seq, upload.first_transaction_id FROM ${rowTables[kind].name} AS sale
       JOIN upload ON upload.tenant_key = ${anyTenant(tenant)} AND upload.upload_key = sale.upload_key
       WHERE sale.tenant_key = ${anyTenant(tenant)} AND sale.seq = ANY(${wanted}::bigint[])${andRowWithin(reach, values)}`,
      ...values.list,
    );
    for (const [seq, firstSeq, firstId] of found)
      ids.set(rowNumber(kind, seq), transactionIdAt(firstId.replaceAll('-', ''), seq - firstSeq));
  }
  return ids;
}

/** What its match adds to the history of a row. */
export async function changesByMatch(session: Session, reach: Reach, matchKey: number | null): Promise<StoredChange[]> {
  return changesBy(await matchOf(session, reach, matchKey));
}
