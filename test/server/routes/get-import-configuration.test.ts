/** The import configuration over HTTPS: what the rules of an upload are, and whose they are. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ImportConfiguration, importSettingsDefault } from '../../../src/contract/import-configuration.js';
import { openCommandLine } from '../../cli/command-line.js';
import { adminOn } from '../../support/admin.js';
import { password, startTestServer, type TestServer } from '../../support/test-server.js';

const line = openCommandLine(null);
let server: TestServer;
const admin = adminOn(line, () => server);
let strict: string;

beforeAll(async () => {
  server = await startTestServer();
  strict = await admin('import-config', 'add', 'Strict', '--tenant', 'Default', 'requiredFields=amount,terminalId', 'amountMin=1');
  await admin('tenant', 'add', 'Second', '--customer', 'Default');
  await admin('user', 'add', 'stranger', '--password-stdin', '--role', 'API', '--tenant', 'Second');
  await admin('user', 'add', 'boss', '--password-stdin', '--role', 'Admin', '--tenant', 'Default');
});
afterAll(async () => {
  await server.stop();
  line.remove();
});

const read = (user: string, query = '') => server.request(`/history/v1/import-configuration${query}`, { login: `${user}:${password}` });

it('is the default of the tenant, or the one that is named', async () => {
  const own = await read('api');
  expect(own.status).toBe(200);
  expect(ImportConfiguration.parse(own.json)).toMatchObject({ name: 'Default', settings: importSettingsDefault });
  const named = await read('api', `?importConfigurationId=${strict.toUpperCase()}`);
  expect(ImportConfiguration.parse(named.json)).toEqual({
    id: strict,
    name: 'Strict',
    settings: { ...importSettingsDefault, requiredFields: ['amount', 'terminalId'], amountMin: 1 },
  });
});

it('is no other tenant’s, and nobody else’s', async () => {
  expect((await read('stranger', `?importConfigurationId=${strict}`)).status).toBe(404);
  expect((await read('api', '?importConfigurationId=1')).status).toBe(400);
  expect((await read('boss')).status).toBe(403);
});
