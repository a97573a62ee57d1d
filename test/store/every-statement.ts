/**
 * Drives every method of the store, for the whole of a tenant and for some units, and reads the statements that SQLite is given meanwhile:
 * which of them leave out the tenant or the scope.
 */
import { ImportSettings } from '../../src/contract/import-configuration.js';
import { MatchSettings } from '../../src/contract/match-settings.js';
import { moneyDimensions } from '../../src/contract/money-parts.js';
import { Reading } from '../../src/contract/readings.js';
import type { RecordListQuery } from '../../src/contract/records.js';
import type { Binding } from '../../src/store/access.js';
import { noRequest } from '../../src/store/audit.js';
import type { DecideAgain, Moment, RowDecision } from '../../src/store/import-decisions.js';
import { type MatchReader, rowNumber } from '../../src/store/matching.js';
import { Database } from '../../src/store/sqlite/database/engine.js';
import type { openSqliteStore, SqliteStore, SqliteTenant } from '../../src/store/sqlite/sqlite-store.js';
import { openMatchReader } from '../../src/store/sqlite/sqlite-store.js';
import type { TenantStore } from '../../src/store/store.js';
import { momentOf } from '../../src/store/stored-row.js';
import type { StageRequest } from '../../src/store/uploads.js';
import { decideBy, leaving } from '../support/decide.js';
import { decideAs, decideSome } from './decision-calls.js';
import { filterPairs, query } from './list-model.js';
import { candidateIds, emptyPiece, matchSome, ofTheTenant, readSource } from './match-calls.js';
import { openSqlite, type SqliteHarness } from './sqlite-harness.js';

const processed: RowDecision = { transactionState: 'Processed', transactionMatchState: 'Unmatched', comment: null, errors: [] };
const id = '0190a5d4-7f3c-7b3e-8c1d-2f6a9b8c7d6e';

const amountColumns = 'tenant_key, seq, ticks, currency, brand_id, terminal_id, location_id, state, match_state';

/** Statements on tenants' tables that may do without the tenant, and why. Migrations stand apart: they run before there is a tenant. */
export const exceptions: Record<string, string> = {
  'SELECT first_transaction_id FROM upload ORDER BY upload_key DESC LIMIT 1': 'ids rise over all tenants; gives an id, and no content',
  'SELECT (SELECT count(*) FROM tenant) AS tenants, CAST(coalesce(sum(transactions), 0) AS bigint) AS transactions, (SELECT coalesce(max(upload_key), 0) FROM upload) AS uploads, (SELECT page_count * page_size FROM pragma_page_count, pragma_page_size) AS database_bytes FROM tenant':
    'figures: of all tenants together; gives numbers, and no content',
  'SELECT max(given) AS last FROM ( SELECT max(import_configuration_key) AS given FROM import_configuration UNION ALL SELECT max(key) FROM removed WHERE kind = ? ) AS every':
    'keys of all tenants are different; gives a number, and no content',
  'SELECT (SELECT coalesce(max(upload_key), 0) + 1 FROM upload) AS upload_key, (SELECT coalesce(max(seq), 0) + 1 FROM "transaction") AS first_seq':
    'seq and upload_key number those of all tenants; gives numbers, and no content',
  'SELECT (SELECT coalesce(max(upload_key), 0) + 1 FROM upload) AS upload_key, (SELECT coalesce(max(seq), 0) + 1 FROM settlement_record) AS first_seq':
    'the same of settlement records',
  'SELECT coalesce(max(match_key), 0) + 1 AS key FROM match': 'keys of all tenants are different; gives a number, and no content',
  'SELECT sorted_to, block_to, block_amount, (SELECT ifnull(max(seq), 0) FROM "transaction") AS last FROM amount_order':
    'seq numbers the rows of all tenants; gives numbers, and no content',
  [`INSERT INTO transaction_amount (amount, ${amountColumns}) SELECT ifnull(amount, -9e999), ${amountColumns} FROM "transaction" NOT INDEXED WHERE seq > ? AND seq <= ? AND (seq > ? OR ifnull(amount, -9e999) > ?) AND ifnull(amount, -9e999) <= ? ORDER BY tenant_key, amount, seq`]:
    'amountSorter: rows of all tenants get their places, each with its tenant; gives nothing',
  'UPDATE upload SET idempotency_key = NULL, fingerprint = NULL WHERE idempotency_key IS NOT NULL AND created_at < ?':
    'pruneIdempotencyKeys: keys end by age in all tenants alike; gives nothing',
  "SELECT (SELECT id FROM tenant WHERE tenant.tenant_key = match_progress.tenant_key) FROM match_progress JOIN tenant AS counted USING (tenant_key) WHERE (seen IS DISTINCT FROM concat_ws(' ', transactions, records, changed, arrived, (SELECT version FROM settlement_settings WHERE settlement_settings.tenant_key = match_progress.tenant_key)) OR seen_rules IS DISTINCT FROM ?) ORDER BY match_progress.tenant_key":
    'tenantsToMatch: the matcher serves all tenants; gives ids',
};

