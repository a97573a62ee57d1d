/**
 * The operations of the contract as typed calls to a server. Every answer is validated before anyone uses it, and everything that
 * is not the documented answer is a SalesError. It never repeats a call and keeps nothing between calls.
 */
import { promisify } from 'node:util';
import { extensionOf } from '../../contract/extensions.js';
import type { TransactionHistory } from '../../contract/history.js';
import type { Queries } from '../../contract/inputs.js';
import { type Extension, extensions, type OperationId, operationOf, type PathNames, type ResponseOf } from '../../contract/operations.js';
import { own } from '../../contract/own-names.js';
import type { FoundTransactionList, SettlementRecordList, TransactionList } from '../../contract/pages.js';
import type { QueryValues } from '../../contract/paths.js';
import { isPlainList } from '../../contract/plain-list.js';
import { asToldBy, SalesError } from '../../contract/problem.js';
import type { SettlementRecord, SettlementRecordDetail } from '../../contract/records.js';
import { slipFilterNames } from '../../contract/slip-filters.js';
import type { UploadKind } from '../../contract/states.js';
import type { Transaction, TransactionDetail } from '../../contract/transaction.js';
import type { UploadResult, UploadState } from '../../contract/upload.js';
import { type UploadSource, uploadSourceHeader } from '../../contract/upload-source.js';
import { answerFailure, headerOf, type ReceivedAnswer } from './answer-failure.js';
import { capabilitiesOf } from './capabilities.js';
import { httpDateMs } from './retry-after.js';
import { baseUrlOf, type Routes, templateOf, urlOf } from './routes.js';
import { openTransport, type RequestParts, type TransportOptions } from './transport.js';

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
  /** Upload-Source: that file. */
  uploadSource?: UploadSource | undefined;
  /** Awaited before the last byte goes; until then the server cannot take the batch. The call fails with its failure. */
  beforeLastByte?: () => Promise<void>;
  /** Send it packed. */
  gzip?: boolean;
}

/** What an operation is asked with; what its path names must be there. */
export type OperationAsked<Id extends OperationId> = {
  query?: { [Name in keyof Queries[Id]]?: QueryValues[string] };
  /** AskedParts as JSON. */
  body?: unknown;
  /** The version that a change is made to. It fails with `preconditionFailed` where there is another one by now. */
  version?: number;
  signal?: AbortSignal | undefined;
  /** See RequestParts. */
  answerMs?: number;
} & ([PathNames<Id>] extends [never] ? { path?: undefined } : { path: Record<PathNames<Id>, string> });

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

/** API for rows of either kind. */
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
  /** As `testAccess`, but for users without the role API, too, where the server has such: of those, `isUploader` is false. */
  testLogIn(signal?: AbortSignal): Promise<AccessAnswer & { isUploader: boolean }>;
  /** For settlement records; an extension of our own server as a whole. From a server without it the calls fail with `usage`. */
  readonly records: RowsApi<SettlementRecordList, SettlementRecordDetail>;
  /** As `list`, by what stands on slips and why sales are open, too: an extension of our own server. Fails with `usage` where it lacks one of the filters. */
  search(query: QueryValues, signal?: AbortSignal): Promise<FoundTransactionList>;
  /**
   * Any operation of the contract, by its name, but for batches. One that is an extension fails with `usage` where the server does not offer it. A
   * change that has no version has the same effect once as twice.
   */
  ask<Id extends OperationId>(
    operation: Id,
    ...asked: Record<never, never> extends OperationAsked<Id> ? [OperationAsked<Id>?] : [OperationAsked<Id>]
  ): Promise<ResponseOf<Id>>;
  close(): Promise<void>;
}

/** The calls for rows of that kind. */
export function rowsApi(api: SalesApi, kind: UploadKind): AnyRowsApi {
  return kind === 'Sales' ? api : api.records;
}

/**
 * What `ask` finds of an id, which does not tell of which kind it is: sales first, as every server has those. Fails with the `notFound` of
 * sales, where it is of neither.
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
    ...{ test: 'testAccess', upload: 'uploadTransactions', state: 'getUploadState', history: 'getTransactionHistory' },
  },
  Settlement: {
    ...{ test: 'testSettlementAccess', upload: 'uploadRecords', state: 'getRecordUploadState', history: 'getRecordHistory' },
  },
} as const satisfies Record<UploadKind, Record<string, OperationId>>;

/** Where users without the role API read what the documented interface has for that role alone. */
const forReaders = {
  getUploadState: 'getTransactionUploadState',
  listTransactions: 'searchTransactions',
  getTransaction: 'getTransactionDetail',
} as const satisfies Partial<Record<OperationId, OperationId>>;

