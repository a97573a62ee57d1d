import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { json, problem, processed, type StubServer, uploadIds } from '../../client/stub-server.js';
import { type CommandLine, password } from '../command-line.js';
import { onStub } from '../on-stub.js';

let stub: StubServer;
let line: CommandLine;

onStub((newStub, newLine) => {
  stub = newStub;
  line = newLine;
});

const [id = ''] = uploadIds;
const empty = Object.fromEntries(
  ['acquirerId', 'applicationId', 'authorisationCode', 'businessDate', 'cardNumberMasked', 'eftTransactionDate'].map((name) => [
    name,
    null,
  ]),
);
const sale = {
  ...empty,
  transactionId: id,
  transactionState: 'Processed',
  transactionMatchState: 'Unmatched',
  amount: -12.5,
  brandId: 'VISA, "gold"',
  currency: 'CHF',
  locationId: 'Zürich',
  orderId: '\u001b[31mred',
  panEncrypted: null,
  terminalId: 'T-1',
  transactionDate: '2026-11-20T08:12:44+01:00',
  transactionReference: 'R-1',
  transactionSequenceCounter: null,
  transactionTypes: ['Sale', 'Tip'],
};

describe('sales list', () => {
  beforeEach(() => {
    stub.answer = (request) => json(request, 200, { items: [sale, { ...sale, amount: 1000, orderId: null }], hasMore: true });
  });

  it('is a table, and says that there is more', async () => {
    expect(await line.run(['list'])).toMatchSnapshot();
    expect(await line.run(['list', '--columns', 'orderId,amount'])).toMatchSnapshot();
  });

  it('shows a reference that looks like a card number as it is, and masks the card number', async () => {
    const likeCard = { ...sale, transactionReference: 'T0401-2601-001010', cardNumberMasked: '4242424242424242' };
    stub.answer = (request) => json(request, 200, { items: [likeCard], hasMore: false });
    const { stdout } = await line.run(['list', '--columns', 'transactionReference,cardNumberMasked']);
    expect(stdout).toContain('T0401-2601-001010  424242******4242');
  });

  it.each(['--json', '--ndjson', '--csv'])('%s masks the card number, too, and nothing else', async (format) => {
    const likeCard = { ...sale, transactionReference: '4242424242424242', cardNumberMasked: '4111111111111111' };
    stub.answer = (request) => json(request, 200, { items: [likeCard], hasMore: false });
    const { stdout } = await line.run(['list', format]);
    expect(stdout.match(/4242424242424242|4111[\d*]{12}/g)?.sort()).toEqual(['411111******1111', '4242424242424242']);
  });

  it('sends every filter by its documented name', async () => {
    const argv = 'list --state Processed --match-state Skip --terminal T1 --brand VISA --currency CHF --amount-from -5 --amount-to 10.5';
    const more = `--from yesterday --to 2026-11-20T10:00:00Z --upload ${id} --sort amount:asc --limit 7 --page 3`;
    await line.run(`${argv} ${more}`.split(' '), { nowMs: Date.parse('2026-11-20T12:00:00Z') });
    expect(Object.fromEntries(new URL(stub.requests[0]?.url ?? '', stub.url).searchParams)).toEqual({
      transactionState: 'Processed',
      transactionMatchState: 'Skip',
      terminalId: 'T1',
      brandId: 'VISA',
      currency: 'CHF',
      amountFrom: '-5',
      amountTo: '10.5',
      transactionDateFrom: '2026-11-19T00:00:00+01:00',
      transactionDateTo: '2026-11-20T10:00:00Z',
      uploadId: id,
      'sorting.key': 'Amount',
      'sorting.direction': 'Ascending',
      pageSize: '7',
      pageNumber: '3',
    });
  });

  it('takes a range of one instant and one amount', async () => {
    const instant = '2026-11-20T10:00:00Z';
    const range = ['--from', instant, '--to', instant, '--amount-from', '5', '--amount-to', '5'];
    expect((await line.run(['list', ...range])).exit).toBe(0);
  });

  it('--json is one document, --ndjson a line each, --csv with a header', async () => {
    const asJson = await line.run(['list', '--json']);
    expect(JSON.parse(asJson.stdout)).toEqual({
      schema: 'sales.list/1',
      items: [sale, { ...sale, amount: 1000, orderId: null }],
      hasMore: true,
    });
    expect(asJson.stdout).not.toContain('\u001b');
    const lines = (await line.run(['list', '--ndjson'])).stdout.trim().split('\n');
    expect(lines.map((text) => JSON.parse(text) as { amount: number }).map(({ amount }) => amount)).toEqual([-12.5, 1000]);
    expect((await line.run(['list', '--csv', '--columns', 'amount,brandId,transactionTypes'])).stdout).toBe(
      'amount,brandId,transactionTypes\n-12.5,"VISA, ""gold""",Sale;Tip\n1000,"VISA, ""gold""",Sale;Tip\n',
    );
  });

  it.each([
    ['list', ['list', '--csv', '--columns', 'orderId,locationId']],
    ['export', ['export', '--out', '-']],
  ])('%s: CSV shows control characters escaped on a terminal, and leaves them as they are elsewhere', async (_name, argv) => {
    const text = '\u001b[31mred\r\nnext\u009b1m';
    stub.answer = (request) => json(request, 200, { items: [{ ...sale, orderId: text }], hasMore: false });
    expect((await line.run(argv)).stdout).toContain(`"${text}"`);
    const { stdout } = await line.run(argv, { shown: true });
    expect(stdout).toContain('\\u001b[31mred\\r\\nnext\\u009b1m');
    expect(stdout).not.toMatch(/[\u001b\u009b]|\r(?!\n)/);
  });

  it('--all asks for pages of 500 until there is no more', async () => {
    stub.answer = (request) => {
      const amount = Number(new URL(request.url, stub.url).searchParams.get('pageNumber'));
      json(request, 200, { items: [{ ...sale, amount }], hasMore: amount < 3 });
    };
    const seen = await line.run(['list', '--all', '--json']);
    expect(JSON.parse(seen.stdout)).toMatchObject({ items: [{}, {}, {}], hasMore: false });
    expect(stub.requests.map(({ url }) => new URL(url, stub.url).searchParams.get('pageSize'))).toEqual(['500', '500', '500']);
  });

  it('of nothing is an empty document, or says so', async () => {
    stub.answer = (request) => json(request, 200, { items: [], hasMore: false });
    expect((await line.run(['list', '--json'])).stdout).toBe('{"schema":"sales.list/1","items":[],"hasMore":false}\n');
    expect((await line.run(['list'])).stderr).toBe('No transactions match.\n');
    expect((await line.run(['list', '--page', '7'])).stderr).toBe('Page 7 is past the end of the list.\n');
  });
});

