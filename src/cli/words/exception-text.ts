/** The sentence about an exception or an open sale, made from its code and parameters, in a language that the server does not write. */
import type { SharedWords } from '../../words/en.js';
import type { LocaleFormat } from '../../words/format.js';
import { reasonText } from '../../words/reason-text.js';

export interface ToldException {
  side: string;
  reason: string | null;
  /** Null where they may not be told. */
  parameters: Readonly<Record<string, unknown>> | null;
  /** What the server says, in English. */
  sentence: string;
  rows: number;
}

export function exceptionText(shared: SharedWords, { countText }: LocaleFormat, exception: ToldException): string {
  const { rows } = exception;
  return [reasonText(shared, exception), ...(rows > 1 ? [shared.waiting(countText(rows))] : [])].join(' ').trim();
}
