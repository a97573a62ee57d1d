/**
 * Calls to the server that the page came from, with the session's cookie, and what went wrong as one kind of error. Nothing is asked of any
 * other host.
 */

import type { ApprovalResult, Close, CloseList } from '../contract/closes.js';
import type { DecisionResult, DecisionResults } from '../contract/decisions.js';
import type { TransactionHistory } from '../contract/history.js';
import type { ImportConfiguration } from '../contract/import-configuration.js';
import type { Explanation, MatchDetail } from '../contract/matches.js';
import type { Money } from '../contract/money.js';
import type { ExceptionList, FoundTransactionList, MatchList, PayoutList, SettlementRecordList, UploadList } from '../contract/pages.js';
import type { PayoutDetail } from '../contract/payouts.js';
import type { SettlementRecordDetail } from '../contract/records.js';
import type { Totals } from '../contract/totals.js';
import type { TransactionDetail } from '../contract/transaction.js';
import type { ListedUpload, UploadState } from '../contract/upload.js';
import { language } from './language.js';
import { hrefOf, type Parameters } from './router.js';
import { words } from './words.js';

/** A call that failed: what the server said, and by which field. */
export class CallError extends Error {
  constructor(
    /** 0 where the server was not reached. */
    readonly status: number,
    message: string,
    readonly faults: Record<string, string[]> = {},
    readonly retryAfterS: number | null = null,
    readonly requestId: string | null = null,
  ) {
    super(message);
  }
}

interface CallDetails {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  query?: Parameters;
  /** Sent as JSON; a Blob as its bytes. */
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
}

/** Called where a call finds that there is no session any more. */
let onLoggedOut: () => void = () => {};
export function whenLoggedOut(call: () => void): void {
  onLoggedOut = call;
}

let tenantId: string | null = null;
/** The tenant that calls are about; null where the user has one alone. */
export function callFor(tenant: string | null): void {
  tenantId = tenant;
}

/** The tenant as a parameter, for addresses that the browser itself asks. */
export const tenantParameters = (): Parameters => ({ tenantId });

