/** Users: who may log in, in which roles, and what they were granted. The same calls as on the command line. */
import { z } from 'zod';
import { SalesError } from '../../../contract/problem.js';
import { roles } from '../../../contract/roles.js';
import type { User } from '../../../store/access.js';
import type { Account } from '../../../store/administration.js';
import type { BodyKind } from '../../access/admission.js';
import { newPasswordOf } from '../../access/new-password.js';
import { jsonBody } from '../../http/json-body.js';
import { type RouteTable, takesBody } from '../../http/route.js';
import type { ConsoleParts } from '../parts.js';
import type { AdministrationGuards, AdministrationRequest } from './administrators.js';

const references = z.array(z.string().max(256)).max(1_000).default([]);
const Rights = z.object({ roles: z.array(z.enum(roles)).default([]), customers: references, tenants: references, units: references });
const NewUser = Rights.extend({ name: z.string().max(256), password: z.string().optional() });
const NewSecret = z.object({ password: z.string().optional() });
const base = '/console/v1/admin/users';

export function userRoutes({ hasher }: ConsoleParts, { ofAll }: AdministrationGuards): RouteTable {
  const change = (act: (asked: AdministrationRequest & { id: string }) => Promise<object>, body: BodyKind | null = null) => ({
    POST: takesBody(
      body,
      ofAll((asked) => act({ ...asked, id: asked.request.path.id ?? '' })),
    ),
  });
  const rights = (verb: 'grant' | 'revoke') =>
    change(async ({ request, user, calls, id }) => {
      const given = await jsonBody(request, Rights);
      if (verb === 'revoke' && id.toLowerCase() === user.id && given.roles.includes('Admin')) throw notOneself();
      return { user: await calls[verb](id, given) };
    }, 'forms');
  const disabled = (isDisabled: boolean) =>
    change(async ({ user, calls, id }) => {
      if (isDisabled) await mustBeOther(user, id, calls.users);
      return { user: await calls.setDisabled(id, isDisabled) };
    });
  return {
    [base]: {
      GET: ofAll(async ({ calls }) => ({ users: await calls.users() })),
      POST: takesBody(
        'forms',
        ofAll(async ({ request, calls }) => {
          const { password, ...user } = await jsonBody(request, NewUser);
          const { hash, generated } = await newPasswordOf(password ?? null, hasher);
          return { user: await calls.addUser({ ...user, passwordHash: hash }), password: generated };
        }),
      ),
    },
    [`${base}/{id}/disable`]: disabled(true),
    [`${base}/{id}/enable`]: disabled(false),
    [`${base}/{id}/password`]: change(async ({ request, calls, id }) => {
      const { password = null } = await jsonBody(request, NewSecret);
      const { hash, generated } = await newPasswordOf(password, hasher);
      return { user: await calls.setPassword(id, hash), password: generated };
    }, 'forms'),
    [`${base}/{id}/grant`]: rights('grant'),
    [`${base}/{id}/revoke`]: rights('revoke'),
    [`${base}/{id}/end-sessions`]: change(async ({ calls, id }) => ({ ended: await calls.endSessions(id) })),
  };
}

/** Nobody could undo it in the console. A reference may be a name, too. */
async function mustBeOther({ id, name }: User, reference: string, users: () => Promise<Account[]>): Promise<void> {
  const found = (await users()).find((one) => one.id === reference.toLowerCase() || one.name === reference);
  if (found?.id === id || found?.name === name) throw notOneself();
}

function notOneself(): SalesError {
  return new SalesError('conflict', 'Nobody can lock out themselves: somebody else has to do this, or the command line.');
}
