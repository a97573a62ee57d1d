/** Every question there is about the fixed world: every operation with every id, for every user, customerId and tenantId. */
import { randomUUID } from 'node:crypto';
import { type Asker, rowsAt, uploadAs } from './asking.js';
import { approvedDay, fileOfAll, type ModelTenant, type ModelUpload, type ModelUser, type Question, readingHeader } from './model.js';
import type { StorePlace } from './stores.js';
import { type fixedWorld, places } from './world.js';

export type FixedWorld = ReturnType<typeof fixedWorld>;

/** Rows of every place in every tenant, and uploads of users who are limited to units. */
export async function fill(asker: Asker, { tenants, users }: FixedWorld, match: StorePlace['match']): Promise<ModelUpload[]> {
  const named = (name: string) => users.find((user) => user.name === name)?.name ?? '';
  const [a1, a2, b1, b2] = tenants;
  await changeSettings(asker, named('admin only'), a1);
  for (const tenant of [a2, b1, b2]) tenant.settingsVersion = a1.settingsVersion === null ? null : 0;
  await keepReading(asker, named('one tenant'), a1, '');
  await keepReading(asker, named('two customers'), b1, '');
  await keepReading(asker, named('unit'), a1, named('unit'));
  await keepReading(asker, named('unit elsewhere'), a2, named('unit elsewhere'));
  const uploads = [
    await uploadAs(asker, named('one tenant'), a1.id, places),
    await uploadAs(asker, named('two tenants'), a2.id, places),
    await uploadAs(asker, named('two customers'), b1.id, places),
    await uploadAs(asker, named('customer and more'), b2.id, places),
    await uploadAs(asker, named('unit'), a1.id, [{ terminalId: 'mall-1' }]),
    await uploadAs(asker, named('unit parent'), a1.id, [{ locationId: 'north' }]),
    await uploadAs(asker, named('units of two'), a1.id, [{ locationId: 'south' }]),
    await uploadAs(asker, named('one tenant'), a1.id, places, true),
    await uploadAs(asker, named('two customers'), b1.id, places.slice(0, 3), true),
    await uploadAs(asker, named('unit'), a1.id, [{ terminalId: 'mall-1' }], true),
  ];
  if (match) {
    const [ofA1, , ofB1, , ofUnit, ofParent, , recordsOfA1, recordsOfB1] = uploads as [ModelUpload, ...ModelUpload[]];
    const opened = [
      { id: idAt(ofUnit, 0), involved: [] },
      { id: idAt(ofParent, 0), involved: [idAt(ofA1, 6)] },
    ];
    const open = opened.map((one) => ({ ...one, acquirerId: ofWholeTenants }));
    a1.open = [ofUnit, ofParent].flatMap((upload) => (upload?.rows[0] ? [{ row: upload.rows[0], upload }] : []));
    await matchRows(asker, named('one tenant'), a1, match, open, [
      [ofA1, [0], recordsOfA1, [1]],
      [ofA1, [1], recordsOfA1, [0]],
      [ofA1, [2], recordsOfA1, [2]],
      [ofA1, [3, 4], recordsOfA1, [3]],
      [ofA1, [5], recordsOfA1, [4]],
      [ofA1, [7], recordsOfA1, [7]],
    ]);
    await matchRows(
      asker,
      named('two customers'),
      b1,
      match,
      [],
      [
        [ofB1, [0], recordsOfB1, [0]],
        [ofB1, [1], recordsOfB1, [2]],
      ],
    );
  }
  const [ofA1, , ofB1, , ofUnit] = uploads;
  if (a1.settingsVersion !== null) {
    await noteOn(asker, named('one tenant'), a1, idAt(ofA1, 0));
    await noteOn(asker, named('unit'), a1, idAt(ofUnit, 0));
    await noteOn(asker, named('two customers'), b1, idAt(ofB1, 0));
  }
  await approve(asker, named('one tenant'), a1);
  await approve(asker, named('two customers'), b1);
  return uploads;
}

