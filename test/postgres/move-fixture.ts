/** A directory with all that there can be, and all that a user sees of a store. */
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { ImportSettings } from '../../src/contract/import-configuration.js';
import { MatchSettings } from '../../src/contract/match-settings.js';
import { Reading } from '../../src/contract/readings.js';
import type { SettlementRecordUpload } from '../../src/contract/settlement.js';
import type { TransactionUpload } from '../../src/contract/transaction.js';
import { decideAbout, decideAboutRecords, decideAgain } from '../../src/importing/decide.js';
import { matchTenant, rulesInForce } from '../../src/matcher/run.js';
import { noRequest } from '../../src/store/audit.js';
import type { MatchReader } from '../../src/store/matching.js';
import { openAdministration } from '../../src/store/sqlite/administration/local-administration.js';
import { openMatchReader, openSqliteStore } from '../../src/store/sqlite/sqlite-store.js';
import type { Store, TenantStore } from '../../src/store/store.js';
import type { StageRequest } from '../../src/store/uploads.js';
import { recordQuery } from '../store/every-statement.js';
import { query, sampleRows } from '../store/list-model.js';
import { leaving } from '../support/decide.js';
import { records, sales } from '../support/match-scenario.js';

export const now = () => new Date('2026-11-20T12:00:00Z');
const settings = ImportSettings.parse({ requiredFields: ['currency'], currencyCheck: false });
export const configuration = { name: 'Default', settings };
const otherSettings = MatchSettings.parse({ numbers: { reference: 'narrows' }, book: ['terminal-and-moment'], waitDays: 3 });
const itemsOf = async (list: Promise<string>) => JSON.parse(await list).items as Record<string, string>[];

/**
 * Three tenants, units, users and configurations; uploads that were imported, half imported, rejected, withdrawn, restored, duplicates and with odd
 * values; of two tenants settlement records, too, which were matched by one set of settings and then by another; closes that were approved.
 */
export async function fill(directory: string): Promise<void> {
  mkdirSync(directory);
  const store = openSqliteStore({ directory, now });
  await store.setUp({
    customerName: 'Bäckerei',
    tenantName: 'Zürich',
    importConfiguration: configuration,
    userName: 'api',
    passwordHash: 'h',
  });
  const admin = openAdministration({ directory, now, actor: 'local:test' });
  const noRights = { roles: [], customers: [], tenants: [], units: [] };
  for (const name of ['Bern', 'Luzern'])
    await admin.addTenant({ name, customer: 'Bäckerei', id: undefined, importConfiguration: { name: 'Default', settings } });
  await admin.addUnit({ name: 'Nord', tenant: 'Zürich', parent: undefined, locationIds: ['L'], terminalIds: [], id: undefined });
  await admin.addUnit({ name: 'Kasse', tenant: 'Zürich', parent: 'Nord', locationIds: [], terminalIds: ['A'], id: undefined });
  await admin.addUser({ ...noRights, name: 'ann', passwordHash: 'h', roles: ['API', 'Admin'], units: ['Kasse'] });
  await admin.addUser({ ...noRights, name: 'gone', passwordHash: 'h', roles: [] });
  await admin.remove('user', 'gone');
  await admin.grant('api', { ...noRights, customers: ['Bäckerei'] });
  await admin.addImportConfiguration({ name: 'Strict', id: undefined, tenant: 'Bern', isDefault: false, settings });
  await admin.close();
  await fillWithReadings(store);
  await fillWithSales(store);
  await fillWithMatches(store, directory);
  for (const at of [0, 2]) for (const period of closed) await approve(await tenantAt(store, at), period);
  await store.close();
}

const closed = ['2026-10', '2026-10-05'];

async function approve(tenant: TenantStore, period: string): Promise<void> {
  const { version } = JSON.parse(await tenant.getClose({ day: period })) as { version: string };
  await tenant.approveClose({ period, version, by: 'ann', from: noRequest });
}

const header = 'a'.repeat(64);

/** The tenant's and a user's of one header, and the other tenant's of it. */
async function fillWithReadings(store: Store): Promise<void> {
  const change = { header, version: 0, by: 'ann', from: noRequest };
  const ann = (await store.userByName('ann'))?.id ?? '';
  const [first, second] = [await tenantAt(store, 0), await tenantAt(store, 1)];
  const own = store.tenant(first.tenantId, { unitsOf: ann });
  for (const [index, tenant] of [first, own, second].entries()) {
    const reading = Reading.parse({ digest: `${index}`.repeat(12), table: 'Sales', fields: { amount: ['Betrag'] } });
    await tenant.changeReading({ ...change, reading });
  }
}

