/** Log-in under guessing, with a clock of its own: what counts, what is cached, and who is never locked out. */
import { describe, expect, it } from 'vitest';
import { authenticator, isUsablePassword, type Login } from '../../../src/server/access/auth.js';
import { checkRole } from '../../../src/server/access/tenancy.js';
import { loginThrottle } from '../../../src/server/access/throttle.js';
import type { User } from '../../../src/store/access.js';

const MINUTE_MS = 60_000;
const basic = (name: string, password: string) => `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;

function setting(onLogin: (login: Login) => void = () => {}) {
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
        await new Promise((resolve) => setImmediate(resolve));
        return password === stored;
      },
    },
    throttle: loginThrottle(() => nowMs),
    nowMs: () => nowMs,
    onLogin,
  });
  const login = (name: string, password: string, address = '10.0.0.1', socket = { remoteAddress: address }, forwarded?: string) =>
    authenticate(basic(name, password), socket, forwarded).then(
      () => 200,
      (error) => error.code,
    );
  return { users, user, login, hashes: () => hashes, pass: (ms: number) => (nowMs += ms) };
}

describe('a connection', () => {
  it('is good for nobody but whoever sends the right header with every request', async () => {
    const { login, user } = setting();
    const socket = { remoteAddress: '10.0.0.1' };
    const outcomes = [];
    for (const password of ['right', 'right', 'wrong', 'right']) outcomes.push(await login('api', password, undefined, socket));
    user.passwordHash = 'another';
    user.credentialVersion++;
    for (const password of ['right', 'another']) outcomes.push(await login('api', password, undefined, socket));
    expect(outcomes).toEqual([200, 200, 'unauthorized', 200, 'unauthorized', 200]);
  });
});

describe('guessing', () => {
  it('through a load balancer counts for the address that it has noted, and for nobody else behind it', async () => {
    const told: string[] = [];
    const { login, hashes } = setting(({ address }) => told.push(address));
    const balancer = { remoteAddress: '10.0.0.1' };
    for (let guess = 0; guess < 60; guess++) await login(`user ${guess}`, 'wrong', undefined, balancer, '203.0.113.9');
    expect([hashes(), new Set(told)]).toEqual([50, new Set(['203.0.113.9'])]);
    expect(await login('api', 'right', undefined, balancer, '203.0.113.9')).toBe('tooManyRequests');
    expect(await login('api', 'right', undefined, balancer, '203.0.113.10')).toBe(200);
  });

  it('is stopped before the hash after ten tries, one after another or all at once, for known and unknown users alike', async () => {
    for (const name of ['api', 'nobody']) {
      for (const atOnce of [true, false]) {
        const { login, hashes } = setting();
        const tries = Array.from({ length: 50 }, (_, at) => `guess ${at}`);
        const outcomes: unknown[] = [];
        if (atOnce) outcomes.push(...(await Promise.all(tries.map((guess) => login(name, guess)))));
        else for (const guess of tries) outcomes.push(await login(name, guess));
        expect(outcomes.filter((outcome) => outcome === 'unauthorized').length).toBe(10);
        expect(outcomes.filter((outcome) => outcome === 'tooManyRequests').length).toBe(40);
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

  it('that the queue has no room for is told to come again, costs no hash and counts for nothing', async () => {
    const { login, hashes } = setting();
    const names = Array.from({ length: 80 }, (_, at) => `user ${at}`);
    const outcomes = await Promise.all(names.map((name, at) => login(name, 'x', `10.0.1.${at}`)));
    expect(outcomes.map((outcome) => outcome === 'unavailable').lastIndexOf(false)).toBe(51);
    expect(hashes()).toBe(52);
    for (let tried = 0; tried < 10; tried++) expect(await login('user 79', `guess ${tried}`, '10.0.1.79')).toBe('unauthorized');
    expect(await login('user 79', 'one more', '10.0.1.79')).toBe('tooManyRequests');
  });

  it('is not helped by the user who logs in meanwhile', async () => {
    const { login, hashes } = setting();
    for (let tried = 0; tried < 9; tried++) await login('api', `guess ${tried}`);
    expect(await login('api', 'right')).toBe(200);
    expect([await login('api', 'guess 10'), await login('api', 'guess 11')]).toEqual(['unauthorized', 'tooManyRequests']);
    expect([await login('api', 'right'), hashes()]).toEqual([200, 11]);
  });

  it('may go on when the window is over', async () => {
    const { login, pass } = setting();
    for (let at = 0; at < 11; at++) await login('api', 'wrong');
    expect(await login('api', 'right')).toBe('tooManyRequests');
    pass(15 * MINUTE_MS + 1);
    expect(await login('api', 'right')).toBe(200);
  });
});

describe('many users behind one address', () => {
  it('log in at once, more of them than the address may fail', async () => {
    const { users, user, login } = setting();
    for (let at = 0; at < 120; at++) users.set(`user ${at}`, { ...user, id: `u${at}`, name: `user ${at}` });
    for (const round of [0, 40, 80]) {
      const outcomes = await Promise.all(Array.from({ length: 40 }, (_, at) => login(`user ${round + at}`, 'right')));
      expect(outcomes).toEqual(outcomes.map(() => 200));
    }
  });

  it('are remembered, those that log in most often last forgotten', async () => {
    const { users, user, login, hashes } = setting();
    for (let at = 0; at < 10_001; at++) users.set(`user ${at}`, { ...user, id: `u${at}`, name: `user ${at}` });
    for (let at = 0; at < 10_000; at += 50) {
      await Promise.all(Array.from({ length: 50 }, (_, of) => login(`user ${at + of}`, 'right')));
      await login('user 0', 'right');
    }
    await login('user 10000', 'right');
    expect(hashes()).toBe(10_001);
    await login('user 0', 'right');
    expect(hashes()).toBe(10_001);
    await login('user 1', 'right');
    expect(hashes()).toBe(10_002);
  });
});

it('a password that is changed while the old one is looked at is the only one from then on', async () => {
  const { users, user, login } = setting();
  const before = login('api', 'right');
  await new Promise((resolve) => setImmediate(resolve));
  users.set('api', { ...user, credentialVersion: 2, passwordHash: 'new' });
  expect(await Promise.all([before, login('api', 'right'), login('api', 'new')])).toEqual([200, 'unauthorized', 200]);
  expect(await login('api', 'right')).toBe('unauthorized');
});

it('tells of each log-in that the cache does not answer, by name and address, and of no password', async () => {
  const told: Login[] = [];
  const { login } = setting((entry) => told.push(entry));
  await login('api', 'right');
  await login('api', 'right');
  for (let tried = 0; tried < 11; tried++) await login('nobody', `guess ${tried}`, '10.0.0.9');
  const failed = { name: 'nobody', address: '10.0.0.9', outcome: 'failed' };
  expect(told).toEqual([
    { name: 'api', address: '10.0.0.1', outcome: 'succeeded' },
    ...Array.from({ length: 10 }, () => failed),
    { ...failed, outcome: 'throttled' },
  ]);
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

describe('a disabled user', () => {
  it('cannot be told from a wrong password, however often the right one is tried: each try costs a hash, and the eleventh must wait', async () => {
    const answersTo = async (disabled: boolean, password: string) => {
      const { users, user, login, hashes } = setting();
      users.set('api', { ...user, disabled });
      const seen: unknown[] = [];
      for (let tried = 0; tried < 12; tried++) seen.push([await login('api', password), hashes()]);
      return seen;
    };
    const wrong = await answersTo(false, 'wrong');
    expect(wrong.slice(8)).toEqual([
      ['unauthorized', 9],
      ['unauthorized', 10],
      ['tooManyRequests', 10],
      ['tooManyRequests', 10],
    ]);
    expect(await answersTo(true, 'wrong')).toEqual(wrong);
    expect(await answersTo(true, 'right')).toEqual(wrong);
  });

  it('who had logged in before costs a hash as well, and is served again once enabled', async () => {
    const { users, user, login, hashes } = setting();
    await login('api', 'right');
    users.set('api', { ...user, disabled: true });
    expect([await login('api', 'right'), await login('api', 'right'), hashes()]).toEqual(['unauthorized', 'unauthorized', 3]);
    users.set('api', user);
    expect(await login('api', 'right')).toBe(200);
  });
});

it.each([
  [['API'], ['API'], 'may'],
  [['API', 'Admin'], ['Admin'], 'may'],
  [['Admin'], ['API', 'Admin'], 'may'],
  [['Admin'], ['API'], 'lacks API'],
  [[], ['API', 'Admin'], 'lacks API or Admin'],
] as const)('of the roles %j, for an operation of %j, it %s', (own, wanted, outcome) => {
  const check = (code: 'unauthorized' | 'forbidden') => () => checkRole({ roles: own }, wanted, code);
  if (outcome === 'may') return expect(check('forbidden')).not.toThrow();
  const message = `The log-in is right, but the user lacks the role that this needs: ${wanted.join(' or ')}.`;
  for (const code of ['unauthorized', 'forbidden'] as const) expect(check(code)).toThrow(expect.objectContaining({ code, message }));
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
