/**
 * Lists over so many rows that the store chooses its way to them: whichever it takes, the page is the one of a plain model.
 * Smaller tables, where it has no choice, are in the conformance suite.
 */
import { fc } from '@fast-check/vitest';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ImportSettings } from '../../src/contract/import-configuration.js';
import type { TransactionList } from '../../src/contract/pages.js';
import type { ListQuery } from '../../src/contract/query.js';
import type { Totals } from '../../src/contract/totals.js';
import type { Place } from '../../src/store/access.js';
import type { DecideAgain } from '../../src/store/import-decisions.js';
import { Database } from '../../src/store/sqlite/database/engine.js';
import { runOn } from '../../src/store/sqlite/database/run-at-once.js';
import { hasPlace, lateRows, placePiece } from '../../src/store/sqlite/lists/amount-order.js';
import type { SqliteTenant } from '../../src/store/sqlite/sqlite-store.js';
import { seeded } from '../faults/seeded.js';
import { decideBy, leaving } from '../support/decide.js';
import { expectedList, type ModelRow, query } from './list-model.js';
import { openSqlite, type SqliteHarness } from './sqlite-harness.js';
import { answeredTotals, expectedTotals } from './totals-model.js';

const ROWS = 12_000;
const UPLOADS = 24;
/** Of them, those that have their places in the order of amounts; the rows of the others are late. */
const SORTED_UPLOADS = 21;
const START_MS = Date.UTC(2026, 0, 1);

const setup = {
  customerName: 'c',
  tenantName: 't',
  importConfiguration: { name: 'Default', settings: ImportSettings.parse({ requiredFields: [], currencyCheck: false }) },
  userName: 'api',
  passwordHash: 'h',
};

/** Most terminals stand in one location; one has moved, some rows name none, and T3 is in no location. */
function placeOf(terminal: number, chance: number): Place {
  const locationId = terminal === 3 || chance === 0 ? null : terminal === 9 && chance > 20 ? 'L9b' : `L${terminal % 10}`;
  return { locationId, terminalId: chance < 2 && terminal % 10 < 5 ? null : `T${terminal}` };
}

/** Places of units, from all rows to none, with and without rows that name no terminal. */
const unitPlaces = [
  { terminalIds: ['T3'], locationIds: [] },
  { terminalIds: ['T3', 'T17'], locationIds: ['L9b'] },
  { terminalIds: [], locationIds: ['L9'] },
  { terminalIds: [], locationIds: ['L2', 'L0'] },
  { terminalIds: ['T0'], locationIds: ['L9'] },
  { terminalIds: ['L9', 't3'], locationIds: ['T3', 'l9'] },
];

