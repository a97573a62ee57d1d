/** The administration of a PostgreSQL store, put together from the files beside it. Every server sees each change with its next request. */
import type { Administration } from '../../administration.js';
import { auditRows, checkAudit } from './audit-rows.js';
import { type AdministrationOptions, openConnection } from './connection.js';
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

/** Connects when it is first used. */
export function openAdministration(options: AdministrationOptions): Administration {
  const connection = openConnection(options);
  const { read } = connection;
  return {
    addCustomer: async (customer) => addCustomer(connection, customer),
    customers: () => read(customersIn),
    addTenant: async (tenant) => addTenant(connection, tenant),
    tenants: (customer) => read((session) => tenantsIn(session, customer)),
    rename: async (kind, reference, name) => rename(connection, kind, reference, name),
    addImportConfiguration: async (configuration) => addImportConfiguration(connection, configuration),
    changeImportConfiguration: async (configuration, change) => changeImportConfiguration(connection, configuration, change),
    importConfigurations: (tenant) => read((session) => configurationsIn(session, tenant)),
    surroundings: (tenant, configuration) => surroundingsIn(connection, tenant, configuration),
    unknownPlaces: (tenant) => unknownPlacesIn(connection, tenant),
    addUnit: async (unit) => addUnit(connection, unit),
    changeUnit: async (unit, change) => changeUnit(connection, unit, change),
    units: (tenant) => read((session) => unitsIn(session, tenant)),
    addUser: async (user) => addUser(connection, user),
    users: () => read(usersIn),
    setPassword: async (user, passwordHash) => setPassword(connection, user, passwordHash),
    setDisabled: async (user, disabled) => setDisabled(connection, user, disabled),
    sessions: (user) => read((session) => sessionsIn(session, user)),
    endSessions: async (user) => endSessions(connection, user),
    grant: async (user, rights) => grant(connection, user, rights),
    revoke: async (user, rights) => revoke(connection, user, rights),
    removal: (kind, reference) => read((session) => removalIn(session, kind, reference)),
    remove: async (kind, reference) => remove(connection, kind, reference),
    auditRows: (filter) => read((session) => auditRows(session, filter)),
    receivedUploads: (filter) => read((session) => receivedUploads(session, filter)),
    checkAudit: (kept) => read((session) => checkAudit(session, kept)),
    // The order is an ordinary index here, which the database keeps.
    remakeAmountOrder: async () => 0,
    close: connection.close,
  };
}
