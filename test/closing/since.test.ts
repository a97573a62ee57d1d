/** What has changed since a close was approved: told by counts and sums to the cent, and silent if and only if both closes say the same. */
import { expect, test } from 'vitest';
import { closeOf } from '../../src/closing/close.js';
import { changesSince } from '../../src/closing/since.js';
import { canonicalJson } from '../../src/contract/canonical-json.js';
import { versionOf } from '../../src/store/statements.js';
import { isSoak } from '../support/at-length.js';
import { deletionOf } from './deletions.js';
import { chance, dayOf, type Months, monthsOf, november } from './months.js';
import { plainFacts } from './plain-facts.js';

const closed = (months: Months) => closeOf(plainFacts(months, dayOf('2026-12-20')), november);
const complete = monthsOf(1);
const sets = isSoak ? 200 : 24;
const nothing = { claims: [], items: [] };

test('a close that says the same has no changes, also as a statement has kept it', () => {
  const close = closed(complete);
  expect(changesSince(JSON.parse(canonicalJson(close)), close)).toEqual(nothing);
  expect(versionOf(JSON.parse(canonicalJson(close)))).toBe(versionOf(close));
});

test('whatever is taken away and changes a close is told, and the way back is the opposite', () => {
  const before = closed(complete);
  const random = chance(11);
  const told = { changed: 0, same: 0 };
  for (let number = 0; number < sets; number++) {
    const { what, left } = deletionOf(complete, random);
    const now = closed(left);
    const isSame = versionOf(now) === versionOf(before);
    const { items, claims } = changesSince(before, now);
    expect(items.length + claims.length === 0, what).toBe(isSame);
    const back = changesSince(now, before);
    expect(back.claims, what).toEqual(claims.map((one) => ({ ...one, before: one.now, now: one.before })));
    expect(
      back.items.map(({ transactions, amount }) => [transactions, Number(amount)]),
      what,
    ).toEqual(items.map(({ transactions, amount }) => [0 - transactions, 0 - Number(amount)]));
    told[isSame ? 'same' : 'changed'] += 1;
  }
  expect(told.changed).toBeGreaterThan(sets / 3);
});

test('a currency or a claim that only one of them has is told against nothing', () => {
  const before = closed(complete);
  const [item] = before.items;
  const [counters, ...claims] = before.claims;
  const now = { ...before, claims, items: [...before.items, { ...(item as typeof item & {}), currency: null }] };
  expect(changesSince(before, now)).toMatchObject({ claims: [{ claim: 'Counters', before: counters?.state, now: null }] });
  expect(changesSince(before, now).items).toContainEqual({ currency: null, part: 'sold', ...item?.sold });
});

test('canonical JSON has the members of each object in the order of their names, and lists as they are', () => {
  expect(canonicalJson({ b: [2, { d: null, c: 'é' }, 1], a: { z: true, Z: 0.1 } })).toBe(
    '{"a":{"Z":0.1,"z":true},"b":[2,{"c":"é","d":null},1]}',
  );
});