/** Statements under a scope of units that may do without it, and why. Those with a part that varies by its beginning and end. */
export const limitedExceptions: [RegExp, string][] = [
  [/^INSERT INTO /, 'of rows that were looked at before'],
  [/^SELECT \(SELECT coalesce\(max\(upload_key\), 0\) \+ 1 FROM upload\) AS upload_key, .* AS first_seq$/, 'as above'],
  [
    /^SELECT sorted_to, block_to, block_amount, \(SELECT ifnull\(max\(seq\), 0\) FROM "transaction"\) AS last FROM amount_order$/,
    'as above',
  ],
  [
    /^SELECT first_seq AS "from", first_seq \+ rows AS "to" FROM upload WHERE tenant_key = \? AND kind = \? AND id = \?$/,
    'the uploadId filter: gives the place of rows, which are then looked at',
  ],
  [
    /^SELECT (1|count\(\*\)) FROM ("transaction"|transaction_amount|\(SELECT terminal_id FROM unit_terminal) .* WHERE .*( LIMIT 1 OFFSET \?)?$/,
    'what a way to the rows would cost; never shown',
  ],
  [
    /^SELECT (CAST\(ticks AS text\)|amount) AS value, seq FROM ("transaction"|transaction_amount) .* LIMIT 1 OFFSET \?$/,
    'how far a first look at such a way goes; never shown',
  ],
  [/^SELECT count\(\*\) AS uploads, /, 'the same'],
  [/^SELECT count\(\*\) AS untold FROM /, 'rows of an own upload'],
  [
    /^SELECT sale\.seq, upload\.first_seq, upload\.first_transaction_id, coalesce\(upload\.group_key/,
    'earlier rows that new ones may be like; never shown',
  ],
  [/^SELECT seq, amount FROM "transaction" INDEXED BY transaction_date WHERE tenant_key = \? AND ticks >= \?/, 'the same'],
  [/^UPDATE match_progress SET changed_from = /, 'the days of rows that were looked at before'],
  [/^UPDATE ("transaction"|settlement_record) AS sale SET match_(state|key) = /, 'rows that were looked at before'],
  [/^INSERT OR IGNORE INTO upload_value .* FROM "transaction" NOT INDEXED WHERE tenant_key = \? AND seq IN /, 'the same'],
  [/^UPDATE tenant SET (transactions|records) = /, 'the count of all rows, which bounds the pages'],
];

/** Which tenants and units a user has access to can only be asked of all of them. */
export const allAccess =
  /^SELECT app_user\.id, .* JOIN unit USING \(unit_key\) WHERE user_key = \(SELECT user_key FROM app_user WHERE name = \?\) .*|^SELECT tenant\.id AS tenant_id, unit\.id, unit\.name FROM app_user JOIN user_grant .* WHERE app_user\.id = \? /;

const header = 'a'.repeat(64);
const reading = Reading.parse({ digest: 'b'.repeat(12), table: 'Sales', fields: { amount: ['Betrag'] } });

/** Calls every method, each with every kind of argument that leads to another statement. */
export const tenantCalls: { [Method in Exclude<keyof SqliteTenant, keyof Binding>]: (tenant: SqliteTenant, own: Own) => Promise<unknown> } =
  {
    reach: (tenant) => tenant.reach(),
    importConfiguration: async (tenant, { configurationId }) => {
      await tenant.importConfiguration(undefined);
      await tenant.importConfiguration(configurationId);
    },
    stageUpload: async (tenant, own) => {
      await stage(tenant, own, 'another key');
      const moments = [
        { amount: 1, minute: 1, minutes: 1, day: null },
        { amount: 1, minute: null, minutes: 1, day: 1 },
      ];
      const decide = decideBy(({ has, find, near, wasSentBefore }) => {
        has(1);
        wasSentBefore();
        find(1, 1);
        for (const moment of moments) near(moment);
        return [processed];
      }, moments);
      await tenant.stageUpload({ ...batch(own.userId, own.configurationId, 'decided by people'), decide });
      const sold = { amount: 1, transactionDate: '2026-01-01T00:00:00Z' };
      const soldAt = momentOf(sold) as Moment;
      for (const key of ['sold', 'sold too']) {
        const near = decideBy(
          (earlier) => {
            earlier.near(soldAt);
            return [processed];
          },
          [soldAt],
        );
        await tenant.stageUpload({ ...batch(own.userId, own.configurationId, key), transactions: [sold], decide: near });
      }
      await tenant.stageUpload({ ...recordBatch(own, 'decided records'), decide });
    },
    earlierUpload: (tenant, { userId }) => tenant.earlierUpload(userId, { key: 'key', fingerprint: 'f' }),
    upload: (tenant, { uploadId }) => tenant.upload(uploadId),
    listTransactions: async (tenant) => {
      for (const [one, two] of filterPairs()) await tenant.listTransactions(query({ [one]: filterValue(one), [two]: filterValue(two) }));
      // Where there are many rows, the store chooses its way to them.
      await tenant.listTransactions(query({ amountFrom: 1, amountTo: 1 }));
      await tenant.listTransactions(query({ currency: 'XXX' }));
    },
    searchTransactions: async (tenant) => {
      for (const over of [
        {},
        { terminalId: id },
        { uploadId: id },
        { transactionDateFrom: '2026-01-01T00:00:00Z' },
        { 'sorting.key': 'Amount' },
      ] as const)
        await tenant.searchTransactions({ ...query(over), transactionReference: id, orderId: id, locationId: id, cardLastFour: '4242' });
      for (const openReason of [undefined, 'NotSettled'] as const) await tenant.searchTransactions({ ...query({}), openReason });
      for (const moneyPart of ['sold', 'missingFile'] as const) await tenant.searchTransactions({ ...query({}), moneyPart });
    },
    listUploads: async (tenant) => {
      for (const over of [{}, { uploadId: id }, { fileSha256: 'a'.repeat(64) }])
        await tenant.listUploads({ pageSize: 2, pageNumber: 1, ...over });
    },
    getTotals: async (tenant) => {
      // By each of the ways to the rows: by date, by terminal, as they lie, of one upload.
      for (const by of ['currency', 'terminal', 'day,brand']) {
        await tenant.getTotals({ by });
        await tenant.getTotals({ by, terminalId: id });
        await tenant.getTotals({ by, uploadId: id });
        await tenant.getTotals({ by, transactionDateFrom: '2026-01-01T00:00:00Z' });
        await tenant.getTotals({ by, transactionDateTo: '2026-01-01T00:00:00Z', currency: 'EUR' });
      }
    },
    getMoney: async (tenant) => {
      for (const by of [undefined, ...moneyDimensions]) await tenant.getMoney({ by });
      await tenant.getMoney({ terminalId: id, currency: 'EUR' });
      await tenant.getMoney({ uploadId: id });
      await tenant.getMoney({ transactionDateFrom: '2026-01-01T00:00:00Z' });
    },
    getFees: async (tenant) => {
      await tenant.getFees({});
      await tenant.getFees({ dateFrom: '2026-01-01', dateTo: '2026-12-31', by: 'month,account,brand' });
    },
    listPayouts: async (tenant) => {
      const page = { pageSize: 2, pageNumber: 1 };
      await tenant.listPayouts(page);
      const asked = { acquirerId: id, merchantId: id, payoutId: id, currency: 'EUR', dateFrom: '2026-01-01', dateTo: '2026-12-31' };
      await tenant.listPayouts({ ...page, ...asked, status: 'Differs' });
    },
    getPayout: async (tenant) => {
      const { items } = JSON.parse(await tenant.listPayouts({ pageSize: 2, pageNumber: 1 }));
      if (items[0]) await tenant.getPayout({ id: items[0].id });
      await tenant.getPayout({ id }).catch((error: unknown) => error);
    },
    listCloses: (tenant) => tenant.listCloses({ month: '2026-01' }),
    getClose: async (tenant) => {
      for (const day of ['2026-01-20', '2026-01']) await tenant.getClose({ day });
    },
    listAtOnce: async (tenant) => {
      for (const key of ['TransactionDate', 'Amount'] as const) await tenant.listAtOnce(query({ 'sorting.key': key }));
    },
    transaction: (tenant) => tenant.transaction(id),
    listRecords: async (tenant, { recordsId = id }) => {
      for (const over of [{}, { uploadId: recordsId }, { 'sorting.key': 'Amount' }] as const)
        await tenant.listRecords(recordQuery({ terminalId: id, payoutId: id, settlementDateFrom: '2026-01-01', ...over }));
    },
    record: (tenant) => tenant.record(id),
    recordHistory: async (tenant) => {
      const { items } = JSON.parse(await tenant.listRecords(recordQuery({})));
      await tenant.recordHistory(items[0]?.recordId ?? id);
      await tenant.recordHistory(id);
    },
    listMatches: async (tenant) => {
      const asked = { kind: 'Match', rule: 'reference', dayFrom: '2020-01-01', dayTo: '2030-01-01', currency: 'EUR' } as const;
      for (const over of [
        {},
        asked,
        { terminalId: 'T' },
        { differs: 'true' },
        { differs: 'false', terminalId: 'T', pinned: 'true' },
      ] as const)
        await tenant.listMatches({ pageSize: 500, pageNumber: 1, ...over });
    },
    listExceptions: async (tenant) => {
      const filters = { terminalId: id, currency: 'EUR', amountFrom: 1, amountTo: 2, dayFrom: '2020-01-01', dayTo: '2030-01-01' };
      for (const over of [{}, { pageNumber: 9 }, filters, { side: 'Sale' }, { side: 'Record' }] as const)
        await tenant.listExceptions({ pageSize: 2, pageNumber: 1, ...over });
      // Told to users of the whole tenant alone.
      for (const side of ['Payout', 'Account', 'Terminal'] as const)
        await tenant.listExceptions({ side, pageSize: 2, pageNumber: 1 }).catch((error: unknown) => error);
    },
    match: async (tenant) => {
      const { items } = JSON.parse(await tenant.listMatches({ pageSize: 500, pageNumber: 1 }));
      for (const { matchId } of items) await tenant.match(matchId);
      await tenant.match(id);
    },
    matchFacts: async (tenant) => {
      for (const kind of ['Sales', 'Settlement'] as const) await tenant.matchFacts(kind, id);
    },
    getMatchRun: (tenant) => tenant.getMatchRun({}),
    askToMatch: (tenant) => tenant.askToMatch({ isAll: true, by: 'admin', from: noRequest }).catch((error: unknown) => error),
    matchSettings: (tenant) => tenant.matchSettings(),
    reading: (tenant) => tenant.reading(header),
    changeReading: async (tenant) => {
      const change = { header, by: 'api', from: noRequest };
      const { version } = await tenant.reading(header);
      await tenant.changeReading({ ...change, version, reading });
      await tenant.changeReading({ ...change, version: version + 1, reading: null });
    },
    changeMatchSettings: async (tenant) => {
      const kept = await tenant.matchSettings();
      await tenant.changeMatchSettings({ version: kept.version, settings: MatchSettings.parse({}), by: 'admin', from: noRequest });
    },
    knownPlaces: (tenant) => tenant.knownPlaces(),
    history: async (tenant) => {
      const { items } = JSON.parse(await tenant.listTransactions(query({})));
      await tenant.history(items[0]?.transactionId ?? id);
      await tenant.history(id);
    },
    reprocess: async (tenant, { uploadId, userId, configurationId }) => {
      await tenant.reprocess(uploadId, 'admin', again);
      const failed: RowDecision = { transactionState: 'Unprocessed', transactionMatchState: 'NotApplicable', comment: 'no', errors: [] };
      const request = batch(userId, configurationId, 'to be processed again');
      const staged = await tenant.stageUpload({ ...request, decide: decideBy(() => [failed]) });
      await tenant.reprocess(staged.uploadId, 'admin', again);
    },
    withdraw: async (tenant, own) => {
      const { uploadId, userId, configurationId } = own;
      await tenant.withdraw(uploadId, 'admin', again);
      const stands: RowDecision = { ...processed, duplicateKey: { hash: 7, occurrence: 1 } };
      for (const key of ['one', 'its like']) {
        const staged = await tenant.stageUpload({ ...batch(userId, configurationId, key), decide: decideBy(() => [stands]) });
        await tenant.withdraw(staged.uploadId, 'admin', again);
        await tenant.restore(staged.uploadId, 'admin', again);
      }
      if (own.matching) await undoDecided(tenant, own);
    },
    restore: (tenant, { uploadId }) => tenant.restore(uploadId, 'admin', again),
    applyMatches: async (tenant, own) => {
      if (!own.matching) return;
      await stageToMatch(tenant, own);
      await readMatched(tenant, await matchSome(tenant, own.matching, own.tenantId));
      await waitForLateFile(tenant, own);
    },
    decide: async (tenant, own) => {
      if (!own.matching) return;
      // Of those that are staged to be matched, and so have an amount and a date.
      const isPaid = (row: string | null) => row?.includes('"currency":"EUR"') === true;
      const { sales, records } = await candidateIds(own.matching, own.tenantId);
      const told = { sales: [] as string[], records: [] as string[] };
      for (const sale of sales) if (isPaid(await tenant.transaction(sale))) told.sales.push(sale);
      for (const record of records) if (isPaid(await tenant.record(record))) told.records.push(record);
      await decideSome(tenant, own.userId, { sales: told.sales.slice(-2), records: told.records.slice(-1) });
    },
    approveClose: async (tenant) => {
      const asked = { period: '2026-01', by: 'api', from: noRequest };
      const { version } = JSON.parse(await tenant.getClose({ day: asked.period })) as { version: string };
      for (const read of [version, version, 'another']) await tenant.approveClose({ ...asked, version: read });
    },
    listDecisions: (tenant) => tenant.listDecisions({ pageSize: 2, pageNumber: 1 }),
  };

/** An upload of which people decided goes while another has its row, and comes back. */
async function undoDecided(tenant: TenantStore, own: Own): Promise<void> {
  const paid = { terminalId: 'T', amount: 8, currency: 'EUR', transactionDate: '2026-11-19T10:00:00Z' };
  const decide = decideBy(() => [{ ...processed, duplicateKey: { hash: 8, occurrence: 1 } }]);
  const { userId, configurationId: importConfigurationId } = own;
  const request = { userId, importConfigurationId, idempotency: null, uploadGroup: null, transactions: [paid], decide };
  const records = await tenant.stageUpload({ ...recordBatch(own, 'a record'), records: [paid], decide });
  const { uploadId } = await tenant.stageUpload(request);
  const matching = own.matching as MatchReader;
  const [rows, ids] = [await readSource(matching, own.tenantId), await candidateIds(matching, own.tenantId)];
  const idOf = (kind: 'sales' | 'records') => ids[kind].filter((_, index) => rows[kind][index]?.fields.amount === paid.amount);
  await decideAs(tenant, own.userId, { action: 'Claim', transactionIds: idOf('sales'), recordIds: [], remindOn: '2030-01-01' });
  const link = { action: 'Link', transactionIds: idOf('sales'), recordIds: idOf('records') } as const;
  const { outcome, detail } = await decideAs(tenant, own.userId, link);
  if (outcome !== 'Done') throw new Error(`The rows cannot be linked: ${detail}`);
  await tenant.withdraw(uploadId, 'admin', again, noRequest, 'any');
  const corrected = await tenant.stageUpload(request);
  const { changed } = await readSource(matching, own.tenantId);
  await tenant.applyMatches({ ...emptyPiece, changed, finished: { seen: 'some', rules: 'rules', frontier: null } });
  await tenant.withdraw(corrected.uploadId, 'admin', again, noRequest, 'any');
  await tenant.restore(uploadId, 'admin', again);
  for (const id of [uploadId, records.uploadId]) await tenant.withdraw(id, 'admin', again, noRequest, 'any');
}

/** Rows that stand for payments, at a terminal of the keeper's. */
async function stageToMatch(tenant: TenantStore, own: Own): Promise<void> {
  const decide = decideBy(() => Array.from({ length: 4 }, () => processed));
  const paid = { terminalId: 'T', amount: 5, currency: 'EUR', transactionDate: '2026-11-19T10:00:00Z' };
  // Their numbers have gaps.
  const sales = Array.from({ length: 4 }, (_, at) => ({ ...paid, transactionSequenceCounter: String(2 * at) }));
  await tenant.stageUpload({ ...batch(own.userId, own.configurationId, 'sales to match'), transactions: sales, decide });
  await tenant.stageUpload({
    ...recordBatch(own, 'records to match'),
    records: sales.slice(1).map((sale) => ({ ...sale, payoutId: 'PO-1', transactionCount: 1 })),
    decide: decideBy(() => [processed, processed, processed]),
  });
}

/** A sale waits for the sixth of weekly files. */
async function waitForLateFile(tenant: TenantStore, own: Own): Promise<void> {
  const dayOf = (week: number) => new Date(Date.UTC(2026, 8, 28 + 7 * week)).toISOString().slice(0, 10);
  const weeks = [0, 1, 2, 3, 4];
  const booked = weeks.map((week) => ({ acquirerId: 'WEEKLY', settlementDate: dayOf(week + 1), businessDate: dayOf(week), amount: 5 }));
  const decide = decideBy(() => weeks.map(() => processed));
  await tenant.stageUpload({ ...recordBatch(own, 'weeks'), records: booked, decide });
  const reader = own.matching as MatchReader;
  const { changed, sales } = await readSource(reader, own.tenantId);
  const row = rowNumber('Sales', sales.find(({ fields }) => fields.amount !== null)?.seq ?? 0);
  const parameters = { side: 'Sale', acquirerId: 'WEEKLY', terminalId: null, toDay: dayOf(5), dueDay: dayOf(7), missing: null };
  const open = { row, day: Date.parse(dayOf(5)) / 86_400_000, reason: 'Waiting' as const, missing: null, involved: [] };
  await tenant.applyMatches({ ...emptyPiece, changed, open: [{ ...open, parameters: JSON.stringify(parameters) }] });
  const { items } = JSON.parse(await tenant.listExceptions({ reason: 'NoFile', pageSize: 2, pageNumber: 1 }));
  if (items.length !== 1) throw new Error('The file is not told to be late.');
  for (const call of [tenantCalls.getMoney, tenantCalls.searchTransactions, tenantCalls.getClose]) await call(tenant as SqliteTenant, own);
}

export async function readMatched(
  tenant: TenantStore,
  { sales, records }: { sales: readonly string[]; records: readonly string[] },
): Promise<void> {
  for (const sale of sales) {
    await tenant.transaction(sale);
    await tenant.history(sale);
    await tenant.matchFacts('Sales', sale);
  }
  for (const record of records) {
    await tenant.record(record);
    await tenant.matchFacts('Settlement', record);
  }
  await tenantCalls.match(tenant as SqliteTenant, { tenantId: '', userId: '', configurationId: '', uploadId: '' });
  await tenant.recordHistory(records[0] as string);
  await tenant.getMoney({});
  await tenant.getFees({});
  for (const day of ['2026-11-19', '2026-11']) await tenant.getClose({ day });
  await tenantCalls.getPayout(tenant as SqliteTenant, { tenantId: '', userId: '', configurationId: '', uploadId: '' });
}

const again: DecideAgain = ({ rows }) => {
  const decisions = rows.map(() => ({ ...processed, duplicateKey: { hash: 7, occurrence: 1 } }));
  return decideBy(() => decisions);
};

export const storeCalls: { [Method in keyof SqliteStore]: (store: SqliteStore, own: Own) => unknown } = {
  tenant: (store, { tenantId }) => store.tenant(tenantId, 'whole'),
  userByName: (store) => store.userByName('api'),
  isEmpty: (store) => store.isEmpty(),
  figures: (store) => store.figures(),
  grantedUnits: (store, { userId }) => store.grantedUnits(userId),
  installationId: (store) => store.installationId(),
  browserSession: (store) => store.browserSession('hash'),
  beginSession: (store, { userId }) => store.beginSession({ tokenHash: 'hash', userId, credentialVersion: 1, at: new Date(0) }),
  seeSession: (store) => store.seeSession('hash', new Date(0)),
  endSession: (store) => store.endSession('hash'),
  pruneSessions: (store) => store.pruneSessions({ createdBefore: new Date(0), seenBefore: new Date(0) }),
  setUp: () => undefined,
  stageTogether: (store, { tenantId, userId, configurationId }) =>
    store.stageTogether([{ tenantId, scope: 'whole', request: batch(userId, configurationId, 'a third key') }]),
  pruneIdempotencyKeys: (store) => store.pruneIdempotencyKeys(new Date(0)),
  audit: (store) => store.audit({ actor: 'a', origin: null, action: 'a', object: 'o', outcome: 'done', requestId: null, details: {} }),
  checkWritable: (store) => store.checkWritable(),
  tidy: (store) => store.tidy('idle'),
  close: () => undefined,
};

export interface Own {
  tenantId: string;
  userId: string;
  configurationId: string;
  uploadId: string;
  /** An upload of settlement records. */
  recordsId?: string;
  /** Reads what there is to match; of a store that matches. */
  matching?: MatchReader;
}

/** Statements on one line each, every one once. */
export interface Recorded {
  ofWhole: string[];
  ofUnits: string[];
}

/** Calls every method of a store on a directory of its own. Fails where a scope of units lets through what it must not. */
export async function everyStatement(open?: typeof openSqliteStore, openReader = openMatchReader): Promise<Recorded> {
  const { prepare } = Database.prototype;
  let recorded = new Set<string>();
  /** Those that were prepared since the last time. A connection prepares each once. */
  const take = () => {
    const taken = [...recorded];
    recorded = new Set();
    return taken;
  };
  Database.prototype.prepare = function (this: Database, sql: string) {
    recorded.add(oneLine(sql));
    return prepare.call(this, sql) as ReturnType<typeof prepare>;
  } as typeof prepare;
  const harness = await openSqlite(() => new Date('2026-11-20T12:00:00Z'), open);
  let matching: MatchReader | null = null;
  try {
    matching = openReader({ directory: harness.directory });
    const own = await callAll(harness.store, matching);
    const ofWhole = take();
    const { store, ...keeper } = await withKeeper(harness, own);
    take();
    await callLimited(store, { ...own, ...keeper });
    return { ofWhole, ofUnits: take() };
  } finally {
    await matching?.close();
    Database.prototype.prepare = prepare;
    await harness.close();
  }
}

async function callAll(store: SqliteStore, matching: MatchReader): Promise<Own> {
  const { tenantId } = await store.setUp({
    customerName: 'c',
    tenantName: 't',
    importConfiguration: { name: 'Default', settings: ImportSettings.parse({ requiredFields: [], currencyCheck: false }) },
    userName: 'api',
    passwordHash: 'h',
  });
  const tenant = store.tenant(tenantId, 'whole');
  const own: Own = {
    tenantId,
    userId: (await store.userByName('api'))?.id ?? '',
    configurationId: (await tenant.importConfiguration(undefined))?.id ?? '',
    uploadId: '',
    matching,
  };
  own.uploadId = (await stage(tenant, own, 'key')).uploadId;
  own.recordsId = (await tenant.stageUpload(recordBatch(own, 'records'))).uploadId;
  const many = Array.from({ length: 3_000 }, (_, amount) => ({ amount }));
  await tenant.stageUpload({ ...batch(own.userId, own.configurationId, 'many'), transactions: many, decide: leaving(many) });
  // Both with late rows and without.
  await tenant.listTransactions(query({ 'sorting.key': 'Amount' }));
  await store.tidy('idle');
  await tenantCalls.listAtOnce(tenant, own);
  for (const call of Object.values(tenantCalls)) await call(tenant, own);
  for (const call of Object.values(storeCalls)) await call(store, own);
  return own;
}

interface Kept {
  /** A user of a unit that has a terminal alone. */
  tillId: string;
  outsideId: string;
  /** The same, with a warning. */
  warnedId: string;
  /** Ids of rows inside, some of which are matched. */
  matched: { sales: string[]; records: string[] };
}

/** A user of one unit with an upload from outside of it, and the store opened anew, so that nothing is prepared yet. */
async function withKeeper(
  harness: SqliteHarness,
  { tenantId, configurationId, matching }: Own,
): Promise<{ store: SqliteStore; userId: string } & Kept> {
  await harness.addUser('keeper');
  await harness.grant('keeper', { unitId: await harness.addUnit(tenantId, { locationIds: ['L'], terminalIds: ['T'] }) });
  const userId = (await harness.store.userByName('keeper'))?.id ?? '';
  await harness.addUser('till');
  await harness.grant('till', { unitId: await harness.addUnit(tenantId, { terminalIds: ['T'] }) });
  const tillId = (await harness.store.userByName('till'))?.id ?? '';
  const outside = { ...batch(userId, configurationId, 'outside'), decide: decideBy(() => [processed]) };
  const { uploadId } = await harness.store.tenant(tenantId, 'whole').stageUpload(outside);
  const warned = { ...batch(userId, configurationId, 'warned'), decide: decideBy(() => [{ ...processed, isWarned: true }]) };
  const { uploadId: warnedId } = await harness.store.tenant(tenantId, 'whole').stageUpload(warned);
  const matched = await candidateIds(matching as MatchReader, tenantId);
  return { store: await harness.reopen(), userId, tillId, outsideId: uploadId, warnedId, matched };
}

async function callLimited(store: SqliteStore, own: Own & Kept): Promise<void> {
  const tenant = store.tenant(own.tenantId, { unitsOf: own.userId });
  const { reprocess, withdraw, restore, stageUpload, applyMatches, changeMatchSettings, askToMatch, approveClose, ...calls } = tenantCalls;
  const inside = [{ terminalId: 'T' }, { locationId: 'L' }];
  await tenant.stageUpload({ ...batch(own.userId, own.configurationId, 'of units'), transactions: inside, decide: leaving(inside) });
  await tenant.upload(own.warnedId);
  await readMatched(tenant, own.matched);
  const told = await Promise.all(own.matched.records.map((record) => tenant.record(record)));
  if (told.some((record) => record?.includes(ofTheTenant))) throw new Error('in a scope of units, it was told how far files reach');
  for (const call of Object.values(calls)) await call(tenant, own);
  await tenantCalls.listMatches(store.tenant(own.tenantId, { unitsOf: own.tillId }), own);
  // Asked for by a user of the whole tenant, a unit is looked up by the same statements.
  await tenant.listExceptions({ unitId: id, pageSize: 2, pageNumber: 1 });
  // The upload is another user's, and so not found; what becomes of the rows of an own one is the tenant's matter.
  await tenant.withdraw(own.uploadId, 'keeper', again);
  await restore(tenant, own);
  for (const [code, call] of [
    ['internal', reprocess],
    ['internal', changeMatchSettings],
    ['internal', askToMatch],
    ['internal', approveClose],
    ['internal', async () => tenant.applyMatches({ ...emptyPiece, changed: 0 })],
    ['forbidden', () => tenant.withdraw(own.outsideId, 'keeper', again)],
    ['unavailable', stageUpload],
  ] as const) {
    const outcome = await call(tenant, own).catch((error: { code?: unknown }) => error);
    if ((outcome as { code?: unknown } | null)?.code !== code)
      throw new Error('in a scope of units, import or an upload from outside went on');
  }
}

/** Statements that leave out a tenant, or the units or the user of a scope, and are no exceptions. */
export function unbound({ ofWhole, ofUnits }: Recorded): string[] {
  const withoutTenant = [...ofWhole, ...ofUnits].filter(
    (sql) => hasPart(sql, (part) => tables(part) > tenants(part)) && !allAccess.test(sql) && !(sql in exceptions),
  );
  const limited = ofUnits.filter((sql) => !limitedExceptions.some(([pattern]) => pattern.test(sql)));
  const withoutUnits = limited.filter((sql) => hasPart(sql, (part) => rowTables(part) > unitTests(part)));
  const withoutUser = limited.filter((sql) => rowTables(sql) === 0 && uploadTables(sql) > 0 && !OWN.test(sql));
  const withoutLocations = ofUnits.filter((sql) => sql.includes('FROM location_terminal') && !NEAR.test(sql));
  return [...new Set([...withoutTenant, ...withoutUnits, ...withoutUser, ...withoutLocations])];
}

/** Of a union, each part must keep inside by itself. */
function hasPart(sql: string, test: (part: string) => boolean): boolean {
  return sql.split(' UNION ALL ').some(test);
}

const OWN = /\buser_key = (?:\?|\(SELECT user_key FROM app_user WHERE id = \?\))(?! OR\b)/;
const NEAR =
  /FROM location_terminal WHERE tenant_key = \? AND location_id IN \(SELECT location_id FROM unit_location WHERE unit_key IN \(SELECT value FROM json_each\(\?\)\)\)(?! OR\b)/;

async function stage(tenant: TenantStore, { userId, configurationId }: Own, key: string) {
  return tenant.stageUpload(batch(userId, configurationId, key));
}

function batch(userId: string, importConfigurationId: string, key: string): StageRequest {
  return {
    userId,
    importConfigurationId,
    idempotency: { key, fingerprint: 'f' },
    uploadGroup: id,
    transactions: [{}],
    decide: leaving([{}]),
  };
}

/** The same of settlement records. */
export function recordBatch({ userId, configurationId }: Own, key: string): StageRequest {
  const { transactions, ...request } = batch(userId, configurationId, key) as Extract<StageRequest, { transactions: unknown }>;
  return { ...request, records: [{}] };
}

export function recordQuery(over: Partial<RecordListQuery> = {}): RecordListQuery {
  return { pageSize: 30, pageNumber: 1, 'sorting.key': 'TransactionDate', 'sorting.direction': 'Descending', ...over };
}

function filterValue(name: string): unknown {
  if (name.startsWith('amount')) return 1;
  if (name.startsWith('transactionDate')) return '2026-01-01T00:00:00Z';
  return { transactionState: 'Processed', transactionMatchState: 'Match' }[name] ?? id;
}

/** How often a statement names a table of tenants' data. */
export function tables(sql: string): number {
  return [
    ...sql.matchAll(
      /\b(?:FROM|JOIN|UPDATE|INTO)\s+"?(?:transaction|transaction_amount|settlement_record|match|match_item|match_open|match_forbidden|match_decision|match_claim|match_progress|settlement_settings|reading|close_statement|upload|upload_value|import_configuration|unit|location_terminal|history|tenant SET|tenant AS|tenant WHERE(?! id))\b(?!_)"?/gi,
    ),
  ].length;
}

/** How often it binds the tenant: in a condition, by the tenant that is bound itself, or as a value of a new row. */
export function tenants(sql: string): number {
  const inserted = /^(?:INSERT|REPLACE)\b[^(]*\([^)]*\btenant_key\b/i.test(sql) ? 1 : 0;
  const isTenantBound =
    /\bFROM tenant\b.* WHERE tenant\.id = \?(?! OR\b)/.test(sql) && [...sql.matchAll(/\btenant\s+\w*\s*JOIN\b/g)].length === 1;
  const joined = [...sql.matchAll(/\b(?!tenant\.)\w+\.tenant_key = tenant\.tenant_key(?! OR\b)/g)].map(([test]) => test);
  return [...sql.matchAll(/(?<!\bSET )\btenant_key = \?(?! OR\b)/g)].length + (isTenantBound ? new Set(joined).size : 0) + inserted;
}

/** How often a statement reads or changes rows. */
export function rowTables(sql: string): number {
  return [...sql.matchAll(/\b(?:FROM|JOIN|UPDATE|INTO)\s+(?:"transaction"|transaction_amount\b|settlement_record\b)/gi)].length;
}

export function uploadTables(sql: string): number {
  return [...sql.matchAll(/\b(?:FROM|JOIN|UPDATE|INTO)\s+upload\b/gi)].length;
}

/** How often it asks whether a row belongs to a unit: by its terminal or by its location, each bound to the units' keys. */
export function unitTests(sql: string): number {
  const places = (table: string) => [
    ...sql.matchAll(new RegExp(`FROM ${table} WHERE unit_key IN \\(SELECT value FROM json_each\\(\\?\\)\\)(?! OR\\b)`, 'g')),
  ];
  return Math.min(places('unit_terminal').length, places('unit_location').length);
}

export function oneLine(sql: string): string {
  return sql.replace(/\s+/g, ' ').trim();
}