describe('sales get', () => {
  const detail = { ...sale, additionalData: [{ key: 'cashier', value: 'Jörg' }], comment: null };

  it('shows what there is, and exits 9 for what there is not', async () => {
    stub.answer = (request) => (request.url.includes(id) ? json(request, 200, detail) : problem(request, 404));
    expect(await line.run(['get', id])).toMatchSnapshot();
    const seen = await line.run(['get', '--json', id, uploadIds[1] ?? '']);
    expect(seen.exit).toBe(9);
    expect(JSON.parse(seen.stdout)).toEqual({ schema: 'sales.get/1', transactions: [detail], origins: [] });
    expect(JSON.parse(seen.stderr)).toMatchObject({ error: { code: 'notFound', exit: 9 } });
  });

  it.each([[[]], [['--json']]])('%j masks the card number', async (flags) => {
    stub.answer = (request) => json(request, 200, { ...detail, cardNumberMasked: '4111-1111x1111=1111' });
    const { stdout } = await line.run(['get', id, ...flags]);
    expect(stdout).toContain('411111******1111');
    expect(stdout).not.toContain('4111-');
  });
});

describe('sales status', () => {
  it.each<[string, object, string[], number]>([
    ['Processed is 0', {}, [], 0],
    ['a status of another service is final and good', { status: 'Imported' }, [], 0],
    ['import errors are 8', { status: 'ProcessedWithErrors', errors: ['transactions[0].currency: unknown'] }, [], 8],
    ['Processing without --wait is an answer', { status: 'Processing' }, [], 0],
    ['Processing at the end of the wait is 10', { status: 'Processing' }, ['--wait=0s'], 10],
  ])('%s', async (_name, state, flags, exit) => {
    stub.answer = (request) => json(request, 200, { ...processed, ...state });
    expect((await line.run(['status', id, ...flags])).exit).toBe(exit);
    const seen = await line.run(['status', id, '--json', ...flags]);
    expect(JSON.parse(seen.stdout)).toEqual({ schema: 'sales.status/1', uploadId: id, ...processed, ...state });
  });

  it('shows the state as the server wrote it', async () => {
    stub.answer = (request) => json(request, 200, { ...processed, status: 'Failed', summary: 'None.', errors: ['a', 'b'] });
    expect(await line.run(['status', id])).toMatchSnapshot();
  });

  it('of an unknown upload is exit 9', async () => {
    stub.answer = (request) => problem(request, 404);
    for (const argv of [
      ['status', id],
      ['status', id, '--wait=1s'],
    ]) {
      const { exit, stderr } = await line.run(argv);
      expect([exit, stderr]).toEqual([9, expect.stringContaining(`There is no upload ${id} for this user and tenant.`)]);
      expect(stderr).toContain('sales uploads');
      expect(stderr).not.toContain('base URL');
    }
  });
});