async function approve(asker: Asker, user: string, tenant: ModelTenant): Promise<void> {
  const asked = { user, tenantId: tenant.id, id: approvedDay } as const;
  const { json: close } = await asker.ask({ ...asked, operation: 'getClose' });
  const { status, text } = await asker.ask({ ...asked, operation: 'approveClose', closeVersion: close.version });
  if (status !== 200) throw new Error(`${user}: ${status} ${text}`);
  tenant.approvedBy = user;
}

/** A note, and its undo: an upload with rows that are noted is not taken back without more ado. */
async function noteOn(asker: Asker, user: string, tenant: ModelTenant, id: string): Promise<void> {
  let undoes: string | undefined;
  for (let round = 0; round < 2; round++) {
    const { json, text } = await asker.ask({ user, tenantId: tenant.id, operation: 'decide', id, isMade: true, ...(undoes && { undoes }) });
    if (json?.results?.[0]?.outcome !== 'Done') throw new Error(`${user}: ${text}`);
    undoes = json.results[0].decisionId as string;
    tenant.decisions = [...(tenant.decisions ?? []), { id: undoes, userName: user }];
  }
}

/** Speaks of what is not within the units of the users who may see the row. */
export const ofWholeTenants = 'Of the whole tenant alone.';

type Matched = [sales: ModelUpload | undefined, at: number[], records: ModelUpload | undefined, at: number[]];
const idAt = (upload: ModelUpload | undefined, at: number) => upload?.rows[at]?.id ?? '';

async function matchRows(
  asker: Asker,
  user: string,
  tenant: ModelTenant,
  match: StorePlace['match'] & {},
  open: Parameters<StorePlace['match'] & {}>[2],
  matched: readonly Matched[],
): Promise<void> {
  const ids = matched.map(([sales, ofSales, records, ofRecords]) => ({
    sales: ofSales.map((at) => idAt(sales, at)),
    records: ofRecords.map((at) => idAt(records, at)),
  }));
  await match(tenant.id, ids, open);
  const { json } = await asker.ask({ user, tenantId: tenant.id, operation: 'listMatches' });
  tenant.matches = matched.map(([sales, ofSales, records, ofRecords]) => {
    const rowsOf = (upload: ModelUpload | undefined, some: number[]) =>
      some.flatMap((at) => (upload?.rows[at] ? [{ row: upload.rows[at], upload }] : []));
    const found = json.items.find(({ transactionIds }: { transactionIds: string[] }) =>
      transactionIds.includes(idAt(sales, ofSales[0] ?? 0)),
    );
    return { id: found?.matchId ?? '', rows: [...rowsOf(sales, ofSales), ...rowsOf(records, ofRecords)] };
  });
}

/** From the first version of the settings of matching on, one tenant's are not another's. */
async function changeSettings(asker: Asker, user: string, tenant: ModelTenant): Promise<void> {
  const { status, text } = await asker.ask({ user, tenantId: tenant.id, operation: 'changeMatchSettings', version: 0 });
  if (status !== 200 && status !== 404) throw new Error(`${user}: ${status} ${text}`);
  tenant.settingsVersion = status === 200 ? 1 : null;
}

/** `of`: whose it is then; '' for the tenant's. */
async function keepReading(asker: Asker, user: string, tenant: ModelTenant, of: string): Promise<void> {
  const digest = randomUUID().replaceAll('-', '');
  const asked = { user, tenantId: tenant.id, operation: 'changeReading', id: readingHeader, version: 0, digest } as const;
  const { status, text } = await asker.ask(asked);
  if (status !== 200) throw new Error(`${user}: ${status} ${text}`);
  tenant.readings = { ...tenant.readings, [of]: digest };
}

const random = randomUUID();
export const malformed = 'no-uuid';

/** Values for the two parameters, each of the world's customers and tenants among them. */
export function targets({ tenants }: FixedWorld): Pick<Question, 'customerId' | 'tenantId'>[] {
  const customerIds = [undefined, ...new Set(tenants.map(({ customerId }) => customerId)), random, malformed];
  const tenantIds = [undefined, ...tenants.map(({ id }) => id), random, malformed];
  return customerIds.flatMap((customerId) => tenantIds.map((tenantId) => ({ customerId, tenantId })));
}

