/**
 * The layouts of real exports: each is well-formed, and what the reader makes of them gets no worse. The figures are those of
 * `npm run exports`; whoever mends the reader raises them.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

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

it.each(layouts.map((layout) => [layout.name, layout] as const))('%s is well-formed', (_, layout) => {
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

it('are read no worse than they were', () => {
  const { layouts: count, first, second } = JSON.parse(execFileSync(process.execPath, [program, '--json'], { encoding: 'utf8' }));
  expect(count).toBeGreaterThanOrEqual(84);
  expect(first['read right']).toBeGreaterThanOrEqual(25);
  expect(first['read wrong, in silence']).toBe(0);
  expect(first['question, needless'] + first['refused needlessly']).toBe(0);
  expect(second['rows right']).toBeGreaterThanOrEqual(55);
  expect(second['dead end']).toBe(0);
  expect(second['wrong rows sent, nothing told'] + second['part wrong'] + second['the server refuses, untold']).toBe(0);
});
