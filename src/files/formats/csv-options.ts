/** How csv-parse is used, which is only for the cells of headers. Every option is spelled out. */
import { recordCharsMax } from '../input/unusable.js';

/** Options for records that are joined by `\n`; their quotes are checked. */
export function cellOptions(delimiter: string) {
  return {
    bom: false,
    cast: false,
    columns: false,
    comment: null,
    delimiter,
    encoding: 'utf8',
    escape: '"',
    info: false,
    // csv-parse counts bytes, the limit is in characters.
    max_record_size: 4 * recordCharsMax,
    quote: '"',
    raw: false,
    record_delimiter: '\n',
    relax_column_count: true,
    relax_quotes: false,
    skip_empty_lines: false,
    skip_records_with_error: false,
    trim: false,
  } as const;
}

/** Options for a header: a blank before a quote is none of the cell, nor is one before a name. */
export function headerOptions(delimiter: string) {
  return { ...cellOptions(delimiter), ltrim: true } as const;
}
