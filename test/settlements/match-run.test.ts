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
  const granted = await line.run(['admin', '--data', data.directory, 'user', 'grant', 'api', '--role', 'Admin']);
  expect(granted).toMatchObject({ exit: 0 });
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

it('what both sides sent is matched, and everybody can read why', async () => {
  const none = JSON.parse(await sales('match', 'run', '--wait', '--json'));
  expect(none.run).toMatchObject({ state: 'None', matches: 0 });

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
  expect(run.open).toEqual([{ reason: 'NotCovered', sales: 1, records: 0 }]);
  expect(await sales('match', 'run', '--wait')).toMatch(/^2 matches, 0 proposals, 0 cancellations\n/);

  const { items } = JSON.parse(await sales('match', 'list', '--json'));
  expect(items.map(({ rule, how, difference }: Record<string, string>) => [rule, how, difference]).sort()).toEqual([
    ['reference', 'Equal', '0.00'],
    ['reference', 'Near', '2.00'],
  ]);
  const { items: open } = JSON.parse(await sales('list', '--match-state', 'Unmatched', '--json'));
  expect(open).toHaveLength(1);
  expect(await sales('match', 'why', open[0].transactionId)).toContain('No settlement file has ever covered this sale.');
});

it('other rules match anew', async () => {
  const { settings } = JSON.parse(await sales('match', 'rules', '--json'));
  const rules = settings.rules.filter(({ name }: { name: string }) => name !== 'reference');
  await sales('match', 'rules', 'set', line.file('rules.json', JSON.stringify({ rules })));
  const { run } = JSON.parse(await sales('match', 'run', '--wait', '--json'));
  expect(run).toMatchObject({ state: 'Current', settingsVersion: 1, matches: 0 });
});
