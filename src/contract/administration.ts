/** The objects of administration, as the console's own routes tell them. Types only. */
import type { ImportSettings } from './import-configuration.js';
import type { Role } from './roles.js';

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

export interface Configuration extends Named {
  tenant: Named;
  isDefault: boolean;
  settings: ImportSettings;
}

/** A location and terminal that rows carry, but that belong to no unit; null where the rows carry none. */
export interface UnknownPlace {
  locationId: string | null;
  terminalId: string | null;
  rows: number;
}
