/** Approving a close over HTTPS: by whom, of which version, what is refused, and what the audit trail has of it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCommandLine } from '../../cli/command-line.js';
import { adminOn } from '../../support/admin.js';
import { checkAgainstDocument } from '../../support/openapi-check.js';
import { password, startTestServer, type TestServer } from '../../support/test-server.js';

const line = openCommandLine(null);
let server: TestServer;
const admin = adminOn(line, () => server);

beforeAll(async () => {
  server = await startTestServer();
  await admin('unit', 'add', 'Zürich', '--tenant', 'Default', '--location', 'Z1');
  await admin('tenant', 'add', 'Second', '--customer', 'Default');
  for (const role of ['Clerk', 'Reader', 'Admin'])
    await admin('user', 'add', role.toLowerCase(), '--password-stdin', '--role', role, '--tenant', 'Default');
  await admin('user', 'add', 'clerk of a unit', '--password-stdin', '--role', 'Clerk', '--unit', 'Zürich');
  await admin('user', 'add', 'stranger', '--password-stdin', '--role', 'Clerk', '--tenant', 'Second');
});
afterAll(async () => {
  await server.stop();
  line.remove();
});

const path = (period: string) => `/settlement/v1/closes/${period}`;
const close = async (period: string, user = 'clerk') => {
  const answer = await server.request(path(period), { login: `${user}:${password}` });
  checkAgainstDocument('GET', path(period), answer);
  return answer.json;
};
const approve = async (period: string, body: unknown, user = 'clerk') => {
  const answer = await server.request(`${path(period)}/approve`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
    login: `${user}:${password}`,
  });
  checkAgainstDocument('POST', `${path(period)}/approve`, answer);
  return answer;
};
const sell = (day: string, transactionReference: string) =>
  server.upload([
    { amount: 12.5, currency: 'EUR', transactionDate: `${day}T10:00:00Z`, locationId: 'Z1', terminalId: 'T', transactionReference },
  ]);

describe('a close', () => {
  it('of a day or a month is approved in the version that was read, once, and refused in any other with what it is now', async () => {
    const day = '2026-03-04';
    await sell(day, 'A');
    const read = await close(day);
    expect(read.approved).toBeNull();
    await sell(day, 'B');
    const late = await approve(day, { version: read.version });
    const now = await close(day);
    expect([late.status, late.json.detail]).toEqual([
      412,
      `The close of ${day} has changed since it was read. Now it is ${now.state}; 2 sales by card, 25.00 EUR; version ${now.version}. Read it again.`,
    ]);

    const done = await approve(day, { version: now.version });
    expect([done.status, done.json]).toMatchObject([200, { outcome: 'Done', number: 1, by: 'clerk' }]);
    const again = await approve(day, { version: now.version }, 'api');
    expect([again.status, again.json]).toEqual([200, { ...done.json, outcome: 'AlreadyDone' }]);
    const { outcome: _, ...statement } = done.json;
    expect((await close(day, 'reader')).approved).toEqual({ ...statement, changes: { claims: [], items: [] } });

    const month = await approve('2026-03', { version: (await close('2026-03')).version }, 'api');
    expect(month.json).toMatchObject({ outcome: 'Done', number: 2, by: 'api' });
    const { rows } = JSON.parse(await admin('audit', 'list', '--json'));
    expect(rows.filter(({ action }: { action: string }) => action === 'close.approve')).toMatchObject([
      { actor: 'clerk', outcome: 'done', name: 'Default', details: { statement: 1, period: day, sha256: done.json.sha256 } },
      { actor: 'api', outcome: 'done', name: 'Default', details: { statement: 2, period: '2026-03', sha256: month.json.sha256 } },
    ]);
  });

  it('is not approved by who reads or administers, or sees some units, and nothing is told to another tenant', async () => {
    const day = '2026-03-05';
    await sell(day, 'C');
    const { version } = await close(day);
    for (const user of ['reader', 'admin']) expect((await approve(day, { version }, user)).status).toBe(403);
    const ofUnit = await close(day, 'clerk of a unit');
    const refused = await approve(day, { version: ofUnit.version }, 'clerk of a unit');
    expect([refused.status, refused.json.detail]).toEqual([403, 'This needs access to the whole tenant, and not to some of its units.']);
    await approve(day, { version });
    expect((await close(day, 'clerk of a unit')).approved).toBeNull();
    expect((await close(day, 'stranger')).approved).toBeNull();
    expect((await approve(day, { version }, 'stranger')).status).toBe(412);
  });

  it.each<[unknown, string]>([
    [{}, 'version'],
    [{ version: 'x' }, 'version'],
    [{ version: 'f'.repeat(64), note: 'looks good' }, 'note'],
    [[], '$'],
  ])('with the body %j is refused with its place', async (body, place) => {
    const { status, json } = await approve('2026-03-04', body);
    expect([status, Object.keys(json.errors)]).toEqual([400, [place]]);
  });

  it('of what is no day and no month is refused with its place', async () => {
    const { status, json } = await approve('2026-13', { version: 'f'.repeat(64) });
    expect([status, Object.keys(json.errors)]).toEqual([400, ['day']]);
  });
});