describe('sales login, whoami, config, logout', () => {
  const bare = { SALES_URL: '', SALES_USER: '', SALES_PASSWORD: '', SALES_CA_FILE: '' };
  const config = () => join(line.folder, 'config');
  const login = (more: string[] = []) =>
    line.run(['login', '--url', stub.url, '--user', 'api', '--password-stdin', '--ca-file', 'ca.pem', ...more], {
      env: bare,
      stdin: `${password}\n`,
    });

  beforeEach(() => {
    stub.answer = (request) => json(request, 200, '');
  });

  it('saves what works, for its owner only, and is used afterwards', async () => {
    const seen = await login();
    expect(seen).toMatchSnapshot();
    expect(['', 'config.json', 'credentials.json'].map((name) => statSync(join(config(), name)).mode & 0o777)).toEqual([
      0o700, 0o600, 0o600,
    ]);
    const profile = readFileSync(join(config(), 'config.json'), 'utf8');
    expect(JSON.parse(profile)).toMatchObject({ profiles: { default: { user: 'api', caFile: join(line.folder, 'ca.pem') } } });
    expect(profile).not.toContain(password);
    expect(await line.run(['whoami'], { env: bare })).toMatchSnapshot();
    expect((await line.run(['ping'], { env: bare })).exit).toBe(0);
    expect(stub.requests.at(-1)?.headers.authorization).toBe(`Basic ${Buffer.from(`api:${password}`).toString('base64')}`);
  });

  it('saves nothing that does not work', async () => {
    stub.answer = (request) => problem(request, 401);
    const seen = await login();
    expect([seen.exit, seen.stderr]).toEqual([3, expect.stringContaining('that the user has the role API')]);
    expect(existsSync(config())).toBe(false);
  });

  it('gives a stored password to no other origin and no other user', async () => {
    await login();
    stub.requests.length = 0;
    for (const argv of [
      ['ping', '--url', stub.url.replace('127.0.0.1', 'localhost')],
      ['ping', '--user', 'other'],
    ]) {
      const seen = await line.run(argv, { env: bare });
      expect([seen.exit, seen.stderr]).toEqual([2, expect.stringContaining('There is no password')]);
    }
    expect(stub.requests).toHaveLength(0);
  });

  it('shows where a value comes from: flag before environment before profile', async () => {
    await login();
    const tenant = uploadIds[1] ?? '';
    expect((await line.run(['config', 'set', 'tenant', tenant], { env: bare })).exit).toBe(0);
    const origin = async (argv: string[], env: Record<string, string>) => {
      const seen = await line.run(['config', 'show', '--origin', ...argv], { env: { ...bare, ...env } });
      return /^tenant\s+(\S+)\s+\((\w+)\)$/m.exec(seen.stdout)?.slice(1);
    };
    expect(await origin([], {})).toEqual([tenant, 'profile']);
    expect(await origin([], { SALES_TENANT: id })).toEqual([id, 'environment']);
    expect(await origin(['--tenant', tenant], { SALES_TENANT: id })).toEqual([tenant, 'flag']);
  });

  it('sets, gets and removes single values', async () => {
    await login();
    const run = (argv: string[]) => line.run(['config', ...argv], { env: bare });
    await run(['set', 'routes.upload', '/elsewhere']);
    expect((await run(['get', 'routes.upload'])).stdout).toBe('/elsewhere\n');
    await run(['set', 'routes.upload', '']);
    expect((await run(['get', 'routes.upload'])).exit).toBe(9);
    expect((await run(['set', 'url', 'http://example.com'])).exit).toBe(2);
    expect((await run(['get', 'user'])).stdout).toBe('api\n');
  });

  it('forgets the password and keeps the profile', async () => {
    await login();
    expect((await line.run(['logout'], { env: bare })).exit).toBe(0);
    expect(readFileSync(join(config(), 'credentials.json'), 'utf8')).not.toContain(password);
    expect((await line.run(['ping'], { env: bare })).stderr).toContain('There is no password');
  });

  it('takes the password from a file that only its owner can read, and from a command', async () => {
    const file = line.file('password', `${password}\n`);
    expect((await line.run(['ping', '--password-file', file], { env: { SALES_PASSWORD: '' } })).exit).toBe(0);
    chmodSync(file, 0o640);
    const seen = await line.run(['ping', '--password-file', file]);
    expect([seen.exit, seen.stderr]).toEqual([2, expect.stringContaining('chmod 600')]);
    const blanks = line.file('my password', password);
    chmodSync(blanks, 0o640);
    expect((await line.run(['ping', '--password-file', blanks])).stderr).toContain("chmod 600 'FOLDER/my password'");
    expect(
      (await line.run(['ping', '--password-command', `echo ${password}`], { env: { SALES_PASSWORD: '', PATH: process.env.PATH ?? '' } }))
        .exit,
    ).toBe(0);
    expect((await line.run(['ping', '--password-command', `echo ${password}; false`])).stderr).not.toContain(password);
  });

  it.each<[string, (path: string) => string[]]>([
    ['file', (path) => ['--password-file', path]],
    ['command', (path) => ['--password-command', `cat '${path}'`]],
  ])('a password from a %s is UTF-8, with or without the mark of its beginning', async (name, flags) => {
    const ping = (bytes: Uint8Array) =>
      line.run(['ping', ...flags(line.file('password', bytes))], { env: { SALES_PASSWORD: '', PATH: process.env.PATH ?? '' } });
    expect((await ping(Buffer.from('\ufeffgrün\r\n'))).exit).toBe(0);
    expect(stub.requests.at(-1)?.headers.authorization).toBe(`Basic ${Buffer.from('api:grün').toString('base64')}`);
    const refused = await ping(Buffer.from('grün\n', 'latin1'));
    expect([refused.exit, refused.stderr]).toEqual([2, expect.stringContaining(`--password-${name} gave a password that is not UTF-8.`)]);
  });

  it('refuses a certificate that nobody vouches for, naming --ca-file', async () => {
    const seen = await line.run(['login', '--url', stub.url, '--user', 'api'], { env: { ...bare, SALES_PASSWORD: password } });
    expect(seen.exit).toBe(3);
    expect(seen.stderr).toContain('--ca-file');
  });

  it.each([
    ['config.json', 'null'],
    ['config.json', '[]'],
    ['config.json', '{"profiles":[]}'],
    ['config.json', '{"profiles":null}'],
    ['config.json', '{"profiles":{"default":null}}'],
    ['config.json', '{"profiles":{"other":{"url":7}}}'],
    ['config.json', '{"profiles":{"default":{"timeout":null}}}'],
    ['config.json', '{"profiles":{"default":{"routes":"x"}}}'],
    ['config.json', '{"profiles":{"default":{"routes":{"list":1}}}}'],
    ['credentials.json', '[]'],
    ['credentials.json', '{"credentials":{}}'],
    ['credentials.json', '{"credentials":null}'],
    ['credentials.json', '{"credentials":[null]}'],
    ['credentials.json', '{"credentials":[{"origin":"a","user":"b"}]}'],
  ])('names a file that is not ours: %s with %s', async (name, text) => {
    await login();
    writeFileSync(join(config(), name), text);
    expect(await line.run(['whoami'], { env: bare })).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining(`FOLDER/config/${name} was not written by sales`) as string,
    });
  });

  it.each([
    ['config.json', '{\n  "profiles": {\n    "default": { "user": "secret"\n  }\n}\n', 'line 6, the text ends too early'],
    ['config.json', '{ broken', 'line 1, expected a name in double quotes'],
    ['config.json', '', 'line 1, the text ends too early'],
    ['credentials.json', '{"credentials":[\n{"origin":"a","user":"b","password":"secret" x}]}', 'line 2, expected a comma or }'],
  ])('tells where a file is no JSON, and nothing of what it holds: %s with %j', async (name, text, where) => {
    await login();
    writeFileSync(join(config(), name), text);
    const seen = await line.run(['whoami'], { env: bare });
    expect(seen).toEqual({
      exit: 2,
      stdout: '',
      stderr: `error: FOLDER/config/${name} is not valid JSON: ${where}.\n  Correct it, or move it away and run sales login\n`,
    });
  });

  it('keeps members of its files that it does not know', async () => {
    await login();
    const path = join(config(), 'config.json');
    const file = JSON.parse(readFileSync(path, 'utf8'));
    Object.assign(file, { later: [1] });
    Object.assign(file.profiles.default, { later: 2, routes: { later: 3, list: '/here' } });
    writeFileSync(path, JSON.stringify(file));
    expect((await line.run(['config', 'set', 'timeout', '30s'], { env: bare })).exit).toBe(0);
    const after = JSON.parse(readFileSync(path, 'utf8'));
    expect(after.later).toEqual([1]);
    expect(after.profiles.default).toMatchObject({ later: 2, routes: { later: 3, list: '/here' }, timeout: '30s' });
  });
});

