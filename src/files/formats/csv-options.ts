/** How csv-parse is used, which is only for the cells of headers. */
import { recordCharsMax } from '../input/unusable.js';

/** Options for records that are joined by `\n`; their quotes are checked. */
export function cellOptions(delimiter: string) {
  // csv-parse counts bytes, the limit is in characters.
  return { delimiter, record_delimiter: '\n', relax_column_count: true, max_record_size: 4 * recordCharsMax } as const;
}

/** Options for a header: a blank before a quote is none of the cell, nor is one before a name. */
export function headerOptions(delimiter: string) {
  return { ...cellOptions(delimiter), ltrim: true } as const;
}
