/** What a user may do: roles, and the tenants to choose from. An extension of the documented interface, under a path of its own. */
import { z } from 'zod';
import { roles } from './roles.js';

/** A tenant that a user may act for, with the names that people know it by. */
export const GrantedTenant = z
  .object({
    customerId: z.guid(),
    customerName: z.string(),
    tenantId: z.guid(),
    tenantName: z.string(),
  })
  .meta({ id: 'GrantedTenant', description: 'A tenant that the user may act for: its ids are what customerId and tenantId take' });
export type GrantedTenant = z.infer<typeof GrantedTenant>;

export const UserRights = z
  .object({
    user: z.string().meta({ description: 'The name of the user who asks' }),
    roles: z.array(z.string()).meta({ description: `Some of ${roles.join(', ')}` }),
    tenants: z.array(
      GrantedTenant.extend({ extent: z.enum(['tenant', 'units']).meta({ description: 'All of the tenant, or some of its units' }) }),
    ),
  })
  .meta({ id: 'UserRights' });
export type UserRights = z.infer<typeof UserRights>;

export const PasswordChange = z.object({ oldPassword: z.string(), newPassword: z.string() }).meta({
  id: 'PasswordChange',
  description: 'The new one has 1 to 512 bytes and no control characters',
});
export type PasswordChange = z.infer<typeof PasswordChange>;
