/**
 * The layouts of real exports: each is well-formed, and what the reader makes of them gets no worse. The figures are those of
 * `npm run exports`; whoever mends the reader raises them. Of the layouts that are held back, no test says how they are read.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { questionCodes } from '../../src/contract/question.js';
import { detectors } from '../../src/files/questions/detectors.js';

const program = fileURLToPath(new URL('../../fixtures/exports.js', import.meta.url));
const { layoutsIn } = await import(program);

interface Layout {
  name: string;
  path: string;
  source: string;
  zone: string;
  refusal: string | null;
  sales: { line: number; transactionDate: string; amount: string; currency: string }[];
  noSales: { line: number; why: string }[];
  questions: { about: string; answer: string[]; why: string }[];
}
const layouts: Layout[] = layoutsIn();
const held: Layout[] = layoutsIn(fileURLToPath(new URL('../../fixtures/exports-held', import.meta.url)));

it.each([...layouts, ...held].map((layout) => [layout.name, layout] as const))('%s is well-formed', (_, layout) => {
  const { path, source, sales, noSales, questions, refusal, zone } = layout;
  expect(new URL(source).protocol).toBe('https:');
  expect(() => new Intl.DateTimeFormat('en', { timeZone: zone })).not.toThrow();
  if (refusal !== null) expect(sales).toEqual([]);
  else expect(sales.length).toBeGreaterThan(0);
  const lines = [...sales, ...noSales].map(({ line }) => line);
  expect(new Set(lines).size).toBe(lines.length);
  for (const { amount, currency, transactionDate } of sales) {
    expect(amount).toMatch(/^-?\d+(\.\d+)?$/);
    expect(currency).toMatch(/^[A-Z]{3}$/);
    expect(Date.parse(transactionDate)).not.toBeNaN();
  }
  for (const { why } of [...noSales, ...questions]) expect(why).not.toBe('');
  if (path.endsWith('.csv')) expect(Math.max(0, ...lines)).toBeLessThanOrEqual(readFileSync(path, 'latin1').split('\n').length);
});

const figures = JSON.parse(execFileSync(process.execPath, [program, '--json'], { encoding: 'utf8' }));

it('have in the documents how often each question is asked about them', () => {
  const page = readFileSync(new URL('../../docs/files.md', import.meta.url), 'utf8');
  const told = [...page.matchAll(/^\| `([A-Z_]+)` \|.*\| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$/gm)].map(([, code, ...counts]) => [
    code,
    counts.map(Number),
  ]);
  const counted = Object.entries<Record<string, number>>(figures.questions).map(([code, { rightly, refused, inVain, torture }]) => [
    code,
    [rightly, refused, inVain, torture],
  ]);
  expect(told).toEqual(counted);
});

it('have in the documents how often their columns are related', () => {
  const page = readFileSync(new URL('../../docs/decisions/rules-of-the-reader.md', import.meta.url), 'utf8');
  const told = [...page.matchAll(/^\| `(\w+)` \| [^|]+ \| (\d+) \| (\d+) \|$/gm)].map(([, reason, ...counts]) => [
    reason,
    counts.map(Number),
  ]);
  const counted = Object.entries<Record<string, number>>(figures.relations).map(([reason, { layouts, torture }]) => [
    reason,
    [layouts, torture],
  ]);
  expect(told).toEqual(counted);
});

it('are asked only what the table of detectors says, and answered by what it says', () => {
  for (const { code, answers } of figures.asked as { code: string; answers: string[] }[]) {
    const own = detectors.filter(({ codes }) => (codes as readonly string[]).includes(code));
    if (code === 'FIELD_MISSING') continue;
    expect(own).not.toEqual([]);
    for (const answer of answers) expect(own.flatMap((one) => one.answers as readonly string[])).toContain(answer);
  }
  expect(new Set(detectors.flatMap(({ codes }) => codes)).size).toBe(questionCodes.length - 2);
});

it('are read no worse than they were', () => {
  const { layouts: count, first, second } = figures;
  expect(count).toBeGreaterThanOrEqual(109);
  expect(first['read right']).toBeGreaterThanOrEqual(41);
  expect(first['read wrong, in silence']).toBe(0);
  expect(first['question, needless'] + first['refused needlessly']).toBe(0);
  expect(second['rows right']).toBeGreaterThanOrEqual(79);
  expect(second['dead end']).toBe(0);
  expect(second['wrong rows sent, nothing told'] + second['part wrong'] + second['the server refuses, untold']).toBe(0);
});