describe('lists over many rows', () => {
  let harness: SqliteHarness;
  let tenant: SqliteTenant;
  let stage: (batch: number) => Promise<void>;
  /** The tenant's handle for the whole, then one for each of the units. */
  const scopes: { tenant: SqliteTenant; includes: (row: Place) => boolean }[] = [];
  const rows: ModelRow[] = [];
  const uploadIds: string[] = [];
  const prepare = vi.spyOn(Database.prototype, 'prepare');

  beforeAll(async () => {
    harness = await openSqlite(() => new Date());
    const { tenantId } = await harness.store.setUp(setup);
    tenant = harness.store.tenant(tenantId, 'whole');
    const userId = (await harness.store.userByName('api'))?.id ?? '';
    const importConfigurationId = (await tenant.importConfiguration(undefined))?.id ?? '';
    const random = seeded(20_261_121);
    stage = async (batch) => {
      const transactions = Array.from({ length: ROWS / UPLOADS }, (_, index) => ({
        // Many rows share an amount or an instant, so that ties are broken on every page; a third of the amounts lie close together.
        amount: random(50) === 0 ? null : random(3) === 0 ? 50 + random(8) / 1_000 : random(400) / 4,
        // One that stands in a single upload, far from where any walk begins.
        currency: batch === 12 && index % 90 === 3 ? 'SEK' : random(20) === 0 ? 'CHF' : 'EUR',
        brandId: ['VISA', 'VISA', 'AMEX', null][random(4)] ?? null,
        ...placeOf(random(3) > 0 ? 0 : random(30), random(40)),
        transactionDate: random(50) === 0 ? null : new Date(START_MS + random(5_000) * 60_000).toISOString(),
        transactionReference: String((batch * ROWS) / UPLOADS + index),
      }));
      const decisions = transactions.map(() => {
        const isProcessed = random(30) > 0;
        return {
          transactionState: isProcessed ? ('Processed' as const) : ('Unprocessed' as const),
          transactionMatchState: isProcessed ? ('Unmatched' as const) : ('NotApplicable' as const),
          comment: null,
          errors: [],
        };
      });
      const { uploadId } = await tenant.stageUpload({
        userId,
        importConfigurationId,
        idempotency: null,
        transactions,
        uploadGroup: null,
        decide: decideBy(() => decisions),
      });
      uploadIds.push(uploadId);
      for (const [index, transaction] of transactions.entries()) {
        const { transactionState = 'Processed', transactionMatchState = 'Unmatched' } = decisions[index] ?? {};
        rows.push({ label: transaction.transactionReference, batch, uploadId, transaction, transactionState, transactionMatchState });
      }
    };
    for (let batch = 0; batch < SORTED_UPLOADS; batch++) await stage(batch);
    scopes.push({ tenant, includes: () => true });
    for (const [index, places] of unitPlaces.entries()) {
      await harness.addUser(`keeper ${index}`);
      await harness.grant(`keeper ${index}`, { unitId: await harness.addUnit(tenantId, places) });
      const unitsOf = (await harness.store.userByName(`keeper ${index}`))?.id ?? '';
      scopes.push({
        tenant: harness.store.tenant(tenantId, { unitsOf }),
        includes: ({ terminalId, locationId }) =>
          places.terminalIds.some((id) => id === terminalId) || places.locationIds.some((id) => id === locationId),
      });
    }
  });
  afterAll(async () => {
    prepare.mockRestore();
    await harness.close();
  });

  const shown = (json: string) => {
    const page: TransactionList = JSON.parse(json);
    return { items: page.items.map((item) => item.transactionReference), hasMore: page.hasMore };
  };
  const minute = fc.integer({ min: -10, max: 5_010 }).map((at) => new Date(START_MS + at * 60_000).toISOString());
  const amount = fc.integer({ min: -4, max: 404 }).map((quarters) => quarters / 4);
  const between = <Value>(of: fc.Arbitrary<Value>, isBefore: (a: Value, b: Value) => boolean) =>
    fc.tuple(of, of).map(([a, b]) => (isBefore(a, b) ? [a, b] : [b, a]) as [Value, Value]);
  const asked = fc
    .record({
      terminalId: fc.option(fc.constantFrom('T0', 'T7', 'T99'), { nil: undefined, freq: 2 }),
      brandId: fc.option(fc.constantFrom('VISA', 'AMEX', 'JCB'), { nil: undefined, freq: 2 }),
      currency: fc.option(fc.constantFrom('EUR', 'CHF', 'SEK', 'USD'), { nil: undefined, freq: 2 }),
      transactionState: fc.option(fc.constantFrom('Processed' as const, 'Unprocessed' as const), { nil: undefined, freq: 2 }),
      transactionMatchState: fc.option(fc.constantFrom('Unmatched' as const, 'Match' as const), { nil: undefined, freq: 2 }),
      amounts: fc.option(
        between(amount, (a, b) => a < b),
        { nil: undefined },
      ),
      bounds: fc.constantFrom('both', 'both', 'from', 'to'),
      dates: fc.option(
        between(minute, (a, b) => a < b),
        { nil: undefined },
      ),
      upload: fc.constantFrom(undefined, undefined, undefined, undefined, undefined, 0, UPLOADS - 1),
      key: fc.constantFrom('TransactionDate' as const, 'Amount' as const),
      direction: fc.constantFrom('Ascending' as const, 'Descending' as const),
      pageSize: fc.constantFrom(1, 30, 500),
      pageNumber: fc.constantFrom(1, 1, 1, 2, 7, 40, 2_147_483_647),
    })
    .map(({ amounts, bounds, dates, upload, key, direction, ...plain }) => ({
      ...plain,
      amountFrom: bounds === 'to' ? undefined : amounts?.[0],
      amountTo: bounds === 'from' ? undefined : amounts?.[1],
      transactionDateFrom: dates?.[0],
      transactionDateTo: dates?.[1],
      uploadId: upload === undefined ? undefined : uploadIds[upload],
      'sorting.key': key,
      'sorting.direction': direction,
    }));

  /** Compares random lists with the model, those that are found at once, too; gives both kinds. */
  async function agree(numRuns: number) {
    const quick: ListQuery[] = [];
    const slow: ListQuery[] = [];
    await fc.assert(
      fc.asyncProperty(asked, async (given) => {
        const wanted = query(JSON.parse(JSON.stringify(given)));
        const json = await tenant.listTransactions(wanted);
        expect(shown(json)).toEqual(expectedList(rows, wanted));
        const atOnce = await tenant.listAtOnce(wanted);
        if (atOnce !== null) expect(atOnce).toBe(json);
        (atOnce !== null ? quick : slow).push(wanted);
      }),
      { numRuns },
    );
    const isByAmount = (wanted: ListQuery) => wanted['sorting.key'] === 'Amount';
    return { quick: quick.filter((wanted) => !isByAmount(wanted)), quickByAmount: quick.filter(isByAmount), slow };
  }

  it('agree with a plain model where no row has its place in the order of amounts', async () => {
    await agree(200);
  });

  it('agree with it where some rows are late, and so do those that are found at once', async () => {
    await harness.store.tidy('idle');
    for (let batch = SORTED_UPLOADS; batch < UPLOADS; batch++) await stage(batch);
    // Of each kind there are about a hundred or more.
    for (const kind of Object.values(await agree(600))) expect(kind.length).toBeGreaterThan(40);
  });

  it('agree with it where a block is in the order up to some amount', async () => {
    const db = new Database(`${harness.directory}/sales.db`);
    const late = runOn(db, lateRows());
    expect(late.count).toBe(((UPLOADS - SORTED_UPLOADS) * ROWS) / UPLOADS);
    // Up to the second last upload's end; the rows of the last are not of the block.
    const to = late.after + late.count - ROWS / UPLOADS;
    for (const amount of [Number.NEGATIVE_INFINITY, 50.004]) {
      placePiece(db, runOn(db, lateRows()), to, amount);
      const halfPlaced = db.prepare(`SELECT count(*) FROM "transaction" AS sale, amount_order WHERE seq > sorted_to AND ${hasPlace}`);
      expect(halfPlaced.pluck().get()).toBeGreaterThan(5);
      for (const kind of Object.values(await agree(300))) expect(kind.length).toBeGreaterThan(20);
    }
    db.close();
  });

  it('agree with a plain model in the scope of some units', async () => {
    const found = scopes.map(() => 0);
    const ofUnits = fc.tuple(asked, fc.integer({ min: 1, max: unitPlaces.length }));
    await fc.assert(
      fc.asyncProperty(ofUnits, async ([given, index]) => {
        const { tenant, includes } = scopes[index] as (typeof scopes)[number];
        const wanted = query(JSON.parse(JSON.stringify(given)));
        const page = shown(await tenant.listTransactions(wanted));
        expect(page).toEqual(
          expectedList(
            rows.filter(({ transaction }) => includes(transaction)),
            wanted,
          ),
        );
        if (page.items.length > 0) found[index] = (found[index] ?? 0) + 1;
        expect(await tenant.listAtOnce(wanted)).toBeOneOf([null, '{"items":[],"hasMore":false}']);
      }),
      { numRuns: 300 },
    );
    // No row belongs to the units of the last, whose places differ in kind or case alone.
    const seldom = found.slice(1, -1).filter((times) => times === 0);
    expect(seldom.length).toBeLessThan(2);
    expect(found.at(-1)).toBe(0);
  });

  it('of which totals agree with a plain model, in each scope and on each way to the rows', async () => {
    const by = fc.subarray(['day', 'brand', 'terminal']).map((named) => [...named, 'currency']);
    const before = prepare.mock.calls.length;
    const taken = (way: string) => prepare.mock.calls.slice(before).some(([sql]) => sql.includes(' AS key,') && sql.includes(way));
    await fc.assert(
      fc.asyncProperty(asked, fc.nat(2 * scopes.length), by, async (given, index, by) => {
        // Half of the time the whole.
        const { tenant, includes } = (scopes[index] ?? scopes[0]) as (typeof scopes)[number];
        const wanted = JSON.parse(JSON.stringify(given));
        const among = rows.filter(({ transaction }) => includes(transaction));
        const { items } = JSON.parse(await tenant.getTotals({ ...wanted, by: by.join(',') })) as Totals;
        expect(answeredTotals(items, by)).toEqual(expectedTotals(among, wanted, by));
      }),
      // So many that none of the ways is left out by chance.
      { numRuns: 300 },
    );
    for (const way of ['NOT INDEXED', 'INDEXED BY transaction_date', 'INDEXED BY transaction_terminal']) expect(taken(way)).toBe(true);
  });

  it('by day of rows that arrived together are added up as they lie', async () => {
    // A connection of its own, which has prepared no statement yet.
    const own = await openSqlite(() => new Date(START_MS));
    const { tenantId } = await own.store.setUp(setup);
    const other = own.store.tenant(tenantId, 'whole');
    const DAYS = 100;
    const sale = (day: number) => ({ amount: 1, currency: 'EUR', transactionDate: new Date(START_MS + day * 86_400_000).toISOString() });
    const transactions = Array.from({ length: DAYS * 3 }, (_, at) => sale(Math.floor(at / 3)));
    await other.stageUpload({
      userId: (await own.store.userByName('api'))?.id ?? '',
      importConfigurationId: (await other.importConfiguration(undefined))?.id ?? '',
      idempotency: null,
      transactions,
      uploadGroup: null,
      decide: leaving(transactions),
    });
    const before = prepare.mock.calls.length;
    const asked = { transactionDateFrom: sale(7).transactionDate, transactionDateTo: sale(8).transactionDate, by: 'day,currency' };
    const { items } = JSON.parse(await other.getTotals(asked)) as Totals;
    expect(items.map(({ day, notImported }) => `${day} ${notImported.net}`)).toEqual(['2026-01-09 3.00', '2026-01-08 3.00']);
    const counting = prepare.mock.calls.slice(before).filter(([sql]) => sql.includes(' AS key,'));
    expect(counting).not.toEqual([]);
    expect(counting.every(([sql]) => sql.includes('NOT INDEXED'))).toBe(true);
    await own.close();
  });

  it('agree with it where none is late, also after rows have changed', async () => {
    await harness.store.tidy('idle');
    for (const kind of Object.values(await agree(300))) expect(kind.length).toBeGreaterThan(20);
    const [first = '', second = ''] = uploadIds;
    const allProcessed: DecideAgain = (upload) =>
      decideBy(() =>
        upload.rows.map(() => ({ transactionState: 'Processed', transactionMatchState: 'Unmatched', comment: null, errors: [] })),
      );
    await tenant.withdraw(first, 'admin', allProcessed);
    const withdrawn = rows.splice(0, ROWS / UPLOADS);
    await tenant.reprocess(second, 'admin', allProcessed);
    for (const row of rows.slice(0, ROWS / UPLOADS)) {
      row.transactionState = 'Processed';
      row.transactionMatchState = 'Unmatched';
    }
    await agree(200);
    await tenant.restore(first, 'admin', allProcessed);
    rows.unshift(...withdrawn);
    await agree(200);
  });

  it('have been found on every way there is', () => {
    const searches = prepare.mock.calls.map(([sql]) => sql.replace(/\s+/g, ' ')).filter((sql) => /^SELECT seq, .* OFFSET \?$/.test(sql));
    const ways = searches.map((sql) => {
      const [, way, late, by] = /(transaction_\w+|upload_value|NOT INDEXED)(?:(?!UNION).)*(UNION ALL)?.*ORDER BY (\w+)/.exec(sql) ?? [];
      return `${way}${late ? ' and late rows' : ''} by ${by}`;
    });
    expect([...new Set(ways)].sort()).toEqual([
      'NOT INDEXED by amount',
      'NOT INDEXED by ticks',
      'transaction_amount and late rows by amount',
      'transaction_amount and late rows by ticks',
      'transaction_amount by amount',
      'transaction_amount by ticks',
      'transaction_date by amount',
      'transaction_date by ticks',
      'transaction_terminal by amount',
      'transaction_terminal by ticks',
      'upload_value by amount',
      'upload_value by ticks',
    ]);
  });

  it('of units come by their terminals where those lead to few rows', () => {
    const searches = prepare.mock.calls.map(([sql]) => sql.replace(/\s+/g, ' ')).filter((sql) => /^SELECT seq, .* OFFSET \?$/.test(sql));
    const ofUnits = searches.filter((sql) => sql.includes('unit_location'));
    for (const way of ['INDEXED BY transaction_terminal ', 'INDEXED BY transaction_date ', 'FROM transaction_amount ']) {
      expect(ofUnits.some((sql) => sql.includes(way))).toBe(true);
    }
    const db = new Database(`${harness.directory}/sales.db`, { readonly: true });
    const byTerminal = ofUnits.find((sql) => sql.includes('transaction_terminal') && /terminal_id IN .* UNION/.test(sql)) ?? '';
    const values = [...byTerminal.matchAll(/\?/g)].map(() => 1);
    const [step] = db.prepare(`EXPLAIN QUERY PLAN ${byTerminal}`).all(...values) as { detail: string }[];
    expect(step?.detail).toContain('USING INDEX transaction_terminal (tenant_key=? AND terminal_id=?');
    db.close();
  });

  it('are found in an index alone, or in the order of amounts, and nothing is sorted', () => {
    const db = new Database(`${harness.directory}/sales.db`, { readonly: true });
    const plan = (sql: string) => (db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[]).map(({ detail }) => detail);
    const search = (from: string, tests: string, order: string) =>
      `SELECT seq FROM ${from} WHERE tenant_key = 1 AND ${tests} AND currency = 'EUR' AND brand_id = 'A'
       AND state = 1 AND match_state = 1 ORDER BY ${order} LIMIT 1`;
    for (const direction of ['ASC', 'DESC']) {
      const byDate = `ticks ${direction}, seq ${direction}`;
      for (const [index, tests] of [
        ['transaction_date', 'amount > 1'],
        ['transaction_terminal', "amount > 1 AND terminal_id = 'T1'"],
      ] as const) {
        const [step, ...others] = plan(search(`"transaction" INDEXED BY ${index}`, tests, byDate));
        expect(step).toContain(`USING COVERING INDEX ${index}`);
        expect(others).toEqual([]);
      }
      const byAmount = `amount ${direction}, seq ${direction}`;
      expect(plan(search('transaction_amount', 'ticks > 1', byAmount))).toEqual([
        'SEARCH transaction_amount USING PRIMARY KEY (tenant_key=?)',
      ]);
    }
    db.close();
  });

  it('by amount meet the late rows in the order of both, and sort no more than those', () => {
    const sql = prepare.mock.calls.map(([text]) => text).find((text) => /UNION ALL.*ORDER BY amount/s.test(text)) ?? '';
    const db = new Database(`${harness.directory}/sales.db`, { readonly: true });
    const values = [...sql.matchAll(/\?/g)].map(() => 1);
    const steps = (db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values) as { detail: string }[]).map(({ detail }) => detail);
    expect(steps).toEqual([
      'MERGE (UNION ALL)',
      'LEFT',
      expect.stringMatching(/^SEARCH sale USING PRIMARY KEY/),
      'RIGHT',
      expect.stringMatching(/^SEARCH sale USING INTEGER PRIMARY KEY/),
      'USE TEMP B-TREE FOR ORDER BY',
    ]);
    db.close();
  });
});

