/** The settings of matching over HTTPS: read, checked, replaced where nobody was faster, and for an Admin of the whole tenant alone. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cashWords } from '../../../src/contract/match-settings.js';
import { openCommandLine } from '../../cli/command-line.js';
import { adminOn } from '../../support/admin.js';
import { password, startTestServer, type TestServer } from '../../support/test-server.js';

const line = openCommandLine(null);
let server: TestServer;
const admin = adminOn(line, () => server);
const path = '/settlement/v1/settings';

const ask = (user: string, options: { method?: string; body?: string; headers?: Record<string, string> } = {}, query = '') =>
  server.request(path + query, { ...options, login: `${user}:${password}` });
const put = (settings: unknown, version: string | null, query = '', user = 'boss') =>
  ask(
    user,
    {
      method: 'PUT',
      body: typeof settings === 'string' ? settings : JSON.stringify(settings),
      headers: { 'content-type': 'application/json', ...(version !== null && { 'if-match': version }) },
    },
    query,
  );
const faultsOf = async (settings: unknown) => {
  const { status, json } = await put(settings, '"0"', '?dryRun=true');
  expect(status).toBe(400);
  return json.errors;
};

/** Of the document that went before, of a ladder of rules. */
const rule = { name: 'reference', keys: ['transactionReference'], ways: ['Equal'], within: 'P30D', outcome: 'Match' };

beforeAll(async () => {
  server = await startTestServer();
  await admin('unit', 'add', 'Zürich', '--tenant', 'Default', '--location', 'Z1');
  await admin('user', 'add', 'till', '--password-stdin', '--role', 'API', '--tenant', 'Default');
  await admin('user', 'add', 'boss', '--password-stdin', '--role', 'Admin', '--tenant', 'Default');
  await admin('user', 'add', 'shop', '--password-stdin', '--role', 'Admin', '--unit', 'Zürich');
});
afterAll(async () => {
  await server.stop();
  line.remove();
});

