/** Matches and explanations over HTTPS, for who sees the whole tenant and for who sees one of its units: of hidden rows nothing is told. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Explanation, Match, MatchDetail } from '../../../src/contract/matches.js';
import { openCommandLine } from '../../cli/command-line.js';
import { adminOn } from '../../support/admin.js';
import { type MatchScenario, matchAll, matchScenario } from '../../support/match-scenario.js';
import { password, startTestServer, type TestServer } from '../../support/test-server.js';

const line = openCommandLine(null);
let server: TestServer;
let scenario: MatchScenario;
const admin = adminOn(line, () => server);

beforeAll(async () => {
  server = await startTestServer(() => new Date('2026-10-21T08:00:00Z'));
  // The first user may do everything; here it is one with the role API alone.
  await admin('user', 'revoke', 'api', '--role', 'Admin');
  await admin('unit', 'add', 'Zürich', '--tenant', 'Default', '--location', 'Z1');
  await admin('unit', 'add', 'Nowhere', '--tenant', 'Default', '--location', 'Z0');
  await admin('user', 'add', 'shop', '--password-stdin', '--role', 'API', '--unit', 'Zürich');
  await admin('user', 'add', 'nobody', '--password-stdin', '--role', 'API', '--unit', 'Nowhere');
  await admin('user', 'add', 'boss', '--password-stdin', '--role', 'Admin', '--tenant', 'Default');
  scenario = await matchScenario(server, `api:${password}`);
});
afterAll(async () => {
  await server.stop();
  line.remove();
});

const notYet = 'Nothing is known of it yet: matching looks at it some seconds after rows come or go, where there are settlement records.';
const ask = (user: string, path: string) => server.request(`/settlement/v1${path}`, { login: `${user}:${password}` });
const list = async (user: string, query = ''): Promise<Match[]> => (await ask(user, `/matches${query}`)).json.items;
/** The one with this sale. */
const of = (matches: readonly Match[], sale: string) =>
  matches.find(({ transactionIds }) => transactionIds.includes(scenario.saleIds[sale] ?? '')) as Match;
const explain = async (user: string, query: string): Promise<Explanation> => (await ask(user, `/explanations?${query}`)).json;