it('rows get their places in the order of amounts when they are many, when some have waited for a while, or when it is quiet', async () => {
  let nowMs = START_MS;
  const harness = await openSqlite(() => new Date(nowMs));
  try {
    const { store } = harness;
    const { tenantId } = await store.setUp(setup);
    const tenant = store.tenant(tenantId, 'whole');
    const userId = (await store.userByName('api'))?.id ?? '';
    const importConfigurationId = (await tenant.importConfiguration(undefined))?.id ?? '';
    const db = new Database(`${harness.directory}/sales.db`, { readonly: true });
    const sortedTo = async (rows: number, when: 'due' | 'idle') => {
      const transactions = Array.from({ length: rows }, (_, amount) => ({ amount }));
      await tenant.stageUpload({
        userId,
        importConfigurationId,
        idempotency: null,
        uploadGroup: null,
        transactions,
        decide: leaving(transactions),
      });
      await store.tidy(when);
      return db.prepare('SELECT sorted_to FROM amount_order').pluck().get();
    };
    expect(await sortedTo(1_500, 'due')).toBe(0);
    nowMs += 6_000;
    expect(await sortedTo(1, 'due')).toBe(1_501);
    expect(await sortedTo(20_000, 'due')).toBe(1_501);
    // A block of so many goes in by four pieces, and what comes meanwhile is late for the next.
    for (let piece = 1; piece < 4; piece++) expect(await sortedTo(piece === 1 ? 20_000 : 10, 'due')).toBe(1_501);
    expect(await sortedTo(10, 'due')).toBe(41_501);
    nowMs += 6_000;
    expect(await sortedTo(10, 'due')).toBe(41_501);
    expect(await sortedTo(1, 'idle')).toBe(41_542);
    db.close();
  } finally {
    await harness.close();
  }
});
