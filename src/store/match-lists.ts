/** Types of what people and programs read of matching, and ask of it. */
import type { MatchSettings } from '../contract/match-settings.js';
import type { MatchKind } from '../contract/matches.js';
import type { SettlementRecord } from '../contract/records.js';
import type { Transaction } from '../contract/transaction.js';
import type { RequestOrigin } from './audit.js';

/** `version` is 0, and `settings` null, where nobody has changed them yet. */
export interface KeptMatchSettings {
  version: number;
  settings: MatchSettings | null;
}

export interface MatchSettingsChange {
  /** Version of the settings that the change is made to. */
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

/** A row as lists show it. */
export type RowWithId = { kind: 'Sales'; id: string; row: Transaction } | { kind: 'Settlement'; id: string; row: SettlementRecord };

/** What there is to know of why a row is matched or not. Of other rows, those within reach. */
export interface MatchFacts {
  subject: RowWithId;
  /** The match, proposal or cancellation that it is in. */
  match: { id: string; kind: MatchKind; rule: string | null; how: string } | null;
  /** Why it is open, as a code; null where it is not, or where nothing is known yet. */
  reason: string | null;
  /** Parameters of the reason; null where it may not be told. */
  parameters: Record<string, unknown> | null;
  /** Null where nothing is known. */
  sentence: string | null;
  /** Rows that the sentence speaks of, the best first. */
  others: RowWithId[];
  /** Whether there are others that are not among them: too many, or hidden. */
  hasMore: boolean;
  settings: MatchSettings | null;
}
