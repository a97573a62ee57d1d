/** For what rows wait: whether something else is to be said of one after more files is told as its sentence does, also from what a step's index has. */
import { fc, test } from '@fast-check/vitest';
import { expect, it } from 'vitest';
import { MatchSettings } from '../../src/contract/match-settings.js';
import { type ComparableRow, comparableRecord, comparableSale, namesOf, RECORD, SALE, type Side } from '../../src/matching/comparable.js';
import { type Coverage, coverage, type Facts } from '../../src/matching/coverage.js';
import { defaultRules } from '../../src/matching/default-rules.js';
import { identifierCode } from '../../src/matching/identifier.js';
import { factsIn } from '../../src/matching/known-facts.js';
import { reasonByCoverage } from '../../src/matching/reasons.js';
import { addToIndex, keyHash, rowIndex, UNTAKEN } from '../../src/matching/row-index.js';

const settings = MatchSettings.parse({ accounts: [{ acquirerId: 'ACQ-TWO', waitDays: 2 }] });
const names = namesOf(settings);

const day = fc.integer({ min: 1, max: 20 });
const row = fc.record({
  day,
  terminalId: fc.constantFrom(undefined, 'T1', 'T2', 'T3'),
  locationId: fc.constantFrom(undefined, 'L1', 'L2'),
  brandId: fc.constantFrom(undefined, 'VISA', 'MASTERCARD', 'AMEX'),
  acquirerId: fc.constantFrom(undefined, 'ACQ-ONE', 'ACQ-TWO', 'ACQ-THREE'),
});
type Row = typeof row extends fc.Arbitrary<infer Value> ? Value : never;
const seen = fc.record({ side: fc.constantFrom<Side>(SALE, RECORD), row, merchantId: fc.constantFrom(null, 'M1', 'M2') });

function comparable(side: Side, { day: at, ...fields }: Row): ComparableRow {
  const date = `2026-10-${String(at).padStart(2, '0')}`;
  const payment = { amount: 5, currency: 'CHF', transactionDate: `${date}T12:00:00+02:00`, ...fields };
  return (side === SALE ? comparableSale(payment, names) : comparableRecord(payment, names)) as ComparableRow;
}

function see(covered: Coverage, { side, row: one, merchantId }: typeof seen extends fc.Arbitrary<infer Value> ? Value : never): void {
  const compared = comparable(side, one);
  if (side === SALE) covered.seeSale(compared);
  else covered.seeRecord({ acquirerId: one.acquirerId ?? null, merchantId }, compared.day, compared.keys);
}

/** All that is said of it, as of a row that has nothing but codes. */
function said(covered: Coverage, facts: Facts): string {
  const { code, sentence } = reasonByCoverage(facts.side, covered.due(facts), (field) => String(facts.keys[field as 'brand'] ?? ''));
  return `${code} ${sentence}`;
}

test.prop([fc.array(seen, { maxLength: 12 }), fc.array(seen, { maxLength: 4 }), fc.array(row, { minLength: 1, maxLength: 20 })], {
  numRuns: 500,
})('something else is to be said of a row where its sentence is another, and of no other row', (first, then, rows) => {
  const before = coverage(settings);
  for (const one of first) see(before, one);
  const after = coverage(settings, before.known());
  for (const one of then) see(after, one);
  for (const side of [SALE, RECORD] as const) {
    for (const facts of rows.map((one) => comparable(side, one))) {
      const isOther = said(before, facts) !== said(after, facts);
      expect(after.isOtherwise(facts)).toBe(isOther);
      const isWaiting = said(before, facts).startsWith('Waiting');
      if (isOther) expect(isWaiting ? ['Waiting', 'All'] : ['All']).toContain(after.concerns(side));
    }
  }
});

it('can be another: what waits, what is due, what no file covers', () => {
  const one: Row = { day: 10, terminalId: 'T1', locationId: undefined, brandId: 'VISA', acquirerId: 'ACQ-ONE' };
  const sale = comparable(SALE, { ...one, day: 6 });
  const before = coverage(settings);
  const covering = coverage(settings, before.known());
  see(covering, { side: RECORD, row: one, merchantId: null });
  expect([said(before, sale), said(covering, sale)]).toEqual([
    expect.stringContaining('NotCovered'),
    expect.stringMatching(/^Waiting .*reach 2026-10-10, this sale is due on 2026-10-11/),
  ]);
  const beyond = coverage(settings, covering.known());
  see(beyond, { side: RECORD, row: { ...one, day: 11 }, merchantId: null });
  expect(said(beyond, sale)).toMatch(/^NotSettled .*reach 2026-10-11, when this sale was due/);
  const further = coverage(settings, beyond.known());
  see(further, { side: RECORD, row: { ...one, day: 15 }, merchantId: null });
  expect([covering, beyond, further].map((covered) => covered.isOtherwise(sale))).toEqual([true, true, false]);
});

test.prop([fc.array(seen, { minLength: 1, maxLength: 30 }), fc.array(seen, { maxLength: 5 })], { numRuns: 200 })(
  'an index tells of its rows what they wait by',
  (first, then) => {
    const covered = coverage(settings);
    const index = rowIndex(defaultRules, first.length + then.length);
    // As after a full run: the sales, then the records; and then what came later.
    const inOrder = [...first.filter(({ side }) => side === SALE), ...first.filter(({ side }) => side === RECORD), ...then];
    const numbers = inOrder.map((one, place) => {
      see(covered, one);
      const number = 2 * place + one.side;
      addToIndex(index, number, comparable(one.side, one.row), UNTAKEN);
      return number;
    });
    const factsOf = factsIn(index, covered);
    for (const [place, { side, row: one }] of inOrder.entries()) {
      const facts = factsOf(numbers[place] as number);
      expect(facts && said(covered, facts)).toBe(said(covered, comparable(side, one)));
    }
    expect(factsOf(2 * inOrder.length)).toBeNull();
  },
);

it('two terminals that have one hash are told apart by nothing but their rows', () => {
  const codes = new Map<number, string>();
  let pair: string[] = [];
  for (let number = 0; pair.length === 0; number++) {
    const terminal = `T${number}`;
    const hash = keyHash(identifierCode(terminal));
    const other = codes.get(hash);
    if (other) pair = [other, terminal];
    codes.set(hash, terminal);
  }
  const index = rowIndex(defaultRules, 3);
  const covered = coverage(settings);
  for (const [place, terminalId] of [...pair, 'T1'].entries()) {
    const sale = comparable(SALE, { day: 3, terminalId, locationId: undefined, brandId: 'VISA', acquirerId: undefined } as never);
    covered.seeSale(sale);
    addToIndex(index, 2 * place, sale, UNTAKEN);
  }
  const factsOf = factsIn(index, covered);
  expect([0, 2, 4].map((number) => factsOf(number)?.keys.terminalId)).toEqual([undefined, undefined, identifierCode('T1')]);
});

it('a row of another time is to be read', () => {
  const index = rowIndex(defaultRules, 2);
  const covered = coverage(settings);
  for (const [place, year] of ['2026', '2205'].entries()) {
    const sale = comparableSale({ amount: 5, currency: 'CHF', transactionDate: `${year}-10-01T12:00:00Z` }, names) as ComparableRow;
    covered.seeSale(sale);
    addToIndex(index, 2 * place, sale, UNTAKEN);
  }
  const factsOf = factsIn(index, covered);
  expect([factsOf(0)?.day, factsOf(2)]).toEqual([20_727, null]);
});