/** Fails with `usage` when the URL is not https or the user name holds a colon. */
export function openApi(options: ApiOptions): SalesApi {
  if (options.user?.includes(':')) throw new SalesError('usage', 'A user name must not contain a colon (RFC 7617).');
  const baseUrl = baseUrlOf(options.url);
  const moved = options.routes ?? {};
  const transport = openTransport(options);
  const access: QueryValues = { customerId: options.customerId, tenantId: options.tenantId };

  const callAs = async (operation: OperationId, { path = {}, query, ...more }: PlacedParts, how: Partial<RequestParts> = {}) => {
    const { method, kind, isVersioned, isOnce } = operationOf(operation);
    const url = urlOf(baseUrl, templateOf(operation, moved), path, { ...query, ...access });
    const isRepeatable = kind !== 'batch' && !isVersioned && !isOnce;
    const { answer, wholeRequestSent } = await transport.exchange({ ...more, ...how, method, isRepeatable, url });
    const mayBeTaken = method !== 'GET' && !isRepeatable && wholeRequestSent;
    const missing = missingExtension(operation, answer);
    if (missing !== null && isOfNothing(answer.status)) throw notOffered(baseUrl.host, missing);
    if (answer.status !== 200) throw await answerFailure(answer, baseUrl.host, mayBeTaken, options.nowMs());
    return answer;
  };
  let lacksApi = false;
  /** Once the server has refused the documented operation to the user for want of the role, the one for readers is called in its place. */
  const call: typeof callAs = async (operation, parts, how) => {
    const forReader = own<OperationId>(forReaders, operation);
    if (forReader === undefined) return callAs(operation, parts, how);
    if (!lacksApi) {
      try {
        return await callAs(operation, parts, how);
      } catch (error) {
        if (!isForWantOfRole(error)) throw error;
        lacksApi = true;
      }
    }
    return callAs(forReader, parts, how);
  };
  /** The body of an answer, by its schema. Fails with `protocol`, or with `usage` where the server lacks the extension. */
  const documented = async <Id extends OperationId>(operation: Id, answer: ReceivedAnswer): Promise<ResponseOf<Id>> => {
    const missing = missingExtension(operation, answer);
    const body = isOfNoBody(operation) && missing === null ? (null as ResponseOf<Id>) : await validated(operation, answer.body);
    if (body !== undefined) return body;
    throw missing === null ? undocumented(baseUrl.host) : notOffered(baseUrl.host, missing);
  };
  const ask = async <Id extends OperationId>(operation: Id, { body, version, ...asked }: AskedParts = {}) => {
    const json = body === undefined ? noBody : new TextEncoder().encode(JSON.stringify(body));
    const headers = version === undefined ? {} : { headers: { 'if-match': `"${version}"` } };
    const answer = await call(operation, asked, { ...headers, ...(operationOf(operation).method !== 'GET' && { body: json }) });
    return documented(operation, answer);
  };
  const rows = (kind: UploadKind) => {
    const operationsOf = rowOperations[kind];
    return {
      testAccess: async (signal?: AbortSignal) => {
        const answer = await call(operationsOf.test, { signal });
        // Some servers answer anything with 200.
        const missing = missingExtension(operationsOf.test, answer);
        if (missing !== null) throw notOffered(baseUrl.host, missing);
        return accessIn(answer);
      },
      upload: async (json: Uint8Array, given: UploadOptions) => {
        const { importConfigurationId, signal, key, group, uploadSource, beforeLastByte, gzip: isPacked = false } = given;
        const headers = {
          ...(key && { 'idempotency-key': key }),
          ...(group && { 'upload-group': group }),
          ...(uploadSource && { 'upload-source': uploadSourceHeader(uploadSource) }),
        };
        const body = isPacked ? await packed(json) : json;
        const asked = { query: { importConfigurationId }, signal };
        const retold = (error: SalesError) => (isPacked ? packedRefused(baseUrl.host, error) : error);
        const sent = call(operationsOf.upload, asked, { body, isPacked, headers, beforeLastByte });
        const answer = await sent.catch(asToldBy('unsupportedMediaType', retold));
        const result = await validated(operationsOf.upload, answer.body);
        if (!result) throw new SalesError('inDoubt', `${baseUrl.host} answered 200 without a valid upload id.`);
        return result;
      },
      uploadState: (uploadId: string, signal?: AbortSignal) => ask(operationsOf.state, { path: { uploadId }, signal }),
      history: (id: string) => ask(operationsOf.history, { path: { id } }),
    };
  };
  return {
    host: baseUrl.host,
    ...rows('Sales'),
    testLogIn: async (signal) => {
      try {
        return { ...accessIn(await call('testAccess', { signal })), isUploader: true };
      } catch (error) {
        if (!isForWantOfRole(error)) throw error;
        return { ...accessIn(await call('getAccess', { signal })), isUploader: false };
      }
    },
    list: (query, signal) => ask('listTransactions', { query, signal }),
    get: (id) => ask('getTransaction', { path: { id } }),
    records: {
      ...rows('Settlement'),
      list: (query, signal) => ask('listRecords', { query, signal }),
      get: (id) => ask('getRecord', { path: { id } }),
    },
    search: async (query, signal) => {
      const answer = await call('searchTransactions', { query, signal });
      const { filters } = capabilitiesOf(headerOf(answer, 'sales-capabilities') ?? null);
      // A server ignores what it does not know, and would list everything.
      const missing = slipFilterNames.find((name) => own(query, name) !== undefined && !filters.includes(name));
      if (missing) throw notOffered(baseUrl.host, 'filter');
      return documented('searchTransactions', answer);
    },
    ask: (operation, ...[asked]) => ask(operation, asked),
    close: () => transport.close(),
  };
}

