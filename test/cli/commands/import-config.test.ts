/** `sales admin import-config` and `unit suggest` as a person sees them, on a data directory of its own. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { importSettingsDefault } from '../../../src/contract/import-configuration.js';
import type { TransactionUpload } from '../../../src/contract/transaction.js';
import { decideAbout } from '../../../src/importing/decide.js';
import { defaultImportConfiguration } from '../../../src/importing/rules.js';
import { openSqliteStore } from '../../../src/store/sqlite/sqlite-store.js';
import { type CommandLine, openCommandLine, type Seen } from '../command-line.js';

const nowMs = Date.parse('2026-11-21T10:00:00Z');
const id = '11111111-1111-4111-8111-111111111111';
const bill = { amount: 2.5, currency: 'EUR', transactionDate: '2026-11-20T10:00:00+01:00', terminalId: 'T1', locationId: 'L1' };

let line: CommandLine;
let directory: string;
let tenantId: string;

beforeEach(async () => {
  line = openCommandLine(null);
  directory = join(line.folder, 'sales-data');
  mkdirSync(directory);
  const store = openSqliteStore({ directory, now: () => new Date(nowMs) });
  const importConfiguration = defaultImportConfiguration;
  ({ tenantId } = await store.setUp({
    customerName: 'Default',
    tenantName: 'Shops',
    importConfiguration,
    userName: 'api',
    passwordHash: 'h',
  }));
  await store.close();
});
afterEach(() => line.remove());

const run = async (...argv: string[]): Promise<Seen> => line.run(['admin', ...argv], { nowMs });

async function upload(rows: TransactionUpload[]): Promise<void> {
  const store = openSqliteStore({ directory, now: () => new Date(nowMs) });
  const tenant = store.tenant(tenantId, 'whole');
  const configuration = await tenant.importConfiguration(undefined);
  if (!configuration) throw new Error('no configuration');
  await tenant.stageUpload({
    userId: (await store.userByName('api'))?.id ?? '',
    importConfigurationId: configuration.id,
    idempotency: null,
    uploadGroup: null,
    transactions: rows,
    decide: decideAbout(rows, configuration, { known: null, receivedAt: new Date(nowMs) }),
  });
  await store.close();
}

describe('sales admin import-config', () => {
  it('adds, lists, shows and changes; one is the default', async () => {
    expect(
      await run('import-config', 'add', 'Cash', 'known=reject', 'notMatchedTypes=cash,Bar', '--tenant', 'Shops', '--id', id),
    ).toMatchObject({
      exit: 0,
      stdout: `${id}\n`,
    });
    const shown = await run('import-config', 'show', 'Cash');
    expect(JSON.parse(shown.stdout)).toEqual({ ...importSettingsDefault, known: 'reject', notMatchedTypes: ['cash', 'Bar'] });
    writeFileSync(join(line.folder, 'settings.json'), shown.stdout);
    expect(
      await run(
        'import-config',
        'set',
        id,
        '--file',
        'settings.json',
        '--default',
        '--name',
        'Bar',
        'amountMax=1000',
        'currencyCheck=false',
        'duplicateKey=',
      ),
    ).toMatchObject({
      exit: 0,
      stdout: '',
    });
    expect(JSON.parse((await run('import-config', 'list', '--json')).stdout).importConfigurations).toEqual([
      {
        id,
        name: 'Bar',
        tenant: { id: tenantId, name: 'Shops' },
        isDefault: true,
        settings: {
          ...importSettingsDefault,
          known: 'reject',
          notMatchedTypes: ['cash', 'Bar'],
          amountMax: 1000,
          currencyCheck: false,
          duplicateKey: [],
        },
      },
      expect.objectContaining({ name: 'Default', isDefault: false }),
    ]);
    const { rows } = JSON.parse((await run('audit', 'list', '--json')).stdout);
    expect(rows.map(({ action }: { action: string }) => action)).toEqual(
      expect.arrayContaining(['import-config.add', 'import-config.set']),
    );
  });

  it.each([
    [['known=perhaps'], 'known: must be one of accept, warn, reject'],
    [['duplicateKey=amount,currency'], 'duplicateKey: must be "identity", or empty, or hold one of transactionReference'],
    [['requiredFields=amount,amount'], 'requiredFields: must name each field once'],
    [['requiredFields=price'], 'requiredFields[0]: must be one of acquirerId'],
    [['currencyCheck=perhaps'], 'currencyCheck: must be a boolean'],
    [['amountMin=5', 'amountMax=4'], 'amountMin: must not be greater than amountMax'],
    [['transactionAgeDaysMax=-1'], 'transactionAgeDaysMax: must be at least 0'],
    [['currencycheck=true'], 'currencycheck: is no setting; the settings are requiredFields'],
    [['known'], '"known" is not of the form setting=value.'],
  ])('refuses %j and changes nothing', async (words, message) => {
    const { exit, stderr } = await run('import-config', 'set', 'Default', ...words);
    expect([exit, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(JSON.parse((await run('import-config', 'show', 'Default')).stdout)).toEqual(importSettingsDefault);
  });

  it('tries a configuration on a file and stores nothing', async () => {
    await upload([{ ...bill, transactionReference: 'R1' }]);
    await run('import-config', 'set', 'Default', 'known=warn', 'amountMax=100', 'notMatchedBrands=CASH');
    writeFileSync(
      join(line.folder, 'sales.csv'),
      [
        'transactionReference,amount,currency,transactionDate,terminalId,locationId,brandId',
        'R1,2.50,EUR,2026-11-20T09:00:00Z,T1,L1,',
        'R2,2.50,EUR,2026-11-20T09:00:00Z,T1,L1,',
        'R2,2.50,EUR,2026-11-20T09:00:00Z,T1,L1,',
        'R3,200,EURO,2026-11-20T09:00:00Z,T1,L1,',
        'R4,2.50,EURO,2026-11-20T09:00:00Z,,,',
        'R5,2.50,EUR,2026-11-20T09:00:00Z,,,CASH',
        'R6,2.5x,EUR,2026-11-20T09:00:00Z,,,',
      ].join('\n'),
    );
    const seen = await run('import-config', 'test', 'sales.csv');
    expect(seen).toMatchSnapshot();
    const { rows, reasons } = JSON.parse((await run('import-config', 'test', 'sales.csv', '--json')).stdout);
    expect(rows).toEqual({ read: 7, faulty: 1, imported: 3, notMatched: 1, duplicates: 1, rejected: 2 });
    expect(reasons).toContainEqual({ reason: 'currency is not an ISO 4217 currency code', rows: 2, lines: [5, 6] });
    const store = openSqliteStore({ directory, now: () => new Date(nowMs) });
    const list = { pageSize: 30, pageNumber: 1, 'sorting.key': 'Amount', 'sorting.direction': 'Ascending' } as const;
    expect(JSON.parse(await store.tenant(tenantId, 'whole').listTransactions(list)).items).toHaveLength(1);
    await store.close();
  });
});

describe('sales admin unit suggest', () => {
  it('lists what belongs to no unit, the most frequent first', async () => {
    await upload([
      bill,
      bill,
      { ...bill, terminalId: 'T2', locationId: '' },
      { amount: 1 },
      { ...bill, terminalId: 'T9', locationId: 'L9' },
    ]);
    await run('unit', 'add', 'Known', '--tenant', 'Shops', '--location', 'L9');
    expect(await run('unit', 'suggest', '--tenant', 'Shops')).toMatchSnapshot();
    expect(JSON.parse((await run('unit', 'suggest', '--tenant', 'Shops', '--json')).stdout).places).toEqual([
      { locationId: 'L1', terminalId: 'T1', rows: 2 },
      { locationId: null, terminalId: 'T2', rows: 1 },
    ]);
    await run('unit', 'set', 'Known', '--add-terminal', 'T1', '--add-terminal', 'T2');
    expect(await run('unit', 'suggest', '--tenant', 'Shops')).toMatchObject({ exit: 0, stdout: '' });
  });
});