type Part = Omit<Question, 'user'>;

/** What reads, with ids of every tenant, inside and outside of units, random and malformed ones. */
export function readings({ tenants }: FixedWorld, all: readonly ModelUpload[]): Part[] {
  const uploads = all.filter(({ isOfRecords }) => !isOfRecords);
  const ofRecords = all.filter(({ isOfRecords }) => isOfRecords);
  const records = ofRecords.flatMap((upload) => upload.rows.slice(0, 5));
  const [first] = uploads;
  const rows = [...(first?.rows ?? []), ...uploads.slice(1).flatMap((upload) => upload.rows.slice(0, 1))];
  return [
    { operation: 'testAccess' },
    { operation: 'listTransactions' },
    { operation: 'getAccess' },
    { operation: 'changePassword' },
    { operation: 'searchTransactions' },
    { operation: 'listUploads' },
    { operation: 'getTotals' },
    ...[undefined, ...tenants.map(({ configurationId }) => configurationId), random, malformed].map(
      (importConfigurationId): Part => ({ operation: 'getImportConfiguration', importConfigurationId }),
    ),
    ...[...uploads.map(({ id }) => id), random, malformed].map((uploadId): Part => ({ operation: 'listTransactions', uploadId })),
    ...[...uploads.slice(0, 1).map(({ id }) => id), random].map((uploadId): Part => ({ operation: 'getTotals', uploadId })),
    ...[...all.slice(0, 8).map(({ id }) => id), random, malformed].map((uploadId): Part => ({ operation: 'listUploads', uploadId })),
    ...[fileOfAll, 'd'.repeat(64)].map((fileSha256): Part => ({ operation: 'listUploads', fileSha256 })),
    ...[...uploads.map(({ id }) => id), random, malformed].flatMap((id): Part[] => [
      { operation: 'getUploadState', id },
      { operation: 'getTransactionUploadState', id },
    ]),
    ...[readingHeader, 'b'.repeat(64), malformed].flatMap((id): Part[] => [
      { operation: 'getReading', id },
      { operation: 'changeReading', id },
    ]),
    { operation: 'getMatchSettings' },
    { operation: 'suggestMatchSettings' },
    { operation: 'listMatches' },
    { operation: 'getMoney' },
    ...[...uploads.slice(0, 1).map(({ id }) => id), random].map((uploadId): Part => ({ operation: 'getMoney', uploadId })),
    { operation: 'getFees' },
    { operation: 'listPayouts' },
    { operation: 'listCloses' },
    ...[approvedDay, '2026-11', malformed].flatMap((id): Part[] => [
      { operation: 'getClose', id },
      { operation: 'approveClose', id },
    ]),
    ...[...records.map(({ id = '' }) => id), first?.rows[0]?.id ?? '', random, malformed].map(
      (id): Part => ({ operation: 'getPayout', id }),
    ),
    { operation: 'listExceptions' },
    { operation: 'getMatchRun' },
    ...[...rows.slice(0, 4).map(({ id = '' }) => id), random, malformed].map((id): Part => ({ operation: 'decide', id })),
    { operation: 'listDecisions' },
    { operation: 'startMatchRun' },
    ...[...tenants.flatMap(({ matches = [] }) => matches.map(({ id }) => id)), random, malformed].map(
      (id): Part => ({ operation: 'getMatch', id }),
    ),
    ...[...rows.slice(0, 6).map(({ id = '' }) => id), random, malformed].map((id): Part => ({ operation: 'explainMatch', id })),
    { operation: 'changeMatchSettings' },
    { operation: 'testSettlementAccess' },
    { operation: 'listRecords' },
    // Of each kind what asks for the other one.
    ...[...ofRecords.map(({ id }) => id), first?.id ?? '', random].map((uploadId): Part => ({ operation: 'listRecords', uploadId })),
    ...[...ofRecords.map(({ id }) => id), first?.id ?? '', malformed].map((id): Part => ({ operation: 'getRecordUploadState', id })),
    ...[...records.map(({ id = '' }) => id), first?.rows[0]?.id ?? '', malformed].map((id): Part => ({ operation: 'getRecord', id })),
    ...[...records.slice(-4).map(({ id = '' }) => id), first?.rows[0]?.id ?? '', malformed].map(
      (id): Part => ({ operation: 'getRecordHistory', id }),
    ),
    ...ofRecords.slice(0, 1).flatMap(({ id, rows: [row] }): Part[] => [
      { operation: 'listTransactions', uploadId: id },
      { operation: 'getUploadState', id },
      { operation: 'getTransactionUploadState', id },
      { operation: 'getTransaction', id: row?.id ?? '' },
      { operation: 'getTransactionDetail', id: row?.id ?? '' },
      { operation: 'getTransactionHistory', id: row?.id ?? '' },
      { operation: 'restoreUpload', id },
    ]),
    ...(['getTransaction', 'getTransactionDetail', 'getTransactionHistory'] as const).flatMap((operation) =>
      [...rows.map(({ id = '' }) => id), random, malformed].map((id): Part => ({ operation, id })),
    ),
    // An upload that counts is restored by doing nothing. To withdraw one, see the tests of uploads that are taken back.
    ...(['reprocessUpload', 'restoreUpload'] as const).flatMap((operation) =>
      [...uploads.map(({ id }) => id), random, malformed].map((id): Part => ({ operation, id })),
    ),
    ...[random, malformed].map((id): Part => ({ operation: 'withdrawUpload', id })),
  ];
}

