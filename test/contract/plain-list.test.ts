import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { TransactionList } from '../../src/contract/pages.js';
import { isPlainList, listedFields } from '../../src/contract/plain-list.js';
import { Transaction } from '../../src/contract/transaction.js';

const text = fc.oneof(fc.string(), fc.constant(null));
const fields: Record<keyof Transaction, fc.Arbitrary<unknown>> = {
  ...(Object.fromEntries(listedFields.map((name) => [name, text])) as Record<keyof Transaction, fc.Arbitrary<unknown>>),
  transactionId: fc.uuid(),
  transactionState: fc.constantFrom('Unprocessed', 'Processed'),
  transactionMatchState: fc.constantFrom('NotApplicable', 'Unmatched', 'Match', 'Skip'),
  amount: fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constant(null)),
  transactionTypes: fc.array(fc.string(), { maxLength: 3 }),
};
const item = fc.record(fields, { noNullPrototype: true });
const list = fc.record({ items: fc.array(item, { maxLength: 3 }), hasMore: fc.boolean() }, { noNullPrototype: true });
const throughJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

test('it has the fields of the schema', () => {
  expect([...listedFields].sort()).toEqual(Object.keys(Transaction.shape).sort());
});

property.prop([list])('the everyday answer is plain', (value) => {
  expect(isPlainList(throughJson(value))).toBe(true);
  expect(isPlainList({ hasMore: value.hasMore, items: value.items.map(backwards) })).toBe(true);
});

const backwards = (fields: object) => Object.fromEntries(Object.entries(fields).reverse());

/** A field of an item or of the list gets another value, goes, or comes in addition. */
const strange = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(Number.POSITIVE_INFINITY, Number.NaN, 'processed', '0000', '01a1fc68-12f0-7003-8d0f-d3d510115134\n', [null], undefined),
);
/** Of any name but the one that sets the prototype of an object, and no member of it. */
const anyName = fc.string().filter((name) => name !== '__proto__');
const change = fc.record({
  inItem: fc.boolean(),
  name: fc.oneof(fc.constantFrom(...listedFields, 'items', 'hasMore'), anyName),
  how: fc.constantFrom('set', 'remove', 'first', 'replace'),
  value: strange,
});

property.prop([list, change], { numRuns: 2_000 })(
  'what is plain is what the schema gives back',
  (value, { inItem, name, how, value: other }) => {
    const json = throughJson(value) as Record<string, unknown>;
    const [first] = json.items as Record<string, unknown>[];
    const changed = inItem && first ? first : json;
    if (how === 'remove') delete changed[name];
    if (how === 'set') changed[name] = other;
    if (how === 'replace' && inItem && first) (json.items as unknown[])[0] = other;
    if (how === 'first') {
      const rest = { ...changed };
      for (const key of Object.keys(changed)) delete changed[key];
      Object.assign(changed, { [name]: rest[name] ?? other }, rest);
    }
    if (!isPlainList(json)) return;
    expect(TransactionList.parse(json)).toStrictEqual(json);
  },
);

test.each<[string, (item: Record<string, unknown>) => void]>([
  ['an id that is none', (changed) => Object.assign(changed, { transactionId: 'x' })],
  ['an unknown state', (changed) => Object.assign(changed, { transactionState: 'Done' })],
  ['an unknown match state', (changed) => Object.assign(changed, { transactionMatchState: 'Matched' })],
  ['an amount as text', (changed) => Object.assign(changed, { amount: '1' })],
  ['an infinite amount', (changed) => Object.assign(changed, { amount: Number.POSITIVE_INFINITY })],
  ['a number as text', (changed) => Object.assign(changed, { terminalId: 7 })],
  ['types that are none', (changed) => Object.assign(changed, { transactionTypes: [1] })],
  ['no types', (changed) => Object.assign(changed, { transactionTypes: null })],
  ['a field more', (changed) => Object.assign(changed, { more: 1 })],
  ['a field less', (changed) => void delete changed.currency],
])('%s is for the schema to judge', (_name, spoil) => {
  const [sample] = fc.sample(item, 1) as Record<string, unknown>[];
  expect(isPlainList({ items: [sample], hasMore: false })).toBe(true);
  const changed = { ...sample };
  spoil(changed);
  expect(isPlainList({ items: [changed], hasMore: false })).toBe(false);
});

test.each([
  [null],
  [[]],
  [{}],
  [{ items: {}, hasMore: true }],
  [{ items: [], hasMore: 'no' }],
  [{ items: [], hasMore: true, next: 2 }],
  [{ items: [null], hasMore: false }],
])('%j is for the schema to judge', (json) => {
  expect(isPlainList(json)).toBe(false);
});
