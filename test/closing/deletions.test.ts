/**
 * The deletion test: whatever is taken away from a complete month is named exactly where it is visible, and makes the claim that would cover it not
 * provable where it is not. 300 deletions; 10,000 in `npm run soak`. SEED makes the same again.
 */
import { expect, test } from 'vitest';
import { closeOf } from '../../src/closing/close.js';
import { deletionOf, judge } from './deletions.js';
import { chance, dayOf, monthsOf, november } from './months.js';
import { plainFacts } from './plain-facts.js';

const seed = Number(process.env.SEED ?? 53);
const deletions = process.env.SOAK ? 10_000 : 300;
const today = dayOf('2026-12-20');
const MONTHS = 10;

test(`what is missing is named, and nothing is kept silent about (seed ${seed})`, () => {
  const random = chance(seed);
  const months = Array.from({ length: MONTHS }, (_, at) => monthsOf(seed * MONTHS + at));
  const counts: Record<string, Record<string, number>> = {};
  const wrong: string[] = [];
  let [visible, named] = [0, 0];
  for (let number = 0; number < deletions; number++) {
    const at = number % MONTHS;
    const deletion = deletionOf(months[at] as (typeof months)[number], random);
    const close = closeOf(plainFacts(deletion.left, today), november);
    const judged = judge(deletion, close);
    const isVisible = deletion.named.length > 0;
    if (isVisible) visible += 1;
    if (judged === 'named') named += 1;
    const kind = `${deletion.kind}, ${isVisible ? 'visible' : 'not visible'}`;
    counts[kind] = { ...counts[kind], [judged]: (counts[kind]?.[judged] ?? 0) + 1 };
    if (judged === 'silent' || (isVisible && judged !== 'named')) wrong.push(`${judged}: ${deletion.what} (month ${at})`);
  }
  if (process.env.SOAK)
    process.stdout.write(`${named} of ${visible} visible deletions named, ${deletions} in all: ${JSON.stringify(counts)}\n`);
  expect(wrong.filter((one) => one.startsWith('silent'))).toEqual([]);
  expect(named / visible, wrong.join('\n')).toBeGreaterThanOrEqual(0.99);
}, 3_600_000);
