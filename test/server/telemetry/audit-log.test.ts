import { describe, expect, it, vi } from 'vitest';
import { auditLog } from '../../../src/server/telemetry/audit-log.js';
import type { User } from '../../../src/store/access.js';
import type { AuditEntry } from '../../../src/store/audit.js';

const MINUTE_MS = 60_000;
const typed = 'a-password-typed-as-a-name';

function trail() {
  const rows: AuditEntry[] = [];
  const users = new Map<string, User>();
  const clock = { ms: Date.parse('2026-11-20T12:00:00Z') };
  const fails = { next: false };
  const errors: unknown[] = [];
  const addUser = (name: string, more: Partial<User> = {}) =>
    users.set(name, {
      id: `id-${name}`,
      name,
      passwordHash: '',
      credentialVersion: 1,
      disabled: false,
      roles: ['API'],
      access: [],
      ...more,
    });
  const log = auditLog({
    data: {
      audit: async (entry) => {
        if (fails.next) throw new Error('disk full');
        rows.push(entry);
      },
      userByName: async (name) => users.get(name) ?? null,
    },
    version: '1.2.3',
    nowMs: () => clock.ms,
    onError: (error) => errors.push(error),
  });
  const login = async (name: string, address: string, outcome: 'succeeded' | 'failed' | 'throttled') => {
    log.login({ name, address, outcome });
    await new Promise(setImmediate);
  };
  const told = () => rows.map(({ action, object, origin }) => `${action} ${object} ${origin ?? ''}`.trim());
  return { rows, clock, fails, errors, addUser, log, login, told };
}

describe('the audit trail of a server', () => {
  it('has its starts and stops', async () => {
    const { log, rows } = trail();
    await log.started();
    await log.stopped();
    expect(rows).toMatchObject([
      { actor: 'server', action: 'server.start', details: { version: '1.2.3' } },
      { actor: 'server', action: 'server.stop' },
    ]);
  });

  it('has the first log-in of a user with a password, and no further ones', async () => {
    const { addUser, login, told } = trail();
    addUser('ann');
    for (let times = 0; times < 3; times++) await login('ann', '10.0.0.1', 'succeeded');
    addUser('ann', { credentialVersion: 2 });
    await login('ann', '10.0.0.2', 'succeeded');
    expect(told()).toEqual(['login.first user:id-ann 10.0.0.1', 'login.first user:id-ann 10.0.0.2']);
  });

  it('says that a disabled user was refused', async () => {
    const { addUser, login, rows } = trail();
    addUser('ann', { disabled: true });
    await login('ann', '10.0.0.1', 'succeeded');
    expect(rows).toMatchObject([{ action: 'login.first', outcome: 'refused' }]);
  });

  it('has one failure for each account and address, and a count of the others when the window is over', async () => {
    const { addUser, clock, login, rows, told } = trail();
    addUser('ann');
    for (let times = 0; times < 5; times++) await login('ann', '10.0.0.1', 'failed');
    await login('ann', '10.0.0.2', 'throttled');
    expect(told()).toEqual(['login.failed user:id-ann 10.0.0.1', 'login.failed user:id-ann 10.0.0.2']);
    expect(rows.map(({ details }) => details)).toEqual([{ name: 'ann' }, { name: 'ann', throttled: true }]);
    clock.ms += 15 * MINUTE_MS;
    await login('ann', '10.0.0.1', 'failed');
    expect(told().slice(2)).toEqual(['login.failures login', 'login.failed user:id-ann 10.0.0.1']);
    expect(rows[2]?.details).toEqual({ more: 4, since: '2026-11-20T12:00:00.000Z' });
  });

  it('never has the name that an unknown user gave', async () => {
    const { login, rows, told } = trail();
    await login(typed, '10.0.0.1', 'failed');
    await login(`${typed}2`, '10.0.0.1', 'failed');
    expect(told()).toEqual(['login.failed user:unknown 10.0.0.1']);
    expect(JSON.stringify(rows)).not.toContain(typed);
  });

  it('does not grow with the number of guesses, names and addresses', async () => {
    const { addUser, clock, log, login, rows } = trail();
    for (let user = 0; user < 30; user++) addUser(`user-${user}`);
    for (let round = 0; round < 3; round++) {
      for (let guess = 0; guess < 500; guess++) await login(`user-${guess % 60}`, `10.0.${guess % 7}.1`, 'failed');
      clock.ms += 15 * MINUTE_MS;
    }
    await log.stopped();
    expect(rows.filter(({ action }) => action === 'login.failed').length).toBe(3 * 20);
    const counts = rows.filter(({ action }) => action === 'login.failures').map(({ details }) => details.more);
    expect(counts).toEqual([480, 480, 480]);
  });

  it('counts also what comes at the same moment', async () => {
    const { addUser, log, rows } = trail();
    addUser('ann');
    for (let guess = 0; guess < 100; guess++) log.login({ name: guess % 2 ? 'ann' : 'x', address: `10.0.0.${guess}`, outcome: 'failed' });
    await new Promise(setImmediate);
    await log.stopped();
    expect(rows.filter(({ action }) => action === 'login.failed').length).toBe(20);
    expect(rows.find(({ action }) => action === 'login.failures')?.details.more).toBe(80);
  });

  it('closes a window by itself when nothing more comes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const { login, told } = trail();
      await login('x', '10.0.0.1', 'failed');
      await login('x', '10.0.0.1', 'failed');
      await vi.advanceTimersByTimeAsync(15 * MINUTE_MS);
      expect(told()).toEqual(['login.failed user:unknown 10.0.0.1', 'login.failures login']);
    } finally {
      vi.useRealTimers();
    }
  });

  it('that cannot be written is told, and nothing else happens', async () => {
    const { errors, fails, log, login } = trail();
    fails.next = true;
    await login('x', '10.0.0.1', 'failed');
    await log.started();
    await log.stopped();
    expect(errors.length).toBe(3);
  });
});
