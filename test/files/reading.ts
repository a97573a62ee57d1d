/** Reads inputs in tests: from text or bytes, in chunks of any size, through the same door as the command line. */
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { hintText } from '../../src/cli/terminal/hint-text.js';
import { SalesError } from '../../src/contract/problem.js';
import type { Question } from '../../src/contract/question.js';
import type { TransactionUpload } from '../../src/contract/transaction.js';
import type { InputDescription, InputRow, RowFault, Source } from '../../src/files/input/row.js';
import { type InputPlan, type OpenOptions, openAsPlanned, openInput } from '../../src/files/open.js';
import { saleOf, transactionOf } from '../../src/files/rows/sale.js';
import { sourceOf } from '../../src/files/rows/source.js';
import type { InputSource } from '../../src/files/text/bytes.js';
import { matchStateName } from '../../src/files/words/field-names.js';

/** A row with what its JSON says, and its source whole. */
export interface ReadRow extends Omit<InputRow, 'sale' | 'source' | 'faults'> {
  /** In the words of the terminal. */
  faults: RowFault[];
  transaction: TransactionUpload | null;
  source: Source;
}

export interface Reading {
  description: InputDescription;
  rows: ReadRow[];
}

/** Checks on the way that a sale is what its JSON says, written as JSON.stringify does. */
export function rowRead({ sale, source, faults, ...row }: InputRow): ReadRow {
  const transaction = sale && transactionOf(sale);
  // Of a list, the mark is that of its match state, which no transaction has.
  if (transaction) expect({ ...sale, ...(sale?.mark === matchStateName && { mark: null }) }).toEqual(saleOf(transaction));
  const told = faults.map((fault) => ({ ...fault, message: hintText(fault.message) }));
  return { ...row, faults: told, transaction, source: sourceOf(source) };
}

export async function* chunked(content: string | Uint8Array, chunkBytes = 65_536): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(content);
  for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
}

/** The rows as another thread reads them: by what was found out about the input, sent there as data; null where it begins otherwise. */
export async function readAsPlanned(source: InputSource, plan: InputPlan): Promise<ReadRow[] | null> {
  const groups = await openAsPlanned(source, structuredClone(plan));
  if (!groups) return null;
  const rows: ReadRow[] = [];
  for await (const group of groups) rows.push(...group.map(rowRead));
  return rows;
}

/** Checks on the way that the same rows are read by the plan alone. */
export async function read(
  source: string | Uint8Array | { path: string },
  options: Partial<OpenOptions> = {},
  chunkBytes?: number,
): Promise<Reading> {
  const isContent = typeof source === 'string' || source instanceof Uint8Array;
  const opened = () => (isContent ? { stdin: chunked(source, chunkBytes) } : source);
  const input = await openInput(opened(), { format: 'auto', ...options });
  try {
    const rows: ReadRow[] = [];
    for await (const group of input.rows) {
      expect(group).not.toEqual([]);
      rows.push(...group.map(rowRead));
    }
    expect(await readAsPlanned(opened(), input.plan)).toEqual(rows);
    return { description: input.description, rows };
  } finally {
    await input.close();
  }
}

/** The refusal of an input; an error when it is not refused. */
export async function refusal(
  source: string | Uint8Array | { path: string },
  options: Partial<OpenOptions> = {},
  chunkBytes?: number,
): Promise<{
  code: string;
  message: string;
  hint: string;
  errors: Readonly<Record<string, readonly string[]>>;
  questions: readonly Question[];
}> {
  try {
    await read(source, options, chunkBytes);
  } catch (error) {
    if (error instanceof SalesError)
      return {
        code: error.code,
        message: error.message,
        hint: hintText(error.hint ?? ''),
        errors: detailsOf(error),
        questions: error.questions ?? [],
      };
    throw error;
  }
  throw new Error('the input was not refused');
}

/** What is shown below the message, by field. */
function detailsOf({ questions = [], message }: SalesError): Record<string, string[]> {
  const shown = questions.filter(({ text }) => text !== message);
  const fields = [...new Set(shown.map(({ field }) => field))];
  const ofField = (name: string) => shown.filter(({ field }) => field === name);
  return Object.fromEntries(fields.map((field) => [field, ofField(field).map(({ text, answer }) => `${text} ${hintText(answer)}`)]));
}

/** Line and cells of each CSV row. */
export function cellsOf({ rows }: Reading): { line: number; cells: readonly string[] }[] {
  return rows.map(({ line, source }) => ({ line, cells: source as readonly string[] }));
}

/** `line code` of each fault. */
export function codesOf({ rows }: Reading): string[] {
  return rows.flatMap(({ line, faults }) => faults.map(({ code }) => `${line} ${code}`));
}

export function fixture(name: string): string {
  return fileURLToPath(new URL(`../../fixtures/${name}`, import.meta.url));
}
