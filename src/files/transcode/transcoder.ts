/**
 * The short way of nearly all rows of a large table: from the bytes of the file to those of their JSON, checked on the way, and nothing made
 * of a row. The door to this folder. It refuses no row and words no fault: a row that is not plain is left to the long way, which is the
 * definition of what this one writes. Compiled from the layout, so that it serves every delimiter, notation and order of columns.
 */
import type { Layout } from '../columns/layout.js';
import type { Transcoder } from '../input/plain-run.js';
import type { CellTable, Encoding } from '../input/row.js';
import { notOfSales } from '../rows/kind-rows.js';
import { isSale } from '../rows/known-rows.js';
import { plainReader } from '../rows/plain-rows.js';
import { isSkipped } from '../words/field-names.js';
import { CellMemo } from './cell-memo.js';
import { JSON_BYTES_MAX } from './json-text.js';
import type { MemberWriter, RowInBytes } from './member.js';
import { fieldMember, itemMember } from './members.js';
import { plainRecords } from './plain-record.js';
import { RowRun } from './row-run.js';

/** More than the name of a member takes, with what is put around its value, and the offset of a time. */
const MEMBER_BYTES = 128;

/** The short way for a table; null where none of its rows can take it. */
export function transcoderOf(layout: Layout, table: CellTable, encoding: Encoding): Transcoder | null {
  const { delimiter, width } = table;
  const isUtf8 = encoding === 'utf-8';
  if (encoding === 'utf-16le' || encoding === 'utf-16be') return null;
  const sign = delimiter.charCodeAt(0);
  if (delimiter.length !== 1 || sign >= 0x80 || plainReader(layout) === null || !hasNeeded(layout)) return null;
  // Agreements are checked in the cells of each row.
  if (layout.agreements.length > 0) return null;
  const fields = layout.fields.map((source) => fieldMember(layout, source));
  const items = layout.items.map((item) => itemMember(layout, item));
  if ([...fields, ...items].some((member) => member === null)) return null;
  const types = layout.fields.filter(({ field }) => field === 'transactionTypes').map(({ index }) => index);
  const records = plainRecords(width, sign, isUtf8, new Set(types));
  const isSold = salesTest(layout);
  const written = {
    fields: fields as MemberWriter[],
    items: items as MemberWriter[],
    currency: layout.amountCurrency,
    extraBytes: extraBytes(layout),
  };
  let last: RowRun | null = null;
  return {
    run(stretch, record, sold) {
      last = new RowRun({ table, records, isSold, ...written }, stretch, record, sold);
      return last;
    },
    taken: () => ({ bytes: last?.next ?? 0, rows: last?.rows ?? 0, cells: () => last?.cells() ?? [] }),
  };
}

/** Whether columns say the amount and the date, and something the currency: a row without one of them has to be noted. */
function hasNeeded({ fields }: Layout): boolean {
  const ofColumn = (name: string) => fields.some(({ field, constant }) => field === name && constant === null);
  return ofColumn('amount') && ofColumn('transactionDate') && fields.some(({ field }) => field === 'currency');
}

/** Whether a row is a sale, as far as its cells in certain columns tell: each by itself, so that each can be remembered. */
function salesTest(layout: Layout): (row: RowInBytes) => boolean {
  const ofCell = (index: number, isGood: (cells: readonly string[]) => boolean) => {
    const cells: string[] = [];
    const memo = new CellMemo<boolean>((bytes) => {
      cells[index] = bytes.toString('utf8');
      return isGood(cells);
    });
    return (row: RowInBytes) => memo.of(row.bytes, row.starts[index] as number, row.ends[index] as number);
  };
  const { saleRows, choices, kindColumn, items, matchStateColumn } = layout;
  const tests = [
    ...saleRows.map((one) => ofCell(one.index, (cells) => isSale({ ...layout, saleRows: [one], choices: [] }, cells))),
    ...choices.map((one) => ofCell(one.index, (cells) => isSale({ ...layout, saleRows: [], choices: [one] }, cells))),
    // As an item, its member looks.
    ...(kindColumn === null || items.some(({ index }) => index === kindColumn)
      ? []
      : [ofCell(kindColumn, (cells) => notOfSales(layout, cells) === null)]),
    ...(matchStateColumn === null ? [] : [ofCell(matchStateColumn, (cells) => !isSkipped(cells[matchStateColumn] ?? ''))]),
  ];
  return (row) => tests.every((test) => test(row));
}

/** How much longer than six times its record the JSON of a row may be. */
function extraBytes({ fields, items }: Layout): number {
  const given = [
    ...fields.flatMap(({ constant, values }) => [constant ?? '', ...(values?.values() ?? [])]),
    ...items.map(({ key }) => key ?? ''),
  ];
  const longest = given.reduce((sum, text) => sum + text.length, 0);
  return (fields.length + items.length + 1) * MEMBER_BYTES + longest * JSON_BYTES_MAX;
}
