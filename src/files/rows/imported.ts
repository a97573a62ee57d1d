/**
 * Which rows a server is going to refuse at the import: by the tenant's rules where those are known, by the ones that servers have unless
 * they are configured otherwise where they are not. Such a row says so, or is a fault where the user wants none.
 */

import { amountFault, isCurrencyCode, isNoCurrency, type RuleFault, rowFaults, rowRulesOf } from '../../contract/import-rules.js';
import { requiredOfType, type UploadKind } from '../../contract/states.js';
import type { ImportRules } from '../input/import-rules.js';
import type { RowGroup } from '../input/plain-run.js';
import { importedBy, type RowField } from '../input/record-kind.js';
import type { InputRow, Sale } from '../input/row.js';
import { rowFault } from '../input/row-faults.js';
import { transactionOf, valuesOf } from './sale.js';
import { refused } from './source.js';

export interface ImportOptions {
  /** Absent: the rules of servers that are not configured otherwise. */
  importRules?: ImportRules | undefined;
  /** Rows that are not imported are faults. */
  isStrict?: boolean | undefined;
  /** What the rows are; absent: sales. */
  kind?: UploadKind;
}

/** The rows, each of which tells by which fields it is not imported. Plain rows have to be such that are, see {@link arePlainImported}. */
export async function* withImport<Group extends RowGroup>(
  rows: AsyncIterable<Group>,
  { importRules, isStrict, kind = 'Sales' }: ImportOptions,
): AsyncGenerator<Group> {
  const faultsOf = kind === 'Sales' && importRules ? tenantFaults(importRules) : (row: Sale) => usualFaults(row, kind);
  const judged = (row: InputRow): InputRow => {
    const faults = row.sale ? faultsOf(row.sale) : none;
    if (faults.length === 0) return row;
    if (isStrict) return asFault(row, faults, importRules);
    const isTooFine = faults.some(({ code }) => code === 'AMOUNT_DECIMALS');
    return {
      ...row,
      notImported: { fields: faults.map(({ field }) => field), by: importRules?.name ?? null, ...(isTooFine && { isTooFine }) },
    };
  };
  for await (const group of rows) yield 'write' in group ? group : (group.map(judged) as unknown as Group);
}

const always: ReadonlySet<string> = new Set(importedBy);

/** Whether the rules let every row pass that has an amount, a currency and a date. */
export function arePlainImported({ importRules }: ImportOptions): boolean {
  if (!importRules) return true;
  const { requiredFields, amountMin, amountMax, transactionAgeDaysMax, transactionFutureDaysMax } = importRules.settings;
  const bounds = [amountMin, amountMax, transactionAgeDaysMax, transactionFutureDaysMax];
  return requiredFields.every((field) => always.has(field)) && bounds.every((bound) => bound === null);
}

/** Which field a row is refused for, and why: `reason` goes on after the name of the field. */
interface ImportFault extends Pick<RuleFault, 'reason' | 'code'> {
  field: RowField;
}

const none: readonly ImportFault[] = [];

/** By the rules of all servers. */
function usualFaults(row: Sale, kind: UploadKind): readonly ImportFault[] {
  const { amount, currency, date, type } = row;
  const values = { amount, currency, transactionDate: date };
  const ofType = requiredOfType(type);
  // To take a row apart costs more than all else.
  const own = ofType.length > 0 ? valuesOf(row) : {};
  const lacking = ofType.filter((field) => own[field] === undefined);
  const ofDecimals = amountFault(amount);
  const isOther = kind === 'Sales' && currency !== null && !isCurrencyCode(currency);
  if (amount !== null && currency !== null && date !== null && lacking.length === 0 && ofDecimals === null && !isOther) return none;
  const missing: RowField[] = importedBy.filter((field) => values[field] === null);
  const faults: ImportFault[] = [...missing, ...lacking].map((field) => ({ field, reason: 'is required' }));
  if (isOther) faults.push({ field: 'currency', reason: isNoCurrency });
  return ofDecimals === null ? faults : [...faults, ofDecimals];
}

function tenantFaults({ settings, atMs }: ImportRules): (sale: Sale) => readonly RuleFault[] {
  const rules = rowRulesOf(settings, new Date(atMs));
  // To take a row apart costs more than all else.
  const needsMore = !settings.requiredFields.every((field) => always.has(field));
  return (sale) =>
    rowFaults(rules, needsMore ? transactionOf(sale) : { amount: sale.amount, currency: sale.currency, transactionDate: sale.date });
}

function asFault(row: InputRow, broken: readonly ImportFault[], rules: ImportRules | undefined): InputRow {
  const faults = broken.map(({ field, reason, code: own }) => {
    if (own) return rowFault(own, reason, field, null);
    const code = reason === 'is required' ? 'FIELD_REQUIRED' : 'NOT_IMPORTED';
    const usual =
      reason === 'is required' ? 'is missing, and servers import no row without it' : `${reason}, and servers import no such row`;
    const text = rules ? `${field} ${reason} by the import configuration "${rules.name}"` : `${field} ${usual}`;
    return rowFault(code, text, field, null);
  });
  return refused(row, faults);
}
