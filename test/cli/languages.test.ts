/** Everyday output in each language: the same run of commands on a server of its own. What programs read is in no language. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { languages, type ShownLanguage } from '../../src/words/language.js';
import { matchAll, send } from '../support/match-scenario.js';
import { password, startTestServer, type TestServer } from '../support/test-server.js';
import { type CommandLine, type Options, openCommandLine, type Seen } from './command-line.js';

const names = Object.keys(languages) as ShownLanguage[];
const nowMs = Date.parse('2026-10-21T08:00:00Z');

interface Stand {
  line: CommandLine;
  server: TestServer;
  sales(argv: readonly string[], options?: Options): Promise<Seen>;
}

async function openStand(): Promise<Stand> {
  const line = openCommandLine(null);
  const server = await startTestServer(() => new Date(nowMs));
  const env = { SALES_URL: server.url, SALES_USER: 'api', SALES_PASSWORD: password, SALES_CA_FILE: line.file('ca.pem', server.ca) };
  return { line, server, sales: (argv, options = {}) => line.run([...argv], { nowMs, ...options, env: { ...env, ...options.env } }) };
}

async function close({ line, server }: Stand): Promise<void> {
  await server.stop();
  line.remove();
}

const head = 'transactionDate;amount;currency;terminalId;transactionReference;brandId';
const till = [
  head,
  '2026-10-01T10:00:00+02:00;1234,50;CHF;T-1;R-1001;VISA',
  '2026-10-01T11:00:00+02:00;20,00;CHF;T-1;R-1002;VISA',
  '2026-10-02T10:00:00+02:00;30,50;CHF;T-1;R-1003;MASTERCARD',
  '2026-10-02T11:00:00+02:00;8,00;CHF;T-2;R-1004;MASTERCARD',
  '2026-10-03T10:00:00+02:00;zwölf;CHF;T-1;R-1005;VISA',
  '2026-10-03T11:00:00+02:00;12,00;CHF;T-1;R-1006;VISA',
  '2026-10-32T11:00:00+02:00;13,00;CHF;T-1;R-1007;VISA',
];
const again = [head, ...till.slice(1, 3), '2026-10-05T10:00:00+02:00;1000,00;CHF;T-1;R-1008;VISA'];
const recordHead =
  'type;acquirerId;payoutId;payoutDate;settlementDate;transactionDate;amount;currency;fee;terminalId;transactionReference;originalReference';
const acquirer = [
  recordHead,
  'Sale;ACQ;P-1;2026-10-02;2026-10-02;2026-10-01T10:00:00+02:00;1234,50;CHF;12,35;T-1;R-1001;',
  'Sale;ACQ;P-1;2026-10-02;2026-10-02;2026-10-01T11:00:00+02:00;20,00;CHF;0,20;T-1;R-1002;',
  'Payout;ACQ;P-1;2026-10-02;2026-10-02;;1240,00;CHF;;;;',
  'Sale;ACQ;P-2;2026-10-05;2026-10-05;2026-10-03T11:00:00+02:00;13,00;CHF;0,12;T-1;R-1006;',
  'Chargeback;ACQ;P-2;2026-10-05;2026-10-05;2026-10-05T09:00:00+02:00;-20,00;CHF;15,00;T-1;;R-1002',
  'Sale;ACQ;P-3;2026-10-20;2026-10-20;2026-10-19T09:00:00+02:00;77,00;CHF;0,70;T-1;R-9001;',
];
const fileOf = ({ line }: Stand, name: string, rows: readonly string[]) => line.file(name, `${rows.join('\n')}\n`);

/** Id of a sale that is no duplicate. */
async function idOf(stand: Stand, reference: string): Promise<string> {
  const { items } = JSON.parse((await stand.sales(['list', '--where', `transactionReference=${reference}`, '--json'])).stdout);
  return items.find((sale: { transactionMatchState: string }) => sale.transactionMatchState !== 'Skip').transactionId;
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const shown = ({ exit, stdout, stderr }: Seen) => `exit ${exit}\n${stdout}--\n${stderr}`.replace(UUID, 'ID').replace(/ +$/gm, '');

describe.each(names)('in %s', (name) => {
  let stand: Stand;
  const salesAt = async (ms: number, ...argv: string[]) => shown(await stand.sales([...argv, '--lang', name], { nowMs: ms }));
  const sales = (...argv: string[]) => salesAt(nowMs, ...argv);
  beforeAll(async () => {
    stand = await openStand();
  });
  afterAll(() => close(stand));

  it('upload says what came, what was there already and what has to be corrected', async () => {
    expect(await sales('upload', fileOf(stand, 'till.csv', till))).toMatchSnapshot();
    // Of two jobs of one moment, neither is the last.
    expect(await salesAt(nowMs + 1_000, 'upload', fileOf(stand, 'again.csv', again))).toMatchSnapshot();
    expect(await sales('upload', fileOf(stand, 'again.csv', again))).toContain(`already uploaded`);
    expect(await sales('check', fileOf(stand, 'till.csv', till))).toMatchSnapshot();
    expect(await sales('status', 'last')).toMatchSnapshot();
    expect(await sales('resume')).toMatchSnapshot();
  });

  it('settle says what came', async () => {
    expect(await sales('settle', fileOf(stand, 'acquirer.csv', acquirer))).toMatchSnapshot();
    await send(stand.server, `api:${password}`, 'transactions', [
      { amount: 20, currency: 'CHF', terminalId: 'T-1', transactionDate: '2026-10-20T10:00:00+02:00', transactionReference: 'R-1999' },
    ]);
    await matchAll(stand.server);
  });

  it('money, exceptions, payouts and fees', async () => {
    expect(await sales('money')).toMatchSnapshot();
    expect(await sales('exceptions')).toMatchSnapshot();
    expect(await sales('payouts')).toMatchSnapshot();
    expect(await sales('payout', 'P-1')).toMatchSnapshot();
    expect(await sales('fees')).toMatchSnapshot();
  });

  it('where says where the money of a sale is', async () => {
    const where = async (reference: string) => sales('where', await idOf(stand, reference));
    expect(await where('R-1001')).toMatchSnapshot();
    expect(await where('R-1003')).toMatchSnapshot();
    expect(await where('R-1999')).toMatchSnapshot();
  });

  it('close says what is missing, and what nobody can know', async () => {
    expect(await sales('close', '2026-10')).toMatchSnapshot();
    expect(await sales('close', '2026-10-05')).toMatchSnapshot();
  });
});

describe('what programs read', () => {
  let stand: Stand;
  let paidId: string;
  beforeAll(async () => {
    stand = await openStand();
    await stand.sales(['upload', fileOf(stand, 'till.csv', till)]);
    await stand.sales(['settle', fileOf(stand, 'acquirer.csv', acquirer)]);
    await matchAll(stand.server);
    paidId = await idOf(stand, 'R-1001');
  });
  afterAll(() => close(stand));
  const german = { LC_ALL: 'de_CH.UTF-8' };

  it.each([
    [['check', 'FOLDER/till.csv', '--json']],
    [['upload', 'FOLDER/till.csv', '--json']],
    [['upload', 'FOLDER/none.csv', '--json']],
    [['money', '--json']],
    [['exceptions', '--json']],
    [['exceptions', '--csv']],
    [['payouts', '--csv']],
    [['payout', 'P-1', '--json']],
    [['fees', '--json']],
    [['close', '2026-10', '--json']],
    [['where', 'PAID', '--json']],
    [['list', '--ndjson']],
    [['money', '--help']],
    [['help', 'exit-codes']],
  ])('%j is the same byte for byte, by --lang and on a German terminal', async (given) => {
    const argv = given.map((word) => word.replace('FOLDER', stand.line.folder).replace('PAID', paidId));
    const plain = await stand.sales(argv);
    expect(plain.stdout + plain.stderr).not.toBe('');
    // Behind the words of a topic there is no flag.
    if (argv[0] !== 'help') expect(await stand.sales([...argv, '--lang', 'de'])).toEqual(plain);
    expect(await stand.sales(argv, { env: { ...german, SALES_LANG: 'de' } })).toEqual(plain);
    if (!argv.includes('--help') && argv[0] !== 'help') expect(await stand.sales(argv, { shown: true, env: german })).toEqual(plain);
  });

  const firstAmount = async (argv: string[], options: Options = {}) =>
    // Which apostrophe is Swiss is for the edition of Unicode's data to say.
    (await stand.sales(['money', ...argv], options)).stdout.split('\n')[1]?.replace("'", '’').split(/ {2,}/);

  it('is in the language of a terminal, and in English in a pipe', async () => {
    const terminal = { shown: true, columns: 120 };
    expect(await firstAmount([], { env: german })).toEqual(['Sold by card', '5', '1,305.00']);
    expect(await firstAmount([], { ...terminal, env: german })).toEqual(['Mit Karte verkauft', '5', '1’305.00']);
    expect(await firstAmount([], { ...terminal, env: { LANG: 'it_IT.UTF-8', LC_MESSAGES: 'fr_FR.UTF-8' } })).toEqual([
      'Vendu par carte',
      '5',
      '1\u202f305,00',
    ]);
    expect(await firstAmount([], { ...terminal, env: { LANG: 'it_IT.UTF-8' } })).toEqual(['Venduto con carta', '5', '1.305,00']);
    for (const LANG of ['C', 'C.UTF-8', 'POSIX', 'en_ZA.UTF-8', 'nl_NL.UTF-8', ''])
      expect(await firstAmount([], { ...terminal, env: { LANG } })).toEqual(['Sold by card', '5', '1,305.00']);
    expect(await firstAmount(['--lang', 'en'], { ...terminal, env: german })).toEqual(['Sold by card', '5', '1,305.00']);
  });

  it.each([
    ['de', 'de_CH.UTF-8', '1’305.00'],
    ['de', 'de_DE@euro', '1.305,00'],
    ['de', 'de_AT.UTF-8', '1\u00a0305,00'],
    ['de', '', '1.305,00'],
    ['fr', 'de_CH.UTF-8', '1\u202f305,00'],
    ['it', 'it_CH.UTF-8', '1’305.00'],
  ])('numbers of %s are those of the region of %s', async (lang, LANG, amount) => {
    expect((await firstAmount([], { env: { LANG, SALES_LANG: lang } }))?.at(-1)).toBe(amount);
  });

  it('another language is a wrong value, of the flag and of its variable', async () => {
    expect(await stand.sales(['money', '--lang', 'nl'])).toMatchObject({ exit: 2, stderr: expect.stringContaining('--lang') });
    expect(await stand.sales(['money'], { env: { SALES_LANG: 'nl' } })).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('SALES_LANG'),
    });
  });
});
