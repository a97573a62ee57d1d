/**
 * The schema on PostgreSQL, as the steps that lead to it. A step that has been released is never changed; new steps are added at the end.
 * Every table of a tenant's data begins with `tenant_key`, in its key and in each index, and row-level security shows of it only the tenant
 * that `sales.tenant` names: without one, a statement fails. There are no sequences, triggers, advisory locks or temporary tables, so that
 * it runs behind a pooler and where tenants are spread over machines. Every text is compared byte by byte (COLLATE "C").
 */

import { afterMatching, afterPeriods, ofMatching, ofPeriods } from './match-tables.js';
import { catalogue, data, ofConsole, ofTenants } from './schema-tables.js';
import { ofSettlement } from './settlement-tables.js';

/**
 * The roles. `sales_app` is whom servers log in as. It steps into the two others for one purpose each, inside a transaction: `sales_copy` can
 * only insert rows, because COPY is refused under row-level security; `sales_admin` sees all customers, tenants and users, but of the data
 * only how much there is.
 */
export const roles = ['sales_app', 'sales_copy', 'sales_admin'] as const;

/**
 * What a session of `sales_app` has, whoever opened it: set for the role, so that a pooler needs no start-up options. Plans are made for the
 * values at hand: one that was made while a table was empty would be kept for ever.
 */
export const roleSettings: Readonly<Record<string, string>> = {
  plan_cache_mode: 'force_custom_plan',
  statement_timeout: '30s',
  lock_timeout: '10s',
  idle_in_transaction_session_timeout: '15s',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  random_page_cost: '1.1',
  tcp_keepalives_idle: '10',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '3',
};

/** Tables whose rows belong to one tenant, and the roles besides `sales_app` that see all of them. */
const tenantTables: Readonly<Record<string, readonly string[]>> = {
  import_configuration: ['sales_admin'],
  unit: ['sales_admin'],
  unit_location: ['sales_admin'],
  unit_terminal: ['sales_admin'],
  tenant_counter: ['sales_admin'],
  upload: ['sales_admin'],
  transaction: [],
  transaction_withdrawn: [],
  history: [],
  location_terminal: [],
};

/** Servers never change the schema, and of the audit trail they can only append rows. */
const rights = `
  GRANT USAGE ON SCHEMA public TO sales_app, sales_copy, sales_admin;
  GRANT SELECT ON ALL TABLES IN SCHEMA public TO sales_app;
  GRANT INSERT, UPDATE ON tenant_counter, upload, transaction, transaction_withdrawn, history, location_terminal, import_queue TO sales_app;
  GRANT DELETE ON transaction, transaction_withdrawn, import_queue TO sales_app;
  GRANT INSERT, UPDATE, DELETE ON node, login_failure, rate_window TO sales_app;
  GRANT INSERT ON audit TO sales_app, sales_admin;
  GRANT UPDATE ON audit_head TO sales_app, sales_admin;
  -- For the lock that orders the first start.
  GRANT UPDATE (one) ON installation TO sales_app, sales_admin;
  GRANT INSERT ON transaction TO sales_copy;
  GRANT SELECT ON ALL TABLES IN SCHEMA public TO sales_admin;
  REVOKE SELECT ON upload, transaction, transaction_withdrawn, history, location_terminal FROM sales_admin;
  GRANT SELECT (tenant_key, upload_key, user_key, id, created_at, rows) ON upload TO sales_admin;
  GRANT INSERT, UPDATE, DELETE ON customer, tenant, app_user, user_role, unit, unit_location, unit_terminal, user_grant,
    import_configuration, removed TO sales_admin;
  GRANT INSERT, DELETE ON tenant_counter TO sales_admin;
  -- For its lock, before a tenant is removed.
  GRANT UPDATE (last_id) ON tenant_counter TO sales_admin;`;

const isOwn = "tenant_key = current_setting('sales.tenant')::int";

/** The tables of settlement records. */
const recordTables: typeof tenantTables = { settlement_record: [], settlement_record_withdrawn: [] };

/** The tables of matches. */
const matchTables: typeof tenantTables = {
  match: [],
  match_item: [],
  match_open: [],
  match_forbidden: [],
  match_decision: [],
  settlement_settings: ['sales_admin'],
  match_progress: ['sales_admin'],
};

const wallsOf = (tables: typeof tenantTables) =>
  Object.entries(tables)
    .map(
      ([table, seenBy]) => `
  ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;
  CREATE POLICY own_tenant ON ${table} TO sales_app USING (${isOwn}) WITH CHECK (${isOwn});
  ${seenBy.map((role) => `CREATE POLICY all_tenants ON ${table} TO ${role} USING (true) WITH CHECK (true);`).join('\n')}`,
    )
    .join('\n');

/** One step of the schema. */
export interface SchemaStep {
  /** Changes that servers of the version before can live with. */
  expand: string;
  /** Changes that need all servers to be of this version; empty where there are none. */
  contract: string;
}

export const schemaSteps: readonly SchemaStep[] = [
  { expand: [catalogue, ofTenants, data, rights, wallsOf(tenantTables)].join('\n'), contract: '' },
  { expand: ofConsole, contract: '' },
  { expand: ofSettlement + wallsOf(recordTables), contract: '' },
  { expand: ofMatching + wallsOf(matchTables), contract: afterMatching },
  { expand: ofPeriods, contract: afterPeriods },
];

export const schemaVersion = schemaSteps.length;
