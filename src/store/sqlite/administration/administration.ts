/** The administration of a SQLite store, put together from the files beside it. */
import type { Administration } from '../../administration.js';
import { auditRows, checkAudit } from '../access/audit.js';
import { remakeAmountOrder } from './amount-order.js';
import { withName } from './audit-names.js';
import { type ConnectionOptions, openConnection } from './connection.js';
import { addCustomer, addTenant, customersIn, rename, tenantsIn } from './customers.js';
import {
  addImportConfiguration,
  changeImportConfiguration,
  configurationsIn,
  surroundingsIn,
  unknownPlacesIn,
} from './import-configurations.js';
import { receivedUploads } from './received-uploads.js';
import { removalIn, remove } from './removal.js';
import { addUnit, changeUnit, unitsIn } from './units.js';
import { addUser, endSessions, grant, revoke, sessionsIn, setDisabled, setPassword, usersIn } from './users.js';

/** Fails with `usage` where there is no database yet, or its schema is older; with `disk` where it cannot be opened or is newer. */
export function openAdministration(options: ConnectionOptions): Administration {
  const connection = openConnection(options);
  const { db, read } = connection;
  return {
    addCustomer: async (customer) => addCustomer(connection, customer),
    customers: async () => read(() => customersIn(db)),
    addTenant: async (tenant) => addTenant(connection, tenant),
    tenants: async (customer) => read(() => tenantsIn(db, customer)),
    rename: async (kind, reference, name) => rename(connection, kind, reference, name),
    addImportConfiguration: async (configuration) => addImportConfiguration(connection, configuration),
    changeImportConfiguration: async (configuration, change) => changeImportConfiguration(connection, configuration, change),
    importConfigurations: async (tenant) => read(() => configurationsIn(db, tenant)),
    surroundings: async (tenant, configuration) => read(() => surroundingsIn(db, tenant, configuration)),
    unknownPlaces: async (tenant) => read(() => unknownPlacesIn(db, tenant)),
    addUnit: async (unit) => addUnit(connection, unit),
    changeUnit: async (unit, change) => changeUnit(connection, unit, change),
    units: async (tenant) => read(() => unitsIn(db, tenant)),
    addUser: async (user) => addUser(connection, user),
    users: async () => read(() => usersIn(db)),
    setPassword: async (user, passwordHash) => setPassword(connection, user, passwordHash),
    setDisabled: async (user, disabled) => setDisabled(connection, user, disabled),
    sessions: async (user) => read(() => sessionsIn(db, user)),
    endSessions: async (user) => endSessions(connection, user),
    grant: async (user, rights) => grant(connection, user, rights),
    revoke: async (user, rights) => revoke(connection, user, rights),
    removal: async (kind, reference) => read(() => removalIn(db, kind, reference)),
    remove: async (kind, reference) => remove(connection, kind, reference),
    auditRows: async (filter) => read(() => auditRows(db, filter).map((row) => withName(db, row))),
    receivedUploads: async (filter) => read(() => receivedUploads(db, filter)),
    checkAudit: async (kept) => read(() => checkAudit(db, kept)),
    remakeAmountOrder: async () => remakeAmountOrder(connection),
    close: connection.close,
  };
}