describe('settings of matching', () => {
  it('are those that work at once, until somebody changes them', async () => {
    const { status, json, headers } = await ask('boss');
    expect([status, headers.etag]).toEqual([200, '"0"']);
    expect(json).toEqual({
      ...{ version: 0, near: [-5, 35], waitDays: null, accounts: [], notByCard: cashWords, numbers: {}, book: [] },
      names: { terminals: {}, locations: {}, accounts: {}, brands: {} },
    });
    expect(headers['sales-capabilities']).toMatch(/\bmatching\b/);
  });

  it('are for an Admin of the whole tenant', async () => {
    for (const [user, said] of [
      ['till', 'Admin'],
      ['shop', 'access to the whole tenant'],
    ] as const) {
      for (const answer of [await ask(user), await put({}, '"0"', '', user)]) {
        expect([user, answer.status]).toEqual([user, 403]);
        expect(answer.json.detail).toContain(said);
      }
    }
    expect((await server.request(path, { login: null })).status).toBe(401);
  });

  it('are changed where they are still as they were read, and what was changed is in the audit trail', async () => {
    const wanted = { waitDays: 3, names: { terminals: { '0022594314': '22594314' } }, book: ['terminal-and-moment'] };
    const checked = await put(wanted, '"0"', '?dryRun=true');
    expect([checked.status, checked.headers.etag]).toEqual([200, '"0"']);
    expect((await ask('boss')).json).toMatchObject({ version: 0, waitDays: null });

    const changed = await put(wanted, '"0"');
    expect([changed.status, changed.headers.etag, changed.json.version]).toEqual([200, '"1"', 1]);
    expect((await ask('boss')).json).toEqual(changed.json);
    expect(changed.json).toMatchObject({ near: [-5, 35], waitDays: 3, names: { brands: {} }, book: ['terminal-and-moment'] });

    for (const query of ['', '?dryRun=true']) {
      const late = await put({}, '"0"', query);
      expect([late.status, late.json.title]).toEqual([412, 'It has been changed meanwhile.']);
      expect(late.json.detail).toContain('to version 1');
    }
    const trail = JSON.parse(await admin('audit', 'list', '--json'));
    expect(trail.rows.filter(({ action }: { action: string }) => action === 'match-settings.set')).toMatchObject([
      { actor: 'boss', outcome: 'done', details: { version: 1, settings: { waitDays: 3 } } },
    ]);

    // What is left out is as it is by default again.
    expect((await put({}, '"1"')).json).toMatchObject({ version: 2, waitDays: null, names: { terminals: {} }, book: [] });
  });

  it('must say which version they replace', async () => {
    for (const [version, message] of [
      [null, 'is required: the ETag that the answer to GET has'],
      ['*', 'must be the ETag that the answer to GET has'],
      ['2', 'must be the ETag that the answer to GET has'],
      ['W/"2"', 'must be the ETag that the answer to GET has'],
    ] as const) {
      const { status, json } = await put({}, version);
      expect([status, json.errors]).toEqual([400, { 'If-Match': [message] }]);
    }
  });

  it.each([
    [
      'rules of the document before',
      { rules: [rule] },
      'rules',
      'what a number means is a word in numbers, and what may be booked in book',
    ],
    ['terminals of the document before', { terminals: { '0022594314': '22594314' } }, 'terminals', 'is names.terminals now'],
    ['brands of the document before', { brands: { visa: 'VISA' } }, 'brands', 'is names.brands now'],
    ['refund types of the document before', { refundTypes: ['Storno'] }, 'refundTypes', 'is known now from the words of all languages'],
    ['a kind of number that is none', { numbers: { receipt: 'names' } }, 'numbers.receipt', ''],
    ['a use of a number that is none', { numbers: { order: 'books' } }, 'numbers.order', 'must be one of'],
    ['a rule to book that does not propose', { book: ['number-and-amount'] }, 'book[0]', 'must be one of'],
    ['more days than records take', { waitDays: 401 }, 'waitDays', 'at most 400'],
    ['a member of names that is none', { names: { shops: {} } }, 'names.shops', 'is no setting'],
    ['a name that cannot be stored everywhere', { notByCard: ['a\0b'] }, 'notByCard[0]', 'must not hold U+0000'],
    ['half of a character', { names: { terminals: { a: '\ud800' } } }, 'names.terminals.a', 'half of a surrogate pair'],
    [
      'percentages of an account that nothing is between',
      { accounts: [{ acquirerId: 'A' }, { acquirerId: 'B', near: [35, -5] }] },
      'accounts[1].near',
      'the lower percentage and then the higher one',
    ],
    [
      'an account that stands there twice',
      { accounts: [{ acquirerId: 'ACQ-1' }, { acquirerId: 'ACQ-1', merchantId: 'M' }, { acquirerId: 'ACQ-1', waitDays: 3 }] },
      'accounts[2].acquirerId',
      'accounts[0]',
    ],
    [
      'an account that stands there twice, each time written otherwise',
      { accounts: [{ acquirerId: 'ACQ-1', merchantId: 'm 7' }, { acquirerId: 'ACQ-1' }, { acquirerId: 'acq 1', merchantId: 'M-007' }] },
      'accounts[2].acquirerId',
      'accounts[0]',
    ],
    [
      'an account that stands there by both of its names',
      { names: { accounts: { 'Acquirer One': 'ACQ-1' } }, accounts: [{ acquirerId: 'acq-1' }, { acquirerId: 'ACQUIRER ONE' }] },
      'accounts[1].acquirerId',
      'accounts[0]',
    ],
    [
      'a name of two terminals',
      { names: { terminals: { 'POS-7': '22128577', 'pos 007': '22128578', 'POS 7': '22128577' } } },
      'names.terminals["pos 007"]',
      'POS-7',
    ],
    ['a setting that is none', { wait: 3 }, 'wait', 'is no setting'],
    [
      'a terminal that no object can hold',
      '{"names":{"terminals":{"__proto__":"x"}}}',
      'names.terminals.__proto__',
      'is a name that cannot be kept',
    ],
    ['a brand that no object can hold', '{"names":{"brands":{"visa":"VISA","__proto__":"x"}}}', 'names.brands.__proto__', 'cannot be kept'],
    ['no object', [], '$', 'must be an object'],
    ['no JSON', '{"waitDays": ', '$', ''],
  ])('are refused with %s', async (_, settings, key, message) => {
    const errors = await faultsOf(settings);
    expect(Object.keys(errors)).toEqual([key]);
    expect(errors[key].join(' ')).toContain(message);
  });

  it('say all that is wrong with an old document at once', async () => {
    const errors = await faultsOf({ waitDays: 5, accounts: [], terminals: {}, brands: {}, refundTypes: [], rules: [rule] });
    expect(Object.keys(errors).sort()).toEqual(['brands', 'refundTypes', 'rules', 'terminals']);
  });

  it('are no longer than they may be', async () => {
    const { status } = await put({ names: { terminals: { a: 'b'.repeat(1_000_000) } } }, '"2"');
    expect(status).toBe(413);
  });
});
