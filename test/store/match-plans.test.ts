/** How SQLite finds matches: which are on a page is seen in an index, whatever is asked for; nothing walks the rows of a tenant. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MatchListQuery } from '../../src/contract/matches.js';
import { Database } from '../../src/store/sqlite/database/engine.js';
import type { MatchHarness } from './match-engines.js';
import { type MatchWorld, type MatchWorlds, openMatchWorlds } from './match-world.js';
import type { SqliteHarness } from './sqlite-harness.js';

let worlds: MatchWorlds<MatchHarness & SqliteHarness>;
let world: MatchWorld;
/** A user of a unit with a location and a terminal, and one of a unit with a terminal alone. */
let keeper: string;
let till: string;
const id = '0190a5d4-7f3c-7b3e-8c1d-2f6a9b8c7d6e';

beforeAll(async () => {
  worlds = await openMatchWorlds();
  world = await worlds.newWorld();
  await worlds.harness.addUser('keeper');
  await worlds.harness.grant('keeper', {
    unitId: await worlds.harness.addUnit(world.tenantId, { locationIds: ['L'], terminalIds: ['T'] }),
  });
  keeper = (await worlds.harness.store.userByName('keeper'))?.id ?? '';
  await worlds.harness.addUser('till');
  await worlds.harness.grant('till', { unitId: await worlds.harness.addUnit(world.tenantId, { terminalIds: ['T'] }) });
  till = (await worlds.harness.store.userByName('till'))?.id ?? '';
});
afterAll(() => worlds.close());

/** The plans of the statements that are new in this call, by the statement. */
async function plansOf(call: () => Promise<unknown>): Promise<Map<string, string>> {
  const { prepare } = Database.prototype;
  const prepared = new Set<string>();
  Database.prototype.prepare = function (this: Database, sql: string) {
    prepared.add(sql);
    return prepare.call(this, sql) as ReturnType<typeof prepare>;
  } as typeof prepare;
  await worlds.reopen();
  try {
    await call();
  } finally {
    Database.prototype.prepare = prepare;
  }
  const db = new Database(join(worlds.harness.directory, 'sales.db'), { readonly: true });
  try {
    const planOf = (sql: string) => {
      const values = Array.from({ length: (sql.match(/\?/g) ?? []).length }, () => null);
      const steps = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values) as { detail: string }[];
      return steps.map(({ detail }) => detail).join('\n');
    };
    const ofRows = [...prepared].filter(
      (sql) => /^\s*(?:SELECT|WITH)/.test(sql) && /\b(?:match|match_open|match_item|transaction|settlement_record)\b/.test(sql),
    );
    return new Map(ofRows.map((sql) => [sql, planOf(sql)]));
  } finally {
    db.close();
  }
}

const pageOf = (plans: Map<string, string>) => [...plans].find(([sql]) => sql.includes('SELECT match.match_key FROM match '))?.[1] ?? '';
const list = (over: Partial<MatchListQuery>, scope: 'whole' | { unitsOf: string } = 'whole') =>
  plansOf(() => worlds.harness.store.tenant(world.tenantId, scope).listMatches({ pageSize: 30, pageNumber: 1, ...over }));

describe('a page of matches', () => {
  it.each<[string, Partial<MatchListQuery>]>([
    ['all', {}],
    ['a kind', { kind: 'Proposal' }],
    ['a rule', { rule: 'number-and-amount' }],
    ['days', { dayFrom: '2026-11-01', dayTo: '2026-11-30' }],
    ['those that differ', { differs: 'true' }],
    [
      'everything at once',
      { kind: 'Match', rule: 'number-and-amount', currency: 'EUR', pinned: 'false', differs: 'false', dayTo: '2026-11-30' },
    ],
  ])('of %s is found in the index alone', async (_, query) => {
    const plan = pageOf(await list(query));
    expect(plan).toMatch(/SEARCH match USING COVERING INDEX match_day/);
    expect(plan).not.toMatch(/SCAN match\b/);
    // The rows of one page, once they are found.
    expect(plan.match(/TEMP B-TREE/g)).toHaveLength(1);
  });

  it('of a terminal is found by the terminal', async () => {
    const plan = pageOf(await list({ terminalId: 'T' }));
    expect(plan).toMatch(/transaction_terminal/);
    expect(plan).toMatch(/settlement_record_terminal/);
    expect(plan).not.toMatch(/SCAN (?:sale|match)\b/);
  });

  it('of units with few rows is found by their terminals', async () => {
    const plan = pageOf(await list({ differs: 'true' }, { unitsOf: till }));
    expect(plan).toMatch(/transaction_terminal/);
    expect(plan).toMatch(/settlement_record_terminal/);
    expect(plan).not.toMatch(/SCAN (?:sale|match|match_item)\b/);
  });

  it('of some units looks at the rows of one match after another', async () => {
    const plan = pageOf(await list({ differs: 'true' }, { unitsOf: keeper }));
    expect(plan).toMatch(/match_day/);
    expect(plan).not.toMatch(/SCAN (?:sale|match|match_item)\b/);
  });
});

