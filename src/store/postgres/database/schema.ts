/**
 * The schema on PostgreSQL, and the steps that lead to it from the first that was released. Such a step is never changed; new ones are added at
 * the end. Every table of a tenant's data begins with `tenant_key`, in its key and in each index, and row-level security shows of it only the
 * tenant that `sales.tenant` names: without one, a statement fails. There are no sequences, triggers, advisory locks or temporary tables, so
 * that it runs behind a pooler and where tenants are spread over machines. Every text is compared byte by byte (COLLATE "C").
 */
import { plainTableNames } from '../../schema/plain-tables.js';
import { chargebackIndex, payoutIndex, recordColumns, transactionColumns } from '../../schema/row-tables.js';
import { postgresSpelling } from '../../schema/spelling.js';
import { postgresStatementStep } from '../../schema/statement-step.js';
import { postgresStep, type SchemaStep } from '../../schema/step.js';
import { tables } from '../../schema/tables.js';
import { decisionWalls, plainWallOf, type TableWall, wallOf } from '../../schema/walls.js';

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
  ...decisionWalls,
  match_progress: { rights: 'SELECT, INSERT, UPDATE', seenBy: 'sales_admin' },
};

const walls = [...Object.entries(tenantTables).map(([table, wall]) => wallOf(table, wall)), ...plainTableNames.map(plainWallOf)];

