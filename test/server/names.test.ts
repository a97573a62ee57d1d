/** A caller's name that every object has already (`constructor`, `__proto__` …), wherever a caller names something: kept, or refused by name. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readImportSettings } from '../../src/contract/import-configuration.js';
import { readMatchSettings } from '../../src/contract/match-settings.js';
import { readQuery, SearchQuery } from '../../src/contract/query.js';
import { openCommandLine } from '../cli/command-line.js';
import { adminOn } from '../support/admin.js';
import { jsonWith, someNames } from '../support/prototype-names.js';
import { password, startTestServer, type TestServer } from '../support/test-server.js';

const line = openCommandLine(null);
let server: TestServer;
const admin = adminOn(line, () => server);
const json = { 'content-type': 'application/json' };
const settings = '/settlement/v1/settings';
const put = async (body: string, version: number) =>
  server.request(settings, { method: 'PUT', body, headers: { ...json, 'if-match': `"${version}"` }, login: `boss:${password}` });

beforeAll(async () => {
  server = await startTestServer();
  await admin('user', 'add', 'boss', '--password-stdin', '--role', 'Admin', '--tenant', 'Default');
});
afterAll(async () => {
  await server.stop();
  line.remove();
});

describe.each(someNames)('%s', (name) => {
  const refused = [expect.stringContaining('is no')];

  it('as a setting is refused by name', async () => {
    for (const [body, path] of [
      [jsonWith(name, 1), name],
      [`{"accounts":[${jsonWith(name, 1, ',"acquirerId":"A"')}]}`, `accounts[0].${name}`],
      [`{"names":${jsonWith(name, {})}}`, `names.${name}`],
    ] as const) {
      const answer = await put(body, 0);
      expect([body, answer.status, Object.entries(answer.json.errors)]).toEqual([body, 400, [[path, refused]]]);
    }
    const run = { method: 'POST', headers: json, login: `boss:${password}` };
    const asked = await server.request('/settlement/v1/runs', { ...run, body: `{"dryRun":true,"settings":${jsonWith(name, 1)}}` });
    expect([asked.status, Object.entries(asked.json.errors)]).toEqual([400, [[`settings.${name}`, refused]]]);
    const aside = await server.request('/settlement/v1/runs', { ...run, body: jsonWith(name, 1) });
    expect([aside.status, Object.entries(aside.json.errors)]).toEqual([400, [[name, [expect.any(String)]]]]);
  });

  it('as an import rule is refused by name', () => {
    const reading = readImportSettings(JSON.parse(jsonWith(name, 1)));
    expect('faults' in reading && Object.entries(reading.faults)).toEqual([[name, refused]]);
    const field = readImportSettings({ requiredFields: [name], duplicateKey: [name] });
    expect('faults' in field && Object.keys(field.faults)).toEqual(['requiredFields[0]', 'duplicateKey[0]']);
  });

  it('of a terminal, location, account or brand is kept, or refused by name', async () => {
    for (const member of ['terminals', 'locations', 'accounts', 'brands'] as const) {
      const reading = readMatchSettings(JSON.parse(`{"names":{"${member}":${jsonWith(name, 'T1')}}}`));
      if (name === '__proto__') expect('faults' in reading && Object.keys(reading.faults)).toEqual([`names.${member}.__proto__`]);
      else expect('data' in reading && Object.entries(reading.data.names[member])).toEqual([[name, 'T1']]);
      const faulty = readMatchSettings(JSON.parse(`{"names":{"${member}":${jsonWith(name, 7)}}}`));
      expect('faults' in faulty && Object.keys(faulty.faults)).toEqual([`names.${member}.${name}`]);
    }
  });

  it('as a kind of number and as what is booked is refused by name', () => {
    for (const [body, path] of [
      [`{"numbers":${jsonWith(name, 'names')}}`, `numbers.${name}`],
      [`{"book":["${name}"]}`, 'book[0]'],
    ] as const) {
      const reading = readMatchSettings(JSON.parse(body));
      expect([body, 'faults' in reading && Object.keys(reading.faults)]).toEqual([body, [path]]);
    }
  });

  it('as an account, a way to pay and a terminal comes back as it was sent', async () => {
    const { version } = (await server.request(settings, { login: `boss:${password}` })).json;
    const own = name === '__proto__' ? 'proto' : name;
    const answer = await put(
      `{"notByCard":["${name}"],"accounts":[{"acquirerId":"${name}"}],"names":{"terminals":${jsonWith(own, name)}}}`,
      version,
    );
    expect([answer.status, answer.json.errors]).toEqual([200, undefined]);
    const { json: kept } = await server.request(settings, { login: `boss:${password}` });
    expect([kept.notByCard, kept.accounts[0].acquirerId, Object.entries(kept.names.terminals)]).toEqual([[name], name, [[own, name]]]);
  });

  it('as a parameter, a path and a key is answered', async () => {
    const broken = readQuery(
      SearchQuery,
      new URLSearchParams([
        [name, '1'],
        [name, ''],
        ['amountFrom', name],
      ]),
    );
    expect('faults' in broken && Object.keys(broken.faults)).toEqual(['amountFrom']);
    const query = `${name}=1&${name}=&${name}[a]=%ff&terminalId=${name}&uploadId=${name}`;
    expect((await server.request(`/history/v1/transactions?${query}`)).json.items).toEqual([]);
    expect((await server.request(`/sales/v1/transactions?sorting.key=${name}`)).status).toBe(400);
    expect((await server.request(`/sales/v1/transactions/upload/${name}`)).status).toBe(404);
    expect((await server.request(`/sales/v1/transactions/${name}`)).status).toBe(400);
    for (const path of [`/${name}`, `/sales/v1/${name}`, `/console/${name}`, `/console/v1/${name}`, `/console/v1/admin/${name}`]) {
      expect([path, (await server.request(path)).status]).toEqual([path, 404]);
    }
    for (const header of ['upload-group', 'upload-source', name]) {
      const answer = await server.upload([{ orderId: 'o' }], {
        headers: { [header]: 'constructor', 'idempotency-key': `${header}-${name}` },
      });
      expect([header, answer.status]).toEqual([header, header === name ? 200 : 400]);
    }
  });

  it('as a key, a value and an Idempotency-Key of an upload is kept', async () => {
    const sent = { orderId: `sale ${name}`, terminalId: name, currency: name, additionalData: [{ key: name, value: name, type: name }] };
    const first = await server.upload([{ ...sent, transactionTypes: [name] }], { headers: { 'idempotency-key': name } });
    const again = await server.upload([{ ...sent, transactionTypes: [name] }], { headers: { 'idempotency-key': name } });
    expect([first.status, again.json, again.headers['idempotency-replayed']]).toEqual([200, first.json, 'true']);
    const { items } = (await server.request(`/sales/v1/transactions?terminalId=${name}`)).json;
    const { json: sale } = await server.request(`/sales/v1/transactions/${items[0].transactionId}`);
    expect([items.length, sale]).toMatchObject([1, { ...sent, transactionTypes: [name] }]);
    const faulty = await server.upload([{ additionalData: [{ key: name, value: 7 }] }]);
    expect([faulty.status, Object.keys(faulty.json.errors)]).toEqual([400, ['transactions[0].additionalData[0].value']]);
  });

  it('as a user, a unit and a terminal of one can be given', async () => {
    await admin('unit', 'add', name, '--tenant', 'Default', '--terminal', name);
    await admin('user', 'add', name, '--password-stdin', '--role', 'API', '--unit', name);
    const body = JSON.stringify({ transactions: [{ terminalId: name }, { terminalId: 'other' }] });
    const answer = await server.request('/sales/v1/transactions/upload', {
      method: 'POST',
      body,
      headers: json,
      login: `${name}:${password}`,
    });
    expect([answer.status, Object.keys(answer.json.errors)]).toEqual([400, ['transactions[1].locationId']]);
    expect((await server.request('/history/v1/access', { login: `${name}:${password}` })).json).toMatchObject({ user: name });
  });
});

it('no answer was a 500', () => {
  expect(server.log.filter(({ status }) => status >= 500)).toEqual([]);
});
