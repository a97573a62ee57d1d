/** Matches as rows: what the writing of them, and what is told of them, has in common in all stores. */

import { type OpenReasonCode, type RowReason, reasonInGeneral, reasonSentence } from '../contract/open-reasons.js';
import type { UploadKind } from '../contract/states.js';
import { matchStateCodes, stateCodes } from './codes.js';
import type { StoredChange } from './history.js';
import { begunBecause, byMatching, matchSentence, type ToldMatch } from './match-words.js';
import { type MatchKind, type MatchPiece, rowNumber, rowOfNumber } from './matching.js';

/** A match as the writing of it needs to know it. */
export interface KeptMatch {
  matchKey: number;
  kind: MatchKind;
  rule: string | null;
  saleSeq: number | null;
  recordSeq: number | null;
  sales: number;
  records: number;
  matchedAt: string;
}

const codesOf = (transactionMatchState: number) => ({ transactionState: stateCodes.Processed, transactionMatchState });

/** What the rows of a match are while it stands; null where it leaves them as they are. */
export const stateIn: Record<MatchKind, number | null> = {
  Match: matchStateCodes.Match,
  Cancellation: matchStateCodes.Skip,
  Proposal: null,
  Relation: null,
};

/**
 * In the place of a match, the key of sales that matching sets aside as paid in cash. Such a sale is open by the reason Cash, and no other is: it is
 * NotApplicable until something else is said of it.
 */
export const asideKey = 0;
export const asideReason: OpenReasonCode = 'Cash';

/** What its history has of a sale that is set aside, or is so no more. */
export const setAside = { from: codesOf(matchStateCodes.Unmatched), to: codesOf(matchStateCodes.NotApplicable) };
export const takenBack = { from: setAside.to, to: setAside.from };

/** Numbers in their table of the sales of which a piece says something else than that they are paid in cash. */
export function namedSales({ begun, closed, open }: MatchPiece): number[] {
  const others = open.filter(({ reason }) => reason !== asideReason).map(({ row }) => row);
  const sales = [...closed, ...others].map(rowOfNumber).filter(({ kind }) => kind === 'Sales');
  return [...begun.flatMap((match) => match.sales), ...sales.map(({ seq }) => seq)];
}

/** Those that it says to be paid in cash. */
export function asideSales({ open }: MatchPiece): number[] {
  return open.filter(({ reason }) => reason === asideReason).map(({ row }) => rowOfNumber(row).seq);
}

/** The numbers of the rows of a match that has at most one of each kind; null where they are kept beside it. */
export function pairOf({ saleSeq, recordSeq, sales, records }: Pick<KeptMatch, 'saleSeq' | 'recordSeq' | 'sales' | 'records'>) {
  if (sales > 1 || records > 1) return null;
  const numbers: number[] = [];
  if (saleSeq !== null) numbers.push(rowNumber('Sales', saleSeq));
  if (recordSeq !== null) numbers.push(rowNumber('Settlement', recordSeq));
  return numbers;
}

/** What the history of its rows has of a match that has ended: that it began, and that it ended. */
export function historyOfEnded(match: KeptMatch, { at, reason, by }: { at: string; reason: string; by: string }) {
  const [open, inMatch] = [codesOf(matchStateCodes.Unmatched), codesOf(stateIn[match.kind] ?? matchStateCodes.Unmatched)];
  return [
    { at: match.matchedAt, reason: begunBecause(match), by: byMatching, from: open, to: inMatch },
    { at, reason, by, from: inMatch, to: open },
  ];
}

/** Whether its rows are told that they are in it. */
export function isStanding(match: { kind: MatchKind }): boolean {
  return match.kind === 'Match' || match.kind === 'Cancellation';
}

/** While a match stands, its beginning is in its rows' history, which is stored only when it ends. */
export function changesByMatch(match: (Pick<KeptMatch, 'kind' | 'matchedAt'> & Pick<ToldMatch, 'rule'>) | null): StoredChange[] {
  if (match === null || !isStanding(match)) return [];
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
export type IdOf = (number: number) => string | null;

/** What a row is told of the match that it is in. `members`: the numbers of its rows; `limited`: whether some rows may be hidden. */
export function toldOfMatch(
  match: ToldMatch,
  members: readonly number[],
  { kind, seq }: { kind: UploadKind; seq: number },
  { limited, idOf }: { limited: boolean; idOf: IdOf },
): string {
  const hasHidden = limited && members.some((number) => idOf(number) === null);
  const others = members.filter((number) => number !== rowNumber(kind, seq));
  // Of a pair, the other row is named, where it is within reach.
  return matchSentence({ ...match, hasHidden }, kind, others.length === 1 ? idOf(others[0] as number) : null);
}

/** Why a row is open, as it is stored; parameters and `involved` as JSON. */
export interface OpenReasonRow {
  reason: OpenReasonCode;
  parameters: string;
  involved: string | null;
}

/** The sentence, where all rows are within reach that it speaks of and still there. How far the files of an account reach is the tenant's matter. */
export function toldOfOpen({ reason, parameters, involved }: OpenReasonRow, { limited, idOf }: { limited: boolean; idOf: IdOf }): string {
  const rows = involved === null ? null : (JSON.parse(involved) as number[]);
  if (limited && (rows === null || rows.length === 0)) return reasonInGeneral(reason);
  const ids = (rows ?? []).map(idOf);
  if (ids.includes(null)) return reasonInGeneral(reason);
  const others = (rows ?? []).map((row, at) => `${rowOfNumber(row).kind === 'Sales' ? 'sale' : 'record'} ${ids[at]}`);
  return reasonSentence({ code: reason, parameters: JSON.parse(parameters) } as RowReason, others);
}

/** One or two sentences: the comment of import, then of matching; null for neither. */
export function bothComments(imported: string | null, matching: string | null): string | null {
  if (matching === null) return imported;
  return imported === null ? matching : `${imported}; ${matching}`;
}
