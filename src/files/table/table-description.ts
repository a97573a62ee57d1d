/** Describes how a table was understood, as a part of the description of its input. */
import type { TransactionField } from '../../contract/transaction.js';
import { type Layout, mappingText } from '../columns/layout.js';
import { importedBy } from '../input/imported-by.js';
import { isEmpty } from '../input/mapping-rules.js';
import type { InputDescription, InputRow } from '../input/row.js';
import { transactionOf } from '../rows/sale.js';
import type { Table } from './table.js';

export type TableDescription = Pick<InputDescription, 'delimiter' | 'header' | 'mapping' | 'values' | 'columns' | 'missing'>;

/** For an input that is not a table. */
export const noTable: TableDescription = { delimiter: null, header: null, mapping: null, values: [], columns: null, missing: importedBy };

/** The description of a table, before its rows are read. */
export function describeTable({ delimiter, layout, values, rememberedOn, reading, asRead }: Table): TableDescription {
  const columns = { ...columnsOf(layout), rememberedOn, reading, asRead };
  const { header, fields, questions } = layout;
  const missing = importedBy.filter((field) => [...fields, ...questions].every((one) => one.field !== field));
  return { delimiter, header, mapping: layout.columns.map(mappingText), values, columns, missing };
}

function columnsOf({
  header,
  columns,
  known,
  rules,
  fields,
  questions,
  personal,
  alike,
}: Layout): Omit<NonNullable<InputDescription['columns']>, 'rememberedOn' | 'reading' | 'asRead'> {
  return {
    by: columns.map((column) => (column.kind === 'ignored' ? null : column.by)),
    known: known && { name: known.name, notes: known.notes },
    sides: sidesOf(fields),
    rules: isEmpty(rules) ? null : rules,
    questions,
    personal: personal.map((index) => header[index] ?? ''),
    alike,
  };
}

function sidesOf(fields: Layout['fields']): [number, number] | null {
  const source = fields.find(({ debits }) => debits !== null);
  return source && source.debits !== null ? [source.index, source.debits] : null;
}

/**
 * Without the fields that one of `rows` has. A row with a fault does not show what it has; where all have one, only a table is known to lack
 * an amount or a date, and not a currency, which may stand beside the amount. A proposal says what no column has.
 */
export function withFirstRows(
  { missing, header }: Pick<TableDescription, 'missing' | 'header'>,
  rows: readonly InputRow[],
  isProposal: boolean,
): readonly TransactionField[] {
  if (missing.length === 0) return missing;
  const sales = rows.flatMap(({ sale }) => (sale ? [transactionOf(sale)] : []));
  if (sales.length === 0 && header === null) return [];
  if (sales.length === 0) return isProposal ? missing : missing.filter((field) => field !== 'currency');
  return missing.filter((field) => sales.every((sale) => (sale[field] ?? null) === null));
}
