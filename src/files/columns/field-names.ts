/**
 * Which name of a column or member means which field of the contract. Only the contract's own names, however they are written.
 */
import { type TransactionField, transactionFields } from '../../contract/transaction.js';
import { remembered } from '../remembered.js';

const byName = new Map<string, TransactionField>(transactionFields.map((field) => [plain(field), field]));
const ADDITIONAL = /^\s*additional[\s_-]*data\.(.+)$/is;
/** Members that a rejects file carries beside the row. */
export const rejectNames = ['_line', '_code', '_error'] as const;

/** The field that `name` means: the contract's name in any case, also with `_`, `-` or blanks between or around its words. */
export function fieldNamed(name: string): TransactionField | null {
  return byName.get(plain(name)) ?? null;
}

/** The key of `additionalData.<key>`, verbatim; null for every other name. */
export function additionalKey(name: string): string | null {
  return ADDITIONAL.exec(name)?.[1] ?? null;
}

/** Whether `name` is one that a rejects file has added, which is ignored on the way in. */
export function isRejectName(name: string): boolean {
  return (rejectNames as readonly string[]).includes(name.trim().toLowerCase());
}

/** What a Sales API adds to a transaction. A record that has the first three was listed or exported, and none of them is its own. */
const listingNames = ['transactionId', 'transactionState', 'transactionMatchState', 'comment'];

/** Those of `names` that an export has added, which are ignored on the way in; none where the names are not an export's. */
export function namesOfListing(names: readonly string[]): readonly string[] {
  return listingNames.slice(0, 3).every((name) => names.includes(name)) ? listingNames : [];
}

/** Of these the one that says `Skip` of a duplicate. */
export const matchStateName = 'transactionMatchState';

/** Whether the server that listed a row counted it as another one's duplicate, so that it is no sale of its own there. */
export function isListedDuplicate(matchState: unknown): boolean {
  return matchState === 'Skip';
}

export interface Meaning {
  field: TransactionField | null;
  /** Of an item of additionalData that is named so on purpose. */
  key: string | null;
  isIgnored: boolean;
}

/** All that the name of a member says. */
export const meaningOf = remembered(
  (name): Meaning => ({ field: fieldNamed(name), key: additionalKey(name), isIgnored: isRejectName(name) }),
);

function plain(name: string): string {
  return name.replace(/[\s_-]+/g, '').toLowerCase();
}
