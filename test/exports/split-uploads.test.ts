/**
 * Files of one till that overlap, through the real command line to a real server: each sale of them stands there once, whichever file comes
 * first and whatever of the export it has. What the first file was told holds for those after it, by what is remembered of their header.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { identifyingFields } from '../../src/contract/import-configuration.js';
import { type OpenOptions, openInput } from '../../src/files/open.js';
import { transactionOf } from '../../src/files/rows/sale.js';
import { type CommandLine, openCommandLine } from '../cli/command-line.js';
import { onServer } from '../cli/on-server.js';
import type { StubServer } from '../client/stub-server.js';
import { casesOf, seed } from '../support/at-length.js';
import { password, startTestServer, type TestServer } from '../support/test-server.js';

const fixtures = fileURLToPath(new URL('../../fixtures/', import.meta.url));
const { layoutsIn, optionsOf } = await import(join(fixtures, 'exports.js'));

let server: TestServer;
let line: CommandLine;
onServer((...on) => {
  [server, line] = on;
});

const sales = (...argv: string[]) => line.run(argv, { env: { SALES_PASSWORD: password }, rawJobs: true });

interface Sale {
  amount: number;
  currency: string;
  transactionDate: string;
  transactionReference?: string | null;
}

/** What a sale is told by. */
function shown({ amount, currency, transactionDate, transactionReference }: Sale): string {
  return `${amount} ${currency} ${new Date(transactionDate).toISOString()} ${transactionReference ?? '-'}`;
}

/** The sales of these uploads that stand at the server: their rows but for duplicates. */
async function standing(uploadIds: readonly string[]): Promise<string[]> {
  const rows: string[] = [];
  for (const id of uploadIds) {
    const { json } = await server.request(`/sales/v1/transactions?pageSize=500&uploadId=${id}`);
    for (const row of json.items as (Sale & { transactionMatchState: string })[])
      if (row.transactionMatchState !== 'Skip') rows.push(shown(row));
  }
  return rows.sort();
}

/** Uploads a file; the ids of its uploads, or null where it is refused with a question, or as one that was uploaded before. */
async function upload(name: string, content: string | Uint8Array, flags: readonly string[]): Promise<string[] | null> {
  const { exit, stdout, stderr } = await sales('upload', '--json', ...flags, line.file(name, content));
  if (exit === 4) return null;
  // Some rows are rejected.
  if (exit !== 5) expect(exit, stderr).toBe(0);
  return (JSON.parse(stdout).uploads as { uploadId: string }[]).map(({ uploadId }) => uploadId);
}

describe('two exports of one till', () => {
  const folder = join(fixtures, 'exports-of-one-till');
  const tills = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());

  it.each(tills.flatMap(({ name }) => [[name, false] as const, [name, true] as const]))(
    '%s, the later one first: %s',
    async (name, isTurned) => {
      const till = JSON.parse(readFileSync(join(folder, name, 'layout.json'), 'utf8'));
      const own = await startTestServer();
      try {
        const others = { server, line };
        server = own;
        line = openCommandLine({ url: own.url, ca: own.ca } as StubServer);
        const files = isTurned ? till.files.toReversed() : till.files;
        const ids: string[] = [];
        for (const [at, file] of [...files, ...files].entries()) {
          const flags = at === 0 ? ['--timezone', till.zone] : [];
          const sent = await upload(file, readFileSync(join(folder, name, file)), flags);
          expect(sent === null).toBe(at >= files.length);
          ids.push(...(sent ?? []));
        }
        expect(await standing(ids)).toEqual((till.sales as Sale[]).map((sale) => shown({ ...sale, amount: Number(sale.amount) })).sort());
        line.remove();
        ({ server, line } = others);
      } finally {
        await own.stop();
      }
    },
  );
});

interface Layout {
  name: string;
  path: string;
  zone: string;
  refusal: string | null;
  sales: { line: number }[];
  noSales: { line: number }[];
  questions: { answer: string[] }[];
}

/** For each line, the sale in it; `isIdentified`: it has a field without which no server knows it again. */
async function salesIn(content: Uint8Array, options: OpenOptions): Promise<Map<number, { sale: string; isIdentified: boolean }>> {
  async function* once() {
    yield content;
  }
  const input = await openInput({ stdin: once() }, options);
  const found = new Map<number, { sale: string; isIdentified: boolean }>();
  for await (const group of input.rows) {
    for (const { line, sale } of group) {
      const sent = sale && transactionOf(sale);
      if (sent) found.set(line, { sale: shown(sent as Sale), isIdentified: identifyingFields.some((field) => sent[field]) });
    }
  }
  await input.close();
  return found;
}

function linesOf(bytes: Uint8Array): Uint8Array[] {
  const text = Buffer.from(bytes).toString('latin1');
  return text.split(/(?<=\n)/).map((part) => Buffer.from(part, 'latin1'));
}

describe('an export in overlapping files, in any order', () => {
  let uploaded = 0;
  // Refusals are right where a part of a file leaves a question open, but not everywhere.
  afterAll(() => expect(uploaded).toBeGreaterThan(layouts.length));
  const layouts = casesOf(
    (layoutsIn() as Layout[]).filter(({ refusal, path }) => refusal === null && path.endsWith('.csv')),
    5,
  );

  it.each(layouts.map((layout, at) => [layout.name, layout, seed + at] as const))('%s', async (name, layout, seed) => {
    const { path, zone, questions, sales: own, noSales } = layout;
    const flags = ['--timezone', zone, ...questions.flatMap(({ answer }) => answer)];
    const all = linesOf(readFileSync(path));
    const whole = await salesIn(Buffer.concat(all), await optionsOf(flags));
    const rows = [...own, ...noSales].map(({ line: at }) => at).filter((at) => at <= all.length);
    const [files = []] = fc.sample(fc.array(fc.subarray(rows, { minLength: 1 }), { minLength: 3, maxLength: 4 }), { numRuns: 1, seed });
    const ids: string[] = [];
    /** How often each sale stands: as often as in the file that has it most often; where nothing identifies it, in each file again. */
    const expected = new Map<string, number>();
    for (const [at, some] of files.entries()) {
      const content = Buffer.concat(all.filter((_, index) => !rows.includes(index + 1) || some.includes(index + 1)));
      const sent = await upload(`${at}.csv`, content, ids.length === 0 ? flags : []);
      if (!sent) continue;
      ids.push(...sent);
      uploaded += 1;
      const here = new Map<string, number>();
      for (const one of some) {
        const { sale = '', isIdentified = true } = whole.get(one) ?? {};
        const before = isIdentified ? (here.get(sale) ?? 0) : (expected.get(sale) ?? 0);
        here.set(sale, before + 1);
        expected.set(sale, Math.max(expected.get(sale) ?? 0, before + 1));
      }
    }
    expected.delete('');
    const rest = [...expected].flatMap(([sale, times]) => Array.from({ length: times }, () => sale)).sort();
    expect(await standing(ids), JSON.stringify({ name, files })).toEqual(rest);
  });
});
