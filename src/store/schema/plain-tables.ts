/**
 * Tables of a tenant that no statement beside those of their own file needs to know. From these lines both schemas are made, and PostgreSQL's rights
 * and walls, the move to it, and what goes with a tenant or a user that is removed.
 */
import type { Spelling } from './spelling.js';

export interface PlainTable {
  create: (spelling: Spelling) => string;
  /** Whether it has `user_key`: its rows go with their user, too. */
  hasUsers: boolean;
  /** What a server may do with the rows of its tenant. */
  rights: string;
  /** Columns that are seen of all tenants; nothing else is seen of them. */
  seen: readonly string[];
}

export const plainTables = {
  // How the tenant's rows are matched; no row: by the defaults.
  settlement_settings: {
    create: ({ int, text, end }) => `
  CREATE TABLE settlement_settings (
    tenant_key ${int} PRIMARY KEY,
    version ${int} NOT NULL,
    document ${text} NOT NULL
  ${end};`,
    hasUsers: false,
    rights: 'SELECT, INSERT, UPDATE',
    seen: ['tenant_key', 'version'],
  },
  // How files with a header, of which there is a hash, are read. user_key is 0 for the tenant, and else that of a user of some of its units.
  reading: {
    create: ({ int, text, inOrderOfKey }) => `
  CREATE TABLE reading (
    tenant_key ${int} NOT NULL,
    header ${text} NOT NULL,
    user_key ${int} NOT NULL,
    version ${int} NOT NULL,
    document ${text} NOT NULL,
    PRIMARY KEY (tenant_key, header, user_key)
  ${inOrderOfKey};`,
    hasUsers: true,
    rights: 'SELECT, INSERT, UPDATE, DELETE',
    seen: ['tenant_key', 'user_key'],
  },
  // What was approved of closes: statements as canonical JSON, each with the hash of the one before it. period is a day or a month.
  close_statement: {
    create: ({ int, text, end }) => `
  CREATE TABLE close_statement (
    tenant_key ${int} NOT NULL,
    number ${int} NOT NULL,
    period ${text} NOT NULL,
    document ${text} NOT NULL,
    PRIMARY KEY (tenant_key, number)
  ${end};
  CREATE INDEX close_statement_period ON close_statement (tenant_key, period, number);`,
    hasUsers: false,
    rights: 'SELECT, INSERT',
    seen: ['tenant_key'],
  },
} as const satisfies Record<string, PlainTable>;

export type PlainTableName = keyof typeof plainTables;
export const plainTableNames = Object.keys(plainTables) as PlainTableName[];

/** Tables whose rows go with a user. */
export const plainUserTables = plainTableNames.filter((name) => plainTables[name].hasUsers);
