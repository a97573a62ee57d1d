/**
 * The data on several threads: one writes, a few search for lists, and what can be found in a moment is read on the calling thread, because
 * that takes less time than sending it to another thread and back.
 */
import { availableParallelism } from 'node:os';
import Tinypool from 'tinypool';
import { failureOf } from '../contract/failure-data.js';
import type { ListQuery } from '../contract/query.js';
import type { Binding } from '../store/access.js';
import { type PlainTenantChanges, plainChanges, storeChanges, uploadChanges } from '../store/plain-work.js';
import type { StoreWrites } from '../store/store.js';
import type { QuickReader } from '../store/store-module.js';
import { administrationBeside } from './administration.js';
import type { Data, DataOptions, InTurn, StorePlace, TenantData } from './data.js';
import { dryRunsBeside } from './dry-run.js';
import { forwarding, type UploadChanges } from './forwarding.js';
import { matcherBeside } from './matcher.js';
import { openerIn } from './opener.js';
import type { SearchAnswer, SearchTask } from './reader-thread.js';
import { startWriter, type Writer } from './writer.js';

/** One user gets two of three. */
const READERS_MIN = 3;
const READERS_MAX = 8;
const READER_IDLE_MS = 60_000;
/**
 * The database cache of all reader threads together. It is large enough for two threads to each keep an index of a million rows, which a
 * walk to a distant page reads.
 */
const READERS_CACHE_KIB = 128 * 1024;
const READER_CACHE_KIB_MIN = 24 * 1024;
const HANDLES_MAX = 1_000;
const atOnce: InTurn = (work) => work();

/** Opens the data of a place; creates or migrates it if need be. Fails with `disk` or `storage`. */
export async function openData(place: StorePlace, options: DataOptions): Promise<Data> {
  const writer = await startWriter(place, options);
  const reader = await readerBeside(writer, place);
  const maxThreads = Math.min(READERS_MAX, Math.max(READERS_MIN, availableParallelism() - 1));
  // The last thread runs only while several users wait for lists.
  const cacheKib = Math.max(READER_CACHE_KIB_MIN, Math.floor(READERS_CACHE_KIB / (maxThreads - 1)));
  const readers = new Tinypool({
    filename: new URL('./reader-thread.js', import.meta.url).href,
    argv: [place.module, place.directory],
    minThreads: 1,
    maxThreads,
    idleTimeout: READER_IDLE_MS,
  });
  const administrators = administrationBeside(place);
  const dryRuns = dryRunsBeside(place);
  const matcher = matcherBeside(place, writer, options.onMatchError ?? (() => {}));
  const handles = new Map<string, TenantData>();
  // A handle looks up at every call what it may reach, so it can be kept. Making one costs as much as finding a transaction.
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
    const ofReader = reader.tenant(tenantId, scope);
    return {
      ...ofReader,
      dryRun: (asked) => dryRuns.of(tenantId, asked),
      suggestions: () => dryRuns.suggestions(tenantId),
      ...forwarding<UploadChanges & PlainTenantChanges>({ ...uploadChanges, ...plainChanges }, (name, given) =>
        matcher.wokenBy(writer.callTenant(binding, name, given)),
      ),
      receive: (request) => matcher.wokenBy(writer.receive(binding, request)),
      search: async (name, query, inTurn = atOnce) => {
        const found = name === 'listTransactions' ? await ofReader.listAtOnce(query as ListQuery) : null;
        if (found !== null) return found;
        const task: SearchTask<typeof name> = { cacheKib, binding, name, query };
        const answer = await inTurn(() => readers.run(task) as Promise<SearchAnswer>);
        if ('failure' in answer) throw failureOf(answer.failure);
        return answer.json;
      },
    };
  };
  return {
    ...reader,
    tenant,
    failed: writer.failed,
    administration: administrators.as,
    listThreads: maxThreads,
    waiting: () => ({ writer: writer.underWay() }),
    pools: async () => [],
    ...forwarding(written, (name, given) => writer.call(name, given)),
    close: async () => {
      try {
        await Promise.all([matcher.close(), dryRuns.close()]);
        await administrators.close();
        await readers.destroy();
        await reader.close();
      } finally {
        // Whatever happened to the others: the process cannot end while the writer thread runs.
        await writer.close();
      }
    },
  };
}

async function readerBeside(writer: Writer, { module, directory }: StorePlace): Promise<QuickReader> {
  try {
    const opener = await openerIn(module);
    return opener.openReader({ directory, now: () => new Date() });
  } catch (error) {
    await writer.close();
    throw error;
  }
}

const written: Record<keyof StoreWrites, unknown> = {
  ...storeChanges,
  ...{ setUp: true, pruneIdempotencyKeys: true, audit: true, checkWritable: true },
};
