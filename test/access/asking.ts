/** Questions of the model as HTTP requests, and answers held against what the model expects. */
import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isDeepStrictEqual } from 'node:util';
import { operationOf } from '../../src/contract/operations.js';
import { checkAgainstDocument } from '../support/openapi-check.js';
import type { TestAnswer } from '../support/test-server.js';
import {
  approvedDay,
  changes,
  type Expected,
  expected,
  fileOfAll,
  type ModelRow,
  type ModelUpload,
  type Question,
  recordOperations,
  type World,
} from './model.js';
import { password } from './world.js';

export interface Asker {
  /** `idempotencyKey` of an upload. */
  ask(question: Question, idempotencyKey?: string): Promise<TestAnswer>;
  close(): void;
}

/** Asks the server at `url`, over connections that are kept; as a program does, or with the log-in of a browser, one for each user. */
export function askerOf(url: string, ca?: string, how: 'basic' | 'browser' = 'basic'): Asker {
  const cookies = new Map<string, Promise<string>>();
  const page = { host: new URL(url).host, origin: url, 'sec-fetch-site': 'same-origin', 'x-sales-console': '1' };
  const agent = ca === undefined ? new HttpAgent({ keepAlive: true }) : new HttpsAgent({ keepAlive: true, ca });
  const send = ca === undefined ? httpRequest : httpsRequest;
  const exchange = (path: string, method: string, headers: Record<string, string | number>, body: string | null) =>
    new Promise<TestAnswer>((resolve, reject) => {
      const request = send(new URL(path, url), { agent, method, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json: text ? JSON.parse(text) : null });
        });
      });
      request.on('error', reject);
      request.end(body ?? undefined);
    });
  /** Empty for who cannot log in. */
  const logIn = async (user: string) => {
    const body = JSON.stringify({ user, password });
    const headers = { ...page, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const answer = await exchange('/console/v1/session', 'POST', headers, body);
    return String(answer.headers['set-cookie'] ?? '').split(';')[0] ?? '';
  };
  const principalOf = async (user: string): Promise<Record<string, string>> => {
    if (how === 'basic') return { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };
    const cookie = cookies.get(user) ?? logIn(user);
    cookies.set(user, cookie);
    return { ...page, cookie: await cookie };
  };
  return {
    ask: async (question, idempotencyKey) => {
      const { path, method, body } = requestOf(question);
      const isVersioned = ['changeMatchSettings', 'changeReading'].includes(question.operation);
      const headers = {
        ...(isVersioned && { 'if-match': `"${question.version ?? 999}"` }),
        ...(await principalOf(question.user)),
        ...(body === null ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        ...(question.rows && { 'upload-source': `sha-256=${fileOfAll}` }),
      };
      const answer = await exchange(path, method, headers, body);
      checkAgainstDocument(method, path, answer);
      return answer;
    },
    close: () => agent.destroy(),
  };
}

function requestOf({
  operation,
  customerId,
  tenantId,
  importConfigurationId,
  uploadId,
  fileSha256,
  id = '',
  rows,
  digest,
  closeVersion,
  isMade,
  undoes,
}: Question) {
  const query = new URLSearchParams(
    [
      'listTransactions',
      'listRecords',
      'searchTransactions',
      'listUploads',
      'listMatches',
      'listExceptions',
      'listPayouts',
      'listDecisions',
    ].includes(operation)
      ? { pageSize: '500' }
      : {},
  );
  for (const [name, value] of Object.entries({ customerId, tenantId, importConfigurationId, uploadId, fileSha256 })) {
    if (value !== undefined) query.set(name, value);
  }
  if (operation === 'listCloses') query.set('month', '2026-11');
  if (operation === 'explainMatch') query.set('transactionId', id);
  const path = `${operationOf(operation).path.replace(/\{\w+\}/, encodeURIComponent(id))}?${query}`;
  if (operation === 'decide') {
    const decisions = [undoes ? { action: 'Undo', undoes } : { action: 'Note', transactionIds: [id], text: 'seen' }];
    return { path, method: 'POST', body: JSON.stringify({ decisions, dryRun: isMade !== true }) };
  }
  if (operation === 'approveClose') return { path, method: 'POST', body: JSON.stringify({ version: closeVersion ?? 'f'.repeat(64) }) };
  if (operation === 'startMatchRun') return { path, method: 'POST', body: null };
  if (operation === 'changePassword') return { path, method: 'PUT', body: JSON.stringify({ oldPassword: password, newPassword: '' }) };
  if (operation === 'changeMatchSettings') return { path, method: 'PUT', body: '{}' };
  if (operation === 'changeReading') {
    const reading = digest === undefined ? null : { digest, table: 'Sales', fields: { amount: ['Betrag'] } };
    return { path, method: 'PUT', body: JSON.stringify({ reading }) };
  }
  if (!rows) return { path, method: changes.includes(operation) ? 'POST' : 'GET', body: null };
  const sent = rows.map(({ label, locationId, terminalId }) => ({ transactionReference: label, locationId, terminalId }));
  // What a record needs to be imported.
  const records = sent.map((row) => ({ ...row, amount: 1, currency: 'EUR', settlementDate: '2026-11-20', payoutId: 'PO-1' }));
  return { path, method: 'POST', body: JSON.stringify(operation === 'uploadRecords' ? { records } : { transactions: sent }) };
}

/** What is wrong with an answer, as a sentence; null where it is as the model has it. */
export function faultOf(asked: Question, answer: TestAnswer, wanted: Expected): string | null {
  // Who is disabled fails with every log-in, and after ten must wait.
  const isHeldUp = asked.user === 'disabled' && answer.status === 429 && wanted.status === 401;
  const got = {
    status: isHeldUp ? 401 : answer.status,
    ...('keys' in wanted ? { keys: Object.keys(answer.json?.errors ?? {}).sort() } : {}),
    ...('labels' in wanted ? { labels: shownLabels(answer) } : {}),
    ...('uploads' in wanted ? { uploads: listedUploads(answer) } : {}),
    ...('configuration' in wanted ? { configuration: answer.json?.id } : {}),
    ...('counted' in wanted ? { counted: countedRows(answer) } : {}),
    ...('settled' in wanted ? { settled: settledRecords(answer) } : {}),
    ...('lines' in wanted ? linesOfPayouts(answer) : {}),
    ...('tenants' in wanted ? { tenants: answer.json?.tenants?.map(({ tenantId }: { tenantId: string }) => tenantId).sort() } : {}),
    ...('matches' in wanted ? { matches: listedMatches(answer) } : {}),
    ...('settingsVersion' in wanted ? { settingsVersion: answer.json?.settingsVersion } : {}),
    ...('version' in wanted ? { version: answer.json?.version } : {}),
    ...('outcome' in wanted ? { outcome: answer.json?.results?.[0]?.outcome } : {}),
    ...('decisions' in wanted ? { decisions: listedDecisions(answer) } : {}),
    ...('approved' in wanted ? { approved: approvedBy(answer) } : {}),
    ...('digest' in wanted ? { digest: answer.json?.reading?.digest ?? null } : {}),
    ...('rows' in wanted ? { rows: Number(/(\d+) (?:transaction|record)/.exec(answer.json?.summary ?? '')?.[1]) } : {}),
  };
  const want = {
    status: wanted.status,
    ...('keys' in wanted ? { keys: wanted.keys.toSorted() } : {}),
    ...('labels' in wanted ? { labels: wanted.labels?.toSorted() } : {}),
    ...('uploads' in wanted ? { uploads: wanted.uploads?.toSorted() } : {}),
    ...('configuration' in wanted ? { configuration: wanted.configuration } : {}),
    ...('counted' in wanted ? { counted: wanted.counted } : {}),
    ...('settled' in wanted ? { settled: wanted.settled } : {}),
    ...('lines' in wanted ? { lines: wanted.lines, isTold: wanted.isTold } : {}),
    ...('tenants' in wanted ? { tenants: wanted.tenants?.toSorted() } : {}),
    ...('matches' in wanted ? { matches: wanted.matches?.toSorted() } : {}),
    ...('settingsVersion' in wanted ? { settingsVersion: wanted.settingsVersion } : {}),
    ...('version' in wanted ? { version: wanted.version } : {}),
    ...('outcome' in wanted ? { outcome: wanted.outcome } : {}),
    ...('decisions' in wanted ? { decisions: wanted.decisions?.toSorted() } : {}),
    ...('approved' in wanted ? { approved: wanted.approved } : {}),
    ...('digest' in wanted ? { digest: wanted.digest } : {}),
    ...('rows' in wanted ? { rows: wanted.rows } : {}),
  };
  if (wanted.isLimited && answer.text.includes('Of the whole tenant alone.')) return `${JSON.stringify(asked)}: tells of the whole tenant`;
  if (isDeepStrictEqual(got, want)) return null;
  return `${JSON.stringify(asked)}: ${JSON.stringify(got)} instead of ${JSON.stringify(want)}`;
}

function listedUploads({ json }: TestAnswer): string[] {
  return json?.items?.map(({ uploadId }: { uploadId: string }) => uploadId).sort();
}

/** Of a close, or of the days of a list. */
function approvedBy({ json }: TestAnswer): string | null {
  const item = json?.items?.find(({ day }: { day?: string }) => day === approvedDay);
  return (item ?? json)?.approved?.by ?? null;
}

function listedDecisions(answer: TestAnswer): string[] | undefined {
  return answer.json?.items?.map(({ decisionId }: { decisionId: string }) => decisionId).sort();
}

function listedMatches({ json }: TestAnswer): string[] {
  return json?.items?.map(({ matchId }: { matchId: string }) => matchId).sort();
}

function countedRows({ json }: TestAnswer): number {
  type Claims = { findings: { code: string; rows: number }[] }[];
  if (json?.claims)
    return (json.claims as Claims).flatMap(({ findings }) => findings).find(({ code }) => code === 'WithoutDate')?.rows ?? 0;
  type Table = Record<'sold' | 'cash', { transactions: number }>;
  if (json?.items?.[0]?.sold)
    return json.items.reduce((sum: number, { sold, cash }: Table) => sum + sold.transactions + cash.transactions, 0);
  type Fees = Record<'payments' | 'withoutFee' | 'feeRecords', { records: number }>;
  if (json?.items?.[0]?.withoutFee)
    return json.items.reduce(
      (sum: number, { payments, withoutFee, feeRecords }: Fees) => sum + payments.records + withoutFee.records + feeRecords.records,
      0,
    );
  type Item = Record<'imported' | 'duplicates' | 'notImported', { transactions: number }>;
  const ofItem = ({ imported, duplicates, notImported }: Item) =>
    imported.transactions + duplicates.transactions + notImported.transactions;
  return json?.items?.reduce((sum: number, item: Item) => sum + ofItem(item), 0);
}

function settledRecords({ json }: TestAnswer): number {
  type Table = Record<'paidOut' | 'withoutNet', { records: number }>;
  return json?.items?.reduce((sum: number, { paidOut, withoutNet }: Table) => sum + paidOut.records + withoutNet.records, 0);
}

function linesOfPayouts({ json }: TestAnswer): { lines: number; isTold: boolean } {
  const payouts: { records: number; status: string | null }[] = json?.items ?? (json ? [json] : []);
  return { lines: payouts.reduce((sum, { records }) => sum + records, 0), isTold: payouts.some(({ status }) => status !== null) };
}

function shownLabels({ json }: TestAnswer): string[] {
  const shown = json?.items ?? (json?.transactions ? [...json.transactions, ...json.records] : json ? [json] : []);
  return shown.map((item: { transactionReference: string }) => item.transactionReference).sort();
}

/** Asks, and looks at the answer. An upload that is taken becomes one of `uploads`, and one that is withdrawn or restored is that from then on. */
export async function checkOne(asker: Asker, world: World, uploads: ModelUpload[], asked: Question): Promise<string | null> {
  const wanted = expected(world, uploads, asked);
  const answer = await asker.ask(asked);
  if (answer.status === 200 && asked.rows && 'tenantId' in wanted && wanted.tenantId !== undefined) {
    const isOfRecords = recordOperations.includes(asked.operation);
    uploads.push({ id: answer.json.uploadId, tenantId: wanted.tenantId, userName: asked.user, rows: asked.rows, isOfRecords });
  }
  if (answer.status === 200 && (asked.operation === 'withdrawUpload' || asked.operation === 'restoreUpload')) {
    const changed = uploads.find(({ id }) => id === asked.id);
    if (changed) {
      changed.isWithdrawn = asked.operation === 'withdrawUpload';
      // Nothing matches its rows again here.
      for (const tenant of world.tenants) {
        if (!changed.isWithdrawn) continue;
        tenant.matches = tenant.matches?.filter(({ rows }) => rows.every(({ upload }) => upload !== changed)) ?? [];
        tenant.open = tenant.open?.filter(({ upload }) => upload !== changed) ?? [];
      }
    }
  }
  return faultOf(asked, answer, wanted);
}

let label = 0;

/** Rows at these places, each with a reference of its own. */
export function rowsAt(places: readonly Omit<ModelRow, 'label'>[]): ModelRow[] {
  return places.map((place) => ({ ...place, label: `row ${++label}` }));
}

/** Uploads rows as a user who may, and learns their ids from the list of that upload. */
export async function uploadAs(
  asker: Asker,
  user: string,
  tenantId: string,
  given: readonly Omit<ModelRow, 'label'>[],
  isOfRecords = false,
): Promise<ModelUpload> {
  const rows = rowsAt(given);
  const { status, text, json } = await asker.ask({ user, tenantId, operation: isOfRecords ? 'uploadRecords' : 'uploadTransactions', rows });
  if (status !== 200) throw new Error(`${user}: ${status} ${text}`);
  const list = await asker.ask({ user, tenantId, operation: isOfRecords ? 'listRecords' : 'listTransactions', uploadId: json.uploadId });
  const ids = new Map<string, string>(
    list.json.items.map((item: { transactionReference: string; transactionId?: string; recordId?: string }) => [
      item.transactionReference,
      item.transactionId ?? item.recordId,
    ]),
  );
  return { id: json.uploadId, tenantId, userName: user, isOfRecords, rows: rows.map((row) => ({ ...row, id: ids.get(row.label) ?? '' })) };
}
