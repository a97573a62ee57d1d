/** The sentence about an exception, made from its code and parameters, in a language that the server does not write. */
import type { ListedException } from '../../contract/exceptions.js';
import type { SharedWords } from '../../words/en.js';
import type { LocaleFormat } from '../../words/format.js';
import { reasonText } from '../../words/reason-text.js';

export function exceptionText(shared: SharedWords, { countText }: LocaleFormat, exception: ListedException): string {
  const { rows } = exception;
  return [reasonText(shared, exception), ...(rows > 1 ? [shared.waiting(countText(rows))] : [])].join(' ').trim();
}
