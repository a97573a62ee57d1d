/**
 * Steps and full runs end in the same state: after any history of uploads, withdrawals, decisions and changed rules, what is stored is what one
 * full run over the rows that are there says. A matcher that keeps matches once made is the control, and must differ.
 */
import { expect, test } from 'vitest';
import { type MatchRule, MatchRule as Rule } from '../../src/contract/match-settings.js';
import { comparableRecord, comparableSale, namesOf, RECORD, SALE } from '../../src/matching/comparable.js';
import { defaultRules } from '../../src/matching/default-rules.js';
import { type Chance, chances, type Payment, paymentBy } from '../support/colliding-rows.js';
import { settings, Tenant } from './tenant.js';

const names = namesOf(settings);
const HISTORIES = Number(process.env.SOAK ? 2_000 : 200);
const SEED = Number(process.env.SEED ?? 1);

/** Other rules, so that a change of them changes something. */
const otherRules: readonly MatchRule[] = [
  ...defaultRules.filter(({ name }) => name !== 'authorisation-card' && name !== 'day-total'),
  Rule.parse({ name: 'bold', keys: ['locationId'], ways: ['Equal', 'Moment'], within: 'PT5M', outcome: 'Match', withoutIdentifier: true }),
];

const seen: Payment[] = [];
const values = {
  days: ['20', '20', '20', '21'],
  references: ['REF01', 'REF02', 'REF03', 'REF04', 'REF05'],
  brands: ['VISA', 'MASTERCARD'],
};

/** A history: what happens to a tenant, and `run` after each event. */
async function history(seed: number, run: (tenant: Tenant, chance: Chance) => Promise<void> | void): Promise<Tenant> {
  const by = chances(seed);
  seen.length = 0;
  const { random, pick } = by;
  const tenant = new Tenant(defaultRules);
  const uploads: string[][] = [];
  let nextId = 1;
  for (let event = 0; event < 20; event++) {
    const names_ = [...tenant.rows.keys()];
    const what = uploads.length < 2 ? 0 : random();
    if (what < 0.5) uploads.push(upload(tenant, by, () => nextId++));
    else if (what < 0.6) for (const name of pick(uploads)) tenant.change(name, { isThere: false });
    else if (what < 0.72) for (const name of pick(uploads)) tenant.change(name, { isThere: true });
    else if (what < 0.82) tenant.change(pick(names_), { isPinned: random() < 0.6 });
    else if (what < 0.92) forbid(tenant, by);
    else if (random() < 0.5) {
      tenant.rules = tenant.rules === defaultRules ? otherRules : defaultRules;
      tenant.bulk();
    }
    await run(tenant, by);
  }
  return tenant;
}

/** What was written before, of either side, with one field as it comes. */
function likeAnother(by: Chance): Payment {
  const fields = paymentBy(by, values);
  if (seen.length === 0) return fields;
  const field = by.pick(Object.keys(fields) as (keyof Payment)[]);
  return { ...by.pick(seen), [field]: fields[field] };
}

function upload(tenant: Tenant, by: Chance, nextId: () => number): string[] {
  const side = by.random() < 0.5 ? SALE : RECORD;
  return Array.from({ length: 1 + Math.floor(by.random() * 12) }, () => {
    const fields = by.random() < 0.5 ? likeAnother(by) : paymentBy(by, values);
    if (seen.length > 40) seen.shift();
    seen.push(fields);
    const id = nextId();
    const total = by.random() < 0.08 ? { transactionCount: by.pick([1, 2, 3]), amount: by.pick([5, 10, 15, 17.5]) } : {};
    const row = side === SALE ? comparableSale(fields, names) : comparableRecord({ ...fields, ...total }, names);
    if (row === null) throw new Error('a row is not comparable');
    tenant.add(side, id, row);
    return `${side === SALE ? 's' : 'r'}${id}`;
  });
}

/** Mostly a pair that is matched. */
function forbid(tenant: Tenant, { pick }: Chance): void {
  const match = pick([...tenant.matches.values()].filter(({ sales, records }) => sales.length > 0 && records.length > 0));
  if (match) tenant.forbid(match.sales[0] as number, match.records[0] as number);
}

test(`${HISTORIES} histories in steps, with full runs between them, end as one full run does`, async () => {
  let matches = 0;
  let findings = 0;
  for (let seed = SEED; seed < SEED + HISTORIES; seed++) {
    const tenant = await history(seed, async (one, { random }) => {
      if (random() < 0.1) one.bulk();
      else if (random() < 0.6) await one.catchUp(1 + Math.floor(random() * 8));
      else await one.step(3);
    });
    await tenant.catchUp(5);
    expect(tenant.state(), `SEED=${seed}`).toEqual(tenant.stateOfFullRun());
    matches += tenant.matches.size;
    findings += tenant.state().findings.length;
  }
  expect(matches).toBeGreaterThan(HISTORIES * 5);
  expect(findings).toBeGreaterThan(HISTORIES);
}, 600_000);

test('the control, a matcher that keeps matches once made, differs', async () => {
  let differing = 0;
  for (let seed = SEED; seed < SEED + 20; seed++) {
    const tenant = await history(seed, (one) => one.stick());
    if (JSON.stringify(tenant.state().matches) !== JSON.stringify(tenant.stateOfFullRun().matches)) differing++;
  }
  expect(differing).toBeGreaterThan(10);
});

test('a step reads what its rows touch, and not the rest', async () => {
  const tenant = new Tenant(defaultRules);
  const slip = (number: number) => ({
    amount: number + 1,
    currency: 'CHF',
    transactionDate: `2026-11-20T12:00:00+01:00`,
    terminalId: `T${number}`,
    transactionSequenceCounter: '7',
  });
  for (let number = 0; number < 300; number++) {
    const sale = comparableSale(slip(number), names);
    const record = comparableRecord(slip(number), names);
    if (sale && number > 0) tenant.add(SALE, number, sale);
    if (record) tenant.add(RECORD, number, record);
  }
  tenant.bulk();
  tenant.read = 0;
  const last = comparableSale(slip(0), names);
  if (last) tenant.add(SALE, 0, last);
  await tenant.catchUp(10);
  expect(tenant.state()).toEqual(tenant.stateOfFullRun());
  expect(tenant.state().matches).toHaveLength(300);
  // Two rules have no keys: they read by amount and time, which this store in memory does not.
  expect(tenant.read).toBeLessThan(300 * 4);
});
