/** The administration of a store, put together from the files beside it. Every server sees each change with its next request. */
import type { Administration } from '../administration.js';
import { auditRows, checkAudit, receivedUploads } from './audit-rows.js';
import type { AdministrationConnection } from './connection.js';
import { addCustomer, addTenant, customersIn, rename, tenantsIn } from './customers.js';
import {
  addImportConfiguration,
  changeImportConfiguration,
  configurationsIn,
  surroundingsIn,
  unknownPlacesIn,
} from './import-configurations.js';
import { removalIn, remove } from './removal.js';
import { addUnit, changeUnit, unitsIn } from './units.js';
import { addUser, endSessions, grant, revoke, sessionsIn, setDisabled, setPassword, usersIn } from './users.js';

export function administrationOn(connection: AdministrationConnection): Administration {
  const { read, change } = connection;
  return {
    addCustomer: (customer) => change((note) => addCustomer(customer, note)),
    customers: () => read(customersIn),
    addTenant: (tenant) => change((note) => addTenant(tenant, note)),
    tenants: (customer) => read(() => tenantsIn(customer)),
    rename: (kind, reference, name) => change((note) => rename(kind, reference, name, note)),
    addImportConfiguration: (configuration) => change((note) => addImportConfiguration(configuration, note)),
    changeImportConfiguration: (configuration, wanted) => change((note) => changeImportConfiguration(configuration, wanted, note)),
    importConfigurations: (tenant) => read(() => configurationsIn(tenant)),
    surroundings: (tenant, configuration) => surroundingsIn(connection, tenant, configuration),
    unknownPlaces: (tenant) => unknownPlacesIn(connection, tenant),
    addUnit: (unit) => change((note) => addUnit(unit, note)),
    changeUnit: (unit, wanted) => change((note) => changeUnit(unit, wanted, note)),
    units: (tenant) => read(() => unitsIn(tenant)),
    addUser: (user) => change((note) => addUser(user, note)),
    users: () => read(usersIn),
    setPassword: (user, passwordHash) => change((note) => setPassword(user, passwordHash, note)),
    setDisabled: (user, disabled) => change((note) => setDisabled(user, disabled, note)),
    sessions: (user) => read(() => sessionsIn(user)),
    endSessions: (user) => change((note) => endSessions(user, note)),
    grant: (user, rights) => change((note) => grant(user, rights, note)),
    revoke: (user, rights) => change((note) => revoke(user, rights, note)),
    removal: (kind, reference) => read(() => removalIn(kind, reference)),
    remove: (kind, reference) => change((note) => remove(kind, reference, note)),
    auditRows: (filter) => read(() => auditRows(filter)),
    receivedUploads: (filter) => read(() => receivedUploads(filter)),
    checkAudit: (kept) => read(() => checkAudit(kept)),
    remakeAmountOrder: connection.remakeAmountOrder,
    close: connection.close,
  };
}
