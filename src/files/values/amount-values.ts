/**
 * Turns the values of one amount column into numbers, under the decimal sign that was decided for it. Where none was, only what means the
 * same under both is read.
 */
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

const WITH_COMMA = 'write it with digits and a decimal comma, as 1355,90';

/** Leading zeros and no decimals: nobody writes a price like that, but fixed-width files write cents that way. */
const PADDED = /^(?:[^\d.,]|(?<=\p{L})\.)*0+[1-9]\d*[^\d.,]*$/u;
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
}

/** A reader for the text of one non-blank cell. */
export function amountReader({ decimal, isMinor = false }: AmountDecision): (text: string) => number | MarkedAmount | CellFault {
  return (text) => {
    const first = text.charCodeAt(0);
    if ((first <= ZERO || first > NINE) && PADDED.test(text) && !isMinor) return padded;
    // Fast path: nearly every amount looks like this.
    if (decimal === '.' || !text.includes('.')) {
      const plain = amountFromText(text);
      if (!('fault' in plain)) return plain.amount;
    }
    const written = decimal === null ? underBoth(text) : amountIn(text, decimal);
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
