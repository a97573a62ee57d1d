/** getAccess: who asks, with which roles, and the tenants to choose from. It needs no tenant, for it is where one learns which there are. */
import type { operations } from '../../contract/operations.js';
import type { UserHandler } from '../http/operation.js';

export const getAccess: UserHandler<typeof operations.getAccess> = async ({ name, roles, access }) => ({
  body: { user: name, roles: [...roles], tenants: [...access] },
});
