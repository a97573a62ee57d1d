import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { issueMessage } from '../../src/contract/faults.js';
import { readTransaction, TransactionUpload, transactionFields } from '../../src/contract/transaction.js';
import { transactionUpload } from '../support/arbitraries.js';
import { rounds } from '../support/at-length.js';

const astral = '\u{1f600}';
/** Values that are right for some fields and wrong for others, at every limit. */
const scraps = fc.oneof(
  fc.constantFrom<unknown>(
    ...[undefined, null, true, 0, -0, 1e300, Number.NaN, Number.POSITIVE_INFINITY, 10n, Symbol('s')],
    ...['', 'x', '2026-02-28', '2026-02-30', '2026-02-28T00:00:00Z', '2026-02-30T00:00:00Z', '4242424242424242', '4242 4242 42', '\ud800'],
    ...['x'.repeat(1_024), 'x'.repeat(1_025), astral.repeat(1_024), astral.repeat(1_025), 'x'.repeat(8_192), 'x'.repeat(8_193)],
    ...[
      astral.repeat(8_192),
      astral.repeat(8_193),
      [],
      {},
      new Date(0),
      new Map(),
      { length: 1, 0: 'x' },
      new Array(2),
      Object.assign(new Array(2), { 0: 'x' }),
    ],
    ...[Array(32).fill('x'), Array(33).fill('x'), ['x', null], ['x', 1], ['\ud800'], ['x'.repeat(1_025)]],
    ...[Array(64).fill({ key: 'k', value: 'v' }), Array(65).fill({ key: 'k', value: 'v' }), [null], ['k'], [[]], new String('x')],
  ),
  fc.jsonValue({ maxDepth: 2 }),
);
const item = fc.oneof(
  fc.record({ key: fc.string(), value: fc.string(), type: fc.option(fc.string()) }, { requiredKeys: ['key', 'value'] }),
  fc.record({ value: fc.string(), key: fc.string() }),
  fc.record({ key: scraps, value: scraps, type: scraps, colour: scraps }, { requiredKeys: [] }),
);
const member = fc.oneof(scraps, fc.array(item, { maxLength: 3 }), fc.array(fc.string(), { maxLength: 3 }));
const name = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom<string>(...transactionFields) },
  fc.constantFrom('colour', 'Amount', '__proto__', 'constructor', 'toString', '0', ''),
);
const changes = fc.array(fc.tuple(name, member), { maxLength: 2 });

/** A valid upload with some members set to anything, in any order, own or inherited. None is hidden: JSON has no such members. */
const nearly = fc
  .tuple(transactionUpload, changes, fc.constantFrom('own', 'own', 'own', 'reversed', 'inherited', 'bare'))
  .map(([valid, changed, way]) => {
    const set = (object: object, [key, value]: readonly [string, unknown]) =>
      Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
    const target: object = way === 'inherited' ? Object.create(valid) : way === 'bare' ? Object.create(null) : {};
    const members = Object.entries(valid);
    if (way !== 'inherited') for (const each of way === 'reversed' ? members.reverse() : members) set(target, each);
    for (const each of changed) set(target, each);
    return target;
  });
/** As the contract has it, in the order of its fields. */
const standing = transactionUpload.map((valid) => JSON.parse(JSON.stringify(valid)));
const anything = fc.oneof({ weight: 4, arbitrary: nearly }, { weight: 2, arbitrary: standing }, scraps);

const byZod = (value: unknown) => TransactionUpload.safeParse(value, { error: issueMessage });

afterEach(() => vi.restoreAllMocks());

describe('readTransaction', () => {
  it('gives what zod gives, for any value, and asks it as little as it should', () => {
    const runs = rounds(10_000);
    const seen = { same: 0, rebuilt: 0, refused: 0 };
    fc.assert(
      fc.property(anything, (value) => {
        const expected = byZod(value);
        const asked = vi.spyOn(TransactionUpload, 'safeParse');
        const reading = readTransaction(value);
        const zodWasAsked = asked.mock.calls.length > 0;
        asked.mockRestore();
        expect(zodWasAsked).toBe(!expected.success);
        if ('issues' in reading) {
          expect(reading.issues).toEqual(expected.error?.issues);
          seen.refused++;
          return;
        }
        expect(reading.row).toStrictEqual(expected.data);
        expect(JSON.stringify(reading.row)).toBe(JSON.stringify(expected.data));
        seen[reading.row === value ? 'same' : 'rebuilt']++;
      }),
      { numRuns: runs },
    );
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(runs / 20);
  });

  it('leaves alone what stands as it should, and takes nothing else along', () => {
    const value = { amount: 1, currency: 'EUR', additionalData: [{ key: 'k', value: 'v' }] };
    expect(readTransaction(value)).toEqual({ row: value });
    expect('row' in readTransaction(value) && readTransaction(value)).toHaveProperty('row', expect.objectContaining(value));
    const further = { colour: 'red', ...value, additionalData: [{ value: 'v', colour: 'red', key: 'k' }] };
    expect(readTransaction(further)).toStrictEqual({ row: value });
    expect(JSON.stringify(readTransaction(further))).toBe(JSON.stringify({ row: value }));
  });
});
