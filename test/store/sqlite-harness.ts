/** The SQLite store in a directory of its own, with what its interface cannot do yet done by a second connection. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.js';
import type { Harness } from './conformance.js';

export interface SqliteHarness extends Harness {
  directory: string;
}

export async function openSqlite(now: () => Date): Promise<SqliteHarness> {
  const directory = await mkdtemp(join(tmpdir(), 'sales-store-'));
  const write = (sql: string, ...values: unknown[]) => {
    const db = new Database(join(directory, 'sales.db'));
    try {
      return db.prepare(sql).run(...values).lastInsertRowid;
    } finally {
      db.close();
    }
  };
  const keyOf = (table: string, id: string) => `(SELECT ${table}Key FROM ${table} WHERE id = '${id}')`;
  const harness: SqliteHarness = {
    directory,
    store: openSqliteStore({ directory, now }),
    reopen: async () => {
      await harness.store.close();
      harness.store = openSqliteStore({ directory, now });
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
        `INSERT INTO tenant (id, customerKey, name) VALUES (?, ${keyOf('customer', access.customerId)}, ?)`,
        access.tenantId,
        'Tenant',
      );
      write(
        "INSERT INTO import_configuration (id, tenantKey, name, isDefault, requiredFields, currencyCheck) VALUES (?, ?, 'Default', 1, '[]', 0)",
        randomUUID(),
        tenantKey,
      );
      return access;
    },
    addUser: async (name) => {
      const userKey = write("INSERT INTO user (id, name, passwordHash) VALUES (?, ?, 'hash')", randomUUID(), name);
      write("INSERT INTO user_role (userKey, role) VALUES (?, 'API')", userKey);
    },
    grant: async (userName, on) => {
      const [column, key] =
        'tenantId' in on ? ['tenantKey', keyOf('tenant', on.tenantId)] : ['customerKey', keyOf('customer', on.customerId)];
      write(`INSERT INTO "grant" (userKey, ${column}) VALUES ((SELECT userKey FROM user WHERE name = ?), ${key})`, userName);
    },
  };
  return harness;
}