describe('a command that is not complete', () => {
  it.each([
    [['--json'], 'sales --help'],
    [['config', '--json'], 'sales config --help'],
    [['admin', 'user', '--json'], 'sales admin user --help'],
  ])('%j is an error as JSON', async (argv, hint) => {
    const seen = await line.run(argv);
    expect([seen.exit, seen.stdout]).toEqual([2, '']);
    expect(JSON.parse(seen.stderr).error).toMatchObject({ code: 'usage', message: 'A command is missing.', hint, exit: 2 });
  });
});

it('a log-in without a password is not told to log in', async () => {
  const seen = await line.run(['login'], { env: { SALES_PASSWORD: '' } });
  expect([seen.exit, seen.stderr]).toEqual([2, expect.stringMatching(/^ {2}Give --password-stdin, --password-file/m)]);
});

describe('a value that cannot be used names what gave it', () => {
  it.each<[string[], Record<string, string>, string]>([
    [[], { SALES_URL: 'nonsense' }, 'The base URL is not a URL (from the variable SALES_URL).'],
    [['--url', 'nonsense'], {}, 'The base URL is not a URL (from --url).'],
    [['--url', 'http://a.example'], {}, 'The base URL must be https:, not http: (from --url).'],
    [[], { SALES_URL: '' }, 'The base URL is not a URL (from profile "default").'],
    [[], { SALES_CA_FILE: '/nonex' }, 'There is no file /nonex (from the variable SALES_CA_FILE).'],
    [['--ca-file', 'none.pem'], {}, 'There is no file FOLDER/none.pem (from --ca-file).'],
    [['--ca-file', '/dev'], {}, '/dev (from --ca-file) cannot be read: it is a folder.'],
    [
      ['--password-file', '/dev', '--url', 'https://a.example', '--user', 'u'],
      { SALES_PASSWORD: '' },
      '/dev (from --password-file) cannot be read: it is a folder.',
    ],
    [[], { SALES_CA_FILE: '/dev/null' }, '/dev/null contains no certificate in PEM format (from the variable SALES_CA_FILE).'],
  ])('%j %j', async (argv, env, message) => {
    mkdirSync(join(line.folder, 'config'));
    line.file('config/config.json', '{"profiles":{"default":{"url":"nonsense"}}}');
    const seen = await line.run(['list', ...argv], { env });
    expect([seen.exit, seen.stderr.split('\n')[0]]).toEqual([2, `error: ${message}`]);
  });
});

