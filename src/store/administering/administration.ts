/**
 * What an operator can do to a store: manage customers, tenants, units, users and what they may see. It works beside a running server, which sees
 * each change with its next request. Every change is written in one transaction with its row in the audit trail.
 *
 * Objects are referred to by id or by name. A reference fails with `notFound` (suggesting similar names), or with `usage` where several objects
 * have the name (listing them). Names and ids that are not allowed or taken fail with `usage`. Everything may fail with `unavailable`, `locked`
 * or `storage`. What each takes and gives is said at its function.
 */
import type { Surroundings, UnknownPlace } from '../administration.js';
import { type MethodsOf, methods, type WorkResult } from '../sql/methods.js';
import type { StatementCheck } from '../verify/statements.js';
import { auditRows, checkAudit, receivedUploads } from './audit-rows.js';
import type { AdministrationConnection, Note } from './connection.js';
import { addCustomer, addTenant, customersIn, rename, tenantsIn } from './customers.js';
import {
  addImportConfiguration,
  changeImportConfiguration,
  configurationsIn,
  surroundingsIn,
  unknownPlacesIn,
} from './import-configurations.js';
import { removalIn, remove } from './removal.js';
import { checkStatements } from './statements.js';
import { addUnit, changeUnit, unitsIn } from './units.js';
import { addUser, endSessions, grant, revoke, sessionsIn, setDisabled, setPassword, usersIn } from './users.js';

const reads = {
  customers: customersIn,
  tenants: tenantsIn,
  importConfigurations: configurationsIn,
  units: unitsIn,
  users: usersIn,
  sessions: sessionsIn,
  removal: removalIn,
  auditRows,
  receivedUploads,
  checkAudit,
};

/** Each is given, at last, what takes the note of the change. */
const changes = {
  ...{ addCustomer, addTenant, rename, addImportConfiguration, changeImportConfiguration, addUnit, changeUnit },
  ...{ addUser, setPassword, setDisabled, endSessions, grant, revoke, remove },
};

type ReadMethods = MethodsOf<typeof reads>;
type Changes = typeof changes;
type GivenTo<Of> = Of extends (...given: [...infer Given, Note]) => unknown ? Given : never;
type ChangeMethods = { [Name in keyof Changes]: (...given: GivenTo<Changes[Name]>) => Promise<WorkResult<Changes[Name]>> };

export interface Administration extends ReadMethods, ChangeMethods, Pick<AdministrationConnection, 'remakeAmountOrder' | 'close'> {
  /** For the given configuration, or else the tenant's default; in a store with only one tenant, `tenant` may be left out. */
  surroundings(tenant: string | undefined, configuration: string | undefined): Promise<Surroundings>;
  /** The most frequent first. */
  unknownPlaces(tenant: string): Promise<UnknownPlace[]>;
  /** Whether the statements about closes are those that were approved. Reads all of them. */
  checkStatements(): Promise<StatementCheck>;
}

export function administrationOn(connection: AdministrationConnection): Administration {
  const { read, change, remakeAmountOrder, close } = connection;
  return {
    ...methods<ReadMethods>(reads, (work, given) => read(() => work(...given))),
    ...methods<ChangeMethods>(changes, (work, given) => change((note) => work(...given, note))),
    surroundings: (tenant, configuration) => surroundingsIn(connection, tenant, configuration),
    unknownPlaces: (tenant) => unknownPlacesIn(connection, tenant),
    checkStatements: () => checkStatements(connection),
    remakeAmountOrder,
    close,
  };
}
