/**
 * What the server itself writes to the audit trail: its starts and stops, users' first log-ins, and failed log-ins. Only a bounded number
 * of failures gets a row each, the others are counted, so that guessing passwords cannot fill the disk. The name that an unknown user gave
 * is not kept, because it is often a password.
 */
import type { AuditEntry } from '../../store/audit.js';
import type { Data } from '../../threads/data.js';
import type { Login } from '../access/auth.js';

const WINDOW_MS = 15 * 60_000;
/** How many pairs of account and address get a row for their failure; all other failures in the window are only counted. */
const FAILURES_TOLD_MAX = 20;

export interface AuditLog {
  started(): Promise<void>;
  /** Also writes down the failures that were only counted so far. */
  stopped(): Promise<void>;
  login(login: Login): void;
}

export interface AuditLogOptions {
  data: Pick<Data, 'audit' | 'userByName'>;
  version: string;
  nowMs: () => number;
  /** A row could not be written. Nothing else depends on it. */
  onError: (error: unknown) => void;
}

interface Window {
  sinceMs: number;
  told: Set<string>;
  counted: number;
  timer: NodeJS.Timeout;
}

/** Writes to the audit trail. What cannot be written goes to `onError` and never fails the caller. */
export function auditLog({ data, version, nowMs, onError }: AuditLogOptions): AuditLog {
  /** Users that have logged in since the start, each with the version of the password used. */
  const known = new Set<string>();
  let window: Window | null = null;

  const write = (entry: Pick<AuditEntry, 'action' | 'object'> & Partial<AuditEntry>) =>
    data.audit({ actor: 'server', origin: null, outcome: 'done', requestId: null, details: {}, ...entry }).catch(onError);

  const closeWindow = async () => {
    if (!window) return;
    const { sinceMs, counted, timer } = window;
    window = null;
    clearTimeout(timer);
    if (counted === 0) return;
    const details = { more: counted, since: new Date(sinceMs).toISOString() };
    await write({ action: 'login.failures', object: 'login', outcome: 'refused', details });
  };

  const openWindow = (): Window => {
    if (window && nowMs() - window.sinceMs >= WINDOW_MS) void closeWindow();
    window ??= { sinceMs: nowMs(), told: new Set(), counted: 0, timer: setTimeout(closeWindow, WINDOW_MS).unref() };
    return window;
  };

  const failure = async ({ name, address, outcome }: Login) => {
    const current = openWindow();
    if (current.told.size >= FAILURES_TOLD_MAX) {
      current.counted += 1;
      return;
    }
    const user = await data.userByName(name);
    const pair = `${user?.id ?? ''} ${address}`;
    if (current.told.has(pair) || current.told.size >= FAILURES_TOLD_MAX) {
      current.counted += 1;
      return;
    }
    current.told.add(pair);
    const details = { ...(user ? { name: user.name } : {}), ...(outcome === 'throttled' ? { throttled: true } : {}) };
    await write({
      actor: 'unknown',
      origin: address,
      action: 'login.failed',
      object: user ? `user:${user.id}` : 'user:unknown',
      outcome: 'refused',
      details,
    });
  };

  const success = async ({ name, address }: Login) => {
    const user = await data.userByName(name);
    const as = `${user?.id} ${user?.credentialVersion}`;
    if (!user || known.has(as)) return;
    known.add(as);
    await write({
      actor: user.name,
      origin: address,
      action: 'login.first',
      object: `user:${user.id}`,
      outcome: user.disabled ? 'refused' : 'done',
    });
  };

  return {
    started: () => write({ action: 'server.start', object: 'server', details: { version } }),
    stopped: async () => {
      await closeWindow();
      await write({ action: 'server.stop', object: 'server' });
    },
    login: (login) => {
      (login.outcome === 'succeeded' ? success : failure)(login).catch(onError);
    },
  };
}
