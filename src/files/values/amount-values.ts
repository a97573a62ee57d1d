/**
 * Turns the values of one amount column into numbers, under the decimal sign that was decided for it. Where none was, only what means the
 * same under both is read.
 */
import { codes as currencyCodes, code as currencyNamed } from 'currency-codes';
import { amountFromText } from '../../contract/amount.js';
import { amountIn, type DecimalSign, decimalSigns, type WrittenAmount } from './amount-text.js';
import { CellFault } from './cell-values.js';

/** An amount with a currency sign or code beside it. */
export class MarkedAmount {
  constructor(
    readonly amount: number,
    readonly mark: string,
  ) {}
}

/** An amount that may be thousands: its sign has three digits behind it, and those of others have fewer. */
export class DoubtfulAmount extends CellFault {
  constructor(decimal: DecimalSign) {
    super('AMOUNT_INVALID', 'has three digits behind its sign, where other amounts have fewer: they may be thousands', [
      'write it without that sign where they are; where they are decimals, say so with ',
      ['--decimal', decimal],
    ]);
  }
}

const THREE_BEHIND: Record<DecimalSign, RegExp> = { '.': /^\D*[1-9]\d{0,2}\.\d{3}\D*$/, ',': /^\D*[1-9]\d{0,2},\d{3}\D*$/ };

const WITH_COMMA = 'write it with digits and a decimal comma, as 1355,90';

/** Leading zeros and no decimals: nobody writes a price like that, but fixed-width files write cents that way. */
const PADDED = /^(?:[^\d.,]|(?<=\p{L})\.)*0+[1-9]\d*[^\d.,]*$/u;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const padded = new CellFault('AMOUNT_INVALID', 'begins with zeros and has no decimals, so that it may be in cents', [
  'write it without those zeros or with its decimals',
  '; where all are in cents, say so with ',
  ['--minor-units'],
]);

/** How the amounts of a column are read, as data. */
export interface AmountDecision {
  kind: 'amount';
  /** Null where the column did not show which sign it uses. */
  decimal: DecimalSign | null;
  /** They are in the smallest unit of the currency, and may begin with zeros. */
  isMinor?: boolean;
  /** None that was looked at has more than two decimals. */
  isCoarse?: boolean;
}

/** A reader for the text of one non-blank cell. */
export function amountReader({ decimal, isMinor, isCoarse }: AmountDecision): (text: string) => number | MarkedAmount | CellFault {
  return (text) => {
    const first = text.charCodeAt(0);
    if ((first <= ZERO || first > NINE) && PADDED.test(text) && isMinor !== true) return padded;
    // Fast path: nearly every amount looks like this.
    if (decimal === '.' || !text.includes('.')) {
      const plain = amountFromText(text);
      const isDoubtful = isCoarse && text.charCodeAt(text.length - 4) === POINT && THREE_BEHIND['.'].test(text);
      if (!('fault' in plain) && !isDoubtful) return plain.amount;
    }
    const written = decimal === null ? underBoth(text) : amountIn(text, decimal);
    if (isCoarse && decimal !== null && 'amount' in written && THREE_BEHIND[decimal].test(text)) return new DoubtfulAmount(decimal);
    if ('fault' in written) return new CellFault('AMOUNT_INVALID', written.fault, decimal === ',' ? WITH_COMMA : undefined);
    return written.mark === '' ? written.amount : new MarkedAmount(written.amount, written.mark);
  };
}

function underBoth(text: string): WrittenAmount {
  const [point, comma] = decimalSigns.map((sign) => amountIn(text, sign)) as [WrittenAmount, WrittenAmount];
  if ('fault' in point && 'fault' in comma) return point;
  const agree = 'amount' in point && 'amount' in comma && point.amount === comma.amount;
  return agree
    ? point
    : { fault: ['has a decimal sign, and the beginning of the file did not show which sign that is', '; set it with ', ['--decimal']] };
}

/** Whether an amount has a fraction that its currency does not: half a yen. */
export function isTooFine(amount: number | null | undefined, currency: string | null | undefined): boolean {
  return typeof amount === 'number' && amount % 1 !== 0 && undivided.has(currency ?? '');
}

/** Currencies without decimals: the yen, the won. */
export const undivided: ReadonlySet<unknown> = new Set(currencyCodes().filter((code) => currencyNamed(code)?.digits === 0));
