/** The codes of states in the table of transactions. They must never change. */
import type { TransactionMatchState, TransactionState } from '../contract/transaction.js';
import type { States } from './import-decisions.js';

export const stateCodes: Record<TransactionState, number> = { Unprocessed: 0, Processed: 1 };
export const matchStateCodes: Record<TransactionMatchState, number> = { NotApplicable: 0, Unmatched: 1, Match: 2, Skip: 3 };

/** The states of a row, as codes. */
export interface StateCodes {
  transactionState: number;
  transactionMatchState: number;
}

/** The codes of what was decided about a row. */
export function codesOf({ transactionState, transactionMatchState }: States): StateCodes {
  return { transactionState: stateCodes[transactionState], transactionMatchState: matchStateCodes[transactionMatchState] };
}

/** The states that have these codes; null where there are none. */
export function statesOf(state: number | null, matchState: number | null): States | null {
  if (state === null || matchState === null) return null;
  return {
    transactionState: named(stateCodes, state) as TransactionState,
    transactionMatchState: named(matchStateCodes, matchState) as TransactionMatchState,
  };
}

function named(codes: Record<string, number>, code: number): string {
  return Object.entries(codes).find(([, own]) => own === code)?.[0] ?? '';
}
