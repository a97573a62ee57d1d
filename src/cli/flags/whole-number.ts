/** Numbers of rows, pages and requests, as flags give them. */
import { InvalidArgumentError } from 'commander';

/** Returns a reader of whole numbers from 1 to `max`; `more` says what to do for more. It fails as commander's readers do. */
export function wholeNumber(max: number, more = ''): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (/^\d{1,10}$/.test(text) && number >= 1 && number <= max) return number;
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${max}.${more}`);
  };
}
