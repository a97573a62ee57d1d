/** Who may reach what: users, what their grants give them, and the part of the data that a call is bound to. */
import type { GrantedTenant } from '../contract/access.js';
import type { ImportConfiguration } from '../contract/import-configuration.js';
import type { Role } from '../contract/roles.js';
import type { TransactionUpload } from '../contract/transaction.js';

/** A customer and one of its tenants. */
export interface Access {
  customerId: string;
  tenantId: string;
}

/** A customer's tenant that a user may act for; `units` where the user's grants only cover some of its units. */
export interface UserAccess extends GrantedTenant {
  extent: 'tenant' | 'units';
}

/**
 * How much of a tenant may be reached: all of it; or, for the user with the id `unitsOf`, that user's own uploads and the rows of the units
 * granted to that user and those below them, as they are at the time of each call.
 */
export type TenantScope = 'whole' | { unitsOf: string };

/** What a handle on a tenant's data is bound to for as long as it lives. */
export interface Binding {
  tenantId: string;
  scope: TenantScope;
}

export interface User {
  id: string;
  name: string;
  /** See server/access/password.ts for the format. */
  passwordHash: string;
  /** Increases with every change of password, so that cached log-ins end. */
  credentialVersion: number;
  disabled: boolean;
  roles: readonly Role[];
  /** Derived from the user's grants on customers, tenants and units; each tenant comes once. */
  access: readonly UserAccess[];
}

/** What the first start sets up, in one transaction. The user gets the roles of a first user. */
export interface FirstSetup {
  customerName: string;
  tenantName: string;
  importConfiguration: Omit<ImportConfiguration, 'id'>;
  userName: string;
  passwordHash: string;
}

/** The fields that decide which units a row belongs to. */
export type Place = Pick<TransactionUpload, 'locationId' | 'terminalId'>;