/** The JSON of the answer; null for an empty one. Fails with {@link CallError}, and with an AbortError where it was given up. */
export async function call<Answer>(
  path: string,
  { method = 'GET', query = {}, body, headers = {}, signal }: CallDetails = {},
): Promise<Answer> {
  const address = `${path}${hrefOf('', { ...tenantParameters(), ...query }).replace(/^[^?]*/, '')}`;
  const isBytes = body instanceof Blob;
  let response: Response;
  try {
    response = await fetch(address, {
      method,
      credentials: 'same-origin',
      cache: 'no-store',
      redirect: 'error',
      headers: {
        accept: 'application/json',
        'accept-language': language,
        ...(method !== 'GET' && { 'x-sales-console': '1' }),
        ...(body !== undefined && { 'content-type': isBytes ? 'application/octet-stream' : 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isBytes ? body : JSON.stringify(body) }),
      ...(signal && { signal }),
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new CallError(0, words.failures.unreachable);
  }
  const text = await response.text();
  const json = parsed(text);
  if (response.ok) return json as Answer;
  const failure = failureOf(response.status, json, response.headers.get('retry-after'));
  if (failure.status === 401 && path !== paths.session) onLoggedOut();
  throw failure;
}

/** The JSON of an answer; null for what is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export function failureOf(status: number, json: unknown, retryAfter: string | null = null): CallError {
  const { title, detail, errors, requestId } = (json ?? {}) as {
    title?: string;
    detail?: string;
    errors?: Record<string, string[]>;
    requestId?: string;
  };
  const retryAfterS = Number(retryAfter) > 0 ? Number(retryAfter) : null;
  const message = detail ?? (errors ? faultsText(errors) : (title ?? words.failures.status(status)));
  return new CallError(status, message, errors ?? {}, retryAfterS, requestId ?? null);
}

function faultsText(errors: Record<string, string[]>): string {
  return Object.entries(errors)
    .map(([name, messages]) => `${name} ${messages.join(', ')}`)
    .join('; ');
}

export const paths = {
  session: '/console/v1/session',
  password: '/history/v1/access/password',
  files: '/console/v1/files',
  admin: '/console/v1/admin',
};

const part = encodeURIComponent;

/** Takes one decision. Fails with {@link CallError}, also where it is refused. */
async function decide(decision: object): Promise<DecisionResult> {
  const [result] = (await decideAll([decision])) as [DecisionResult];
  if (result.outcome === 'Refused') throw new CallError(409, refusalText(result));
  return result;
}

/** Why a decision was refused; for most reasons in the server's words. */
export function refusalText({ code, detail }: DecisionResult): string {
  if (code === 'changed') return words.exceptions.changed;
  return code === 'past' ? words.decisions.past : (detail ?? '');
}

/** Takes decisions, each by itself, or with `dryRun` tells what they would do; the results are in their order. */
async function decideAll(decisions: readonly object[], dryRun = false, signal?: AbortSignal): Promise<DecisionResult[]> {
  const body = { decisions, dryRun };
  return (await call<DecisionResults>('/settlement/v1/decisions', { method: 'POST', body, signal })).results;
}

/** The operations of the API that pages read by, and change uploads and matches. */
export const api = {
  transactions: (query: Parameters, signal?: AbortSignal) => call<FoundTransactionList>('/history/v1/transactions', { query, signal }),
  transaction: (id: string, signal?: AbortSignal) => call<TransactionDetail>(`/history/v1/transactions/${part(id)}/detail`, { signal }),
  history: (id: string, signal?: AbortSignal) => call<TransactionHistory>(`/history/v1/transactions/${part(id)}`, { signal }),
  explanation: (side: 'Sale' | 'Record', id: string, signal?: AbortSignal) =>
    call<Explanation>('/settlement/v1/explanations', { query: side === 'Sale' ? { transactionId: id } : { recordId: id }, signal }),
  matches: (query: Parameters, signal?: AbortSignal) => call<MatchList>('/settlement/v1/matches', { query, signal }),
  match: (id: string, signal?: AbortSignal) => call<MatchDetail>(`/settlement/v1/matches/${part(id)}`, { signal }),
  totals: (query: Parameters, signal?: AbortSignal) => call<Totals>('/history/v1/totals', { query, signal }),
  money: (query: Parameters, signal?: AbortSignal) => call<Money>('/settlement/v1/money', { query, signal }),
  uploads: (query: Parameters, signal?: AbortSignal) => call<UploadList>('/history/v1/uploads', { query, signal }),
  uploadState: (id: string, kind: ListedUpload['kind'], signal?: AbortSignal) =>
    call<UploadState>(`${kind === 'Settlement' ? '/settlement/v1/records' : '/history/v1/transactions'}/upload/${part(id)}`, { signal }),
  changeUpload: (id: string, change: 'undo' | 'redo' | 'reprocess') =>
    call<UploadState>(`/admin/v1/uploads/${part(id)}/${change}`, { method: 'POST' }),
  decide,
  decideAll,
  exceptions: (query: Parameters, signal?: AbortSignal) => call<ExceptionList>('/settlement/v1/exceptions', { query, signal }),
  payouts: (query: Parameters, signal?: AbortSignal) => call<PayoutList>('/settlement/v1/payouts', { query, signal }),
  payout: (id: string, signal?: AbortSignal) => call<PayoutDetail>(`/settlement/v1/payouts/${part(id)}`, { signal }),
  closes: (month: string, signal?: AbortSignal) => call<CloseList>('/settlement/v1/closes', { query: { month }, signal }),
  close: (day: string, signal?: AbortSignal) => call<Close>(`/settlement/v1/closes/${part(day)}`, { signal }),
  approveClose: (day: string, version: string) =>
    call<ApprovalResult>(`/settlement/v1/closes/${part(day)}/approve`, { method: 'POST', body: { version } }),
  records: (query: Parameters, signal?: AbortSignal) => call<SettlementRecordList>('/settlement/v1/records', { query, signal }),
  record: (id: string, signal?: AbortSignal) => call<SettlementRecordDetail>(`/settlement/v1/records/${part(id)}`, { signal }),
  importConfiguration: (signal?: AbortSignal) => call<ImportConfiguration>('/history/v1/import-configuration', { signal }),
};
