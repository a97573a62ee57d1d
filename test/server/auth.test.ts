/** Log-in under guessing, with a clock of its own: what counts, what is cached, and who is never locked out. */
import { describe, expect, it } from 'vitest';
import { authenticator, isUsablePassword } from '../../src/server/auth.js';
import { loginThrottle } from '../../src/server/throttle.js';
import type { User } from '../../src/store/store.js';

const MINUTE_MS = 60_000;
const basic = (name: string, password: string) => `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;

function setting() {
  let nowMs = Date.parse('2026-01-01T00:00:00Z');
  const user: User = { id: 'u', name: 'api', passwordHash: 'right', credentialVersion: 1, disabled: false, roles: ['API'], access: [] };
  let hashes = 0;
  const users = new Map([['api', user]]);
  const { authenticate } = authenticator({
    users: { userByName: async (name) => users.get(name) ?? null },
    hasher: {
      hash: async () => '',
      verify: async (password, stored) => {
        hashes++;
        await new Promise((resolve) => setTimeout(resolve, 1));
        return password === stored;
      },
    },
    throttle: loginThrottle(() => nowMs),
    nowMs: () => nowMs,
  });
  const login = (name: string, password: string, address = '10.0.0.1') =>
    authenticate(basic(name, password), address, 'API').then(
      () => 200,
      (error) => error.code,
    );
  return { users, user, login, hashes: () => hashes, pass: (ms: number) => (nowMs += ms) };
}

describe('guessing', () => {
  it('is stopped before the hash after ten tries, one after another or all at once, for known and unknown users alike', async () => {
    for (const name of ['api', 'nobody']) {
      for (const atOnce of [true, false]) {
        const { login, hashes } = setting();
        const tries = Array.from({ length: 60 }, (_, at) => `guess ${at}`);
        const outcomes: unknown[] = [];
        if (atOnce) outcomes.push(...(await Promise.all(tries.map((guess) => login(name, guess)))));
        else for (const guess of tries) outcomes.push(await login(name, guess));
        expect(outcomes.filter((outcome) => outcome === 'unauthorized').length).toBe(10);
        expect(outcomes.filter((outcome) => outcome === 'tooManyRequests').length).toBe(50);
        expect(hashes()).toBe(10);
      }
    }
  });

  it('never locks out who goes on working, however long somebody else goes on guessing', async () => {
    const { login, pass } = setting();
    expect(await login('api', 'right')).toBe(200);
    for (let minute = 0; minute < 600; minute += 5) {
      for (let guess = 0; guess < 11; guess++) await login('api', 'wrong', '10.9.9.9');
      pass(5 * MINUTE_MS);
      expect([minute, await login('api', 'right')]).toEqual([minute, 200]);
    }
  });

  it('from one address is stopped after 50 tries of whatever users', async () => {
    const { login, hashes } = setting();
    for (let at = 0; at < 60; at++) await login(`user ${at}`, 'x');
    expect(hashes()).toBe(50);
    expect(await login('other', 'x', '10.0.0.2')).toBe('unauthorized');
  });

  it('may go on when the window is over', async () => {
    const { login, pass } = setting();
    for (let at = 0; at < 11; at++) await login('api', 'wrong');
    expect(await login('api', 'right')).toBe('tooManyRequests');
    pass(15 * MINUTE_MS + 1);
    expect(await login('api', 'right')).toBe(200);
  });
});

describe('cached log-ins', () => {
  it('cost no hash, and end with a change of password, with disabling, and an hour after their last use', async () => {
    const { users, user, login, hashes, pass } = setting();
    await login('api', 'right');
    await login('api', 'right');
    expect(hashes()).toBe(1);
    users.set('api', { ...user, disabled: true });
    expect(await login('api', 'right')).toBe('unauthorized');
    users.set('api', { ...user, credentialVersion: 2, passwordHash: 'new' });
    expect(await login('api', 'right')).toBe('unauthorized');
    expect(await login('api', 'new')).toBe(200);
    const before = hashes();
    pass(61 * MINUTE_MS);
    await login('api', 'new');
    expect(hashes()).toBe(before + 1);
  });
});

it('the password is not taken without the role API', async () => {
  const { users, user, login } = setting();
  users.set('api', { ...user, roles: ['Admin'] });
  expect(await login('api', 'right')).toBe('unauthorized');
});

it.each([
  ['a plain one', 'correct horse', true],
  ['umlauts', 'Zürich', true],
  ['nothing', '', false],
  ['a tab', 'a\tb', false],
  ['a line break', 'a\nb', false],
  ['513 bytes', 'x'.repeat(513), false],
])('a password with %s is usable: %s', (_, password, usable) => {
  expect(isUsablePassword(password)).toBe(usable);
});