describe('sales ping', () => {
  it('names each layer', async () => {
    stub.answer = (request) => json(request, 200, '', { 'sales-capabilities': 'idempotency;ttl=2592000, gzip' });
    const { exit, stdout } = await line.run(['ping']);
    expect(exit).toBe(0);
    expect(stdout).toMatch(
      /^DNS .*\nTCP .*\nTLS {6}TLSv1\.3, certificate valid for (29|30) more days\nHTTP .*\nLog-in .*\nUploads {2}idempotent: a batch/,
    );
    stub.answer = (request) => json(request, 200, '');
    expect((await line.run(['ping'])).stdout).toContain('not announced');
  });

  it.each<[string, string[], Record<string, string>, number]>([
    ['DNS', ['--url', 'https://sales.invalid'], {}, 6],
    ['TCP', ['--url', 'https://127.0.0.1:1'], {}, 6],
    ['TLS', [], { SALES_CA_FILE: '' }, 3],
  ])('names %s when that fails', async (layer, argv, env, exit) => {
    const seen = await line.run(['ping', ...argv], { env });
    expect(seen.exit).toBe(exit);
    expect(seen.stderr).toContain(`error: ${layer} failed`);
  });

  it.each<[string, number, number]>([
    ['HTTP', 503, 6],
    ['log-in', 401, 3],
  ])('names %s when the answer is %i', async (layer, status, exit) => {
    stub.answer = (request) => problem(request, status);
    const seen = await line.run(['ping', '--json']);
    expect(seen.exit).toBe(exit);
    expect(JSON.parse(seen.stdout)).toMatchObject({ schema: 'sales.ping/1', failedLayer: layer, tls: { version: 'TLSv1.3' } });
  });
});

