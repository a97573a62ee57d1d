/** A file of sales, or of settlement records, as its rows, for programs: the reader that uploads use. */
import { untyped } from '../contract/remedy.js';
import type { SettlementRecordUpload } from '../contract/settlement.js';
import type { UploadKind } from '../contract/states.js';
import type { TransactionUpload } from '../contract/transaction.js';
import { type MappingRules, noRules } from '../files/input/mapping-rules.js';
import type { InputDescription, RowFault, Sale } from '../files/input/row.js';
import { type OpenOptions, openInput } from '../files/open.js';
import { incomplete } from '../files/questions/open-questions.js';
import { transactionOf, valuesOf } from '../files/rows/sale.js';

/** How a file is read, where that is not left to what the file shows; `kind` is what its rows are, `Sales` where it is absent. */
export interface ReadingChoices
  extends Partial<
    Pick<
      OpenOptions,
      | 'kind'
      | 'format'
      | 'delimiter'
      | 'encoding'
      | 'skipRows'
      | 'noHeader'
      | 'pan'
      | 'decimal'
      | 'dateFormat'
      | 'timezone'
      | 'time'
      | 'minorUnits'
      | 'asSales'
    >
  > {
  /** Which column is which field, constants, rows that are no sales, and the like. */
  mapping?: Partial<MappingRules>;
}

/** One row. Exactly one of these is true: `transaction` or `record` is not null, `faults` is not empty, `leftOut` is not null. */
export interface FileRow {
  /** Where it begins, from 1. */
  line: number;
  transaction: TransactionUpload | null;
  /** The settlement record, in a file of the kind `Settlement`; null in others. */
  record: SettlementRecordUpload | null;
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
        for (const { line, sale, faults, leftOut = null } of group) {
          const told = faults.map((fault) => ({ ...fault, message: untyped(fault.message) }));
          yield { line, ...rowOf(sale, choices.kind), faults: told, leftOut };
        }
      }
    } finally {
      await close();
    }
  };
  return { description, close, [Symbol.asyncIterator]: iterate };
}

function rowOf(sale: Sale | null, kind: UploadKind | undefined): Pick<FileRow, 'transaction' | 'record'> {
  if (sale === null) return { transaction: null, record: null };
  if (kind === 'Settlement') return { transaction: null, record: valuesOf(sale) as SettlementRecordUpload };
  return { transaction: transactionOf(sale), record: null };
}
