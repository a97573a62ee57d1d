/**
 * The everyday answer to a list, recognised without the schema: loading zod takes longer than starting the program.
 * It only ever says yes to what the schema gives back unchanged, but for the order of the fields; whatever it does not know is for the schema to judge.
 */
import type { TransactionList } from './pages.js';
import { transactionMatchStates, transactionStates } from './states.js';
import type { Transaction } from './transaction.js';
import { isUuid } from './uuid.js';

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isTextOrNull: Check = (value) => value === null || isText(value);
const isOneOf =
  (names: readonly unknown[]): Check =>
  (value) =>
    names.includes(value);

const checks: Record<keyof Transaction, Check> = {
  transactionId: (value) => typeof value === 'string' && isUuid(value),
  transactionState: isOneOf(transactionStates),
  transactionMatchState: isOneOf(transactionMatchStates),
  acquirerId: isTextOrNull,
  amount: (value) => value === null || Number.isFinite(value),
  applicationId: isTextOrNull,
  authorisationCode: isTextOrNull,
  brandId: isTextOrNull,
  businessDate: isTextOrNull,
  cardNumberMasked: isTextOrNull,
  currency: isTextOrNull,
  eftTransactionDate: isTextOrNull,
  locationId: isTextOrNull,
  orderId: isTextOrNull,
  panEncrypted: isTextOrNull,
  terminalId: isTextOrNull,
  transactionDate: isTextOrNull,
  transactionReference: isTextOrNull,
  transactionSequenceCounter: isTextOrNull,
  transactionTypes: (value) => Array.isArray(value) && value.every(isText),
};

/** The fields of a listed transaction. */
export const listedFields = Object.keys(checks) as readonly (keyof Transaction)[];

/** Whether `json`, which came out of JSON.parse, is a list with every field that the schema has, and no others. */
export function isPlainList(json: unknown): json is TransactionList {
  return (
    hasFields(json, ['items', 'hasMore']) && typeof json.hasMore === 'boolean' && Array.isArray(json.items) && json.items.every(isItem)
  );
}

function isItem(json: unknown): boolean {
  return hasFields(json, listedFields) && listedFields.every((name) => checks[name](json[name]));
}

/** Exactly these fields, in any order. */
function hasFields<Name extends string>(json: unknown, names: readonly Name[]): json is Record<Name, unknown> {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return false;
  return Object.keys(json).length === names.length && names.every((name) => Object.hasOwn(json, name));
}
