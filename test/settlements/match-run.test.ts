/** Both sides sent to the server as it is built, over TLS, and matched by its own thread: upload, settle, wait for the run, list, why. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openCommandLine } from '../cli/command-line.js';
import { dataDirectory, password, type ServeProcess, serve } from '../support/serve-process.js';

const line = openCommandLine(null);
let data: Awaited<ReturnType<typeof dataDirectory>>;
let server: ServeProcess;
let env: Record<string, string>;

beforeAll(async () => {
  data = await dataDirectory();
  server = await serve(data.directory, data.passwordFile, {}, ['--no-console']);
  env = { SALES_URL: server.url, SALES_USER: 'api', SALES_PASSWORD: password, SALES_CA_FILE: server.caFile };
});
afterAll(async () => {
  await server.end('SIGTERM');
  await data.remove();
  line.remove();
});

const sales = async (...argv: string[]) => {
  const { exit, stdout, stderr } = await line.run(argv, { env });
  expect(exit, stderr).toBe(0);
  return stdout;
};

const fails = async (...argv: string[]) => {
  const { exit, stderr } = await line.run(argv, { env });
  return [exit, stderr];
};

it('what both sides sent is matched, and everybody can read why', async () => {
  const none = JSON.parse(await sales('match', 'run', '--wait', '--json'));
  expect(none.run).toMatchObject({ state: 'None', matches: 0 });
  const { run: nothing } = JSON.parse(await sales('match', 'run', '--dry-run', '--json'));
  expect([nothing.state, nothing.dryRun]).toEqual(['None', undefined]);

  await sales(
    'upload',
    line.file(
      'till.csv',
      [
        'transactionReference,amount,currency,transactionDate',
        'REF-0000001,12.50,EUR,2026-11-10T10:00:00+01:00',
        'REF-0000002,20.00,EUR,2026-11-10T10:05:00+01:00',
        'REF-0000003,7.00,EUR,2026-11-10T10:10:00+01:00',
      ].join('\n'),
    ),
    '--json',
  );
  await sales(
    'settle',
    line.file(
      'october.csv',
      [
        'acquirerId,payoutId,settlementDate,transactionReference,amount,fee,currency,transactionDate',
        'ACQ-ONE,PO-1,2026-11-11,REF-0000001,12.50,0.10,EUR,2026-11-10T10:00:04+01:00',
        'ACQ-ONE,PO-1,2026-11-11,REF-0000002,22.00,0.20,EUR,2026-11-10T10:05:04+01:00',
      ].join('\n'),
    ),
    '--json',
  );

  const { run } = JSON.parse(await sales('match', 'run', '--wait', '--json'));
  expect(run).toMatchObject({ state: 'Current', matches: 2, proposals: 0, cancellations: 0 });
  expect(run.open).toEqual([{ reason: 'Waiting', sales: 1, records: 0 }]);
  expect(await sales('match', 'run', '--wait')).toMatch(/^2 matches, 0 proposals, 0 cancellations\n/);

  const { items } = JSON.parse(await sales('match', 'list', '--json'));
  expect(items.map(({ rule, how, difference }: Record<string, string>) => [rule, how, difference]).sort()).toEqual([
    ['number-and-moment', 'Pair', '0.00'],
    ['number-and-moment', 'Pair', '2.00'],
  ]);
  const { items: open } = JSON.parse(await sales('list', '--match-state', 'Unmatched', '--json'));
  expect(open).toHaveLength(1);
  expect(await sales('match', 'why', open[0].transactionId)).toMatch(
    /No record yet: the files of ACQ-ONE reach 2026-11-1\d, and it is due on 2026-11-1\d\./,
  );
});

it('other settings match anew, as a dry run has told before', async () => {
  const { run: before } = JSON.parse(await sales('match', 'run', '--wait', '--json'));
  const { settings } = JSON.parse(await sales('match', 'settings', '--json'));
  const numbers = { reference: 'ignore' };
  const file = line.file('settings.json', JSON.stringify({ numbers }));

  // The second one waits for its turn.
  const dryRun = ['match', 'run', '--dry-run', '--settings', file];
  const [told, shown] = await Promise.all([sales(...dryRun, '--wait', '--json'), sales(...dryRun)]);
  const { dryRun: found, ...same } = JSON.parse(told).run;
  expect(found).toMatchObject({ begin: 1, end: 2, before: { matches: 2, open: before.open }, after: { matches: 0, proposals: 1 } });
  expect(found.rules).toEqual([
    { rule: 'number-and-moment', kind: 'Match', before: 2, begin: 0, end: 2, changeRule: 0, after: 0 },
    { rule: 'amount-and-moment', kind: 'Proposal', before: 0, begin: 1, end: 0, changeRule: 0, after: 1 },
  ]);
  const { items } = JSON.parse(await sales('match', 'list', '--json'));
  const rowsOf = ({ transactionIds, recordIds }: Record<string, string[]>) => [transactionIds, recordIds];
  expect(found.ending.map(rowsOf).sort()).toEqual(items.map(rowsOf).sort());
  expect(shown.replaceAll(/[0-9a-f-]{36}/g, 'ID')).toMatchInlineSnapshot(`
    "A run would begin 1, end 2 and give 0 another rule.
    rule               kind      now  begin  end  from other rules  then
    number-and-moment  Match       2      0    2                 0     0
    amount-and-moment  Proposal    0      1    0                 0     1

    rows        sales now  then  records now  then
    Match               2     0            2     0
    Unmatched           1     3            0     2
      Nearby            0     2            0     1
      Proposed          0     1            0     1
      Waiting           1     0            0     0

    Matches that would end, for example:
      number-and-moment: ID ID
      number-and-moment: ID ID
    "
  `);
  expect(await sales('match', 'run', '--dry-run')).toBe('A run would change no match, and no reason why a row is open.\n');
  // Over all rows it asks first, and changes nothing unasked.
  expect(await fails('match', 'run', '--all')).toEqual([2, expect.stringContaining('To confirm, add --yes')]);
  expect(await sales('match', 'run', '--all', '--dry-run')).toContain('A run would change no match');
  expect(await sales('match', 'run', '--all', '--yes', '--wait')).toMatch(/match/);

  const checked = JSON.parse(await sales('match', 'settings', 'set', file, '--dry-run', '--json'));
  expect([checked.settings.version, checked.settings.numbers, checked.dryRun]).toEqual([0, numbers, found]);
  expect(await sales('match', 'settings', 'set', file, '--dry-run')).toBe(shown);
  // Nothing has changed by all that.
  expect(same).toEqual(before);
  expect(JSON.parse(await sales('match', 'settings', '--json')).settings).toEqual(settings);

  await sales('match', 'settings', 'set', file);
  const { run } = JSON.parse(await sales('match', 'run', '--wait', '--json'));
  expect(run).toMatchObject({ state: 'Current', settingsVersion: 1, matches: 0, proposals: 1, open: found.after.open });
});

it('settings that cannot be used are refused by their places, and --settings is for a dry run', async () => {
  const file = line.file('wrong.json', JSON.stringify({ rules: [{ name: 'one' }] }));
  const said = expect.stringContaining('settings.rules: there are no rules to be written any more');
  expect(await fails('match', 'run', '--dry-run', '--settings', file)).toEqual([4, said]);
  expect(await fails('match', 'run', '--settings', file)).toEqual([2, expect.stringContaining('--settings is for a --dry-run.')]);
});

it('what rows suggest is told with what it would change, and changes nothing', async () => {
  const row = (at: number) => `ORD-7000${at},${5 + at}.10,EUR,2026-11-1${at}`;
  const table = (header: string, rows: string[]) => [header, ...rows].join('\n');
  await sales(
    'upload',
    line.file(
      'shop.csv',
      table(
        'orderId,amount,currency,transactionDate,brandId',
        [1, 2, 3, 4].map((at) => `${row(at)}T18:00:00+01:00,Amazon Pay`),
      ),
    ),
    '--json',
  );
  await sales(
    'settle',
    line.file(
      'visa.csv',
      table(
        'acquirerId,orderId,amount,currency,settlementDate,brandId',
        [1, 2, 3, 4].map((at) => `ACQ-TWO,${row(at)},Visa`),
      ),
    ),
    '--json',
  );
  await sales('match', 'run', '--wait', '--json');
  const settings = await sales('match', 'settings', '--json');
  const [told, shown] = await Promise.all([
    sales('match', 'settings', 'suggest', '--json'),
    line.run(['match', 'settings', 'suggest'], { env }),
  ]);
  expect(JSON.parse(told)).toMatchObject({
    schema: 'sales.suggestions/1',
    suggestions: [{ setting: 'names.brands', sales: 4, settings: { names: { brands: { 'Amazon Pay': 'Visa' } } }, dryRun: { begin: 4 } }],
  });
  expect([shown.exit, shown.stdout, shown.stderr]).toMatchInlineSnapshot(`
    [
      0,
      "4 sales are held back by the brand Amazon Pay / Visa: treat as one?
      A run would begin 4, end 0 and give 0 another rule.
      {"names":{"brands":{"Amazon Pay":"Visa"}}}
    ",
      "Nothing is changed. What is right belongs into the settings file: sales match settings show --json > settings.json
    ",
    ]
  `);
  expect(await sales('match', 'settings', '--json')).toBe(settings);
});
