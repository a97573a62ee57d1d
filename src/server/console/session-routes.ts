/** To log in and out with a browser, and who is logged in. A log-in is checked as Basic is: the same throttle, queue and answers. */
import { z } from 'zod';
import { SalesError } from '../../contract/problem.js';
import type { User } from '../../store/access.js';
import type { Data } from '../../threads/data.js';
import { basicOf } from '../access/auth.js';
import { sessionBounds } from '../access/sessions.js';
import { jsonBody } from '../http/json-body.js';
import type { Gate } from '../http/operation.js';
import { type RouteAnswer, type RouteRequest, type RouteTable, takesBody } from '../http/route.js';
import { forPages, forUsers } from './guarded.js';
import type { ConsoleParts } from './parts.js';

const Credentials = z.object({ user: z.string(), password: z.string() });

const MS_PER_MINUTE = 60_000;

export function sessionRoutes(parts: ConsoleParts, { data, rateLimit }: Pick<Gate, 'data' | 'rateLimit'>): RouteTable {
  const { sessions } = parts;
  const show = forUsers(sessions, { rateLimit }, async (_, { user, endsAt }) => ({ body: await shown(user, endsAt, parts, data) }), 'look');
  const logOut = forUsers(sessions, { rateLimit }, async (request, session) => {
    const cookie = await sessions.end(session);
    await noted(data, session.user, 'session.end', request);
    return { body: null, headers: { 'set-cookie': cookie } };
  });
  return {
    '/console/v1/session': {
      POST: takesBody(
        'strangers',
        forPages((request) => logIn(request, parts, data)),
      ),
      GET: show,
      DELETE: logOut,
    },
  };
}

async function logIn(request: RouteRequest, parts: ConsoleParts, data: Data): Promise<RouteAnswer> {
  const { user: name, password } = await jsonBody(request, Credentials);
  if (name.includes(':')) throw new SalesError('unauthorized');
  const user = await parts.authenticator.authenticate(basicOf(name, password), request.node.socket, request.notes.address);
  request.notes.user = user.name;
  const { cookie, endsAt } = await parts.sessions.begin(user);
  await noted(data, user, 'session.begin', request);
  return { body: await shown(user, endsAt, parts, data), headers: { 'set-cookie': cookie } };
}

async function shown({ id, name, roles, access }: User, endsAt: Date, { version, files }: ConsoleParts, data: Data) {
  const hasUnits = access.some(({ extent }) => extent === 'units');
  return {
    user: name,
    roles,
    tenants: access,
    units: hasUnits ? await data.grantedUnits(id) : [],
    idleMinutes: sessionBounds.idleMs / MS_PER_MINUTE,
    endsAt: endsAt.toISOString(),
    server: { version, dropMaxBytes: files.dropMaxBytes, administration: data.administration !== undefined && roles.includes('Admin') },
  };
}

function noted(data: Data, { id, name }: User, action: 'session.begin' | 'session.end', { notes }: RouteRequest): Promise<void> {
  const { address, requestId } = notes;
  return data.audit({ actor: name, origin: address, action, object: `user:${id}`, outcome: 'done', requestId, details: {} });
}
