/**
 * What an operator does to a store: customers, tenants, units, users and what they may see. Works beside a running server, which sees
 * each change with its next request. Every change is one unit with its row in the audit trail.
 *
 * Objects are referred to by id or by name. A reference fails with `notFound` (naming what comes near), or with `usage` where several
 * have the name (naming them). Names and ids that cannot be given fail with `usage`. All may fail with `unavailable`, `locked` or `storage`.
 */
import type { ImportSettings } from '../contract/import-configuration.js';
import type { AuditCheck, AuditHead, AuditRow } from './audit.js';
import type { EarlierRows, ImportConfiguration, KnownPlaces, Role } from './store.js';

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
  /** Null at the top of a tree. */
  parent: Named | null;
  locationIds: string[];
  terminalIds: string[];
}

export interface Grant extends Named {
  /** On all tenants of a customer, on a tenant, or on a unit and those below it. */
  on: 'customer' | 'tenant' | 'unit';
  /** Where several tenants or units have its name: the customer of the tenant, the tenant of the unit, by name. Else null. */
  of: string | null;
}

export interface Account extends Named {
  roles: Role[];
  disabled: boolean;
  grants: Grant[];
  /** How many tenants the grants reach. With more than one, each request of the user has to name its tenant. */
  tenants: number;
}

export interface NewCustomer {
  name: string;
  /** A new one where undefined. */
  id: string | undefined;
}

export interface NewTenant extends NewCustomer {
  customer: string;
  /** The tenant's default. */
  importConfiguration: Omit<ImportConfiguration, 'id'>;
}

export interface NewUnit extends NewCustomer {
  tenant: string;
  parent: string | undefined;
  locationIds: readonly string[];
  terminalIds: readonly string[];
}

export interface UnitChange {
  /** Narrows where the unit's name is looked for. */
  tenant: string | undefined;
  name: string | undefined;
  /** Null brings the unit to the top. */
  parent: string | null | undefined;
  addLocationIds: readonly string[];
  removeLocationIds: readonly string[];
  addTerminalIds: readonly string[];
  removeTerminalIds: readonly string[];
}

/** Roles, and references to what grants are on. */
export interface Rights {
  roles: readonly Role[];
  customers: readonly string[];
  tenants: readonly string[];
  units: readonly string[];
}

export interface NewAccount extends Rights {
  name: string;
  /** See server/password.ts for the format. */
  passwordHash: string;
}

export type Removable = 'customer' | 'tenant' | 'unit' | 'user';

/** What is, or would be, removed. */
export interface Removal extends Named {
  kind: Removable;
  /** What goes with it, by kind, as counts. */
  with: Record<string, number>;
}

export interface AuditFilter {
  /** Both inclusive; null leaves that side open. */
  from: Date | null;
  to: Date | null;
  /** Of the last rows. */
  limit: number;
}

export interface Configuration extends Named {
  tenant: Named;
  isDefault: boolean;
  settings: ImportSettings;
}

export interface NewConfiguration extends NewCustomer {
  tenant: string;
  /** Whether it takes the place of the tenant's default. */
  isDefault: boolean;
  settings: ImportSettings;
}

export interface ConfigurationChange {
  /** Narrows where the configuration's name is looked for. */
  tenant: string | undefined;
  name: string | undefined;
  isDefault: boolean;
  /** Gives the settings to have from those that there are. */
  settings: (before: ImportSettings) => ImportSettings;
}

/** A terminal at a location that rows carry, and that both belong to no unit. */
export interface UnknownPlace {
  locationId: string | null;
  terminalId: string | null;
  rows: number;
}

/** What rules and duplicates are decided by, as it is at the moment. */
export interface Surroundings {
  configuration: Configuration;
  known: KnownPlaces;
  /** To be asked only until the administration is closed. */
  earlier: EarlierRows;
}

export interface Administration {
  addImportConfiguration(configuration: NewConfiguration): Promise<Configuration>;
  changeImportConfiguration(configuration: string, change: ConfigurationChange): Promise<Configuration>;
  /** All, or those of one tenant. */
  importConfigurations(tenant: string | undefined): Promise<Configuration[]>;
  /** Of the configuration named, or of the default of the tenant; a store with one tenant needs no name for it. */
  surroundings(tenant: string | undefined, configuration: string | undefined): Promise<Surroundings>;
  /** The most frequent first. */
  unknownPlaces(tenant: string): Promise<UnknownPlace[]>;
  addCustomer(customer: NewCustomer): Promise<Customer>;
  customers(): Promise<Customer[]>;
  addTenant(tenant: NewTenant): Promise<Tenant>;
  /** All, or those of one customer. */
  tenants(customer: string | undefined): Promise<Tenant[]>;
  /** Another name for a customer or a tenant. */
  rename(kind: 'customer' | 'tenant', reference: string, name: string): Promise<Named>;
  addUnit(unit: NewUnit): Promise<Unit>;
  changeUnit(unit: string, change: UnitChange): Promise<Unit>;
  /** All, or those of one tenant; each after its parent. */
  units(tenant: string | undefined): Promise<Unit[]>;
  addUser(user: NewAccount): Promise<Account>;
  users(): Promise<Account[]>;
  /** Ends log-ins with the password before. */
  setPassword(user: string, passwordHash: string): Promise<Account>;
  setDisabled(user: string, disabled: boolean): Promise<Account>;
  /** What the user has already is left as it is. */
  grant(user: string, rights: Rights): Promise<Account>;
  /** Fails with `notFound` for a right that the user does not have. */
  revoke(user: string, rights: Rights): Promise<Account>;
  /** What {@link remove} would do. Fails with `usage` where it would lose data, or leave something without its parent. */
  removal(kind: Removable, reference: string): Promise<Removal>;
  remove(kind: Removable, reference: string): Promise<Removal>;
  /** The last rows that the filter lets through, oldest first. */
  auditRows(filter: AuditFilter): Promise<AuditRow[]>;
  /** `kept` is a head from an earlier time. */
  checkAudit(kept: AuditHead | null): Promise<AuditCheck>;
  /**
   * Looks through the order of transactions by amount, which lists follow, and makes it anew from the transactions where it is not theirs.
   * How many places were wrong or missing; 0 where nothing was changed. Reads all rows. Fails with `locked` while a server runs, and with
   * `disk` where more is damaged than that order.
   */
  remakeAmountOrder(): Promise<number>;
  close(): Promise<void>;
}
