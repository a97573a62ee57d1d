/** Describes how a table was understood, as a part of the description of its input. */
import type { TransactionField } from '../../contract/transaction.js';
import { type Layout, mappingText } from '../columns/layout.js';
import { importedBy } from '../input/imported-by.js';
import { isEmpty } from '../input/mapping-rules.js';
import type { InputDescription, InputRow } from '../input/row.js';
import { transactionOf } from '../rows/sale.js';

export type TableDescription = Pick<InputDescription, 'delimiter' | 'header' | 'mapping' | 'values' | 'columns' | 'missing'>;

/** For an input that is not a table. */
export const noTable: TableDescription = { delimiter: null, header: null, mapping: null, values: [], columns: null, missing: importedBy };

/** The description of a table, before its rows are read. `read`: what was said or found of its values, now or earlier. */
export function describeTable(
  layout: Layout,
  cut: Pick<TableDescription, 'delimiter' | 'values'>,
  read: Pick<NonNullable<TableDescription['columns']>, 'rememberedOn' | 'reading' | 'asRead'>,
): TableDescription {
  const { header, known, rules, fields, questions, alike } = layout;
  const columns = {
    by: layout.columns.map((column) => (column.kind === 'ignored' ? null : column.by)),
    known: known && { name: known.name, notes: known.notes },
    sides: fields.flatMap(({ index, debits }) => (debits === null ? [] : [[index, debits] as const])).at(0) ?? null,
    rules: isEmpty(rules) ? null : rules,
    questions,
    personal: layout.personal.map((index) => header[index] ?? ''),
    alike,
  };
  const missing = importedBy.filter((field) => [...fields, ...questions].every((one) => one.field !== field));
  return { ...cut, header, mapping: layout.columns.map(mappingText), columns: { ...columns, ...read }, missing };
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