describe('matches', () => {
  it('are listed with exact sums, and each is shown with its rows', async () => {
    const matches = await list('api');
    expect(matches).toHaveLength(6);
    expect(of(matches, 'reference')).toMatchObject({
      ...{ kind: 'Match', rule: 'number-and-moment', how: 'Pair', pinned: false, day: '2026-10-05', currency: 'EUR', itemsHidden: false },
      ...{ salesCount: 1, salesAmount: '12.50', recordsCount: 1, recordsAmount: '12.50', difference: '0.00', decidedBy: null, note: null },
      recordIds: [scenario.recordIds.reference],
    });
    expect(of(matches, 'tip')).toMatchObject({ how: 'Pair', salesAmount: '20.00', recordsAmount: '22.00', difference: '2.00' });
    expect(of(matches, 'proposed')).toMatchObject({ kind: 'Proposal', rule: 'terminal-and-moment' });
    expect(of(matches, 'typedWrong')).toMatchObject({ kind: 'Proposal', rule: 'number-and-other-amount', difference: '54.00' });
    const group = of(matches, 'itemOne');
    expect(group).toMatchObject({ how: 'Sum', salesCount: 2, salesAmount: '80.00', recordsCount: 1, difference: '0.00' });
    const detail: MatchDetail = (await ask('api', `/matches/${group.matchId}`)).json;
    expect(detail).toMatchObject(group);
    expect(detail.transactions.map(({ amount }) => amount)).toEqual([30, 50]);
    expect(detail.records.map(({ amount, matchState }) => [amount, matchState])).toEqual([[80, 'Match']]);
  });

  it('are found by filters, page by page', async () => {
    const counts = async (...queries: string[]) => Promise.all(queries.map(async (query) => (await list('api', query)).length));
    expect(await counts('?kind=Match', '?kind=Proposal', '?kind=Cancellation')).toEqual([4, 2, 0]);
    expect(await counts('?rule=number-and-moment', '?rule=sum-of-order-and-day', '?rule=none', '?currency=EUR')).toEqual([3, 1, 0, 6]);
    expect(await counts('?dayFrom=2026-10-05&dayTo=2026-10-05', '?dayFrom=2026-10-06', '?dayTo=2026-10-04', '?currency=USD')).toEqual([
      6, 0, 0, 0,
    ]);
    expect(await counts('?differs=true', '?differs=false', '?pinned=true', '?pinned=false')).toEqual([3, 3, 0, 6]);
    expect(await counts('?terminalId=22128577', '?terminalId=22879999', '?terminalId=x')).toEqual([4, 1, 0]);
    const pages = await Promise.all([1, 2, 3, 4].map(async (page) => (await ask('api', `/matches?pageSize=2&pageNumber=${page}`)).json));
    expect(pages.map(({ items, hasMore }) => [items.length, hasMore])).toEqual([
      [2, true],
      [2, true],
      [2, false],
      [0, false],
    ]);
    expect(pages.flatMap(({ items }) => items)).toEqual(await list('api'));
  });

  it('are refused with what is no filter', async () => {
    const { status, json } = await ask('api', '/matches?kind=match&dayFrom=2026-13-01&differs=yes&pageSize=501');
    expect([status, Object.keys(json.errors).sort()]).toEqual([400, ['dayFrom', 'differs', 'kind', 'pageSize']]);
  });

  it('are seen where one of their rows is; of the others no id, no sum and no difference is told', async () => {
    const all = await list('api');
    const seen = await list('shop');
    expect(seen.map(({ matchId }) => matchId).sort()).toEqual(
      all
        .filter((match) => match !== of(all, 'hidden'))
        .map(({ matchId }) => matchId)
        .sort(),
    );
    expect(of(seen, 'reference')).toEqual(of(all, 'reference'));
    expect(of(seen, 'itemOne')).toMatchObject({
      ...{ itemsHidden: true, salesCount: 1, salesAmount: null, recordsCount: 1, recordsAmount: '80.00', difference: null },
      transactionIds: [scenario.saleIds.itemOne],
    });
    expect(of(seen, 'tip')).toMatchObject({
      itemsHidden: true,
      salesAmount: '20.00',
      recordsCount: 0,
      recordsAmount: null,
      difference: null,
      recordIds: [],
    });
    const detail: MatchDetail = (await ask('shop', `/matches/${of(all, 'itemOne').matchId}`)).json;
    expect([detail.transactions.map(({ amount }) => amount), detail.records.length]).toEqual([[30], 1]);
    expect((await ask('shop', `/matches/${of(all, 'hidden').matchId}`)).status).toBe(404);
    expect(await list('nobody')).toEqual([]);
    // Nothing else of a hidden row stands anywhere in the answers.
    const told = JSON.stringify([seen, detail, (await ask('shop', `/matches/${of(all, 'tip').matchId}`)).json]);
    for (const hidden of [scenario.saleIds.itemTwo, scenario.recordIds.tip, scenario.saleIds.hidden]) expect(told).not.toContain(hidden);
    expect(told).not.toMatch(/22\.00|22,|"amount":(?:22|50)\b/);
  });

  it('are not told apart by a filter on what is hidden', async () => {
    const [differing, equal] = [await list('shop', '?differs=true'), await list('shop', '?differs=false')];
    expect([differing, equal].map((some) => some.map(({ itemsHidden }) => itemsHidden))).toEqual([[false], [false, false]]);
    // The hidden record of the tip has this terminal, and its sale as well.
    expect((await list('shop', '?terminalId=22128577')).length).toBe(4);
    expect(await list('shop', '?terminalId=22879999')).toEqual([]);
  });

  it('are for the role API, and for a log-in', async () => {
    for (const path of ['/matches', `/matches/${scenario.saleIds.tip}`, `/explanations?transactionId=${scenario.saleIds.tip}`]) {
      expect((await ask('boss', path)).status).toBe(403);
      expect((await server.request(`/settlement/v1${path}`, { login: null })).status).toBe(401);
    }
    expect((await ask('api', '/matches/x')).status).toBe(400);
    expect((await ask('api', `/matches/${scenario.saleIds.tip}`)).status).toBe(404);
  });
});

