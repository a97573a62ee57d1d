/** Who is logged in, for which tenant one looks, and what may be offered. The session itself is a cookie that no script can read. */
import { computed, signal } from '@preact/signals';
import type { UserRights } from '../contract/access.js';
import type { Role } from '../contract/roles.js';
import { CallError, call, callFor, paths, whenLoggedOut } from './api.js';
import { recall, remember } from './memory.js';

/** What the server says of the session beside the user's rights. */
interface SessionRights extends UserRights {
  units?: { tenantId: string; id: string; name: string }[];
  endsAt?: string;
  idleMinutes?: number;
  server?: { version: string; dropMaxBytes?: number; administration?: boolean };
}

/** Undefined until it is known, null without one. */
export const session = signal<SessionRights | null | undefined>(undefined);
/** Why one is asked to log in (again), and why the session could not be asked for. */
export const ended = signal(false);
export const startFailure = signal<CallError | null>(null);

const chosen = signal<string | null>(recall('tenant'));

export const tenant = computed(() => {
  const tenants = session.value?.tenants ?? [];
  return tenants.find(({ tenantId }) => tenantId === chosen.value) ?? tenants[0] ?? null;
});

const has = (role: Role) => session.value?.roles.includes(role) ?? false;

export const isAdmin = computed(() => has('Admin'));
/** Offered where the server has the routes. */
export const hasAdministration = computed(() => isAdmin.value && session.value?.server?.administration === true);
/** To send sales, and take the own back. */
export const mayUpload = computed(() => has('API'));
export const mayDrop = computed(() => mayUpload.value && session.value?.server?.dropMaxBytes !== undefined);
export const mayRead = computed(() => has('API') || has('Clerk') || has('Reader'));
/** Decisions about open transactions. */
export const mayDecide = computed(() => has('API') || has('Clerk'));
/** Closes, which tell of all rows. */
export const mayApprove = computed(() => mayDecide.value && tenant.value?.extent === 'tenant');
/** Units and import rules: role Admin, on the whole of the tenant. */
export const administersTenant = computed(() => hasAdministration.value && tenant.value?.extent === 'tenant');
/** Changes of any upload: role Admin, on the whole of the tenant. */
export const mayChangeAny = computed(() => isAdmin.value && tenant.value?.extent === 'tenant');

export function chooseTenant(id: string): void {
  chosen.value = id;
  remember('tenant', id);
  tellApi();
}

function tellApi(): void {
  callFor((session.value?.tenants.length ?? 0) > 1 ? (tenant.value?.tenantId ?? null) : null);
}

function take(rights: SessionRights | null): void {
  session.value = rights;
  tellApi();
}

/** Asks once whether there is a session. */
export async function startSession(): Promise<void> {
  whenLoggedOut(() => {
    if (session.value) ended.value = true;
    take(null);
  });
  startFailure.value = null;
  try {
    take(await call<SessionRights>(paths.session));
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (error.status === 401) take(null);
    else startFailure.value = error;
  }
}

/** Fails with {@link CallError}. */
export async function logIn(user: string, password: string): Promise<void> {
  take(await call<SessionRights>(paths.session, { method: 'POST', body: { user, password } }));
  ended.value = false;
}

/** Fails with {@link CallError}, by field where one of the two cannot be. */
export async function changePassword(oldPassword: string, newPassword: string): Promise<void> {
  const user = session.value?.user ?? '';
  await call(paths.password, { method: 'PUT', body: { oldPassword, newPassword } });
  // The log-in of this page has ended with the old one.
  await logIn(user, newPassword).catch(() => take(null));
}

export async function logOut(): Promise<void> {
  try {
    await call(paths.session, { method: 'DELETE' });
  } catch (error) {
    if (!(error instanceof CallError && error.status === 401)) throw error;
  }
  ended.value = false;
  take(null);
}
