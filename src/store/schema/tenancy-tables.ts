/** Customers, tenants, users and what administration keeps. Internal keys are small, to keep indexes narrow; public ids are UUIDs. */
import { roles } from '../../contract/roles.js';
import type { Spelling } from './spelling.js';

export const roleCheck = `CHECK (role IN (${roles.map((role) => `'${role}'`).join(', ')}))`;

export const roleTable = ({ int, text, inOrderOfKey }: Pick<Spelling, 'int' | 'text' | 'inOrderOfKey'>) => `
  CREATE TABLE user_role (
    user_key ${int} NOT NULL REFERENCES app_user,
    role ${text} NOT NULL ${roleCheck},
    PRIMARY KEY (user_key, role)
  ${inOrderOfKey};`;

export const tenancyTables = ({ int, big, text, time, id, flag, preset, keyedByTenant, inOrderOfKey, end, own }: Spelling) => `
  CREATE TABLE customer (
    customer_key ${int} PRIMARY KEY,
    id ${id} NOT NULL UNIQUE,
    name ${text} NOT NULL
  ${end};
  CREATE TABLE tenant (
    tenant_key ${int} PRIMARY KEY,
    id ${id} NOT NULL UNIQUE,
    customer_key ${int} NOT NULL REFERENCES customer,
    name ${text} NOT NULL${own(
      `,
    -- How many sales and settlement records it has: no page begins after the last one.
    transactions INTEGER NOT NULL DEFAULT 0,
    records INTEGER NOT NULL DEFAULT 0`,
      '',
    )}
  ${end};
  CREATE INDEX tenant_customer ON tenant (customer_key);

  CREATE TABLE app_user (
    user_key ${int} PRIMARY KEY,
    id ${id} NOT NULL UNIQUE,
    name ${text} NOT NULL UNIQUE,
    password_hash ${text} NOT NULL,
    credential_version ${int} NOT NULL DEFAULT 1,
    ${flag('disabled', false)}
  ${end};${roleTable({ int, text, inOrderOfKey })}
  -- The log-ins of browsers. Of what a browser sends, only a hash is kept.
  CREATE TABLE console_session (
    token_hash ${text} PRIMARY KEY,
    user_key ${int} NOT NULL REFERENCES app_user,
    credential_version ${int} NOT NULL,
    created_at ${time} NOT NULL,
    seen_at ${time} NOT NULL
  ${inOrderOfKey};
  CREATE INDEX console_session_user ON console_session (user_key);

  CREATE TABLE import_configuration (
    tenant_key ${int} NOT NULL REFERENCES tenant,
    import_configuration_key ${int},
    id ${id} NOT NULL,
    name ${text} NOT NULL,
    ${flag('is_default')},
    -- ImportSettings as JSON; what is not there has its default.
    settings ${text} NOT NULL${preset("'{}'")},
    ${keyedByTenant('import_configuration_key', 'id')},
    UNIQUE (tenant_key, name)
  ${end};
  CREATE UNIQUE INDEX import_configuration_default ON import_configuration (tenant_key) WHERE is_default${own(' = 1', '')};

  -- Organisational units are a tree within a tenant; a grant on one covers those below it.
  CREATE TABLE unit (
    tenant_key ${int} NOT NULL REFERENCES tenant,
    unit_key ${int},
    id ${id} NOT NULL,
    parent_key ${int},
    name ${text} NOT NULL,
    ${keyedByTenant('unit_key', 'id')},
    FOREIGN KEY (${own('', 'tenant_key, ')}parent_key) REFERENCES unit
  ${end};
  CREATE INDEX unit_parent ON unit (tenant_key, parent_key);${['location', 'terminal']
    .map(
      (place) => `
  CREATE TABLE unit_${place} (${own('', 'tenant_key int NOT NULL, ')}
    unit_key ${int} NOT NULL,
    ${place}_id ${text} NOT NULL,
    PRIMARY KEY (${own('', 'tenant_key, ')}unit_key, ${place}_id),
    FOREIGN KEY (${own('', 'tenant_key, ')}unit_key) REFERENCES unit
  ${inOrderOfKey};`,
    )
    .join('')}

  -- On a customer (all its tenants), on one tenant, or on a unit of one.
  CREATE TABLE user_grant (${own('grant_key INTEGER PRIMARY KEY, ', '')}
    user_key ${int} NOT NULL REFERENCES app_user,
    customer_key ${int} REFERENCES customer,
    tenant_key ${int} REFERENCES tenant,
    unit_key ${int}${own(
      ' REFERENCES unit, CHECK ((customer_key IS NOT NULL) + (tenant_key IS NOT NULL) + (unit_key IS NOT NULL) = 1)',
      `, -- Its tenant stands beside it, for row-level security.
    FOREIGN KEY (tenant_key, unit_key) REFERENCES unit,
    CHECK ((customer_key IS NULL) = (tenant_key IS NOT NULL)),
    CHECK (unit_key IS NULL OR tenant_key IS NOT NULL)`,
    )}
  ${end};
  CREATE UNIQUE INDEX user_grant_once ON user_grant (user_key, coalesce(customer_key, 0), coalesce(tenant_key, 0), coalesce(unit_key, 0));

  -- What was removed: neither its key nor its id is given again, because a server that runs may still know them.
  CREATE TABLE removed (
    id ${id} PRIMARY KEY,
    kind ${text} NOT NULL,
    key ${int} NOT NULL,
    UNIQUE (kind, key)
  ${inOrderOfKey};
  -- What was done by whom. Each row carries a hash of itself and of the hash before it, so that a change or a gap shows.
  CREATE TABLE audit (
    audit_key ${big} PRIMARY KEY,
    at ${time} NOT NULL,
    -- A user's name, or who worked on the data directory itself.
    actor ${text} NOT NULL,
    -- The address that a request came from; null for work on the data directory.
    origin ${text},
    action ${text} NOT NULL,
    object ${text} NOT NULL,
    outcome ${text} NOT NULL,
    request_id ${text},
    details ${text} NOT NULL${preset("'{}'")},
    hash ${text} NOT NULL
  ${end};`;
