import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readDecisions } from '../../src/contract/decisions.js';
import { faultCollector, issueMessage } from '../../src/contract/faults.js';

const issuesOf = (schema: z.ZodType, value: unknown) => schema.safeParse(value, { error: issueMessage }).error?.issues ?? [];
const collected = (base: string, schema: z.ZodType, value: unknown) => {
  const collector = faultCollector('rest');
  collector.add(base, issuesOf(schema, value));
  return collector.faults();
};

describe('paths', () => {
  const item = z.object({ key: z.string(), inner: z.array(z.object({ value: z.string() })) });

  test.each([
    ['', item, 1, ['']],
    ['', item, { key: 1, inner: [] }, ['key']],
    ['', item, { key: '', inner: [{ value: '' }, {}] }, ['inner[1].value']],
    ['', z.array(item), [{ key: '', inner: 1 }], ['[0].inner']],
    ['items', item, 1, ['items']],
    ['items', item, { key: 1, inner: [] }, ['items.key']],
    ['items', z.array(item), [{ key: 1, inner: [{}] }], ['items[0].key', 'items[0].inner[0].value']],
    ['items[3]', item, { inner: [{ value: '' }, { value: 1 }] }, ['items[3].key', 'items[3].inner[1].value']],
  ] as [string, z.ZodType, unknown, string[]][])('below %j: %#', (base, schema, value, paths) => {
    expect(Object.keys(collected(base, schema, value))).toEqual(paths);
  });

  test('messages about one field stand together', () => {
    const schema = z
      .string()
      .refine(() => false, 'one')
      .refine(() => false, 'two');
    expect(collected('field', schema, '')).toEqual({ field: ['one', 'two'] });
  });
});

describe('messages', () => {
  test.each<[z.ZodType, unknown, string | undefined]>([
    [z.string(), undefined, 'is required'],
    [z.string(), null, 'must be a string'],
    [z.number(), 'secret', 'must be a number'],
    [z.number(), Number.POSITIVE_INFINITY, 'must be a number that a double can carry'],
    [z.int(), 1.5, 'must be a whole number'],
    [z.array(z.string()), 'secret', 'must be an array'],
    [z.object({}), 'secret', 'must be an object'],
    [z.boolean(), 'secret', 'must be a boolean'],
    [z.int().max(5), 6, 'must be at most 5'],
    [z.int().min(5), 4, 'must be at least 5'],
    [z.array(z.string()).max(1), ['secret', 'secret'], 'must hold at most 1 item'],
    [z.record(z.string(), z.string()), [1], 'must be an object'],
    [z.array(z.string()).min(1), [], 'must hold at least 1 item'],
    [z.array(z.string()).min(2), [], 'must hold at least 2 items'],
    [z.guid(), 'secret', 'must be a UUID'],
    [z.enum(['A', 'B']), 'secret', 'must be one of A, B'],
  ])('%#: %j', (schema, value, message) => {
    expect(issuesOf(schema, value).map((issue) => issue.message)).toEqual([message]);
  });
});

test('beyond 1,000 keys the rest is counted under the key for it', () => {
  const collector = faultCollector('rest');
  expect(collector.isEmpty()).toBe(true);
  for (let index = 0; index < 1_003; index++) collector.add(`items[${index}]`, issuesOf(z.string(), 1));
  expect(collector.isEmpty()).toBe(false);
  const faults = collector.faults();
  expect(Object.keys(faults)).toHaveLength(1_001);
  expect(faults.rest).toEqual([expect.stringMatching(/^3 /)]);
});

test('which of several objects it may be is told by the values of the member that says so', () => {
  const { faults } = readDecisions({ decisions: [{ action: 'Matchen' }] }) as { faults: Record<string, string[]> };
  expect(faults).toEqual({ 'decisions[0].action': [expect.stringMatching(/^must be one of Link, Approve, /)] });
});
