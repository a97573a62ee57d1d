/** Rules that somebody writes: which are refused and why, and in which order they are tried. */
import { describe, expect, test } from 'vitest';
import { MatchRule, MatchSettings } from '../../src/contract/match-settings.js';
import { defaultRules } from '../../src/matching/default-rules.js';
import { levelsOf, secondsWithin } from '../../src/matching/levels.js';
import { ruleFaults } from '../../src/matching/rule-faults.js';
import { at, matchWorld, record, sale } from './world.js';

const rule = (more: object) =>
  MatchRule.parse({ name: 'ours', keys: ['orderId'], ways: ['Equal'], within: 'P5D', outcome: 'Match', ...more });

describe('rules are refused', () => {
  test.each([
    ['without an identifier', { keys: ['terminalId'] }, 'rules[0].keys'],
    ['with half of one', { keys: ['authorisationCode'] }, 'rules[0].keys'],
    ['with a counter of no terminal', { keys: ['transactionSequenceCounter', 'locationId'] }, 'rules[0].keys'],
    ['with a card at a terminal', { keys: ['terminalId', 'lastFour'], within: 'PT2M' }, 'rules[0].keys'],
    ['without keys', { keys: [] }, 'rules[0].keys'],
    ['over more than 400 days', { within: 'P401D' }, 'rules[0].within'],
    ['over no time', { within: 'PT0S' }, 'rules[0].within'],
    ['that guess what was meant', { oneEdit: 'authorisationCode' }, 'rules[0].oneEdit'],
    ['whose slip is a key', { oneEdit: 'orderId', outcome: 'Propose' }, 'rules[0].oneEdit'],
    ['whose percentages are the wrong way round', { near: [5, -5] }, 'rules[0].near'],
    ['that propose what cancels itself', { ways: ['Cancel'], outcome: 'Propose' }, 'rules[0].ways'],
    ['whose moment is a day', { ways: ['Moment'], within: 'Day' }, 'rules[0].within'],
  ])('%s', (_, more, path) => {
    expect(Object.keys(ruleFaults([rule(more)]))).toEqual([path]);
  });

  test('of one name', () => {
    expect(ruleFaults([rule({}), rule({})])).toEqual({ 'rules[1].name': ['is the name of another rule, too'] });
  });

  test.each([
    [{ within: 'P400D' }],
    [{ keys: ['terminalId'], withoutIdentifier: true }],
    [{ keys: ['terminalId'], outcome: 'Propose' }],
    [{ keys: ['authorisationCode', 'terminalId'] }],
  ])('and not %j', (more) => {
    expect(ruleFaults([rule(more)])).toEqual({});
  });

  test('those that work at once are not refused, and have the form of any other', () => {
    expect(ruleFaults(defaultRules)).toEqual({});
    expect(MatchSettings.parse({ rules: defaultRules }).rules).toEqual(defaultRules);
  });

  test.each(['', 'P', 'PT', '36H', 'P1M', 'P1DT', 'P-1D', 'day'])('a time of %j has no meaning', (within) => {
    expect(MatchRule.safeParse({ ...rule({}), within }).success).toBe(false);
  });

  test('fifty are enough', () => {
    expect(MatchSettings.safeParse({ rules: Array.from({ length: 51 }, () => rule({})) }).success).toBe(false);
  });
});

test.each([
  ['PT36H', 129_600],
  ['P5D', 432_000],
  ['P1DT2H3M4S', 93_784],
  ['PT90S', 90],
  ['Day', null],
])('%s lasts %s seconds', (within, seconds) => {
  expect(secondsWithin(within)).toBe(seconds);
});

test('levels are tried by way and rule, proposals last', () => {
  const names = levelsOf([
    rule({ name: 'one', ways: ['Near', 'Equal'] }),
    rule({ name: 'asked', ways: ['Equal'], outcome: 'Propose' }),
    rule({ name: 'two', ways: ['Sum', 'Equal', 'Cancel'] }),
  ]).map(({ rule: { name }, way }) => `${name} ${way}`);
  expect(names).toEqual(['one Equal', 'two Equal', 'two Cancel', 'two Sum', 'one Near', 'asked Equal']);
});

test('an equal amount of a weak rule goes before a near one of a strong rule', () => {
  const both = { authorisationCode: '540078', cardNumberMasked: '*0416', orderId: 'ORD-17' };
  const sales = [sale(both), sale({ orderId: 'ORD-17', amount: 13 })];
  const records = [record({ ...both, amount: 13, transactionDate: at('20:00:00') })];
  expect(matchWorld({ sales, records }).matches).toEqual(['order Equal: s1 = r0']);
});

test("a tenant's own rule books what nothing names, if it says so", () => {
  const bold = rule({ keys: ['terminalId'], within: 'PT90S', withoutIdentifier: true });
  const world = { sales: [sale({ terminalId: '7' })], records: [record({ terminalId: '7' })] };
  expect(matchWorld({ ...world, rules: [bold] }).matches).toEqual(['ours Equal: s0 = r0']);
});
