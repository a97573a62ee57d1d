/** Reads of whoever administers: of all tenants without their data, and of the data of one, as a server reads them. */
import type { AdministrationConnection } from '../../administering/connection.js';
import { postgresPort } from '../port/port.js';
import type { DatabaseConnections } from './connections.js';
import { runOn } from './work.js';

export function adminReads(connections: DatabaseConnections): Pick<AdministrationConnection, 'read' | 'readTenant'> {
  return {
    read: (work) =>
      connections.read({ tenantKey: null }, async (session) => {
        await runOn(session, postgresPort.asAdmin());
        return runOn(session, work());
      }),
    readTenant: (tenantKey, work) => connections.read({ tenantKey }, (session) => runOn(session, work())),
  };
}
