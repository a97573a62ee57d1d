/**
 * Who is behind a request: the user of its Basic log-in, or of the browser's session. A session counts only for requests of our own pages;
 * for all others it is as if there were none.
 */
import type { IncomingMessage } from 'node:http';
import { SalesError } from '../../contract/problem.js';
import type { User } from '../../store/access.js';
import { knownClients } from './admission.js';
import { type Authenticator, basicOf } from './auth.js';
import { isFromOwnPage } from './own-page.js';
import type { LiveSession, Sessions } from './sessions.js';

export interface Principals {
  /** The user of a request, which came from `address`. Fails with `unauthorized`, `tooManyRequests` or `unavailable`. */
  userOf(request: IncomingMessage, address: string): Promise<User>;
  /** Whether it is the user's password. A wrong one counts as a failed log-in. Fails with `tooManyRequests` or `unavailable`. */
  knowsPassword(user: User, password: string, request: IncomingMessage, address: string): Promise<boolean>;
}

/** `sessions` is null where there is no console. */
export function principals(authenticator: Authenticator, sessions: Sessions | null): Principals {
  return {
    userOf: async (request, address) => {
      const { authorization } = request.headers;
      if (sessions === null || authorization !== undefined) return authenticator.authenticate(authorization, request.socket, address);
      return (await sessionOf(request, sessions, 'use')).user;
    },
    knowsPassword: async ({ name }, password, request, address) => {
      try {
        await authenticator.authenticate(basicOf(name, password), request.socket, address);
        return true;
      } catch (error) {
        if (error instanceof SalesError && error.code === 'unauthorized') return false;
        throw error;
      }
    },
  };
}

/** The session of a request of our own page. Fails with `unauthorized`. */
export async function sessionOf(request: IncomingMessage, sessions: Sessions, how: 'use' | 'look'): Promise<LiveSession> {
  const session = isFromOwnPage(request) ? await sessions.find(request.headers.cookie, how) : null;
  if (!session) throw new SalesError('unauthorized');
  knownClients.add(request.socket);
  return session;
}
