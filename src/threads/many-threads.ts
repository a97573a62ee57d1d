/**
 * The data on its threads: one writes, a few search for lists, and what is found in a moment is read here at once, because that takes
 * less than the way to another thread and back.
 */
import { availableParallelism } from 'node:os';
import Tinypool from 'tinypool';
import { failureOf } from '../contract/failure-data.js';
import { openSqliteReader } from '../store/sqlite/sqlite-store.js';
import type { Binding, StoreReader } from '../store/store.js';
import type { Data, DataOptions, TenantData } from './data.js';
import type { ListAnswer, ListTask } from './reader-thread.js';
import { startWriter, type Writer } from './writer.js';

const READERS_MIN = 2;
const READERS_MAX = 8;
const READER_IDLE_MS = 60_000;
/** What the reader threads keep of the database, all together: two of them an index of a million rows each, which a walk to a deep page reads. */
const READERS_CACHE_KIB = 128 * 1024;
const READER_CACHE_KIB_MIN = 24 * 1024;
const HANDLES_MAX = 1_000;

/** Opens (and creates or migrates) the database of a data directory. Fails with `disk` or `storage`. */
export async function openData(directory: string, options: DataOptions): Promise<Data> {
  const writer = await startWriter(directory, options);
  const reader = await readerBeside(writer, directory);
  const maxThreads = Math.min(READERS_MAX, Math.max(READERS_MIN, availableParallelism() - 1));
  const cacheKib = Math.max(READER_CACHE_KIB_MIN, Math.floor(READERS_CACHE_KIB / maxThreads));
  const readers = new Tinypool({
    filename: new URL('./reader-thread.js', import.meta.url).href,
    minThreads: 1,
    maxThreads,
    idleTimeout: READER_IDLE_MS,
  });
  const handles = new Map<string, TenantData>();
  // A handle finds out at every call what it may reach then, so it can be kept; to make one costs as much as to find a transaction.
  const tenant = ({ tenantId, scope }: Binding): TenantData => {
    const key = scope === 'whole' ? tenantId : `${tenantId} ${scope.unitsOf}`;
    const known = handles.get(key);
    if (known) return known;
    if (handles.size >= HANDLES_MAX) handles.clear();
    const made = handleOf({ tenantId, scope });
    handles.set(key, made);
    return made;
  };
  const handleOf = ({ tenantId, scope }: Binding): TenantData => {
    const binding = { tenantId, scope };
    const { upload, transaction, history, listAtOnce } = reader.tenant(tenantId, scope);
    return {
      ...binding,
      upload,
      transaction,
      history,
      reprocess: (uploadId, by, from) => writer.call(binding, 'reprocess', [uploadId, by, from]),
      withdraw: (uploadId, by, from) => writer.call(binding, 'withdraw', [uploadId, by, from]),
      restore: (uploadId, by, from) => writer.call(binding, 'restore', [uploadId, by, from]),
      receive: (request) => {
        const body = wholeBuffer(request.body);
        return writer.call(binding, 'receive', [{ ...request, body: new Uint8Array(body) }], [body]);
      },
      listTransactions: async (query) => {
        const found = await listAtOnce(query);
        if (found !== null) return found;
        const task: ListTask = { directory, cacheKib, binding, query };
        const answer = (await readers.run(task)) as ListAnswer;
        if ('failure' in answer) throw failureOf(answer.failure);
        return answer.json;
      },
    };
  };
  return {
    tenant,
    failed: writer.failed,
    userByName: reader.userByName,
    isEmpty: reader.isEmpty,
    figures: reader.figures,
    waiting: () => ({ writer: writer.underWay(), lists: readers.queueSize }),
    ...writing(writer),
    close: async () => {
      try {
        await readers.destroy();
        await reader.close();
      } finally {
        // Whatever the others come to: while this thread runs, the process does not end.
        await writer.close();
      }
    },
  };
}

async function readerBeside(writer: Writer, directory: string): Promise<StoreReader> {
  try {
    return openSqliteReader({ directory });
  } catch (error) {
    await writer.close();
    throw error;
  }
}

function writing(writer: Writer): Pick<Data, 'setUp' | 'pruneIdempotencyKeys' | 'audit' | 'checkWritable'> {
  return {
    setUp: (setup) => writer.call(null, 'setUp', [setup]),
    pruneIdempotencyKeys: (before) => writer.call(null, 'pruneIdempotencyKeys', [before]),
    audit: (entry) => writer.call(null, 'audit', [entry]),
    checkWritable: () => writer.call(null, 'checkWritable', []),
  };
}

/** Memory that can be handed over: small buffers share theirs with others, and are copied. */
function wholeBuffer(bytes: Uint8Array): ArrayBuffer {
  const { buffer } = bytes;
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength;
  return isWhole ? buffer : new Uint8Array(bytes).buffer;
}
