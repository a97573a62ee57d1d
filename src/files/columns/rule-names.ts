/** Which names the user may use, by a flag or in a mapping file: which fields can have columns, constants and value maps. */
import type { UploadKind } from '../../contract/states.js';
import { isNumberField, numberFields, type RowField, recordKinds } from '../input/record-kind.js';
import { CellFault, readCell } from '../values/cell-values.js';
import { dateFields } from '../values/date-values.js';
import { additionalKey, fieldNamed } from '../words/field-names.js';

/** The name as the contract writes it, or why it cannot be used. */
export type RuleName = { name: string } | { fault: string };

/** The name of a field that is given a column, or `additionalData.<key>`. */
export function columnRuleName(text: string, kind: UploadKind): RuleName {
  const field = fieldNamed(text, kind);
  if (field) return { name: field };
  const key = additionalKey(text.trim());
  return key === null ? unknownField(text) : { name: `additionalData.${key}` };
}

/** The name of a field that is given a constant, which must be a valid value. */
export function constantRuleName(text: string, value: string, kind: UploadKind): RuleName {
  const field = fieldNamed(text, kind);
  if (!field) return unknownField(text);
  if (field === 'additionalData' || (isNumberField(field) && field !== 'exchangeRate'))
    return { fault: `${field} cannot be the same in every row` };
  const read = readCell(field, value);
  if (read instanceof CellFault) return { fault: `the value of ${field} ${read.fault}` };
  const reading = recordKinds[kind].read({ [field]: read });
  return 'row' in reading ? { name: field } : { fault: `the value of ${field} ${reading.issues[0]?.message ?? 'is not taken'}` };
}

const asTheyStand: readonly RowField[] = [...numberFields, ...dateFields, 'cardNumberMasked', 'panEncrypted', 'additionalData'];

/** The name of a field that is given a value map. Amounts, dates and card numbers are never exchanged for others. */
export function valuesRuleName(text: string, kind: UploadKind): RuleName {
  const field = fieldNamed(text, kind);
  if (!field) return unknownField(text);
  return asTheyStand.includes(field) ? { fault: `values of ${field} are not exchanged for others` } : { name: field };
}

function unknownField(text: string): RuleName {
  return { fault: `there is no field "${text.trim()}"` };
}