async function fillWithSales(store: Store): Promise<void> {
  const odd = sampleRows().map(({ transaction }) => JSON.parse(JSON.stringify(transaction).replaceAll('\\u0000', '')));
  await uploadTo(store, odd);
  await uploadTo(store, [
    {
      locationId: 'L',
      currency: 'CHF',
      amount: 12.5,
      transactionTypes: ['Sale'],
      additionalData: [{ key: 'a"\\\n\u0001\u007f', value: 'ü\u2028', type: 'x' }],
    },
  ]);
  const twice = [{ amount: 12.5, currency: 'EUR', transactionReference: 'twice' }, { amount: 9 }];
  const { uploadId } = await uploadTo(store, twice, { idempotency: { key: 'k', fingerprint: 'f' } });
  const second = await uploadTo(store, twice, { uploadGroup: randomUUID() });
  await uploadTo(store, [{ amount: 5, currency: 'EUR' }], { decide: leaving([{}]) });
  const tenant = await tenantAt(store, 0);
  await tenant.withdraw(uploadId, 'ann', decideAgain);
  await tenant.withdraw(second.uploadId, 'ann', decideAgain);
  await tenant.restore(second.uploadId, 'ann', decideAgain);
  await uploadTo(store, [{ amount: 1e21, currency: 'EUR' }, { amount: 0.1, currency: 'EUR' }, { amount: -0.07 }, {}], {}, 1);
  await uploadTo(store, [{ amount: 3, currency: 'USD' }], { decide: leaving([{}]) }, 1);
  await uploadTo(store, twice, {}, 0);
}

/** A sale and its record, by a number that names a payment. */
const numbered = (name: string) => `payment ${name}`;
export const paid = (name: string): TransactionUpload => ({ ...sales.reference, transactionReference: numbered(name) });
/** Matching sets it aside. */
const paidInCash: TransactionUpload = { ...sales.reference, transactionReference: 'cash', transactionTypes: ['Bar'] };
export const settled = (name: string): SettlementRecordUpload => ({ ...records.reference, transactionReference: numbered(name) });

async function fillWithMatches(store: Store, directory: string): Promise<void> {
  const [scenarioSales, scenarioRecords] = [Object.values(sales), Object.values(records)] as [
    TransactionUpload[],
    SettlementRecordUpload[],
  ];
  // A bill of one shop.
  const items = [{ ...sales.itemOne }, { ...sales.itemTwo, locationId: 'Z1' }];
  // At both, so that neither tenant's matches are all that there are.
  for (const at of [1, 2]) {
    await uploadTo(store, [paid('P1'), paid('P2'), ...items, paidInCash], {}, at);
    await settleTo(
      store,
      [settled('P1'), settled('P2'), records.items ?? {}, { amount: 5 }],
      { idempotency: { key: 'r', fingerprint: 'f' } },
      at,
    );
  }
  const voided = { ...scenarioSales[0], transactionReference: 'V', transactionTypes: ['Sale'] };
  await uploadTo(store, [...scenarioSales, voided, { ...voided, amount: -12.5, transactionTypes: ['Void'] }], {}, 2);
  await settleTo(store, scenarioRecords, { uploadGroup: randomUUID() }, 2);
  const undone = [
    await uploadTo(store, [paid('U1'), paid('U2')], {}, 2),
    await settleTo(store, [settled('U1')], { idempotency: { key: 'undone', fingerprint: 'f' } }, 2),
    await settleTo(store, [settled('U2')], {}, 2),
  ];
  const odd = { fee: 0.1, netAmount: -0.07, exchangeRate: 1e21, transactionCount: 17, description: 'ü\u2028"\\\n\u0001', currency: 'CHF' };
  await settleTo(store, [odd, { ...odd, fee: -1e308, additionalData: [{ key: 'k', value: '\u007f', type: 'x' }] }, {}], {}, 1);
  await settleTo(store, [settled('P1')], { decide: leaving([{}]) }, 1);
  await matchAll(store, openMatchReader({ directory }));
  const tenant = await tenantAt(store, 2);
  for (const [index, { uploadId }] of undone.entries()) {
    await tenant.withdraw(uploadId, 'ann', decideAgain);
    if (index === 2) await tenant.restore(uploadId, 'ann', decideAgain);
  }
  await matchAll(store, openMatchReader({ directory }));
  await tenant.changeMatchSettings({ version: 0, settings: otherSettings, by: 'ann', from: noRequest });
  await matchAll(store, openMatchReader({ directory }));
}

