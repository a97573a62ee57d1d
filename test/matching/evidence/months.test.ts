/**
 * Months of tips and of stress: no booked match is wrong. What cannot be told from the rows, and is booked wrongly where a tenth of the rows is
 * missing (not tested): two bills of one table within seconds of each other, with tips, of which one sale and the other's record are lost.
 */
import { expect, test } from 'vitest';
import { casesOf } from '../../support/at-length.js';
import { run } from './given.js';
import { monthOf, monthsOfStress, monthsOfTips, wrongOf } from './months.js';

for (const [name, scenario] of Object.entries(monthsOfTips))
  for (const lost of [0, 0.05])
    test(`a month of tips, ${name}${lost > 0 ? ', a twentieth of the rows lost' : ''}`, () => {
      for (const seed of casesOf([7, 8, 9], 3)) {
        const month = monthOf(scenario, seed, lost);
        const { told } = run(month);
        expect(wrongOf(month, told)).toEqual([]);
        const pairs = month.sales.filter(({ of }) => month.records.some((record) => record.of === of)).length;
        const found = told.reduce((sum, { kind, sales }) => sum + (name === 'no number at all' || kind === 'Match' ? sales.length : 0), 0);
        expect(found).toBeGreaterThanOrEqual(0.99 * pairs);
      }
    });

for (const [name, scenario] of Object.entries(monthsOfStress))
  for (const lost of [0, 0.02])
    test(`a month of stress, ${name}${lost > 0 ? ', a fiftieth of the rows lost' : ''}`, () => {
      for (const seed of casesOf([1, 2, 3], 3)) {
        const month = monthOf(scenario, seed, lost);
        expect(wrongOf(month, run(month).told)).toEqual([]);
      }
    });
