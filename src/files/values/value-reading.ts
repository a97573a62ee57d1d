/** How the values of a column are read, as data: what was decided about them, which can be sent between threads, and the reader that follows. */
import { type AmountDecision, amountReader } from './amount-values.js';
import { type DateDecision, dateReader } from './date-values.js';

export type ValueReading = AmountDecision | DateDecision;

const readers = new WeakMap<ValueReading, (text: string) => unknown>();

/** The reader for the text of one non-blank cell; always the same of a reading. */
export function readerOf(reading: ValueReading): (text: string) => unknown {
  const made = readers.get(reading) ?? (reading.kind === 'amount' ? amountReader(reading) : dateReader(reading));
  readers.set(reading, made);
  return made;
}
