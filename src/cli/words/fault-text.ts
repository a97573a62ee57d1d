/** The sentence about a cell or row that is not sent, made from the code of its fault, in a language that the reader does not write. */
import { own } from '../../contract/own-names.js';
import type { RowFaultCode } from '../../files/input/row-faults.js';

/** Faults whose sentence tells more than their code: a place in JSON, a length, a rule of the server, or two columns. */
type ToldByReader =
  | 'ADDITIONAL_DATA_INVALID'
  | 'COLUMNS_CONTRADICT'
  | 'FIELD_REPEATED'
  | 'FIELD_REQUIRED'
  | 'JSON_INVALID'
  | 'MEMBER_UNKNOWN'
  | 'NO_FIELD'
  | 'NOT_IMPORTED'
  | 'ROW_NOT_OBJECT'
  | 'TEXT_HAS_NUL'
  | 'TEXT_TOO_LONG'
  | 'TOO_MANY_ITEMS'
  | 'TRANSACTION_TYPES_INVALID'
  | 'TYPE_WRONG';

/** Sentences by code; each goes on after the place and the value. */
export type FaultWords = Readonly<Record<Exclude<RowFaultCode, ToldByReader>, string>>;

const NAMES_FLAG = /\s--[a-z]/;

/** The sentence for the code; the reader's own, in English, for any other code and where it names the flag that helps. */
export function faultText(words: FaultWords, { code, message }: { code: string; message: string }): string {
  return NAMES_FLAG.test(message) ? message : (own<string>(words, code) ?? message);
}
