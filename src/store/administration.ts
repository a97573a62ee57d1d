/**
 * What an operator can do to a store: manage customers, tenants, units, users and what they may see. It works beside a running server,
 * which sees each change with its next request. Every change is written in one transaction with its row in the audit trail.
 *
 * Objects are referred to by id or by name. A reference fails with `notFound` (suggesting similar names), or with `usage` where several
 * objects have the name (listing them). Names and ids that are not allowed or taken fail with `usage`. Everything may fail with
 * `unavailable`, `locked` or `storage`.
 */
import type { ImportConfiguration, ImportSettings } from '../contract/import-configuration.js';
import type { Role } from './access.js';
import type { AuditCheck, AuditHead, NamedAuditRow, ReceivedUpload } from './audit.js';
import type { ForeseenRows, KnownPlaces } from './decisions.js';
import type { KnownSession } from './sessions.js';

export interface Named {
  id: string;
  name: string;
}

export interface Customer extends Named {}

export interface Tenant extends Named {
  customer: Named;
}

export interface Unit extends Named {
  tenant: Named;
  /** Null for the top of a tree. */
  parent: Named | null;
  locationIds: string[];
  terminalIds: string[];
}

export interface Grant extends Named {
  /** On all tenants of a customer, on one tenant, or on a unit and those below it. */
  on: 'customer' | 'tenant' | 'unit';
  /**
   * Tells namesakes apart: where several tenants have the name, that of the tenant's customer; where several units have it, that of the
   * unit's tenant. Else null.
   */
  of: string | null;
}

export interface Account extends Named {
  roles: Role[];
  disabled: boolean;
  grants: Grant[];
  /** How many tenants the grants reach. With more than one, each of the user's requests must name its tenant. */
  tenants: number;
}

export interface NewCustomer {
  name: string;
  /** Undefined for a new one. */
  id: string | undefined;
}

export interface NewTenant extends NewCustomer {
  customer: string;
  /** Becomes the tenant's default. */
  importConfiguration: Omit<ImportConfiguration, 'id'>;
}

export interface NewUnit extends NewCustomer {
  tenant: string;
  parent: string | undefined;
  locationIds: readonly string[];
  terminalIds: readonly string[];
}

export interface UnitChange {
  /** Limits the search for the unit's name to one tenant. */
  tenant: string | undefined;
  name: string | undefined;
  /** Null moves the unit to the top; undefined leaves it where it is. */
  parent: string | null | undefined;
  addLocationIds: readonly string[];
  removeLocationIds: readonly string[];
  addTerminalIds: readonly string[];
  removeTerminalIds: readonly string[];
}

/** Roles, and references to the objects that grants are on. */
export interface Rights {
  roles: readonly Role[];
  customers: readonly string[];
  tenants: readonly string[];
  units: readonly string[];
}

export interface NewAccount extends Rights {
  name: string;
  /** See server/access/password.ts for the format. */
  passwordHash: string;
}

export type Removable = 'customer' | 'tenant' | 'unit' | 'user';

/** What is, or would be, removed. */
export interface Removal extends Named {
  kind: Removable;
  /** How many other objects go with it, by kind. */
  with: Record<string, number>;
}

export interface AuditFilter {
  /** Both inclusive; null leaves that side open. */
  from: Date | null;
  to: Date | null;
  /** How many rows at most, counted from the end. */
  limit: number;
}

export interface Configuration extends Named {
  tenant: Named;
  isDefault: boolean;
  settings: ImportSettings;
}

export interface NewConfiguration extends NewCustomer {
  tenant: string;
  /** Whether it replaces the tenant's default. */
  isDefault: boolean;
  settings: ImportSettings;
}

export interface ConfigurationChange {
  /** Limits the search for the configuration's name to one tenant. */
  tenant: string | undefined;
  name: string | undefined;
  isDefault: boolean;
  /** Makes the new settings from the current ones. */
  settings: (before: ImportSettings) => ImportSettings;
}

/** A location and terminal that rows carry, but that belong to no unit; null where the rows carry none. */
export interface UnknownPlace {
  locationId: string | null;
  terminalId: string | null;
  rows: number;
}

/** What a configuration's rules and duplicates are decided by, as of now. */
export interface Surroundings {
  configuration: Configuration;
  known: KnownPlaces;
  /** What hashes begin with; see Decide. */
  seed: number;
  /** Must not be used after the administration is closed. */
  earlier: ForeseenRows;
}

export interface Administration {
  addImportConfiguration(configuration: NewConfiguration): Promise<Configuration>;
  changeImportConfiguration(configuration: string, change: ConfigurationChange): Promise<Configuration>;
  /** All, or those of one tenant. */
  importConfigurations(tenant: string | undefined): Promise<Configuration[]>;
  /** For the given configuration, or else the tenant's default; in a store with only one tenant, `tenant` may be left out. */
  surroundings(tenant: string | undefined, configuration: string | undefined): Promise<Surroundings>;
  /** The most frequent first. */
  unknownPlaces(tenant: string): Promise<UnknownPlace[]>;
  addCustomer(customer: NewCustomer): Promise<Customer>;
  customers(): Promise<Customer[]>;
  addTenant(tenant: NewTenant): Promise<Tenant>;
  /** All, or those of one customer. */
  tenants(customer: string | undefined): Promise<Tenant[]>;
  /** Gives a customer or a tenant another name. */
  rename(kind: 'customer' | 'tenant', reference: string, name: string): Promise<Named>;
  addUnit(unit: NewUnit): Promise<Unit>;
  changeUnit(unit: string, change: UnitChange): Promise<Unit>;
  /** All, or those of one tenant; each after its parent. */
  units(tenant: string | undefined): Promise<Unit[]>;
  addUser(user: NewAccount): Promise<Account>;
  users(): Promise<Account[]>;
  /** Ends log-ins with the previous password. */
  setPassword(user: string, passwordHash: string): Promise<Account>;
  /** Disabling ends the log-ins of browsers for good. */
  setDisabled(user: string, disabled: boolean): Promise<Account>;
  /** The user's log-ins in browsers, the newest first; some may be over. */
  sessions(user: string): Promise<KnownSession[]>;
  /** Ends them all. Gives how many there were. */
  endSessions(user: string): Promise<number>;
  /** Leaves what the user already has as it is. */
  grant(user: string, rights: Rights): Promise<Account>;
  /** Fails with `notFound` for a right that the user does not have. */
  revoke(user: string, rights: Rights): Promise<Account>;
  /** What {@link remove} would do. Fails with `usage` where that would lose data, or leave something without its parent. */
  removal(kind: Removable, reference: string): Promise<Removal>;
  remove(kind: Removable, reference: string): Promise<Removal>;
  /** The last rows that match the filter, oldest first. */
  auditRows(filter: AuditFilter): Promise<NamedAuditRow[]>;
  /** The last uploads within the dates of the filter, of all tenants, oldest first. */
  receivedUploads(filter: AuditFilter): Promise<ReceivedUpload[]>;
  /** `kept` is a head noted down earlier; it must still be in the trail. */
  checkAudit(kept: AuditHead | null): Promise<AuditCheck>;
  /**
   * Checks the order of transactions by amount, which lists follow, and rebuilds it from the transactions if it is wrong. Resolves to how
   * many places were wrong or missing; 0 means that nothing was changed. Reads all rows. Fails with `locked` while a server runs, and with
   * `disk` when more than that order is damaged.
   */
  remakeAmountOrder(): Promise<number>;
  close(): Promise<void>;
}