describe('explanations', () => {
  it('compare a row with those that it is matched with, or that its reason names', async () => {
    const matched = await explain('api', `transactionId=${scenario.saleIds.tip}`);
    expect(matched).toMatchObject({ side: 'Sale', matchState: 'Match', reason: null, others: [scenario.recordIds.tip] });
    expect(matched.compared).toEqual([
      {
        ...{ id: scenario.recordIds.tip, side: 'Record', same: ['transactionReference', 'terminalId', 'currency'], differs: [] },
        ...{ secondsApart: 4, daysApart: 0, difference: '2.00', sentence: 'same reference, terminal, currency; 4 s apart; 2.00 more' },
      },
    ]);
    const wrong = await explain('api', `recordId=${scenario.recordIds.typedWrong}`);
    expect(wrong).toMatchObject({ side: 'Record', matchState: 'Unmatched', matchId: expect.any(String), reason: 'Proposed' });
    expect(wrong.compared).toMatchObject([{ id: scenario.saleIds.typedWrong, side: 'Sale', difference: '-54.00' }]);
    const ambiguous = await explain('api', `transactionId=${scenario.saleIds.ambiguousTwo}`);
    expect(ambiguous).toMatchObject({ reason: 'Ambiguous', parameters: { sales: 2, records: 1 }, matchId: null });
    expect(ambiguous.compared).toMatchObject([
      { id: scenario.recordIds.ambiguous, secondsApart: 180, difference: '0.00' },
      { id: scenario.saleIds.ambiguousOne, differs: [{ field: 'terminalId', ours: '22128578', theirs: '22128577' }] },
    ]);
    const open = await explain('api', `transactionId=${scenario.saleIds.open}`);
    expect(open).toMatchObject({ reason: 'NotSettled', parameters: { dueDay: expect.any(String) }, others: [], compared: [] });
    expect(matched.parameters).toBeNull();
    // How far files reach is the tenant's matter, and the same code of a unit's user has no parameters.
    expect(await explain('shop', `transactionId=${scenario.saleIds.open}`)).toMatchObject({ reason: 'NotSettled', parameters: null });
  });

  it('tell who may not see the other row neither its id nor by how much it differs', async () => {
    const hidden = 'Matched with another record by rule number-and-moment.';
    const seen = await explain('shop', `transactionId=${scenario.saleIds.tip}`);
    expect(seen).toMatchObject({ matchState: 'Match', others: [], compared: [], sentence: hidden });
    expect(JSON.stringify(seen)).not.toMatch(/2\.00|22\.00|%/);
    const { json } = await server.request(`/sales/v1/transactions/${scenario.saleIds.tip}`, { login: `shop:${password}` });
    expect(json.comment).toBe(hidden);
    expect((await ask('shop', `/explanations?transactionId=${scenario.saleIds.hidden}`)).status).toBe(404);
    expect((await ask('nobody', `/explanations?transactionId=${scenario.saleIds.tip}`)).status).toBe(404);
  });

  it('need exactly one id', async () => {
    const { tip } = scenario.saleIds;
    for (const query of ['', `?transactionId=${tip}&recordId=${tip}`]) {
      const { status, json } = await ask('api', `/explanations${query}`);
      expect([status, Object.keys(json.errors)]).toEqual([400, ['transactionId']]);
    }
    expect((await ask('api', '/explanations?recordId=x')).status).toBe(400);
    expect((await ask('api', `/explanations?recordId=${tip}`)).status).toBe(404);
  });

  it('of what is not looked at yet, or is no payment, say so', async () => {
    await server.uploadAndImport([
      { amount: 1, currency: 'EUR', transactionDate: '2026-10-05T08:00:00Z', transactionReference: 'new' },
      { amount: 1 },
    ]);
    const { json } = await server.request('/sales/v1/transactions?amountFrom=1&amountTo=1&pageSize=500');
    const said = await Promise.all(
      json.items.map(({ transactionId }: { transactionId: string }) => explain('api', `transactionId=${transactionId}`)),
    );
    expect(said.map(({ sentence }) => sentence).sort()).toEqual([notYet, 'currency is required; transactionDate is required']);
    await matchAll(server);
  });
});

