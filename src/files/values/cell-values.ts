/** Turns the text of one cell into the value of one field. Guesses no format; whether the value is valid is for the contract to say. */
import { code as currencyNamed, number as currencyNumbered } from 'currency-codes';
import { amountFromText } from '../../contract/amount.js';
import { isRounded, unguarded } from '../../contract/formula.js';
import type { Hint } from '../../contract/remedy.js';
import { settlementTypes } from '../../contract/states.js';
import type { AdditionalDataItem } from '../../contract/transaction.js';
import type { RowField } from '../input/record-kind.js';
import type { RowFaultCode } from '../input/row-faults.js';
import { remembered } from '../words/remembered.js';
import { kindNamed } from '../words/row-kinds.js';
import { currencyOfMark } from './amount-text.js';
import { readJson } from './json-value.js';

/** Why a cell cannot be read. */
export class CellFault {
  constructor(
    readonly code: RowFaultCode,
    readonly fault: Hint,
    /** What to do about it; undefined: the usual remedy for the code. */
    readonly remedy?: Hint,
  ) {}
}

/**
 * The value of a non-blank cell, or a {@link CellFault}. Blanks around numbers, dates and types are dropped, since they mean nothing there;
 * other text stays as it is, but for what {@link unguarded} takes away.
 */
export function readCell(field: RowField, cell: string): unknown {
  switch (field) {
    case 'amount':
    case 'fee':
    case 'interchangeFee':
    case 'schemeFee':
    case 'markupFee':
    case 'netAmount':
    case 'exchangeRate': {
      const reading = amountFromText(cell.trim());
      return 'fault' in reading ? new CellFault('AMOUNT_INVALID', reading.fault) : reading.amount;
    }
    case 'businessDate':
    case 'transactionDate':
    case 'eftTransactionDate':
    case 'settlementDate':
    case 'payoutDate':
    case 'respondBy':
      return cell.trim();
    case 'type':
      return (
        settlementTypes.find((type) => type === cell.trim()) ??
        kindNamed(cell) ??
        new CellFault('TYPE_UNKNOWN', 'is no known type of a settlement record')
      );
    case 'transactionCount':
      return /^\d{1,7}$/.test(cell.trim()) ? Number(cell) : new CellFault('COUNT_INVALID', 'must be a whole number');
    case 'transactionTypes':
      return cell.trim().startsWith('[') ? jsonArray(cell, 'TRANSACTION_TYPES_INVALID') : separated(cell);
    case 'currency':
    case 'settlementCurrency':
      return currencyOf(unguarded(cell));
    default:
      if (isRounded(cell) && !texts.has(field)) return new CellFault('ID_ROUNDED', 'was rounded by Excel, its digits are gone');
      return unguarded(cell);
  }
}

/**
 * The code of a currency that is written in small letters, by its number or sign, or beside its name: `usd`, `208`, `€`, `978 – Euro`, `Euro (EUR)`.
 * Any other text as it is.
 */
const currencyOf = remembered((text: string) => {
  const name = text.trim();
  const alone = /^[a-z]{3}$/i.test(name) ? name.toUpperCase() : name;
  const codes = [...alone.matchAll(/(?<![\p{L}\d])(?:[A-Z]{3}|\d{3})(?![\p{L}\d])/gu)].flatMap(
    ([one]) => (/^\d/.test(one) ? currencyNumbered(one) : currencyNamed(one))?.code ?? [],
  );
  const [code, ...others] = new Set(codes);
  return others.length === 0 ? (code ?? currencyOfMark(name) ?? text) : text;
});

/** The items of additionalData in a cell: one under `key`, or, where that is null, those that the cell lists as a JSON array. */
export function itemsIn(cell: string, key: string | null): readonly unknown[] | CellFault {
  return key === null ? jsonArray(cell, 'ADDITIONAL_DATA_INVALID') : [{ key, value: unguarded(cell) } satisfies AdditionalDataItem];
}

/** Fields that do not identify a sale: what looks like a rounded number may be meant literally there. */
const texts: ReadonlySet<string> = new Set<RowField>(['brandId', 'description']);

function separated(cell: string): string[] {
  if (!cell.includes(';') && !cell.includes('|')) return [cell.trim()];
  return cell
    .split(/[;|]/)
    .map((type) => type.trim())
    .filter((type) => type !== '');
}

function jsonArray(cell: string, code: RowFaultCode): unknown[] | CellFault {
  const reading = readJson(cell);
  if ('fault' in reading) return new CellFault(code, 'is not well-formed JSON');
  return Array.isArray(reading.value) ? reading.value : new CellFault(code, 'must be a JSON array');
}
