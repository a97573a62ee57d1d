/**
 * The operations of the contract as typed calls to a server. Every answer is validated before anyone uses it, and everything that
 * is not the documented answer is a SalesError. It never repeats a call and keeps nothing between calls.
 */
import { promisify } from 'node:util';
import type { z } from 'zod';
import type { UserRights } from '../../contract/access.js';
import { type Extension, extensionNames, extensionOf } from '../../contract/extensions.js';
import type { TransactionHistory } from '../../contract/history.js';
import type { ImportConfiguration } from '../../contract/import-configuration.js';
import type { OperationId, SettlementRecordList, TransactionList, UploadList } from '../../contract/operations.js';
import { own } from '../../contract/own-names.js';
import type { QueryValues } from '../../contract/paths.js';
import { isPlainList } from '../../contract/plain-list.js';
import { SalesError } from '../../contract/problem.js';
import type { SettlementRecord, SettlementRecordDetail } from '../../contract/records.js';
import { slipFilterNames } from '../../contract/slip-filters.js';
import type { UploadKind } from '../../contract/states.js';
import type { Totals } from '../../contract/totals.js';
import type { Transaction, TransactionDetail } from '../../contract/transaction.js';
import type { UploadResult, UploadState } from '../../contract/upload.js';
import { answerFailure, headerOf, type ReceivedAnswer } from './answer-failure.js';
import { capabilitiesOf } from './capabilities.js';
import { type AskOperation, type MatchingApi, matchingApi, type ReadAnswer } from './matching-api.js';
import { httpDateMs } from './retry-after.js';
import { baseUrlOf, type Routes, templatesOf, urlOf } from './routes.js';
import { openTransport, type TransportOptions } from './transport.js';

export interface ApiOptions extends TransportOptions {
  url: string;
  customerId: string | undefined;
  tenantId: string | undefined;
  /** Templates that differ from the contract's. */
  routes?: Routes;
}

/** What the access test tells beside 200. */
export interface AccessAnswer {
  /** The server's clock; null when it does not say. */
  dateMs: number | null;
  /** The header Sales-Capabilities; null when the server announces none. */
  capabilities: string | null;
  /** The server counts the user's requests, and refuses those that are too many. */
  isRateLimited: boolean;
}

export interface UploadOptions {
  importConfigurationId?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Idempotency-Key: with it, a server that honours keys stages the same body once, however often it comes. */
  key?: string;
  /** Upload-Group: the batches of one file. */
  group?: string;
  /** Awaited before the last byte goes; until then the server cannot take the batch. The call fails with its failure. */
  beforeLastByte?: () => Promise<void>;
  /** Send it packed. */
  gzip?: boolean;
}

/** The calls that there are for rows of either kind. */
export interface RowsApi<List, Detail> {
  testAccess(signal?: AbortSignal): Promise<AccessAnswer>;
  /** `body` is the request as JSON. Fails with `inDoubt` wherever the server may have taken it without our knowing. */
  upload(body: Uint8Array, options: UploadOptions): Promise<UploadResult>;
  uploadState(uploadId: string, signal?: AbortSignal): Promise<UploadState>;
  list(query: QueryValues, signal?: AbortSignal): Promise<List>;
  get(id: string): Promise<Detail>;
  /** An extension of our own server. */
  history(id: string): Promise<TransactionHistory>;
}

/** Of whichever kind. */
export type AnyRowsApi = RowsApi<
  { items: readonly (Transaction | SettlementRecord)[]; hasMore: boolean },
  TransactionDetail | SettlementRecordDetail
>;

/**
 * Every call fails with the failure of the status it got; with `network` or `tlsTrust` when no server was reached;
 * with `protocol` when the answer is not the documented one. Those that are here are for sales.
 */
export interface SalesApi extends RowsApi<TransactionList, TransactionDetail> {
  readonly host: string;
  /** For settlement records; an extension of our own server as a whole. From a server without it the calls fail with `usage`. */
  readonly records: RowsApi<SettlementRecordList, SettlementRecordDetail>;
  /** As `list`, by what stands on slips, too: an extension of our own server. Fails with `usage` where it lacks one of the filters. */
  search(query: QueryValues, signal?: AbortSignal): Promise<TransactionList>;
  /** An extension of our own server, as are the next: from a server without it they fail with `usage`. */
  access(signal?: AbortSignal): Promise<UserRights>;
  uploads(query: QueryValues, signal?: AbortSignal): Promise<UploadList>;
  importConfiguration(importConfigurationId: string | undefined, signal?: AbortSignal): Promise<ImportConfiguration>;
  totals(query: QueryValues, signal?: AbortSignal): Promise<Totals>;
  /** What is about matching; an extension, too. */
  readonly matching: MatchingApi;
  /** Needs the role Admin, or to withdraw and restore an own upload API. Gives the upload's state after the change; done twice it is done once. */
  changeUpload(uploadId: string, change: 'reprocess' | 'withdraw' | 'restore'): Promise<UploadState>;
  close(): Promise<void>;
}