describe('runs', () => {
  it('tell what matching made of all rows, and are asked for by an Admin of the whole tenant', async () => {
    const before = (await ask('boss', '/runs')).json;
    expect(before).toMatchObject({ state: 'Current', settingsVersion: 0, matches: 4, proposals: 2, cancellations: 0 });
    expect(before.open).toEqual(
      expect.arrayContaining([
        { reason: 'Ambiguous', sales: 2, records: 1 },
        { reason: 'Proposed', sales: 2, records: 2 },
      ]),
    );
    const asked = await server.request('/settlement/v1/runs', { method: 'POST', login: `boss:${password}` });
    expect([asked.status, asked.json.state]).toEqual([200, 'Pending']);
    await matchAll(server);
    const after = (await ask('boss', '/runs')).json;
    expect({ ...after, finishedAt: before.finishedAt }).toEqual(before);
    expect((await ask('api', '/runs')).json).toEqual(after);
    // Of some units it is told no count.
    expect((await ask('shop', '/runs')).json).toEqual({ state: 'Current' });
    expect((await post('', 'shop')).status).toBe(403);
    expect(await admin('audit', 'list', '--json')).toContain('"match-run.ask"');
  });

  const post = (body: string, user = 'boss', type = 'application/json') =>
    server.request('/settlement/v1/runs', { method: 'POST', body, headers: { 'content-type': type }, login: `${user}:${password}` });

  it.each<[string, object | string, string, string]>([
    ['a setting that is not known', { dryRun: true, settings: { waitDay: 3 } }, 'settings.waitDay', 'is no setting'],
    [
      'rules of the document before',
      { dryRun: true, settings: { rules: [] } },
      'settings.rules',
      'what a number means is a word in numbers',
    ],
    ['a rule to book that is none', { dryRun: true, settings: { book: ['all'] } }, 'settings.book[0]', 'must be one of'],
    [
      'percentages of an account that nothing is between',
      { dryRun: true, settings: { accounts: [{ acquirerId: 'A', near: [35, -5] }] } },
      'settings.accounts[0].near',
      'the lower percentage',
    ],
    ['what is no settings', { dryRun: true, settings: [] }, 'settings', 'must be an object'],
    ['settings of a run that is none to try', { settings: {} }, 'settings', 'only for a dry run'],
    ['another word', { dryrun: true }, 'dryrun', 'is no'],
    ['another type', { dryRun: 'true' }, 'dryRun', 'must be'],
    ['no object', '[]', '$', 'must be an object'],
    ['no JSON', '{', '$', 'is not valid JSON'],
  ])('dry ones are refused with %s, by its path, and no run is asked for', async (_, body, path, message) => {
    const { status, json } = await post(typeof body === 'string' ? body : JSON.stringify(body));
    expect([status, Object.keys(json.errors ?? {})]).toEqual([400, [path]]);
    expect(json.errors[path].join(' ')).toContain(message);
    expect((await ask('boss', '/runs')).json.state).toBe('Current');
  });

  it('dry ones are for an Admin of the whole tenant, as JSON of at most 1 MB', async () => {
    for (const user of ['api', 'shop']) expect((await post('{"dryRun":true}', user)).status).toBe(403);
    expect((await post('{"dryRun":true}', 'boss', 'text/plain')).status).toBe(415);
    expect((await post(JSON.stringify({ dryRun: true, settings: { names: { terminals: { a: 'b'.repeat(1_000_000) } } } }))).status).toBe(
      413,
    );
  });
});

describe('after an upload was withdrawn', () => {
  it('a sale of a proposal is no longer said to be in one, before matching has looked', async () => {
    const { proposed } = scenario.saleIds;
    expect(await explain('api', `transactionId=${proposed}`)).toMatchObject({ reason: 'Proposed', matchId: expect.any(String) });
    const undo = await server.request(`/admin/v1/uploads/${scenario.recordUpload}/undo`, { method: 'POST', login: `api:${password}` });
    expect(undo.status).toBe(200);
    const open = { matchState: 'Unmatched', matchId: null, reason: null, sentence: notYet };
    for (const sale of [proposed, scenario.saleIds.tip]) expect(await explain('api', `transactionId=${sale}`)).toMatchObject(open);
    expect(await list('api')).toEqual([]);
    await matchAll(server);
    // No record is left to compare with.
    expect(await explain('api', `transactionId=${proposed}`)).toMatchObject(open);
    expect((await ask('boss', '/runs')).json).toMatchObject({ state: 'Current', proposals: 0, open: [] });
  });
});
