/** The SQLite store in a directory of its own, with what its interface cannot do yet done by a second connection. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database } from '../../src/store/sqlite/database/engine.js';
import { openSqliteStore, type SqliteStore } from '../../src/store/sqlite/sqlite-store.js';
import { verifiedContents } from '../../src/store/sqlite/verify/contents.js';
import { markMatched } from '../support/matched.js';
import type { Harness } from './conformance.js';

export interface SqliteHarness extends Harness {
  directory: string;
  store: SqliteStore;
  reopen(): Promise<SqliteStore>;
}

/** `open` is of another build, say. */
export async function openSqlite(now: () => Date, open = openSqliteStore): Promise<SqliteHarness> {
  const directory = await mkdtemp(join(tmpdir(), 'sales-store-'));
  const write = (sql: string, ...values: unknown[]) => {
    const db = new Database(join(directory, 'sales.db'));
    try {
      return db.prepare(sql).run(...values).lastInsertRowid;
    } finally {
      db.close();
    }
  };
  const keyOf = (table: string, id: string) => `(SELECT ${table}_key FROM ${table} WHERE id = '${id}')`;
  const harness: SqliteHarness = {
    directory,
    propertyRuns: 100,
    store: open({ directory, now }),
    reopen: async () => {
      await harness.store.close();
      harness.store = open({ directory, now });
      return harness.store;
    },
    close: async () => {
      await harness.store.close();
      await rm(directory, { recursive: true });
    },
    addTenant: async (customerId) => {
      const access = { customerId: customerId ?? randomUUID(), tenantId: randomUUID() };
      if (!customerId) write('INSERT INTO customer (id, name) VALUES (?, ?)', access.customerId, 'Customer');
      const tenantKey = write(
        `INSERT INTO tenant (id, customer_key, name) VALUES (?, ${keyOf('customer', access.customerId)}, ?)`,
        access.tenantId,
        'Tenant',
      );
      write(
        "INSERT INTO import_configuration (id, tenant_key, name, is_default, settings) VALUES (?, ?, 'Default', 1, ?)",
        randomUUID(),
        tenantKey,
        '{"requiredFields":[],"currencyCheck":false}',
      );
      return access;
    },
    addUser: async (name) => {
      const userKey = write("INSERT INTO app_user (id, name, password_hash) VALUES (?, ?, 'hash')", randomUUID(), name);
      write("INSERT INTO user_role (user_key, role) VALUES (?, 'API')", userKey);
    },
    grant: async (userName, on) => {
      for (const table of ['customer', 'tenant', 'unit'] as const) {
        const id = (on as Record<string, string | undefined>)[`${table}Id`];
        if (id === undefined) continue;
        write(
          `INSERT INTO user_grant (user_key, ${table}_key) VALUES ((SELECT user_key FROM app_user WHERE name = ?), ${keyOf(table, id)})`,
          userName,
        );
      }
    },
    revoke: async (userName) => {
      write('DELETE FROM user_grant WHERE user_key = (SELECT user_key FROM app_user WHERE name = ?)', userName);
    },
    addUnit: async (tenantId, { parentId, locationIds = [], terminalIds = [] }) => {
      const id = randomUUID();
      const parent = parentId === undefined ? 'NULL' : keyOf('unit', parentId);
      const unitKey = write(
        `INSERT INTO unit (id, tenant_key, parent_key, name) VALUES (?, ${keyOf('tenant', tenantId)}, ${parent}, 'Unit')`,
        id,
      );
      for (const locationId of locationIds) write('INSERT INTO unit_location (unit_key, location_id) VALUES (?, ?)', unitKey, locationId);
      for (const terminalId of terminalIds) write('INSERT INTO unit_terminal (unit_key, terminal_id) VALUES (?, ?)', unitKey, terminalId);
      return id;
    },
    moveUnit: async (unitId, parentId) => {
      write(`UPDATE unit SET parent_key = ${parentId === null ? 'NULL' : keyOf('unit', parentId)} WHERE id = ?`, unitId);
    },
    configure: async (tenantId, settings) => {
      write(`UPDATE import_configuration SET settings = ? WHERE tenant_key = ${keyOf('tenant', tenantId)}`, JSON.stringify(settings));
    },
    markMatched: async (...transactionIds) => markMatched(directory, ...transactionIds),
    setImportedAt: async (uploadId, at) => {
      write('UPDATE upload SET imported_at = ? WHERE id = ?', at.toISOString(), uploadId);
    },
    countedRows: async () => verifiedContents(join(directory, 'sales.db')).rows.transactions,
  };
  return harness;
}