/** The calls for rows of that kind. */
export function rowsApi(api: SalesApi, kind: UploadKind): AnyRowsApi {
  return kind === 'Sales' ? api : api.records;
}

/**
 * What `ask` finds of an id, which does not tell of which kind it is: sales first, as every server has those. Fails with the `notFound` of
 * sales where it is of neither.
 */
export async function ofEitherKind<Found>(api: SalesApi, ask: (rows: AnyRowsApi, kind: UploadKind) => Promise<Found>): Promise<Found> {
  try {
    return await ask(api, 'Sales');
  } catch (error) {
    if (!(error instanceof SalesError) || error.code !== 'notFound') throw error;
    return ask(api.records, 'Settlement').catch((other: unknown) => {
      // Another server has no settlement records, and may refuse whatever it does not know.
      throw other instanceof SalesError && ['notFound', 'usage', 'forbidden'].includes(other.code) ? error : other;
    });
  }
}

const rowOperations = {
  Sales: {
    ...{ test: 'testAccess', upload: 'uploadTransactions', state: 'getUploadState' },
    ...{ list: 'listTransactions', get: 'getTransaction', history: 'getTransactionHistory' },
  },
  Settlement: {
    ...{ test: 'testSettlementAccess', upload: 'uploadRecords', state: 'getRecordUploadState' },
    ...{ list: 'listRecords', get: 'getRecord', history: 'getRecordHistory' },
  },
} as const satisfies Record<UploadKind, Record<string, OperationId>>;

/** Fails with `usage` when the URL is not https or the user name holds a colon. */
export function openApi(options: ApiOptions): SalesApi {
  if (options.user?.includes(':')) throw new SalesError('usage', 'A user name must not contain a colon (RFC 7617).');
  const baseUrl = baseUrlOf(options.url);
  const templates = templatesOf(options.routes ?? {});
  const transport = openTransport(options);
  const access: QueryValues = { customerId: options.customerId, tenantId: options.tenantId };

  const call: AskOperation = async (request, operation, placeholders, query) => {
    const url = urlOf(baseUrl, templates[operation], placeholders, { ...query, ...access });
    const { answer, wholeRequestSent } = await transport.exchange({ ...request, url });
    const mayBeTaken = request.method !== 'GET' && !request.isRepeatable && wholeRequestSent;
    const missing = missingExtension(operation, answer);
    if (missing !== null && isOfNothing(answer.status)) throw notOffered(baseUrl.host, missing);
    if (answer.status !== 200) throw await answerFailure(answer, baseUrl.host, mayBeTaken, options.nowMs());
    return answer;
  };
  const documented: ReadAnswer = async (schema, operation, answer) => {
    const body = await validated(schema, answer.body);
    if (body !== null) return body;
    const missing = missingExtension(operation, answer);
    throw missing === null ? undocumented(baseUrl.host) : notOffered(baseUrl.host, missing);
  };
  const read = async <Schema extends z.ZodType>(
    schema: LoadSchema<Schema>,
    operation: OperationId,
    placeholders: Record<string, string>,
    query: QueryValues,
    signal?: AbortSignal,
  ) => {
    const answer = await call({ method: 'GET', signal }, operation, placeholders, query);
    return documented(schema, operation, answer);
  };
  const rows = <List extends z.ZodType, Detail extends z.ZodType>(
    kind: UploadKind,
    list: LoadSchema<List>,
    detail: LoadSchema<Detail>,
  ): RowsApi<z.infer<List>, z.infer<Detail>> => ({
    testAccess: async (signal) => {
      const answer = await call({ method: 'GET', signal }, rowOperations[kind].test, {}, {});
      // Some servers answer anything with 200.
      const missing = missingExtension(rowOperations[kind].test, answer);
      if (missing !== null) throw notOffered(baseUrl.host, missing);
      const isRateLimited = ['ratelimit', 'ratelimit-policy'].some((name) => headerOf(answer, name) !== undefined);
      return {
        dateMs: httpDateMs(headerOf(answer, 'date') ?? '') ?? null,
        capabilities: headerOf(answer, 'sales-capabilities') ?? null,
        isRateLimited,
      };
    },
    upload: async (json, { importConfigurationId, signal, key, group, beforeLastByte, gzip: isPacked = false }) => {
      const headers = { ...(key && { 'idempotency-key': key }), ...(group && { 'upload-group': group }) };
      const body = isPacked ? await packed(json) : json;
      const request = { method: 'POST', body, isPacked, headers, signal, beforeLastByte } as const;
      const answer = await call(request, rowOperations[kind].upload, {}, { importConfigurationId }).catch((error: unknown) => {
        throw isPacked && error instanceof SalesError && error.code === 'unsupportedMediaType' ? packedRefused(baseUrl.host, error) : error;
      });
      const result = await validated(schemas.uploadResult, answer.body);
      if (!result) throw new SalesError('inDoubt', `${baseUrl.host} answered 200 without a valid upload id.`);
      return result;
    },
    uploadState: (uploadId, signal) => read(schemas.uploadState, rowOperations[kind].state, { uploadId }, {}, signal),
    list: (query, signal) => read(list, rowOperations[kind].list, {}, query, signal),
    get: (id) => read(detail, rowOperations[kind].get, { id }, {}),
    history: (id) => read(schemas.history, rowOperations[kind].history, { id }, {}),
  });
  return {
    host: baseUrl.host,
    ...rows('Sales', schemas.list, schemas.detail),
    records: rows('Settlement', schemas.recordList, schemas.recordDetail),
    search: async (query, signal) => {
      const answer = await call({ method: 'GET', signal }, 'searchTransactions', {}, query);
      const { filters } = capabilitiesOf(headerOf(answer, 'sales-capabilities') ?? null);
      // A server ignores what it does not know, and would list everything.
      const missing = slipFilterNames.find((name) => own(query, name) !== undefined && !filters.includes(name));
      if (missing) throw notOffered(baseUrl.host, 'filter');
      return documented(schemas.list, 'searchTransactions', answer);
    },
    access: (signal) => read(schemas.access, 'getAccess', {}, {}, signal),
    uploads: (query, signal) => read(schemas.uploads, 'listUploads', {}, query, signal),
    importConfiguration: (importConfigurationId, signal) =>
      read(schemas.importConfiguration, 'getImportConfiguration', {}, { importConfigurationId }, signal),
    totals: (query, signal) => read(schemas.totals, 'getTotals', {}, query, signal),
    matching: matchingApi(call, documented),
    changeUpload: async (uploadId, change) => {
      const answer = await call({ method: 'POST', body: noBody, isRepeatable: true }, `${change}Upload`, { uploadId }, {});
      return documented(schemas.uploadState, `${change}Upload`, answer);
    },
    close: () => transport.close(),
  };
}

