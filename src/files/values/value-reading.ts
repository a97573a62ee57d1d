/** How the values of a column are read, as data: what was decided about them, which can be sent between threads, and the reader that follows. */
import { type AmountDecision, amountReader } from './amount-values.js';
import { type DateDecision, dateReader } from './date-values.js';

export type ValueReading = AmountDecision | DateDecision;

/** A reader for the text of one non-blank cell. */
export function readerOf(reading: ValueReading): (text: string) => unknown {
  return reading.kind === 'amount' ? amountReader(reading) : dateReader(reading);
}
