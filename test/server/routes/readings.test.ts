/** Readings over HTTPS: kept by whom for whom, how they change, what is refused, and what the audit trail has of them. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApi } from '../../../src/client/http/api.js';
import { KeptReading } from '../../../src/contract/readings.js';
import { openCommandLine } from '../../cli/command-line.js';
import { adminOn } from '../../support/admin.js';
import { checkAgainstDocument } from '../../support/openapi-check.js';
import { password, startTestServer, type TestServer } from '../../support/test-server.js';

const line = openCommandLine(null);
let server: TestServer;
const admin = adminOn(line, () => server);
const hashOf = (...names: string[]) => createHash('sha256').update(JSON.stringify(names)).digest('hex');

beforeAll(async () => {
  server = await startTestServer();
  await admin('unit', 'add', 'Zürich', '--tenant', 'Default', '--location', 'Z1');
  await admin('tenant', 'add', 'Second', '--customer', 'Default');
  for (const name of ['clerk', 'other clerk']) await admin('user', 'add', name, '--password-stdin', '--role', 'API', '--unit', 'Zürich');
  await admin('user', 'add', 'boss', '--password-stdin', '--role', 'Admin', '--tenant', 'Default');
  await admin('user', 'add', 'stranger', '--password-stdin', '--role', 'API', '--tenant', 'Second');
});
afterAll(async () => {
  await server.stop();
  line.remove();
});

const path = (header: string) => `/history/v1/readings/${header}`;
const get = async (header: string, user = 'api') => {
  const answer = await server.request(path(header), { login: `${user}:${password}` });
  checkAgainstDocument('GET', path(header), answer);
  return answer;
};
const put = async (header: string, body: unknown, version: string | null, user = 'api') => {
  const answer = await server.request(path(header), {
    method: 'PUT',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...(version !== null && { 'if-match': version }) },
    login: `${user}:${password}`,
  });
  checkAgainstDocument('PUT', path(header), answer);
  return answer;
};

const reading = {
  digest: '0123456789ab',
  table: 'Sales',
  fields: { amount: ['Betrag'], transactionDate: ['Datum', 'Zeit'] },
  constants: { currency: 'CHF' },
  zone: 'Europe/Zurich',
  flags: ['--decimal', ','],
  decimalSign: ',',
  dayOrder: 'DayMonth',
  kinds: { '0123456789abcdef': 'Sale' },
  marks: { hasDecimals: true, negative: 'Some', magnitude: 6, sharesReference: false },
} as const;
const none = { reading: null, isOwn: false, version: 0 };

describe('a reading', () => {
  it('is kept, replaced and taken back by who has read the version that it has, and the audit trail has its digest', async () => {
    const header = hashOf('Betrag', 'Datum');
    const before = await get(header);
    expect([before.status, before.headers.etag, before.json]).toEqual([200, '"0"', none]);
    const kept = await put(header, { reading }, '"0"');
    expect([kept.status, kept.headers.etag, kept.json]).toEqual([200, '"1"', { reading, isOwn: false, version: 1 }]);
    expect(KeptReading.parse((await get(header)).json)).toEqual(kept.json);
    const late = await put(header, { reading: { ...reading, zone: null } }, '"0"');
    expect([late.status, late.json.detail]).toEqual([412, 'The reading has been changed meanwhile, to version 1: read it again.']);
    expect((await put(header, { reading: { ...reading, digest: 'ba9876543210' } }, '"1"')).json.version).toBe(2);
    expect((await put(header, { reading: null }, '"1"')).status).toBe(412);
    expect((await put(header, { reading: null }, '"2"')).json).toEqual(none);
    expect((await get(header)).json).toEqual(none);

    const { rows } = JSON.parse(await admin('audit', 'list', '--json'));
    const noted = rows.filter(({ action }: { action: string }) => action.startsWith('reading.'));
    expect(noted).toMatchObject([
      { actor: 'api', action: 'reading.set', outcome: 'done', details: { header, digest: '0123456789ab', holdsFor: 'tenant' } },
      { actor: 'api', action: 'reading.set', outcome: 'done', details: { header, digest: 'ba9876543210', holdsFor: 'tenant' } },
      { actor: 'api', action: 'reading.take-back', outcome: 'done', details: { header, digest: null, holdsFor: 'tenant' } },
    ]);
    expect(JSON.stringify(noted)).not.toContain('Betrag');
  });

  it('of a user of the whole tenant holds for all, one of a user of units for that user, and nothing is told to another tenant', async () => {
    const header = hashOf('Montant');
    expect((await put(header, { reading }, '"0"', 'api')).status).toBe(200);
    const own = { ...reading, digest: 'cccccccccccc' };
    expect((await get(header, 'clerk')).json).toEqual({ reading, isOwn: false, version: 0 });
    expect((await put(header, { reading: own }, '"1"', 'clerk')).status).toBe(412);
    expect((await put(header, { reading: own }, '"0"', 'clerk')).json).toEqual({ reading: own, isOwn: true, version: 1 });
    for (const user of ['api', 'other clerk']) expect((await get(header, user)).json.reading).toEqual(reading);
    expect((await get(header, 'stranger')).json).toEqual(none);
    // Taken back, the tenant's holds again; taken back by the tenant, the own one stands.
    expect((await put(header, { reading: null }, '"1"', 'clerk')).json).toEqual({ reading, isOwn: false, version: 0 });
    await put(header, { reading: own }, '"0"', 'clerk');
    expect((await put(header, { reading: null }, '"1"', 'api')).json).toEqual(none);
    expect((await get(header, 'clerk')).json).toEqual({ reading: own, isOwn: true, version: 1 });
    expect((await get(header, 'other clerk')).json).toEqual(none);
  });

  it('is asked for and kept by the client under the names of the contract', async () => {
    const access = { user: 'api', password, ca: server.ca, pin: undefined, customerId: undefined, tenantId: undefined };
    const api = openApi({ ...access, url: server.url, timeoutMs: 10_000, nowMs: Date.now });
    const asked = { path: { header: hashOf('Importo') } };
    try {
      expect(await api.ask('getReading', asked)).toEqual(none);
      const kept = { reading, isOwn: false, version: 1 };
      expect(await api.ask('changeReading', { ...asked, version: 0, body: { reading } })).toEqual(kept);
      expect(await api.ask('getReading', asked)).toEqual(kept);
      const late = api.ask('changeReading', { ...asked, version: 0, body: { reading: null } });
      await expect(late).rejects.toMatchObject({ code: 'preconditionFailed' });
      // @ts-expect-error: the header is missing.
      void (() => api.ask('getReading', {}));
      // @ts-expect-error: no operation has this name.
      void (() => api.ask('getReadings', asked));
      // @ts-expect-error: no such parameter.
      void (() => api.ask('getTotals', { query: { since: 1 } }));
    } finally {
      await api.close();
    }
  });

  it.each([
    ['no reading', {}, 'reading'],
    ['a member that is not known', { reading: { ...reading, cells: [] } }, 'reading.cells'],
    ['a short digest', { reading: { ...reading, digest: '0123456789a' } }, 'reading.digest'],
    ['a kind as it stands in a cell', { reading: { ...reading, kinds: { Zahlung: 'Sale' } } }, 'reading.kinds.Zahlung'],
    ['a field without columns', { reading: { ...reading, fields: { amount: [] } } }, 'reading.fields.amount'],
    ['more than fits', { reading: { ...reading, flags: Array(100).fill('x'.repeat(1_000)) } }, 'reading'],
  ])('is refused with its place: %s', async (_, body, place) => {
    const { status, json } = await put(hashOf('Refused'), body, '"0"');
    expect([status, Object.keys(json.errors)]).toEqual([400, [place]]);
  });

  it('needs a hash in its address, a version to change, and the role API', async () => {
    expect((await get('Betrag;Datum')).json.errors).toEqual({ header: [expect.stringContaining('hexadecimal')] });
    expect((await put(hashOf('x'), { reading }, null)).json.errors).toHaveProperty('If-Match');
    expect([(await get(hashOf('x'), 'boss')).status, (await put(hashOf('x'), { reading }, '"0"', 'boss')).status]).toEqual([403, 403]);
  });
});
