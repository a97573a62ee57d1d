/** What is read of matching, and asked of it, by people and programs; and matches as JSON. */
import { decimalText } from '../contract/amount.js';
import type { MatchSettings } from '../contract/match-settings.js';
import type { Match, MatchKind, MatchRun, MatchRunState } from '../contract/matches.js';
import type { SettlementRecord } from '../contract/records.js';
import type { UploadKind } from '../contract/states.js';
import type { Transaction } from '../contract/transaction.js';
import type { RequestOrigin } from './audit.js';
import { idText } from './ids.js';

/** `version` is 0, and `settings` null, where nobody has changed them yet. */
export interface KeptMatchSettings {
  version: number;
  settings: MatchSettings | null;
}

export interface MatchSettingsChange {
  /** Of those that the change is made to. */
  version: number;
  settings: MatchSettings;
  /** Who makes it, and by which request. */
  by: string;
  from: RequestOrigin;
}

/** The wish for a run. `isAll`: over all rows, however old. */
export interface MatchAsked {
  isAll: boolean;
  by: string;
  from: RequestOrigin;
}

/** Ids of each side that a list shows. */
export const listedIdsMax = 20;
/** Rows of each side that a match in detail shows. */
export const shownRowsMax = 100;
/** Rows that an explanation compares with. */
export const comparedRowsMax = 20;

/** A row as lists show it. */
export type RowWithId = { kind: 'Sales'; id: string; row: Transaction } | { kind: 'Settlement'; id: string; row: SettlementRecord };

/** What there is to know of why a row is matched or not. Of other rows, those within reach. */
export interface MatchFacts {
  subject: RowWithId;
  /** The match, proposal or cancellation that it is in. */
  match: { id: string; kind: MatchKind; rule: string | null; how: string } | null;
  /** Why it is open, as a code; null where it is not, or where nothing is known yet. */
  reason: string | null;
  /** Null where nothing is known. */
  sentence: string | null;
  /** Those that the sentence speaks of, the best first. */
  others: RowWithId[];
  /** Whether there are others that are not among them: too many, or hidden. */
  hasMore: boolean;
  settings: MatchSettings | null;
}

/** Of one side of a match: what the user may see. */
export interface SideShown {
  /** The first ones. */
  ids: string[];
  count: number;
  hasHidden: boolean;
}

export interface MatchRow {
  id: Buffer | string;
  kind: MatchKind;
  rule: string | null;
  how: string;
  pinned: number | boolean;
  day: number;
  currency: string | null;
  salesUnits: number;
  recordsUnits: number;
  matchedAt: string;
  decidedBy: string | null;
  note: string | null;
}

/** Sums are told only where every row of them is seen: a difference would tell the others. */
export function shownMatch(match: MatchRow, sides: Record<UploadKind, SideShown>): Match {
  const { Sales: sales, Settlement: records } = sides;
  const units = (side: SideShown, all: number) => (side.hasHidden ? null : decimalText(BigInt(all)));
  const itemsHidden = sales.hasHidden || records.hasHidden;
  return {
    matchId: idText(match.id),
    kind: match.kind,
    rule: match.rule,
    how: match.how,
    pinned: Boolean(match.pinned),
    day: new Date(match.day * 86_400_000).toISOString().slice(0, 10),
    currency: match.currency,
    salesCount: sales.count,
    salesAmount: units(sales, match.salesUnits),
    recordsCount: records.count,
    recordsAmount: units(records, match.recordsUnits),
    difference: itemsHidden ? null : decimalText(BigInt(match.recordsUnits - match.salesUnits)),
    matchedAt: match.matchedAt,
    decidedBy: match.decidedBy,
    note: itemsHidden ? null : match.note,
    itemsHidden,
    transactionIds: sales.ids,
    recordIds: records.ids,
  };
}

/** What a store has counted of a tenant's matches and open rows. */
export interface CountedMatches {
  /** Undefined where there were never any settlement records. */
  progress: { finishedAt: string | null; late: number; isCurrent: boolean } | undefined;
  settingsVersion: number;
  kinds: readonly { kind: string; number: number }[];
  /** In the order of their reasons. */
  open: MatchRun['open'];
}

/** A MatchRunState as JSON. */
export function matchRunStateJson(progress: CountedMatches['progress']): string {
  const told: MatchRunState = { state: runState(progress) };
  return JSON.stringify(told);
}

export function runState(progress: { isCurrent: boolean } | undefined): MatchRunState['state'] {
  if (progress === undefined) return 'None';
  return progress.isCurrent ? 'Current' : 'Pending';
}

/** A MatchRun as JSON. */
export function matchRunJson({ progress, settingsVersion, kinds, open }: CountedMatches): string {
  const numberOf = (kind: MatchKind) => kinds.find((one) => one.kind === kind)?.number ?? 0;
  const run: MatchRun = {
    state: runState(progress),
    finishedAt: progress?.finishedAt ?? null,
    late: progress?.late ?? 0,
    settingsVersion,
    matches: numberOf('Match'),
    proposals: numberOf('Proposal'),
    cancellations: numberOf('Cancellation'),
    open,
  };
  return JSON.stringify(run);
}