export async function tenantAt(store: Store, at: number): Promise<TenantStore> {
  const user = await store.userByName('api');
  return store.tenant(user?.access[at]?.tenantId ?? '', 'whole');
}

async function requestFor(store: Store, tenant: TenantStore): Promise<Pick<StageRequest, 'userId' | 'importConfigurationId'>> {
  return {
    userId: (await store.userByName('api'))?.id ?? '',
    importConfigurationId: (await tenant.importConfiguration(undefined))?.id ?? '',
  };
}

export async function uploadTo(store: Store, transactions: readonly TransactionUpload[], over: Partial<StageRequest> = {}, at = 0) {
  const tenant = await tenantAt(store, at);
  return tenant.stageUpload({
    ...(await requestFor(store, tenant)),
    ...{ idempotency: null, uploadGroup: null },
    transactions,
    decide: decideAbout(transactions, { settings }, { known: null, receivedAt: now() }),
    ...over,
  } as StageRequest);
}

export async function settleTo(store: Store, rows: readonly SettlementRecordUpload[], over: Partial<StageRequest> = {}, at = 0) {
  const tenant = await tenantAt(store, at);
  return tenant.stageUpload({
    ...(await requestFor(store, tenant)),
    ...{ idempotency: null, uploadGroup: null },
    records: rows,
    decide: decideAboutRecords(rows),
    ...over,
  } as StageRequest);
}

/** Makes a full run over each tenant that has something new, and closes the reader. Returns how many tenants those were. */
export async function matchAll(store: Store, reader: MatchReader): Promise<number> {
  const tenantIds = await reader.tenantsToMatch(rulesInForce);
  for (const tenantId of tenantIds)
    await matchTenant(reader, tenantId, async (piece) => store.tenant(tenantId, 'whole').applyMatches(piece));
  await reader.close();
  return tenantIds.length;
}

/** What a user sees of a store, with the ids that are kept. */
export async function seen(store: Store, tenantIds: readonly string[]) {
  const tenants = [];
  for (const id of tenantIds) {
    const tenant = store.tenant(id, 'whole');
    const lists = [];
    for (const key of ['TransactionDate', 'Amount'] as const)
      lists.push(await itemsOf(tenant.listTransactions(query({ pageSize: 500, 'sorting.key': key }))));
    const uploads = await itemsOf(tenant.listUploads({ pageSize: 500, pageNumber: 1 }));
    const details = [];
    for (const { transactionId = '' } of lists[0]?.slice(0, 20) ?? [])
      details.push(await tenant.transaction(transactionId), await tenant.history(transactionId));
    const states = [];
    for (const { uploadId = '' } of uploads) states.push(await tenant.upload(uploadId));
    tenants.push({
      ...{ lists, uploads, details, states },
      configuration: await tenant.importConfiguration(undefined),
      places: await tenant.knownPlaces(),
      matching: await seenOfMatching(tenant),
      run: JSON.parse(await tenant.getMatchRun({})),
      reading: await tenant.reading(header),
      closes: await Promise.all(closed.map(async (day) => JSON.parse(await tenant.getClose({ day })))),
    });
  }
  return {
    tenants,
    users: [await store.userByName('api'), await store.userByName('ann')],
    readingOfUser: await ofUser(store, tenantIds[0] ?? ''),
    figures: { ...(await store.figures()), databaseBytes: 0, servers: 0 },
  };
}

async function ofUser(store: Store, tenantId: string) {
  return store.tenant(tenantId, { unitsOf: (await store.userByName('ann'))?.id ?? '' }).reading(header);
}

export async function seenOfMatching(tenant: TenantStore) {
  const recordList = await itemsOf(tenant.listRecords(recordQuery({ pageSize: 500 })));
  const matches = await itemsOf(tenant.listMatches({ pageSize: 500, pageNumber: 1 }));
  const details = [];
  for (const { recordId = '' } of recordList)
    details.push(await tenant.record(recordId), await tenant.recordHistory(recordId), await tenant.matchFacts('Settlement', recordId));
  for (const { matchId = '' } of matches) details.push(await tenant.match(matchId));
  for (const { transactionId = '' } of recordList.length > 0 ? await itemsOf(tenant.listTransactions(query({ pageSize: 500 }))) : [])
    details.push(
      await tenant.transaction(transactionId),
      await tenant.history(transactionId),
      await tenant.matchFacts('Sales', transactionId),
    );
  const totals = JSON.parse(await tenant.getTotals({ by: 'day,terminal,currency' }));
  return { recordList, matches, details, totals, settings: await tenant.matchSettings() };
}
