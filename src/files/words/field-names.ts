/** Which names of columns and members mean which field of the contract. Knows only the contract's own names, in any spelling. */
import { type TransactionField, transactionFields } from '../../contract/transaction.js';
import { remembered } from './remembered.js';

const byName = new Map<string, TransactionField>(transactionFields.map((field) => [plain(field), field]));
const ADDITIONAL = /^\s*additional[\s_-]*data\.(.+)$/is;
/** The columns, or members, that a rejects file adds to a row. */
export const rejectNames = ['_line', '_code', '_error'] as const;

/**
 * The field that `name` means: the contract's name in any case, also with `_`, `-` or blanks between or around its words; null for any
 * other name.
 */
export function fieldNamed(name: string): TransactionField | null {
  return byName.get(plain(name)) ?? null;
}

/** The key of `additionalData.<key>`, verbatim; null for any other name. */
export function additionalKey(name: string): string | null {
  return ADDITIONAL.exec(name)?.[1] ?? null;
}

/** Whether `name` is one that a rejects file added, which is ignored when the file is read back. */
export function isRejectName(name: string): boolean {
  return (rejectNames as readonly string[]).includes(name.trim().toLowerCase());
}

/** Whether it is the header of a rejects file, in which cells may be what is wrong. */
export function isOfRejects(header: readonly string[]): boolean {
  return rejectNames.every((name) => header.includes(name));
}

/** The member in which a rejects file keeps a record that was not an object. As long as a row still has it, the row is a fault. */
export const textMember = '_text';

/** What the Sales API adds to a transaction. A record that has the first three was listed or exported, and all four are ignored. */
const listingNames = ['transactionId', 'transactionState', 'transactionMatchState', 'comment'];

/** The names that a list or an export adds, which are ignored when it is read back; none where `names` are not those of one. */
export function namesOfListing(names: readonly string[]): readonly string[] {
  return listingNames.slice(0, 3).every((name) => names.includes(name)) ? listingNames : [];
}

/** The one of these names whose value `Skip` marks a duplicate. */
export const matchStateName = 'transactionMatchState';

/** Whether the server that listed a row counted it as a duplicate of another one, and so not as a sale of its own. */
export function isListedDuplicate(matchState: unknown): boolean {
  return matchState === 'Skip';
}

/** What a name says by itself: a field, a key of additionalData, or something to ignore. */
export interface Meaning {
  field: TransactionField | null;
  /** The key of an item of additionalData that is named so on purpose. */
  key: string | null;
  /** A rejects file added it. */
  isIgnored: boolean;
}

/** All that a name says by itself. */
export const meaningOf = remembered(
  (name): Meaning => ({ field: fieldNamed(name), key: additionalKey(name), isIgnored: isRejectName(name) }),
);

function plain(name: string): string {
  return name.replace(/[\s_-]+/g, '').toLowerCase();
}
