/** The PostgreSQL store on a database of its own, with what its interface cannot do yet done by the superuser. */
import { randomUUID } from 'node:crypto';
import { matchStateCodes } from '../../src/store/codes.js';
import { partsOfId } from '../../src/store/ids.js';
import type { DatabaseAddress } from '../../src/store/postgres/database/address.js';
import { openPostgresStore } from '../../src/store/postgres/postgres-store.js';
import type { Store } from '../../src/store/store.js';
import type { Harness } from '../store/conformance.js';
import { isSoak } from '../support/at-length.js';
import type { Cluster } from '../support/postgres.js';
import { inTurns } from './two-stores.js';

export interface PostgresHarness extends Harness {
  database: string;
  /** As servers have it. */
  address: DatabaseAddress;
}

/** With `isShared`, its store is two on the same database, which take turns. */
export async function openPostgres(cluster: Cluster, now: () => Date, isShared = false): Promise<PostgresHarness> {
  const database = await cluster.newDatabase();
  const openOne = (): Store => openPostgresStore({ address: cluster.app(database), readers: 2, writers: 2, clock: now });
  const open = (): Store => (isShared ? inTurns([openOne(), openOne()]) : openOne());
  const write = (sql: string, ...values: unknown[]) => cluster.sql(database, sql, ...values);
  const next = (table: string, key: string) => `(SELECT coalesce(max(${key}), 0) + 1 FROM ${table})`;
  const keyOf = (table: string, id: string) => `(SELECT ${table}_key FROM ${table} WHERE id = '${id}')`;
  const userKey = '(SELECT user_key FROM app_user WHERE name = $1)';
  const harness: PostgresHarness = {
    database,
    address: cluster.app(database),
    propertyRuns: isSoak ? 25 : 12,
    store: open(),
    reopen: async () => {
      await harness.store.close();
      harness.store = open();
      return harness.store;
    },
    close: async () => {
      await harness.store.close();
      await cluster.drop(database);
    },
    addTenant: async (customerId) => {
      const access = { customerId: customerId ?? randomUUID(), tenantId: randomUUID() };
      if (!customerId) await write(`INSERT INTO customer VALUES (${next('customer', 'customer_key')}, $1, 'Customer')`, access.customerId);
      const tenant = next('tenant', 'tenant_key');
      await write(`INSERT INTO tenant VALUES (${tenant}, $1, ${keyOf('customer', access.customerId)}, 'Tenant')`, access.tenantId);
      await write(`INSERT INTO tenant_counter (tenant_key) VALUES (${keyOf('tenant', access.tenantId)})`);
      await write(
        `INSERT INTO import_configuration VALUES
           (${keyOf('tenant', access.tenantId)}, ${next('import_configuration', 'import_configuration_key')}, $1, 'Default', true, $2)`,
        randomUUID(),
        '{"requiredFields":[],"currencyCheck":false}',
      );
      return access;
    },
    addUser: async (name) => {
      await write(`INSERT INTO app_user VALUES (${next('app_user', 'user_key')}, $1, $2, 'hash')`, randomUUID(), name);
      await write(`INSERT INTO user_role VALUES (${userKey}, 'API')`, name);
    },
    grant: async (userName, on) => {
      for (const table of ['customer', 'tenant', 'unit'] as const) {
        const id = (on as Record<string, string | undefined>)[`${table}Id`];
        const ofUnit = table === 'unit' ? [', tenant_key', `, (SELECT tenant_key FROM unit WHERE id = '${id}')`] : ['', ''];
        const sql = `INSERT INTO user_grant (user_key, ${table}_key${ofUnit[0]}) VALUES (${userKey}, ${keyOf(table, id ?? '')}${ofUnit[1]})`;
        if (id !== undefined) await write(sql, userName);
      }
    },
    revoke: async (userName) => {
      await write(`DELETE FROM user_grant WHERE user_key = ${userKey}`, userName);
    },
    addUnit: async (tenantId, { parentId, locationIds = [], terminalIds = [] }) => {
      const id = randomUUID();
      const parent = parentId === undefined ? 'NULL' : keyOf('unit', parentId);
      const tenant = keyOf('tenant', tenantId);
      // The schema keeps a unit from standing below another tenant's. That nothing would be shown through it is to be seen all the same.
      await write(`SET session_replication_role = ${parentId === undefined ? 'origin' : 'replica'}`);
      await write(`INSERT INTO unit VALUES (${tenant}, ${next('unit', 'unit_key')}, $1, ${parent}, 'Unit')`, id);
      for (const location of locationIds) await write(`INSERT INTO unit_location VALUES (${tenant}, ${keyOf('unit', id)}, $1)`, location);
      for (const terminal of terminalIds) await write(`INSERT INTO unit_terminal VALUES (${tenant}, ${keyOf('unit', id)}, $1)`, terminal);
      return id;
    },
    moveUnit: async (unitId, parentId) => {
      await write(`UPDATE unit SET parent_key = ${parentId === null ? 'NULL' : keyOf('unit', parentId)} WHERE id = $1`, unitId);
    },
    configure: async (tenantId, settings) => {
      await write(
        `UPDATE import_configuration SET settings = $1 WHERE tenant_key = ${keyOf('tenant', tenantId)}`,
        JSON.stringify(settings),
      );
    },
    markMatched: async (...transactionIds) => {
      for (const id of transactionIds) {
        const { firstId, index } = partsOfId(id);
        for (const table of ['transaction', 'settlement_record']) {
          await write(
            `UPDATE ${table} AS sale SET match_state = ${matchStateCodes.Match} FROM upload
             WHERE upload.tenant_key = sale.tenant_key AND upload.first_transaction_id = $1 AND seq = first_seq + $2`,
            firstId.toString('hex'),
            index,
          );
        }
      }
    },
    setImportedAt: async (uploadId, at) => {
      await write('UPDATE upload SET imported_at = $1 WHERE id = $2', at.toISOString(), uploadId);
    },
    countedRows: async () => {
      const [wrong] = await write(
        `WITH rows_there AS (
           SELECT tenant_key, upload_key, 'Sales' AS kind, false AS withdrawn FROM transaction
           UNION ALL SELECT tenant_key, upload_key, 'Sales', true FROM transaction_withdrawn
           UNION ALL SELECT tenant_key, upload_key, 'Settlement', false FROM settlement_record
           UNION ALL SELECT tenant_key, upload_key, 'Settlement', true FROM settlement_record_withdrawn
         )
         SELECT 1 FROM upload AS u WHERE rows <> (
           SELECT count(*) FROM rows_there AS r
           WHERE (r.tenant_key, r.upload_key, r.kind, r.withdrawn) = (u.tenant_key, u.upload_key, u.kind, u.withdrawn_at IS NOT NULL)
         )
         UNION ALL SELECT 1 FROM tenant_counter AS c
         WHERE records <> (SELECT count(*) FROM settlement_record WHERE tenant_key = c.tenant_key) OR transactions <> (SELECT count(*) FROM transaction WHERE tenant_key = c.tenant_key)
           OR uploads <> (SELECT count(*) FROM upload WHERE tenant_key = c.tenant_key)`,
      );
      if (wrong) throw new Error('an upload or a tenant counts other rows than it has');
      const [counted] = await write('SELECT count(*) AS rows FROM transaction');
      return Number(counted?.rows);
    },
  };
  return harness;
}
