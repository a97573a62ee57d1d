/** The sentence about a row's match, or about why it is in none, for a user who may see the row. */

import { decimalText } from '../../contract/amount.js';
import { type OpenReasonCode, type RowReason, reasonInGeneral, reasonSentence } from '../../contract/open-reasons.js';
import { type UploadKind, uploadKinds } from '../../contract/states.js';
import { andRowWithin, type Reach } from '../access/scope.js';
import { matchStateCodes, stateCodes } from '../codes.js';
import { duplicateComment, originalIn, withoutDoubt } from '../comments.js';
import { transactionId } from '../ids.js';
import { begunBecause, byMatching, isStanding, type KeptMatch, stateIn } from '../match-rows.js';
import { rowNumber, rowOfNumber, seqsOf } from '../matching.js';
import { keptColumns, membersOf } from '../rows/match-members.js';
import { among, anyTenant, join, notIndexed } from '../sql/dialect.js';
import { tableOf } from '../sql/tables.js';
import { arrays, first, type Sql, sql, type Work } from '../sql/work.js';
import { isRowWithId } from './row-by-id.js';

/** A row within reach. */
export interface TellingRow {
  kind: UploadKind;
  seq: number;
  matchKey: number | null;
}

export function* matchOf({ tenantKey }: Reach, matchKey: number | null): Work<KeptMatch | null> {
  if (matchKey === null) return null;
  const found = yield* first<KeptMatch>(
    sql`SELECT ${keptColumns} FROM match WHERE tenant_key = ${anyTenant(tenantKey)} AND match_key = ${matchKey}`,
  );
  return found ?? null;
}

/** SQL for whether there is something to tell of `sale`, a row of that kind. */
export function isTold(kind: UploadKind, tenant: Sql): Sql {
  const number = sql`sale.seq * 2 + ${rowNumber(kind, 0)}`;
  return sql`(sale.match_key IS NOT NULL OR EXISTS (SELECT 1 FROM match_open WHERE match_open.tenant_key = ${tenant} AND number = ${number}))`;
}

/** One or two sentences: the comment of import, then of matching; null for neither. */
export function* commentOf(reach: Reach, row: TellingRow, imported: string | null): Work<string | null> {
  const [told, matching] = [yield* importedComment(reach, row.kind, imported), yield* sentenceOf(reach, row)];
  if (matching === null) return told;
  return told === null ? matching : `${told}; ${matching}`;
}

/** The comment of import, as far as it tells of nothing that is out of reach. */
export function* importedComment(reach: Reach, kind: UploadKind, comment: string | null): Work<string | null> {
  if (!reach.limit || comment === null) return comment;
  const original = originalIn(comment);
  if (original === null) return withoutDoubt(comment);
  const isSeen = yield* first(sql`SELECT 1 FROM ${tableOf[kind]} AS sale WHERE ${isRowWithId(reach, kind, original)}`);
  return isSeen ? comment : duplicateComment();
}

function* sentenceOf(reach: Reach, row: TellingRow): Work<string | null> {
  const limited = reach.limit !== null;
  const match = yield* matchOf(reach, row.matchKey);
  if (match && isStanding(match)) {
    const members = (yield* membersOf(reach.tenantKey, [match])).get(match.matchKey) ?? [];
    // No row is named where there are more than two: only whether all of them are seen.
    const ids = yield* idsOf(reach, limited || members.length <= 2 ? members : []);
    return toldOfMatch(match, members, row, { limited, idOf: idIn(ids) });
  }
  const open = yield* first<OpenReasonRow>(
    sql`SELECT reason, parameters, involved FROM match_open
      WHERE tenant_key = ${anyTenant(reach.tenantKey)} AND number = ${rowNumber(row.kind, row.seq)} AND parameters IS NOT NULL`,
  );
  if (!open) return null;
  const involved = involvedIn(open.involved);
  const ids = yield* idsOf(reach, involved ?? []);
  return toldOfOpen(
    open,
    canBeTold(involved, limited, ids),
    (row) => `${rowOfNumber(row).kind === 'Sales' ? 'sale' : 'record'} ${ids.get(row)}`,
  );
}

const idIn = (ids: ReadonlyMap<number, string>) => (number: number) => ids.get(number) ?? null;

/** The ids of rows by their numbers; of those within reach. */
export function* idsOf(reach: Reach, numbers: readonly number[]): Work<Map<number, string>> {
  const ids = new Map<number, string>();
  const tenant = anyTenant(reach.tenantKey);
  for (const kind of uploadKinds) {
    const seqs = seqsOf(kind, numbers);
    if (seqs.length === 0) continue;
    const found = yield* arrays<[seq: number, firstSeq: number, firstId: Buffer | string]>(
      sql`SELECT sale.seq, upload.first_seq, upload.first_transaction_id FROM ${tableOf[kind]} AS sale ${notIndexed}
        ${join} upload ON upload.tenant_key = ${tenant} AND upload.upload_key = sale.upload_key
        WHERE sale.tenant_key = ${tenant} AND sale.seq ${among(seqs)}${andRowWithin(reach)}`,
    );
    for (const [seq, firstSeq, firstId] of found) ids.set(rowNumber(kind, seq), transactionId(firstId, seq - firstSeq));
  }
  return ids;
}

