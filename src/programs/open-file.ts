/** A file of sales as its rows, for programs: the reader that uploads use. */
import type { TransactionUpload } from '../contract/transaction.js';
import { type MappingRules, noRules } from '../files/input/mapping-rules.js';
import type { InputDescription, RowFault } from '../files/input/row.js';
import { type OpenOptions, openInput } from '../files/open.js';
import { incomplete } from '../files/questions/open-questions.js';
import { transactionOf } from '../files/rows/sale.js';

/** How a file is read, where that is not left to what the file shows. */
export interface ReadingChoices
  extends Partial<
    Pick<
      OpenOptions,
      'format' | 'delimiter' | 'encoding' | 'skipRows' | 'noHeader' | 'pan' | 'decimal' | 'dateFormat' | 'timezone' | 'time' | 'minorUnits'
    >
  > {
  /** Which column is which field, constants, rows that are no sales, and the like. */
  mapping?: Partial<MappingRules>;
}

/** One row. Exactly one of these is true: `transaction` is not null, `faults` is not empty, `leftOut` is not null. */
export interface FileRow {
  /** Where it begins, from 1. */
  line: number;
  transaction: TransactionUpload | null;
  faults: readonly RowFault[];
  /** Why it is no sale. */
  leftOut: string | null;
}

export interface OpenedFile extends AsyncIterable<FileRow> {
  /** How it was understood. */
  description: InputDescription;
  /** Also to be called where its rows were not read to the end. */
  close(): Promise<void>;
}

export function openOptions({ mapping, ...choices }: ReadingChoices): OpenOptions {
  return { format: 'auto', ...choices, ...(mapping && { rules: { ...noRules, ...mapping } }) };
}

/**
 * Opens CSV, JSON, NDJSON, each also packed by gzip, or XLSX. Fails with `inputUnusable` where it cannot be read, or can be read in two
 * ways: then `questions` of the error say what is open. Rows are read as they are asked for.
 */
export async function openFile(path: string, choices: ReadingChoices = {}): Promise<OpenedFile> {
  const { description, rows, close } = await openInput({ path }, openOptions(choices));
  const refusal = incomplete(description);
  if (refusal) {
    await close();
    throw refusal;
  }
  const iterate = async function* (): AsyncGenerator<FileRow, void> {
    try {
      for await (const group of rows) {
        for (const { line, sale, faults, leftOut = null } of group)
          yield { line, transaction: sale && transactionOf(sale), faults, leftOut };
      }
    } finally {
      await close();
    }
  };
  return { description, close, [Symbol.asyncIterator]: iterate };
}
