/** What is told of a row's match, or of why it is in none, to whoever may see the row. */

import type { UploadKind } from '../../../contract/states.js';
import { matchStateCodes, stateCodes } from '../../codes.js';
import type { StoredChange } from '../../history.js';
import { idText, transactionId } from '../../ids.js';
import { begunBecause, byMatching, matchSentence, reasonInGeneral, type SeenMatch, type ToldMatch } from '../../match-words.js';
import { rowNumber, rowOfNumber } from '../../matching.js';
import { andRowWithin, type Reach } from '../access/scope.js';
import type { Database } from '../database/engine.js';
import { statement } from '../database/statements.js';
import { type KeptMatch, keptColumns, membersOf } from './matches.js';
import { rowTables } from './row-tables.js';

/** A row within reach. */
export interface TellingRow {
  kind: UploadKind;
  seq: number;
  matchKey: number | null;
}

type FoundMatch = KeptMatch & ToldMatch & { id: Buffer };

function matchOf(db: Database, { tenantKey }: Reach, matchKey: number | null): FoundMatch | undefined {
  if (matchKey === null) return undefined;
  const sql = `SELECT ${keptColumns}, id, how, salesUnits, recordsUnits FROM match WHERE tenantKey = ? AND matchKey = ?`;
  return statement(db, sql).get(tenantKey, matchKey) as FoundMatch | undefined;
}

const standing = (match: FoundMatch | undefined): match is FoundMatch => match?.kind === 'Match' || match?.kind === 'Cancellation';

/** The id of the match or cancellation that it is in; null for none. */
export function matchIdOf(db: Database, reach: Reach, matchKey: number | null): string | null {
  const match = matchOf(db, reach, matchKey);
  return standing(match) ? idText(match.id) : null;
}

/** One or two sentences: the comment of import, then of matching; null for neither. */
export function commentOf(db: Database, reach: Reach, row: TellingRow, imported: string | null): string | null {
  const matching = sentenceOf(db, reach, row);
  if (matching === null) return imported;
  return imported === null ? matching : `${imported}; ${matching}`;
}

function sentenceOf(db: Database, reach: Reach, row: TellingRow): string | null {
  const match = matchOf(db, reach, row.matchKey);
  if (standing(match)) return matchSentence(asSeen(db, reach, match), row.kind, otherOf(db, reach, match, row));
  const sql = 'SELECT reason, sentence, involved FROM match_open WHERE tenantKey = ? AND row = ?';
  const open = statement(db, sql).get(reach.tenantKey, rowNumber(row.kind, row.seq)) as OpenReasonRow | undefined;
  return open ? openSentence(db, reach, open) : null;
}

function asSeen(db: Database, reach: Reach, match: FoundMatch): FoundMatch & SeenMatch {
  const isHidden = (number: number) => idOfRow(db, reach, number) === null;
  return { ...match, hasHidden: reach.limit !== null && membersOf(db, reach.tenantKey, match).some(isHidden) };
}

interface OpenReasonRow {
  reason: string;
  sentence: string;
  involved: string | null;
}

/** The sentence, where all rows are within reach that it speaks of and still there. How far the files of an account reach is the tenant's matter. */
export function openSentence(db: Database, reach: Reach, { reason, sentence, involved }: OpenReasonRow): string {
  const rows = involved === null ? null : (JSON.parse(involved) as number[]);
  if (reach.limit && (rows === null || rows.length === 0)) return reasonInGeneral(reason);
  return (rows ?? []).every((row) => idOfRow(db, reach, row) !== null) ? sentence : reasonInGeneral(reason);
}

/** Of a pair, the other row's id, where that is within reach. */
function otherOf(db: Database, reach: Reach, match: FoundMatch, { kind, seq }: TellingRow): string | null {
  const others = membersOf(db, reach.tenantKey, match).filter((number) => number !== rowNumber(kind, seq));
  return others.length === 1 ? idOfRow(db, reach, others[0] as number) : null;
}

/** The id of a row; null where there is none within reach. */
export function idOfRow(db: Database, { tenantKey, limit }: Reach, number: number): string | null {
  const { kind, seq } = rowOfNumber(number);
  const { sql, values } = andRowWithin(limit);
  const found = statement(
    db,
    `SELECT upload.firstTransactionId AS firstId, upload.firstSeq FROM ${rowTables[kind].name} AS sale
     JOIN upload ON upload.tenantKey = ? AND upload.uploadKey = sale.uploadKey WHERE sale.tenantKey = ? AND sale.seq = ?${sql}`,
  ).get(tenantKey, tenantKey, seq, ...values) as { firstId: Buffer; firstSeq: number } | undefined;
  return found ? transactionId(found.firstId, seq - found.firstSeq) : null;
}

/** While a match stands, its beginning is in its rows' history, which is stored only when it ends. */
export function changesByMatch(db: Database, reach: Reach, matchKey: number | null): StoredChange[] {
  const match = matchOf(db, reach, matchKey);
  if (!standing(match)) return [];
  return [
    {
      at: match.matchedAt,
      stateFrom: stateCodes.Processed,
      stateTo: stateCodes.Processed,
      matchStateFrom: matchStateCodes.Unmatched,
      matchStateTo: match.kind === 'Match' ? matchStateCodes.Match : matchStateCodes.Skip,
      reason: begunBecause(match),
      actor: byMatching,
    },
  ];
}