/** The extension that an operation is, where the server does not announce it; null where it does, or where it is none. */
function missingExtension(operation: OperationId, answer: ReceivedAnswer): Extension | null {
  const extension = extensionOf(operation);
  const { words } = capabilitiesOf(headerOf(answer, 'sales-capabilities') ?? null);
  return extension === null || words.includes(extension) ? null : extension;
}

/** What a server answers that knows nothing of an address. */
function isOfNothing(status: number): boolean {
  return status === 404 || status === 405 || status === 501;
}

function notOffered(host: string, extension: Extension): SalesError {
  return new SalesError('usage', `${host} does not offer ${extensionNames[extension]}, which is no part of the documented interface.`);
}

const noBody = new Uint8Array();

/** In the threads of zlib, beside whatever else is under way; more than the least effort costs more than it saves. */
async function packed(body: Uint8Array): Promise<Uint8Array> {
  const { constants, gzip } = await import('node:zlib');
  return promisify(gzip)(body, { level: constants.Z_BEST_SPEED });
}

function packedRefused(host: string, cause: SalesError): SalesError {
  return new SalesError('usage', `${host} does not accept compressed requests (415).`, {
    hint: ['Send them uncompressed: ', ['--gzip', 'off']],
    cause,
  });
}

type LoadSchema<Schema> = () => Promise<Schema>;

/** Loaded when an answer needs them: zod takes longer to load than a short command has. */
const schemas = {
  uploadResult: async () => (await import('../../contract/upload.js')).UploadResult,
  uploadState: async () => (await import('../../contract/upload.js')).UploadState,
  list: async () => (await import('../../contract/operations.js')).TransactionList,
  recordList: async () => (await import('../../contract/operations.js')).SettlementRecordList,
  recordDetail: async () => (await import('../../contract/records.js')).SettlementRecordDetail,
  uploads: async () => (await import('../../contract/operations.js')).UploadList,
  access: async () => (await import('../../contract/access.js')).UserRights,
  importConfiguration: async () => (await import('../../contract/import-configuration.js')).ImportConfiguration,
  totals: async () => (await import('../../contract/totals.js')).Totals,
  detail: async () => (await import('../../contract/transaction.js')).TransactionDetail,
  history: async () => (await import('../../contract/history.js')).TransactionHistory,
};

/** Null where `body` is not what the schema describes. */
async function validated<Schema extends z.ZodType>(load: LoadSchema<Schema>, body: string): Promise<z.infer<Schema> | null> {
  const json = parsed(body);
  if (json === undefined) return null;
  if (load === (schemas.list as unknown) && isPlainList(json)) return json as z.infer<Schema>;
  const { issueMessage } = await import('../../contract/faults.js');
  const reading = (await load()).safeParse(json, { error: issueMessage });
  return reading.success ? reading.data : null;
}

/** Undefined where `text` is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function undocumented(host: string): SalesError {
  return new SalesError('protocol', `${host} answered 200 with something other than the interface documents.`, {
    hint: ['Is this a Sales API? ', ['sales', 'ping'], ' shows more'],
  });
}