/** Servers never change the schema, and of the audit trail they can only append rows. */
const rights = `
  GRANT USAGE ON SCHEMA public TO sales_app, sales_copy, sales_admin;
  GRANT SELECT ON installation, customer, tenant, app_user, user_role, user_grant, removed, audit, audit_head, node, login_failure, rate_window
    TO sales_app, sales_admin;
  GRANT SELECT, INSERT, UPDATE, DELETE ON console_session, dropped_file TO sales_app;
  GRANT INSERT, UPDATE, DELETE ON node, login_failure, rate_window TO sales_app;
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

/** What PostgreSQL has beside the tables of both databases: what several servers count together, rows that were withdrawn, indexes for its lists. */
const ownTables = `
  -- One row, made with the schema. Administrative changes lock it, so that they come one after another.
  CREATE TABLE installation (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    id uuid NOT NULL,
    -- A secret that the hashes of duplicate keys begin with.
    duplicate_seed bigint NOT NULL
  );
  -- The last row of the audit trail, and the lock for the next.
  CREATE TABLE audit_head (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    audit_key bigint NOT NULL DEFAULT 0,
    hash text COLLATE "C" NOT NULL DEFAULT ''
  );
  INSERT INTO audit_head DEFAULT VALUES;

  -- The servers that run, each of which says so every few seconds.
  CREATE TABLE node (
    id uuid PRIMARY KEY,
    host text COLLATE "C" NOT NULL,
    schema int NOT NULL,
    seen_at timestamptz NOT NULL
  );
  -- Failed log-ins by a hash of the account or address, as ms since 1970; and the requests that users have taken. Counted by all servers together.
  CREATE TABLE login_failure (
    key_hash text COLLATE "C" PRIMARY KEY,
    times float8[] NOT NULL DEFAULT '{}',
    last_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE TABLE rate_window (
    user_id uuid PRIMARY KEY,
    ends_at timestamptz NOT NULL DEFAULT '-infinity',
    taken int NOT NULL DEFAULT 0
  );
  -- Files that lie on one of the servers, so that the others know of them.
  CREATE TABLE dropped_file (
    id uuid PRIMARY KEY,
    user_key int NOT NULL REFERENCES app_user,
    host text COLLATE "C" NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now()
  );
  CREATE INDEX dropped_file_user ON dropped_file (user_key);

  -- The lock that orders everything about one tenant, over all servers: whoever writes its data holds this row.
  CREATE TABLE tenant_counter (
    tenant_key int PRIMARY KEY,
    next_seq bigint NOT NULL DEFAULT 1,
    -- Of all its rows: no page can begin after them.
    transactions bigint NOT NULL DEFAULT 0,
    records bigint NOT NULL DEFAULT 0,
    uploads bigint NOT NULL DEFAULT 0,
    -- The first transaction id of the last upload; those of the next rise from it.
    last_id uuid
  ) WITH (fillfactor = 20);

  -- The rows of withdrawn uploads: moved here and back, so that no statement about a tenant's rows can find them.
  CREATE TABLE transaction_withdrawn (${transactionColumns(postgresSpelling)}
    PRIMARY KEY (tenant_key, seq)
  );
  CREATE TABLE settlement_record_withdrawn (${recordColumns(postgresSpelling)}
    PRIMARY KEY (tenant_key, seq)
  );

  CREATE INDEX upload_user ON upload (tenant_key, user_key, upload_key);
  CREATE INDEX upload_key_age ON upload (tenant_key, created_at) WHERE idempotency_key IS NOT NULL;
  CREATE INDEX transaction_date ON transaction (tenant_key, ticks NULLS FIRST, seq)
    INCLUDE (state, match_state, amount, currency, brand_id, terminal_id, location_id);
  CREATE INDEX transaction_amount ON transaction (tenant_key, amount NULLS FIRST, seq)
    INCLUDE (state, match_state, ticks, currency, brand_id, terminal_id, location_id);
  CREATE INDEX transaction_terminal ON transaction (tenant_key, terminal_id, ticks NULLS FIRST, seq)
    INCLUDE (state, match_state, amount, currency, brand_id, location_id);
  -- For two rare values: a walk by date or amount would pass nearly all rows before a page is full. Of rows that have both, so that it is taken
  -- for nothing else: of a tenant that no statistics know yet the planner expects one row, and would read them all in the smallest index.
  CREATE INDEX transaction_brand ON transaction (tenant_key, brand_id, currency) WHERE brand_id IS NOT NULL AND currency IS NOT NULL;
  CREATE INDEX transaction_duplicate ON transaction (tenant_key, duplicate_hash, occurrence) INCLUDE (duplicate_group)
    WHERE duplicate_hash IS NOT NULL;
  -- Rows with a rare state, the only ones that a walk by date would take long to find.
  CREATE INDEX transaction_rare_state ON transaction (tenant_key, state, ticks NULLS FIRST, seq)
    INCLUDE (match_state, amount, currency, brand_id, terminal_id, location_id) WHERE state <> 1;
  CREATE INDEX transaction_rare_match_state ON transaction (tenant_key, match_state, ticks NULLS FIRST, seq)
    INCLUDE (state, amount, currency, brand_id, terminal_id, location_id) WHERE match_state <> 1;
  CREATE INDEX settlement_record_date ON settlement_record (tenant_key, ticks NULLS FIRST, seq)
    INCLUDE (type, state, match_state, amount, currency, terminal_id, brand_id);
  CREATE INDEX settlement_record_day ON settlement_record (tenant_key, day, seq)
    INCLUDE (type, match_state, amount, currency, terminal_id, brand_id);
  CREATE INDEX settlement_record_terminal ON settlement_record (tenant_key, terminal_id, ticks NULLS FIRST, seq)
    WHERE terminal_id IS NOT NULL;
  ${payoutIndex}
  ${chargebackIndex}
  CREATE INDEX settlement_record_duplicate ON settlement_record (tenant_key, duplicate_hash, occurrence) INCLUDE (duplicate_group)
    WHERE duplicate_hash IS NOT NULL;`;

/** Makes the current schema in an empty database. */
export const schema = [tables(postgresSpelling), ownTables, rights, ...walls].join('\n');

/** The oldest schema that can be brought to the current one. */
export const firstSchema = 4;
/** The first leads from schema {@link firstSchema} to the next, and so on. */
export const schemaSteps: readonly SchemaStep[] = [postgresStep, postgresStatementStep];

export const schemaVersion = firstSchema + schemaSteps.length;
/** From which on every server ends the matches of rows that go, and notes the oldest day of what has changed. */
export const MATCHING_SINCE = 5;
