/** Describes how a table was understood, as a part of the description of its input. */
import type { UploadKind } from '../../contract/states.js';
import { type Layout, mappingText } from '../columns/layout.js';
import { isEmpty } from '../input/mapping-rules.js';
import { insteadOf, missingOf, type RowField } from '../input/record-kind.js';
import type { InputDescription, InputRow } from '../input/row.js';
import { valuesOf } from '../rows/sale.js';

export type TableDescription = Pick<InputDescription, 'delimiter' | 'header' | 'mapping' | 'values' | 'columns' | 'missing' | 'kind'>;

/** For an input that is not a table. */
export function noTable(kind: UploadKind): TableDescription {
  const missing = missingOf(kind, () => false);
  return { delimiter: null, header: null, mapping: null, values: [], columns: null, missing, ...(kind !== 'Sales' && { kind }) };
}

/** The description of a table, before its rows are read. `read`: what was said or found of its values, now or earlier. */
export function describeTable(
  layout: Layout,
  cut: Pick<TableDescription, 'delimiter' | 'values'>,
  read: Pick<NonNullable<TableDescription['columns']>, 'rememberedOn' | 'reading' | 'asRead'>,
): TableDescription {
  const { kind, header, known, rules, fields, questions, alike } = layout;
  const sidesOf = (name: RowField) =>
    fields.flatMap(({ field, index, debits }) => (field === name && debits !== null ? [[index, debits] as const] : [])).at(0) ?? null;
  const columns = {
    by: layout.columns.map((column) => (column.kind === 'ignored' ? null : column.by)),
    known: known && { name: known.name, notes: known.notes },
    sides: sidesOf('amount'),
    ...(kind === 'Settlement' && { netSides: sidesOf('netAmount') }),
    rules: isEmpty(rules) ? null : rules,
    questions,
    personal: layout.personal.map((index) => header[index] ?? ''),
    alike,
  };
  const missing = missingOf(kind, (field) => [...fields, ...questions].some((one) => one.field === field));
  return {
    ...cut,
    header,
    mapping: layout.columns.map(mappingText),
    columns: { ...columns, ...read },
    missing,
    ...(kind !== 'Sales' && { kind }),
  };
}

/**
 * Without the fields that one of `rows` has. A row with a fault does not show what it has; where all have one, only a table is known to lack
 * an amount or a date, and not a currency, which may stand beside the amount. A proposal says what no column has.
 */
export function withFirstRows(
  { missing, header, kind = 'Sales' }: Pick<TableDescription, 'missing' | 'header' | 'kind'>,
  rows: readonly InputRow[],
  isProposal: boolean,
): readonly RowField[] {
  if (missing.length === 0) return missing;
  const sales = rows.flatMap(({ sale }) => (sale ? [valuesOf(sale)] : []));
  if (sales.length === 0 && header === null) return [];
  if (sales.length === 0) return isProposal ? missing : missing.filter((field) => field !== 'currency');
  return missing.filter((field) => sales.every((sale) => insteadOf(kind, field).every((one) => (sale[one] ?? null) === null)));
}
