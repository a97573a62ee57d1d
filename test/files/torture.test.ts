/**
 * The torture set: every file gives exactly the rows, faults and left-out rows that stand beside it, or is refused in words that say what
 * to do. For every amount in it the value is right or refused.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { cases } from '../../fixtures/torture/cases.js';
import { failureDetails } from '../../src/cli/terminal/failure-details.js';
import { hintText } from '../../src/cli/terminal/hint-text.js';
import { SalesError } from '../../src/contract/problem.js';
import { openInput } from '../../src/files/open.js';
import { type ReadRow, readAsPlanned, rowRead } from './reading.js';

const kept = fileURLToPath(new URL('../../fixtures/torture/files/', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'sales-torture-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Outcome {
  rows: [number, object][];
  faults: [number, string][];
  leftOut: number[];
}

async function read(path: string, options: object): Promise<Outcome> {
  const input = await openInput({ path }, { format: 'auto', ...options });
  const outcome: Outcome = { rows: [], faults: [], leftOut: [] };
  const read: ReadRow[] = [];
  try {
    for await (const group of input.rows) {
      for (const row of group.map(rowRead)) {
        read.push(row);
        if (row.transaction) outcome.rows.push([row.line, row.transaction]);
        else if (row.leftOut) outcome.leftOut.push(row.line);
        else for (const code of new Set(row.faults.map((fault) => fault.code))) outcome.faults.push([row.line, code]);
      }
    }
  } finally {
    await input.close();
  }
  expect(await readAsPlanned({ path }, input.plan)).toEqual(read);
  return outcome;
}

/** Message and hint of the refusal, as the person reads them; null where the file is not refused. */
async function refusalOf(path: string, options: object): Promise<string | null> {
  try {
    await read(path, options);
    return null;
  } catch (error) {
    if (!(error instanceof SalesError) || error.code !== 'inputUnusable') throw error;
    return [error.message, ...failureDetails(error), hintText(error.hint ?? '')]
      .join('\n')
      .replaceAll(folder, 'FOLDER')
      .replaceAll(kept, 'FOLDER/');
  }
}

it('is of at least 120 files', () => {
  expect(cases.length).toBeGreaterThanOrEqual(120);
  expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
});

describe('the torture set', () => {
  it.each(cases.map((one) => [one.name, one] as const))(
    '%s',
    async (name, { bytes, large, options = {}, rows = [], faults = [], leftOut = [], refused }) => {
      const path = join(large ? folder : kept, name);
      if (large) writeFileSync(path, bytes);
      else expect(readFileSync(path).equals(Buffer.from(bytes))).toBe(true);
      if (!refused) {
        expect(await read(path, options)).toEqual({ rows, faults, leftOut });
        return;
      }
      const refusal = await refusalOf(path, options);
      expect(refusal).toMatchSnapshot();
      for (const words of refused) expect(refusal).toContain(words);
    },
  );
});
