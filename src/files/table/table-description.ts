/** Describes how a table was understood, as a part of the description of its input. */
import type { TransactionField } from '../../contract/transaction.js';
import { type Layout, mappingText } from '../columns/layout.js';
import { isEmpty } from '../input/mapping-rules.js';
import type { InputDescription, InputRow } from '../input/row.js';
import { importedBy } from '../questions/open-questions.js';
import { transactionOf } from '../rows/sale.js';
import type { Table } from './table.js';

export type TableDescription = Pick<InputDescription, 'delimiter' | 'header' | 'mapping' | 'values' | 'columns'>;

/** For an input that is not a table. */
export const noTable: TableDescription = { delimiter: null, header: null, mapping: null, values: [], columns: null };

/** The description of a table, before its rows are read. */
export function describeTable({ delimiter, layout, values, rememberedOn, reading, asRead }: Table): TableDescription {
  const columns = { ...columnsOf(layout), rememberedOn, reading, asRead };
  return { delimiter, header: layout.header, mapping: layout.columns.map(mappingText), values, columns };
}

function columnsOf({
  columns,
  known,
  rules,
  fields,
  questions,
}: Layout): Omit<NonNullable<InputDescription['columns']>, 'rememberedOn' | 'reading' | 'asRead'> {
  return {
    by: columns.map((column) => (column.kind === 'ignored' ? null : column.by)),
    known: known && { name: known.name, notes: known.notes },
    sides: sidesOf(fields),
    rules: isEmpty(rules) ? null : rules,
    questions,
    missing: importedBy.filter((field) => [...fields, ...questions].every((one) => one.field !== field)),
  };
}

function sidesOf(fields: Layout['fields']): [number, number] | null {
  const source = fields.find(({ debits }) => debits !== null);
  return source && source.debits !== null ? [source.index, source.debits] : null;
}

/**
 * Removes from the missing fields those that the first rows have: a value may come with another one, such as the currency beside an amount.
 */
export function withFirstRows(columns: InputDescription['columns'], rows: readonly InputRow[]): InputDescription['columns'] {
  const sales = rows.flatMap(({ sale }) => (sale ? [transactionOf(sale)] : []));
  const isMissing = (field: TransactionField) => sales.every((sale) => (sale[field] ?? null) === null);
  return columns && { ...columns, missing: columns.missing.filter(isMissing) };
}
