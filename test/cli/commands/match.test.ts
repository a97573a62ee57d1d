/** `sales match list` and `why` against the real server: what people read of matches, proposals and open rows. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MatchScenario, matchScenario } from '../../support/match-scenario.js';
import { password, startTestServer, type TestServer } from '../../support/test-server.js';
import { type Options, openCommandLine } from '../command-line.js';

const line = openCommandLine(null);
let server: TestServer;
let scenario: MatchScenario;
let env: Record<string, string>;
const names = new Map<string, string>();

beforeAll(async () => {
  server = await startTestServer(() => new Date('2026-10-21T08:00:00Z'));
  env = { SALES_URL: server.url, SALES_USER: 'api', SALES_PASSWORD: password, SALES_CA_FILE: line.file('ca.pem', server.ca) };
  scenario = await matchScenario(server, `api:${password}`);
  for (const [name, id] of Object.entries(scenario.saleIds)) names.set(id, `SALE-${name}`);
  for (const [name, id] of Object.entries(scenario.recordIds)) names.set(id, `RECORD-${name}`);
});
afterAll(async () => {
  await server.stop();
  line.remove();
});

/** Ids of rows stand as their names, those of matches as MATCH. */
async function match(argv: string[], options: Options = {}) {
  const { exit, stdout, stderr } = await line.run(['match', ...argv], { env, ...options });
  const clean = (text: string) =>
    text
      .replace(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g, (id) => names.get(id) ?? 'MATCH')
      .replace(/2026-1\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, 'INSTANT');
  return { exit, stdout: clean(stdout), stderr: clean(stderr) };
}

describe('sales match list', () => {
  it('shows matches and proposals', async () => {
    expect(await match(['list'])).toMatchSnapshot();
    expect((await match(['list', '--csv'])).stdout.split('\n').slice(0, 3)).toMatchSnapshot('csv');
  });

  it.each([
    [['--kind', 'proposal'], 2],
    [['--differs'], 3],
    [['--rule', 'number-and-moment', '--day', '2026-10-05'], 3],
    [['--from', '2026-10-06'], 0],
    [['--terminal', '22879999'], 1],
    [['--currency', 'eur', '--limit', '2'], 2],
    [['--pinned'], 0],
  ] as const)('%j finds %i', async (argv, found) => {
    const { stdout } = await match(['list', ...argv, '--json']);
    expect(JSON.parse(stdout).items).toHaveLength(found);
  });
});

describe('sales match why', () => {
  it.each(['reference', 'tip', 'itemOne', 'proposed', 'ambiguousOne', 'typedWrong', 'open'])('of the sale %s', async (name) => {
    expect(await match(['why', scenario.saleIds[name] ?? ''])).toMatchSnapshot();
  });

  it.each(['ambiguous', 'late'])('of the record %s', async (name) => {
    expect(await match(['why', scenario.recordIds[name] ?? ''])).toMatchSnapshot();
  });

  it('of a match, by the end of its id as the list has shown it', async () => {
    const { stdout } = await line.run(['match', 'list', '--rule', 'sum-of-order-and-day', '--json'], { env });
    const id = JSON.parse(stdout).items[0].matchId as string;
    expect(await match(['why', id])).toMatchSnapshot();
    await match(['list'], { shown: true, columns: 200 });
    expect((await match(['why', id.slice(-8)])).stdout).toBe((await match(['why', id])).stdout);
  });

  it('names only rows that there are', async () => {
    for (const id of names.keys()) {
      const { stdout } = await line.run(['match', 'why', id], { env });
      for (const [named] of stdout.matchAll(/(?<=(?:sale|record|transaction) )[0-9a-f]{8}-[0-9a-f-]{27}/gi))
        expect(names.has(named)).toBe(true);
    }
  });

  it('of what is not for matching says which of the reasons it is', async () => {
    const upload = async (path: string, rows: object) => {
      const { json } = await server.request(path, {
        method: 'POST',
        body: JSON.stringify(rows),
        headers: { 'content-type': 'application/json' },
      });
      return json.uploadId as string;
    };
    const own = { payoutId: 'PO-WHY', payoutDate: '2026-10-05', amount: -1, currency: 'EUR' };
    const uploadId = await upload('/settlement/v1/records/upload', { records: [{ ...own, type: 'Fee' }, own] });
    const listed = async () => (await server.request(`/settlement/v1/records?uploadId=${uploadId}`)).json.items;
    await expect.poll(async () => (await listed()).length).toBe(2);
    for (const { recordId, type } of await listed()) {
      const { stdout } = await match(['why', recordId]);
      expect(stdout).toContain(type === 'Fee' ? 'MATCH  Fee  2026-10-05  -1.00 EUR' : 'MATCH  2026-10-05  -1.00 EUR');
      expect(stdout).toContain(
        type === 'Fee' ? 'It is not for matching: its type is Fee, which a payout explains and no sale.' : 'transactionDate is required',
      );
    }
  });

  it('of nothing', async () => {
    const { exit, stderr } = await match(['why', '0190a5d4-7f3c-7b3e-8c1d-2f6a9b8c7d6e']);
    expect([exit, stderr]).toMatchSnapshot();
  });
});
