/**
 * The fast path for most rows of a table: those in which every value is valid and no text needs escaping in JSON. Their JSON is put
 * together from pieces. Refuses no row and reports no fault: whatever is not plainly right takes the long way, through a candidate.
 */

import { unguarded } from '../../contract/formula.js';
import { isCurrencyCode } from '../../contract/import-rules.js';
import { additionalDataItemsMax } from '../../contract/limits.js';
import { fieldReadings, readItemValue, readTransaction, type TransactionField } from '../../contract/transaction.js';
import type { Layout } from '../columns/layout.js';
import type { RowField } from '../input/record-kind.js';
import type { Sale } from '../input/row.js';
import { isBlank } from '../text/blank.js';
import { isTooFine } from '../values/amount-values.js';
import { isRefundWord } from '../words/refund-words.js';
import { isKindOfRefund, isMark, isNoSale, isRefundType, markColumn } from '../words/sale-marks.js';
import { adjusts, cellText, contradicts, itemText, valueIn } from './mapping.js';

/** The sale for the cells of a row, whose texts need no escaping in JSON; null where the row must take the long way. */
export type PlainReader = (cells: readonly string[]) => Sale | null;

/** What JSON escapes; with the flag u, only half a surrogate pair matches, not a whole one. */
const ESCAPED = /["\\\p{Cc}\p{Surrogate}]/u;

/** Whether `text` needs no escaping in JSON. */
export function isPlain(text: string): boolean {
  return !ESCAPED.test(text);
}

/**
 * What to write before a member: the first one, one after a complete value, and one after a text whose closing quote is still to be
 * written.
 */
type Before = readonly [string, string, string];
type CellKind = 0 | 1 | 2;
const [FIRST, ENDED, IN_TEXT] = [0, 1, 2] as const;

const before = (member: string): Before => [`{${member}`, `,${member}`, `",${member}`];
const ends: Before = ['{}', '}', '"}'];

/** A reader for the plain rows of a layout; null where none of its rows can be plain. */
export function plainReader(layout: Layout): PlainReader | null {
  if (!mayBePlain(layout)) return null;
  const fields = layout.fields.map((source) => ({
    source,
    reading: fieldReadings[source.field as TransactionField],
    before: before(beginOf(source.field)),
  }));
  const items = layout.items.map((source) => {
    const key = source.key ?? '';
    return { source, key, marks: markColumn(key), begin: `{"key":"${key}","value":"` };
  });
  const beforeItems = before('"additionalData":[');
  return (cells) => {
    let json = '';
    let place: CellKind = FIRST;
    let amount: number | null = null;
    let currency: string | null = null;
    let isRefund = false;
    let mark: string | null = null;
    let noSale: string | null = null;
    let date: string | null = null;
    for (const { source, reading, before } of fields) {
      const cell = cellText(source, cells);
      if (isBlank(cell)) continue;
      const value = reading(valueIn(layout, source, cell));
      if (value === undefined) return null;
      json += before[place];
      place = IN_TEXT;
      if (typeof value === 'string') {
        json += value;
        if (source.field === 'currency') currency = value;
        else if (source.field === 'transactionDate') date = value;
        continue;
      }
      place = ENDED;
      if (typeof value === 'number') {
        amount = value;
        json += String(value);
        continue;
      }
      const types = value as readonly string[];
      isRefund ||= types.some(isRefundType);
      if (types.some(isNoSale)) noSale = 'transactionTypes';
      json += types.length === 0 ? '[]' : `["${types.join('","')}"]`;
    }
    const isOther = currency !== null && !isCurrencyCode(currency);
    if (isOther || contradicts(layout, amount, currency) || isTooFine(amount, currency)) return null;
    let end = ends[place];
    let separator = beforeItems[place];
    for (const { source, key, marks, begin } of items) {
      const cell = itemText(source, cells);
      if (isBlank(cell)) continue;
      const value = readItemValue(unguarded(cell));
      if (typeof value !== 'string') return null;
      isRefund ||= isRefundWord(value) || isKindOfRefund(marks, value);
      if (mark === null && isMark(marks, value)) mark = key;
      if (noSale === null && marks === 'kind' && isNoSale(value)) noSale = key;
      json += separator + begin + value;
      separator = '"},';
      end = '"}]}';
    }
    return { json: json + end, amount, currency, isRefund, mark, noSale, date };
  };
}

/** The member of a field up to its value, including the quote that opens a text. */
function beginOf(field: RowField): string {
  return `"${field}":${field === 'amount' || field === 'transactionTypes' ? '' : '"'}`;
}

/** Whether everything that the layout itself adds to its rows (constants, mapped values, keys) is valid and needs no escaping. */
function mayBePlain(layout: Layout): boolean {
  const { fields, items, kind } = layout;
  if (kind !== 'Sales' || adjusts(layout) || fields.some(({ isTurned }) => isTurned)) return false;
  if (items.length > additionalDataItemsMax || new Set(fields.map(({ field }) => field)).size < fields.length) return false;
  const given = fields.flatMap(({ constant, values }) => [constant ?? '', ...(values?.values() ?? [])]);
  const isRight = (key: string) => isPlain(key) && 'row' in readTransaction({ additionalData: [{ key, value: '' }] });
  return given.every(isPlain) && items.every(({ key }) => key !== null && isRight(key));
}
