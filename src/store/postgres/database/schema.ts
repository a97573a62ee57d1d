/**
 * The schema on PostgreSQL, and the steps that lead to it from the first that was released. Such a step is never changed; new ones are added at
 * the end. Every table of a tenant's data begins with `tenant_key`, in its key and in each index, and row-level security shows of it only the
 * tenant that `sales.tenant` names: without one, a statement fails. There are no sequences, triggers, advisory locks or temporary tables, so
 * that it runs behind a pooler and where tenants are spread over machines. Every text is compared byte by byte (COLLATE "C").
 */
import { plainTableNames } from '../../schema/plain-tables.js';
import { postgresSpelling } from '../../schema/spelling.js';
import { postgresStep, type SchemaStep } from '../../schema/step.js';
import { tables } from '../../schema/tables.js';
import { plainWallOf, type TableWall, wallOf } from '../../schema/walls.js';
import { ownTables } from './own-tables.js';

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

/** Tables whose rows belong to one tenant, beside the plain ones. */
const tenantTables: Readonly<Record<string, TableWall>> = {
  import_configuration: { rights: 'SELECT', seenBy: 'sales_admin' },
  unit: { rights: 'SELECT', seenBy: 'sales_admin' },
  unit_location: { rights: 'SELECT', seenBy: 'sales_admin' },
  unit_terminal: { rights: 'SELECT', seenBy: 'sales_admin' },
  tenant_counter: { rights: 'SELECT, INSERT, UPDATE', seenBy: 'sales_admin' },
  upload: { rights: 'SELECT, INSERT, UPDATE', seenBy: 'sales_admin' },
  transaction: { rights: 'SELECT, INSERT, UPDATE, DELETE' },
  transaction_withdrawn: { rights: 'SELECT, INSERT, UPDATE, DELETE' },
  settlement_record: { rights: 'SELECT, INSERT, UPDATE, DELETE' },
  settlement_record_withdrawn: { rights: 'SELECT, INSERT, UPDATE, DELETE' },
  history: { rights: 'SELECT, INSERT, UPDATE' },
  location_terminal: { rights: 'SELECT, INSERT, UPDATE' },
  match: { rights: 'SELECT, INSERT, UPDATE, DELETE' },
  match_item: { rights: 'SELECT, INSERT, UPDATE, DELETE' },
  match_open: { rights: 'SELECT, INSERT, UPDATE, DELETE' },
  match_forbidden: { rights: 'SELECT' },
  match_decision: { rights: 'SELECT' },
  match_progress: { rights: 'SELECT, INSERT, UPDATE', seenBy: 'sales_admin' },
};

const walls = [...Object.entries(tenantTables).map(([table, wall]) => wallOf(table, wall)), ...plainTableNames.map(plainWallOf)];

/** Servers never change the schema, and of the audit trail they can only append rows. */
const rights = `
  GRANT USAGE ON SCHEMA public TO sales_app, sales_copy, sales_admin;
  GRANT SELECT ON installation, customer, tenant, app_user, user_role, user_grant, removed, audit, audit_head, node, login_failure, rate_window,
    import_queue TO sales_app, sales_admin;
  GRANT SELECT, INSERT, UPDATE, DELETE ON console_session, dropped_file TO sales_app;
  GRANT INSERT, UPDATE, DELETE ON node, login_failure, rate_window, import_queue TO sales_app;
  GRANT INSERT ON audit TO sales_app, sales_admin;
  GRANT UPDATE ON audit_head TO sales_app, sales_admin;
  -- For the lock that orders the first start.
  GRANT UPDATE (one) ON installation TO sales_app, sales_admin;
  GRANT INSERT ON transaction, settlement_record TO sales_copy;

  GRANT SELECT, INSERT, UPDATE, DELETE ON customer, tenant, app_user, user_role, unit, unit_location, unit_terminal, user_grant,
    import_configuration, removed TO sales_admin;
  GRANT SELECT, DELETE ON console_session, dropped_file TO sales_admin;
  GRANT SELECT, INSERT, DELETE ON tenant_counter TO sales_admin;
  -- For its lock, before a tenant is removed.
  GRANT UPDATE (last_id) ON tenant_counter TO sales_admin;
  GRANT SELECT (tenant_key, upload_key, user_key, id, created_at, rows, kind) ON upload TO sales_admin;
  -- Which tenants have something new to match.
  GRANT SELECT ON match_progress TO sales_admin;`;

/** Makes the current schema in an empty database. */
export const schema = [tables(postgresSpelling), ownTables, rights, ...walls].join('\n');

/** The oldest schema that can be brought to the current one. */
export const firstSchema = 4;
/** The first leads from schema {@link firstSchema} to the next, and so on. */
export const schemaSteps: readonly SchemaStep[] = [postgresStep];

export const schemaVersion = firstSchema + schemaSteps.length;
/** From which on every server ends the matches of rows that go, and notes the oldest day of what has changed. */
export const MATCHING_SINCE = 5;
