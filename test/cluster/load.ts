/**
 * Small uploads from several clients at once, each under its key and repeated until it is acknowledged, as `sales upload` does it; and some without
 * a key, repeated only where the answer says that nothing was stored. All that was sent and answered is kept for the checker.
 */
import { Agent, request } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import { operations } from '../../src/contract/operations.js';
import { password } from '../support/serve-process.js';
import type { SentUpload } from './checker.js';
import type { SalesCluster } from './cluster.js';
import type { Shop } from './records.js';

export interface LoadOptions {
  /** Begins the references of all its rows. */
  name: string;
  shops: readonly Shop[];
  /** Uploads in a second at most. On a machine that is busy there are fewer: a client sends when its last one is acknowledged. */
  perSecond: number;
  clients: number;
  /** Every so many uploads there is one without a key; 0 for none. */
  keylessEvery: number;
}

export interface Load {
  /** How many are acknowledged so far. */
  acknowledged(): number;
  /** Sends no more, and resolves when all are acknowledged or, without a key, in doubt for good. */
  stop(): Promise<LoadResult>;
}

export interface LoadResult {
  sent: SentUpload[];
  /** How often each answer came, by status and who gave it: `503 server1`. Without one, the code of the connection's failure. */
  answers: Record<string, number>;
  seconds: number;
}

const ROWS = 3;
/** Beyond what a server itself takes to say that it is in doubt. */
const ANSWER_MS = 60_000;
const PAUSE_MS = 50;
/** Nothing was stored; with 409 another try under the same key is in flight. */
const notStored = [409, 503];
/** A balancer that had no answer from its server. */
const unknown = [502, 504];

interface Reply {
  status: number;
  servedBy: string;
  uploadId: string | null;
}

export function startLoad({ url, ca }: Pick<SalesCluster, 'url' | 'ca'>, options: LoadOptions): Load {
  const { name, shops, perSecond, clients, keylessEvery } = options;
  const agent = new Agent({ keepAlive: true, ca, maxSockets: clients });
  const sent: SentUpload[] = [];
  const answers: Record<string, number> = {};
  const startMs = performance.now();
  let stopping = false;
  let acknowledged = 0;
  const count = (answer: string) => {
    answers[answer] = (answers[answer] ?? 0) + 1;
  };
  const send = async (upload: SentUpload, number: number, user: string) => {
    const body = bodyOf(upload, number);
    const headers = { authorization: basic(user), ...(upload.key !== null && { 'idempotency-key': upload.key }) };
    for (;;) {
      let reply: Reply | null = null;
      try {
        reply = await post(`${url}${operations.uploadTransactions.path}?tenantId=${upload.tenantId}`, agent, headers, body);
      } catch (error) {
        count((error as NodeJS.ErrnoException).code ?? String(error));
      }
      if (reply) count(`${reply.status} ${reply.servedBy}`);
      if (reply?.status === 200) {
        upload.acknowledged = reply.uploadId;
        acknowledged++;
        return;
      }
      const isUnknown = reply === null || unknown.includes(reply.status);
      if (!isUnknown && !notStored.includes(reply?.status ?? 0))
        throw new Error(`an upload was answered ${reply?.status} by ${reply?.servedBy}`);
      if (isUnknown) upload.inDoubt++;
      if (isUnknown && upload.key === null) return;
      await wait(PAUSE_MS);
    }
  };
  const client = async () => {
    while (!stopping) {
      const number = sent.length;
      const key = keylessEvery > 0 && number % keylessEvery === keylessEvery - 1 ? null : `${name}-${number}`;
      const shop = shops[number % shops.length] as Shop;
      const upload: SentUpload = {
        reference: `${name}-${number}`,
        tenantId: shop.tenantId,
        key,
        rows: ROWS,
        acknowledged: null,
        inDoubt: 0,
      };
      sent.push(upload);
      await send(upload, number, shop.user);
      const aheadMs = (sent.length / perSecond) * 1_000 - (performance.now() - startMs);
      if (aheadMs > 0) await wait(aheadMs);
    }
  };
  const running = Promise.all(Array.from({ length: clients }, client));
  running.catch(() => {});
  return {
    acknowledged: () => acknowledged,
    stop: async () => {
      stopping = true;
      const seconds = (performance.now() - startMs) / 1_000;
      await running;
      agent.destroy();
      return { sent, answers, seconds };
    },
  };
}

const basic = (user: string) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

function bodyOf({ reference, rows }: SentUpload, number: number): string {
  const transactions = Array.from({ length: rows }, (_, row) => ({
    amount: number + row / 100,
    currency: 'EUR',
    transactionReference: `${reference}/${row}`,
    transactionDate: new Date(Date.UTC(2026, 0, 1) + number * 1_000).toISOString(),
  }));
  return JSON.stringify({ transactions });
}

function post(url: string, agent: Agent, headers: Record<string, string>, body: string): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const own = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)), ...headers };
    const asked = request(url, { method: 'POST', agent, headers: own }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('error', reject);
      response.on('end', () => {
        const status = response.statusCode ?? 0;
        const servedBy = String(response.headers['x-served-by'] ?? 'nobody');
        resolve({ status, servedBy, uploadId: status === 200 ? (JSON.parse(text) as { uploadId: string }).uploadId : null });
      });
    });
    asked.on('error', reject).setTimeout(ANSWER_MS, () => asked.destroy(Object.assign(new Error('no answer'), { code: 'NO_ANSWER' })));
    asked.end(body);
  });
}
