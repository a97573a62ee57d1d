/** A server in memory behind the stub: it stages what it is sent, once for each key when it honours keys, and blindly when not. */
import { json, problem, processed, type StubRequest } from './stub-server.js';

export interface MemoryServer {
  answer: (request: StubRequest) => void;
  /** References of the rows of each upload, in the order in which they were staged. */
  staged: { uploadId: string; references: string[] }[];
  /** Every upload request, with its key. */
  arrived: { key: string; references: string[] }[];
  /** What happens to the reply of the n-th upload request (from 1); true to send it. */
  reply: (number: number, request: StubRequest) => boolean;
  /** Rows that lists leave out, to make counts differ. */
  dropped: number;
  /** Another answer to a question: a body, or a status; undefined for none. */
  instead: (url: URL) => object | number | undefined;
}

export function memoryServer({ idempotent, state = processed }: { idempotent: boolean; state?: object }): MemoryServer {
  const byKey = new Map<string, string>();
  const headers: Record<string, string> = idempotent ? { 'sales-capabilities': 'idempotency;ttl=2592000, gzip' } : {};
  const server: MemoryServer = { answer: () => {}, staged: [], arrived: [], reply: () => true, dropped: 0, instead: () => undefined };
  const stage = (key: string, references: string[]): string => {
    const known = idempotent ? byKey.get(key) : undefined;
    if (known) return known;
    const uploadId = `01a1fc68-12f0-7003-8d0f-${String(server.staged.length + 1).padStart(12, '0')}`;
    server.staged.push({ uploadId, references });
    byKey.set(key, uploadId);
    return uploadId;
  };
  server.answer = (request) => {
    if (request.method === 'POST') {
      const { transactions } = JSON.parse(request.body) as { transactions: { transactionReference?: string }[] };
      const references = transactions.map((row) => row.transactionReference ?? '');
      const key = String(request.headers['idempotency-key'] ?? '');
      server.arrived.push({ key, references });
      const uploadId = stage(key, references);
      if (server.reply(server.arrived.length, request)) json(request, 200, { uploadId }, headers);
      return;
    }
    const url = new URL(request.url, 'https://stub');
    const instead = server.instead(url);
    if (typeof instead === 'number') return problem(request, instead, {}, headers);
    if (instead !== undefined) return json(request, 200, instead, headers);
    if (url.pathname.startsWith('/sales/v1/transactions/upload/')) return json(request, 200, { ...processed, ...state }, headers);
    if (url.pathname === '/sales/v1/transactions') return json(request, 200, page(server, url.searchParams), headers);
    json(request, 200, '', headers);
  };
  return server;
}

function page({ staged, dropped }: MemoryServer, query: URLSearchParams): object {
  const rows = (staged.find(({ uploadId }) => uploadId === query.get('uploadId'))?.references.length ?? 0) - dropped;
  const number = Number(query.get('pageNumber'));
  return { items: number <= rows ? [listedRow(number)] : [], hasMore: number < rows };
}

const nulls =
  'acquirerId applicationId authorisationCode brandId businessDate cardNumberMasked currency eftTransactionDate locationId orderId panEncrypted terminalId transactionDate transactionReference transactionSequenceCounter';
const item = {
  ...Object.fromEntries(nulls.split(' ').map((name) => [name, null])),
  transactionId: '01a1fc68-12f0-7003-8d0f-d3d510115134',
  transactionState: 'Processed',
  transactionMatchState: 'Unmatched',
  amount: 1,
  transactionTypes: [],
};

/** A row as lists have it, with an id of its own. */
export const listedRow = (number: number) => ({ ...item, transactionId: `01a1fc68-12f0-7003-8d0f-${String(number).padStart(12, '0')}` });
