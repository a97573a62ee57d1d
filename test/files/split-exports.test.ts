/**
 * Each sale of an export is the same sale in every file that has it: any rows of it, in a file of their own under the same header, are read
 * as they are in the whole file, or the file is refused with a question. Otherwise two files of one till would count a sale twice. So it is
 * with a memory of the header and without.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SalesError } from '../../src/contract/problem.js';
import type { EarlierTable, Remembered } from '../../src/files/input/mapping-rules.js';
import { type OpenOptions, openInput } from '../../src/files/open.js';
import { transactionOf } from '../../src/files/rows/sale.js';
import { rounds } from '../support/at-length.js';
import { chunked } from './reading.js';

const { layoutsIn, optionsOf } = await import(fileURLToPath(new URL('../../fixtures/exports.js', import.meta.url)));

interface Layout {
  name: string;
  path: string;
  zone: string;
  refusal: string | null;
  sales: { line: number }[];
  noSales: { line: number }[];
  questions: { answer: string[] }[];
}
const layouts = (layoutsIn() as Layout[]).filter(({ refusal, path }) => refusal === null && path.endsWith('.csv'));

type Read = { sales: Map<number, string>; asRead: Omit<EarlierTable, 'on'> | null };

/** For each sale, its line and its JSON; null where the file is refused with questions. */
async function salesIn(lines: readonly Uint8Array[], options: OpenOptions, remembered?: Remembered): Promise<Read | null> {
  try {
    const input = await openInput({ stdin: chunked(Buffer.concat(lines)) }, options, remembered);
    const sales = new Map<number, string>();
    for await (const group of input.rows)
      for (const { line, sale } of group) if (sale) sales.set(line, JSON.stringify(transactionOf(sale)));
    await input.close();
    const { columns } = input.description;
    return { sales, asRead: columns && { ...columns.asRead, reading: columns.reading } };
  } catch (error) {
    if (error instanceof SalesError && error.questions?.length) return null;
    throw error;
  }
}

/** The lines of a file, each with its end. */
function linesOf(path: string): Uint8Array[] {
  const bytes = readFileSync(path);
  const lines: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(0x0a, at);
    lines.push(bytes.subarray(at, end === -1 ? bytes.length : end + 1));
    at = end === -1 ? bytes.length : end + 1;
  }
  return lines;
}

it.each(layouts.map((layout) => [layout.name, layout] as const))('%s', async (_, { path, zone, questions, sales, noSales }) => {
  const options: OpenOptions = await optionsOf(['--timezone', zone, ...questions.flatMap(({ answer }) => answer)]);
  const all = linesOf(path);
  const whole = await salesIn(all, options);
  if (whole === null) return;
  const rows = [...sales, ...noSales].map(({ line }) => line).filter((line) => line <= all.length);
  const remembered: Remembered = () => whole.asRead && { on: '2026-11-20', ...whole.asRead };
  await fc.assert(
    fc.asyncProperty(fc.subarray(rows, { minLength: 1 }), async (some) => {
      // Rows that are not in the file leave nothing behind, so that the others move up.
      const kept = all.map((bytes, at) => ({ bytes, line: at + 1 })).filter(({ line }) => !rows.includes(line) || some.includes(line));
      for (const recall of [undefined, remembered]) {
        const part = await salesIn(
          kept.map(({ bytes }) => bytes),
          options,
          recall,
        );
        for (const [at, json] of part?.sales ?? []) {
          const line = kept[at - 1]?.line ?? -1;
          if (rows.includes(line)) expect([line, json]).toEqual([line, whole.sales.get(line)]);
        }
      }
    }),
    { numRuns: rounds(10, 3) },
  );
});
