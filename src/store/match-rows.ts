/** Matches as rows: what the writing of them, and what is told of them, has in common. */

import type { Match } from '../contract/matches.js';
import type { OpenReasonCode } from '../contract/open-reasons.js';
import { matchStateCodes, stateCodes } from './codes.js';
import { type MatchKind, type MatchPiece, rowNumber, rowOfNumber } from './matching.js';

/** By whom, in histories. */
export const byMatching = 'matching';

/** A match as it is stored. */
export interface KeptMatch {
  matchKey: number;
  id: Buffer | string;
  kind: MatchKind;
  rule: string | null;
  how: string;
  pinned: boolean | number;
  saleSeq: number | null;
  recordSeq: number | null;
  sales: number;
  records: number;
  /** In units of 10⁻⁴. */
  salesUnits: number;
  recordsUnits: number;
  currency: string | null;
  /** Since 1970. */
  day: number;
  matchedAt: string;
  decidedBy: string | null;
  note: string | null;
  cause: Match['cause'];
  decisionKey: number | null;
}

/** The codes of a row that was imported, in a match state. */
export const codesIn = (transactionMatchState: number) => ({ transactionState: stateCodes.Processed, transactionMatchState });

/** What the rows of a match are while it stands; null where it leaves them as they are. */
export const stateIn: Record<MatchKind, number | null> = {
  Match: matchStateCodes.Match,
  Cancellation: matchStateCodes.Skip,
  SetAside: matchStateCodes.Skip,
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
export const setAside = { from: codesIn(matchStateCodes.Unmatched), to: codesIn(matchStateCodes.NotApplicable) };
export const takenBack = { from: setAside.to, to: setAside.from };

/** Numbers in their table of the sales of which a piece says something else than that they are paid in cash. */
export function namedSales({ begun, closed, open }: MatchPiece): number[] {
  const others = open.filter(({ reason }) => reason !== asideReason).map(({ row }) => row);
  const sales = [...closed, ...others].map(rowOfNumber).filter(({ kind }) => kind === 'Sales');
  return [...begun.flatMap((match) => match.sales), ...sales.map(({ seq }) => seq)];
}

/** Sales that the piece says were paid in cash, by their numbers in their table. */
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

/** What the history of its rows has of a match that has ended: that it began, which is there already of one that a person decided, and that it ended. */
export function historyOfEnded(match: KeptMatch, { at, reason, by }: { at: string; reason: string; by: string }) {
  const [open, inMatch] = [codesIn(matchStateCodes.Unmatched), codesIn(stateIn[match.kind] ?? matchStateCodes.Unmatched)];
  const ended = { at, reason, by, from: inMatch, to: open };
  return match.pinned ? [ended] : [{ at: match.matchedAt, reason: begunBecause(match), by: byMatching, from: open, to: inMatch }, ended];
}

/** Whether its rows are told that they are in it. */
export function isStanding(match: { kind: MatchKind }): boolean {
  return stateIn[match.kind] !== null;
}

/** Why a match began, as the history of its rows has it. */
export function begunBecause({ kind, rule }: Pick<KeptMatch, 'kind' | 'rule'>): string {
  return `${kind === 'Cancellation' ? 'Cancelled' : 'Matched'} by ${rule === null ? 'hand' : `rule ${rule}`}`;
}

export const setAsideAsCash = 'Paid in cash: no settlement record is expected';
export const takenBackByRules = 'By the rows and settings that there are now, it is not set aside as cash any more';

export const endedByRules = 'By the rows and rules that there are now, it is matched no more';
