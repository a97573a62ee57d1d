/** The objects of administration, which the contract has, and what changes are made of. Types only. */
import type { Configuration, Named } from '../contract/administration.js';
import type { ImportConfiguration, ImportSettings } from '../contract/import-configuration.js';
import type { Role } from '../contract/roles.js';
import type { ForeseenRows, KnownPlaces } from './import-decisions.js';

export type { Account, Configuration, Customer, Grant, Named, Tenant, Unit, UnknownPlace } from '../contract/administration.js';

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

/** The object that is removed, or would be. */
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

/** What a configuration's rules and duplicates are decided by, as of now. */
export interface Surroundings {
  configuration: Configuration;
  known: KnownPlaces;
  /** What hashes begin with; see Decide. */
  seed: number;
  /** Must not be used after the administration is closed. */
  earlier: ForeseenRows;
}
