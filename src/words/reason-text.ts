/** Sentence about an open row, a payout or a missing file, made from the code and the parameters of its reason. */
import { own } from '../contract/own-names.js';
import type { SharedWords } from './en.js';

interface GivenReason {
  side: string;
  reason: string | null;
  /** Null where they may not be told. */
  parameters: Readonly<Record<string, unknown>> | null;
}

type Tell = (parameters: unknown, field: string | null) => string | null;

/** What the parameters tell; null where there is nothing to tell. Their words are those of a sale: of a settlement record, the sale is the other side. */
export function reasonDetail(
  { details, fields }: Pick<SharedWords, 'details' | 'fields'>,
  { side, reason, parameters }: GivenReason,
): string | null {
  // A code and its parameters come from one place of the server.
  const tell = own(details as unknown as Readonly<Record<string, Tell>>, reason ?? '');
  if (!tell || !parameters) return null;
  const { field, ours, theirs } = parameters;
  const given = { ...parameters, side, ...(side === 'Record' && { ours: theirs, theirs: ours }) };
  return tell(given, typeof field === 'string' && field !== 'forbidden' ? (own<string>(fields, field) ?? field) : null);
}

/** The sentence about a reason in the language of `words`; that of the server, in English, about a code that has no words. */
export function reasonText(words: SharedWords, given: GivenReason & { sentence: string }): string {
  const { reason, parameters, sentence } = given;
  const general = own<string>(words.general, reason ?? '');
  const isKnown = general !== undefined || Object.hasOwn(words.details, reason ?? '');
  if (!isKnown) return sentence;
  return reasonDetail(words, given) ?? (parameters === null ? words.notTold : (general ?? ''));
}