/** A change of a row as it is stored. */
export interface StoredChange {
  at: string;
  stateFrom: number | null;
  stateTo: number | null;
  matchStateFrom: number | null;
  matchStateTo: number | null;
  reason: string;
  actor: string;
}

/** What its match adds to the history of a row: while it stands, its beginning, which is stored only when it ends or a person decides about it. */
export function* changesByMatch(reach: Reach, matchKey: number | null): Work<StoredChange[]> {
  const match = yield* matchOf(reach, matchKey);
  if (match === null || match.pinned || !isStanding(match)) return [];
  return [
    {
      at: match.matchedAt,
      stateFrom: stateCodes.Processed,
      stateTo: stateCodes.Processed,
      matchStateFrom: matchStateCodes.Unmatched,
      matchStateTo: stateIn[match.kind] as number,
      reason: begunBecause(match),
      actor: byMatching,
    },
  ];
}

/** Gives the id of a row by its number; null where there is none within reach. */
type IdOf = (number: number) => string | null;

/** What a row is told of the match that it is in. `members`: the numbers of its rows; `limited`: whether some rows may be hidden. */
function toldOfMatch(
  match: KeptMatch,
  members: readonly number[],
  { kind, seq }: { kind: UploadKind; seq: number },
  { limited, idOf }: { limited: boolean; idOf: IdOf },
): string {
  const hasHidden = limited && members.some((number) => idOf(number) === null);
  const others = members.filter((number) => number !== rowNumber(kind, seq));
  // A pair's sentence names the other row, where it is within reach.
  return matchSentence({ ...match, hasHidden }, kind, others.length === 1 ? idOf(others[0] as number) : null);
}

/** Why a row is open, as it is stored; parameters and `involved` as JSON. */
export interface OpenReasonRow {
  reason: OpenReasonCode;
  parameters: string;
  involved: string | null;
}

/** The rows that the reason is about, the best first; null where they are too many. */
export const involvedIn = (json: string | null): number[] | null => (json === null ? null : JSON.parse(json));

/** Whether all rows are within reach that the reason is about, and still there. How far the files of an account reach is the tenant's matter. */
export function canBeTold(involved: readonly number[] | null, limited: boolean, ids: Pick<ReadonlyMap<number, unknown>, 'has'>): boolean {
  if (limited && (involved === null || involved.length === 0)) return false;
  return (involved ?? []).every((row) => ids.has(row));
}

/** The sentence; in general where the reason must not be told. `nameOf` says what another row is called. */
export function toldOfOpen({ reason, parameters, involved }: OpenReasonRow, isTold: boolean, nameOf: (row: number) => string): string {
  if (!isTold) return reasonInGeneral(reason);
  return reasonSentence({ code: reason, parameters: JSON.parse(parameters) } as RowReason, (involvedIn(involved) ?? []).map(nameOf));
}

/** Whether there are rows that the user may not see: of those it is told neither how many they are nor what they come to. */
type SeenMatch = KeptMatch & { hasHidden: boolean };

/** Sentence about a row of `kind` that is in this match. `other`: id of the one other row; null where it is not named. */
function matchSentence(match: SeenMatch, kind: UploadKind, other: string | null): string {
  if (match.kind === 'SetAside') return `Set aside by ${match.decidedBy}: ${match.note}`;
  const rule = match.rule === null ? 'by hand' : `by rule ${match.rule}`;
  const by = match.pinned && match.rule !== null ? `${rule}, approved by ${match.decidedBy}` : rule;
  if (match.kind === 'Cancellation') {
    const what = kind === 'Sales' ? 'transaction' : 'record';
    return `Cancelled by ${other === null ? `another ${what}` : `${what} ${other}`}, ${by}.`;
  }
  return `Matched with ${partners(match, kind, other)} ${by}${differenceOf(match)}.`;
}

function partners({ sales, records, how, hasHidden }: SeenMatch, kind: UploadKind, other: string | null): string {
  const [own, others] = kind === 'Sales' ? [sales, records] : [records, sales];
  const [ownWord, otherWord] = kind === 'Sales' ? ['transaction', 'record'] : ['record', 'transaction'];
  if (own === 1 && others === 1) return other === null ? `another ${otherWord}` : `${otherWord} ${other}`;
  if (hasHidden) return `other rows (${how.toLowerCase()})`;
  const more = own > 1 ? ` and ${counted(own - 1, `more ${ownWord}`)}` : '';
  return `${counted(others, otherWord)}${more} (${how.toLowerCase()})`;
}

function differenceOf({ salesUnits, recordsUnits, hasHidden }: SeenMatch): string {
  const units = recordsUnits - salesUnits;
  if (units === 0 || hasHidden) return '';
  return `; settled is ${decimalText(BigInt(Math.abs(units)))} ${units > 0 ? 'more' : 'less'}`;
}

const counted = (number: number, word: string) => `${number} ${word}${number === 1 ? '' : 's'}`;
