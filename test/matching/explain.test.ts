/** What an explanation says where not all rows are at hand that the reason speaks of: nothing of those that it does not compare. */
import { expect, it } from 'vitest';
import { MatchSettings } from '../../src/contract/match-settings.js';
import { defaultRules } from '../../src/matching/default-rules.js';
import { type ExplainedRow, explainedSteps } from '../../src/matching/explain.js';

const fields = { amount: 30, currency: 'EUR', transactionDate: '2026-11-10T10:00:00Z', transactionReference: 'REF-1', terminalId: 'T1' };
const sale: ExplainedRow = { kind: 'Sales', id: 'sale', isMatched: false, fields };
const another: ExplainedRow = { kind: 'Sales', id: 'another', isMatched: false, fields: { ...fields, amount: 40 } };
const total: ExplainedRow = {
  ...{ kind: 'Settlement', id: 'total', isMatched: false },
  fields: { amount: 80, currency: 'EUR', businessDate: '2026-11-10', terminalId: 'T1', transactionCount: 2 },
};

function stepOf(name: string, others: readonly ExplainedRow[], hasMore: boolean): (string | undefined)[] {
  const settings = MatchSettings.parse({});
  const steps = explainedSteps({ subject: sale, others, hasMore, settings, rules: defaultRules, made: null });
  const step = steps.find(({ rule }) => rule === name);
  return [step?.outcome, step?.sentence];
}

it('that no other row has the same is said only where all are compared', () => {
  expect(stepOf('reference', [], false)).toEqual(['Alone', 'no free record has the same reference']);
  expect(stepOf('reference', [], true)).toEqual(['Alone', 'none of the rows that are compared here has the same reference']);
});

it('sums and counts are told only where they are those of all rows', () => {
  const others = [another, total];
  expect(stepOf('terminal-total', others, false)).toEqual(['Unbalanced', '2 sales come to 70.00, 1 record to 80.00']);
  expect(stepOf('terminal-total', others, true)).toEqual(['Unbalanced', 'rows with the same terminal do not add up']);
});