function accessIn(answer: ReceivedAnswer): AccessAnswer {
  const isRateLimited = ['ratelimit', 'ratelimit-policy'].some((name) => headerOf(answer, name) !== undefined);
  return {
    dateMs: httpDateMs(headerOf(answer, 'date') ?? '') ?? null,
    capabilities: headerOf(answer, 'sales-capabilities') ?? null,
    isRateLimited,
  };
}

/** Whether the documented interface refused a right log-in. */
function isForWantOfRole(error: unknown): boolean {
  return error instanceof SalesError && error.code === 'unauthorized' && error.roles !== undefined;
}

/** Parts of a request, whatever the operation. */
interface PlacedParts {
  path?: Record<string, string> | undefined;
  query?: QueryValues;
  signal?: AbortSignal | undefined;
  answerMs?: number;
}
type AskedParts = PlacedParts & { body?: unknown; version?: number };

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
  return new SalesError('usage', `${host} does not offer ${extensions[extension]}, which is no part of the documented interface.`);
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

/** Undefined where `body` is not what the operation's schema describes, which is loaded when an answer needs it. */
async function validated<Id extends OperationId>(operation: Id, body: string): Promise<ResponseOf<Id> | undefined> {
  const json = parsed(body);
  if (json === undefined) return undefined;
  if (isOfTransactions(operation) && isPlainList(json)) return json as ResponseOf<Id>;
  const [{ issueMessage }, schema] = await Promise.all([import('../../contract/faults.js'), operationOf(operation).response?.()]);
  const read = (value: unknown) => schema?.safeParse(value, { error: issueMessage });
  let reading = read(json);
  if (reading?.success === false) reading = read(JSON.parse(body, nullAsEmpty));
  return reading?.success ? (reading.data as ResponseOf<Id>) : undefined;
}

/** The interface does not say whether a list without elements, or a text without a word, may be null: some servers write it so. */
function nullAsEmpty(name: string, value: unknown): unknown {
  if (value !== null) return value;
  return name === 'summary' ? '' : ['errors', 'transactionTypes', 'additionalData'].includes(name) ? [] : value;
}

function isOfNoBody(operation: OperationId): boolean {
  return operationOf(operation).response === null;
}

function isOfTransactions(operation: OperationId): boolean {
  return operation === 'listTransactions' || operation === 'searchTransactions';
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