it('a sample is a file that can be uploaded', async () => {
  const { stdout } = await line.run(['sample']);
  expect((await line.run(['upload', '--dry-run', line.file('sample.csv', stdout)])).exit).toBe(0);
});

it('that it may open too few files is no defect, and says what to do', async () => {
  const poor = {
    onInterrupt: () => {
      throw Object.assign(new Error("EMFILE: too many open files, open '/x.js'"), { code: 'EMFILE' });
    },
  };
  const seen = await line.run(['upload', line.file('x.csv', 'amount\n1\n')], poor);
  expect(seen).toMatchObject({
    exit: 2,
    stderr: 'error: This process may open too few files (EMFILE).\n  Raise the limit: ulimit -n 1024\n',
  });
});

it('a defect is one line without a stack, exit 1; the stack is for --debug', async () => {
  const broken = {
    onInterrupt: () => {
      throw new Error('boom');
    },
  };
  const file = line.file('x.csv', 'amount\n1\n');
  const seen = await line.run(['upload', file], broken);
  expect(seen.exit).toBe(1);
  expect(seen.stderr).toMatch(/^error: A bug in sales: boom\n {2}No input should/);
  expect(seen.stderr).not.toMatch(/\n\s+at /);
  expect((await line.run(['upload', '--debug', file], broken)).stderr).toMatch(/\n\s+at /);
});
