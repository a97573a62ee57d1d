/** Sales and settlement records of one shop and of another, matched by the settings from the start: one of every kind of outcome. */
import { matchTenant, rulesInForce } from '../../src/matcher/run.js';
import { openMatchReader } from '../../src/store/sqlite/sqlite-store.js';
import type { TestServer } from './test-server.js';

const at = (time: string) => `2026-10-05T${time}+02:00`;
const zurich = { locationId: 'Z1', terminalId: '22128577', currency: 'EUR' };
const elsewhere = { locationId: 'Z9', terminalId: '22879999', currency: 'EUR' };
/** On two tills at once. */
const receipt = { amount: 34, transactionReference: 'RECEIPT-0416' };
const account = { acquirerId: 'ACQ-ONE', payoutId: 'PO-1', settlementDate: '2026-10-06' };

/** By the names that the tests call them by. */
export const sales: Record<string, object> = {
  reference: { ...zurich, amount: 12.5, transactionDate: at('09:00:00'), transactionReference: 'REF-000001' },
  tip: { ...zurich, amount: 20, transactionDate: at('09:10:00'), transactionReference: 'REF-000002' },
  hidden: { ...elsewhere, amount: 7, transactionDate: at('09:20:00'), transactionReference: 'REF-000003' },
  itemOne: { ...zurich, terminalId: null, amount: 30, transactionDate: at('09:30:00'), orderId: 'ORDER-17' },
  // Of no shop, so that whoever sees one shop alone does not see it.
  itemTwo: { currency: 'EUR', amount: 50, transactionDate: at('09:30:05'), orderId: 'ORDER-17' },
  proposed: { ...zurich, amount: 61.3, transactionDate: at('10:00:00') },
  ambiguousOne: { ...zurich, ...receipt, transactionDate: at('11:00:00') },
  ambiguousTwo: { ...zurich, ...receipt, terminalId: '22128578', transactionDate: at('11:06:00') },
  typedWrong: {
    ...zurich,
    amount: 17.12,
    transactionDate: at('12:00:00'),
    authorisationCode: '611234',
    cardNumberMasked: '545454******7788',
  },
  open: { ...zurich, amount: 99.99, transactionDate: at('13:00:00'), transactionReference: 'REF-000099' },
};

export const records: Record<string, object> = {
  reference: { ...account, ...zurich, amount: 12.5, transactionDate: at('09:00:04'), transactionReference: 'REF-000001' },
  tip: {
    ...account,
    ...elsewhere,
    terminalId: '22128577',
    locationId: null,
    amount: 22,
    transactionDate: at('09:10:04'),
    transactionReference: 'REF-000002',
  },
  hidden: { ...account, ...elsewhere, amount: 7.2, transactionDate: at('09:20:04'), transactionReference: 'REF-000003' },
  items: { ...account, ...zurich, terminalId: null, amount: 80, transactionDate: at('09:30:30'), orderId: 'ORDER-17' },
  proposed: { ...account, ...zurich, amount: 61.3, transactionDate: at('10:00:04') },
  ambiguous: { ...account, ...zurich, ...receipt, terminalId: null, transactionDate: at('11:03:00') },
  typedWrong: {
    ...account,
    ...zurich,
    amount: 71.12,
    transactionDate: at('12:00:04'),
    authorisationCode: '611234',
    cardNumberMasked: '545454******7788',
  },
  // How far the files reach.
  late: { ...account, ...elsewhere, settlementDate: '2026-10-20', businessDate: '2026-10-19', amount: 1.11 },
};

export interface MatchScenario {
  /** Ids by the names of the rows. */
  saleIds: Record<string, string>;
  recordIds: Record<string, string>;
  /** The upload of the records. */
  recordUpload: string;
}

/** Uploads rows, and waits until they are imported; gives the upload's id. */
export async function send(
  server: TestServer,
  login: string,
  member: 'transactions' | 'records',
  rows: readonly object[],
): Promise<string> {
  const path = member === 'records' ? '/settlement/v1/records/upload' : '/sales/v1/transactions/upload';
  const body = JSON.stringify({ [member]: rows });
  const headers = { 'content-type': 'application/json' };
  const { status, text, json } = await server.request(path, { method: 'POST', body, headers, login });
  if (status !== 200) throw new Error(`${status} ${text}`);
  for (;;) {
    const state = await server.request(`${path}/${json.uploadId}`, { login });
    if (state.json.status !== 'Processing') break;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return json.uploadId as string;
}

export async function matchScenario(server: TestServer, login: string): Promise<MatchScenario> {
  const saleUpload = await send(server, login, 'transactions', Object.values(sales));
  const recordUpload = await send(server, login, 'records', Object.values(records));
  await matchAll(server);
  // Ids rise in the order of the upload.
  const ids = async (path: string, id: string, names: string[]) => {
    const { json } = await server.request(path, { login });
    const sorted = json.items.map((item: Record<string, string>) => item[id]).sort();
    return Object.fromEntries(names.map((name, index) => [name, sorted[index]]));
  };
  return {
    saleIds: await ids(`/sales/v1/transactions?pageSize=500&uploadId=${saleUpload}`, 'transactionId', Object.keys(sales)),
    recordIds: await ids(`/settlement/v1/records?pageSize=500&uploadId=${recordUpload}`, 'recordId', Object.keys(records)),
    recordUpload,
  };
}

/** What the matcher's thread would do. */
export async function matchAll({ directory, store }: TestServer): Promise<void> {
  const reader = openMatchReader({ directory });
  try {
    for (const tenantId of await reader.tenantsToMatch(rulesInForce)) {
      await matchTenant(reader, tenantId, async (piece) => store.tenant(tenantId, 'whole').applyMatches(piece));
    }
  } finally {
    await reader.close();
  }
}
