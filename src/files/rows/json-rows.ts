/**
 * Turns JSON values into rows. Members are recognised by the same names as the columns of a table. One that means no field becomes an item
 * of additionalData (a string as it is, anything else as JSON text), so that nothing of an export is lost. Cutting the text into elements
 * is done in json-elements.
 */
import { maskCardField } from '../../contract/card-number.js';
import type { UploadKind } from '../../contract/states.js';
import type { JsonElement } from '../formats/json-elements.js';
import { notARecord, type ReadElement, readElements } from '../formats/json-records.js';
import type { InputRow, ReadFault } from '../input/row.js';
import { mayHoldNul, type RowFaultCode, rowFault, type ValueOrigin } from '../input/row-faults.js';
import { isJsonObject } from '../values/json-value.js';
import {
  commentName,
  isListedDuplicate,
  isSkipped,
  matchStateName,
  matchStateNames,
  meaningOf,
  namesOfListing,
  textMember,
} from '../words/field-names.js';
import { type CheckedRow, checked, type ReadRow } from './check.js';
import { leavingOut } from './listed-duplicates.js';
import { sentRow } from './sale.js';

/** The rows of the elements of a JSON text, in groups. Fails as {@link readElements} does. */
export async function* jsonRows(
  elements: AsyncIterable<readonly JsonElement[]>,
  format: 'json' | 'ndjson',
  masksCards = false,
  kind: UploadKind = 'Sales',
): AsyncGenerator<InputRow[]> {
  let record = 0;
  const leaveOut = leavingOut(`the member "${commentName}"`);
  for await (const group of readElements(elements, format)) {
    yield group.map((one) => {
      const row = rowOf(one, ++record, masksCards, kind);
      return saysDuplicate(one.value, kind) ? leaveOut(row) : row;
    });
  }
}

function rowOf({ place, text, value: given, fault }: ReadElement, record: number, masksCards: boolean, kind: UploadKind): InputRow {
  const value = masksCards ? withCardsCut(given, kind) : given;
  const { row, faults } = fault === null ? fateOf(value, mayHoldNul(text), kind) : brokenBy('JSON_INVALID', fault, text);
  return { line: place.line, record, sale: row && sentRow(kind, row, markOf(value, kind)), faults, source: { json: given } };
}

function markOf(value: unknown, kind: UploadKind): string | null {
  return isJsonObject(value) && isSkipped(value[matchStateNames[kind]]) && isOfList(value, kind) ? matchStateName : null;
}

function saysDuplicate(value: unknown, kind: UploadKind): boolean {
  return isJsonObject(value) && isListedDuplicate(value[matchStateNames[kind]], value[commentName]) && isOfList(value, kind);
}

function isOfList(value: object, kind: UploadKind): boolean {
  return namesOfListing(Object.keys(value), kind).length > 0;
}

/** The object with every full card number in `cardNumberMasked` cut to its first six and last four digits; any other value as it is. */
function withCardsCut(value: unknown, kind: UploadKind): unknown {
  if (!isJsonObject(value)) return value;
  const cut = ([member, text]: [string, unknown]) =>
    typeof text === 'string' && meaningOf(member, kind).field === 'cardNumberMasked' ? [member, maskCardField(text)] : [member, text];
  return Object.fromEntries(Object.entries(value).map(cut));
}

function brokenBy(code: RowFaultCode, rule: string, value: unknown, column: string | null = null): CheckedRow {
  return { row: null, faults: [rowFault(code, rule, null, { column, columnNumber: null, value })] };
}

function fateOf(value: unknown, nul: boolean, kind: UploadKind): CheckedRow {
  if (!isJsonObject(value)) return brokenBy('ROW_NOT_OBJECT', notARecord(value) ?? '', value);
  const rule = notARecord(value);
  if (rule !== null) return brokenBy('ROW_NOT_OBJECT', rule, value[textMember], textMember);
  if (!isCandidate(value, kind)) return checked(candidateOf(value, kind), nul, kind);
  return checked({ values: value, faults: [], originOf: (path) => originIn(value, String(path[0]), path) }, nul, kind);
}

/** Whether every member is named exactly like a field of the contract and has a value, so that the object needs no translation. */
function isCandidate(object: Record<string, unknown>, kind: UploadKind): boolean {
  for (const member in object) if (object[member] === null || meaningOf(member, kind).field !== member) return false;
  return true;
}

/** The candidate for a JSON object. Members that a rejects file or a listing added are ignored; null means absent. */
function candidateOf(object: Record<string, unknown>, kind: UploadKind): ReadRow {
  const values: Record<string, unknown> = {};
  const faults: ReadFault[] = [];
  const memberOf = new Map<string, string>();
  const extra: { member: string; item: { key: string; value: string } }[] = [];
  const added = namesOfListing(Object.keys(object), kind);
  let hasField = false;
  for (const [member, value] of Object.entries(object)) {
    if (added.includes(member)) continue;
    const { field, key, isIgnored } = meaningOf(member, kind);
    hasField ||= field !== null || key !== null;
    if (value === null || isIgnored) continue;
    if (!field) {
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      extra.push({ member, item: { key: key ?? member, value: text } });
    } else if (memberOf.has(field)) {
      faults.push(
        rowFault('FIELD_REPEATED', 'means the same field as another member', field, { column: member, columnNumber: null, value }),
      );
    } else {
      memberOf.set(field, member);
      values[field] = value;
    }
  }
  // If no member is a field, the names are not the contract's, and the sale would be sent without its amount.
  const [unknown] = extra;
  if (unknown && !hasField) {
    const { member, item } = unknown;
    faults.push(rowFault('NO_FIELD', 'no member of the row is a field', null, { column: member, columnNumber: null, value: item.value }));
  }
  const given = values.additionalData;
  const offset = Array.isArray(given) ? given.length : 0;
  // Where additionalData is not an array, that alone refuses the row, and the other members need no place.
  if (extra.length > 0 && (given === undefined || Array.isArray(given))) {
    values.additionalData = [...(given ?? []), ...extra.map(({ item }) => item)];
  }
  const originOf = (path: readonly PropertyKey[]) => {
    const [field, index] = path;
    const beyond = field === 'additionalData' && typeof index === 'number' ? extra[index - offset] : undefined;
    if (beyond) return { column: beyond.member, columnNumber: null, value: beyond.item.value };
    return originIn(values, memberOf.get(String(field)) ?? null, path);
  };
  return { values, faults, originOf };
}

function originIn(values: Record<string, unknown>, column: string | null, path: readonly PropertyKey[]): ValueOrigin {
  return { column, columnNumber: null, value: valueAt(values, path) };
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let inner = value;
  for (const part of path) inner = typeof inner === 'object' && inner !== null ? (inner as Record<PropertyKey, unknown>)[part] : undefined;
  return inner;
}
