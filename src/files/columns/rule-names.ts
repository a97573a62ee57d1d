/** Which names the user may use, by a flag or in a mapping file: which fields can have columns, constants and value maps. */
import type { TransactionField } from '../../contract/transaction.js';
import { additionalKey, fieldNamed } from '../words/field-names.js';
import { constantFault } from './layout.js';

/** The name as the contract writes it, or why it cannot be used. */
export type RuleName = { name: string } | { fault: string };

/** The name of a field that is given a column, or `additionalData.<key>`. */
export function columnRuleName(text: string): RuleName {
  const field = fieldNamed(text);
  if (field) return { name: field };
  const key = additionalKey(text.trim());
  return key === null ? unknownField(text) : { name: `additionalData.${key}` };
}

/** The name of a field that is given a constant, which must be a valid value. */
export function constantRuleName(text: string, value: string): RuleName {
  const field = fieldNamed(text);
  if (!field) return unknownField(text);
  if (field === 'amount' || field === 'additionalData') return { fault: `${field} cannot be the same in every row` };
  const fault = constantFault(field, value);
  return fault === null ? { name: field } : { fault: `the value of ${field} ${fault}` };
}

const asTheyStand: readonly TransactionField[] = [
  'amount',
  'businessDate',
  'transactionDate',
  'eftTransactionDate',
  'cardNumberMasked',
  'panEncrypted',
  'additionalData',
];

/** The name of a field that is given a value map. Amounts, dates and card numbers are never exchanged for others. */
export function valuesRuleName(text: string): RuleName {
  const field = fieldNamed(text);
  if (!field) return unknownField(text);
  return asTheyStand.includes(field) ? { fault: `values of ${field} are not exchanged for others` } : { name: field };
}

function unknownField(text: string): RuleName {
  return { fault: `there is no field "${text.trim()}"` };
}
