/** Every statement finds its rows by an index, whether the tenant has no rows, a few or many, and whether the database was ever analysed. */

import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientConfig } from '../../src/store/postgres/database/connections.js';
import { filterPairs, query } from '../store/list-model.js';
import { type Cluster, postgresPrograms, startCluster } from '../support/postgres.js';
import { openPostgres, type PostgresHarness } from './harness.js';
import { callEverything, recording, type SentStatement } from './record.js';

const programs = postgresPrograms();
const ROWS = 50_000;
const tables = ['transaction', 'upload', 'settlement_record', 'match', 'match_item', 'match_open'];
const large = new RegExp(`\\b(?:FROM|JOIN|UPDATE) "?(?:${tables.join('|')})\\b`);

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Index Name'?: string;
  'Index Cond'?: string;
  'Recheck Cond'?: string;
  Plans?: Plan[];
}

describe.skipIf(programs === null)('plans', () => {
  let cluster: Cluster;
  let harness: PostgresHarness;
  let client: pg.Client;
  let sent: SentStatement[];
  const keys = { empty: 0, small: 0, large: 0 };
  const keyOf = async (id: string) =>
    (await cluster.sql<{ key: number }>(harness.database, 'SELECT tenant_key AS key FROM tenant WHERE id = $1', id))[0]?.key ?? 0;

  beforeAll(async () => {
    cluster = await startCluster(programs ?? '');
    harness = await openPostgres(cluster, () => new Date('2026-11-20T12:00:00Z'));
    const { database } = harness;
    // Nothing is to be analysed by chance.
    for (const table of tables) await cluster.sql(database, `ALTER TABLE ${table} SET (autovacuum_enabled = off)`);
    sent = await recording(async () => {
      const { tenantId } = await callEverything(harness);
      keys.small = await keyOf(tenantId);
      const tenant = harness.store.tenant(tenantId, 'whole');
      for (const key of ['TransactionDate', 'Amount'] as const) {
        for (const [one, two] of filterPairs())
          await tenant.listTransactions(query({ ...filter(one), ...filter(two), 'sorting.key': key }));
      }
    });
    keys.empty = await keyOf((await harness.addTenant()).tenantId);
    keys.large = await keyOf((await harness.addTenant()).tenantId);
    await cluster.sql(
      database,
      `INSERT INTO transaction (tenant_key, seq, upload_key, ticks, amount, duplicate_hash, occurrence, duplicate_group, state, match_state,
         currency, brand_id, terminal_id, pan_encrypted)
       SELECT $1, n, n - n % 1000, n::bigint * 1000000, n % 977, n, 1, 0, 1, 1, CASE n % 89 WHEN 0 THEN 'GBP' ELSE 'EUR' END, CASE n % 97 WHEN 0 THEN 'DINERS' ELSE 'VISA' END, 'T' || n % 50, repeat('x', 300) FROM generate_series(1, $2::int) AS n`,
      keys.large,
      ROWS,
    );
    await cluster.sql(
      database,
      `INSERT INTO upload (tenant_key, upload_key, id, user_key, import_configuration_key, created_at, idempotency_key, fingerprint, batch_key,
         status, status_at, first_seq, first_transaction_id, rows, upload_group, group_key, decided, processed, duplicates, rejected, warnings,
         amounts, errors, error_count)
       SELECT $1, n * 1000, gen_random_uuid(), 1, 1, now(), 'k' || n, 'f', 'k' || n, 'Processed', now(), n * 1000,
         gen_random_uuid(), 1000, NULL, NULL, 1000, 1000, 0, 0, 0, '[]', '[]', 0 FROM generate_series(1, 2000) AS n`,
      keys.large,
    );
    await insertMatches(cluster, database, keys.large);
    client = new pg.Client(clientConfig(cluster.app(database)));
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await harness.close();
    cluster.stop();
  });

  const sizes = ['empty', 'small', 'large'] as const;
  test.each(sizes)('read no table as a whole for a tenant that is %s, without statistics', (size) => readNothingWhole(size));
  test.each(sizes)('nor with them, for a tenant that is %s', async (size) => {
    if (size === 'empty') await cluster.sql(harness.database, 'VACUUM ANALYZE');
    await readNothingWhole(size);
  });

  test.each(['ticks', 'amount'])('two rare values by %s are found without passing the rows of others', async (key) => {
    const wanted = (sql: string) =>
      ['sale.brand_id = ', 'sale.currency = ', `ORDER BY sale.${key} `].every((part) => sql.includes(part)) && !sql.includes('string_agg');
    const statement = sent.find(({ sql, values }) => wanted(sql) && values.length === 7);
    const [limit, offset] = statement?.values.slice(3) ?? [];
    await client.query(`BEGIN; SET LOCAL sales.tenant = '${keys.large}'`);
    const { rows } = await client.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${statement?.sql}`, [
      keys.large,
      'DINERS',
      'GBP',
      limit,
      offset,
      keys.large,
      keys.large,
    ]);
    await client.query('ROLLBACK');
    expect(rowsRead(rows[0]['QUERY PLAN'][0].Plan)).toBeLessThan(100);
  });

  test('for a tenant that no statistics know yet, no row is looked for among all of its rows', async () => {
    const key = await keyOf((await harness.addTenant()).tenantId);
    await cluster.sql(
      harness.database,
      `INSERT INTO transaction (tenant_key, seq, upload_key, state, match_state, currency, brand_id, duplicate_hash, occurrence, duplicate_group)
       SELECT $1, n, n - n % 100, 1, 1, 'EUR', 'VISA', n, 1, 0 FROM generate_series(1, 5000) AS n`,
      key,
    );
    const read: string[] = [];
    for (const { sql, values } of sent.filter(({ sql }) => large.test(sql) && !readsAll(sql))) {
      const plan = await planOf(sql, values, key);
      // Of the uploads all may be read at once. A page of a list, or totals, may be of any of the tenant's rows.
      const scans = tables.filter((table) => table !== 'upload').flatMap((table) => scansOf(plan, table));
      const ofAll = scans.filter((scan) => !/ AND |seq|match_key|number/.test(scan['Index Cond'] ?? '') && !isOfMissing(scan));
      const isOfAny = sql.startsWith('WITH page') || sql.includes(' AS key0') || isOfClose(sql);
      // A close may read the tenant's open rows, too, once for all sales of its days.
      const whole = isOfClose(sql) ? /^\(tenant_key = (?:\d+|\$0|\(InitPlan 1\)\.col1)\)$/ : new RegExp(`^\\(tenant_key = ${key}\\)$`);
      if (ofAll.some((scan) => !isOfAny || !whole.test(scan['Index Cond'] ?? scan['Recheck Cond'] ?? ''))) read.push(sql);
    }
    expect(read).toEqual([]);
  });

  const readNothingWhole = async (size: keyof typeof keys) => {
    const read: string[] = [];
    const statements = sent.filter(({ sql }) => large.test(sql) && !readsAll(sql));
    expect(statements.length).toBeGreaterThan(100);
    for (const { sql, values } of statements) if (scansWhole(await planOf(sql, values, keys[size]))) read.push(sql);
    expect(read).toEqual([]);
  };

  /** As the tenant `key` would send it. */
  async function planOf(sql: string, values: readonly unknown[], key: number): Promise<Plan> {
    await client.query(`BEGIN; SET LOCAL sales.tenant = '${key}'`);
    const places = [...sql.matchAll(/tenant_key = (?:\(SELECT )?\$(\d+)/g)].map(([, place]) => Number(place) - 1);
    const own = values.map((value, at) => (places.includes(at) && value === keys.small ? key : value));
    const { rows } = await client.query(`EXPLAIN (FORMAT JSON) ${sql}`, own);
    await client.query('ROLLBACK');
    return rows[0]['QUERY PLAN'][0].Plan;
  }
});

/** A close looks for sales without a date, and for those of the terminals that hand in totals. */
const isOfClose = (sql: string) =>
  ['SELECT terminal_id, day, currency', 'SELECT sale.terminal_id, substr'].some((head) => sql.startsWith(head)) ||
  sql.includes(' AND sale.ticks IS NULL AND ');

/** The rows that wait for what is missing have an index of their own. */
function isOfMissing(scan: Plan): boolean {
  return scan['Index Name'] === 'match_open_missing' || (scan['Recheck Cond'] ?? '').includes('missing IS NOT NULL');
}

/**
 * Totals by day read all rows that are wanted: a row's own day stands nowhere else. What stands on a slip has no index. A run counts all of the
 * tenant's matches, and what is cancelled has an index of its own. A close counts the uploads that are not imported yet. The tables of money and of fees add up all rows that are wanted, with what takes them back.
 */
function readsAll(sql: string): boolean {
  const begins = [
    'COPY',
    'SELECT key0',
    'SELECT substr(',
    'SELECT kind, count(*)',
    'SELECT reason, count(*)',
    'SELECT 1 FROM match WHERE',
  ].some((begin) => sql.startsWith(begin));
  const isOfMoney = sql.includes('AS sale LEFT JOIN match ON') || sql.includes('FROM settlement_record AS taken');
  // Somebody approves what a rule suggests, now and then: among all matches of the tenant.
  const isByRule = sql.startsWith('SELECT match.match_key FROM match WHERE') && sql.includes('match.rule = ');
  return (
    begins ||
    isOfMoney ||
    isByRule ||
    sql.startsWith('SELECT count(*) AS uploads FROM upload') ||
    sql.includes('sale.transaction_reference = ')
  );
}

/** For every second sale a record, most of them matched, some of them in groups; and why the others are open. */
async function insertMatches(cluster: Cluster, database: string, tenantKey: number): Promise<void> {
  const statements = [
    `INSERT INTO settlement_record (tenant_key, seq, upload_key, ticks, amount, state, match_state, match_key, terminal_id, description,
       duplicate_hash, occurrence, duplicate_group)
     SELECT $1, n + ${ROWS}, 1, n, n % 977, 1, 2, n, 'T' || n % 50, repeat('x', 300), n, 1, 0 FROM generate_series(1, ${ROWS / 2}) AS n`,
    `UPDATE transaction SET match_state = 2, match_key = seq WHERE tenant_key = $1 AND seq <= ${ROWS / 2}`,
    `INSERT INTO match (tenant_key, match_key, id, kind, rule, how, sale_seq, record_seq, sales, records, sales_units, records_units, currency, day,
       matched_at)
     SELECT $1, n, gen_random_uuid(), 'Match', 'reference', 'Equal', n, n + ${ROWS}, 1 + (n % 10 / 9), 1, 0, 0, 'EUR', n % 400, now()
     FROM generate_series(1, ${ROWS / 2}) AS n`,
    `INSERT INTO match_item SELECT $1, n, n * 2 FROM generate_series(1, ${ROWS / 2}) AS n`,
    `INSERT INTO match_open (tenant_key, number, day, reason, parameters) SELECT $1, n * 2, 1, 'NotSettled', repeat('x', 100) FROM generate_series(${ROWS / 2}, ${ROWS}) AS n`,
    'INSERT INTO match_progress (tenant_key) VALUES ($1)',
  ];
  for (const sql of statements) await cluster.sql(database, sql, tenantKey);
}

function scansWhole(plan: Plan): boolean {
  const isWhole = plan['Node Type'] === 'Seq Scan' && tables.includes(plan['Relation Name'] ?? '');
  return isWhole || (plan.Plans ?? []).some(scansWhole);
}

function filter(name: string): Record<string, unknown> {
  if (name.startsWith('amount')) return { [name]: 1 };
  if (name.startsWith('transactionDate')) return { [name]: '2026-01-01T00:00:00Z' };
  if (name === 'transactionState') return { [name]: 'Unprocessed' };
  if (name === 'transactionMatchState') return { [name]: 'Skip' };
  return name === 'uploadId' ? {} : { [name]: 'EUR' };
}

/** Rows that were looked at in all, whether they were wanted or not. */
function rowsRead(plan: Plan): number {
  const here = ((plan['Actual Rows'] ?? 0) + (plan['Rows Removed by Filter'] ?? 0)) * (plan['Actual Loops'] ?? 0);
  return here + (plan.Plans ?? []).reduce((sum, child) => sum + rowsRead(child), 0);
}

function scansOf(plan: Plan, relation: string): Plan[] {
  const isScan = plan['Relation Name'] === relation && plan['Node Type'].endsWith('Scan');
  return [...(isScan ? [plan] : []), ...(plan.Plans ?? []).flatMap((child) => scansOf(child, relation))];
}
