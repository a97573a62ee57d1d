/** What every route of the console's own asks first: a page of ours, and a log-in of a browser. Basic is refused, so that no browser remembers it. */
import { SalesError } from '../../contract/problem.js';
import { isFromOwnPage } from '../access/own-page.js';
import { sessionOf } from '../access/principals.js';
import type { LiveSession, Sessions } from '../access/sessions.js';
import type { Gate } from '../http/operation.js';
import type { Route, RouteAnswer, RouteRequest } from '../http/route.js';

/** A route for whoever has logged in; `look`: it does not keep the log-in alive. Fails with `unauthorized` and `tooManyRequests`. */
export function forUsers(
  sessions: Sessions,
  { rateLimit }: Pick<Gate, 'rateLimit'>,
  handler: (request: RouteRequest, session: LiveSession) => Promise<RouteAnswer>,
  how: 'use' | 'look' = 'use',
): Route {
  return async (request) => {
    refuseBasic(request);
    const session = await sessionOf(request.node, sessions, how);
    const { id, name, access } = session.user;
    request.notes.user = name;
    request.owner = { userId: id, customerId: access[0]?.customerId ?? '' };
    await rateLimit?.spend(id, request.told);
    return handler(request, session);
  };
}

/** A route for any page of ours, without a log-in. Fails with `forbidden`. */
export function forPages(handler: (request: RouteRequest) => Promise<RouteAnswer>): Route {
  return async (request) => {
    refuseBasic(request);
    if (!isFromOwnPage(request.node)) throw new SalesError('forbidden', 'Only the pages of this server may ask for this.');
    return handler(request);
  };
}

function refuseBasic({ node }: RouteRequest): void {
  if (node.headers.authorization === undefined) return;
  throw new SalesError('validation', undefined, {
    errors: { Authorization: ['is not taken here: the console logs in with its own page'] },
  });
}
