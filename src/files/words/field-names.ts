/** Which names of columns and members mean which field of the contract. Knows only the contract's own names, in any spelling. */
import { type UploadKind, uploadKinds } from '../../contract/states.js';
import { type RowField, recordKinds } from '../input/record-kind.js';
import { remembered } from './remembered.js';

const byName = ofKinds((kind) => new Map<string, RowField>(recordKinds[kind].fields.map((field) => [plain(field), field])));
const ADDITIONAL = /^\s*additional[\s_-]*data\.(.+)$/is;
/** The columns, or members, that a rejects file adds to a row. */
export const rejectNames = ['_line', '_code', '_error'] as const;

/**
 * The field that `name` means: the contract's name in any case, also with `_`, `-` or blanks between or around its words; null for any
 * other name.
 */
export function fieldNamed(name: string, kind: UploadKind = 'Sales'): RowField | null {
  return byName[kind].get(plain(name)) ?? null;
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

/** What the API adds to a row. One that has the first three was listed or exported, and all are ignored. */
const listingNames: Record<UploadKind, readonly string[]> = {
  Sales: ['transactionId', 'transactionState', 'transactionMatchState', 'comment'],
  Settlement: ['recordId', 'state', 'matchState', 'matchId', 'comment', 'uploadId'],
};

/** The names that a list or an export adds, which are ignored when it is read back; none where `names` are not those of one. */
export function namesOfListing(names: readonly string[], kind: UploadKind = 'Sales'): readonly string[] {
  const own = listingNames[kind];
  return own.slice(0, 3).every((name) => names.includes(name)) ? own : [];
}

/** The one of these names whose value `Skip` says that a row counts in no sum; a mark of a row, too. */
export const matchStateName = 'transactionMatchState';

/** The same by kind. */
export const matchStateNames: Record<UploadKind, string> = { Sales: matchStateName, Settlement: 'matchState' };

/** The one of these names that says why. Not every list has it. */
export const commentName = 'comment';

/** Whether the server that listed a row counted it in no sum: a duplicate, or half of what cancels itself. The latter are sales. */
export function isSkipped(matchState: unknown): boolean {
  return matchState === 'Skip';
}

/** Users of units are told no id of a sale outside them. */
const DUPLICATE = /^Duplicate(?:$|; | of [0-9a-f]{8}-[0-9a-f-]{27}(?![0-9a-f-]))/i;

/** Whether it says that such a row is a duplicate of another one, and so no sale of its own. */
export function isListedDuplicate(matchState: unknown, comment: unknown): boolean {
  return isSkipped(matchState) && typeof comment === 'string' && DUPLICATE.test(comment);
}

/** What a name says by itself: a field, a key of additionalData, or something to ignore. */
export interface Meaning {
  field: RowField | null;
  /** The key of an item of additionalData that is named so on purpose. */
  key: string | null;
  /** A rejects file added it. */
  isIgnored: boolean;
}

const meanings = ofKinds((kind) =>
  remembered((name): Meaning => ({ field: fieldNamed(name, kind), key: additionalKey(name), isIgnored: isRejectName(name) })),
);

/** All that a name says by itself. */
export function meaningOf(name: string, kind: UploadKind = 'Sales'): Meaning {
  return meanings[kind](name);
}

/** The kind of rows that `names` belong to alone, each spelt exactly as the API does; null where they may be of either. */
export function kindOfNames(names: readonly string[]): UploadKind | null {
  const isListed = (kind: UploadKind) => namesOfListing(names, kind).length > 0;
  const isOf = (kind: UploadKind) =>
    isListed(kind) || recordKinds[kind].own.filter((field) => SEVERAL_WORDS.test(field) && names.includes(field)).length >= OWN_MIN;
  const kinds = uploadKinds.filter(isOf);
  return kinds.length === 1 ? (kinds[0] ?? null) : null;
}

/** One may be a name that somebody else came to as well, as a single word is: `type`, `fee`. */
const OWN_MIN = 2;
const SEVERAL_WORDS = /[A-Z]/;

/** Something for each kind of rows. */
export function ofKinds<Value>(of: (kind: UploadKind) => Value): Record<UploadKind, Value> {
  return { Sales: of('Sales'), Settlement: of('Settlement') };
}

function plain(name: string): string {
  return name.replace(/[\s_-]+/g, '').toLowerCase();
}