it('one match, and what there is to know of a row, are found by their keys', async () => {
  const tenant = () => worlds.harness.store.tenant(world.tenantId, 'whole');
  const plans = await plansOf(async () => {
    await tenant().match(id);
    for (const kind of ['Sales', 'Settlement'] as const) await tenant().matchFacts(kind, id);
  });
  expect(plans.size).toBeGreaterThan(2);
  for (const [sql, plan] of plans) expect(plan, sql).not.toMatch(/SCAN (?:sale|match|match_open|match_item|upload)\b/);
});

it('a run finds rows by the indexes of dates, and all else by its keys', async () => {
  await world.upload([{ amount: 5, currency: 'EUR', transactionDate: '2026-11-10T10:00:00Z', transactionReference: 'A' }]);
  await world.settle([{ amount: 5, currency: 'EUR', transactionDate: '2026-11-10T10:00:00Z', transactionReference: 'A' }]);
  const plans = await plansOf(async () => {
    await world.match();
    // The next run reads what the first one stored.
    await world.upload([{ amount: 7, currency: 'EUR', transactionDate: '2026-11-10T11:00:00Z', transactionReference: 'B' }]);
    await world.match();
  });
  const planOf = (text: string) => [...plans].find(([sql]) => sql.includes(text))?.[1] ?? '';
  expect(planOf('ticks >= ?')).toMatch(/SEARCH sale USING COVERING INDEX transaction_date \(tenant_key=\? AND ticks>\? AND ticks<\?\)/);
  expect(planOf('day >= ?')).toMatch(/SEARCH sale USING COVERING INDEX settlement_record_day \(tenant_key=\? AND day>\? AND day<\?\)/);
  expect(planOf('ORDER BY sale.day DESC LIMIT 1')).toMatch(/SEARCH sale USING INDEX settlement_record_day \(tenant_key=\? AND day>\?\)/);
  expect(planOf('FROM match NOT INDEXED')).toMatch(/SEARCH match USING INTEGER PRIMARY KEY/);
  expect(planOf('FROM match_open')).toMatch(/SEARCH match_open USING PRIMARY KEY \(tenant_key=\? AND number=\?\)/);
  expect(plans.size).toBeGreaterThan(6);
  for (const [sql, plan] of plans)
    expect(plan, sql).not.toMatch(/SCAN (?:sale|transaction|settlement_record|match|match_open|match_item)\b/);
});

describe('payouts', () => {
  it('and their days are found in the index alone, and their records by it', async () => {
    const payouts = () =>
      worlds.harness.store.tenant(world.tenantId, 'whole').listPayouts({ pageSize: 30, pageNumber: 1, dateFrom: '2026-01-01' });
    await world.settle([{ amount: 1, currency: 'EUR', settlementDate: '2026-11-02', payoutId: 'PO-1', transactionReference: 'R-1' }]);
    const plans = [...(await plansOf(payouts)).entries()];
    const planOf = (part: string) => plans.find(([sql]) => sql.includes(part))?.[1];
    expect(planOf('GROUP BY 1, 2, 3, 4, 5')).toMatch(
      /SEARCH sale USING COVERING INDEX settlement_record_payout \(tenant_key=\? AND payout_id>\?\)/,
    );
    expect(planOf('AS line GROUP BY')).toMatch(/SEARCH sale USING INDEX settlement_record_payout \(tenant_key=\? AND payout_id=\?\)/);
  });
});

describe('a page of exceptions', () => {
  it('finds rows, candidates and matches by their keys, however many the tenant has', async () => {
    const other = await worlds.newWorld();
    await other.upload([1, 2, 3].map((day) => ({ amount: 5 + day, currency: 'EUR', transactionDate: `2026-11-0${day}T10:00:00Z` })));
    await other.settle([1, 2, 3].map((day) => ({ amount: 5 + day, currency: 'EUR', transactionDate: `2026-11-0${day}T10:00:01Z` })));
    await other.matchInPieces(500, (apply) => apply);
    const ask = () => worlds.harness.store.tenant(other.tenantId, 'whole').listExceptions({ pageSize: 30, pageNumber: 1 });
    const plans = await plansOf(ask);
    expect(JSON.parse(await ask()).items.length).toBeGreaterThan(0);
    const byKeys = [...plans].filter(([sql]) => /(?:match_key|seq) IN \(SELECT value FROM json_each/.test(sql) && !/match_item/.test(sql));
    expect(byKeys.length).toBeGreaterThanOrEqual(3);
    for (const [sql, plan] of byKeys) expect([sql, plan]).toEqual([sql, expect.stringMatching(/USING INTEGER PRIMARY KEY \(rowid=\?\)/)]);
  });
});
