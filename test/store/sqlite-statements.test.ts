/**
 * Every statement on a table of tenants' data binds the tenant, and under a scope of units the scope. Two readings of it: the statements
 * that SQLite is really given while every method of the store runs, and the statements that stand in the sources, each of which must be
 * among those.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { Database } from '../../src/store/sqlite/database/engine.js';
import {
  allAccess,
  everyStatement,
  exceptions,
  limitedExceptions,
  oneLine,
  type Recorded,
  rowTables,
  storeCalls,
  tables,
  tenantCalls,
  tenants,
  unbound,
} from './every-statement.js';
import { openSqlite } from './sqlite-harness.js';

describe('statements on transaction, upload and import_configuration', () => {
  let statements: Recorded;
  const recorded = () => [...new Set([...statements.ofWhole, ...statements.ofUnits])];

  beforeAll(async () => {
    statements = await everyStatement();
  });

  test('find the rows of sales by these indexes and no other: each more is kept with every row that is uploaded', async () => {
    const harness = await openSqlite(() => new Date());
    const db = new Database(join(harness.directory, 'sales.db'), { readonly: true });
    const kept = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'transaction' ORDER BY name").pluck().all();
    db.close();
    await harness.close();
    expect(kept).toEqual(['transaction_date', 'transaction_duplicate', 'transaction_terminal']);
  });

  test('were called by every method of the store and of a tenant', async () => {
    const harness = await openSqlite(() => new Date());
    try {
      const { tenantId, scope, ...methods } = harness.store.tenant('', 'whole');
      expect(Object.keys(tenantCalls).sort()).toEqual(Object.keys(methods).sort());
      expect(Object.keys(storeCalls).sort()).toEqual(Object.keys(harness.store).sort());
    } finally {
      await harness.close();
    }
  });

  test('each binds the tenant once for every such table, and in a scope of units those, or the user for uploads alone', () => {
    expect(unbound(statements)).toEqual([]);
    expect(recorded().filter((sql) => tables(sql) > 0).length).toBeGreaterThan(20);
    expect(statements.ofUnits.filter((sql) => rowTables(sql) > 0).length).toBeGreaterThan(50);
  });

  test('each exception is needed', () => {
    for (const sql of Object.keys(exceptions)) expect(recorded()).toContain(sql);
    for (const [pattern] of limitedExceptions) expect(statements.ofUnits.some((sql) => pattern.test(sql)) || String(pattern)).toBe(true);
  });

  test('for the whole of a tenant, none knows of units', () => {
    // But for the places that an import configuration may want to be known.
    const knownPlaces =
      /^SELECT 1 AS is_terminal, terminal_id AS place FROM unit_terminal JOIN unit USING \(unit_key\) WHERE unit\.tenant_key = \?/;
    const isFree = (sql: string) => allAccess.test(sql) || knownPlaces.test(sql);
    expect(statements.ofWhole.filter((sql) => tables(sql) > 0 && !isFree(sql) && /unit_key IN|\bunit/.test(sql))).toEqual([]);
  });

  test('each that stands in the sources was among them', () => {
    const missing = inSources().filter((start) => !ofPostgres.includes(start) && !recorded().some((sql) => sql.includes(start)));
    expect(missing).toEqual([]);
    expect(inSources().filter((start) => /"transaction"|upload|import_configuration/.test(start)).length).toBeGreaterThan(8);
  });

  test('the reading of a statement sees a tenant that is left out', () => {
    const free = [
      'SELECT * FROM upload WHERE id = ?',
      'UPDATE "transaction" SET a = 1 WHERE seq = ?',
      'DELETE FROM upload',
      'SELECT 1 FROM tenant JOIN upload USING (tenant_key)',
      'SELECT 1 FROM tenant CROSS JOIN upload ON upload.tenant_key = tenant.tenant_key',
      'SELECT 1 FROM tenant CROSS JOIN upload ON upload.tenant_key = tenant.tenant_key WHERE (tenant.id = ? OR 1)',
      'SELECT 1 FROM tenant CROSS JOIN upload ON (upload.tenant_key = tenant.tenant_key OR 1) WHERE tenant.id = ?',
      'SELECT 1 FROM tenant CROSS JOIN upload WHERE tenant.id = ?',
      'SELECT 1 FROM tenant CROSS JOIN upload ON tenant.tenant_key = tenant.tenant_key WHERE tenant.id = ?',
      'WITH own AS (SELECT 1 FROM tenant JOIN upload ON upload.tenant_key = tenant.tenant_key WHERE tenant.id = ?) SELECT 1 FROM tenant JOIN "transaction" AS sale ON sale.tenant_key = tenant.tenant_key',
    ];
    const bound = [
      'SELECT * FROM upload WHERE tenant_key = ? AND id = ?',
      'INSERT INTO upload (id, tenant_key) VALUES (?, ?)',
      'SELECT 1 FROM tenant CROSS JOIN upload ON upload.tenant_key = tenant.tenant_key WHERE tenant.id = ?',
      'SELECT * FROM user_role',
    ];
    const half = 'SELECT * FROM "transaction" WHERE tenant_key = ? AND upload_key = (SELECT upload_key FROM upload WHERE id = ?)';
    expect([...free, half].filter((sql) => tables(sql) > tenants(sql))).toEqual([...free, half]);
    expect(bound.filter((sql) => tables(sql) > tenants(sql))).toEqual([]);
  });
});

/** Files that work on a whole database, for nobody's request: its schema, and copies of it. */
const ofWholeDatabases = ['sqlite-schema.ts', 'from-schema-8.ts', 'contents.ts', 'copy.ts', 'inspect.ts', 'matched.ts'];

/** What PostgreSQL alone is given. */
const ofPostgres = [
  ...['SELECT tenant_key, 0 FROM user_grant', 'SELECT currency, amount FROM', 'SELECT like_it.seq FROM'],
  ...['SELECT listed.terminal_id FROM unnest('],
  ...['SELECT audit_key AS key, hash FROM audit_head FOR UPDATE', 'WITH appended AS (', 'SELECT duplicate_seed AS seed FROM installation'],
];

/** The statements in the sources of the store, each up to its first part that is put in while running. */
function inSources(): string[] {
  const directory = fileURLToPath(new URL('../../src/store/', import.meta.url));
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^(?:sqlite|access|lists|rows)\/(?!administration\/).*\.ts$/.test(file) && !ofWholeDatabases.includes(basename(file)))
    .flatMap((file) => [
      ...readFileSync(join(directory, file), 'utf8').matchAll(
        /(['"`])\s*((?:SELECT|INSERT|UPDATE|DELETE|REPLACE|WITH)\b(?:(?!\1)[\s\S])*)\1/g,
      ),
    ])
    .map(([, , sql = '']) => oneLine(sql.split('${')[0] ?? ''));
}