/** What shows whether the rows of an upload count. */
export function lookingAt({ id, rows: [row], isOfRecords }: ModelUpload): Part[] {
  if (isOfRecords)
    return [
      { operation: 'listRecords' },
      { operation: 'listRecords', uploadId: id },
      { operation: 'getFees' },
      { operation: 'listPayouts' },
      { operation: 'getRecord', id: row?.id ?? '' },
      { operation: 'getRecordHistory', id: row?.id ?? '' },
      { operation: 'getRecordUploadState', id },
    ];
  return [
    { operation: 'listTransactions' },
    { operation: 'searchTransactions', uploadId: id },
    { operation: 'getTotals' },
    { operation: 'getTransaction', id: row?.id ?? '' },
    { operation: 'getTransactionDetail', id: row?.id ?? '' },
    { operation: 'getTransactionHistory', id: row?.id ?? '' },
    { operation: 'getUploadState', id },
    { operation: 'getTransactionUploadState', id },
    { operation: 'listUploads' },
  ];
}

/** Uploads: with rows inside and outside of units, and with import configurations of every tenant. */
export function sendings({ tenants }: FixedWorld): Part[] {
  const upload = (rows: Question['rows'], importConfigurationId?: string): Part => ({
    operation: 'uploadTransactions',
    importConfigurationId,
    ...(rows && { rows }),
  });
  const inside = [{ locationId: 'north', terminalId: 'mall-1' }];
  return [
    upload(rowsAt(inside)),
    upload(rowsAt(places)),
    { operation: 'uploadRecords', rows: rowsAt(inside) },
    { operation: 'uploadRecords', rows: rowsAt(places) },
    ...[...tenants.map(({ configurationId }) => configurationId), random, malformed].map((id) => upload(rowsAt(inside), id)),
  ];
}

/** Whether both parameters could be somebody's: where they could not, the answer does not depend on what is asked for. */
export function isKnown({ tenants }: FixedWorld, { customerId, tenantId }: Pick<Question, 'customerId' | 'tenantId'>): boolean {
  return (
    (customerId === undefined || tenants.some((tenant) => tenant.customerId === customerId)) &&
    (tenantId === undefined || tenants.some(({ id }) => id === tenantId))
  );
}

export function questionsOf(user: ModelUser, parts: readonly Part[], target: Pick<Question, 'customerId' | 'tenantId'>): Question[] {
  return parts.map((part) => ({ user: user.name, ...target, ...part, ...(part.rows && { rows: rowsAt(part.rows) }) }));
}
