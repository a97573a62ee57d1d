/** Reads of whoever administers: of all tenants without their data, and of the data of one, as a server reads them. */
import type { AdministrationConnection } from '../../administering/connection.js';
import { postgresPort } from '../port/port.js';
import type { DatabaseConnections } from './connections.js';

export function adminReads(connections: DatabaseConnections): Pick<AdministrationConnection, 'read' | 'readTenant'> {
  return {
    read: (work) =>
      connections.read(null, function* () {
        yield* postgresPort.asAdmin();
        return yield* work();
      }),
    readTenant: connections.read,
  };
}
