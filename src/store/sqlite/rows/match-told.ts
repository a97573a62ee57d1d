/** What is told of a row's match, or of why it is in none, to whoever may see the row. */
import type { UploadKind } from '../../../contract/states.js';
import type { StoredChange } from '../../history.js';
import { idText, transactionId } from '../../ids.js';
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
import { andRowWithin, type Reach } from '../access/scope.js';
import type { Database } from '../database/engine.js';
import { statement } from '../database/statements.js';
import { runOn } from '../database/work.js';

/** A row within reach. */
export interface TellingRow {
  kind: UploadKind;
  seq: number;
  matchKey: number | null;
}

type FoundMatch = KeptMatch & ToldMatch & { id: Buffer };

function matchOf(db: Database, { tenantKey }: Reach, matchKey: number | null): FoundMatch | null {
  if (matchKey === null) return null;
  const sql = `SELECT match_key, kind, rule, sale_seq, record_seq, sales, records, matched_at, id, how, sales_units, records_units FROM match WHERE tenant_key = ? AND match_key = ?`;
  return (statement(db, sql).get(tenantKey, matchKey) as FoundMatch | undefined) ?? null;
}

/** The id of the match or cancellation that it is in; null for none. */
export function matchIdOf(db: Database, reach: Reach, matchKey: number | null): string | null {
  const match = matchOf(db, reach, matchKey);
  return match && isStanding(match) ? idText(match.id) : null;
}

/** One or two sentences: the comment of import, then of matching; null for neither. */
export function commentOf(db: Database, reach: Reach, row: TellingRow, imported: string | null): string | null {
  return bothComments(imported, sentenceOf(db, reach, row));
}

function sentenceOf(db: Database, reach: Reach, row: TellingRow): string | null {
  const match = matchOf(db, reach, row.matchKey);
  if (match && isStanding(match))
    return toldOfMatch(match, runOn(db, membersOf(reach.tenantKey, [match])).get(match.matchKey) ?? [], row, seenIn(db, reach));
  const sql = 'SELECT reason, parameters, involved FROM match_open WHERE tenant_key = ? AND number = ?';
  const open = statement(db, sql).get(reach.tenantKey, rowNumber(row.kind, row.seq)) as OpenReasonRow | undefined;
  return open ? toldOfOpen(open, seenIn(db, reach)) : null;
}

const seenIn = (db: Database, reach: Reach) => ({ limited: reach.limit !== null, idOf: (number: number) => idOfRow(db, reach, number) });

/** The id of a row; null where there is none within reach. */
export function idOfRow(db: Database, { tenantKey, limit }: Reach, number: number): string | null {
  const { kind, seq } = rowOfNumber(number);
  const { sql, values } = andRowWithin(limit);
  const found = statement(
    db,
    `SELECT upload.first_transaction_id AS firstId, upload.first_seq FROM ${rowTables[kind].name} AS sale
     JOIN upload ON upload.tenant_key = ? AND upload.upload_key = sale.upload_key WHERE sale.tenant_key = ? AND sale.seq = ?${sql}`,
  ).get(tenantKey, tenantKey, seq, ...values) as { firstId: Buffer; firstSeq: number } | undefined;
  return found ? transactionId(found.firstId, seq - found.firstSeq) : null;
}

/** What its match adds to the history of a row. */
export function changesByMatch(db: Database, reach: Reach, matchKey: number | null): StoredChange[] {
  return changesBy(matchOf(db, reach, matchKey));
}
