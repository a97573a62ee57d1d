/** The first objects of a store. */
import { SalesError } from '../../contract/problem.js';
import { firstUserRoles } from '../../contract/roles.js';
import { isEmpty } from '../access/users.js';
import type { Access, FirstSetup } from '../access.js';
import type { AuditEntry } from '../audit.js';
import { port } from '../port.js';
import type { Work } from '../sql/work.js';
import { insertCustomer, insertTenant } from './customers.js';
import { newId } from './new-objects.js';
import { addRights, insertUser } from './users.js';

/**
 * Creates the first customer, tenant and user of a store. Of several servers that start on an empty database at once, one sets it up; for the
 * others it fails with `locked`. Returns the note for the audit trail, too.
 */
export function* setUp({ customerName, tenantName, importConfiguration, userName, passwordHash }: FirstSetup): Work<[Access, AuditEntry]> {
  yield* (yield* port()).administer();
  if (!(yield* isEmpty())) throw new SalesError('locked', 'Another server has just set up the database.');
  const access = { customerId: yield* newId('customer', undefined), tenantId: yield* newId('tenant', undefined) };
  const customerKey = yield* insertCustomer(access.customerId, customerName);
  yield* insertTenant({ id: access.tenantId, customerKey, name: tenantName }, importConfiguration);
  const { key } = yield* insertUser(userName, passwordHash);
  yield* addRights(key, { roles: firstUserRoles, customers: [], tenants: [access.tenantId], units: [] });
  const details = { ...access, userName };
  const object = `tenant:${access.tenantId}`;
  return [access, { actor: 'server', origin: null, action: 'set-up', object, outcome: 'done', requestId: null, details }];
}
