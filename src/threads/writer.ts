/** The writer thread as seen by the main thread: sends calls, receives answers, and notices when the thread ends. */
import { Worker } from 'node:worker_threads';
import { failureOf } from '../contract/failure-data.js';
import { SalesError } from '../contract/problem.js';
import type { UploadRequestBytes } from '../importing/receive.js';
import type { Binding } from '../store/access.js';
import type { StagedUpload } from '../store/uploads.js';
import type { ArgumentsOf, Call, DataMethod, TenantMethod, ValueOf } from './calls.js';
import type { Data, DataOptions, StorePlace, TenantData } from './data.js';
import { letOldDouble } from './heap.js';
import type { WriterMessage } from './writer-thread.js';

export interface Writer {
  /** Calls a method of the data. Fails as the method does. */
  call<Method extends DataMethod>(method: Method, args: ArgumentsOf<Data, Method>): Promise<ValueOf<Data, Method>>;
  /** Calls a method of a tenant's data. Fails as the method does. */
  callTenant<Method extends TenantMethod>(
    binding: Readonly<Binding>,
    method: Method,
    args: ArgumentsOf<TenantData, Method>,
  ): Promise<ValueOf<TenantData, Method>>;
  /** Takes an upload, whose body is handed over to the thread unless it is in shared memory; see {@link TenantData}. */
  receive(binding: Readonly<Binding>, request: UploadRequestBytes): Promise<StagedUpload>;
  readonly failed: Promise<SalesError>;
  /** How many calls have not been answered yet. */
  underWay(): number;
  /** Resolves when the thread has ended. */
  close(): Promise<void>;
}

/**
 * The data of an upload lives for a few milliseconds. With room for several uploads, most is gone before the garbage collector has to look
 * at it.
 */
const YOUNG_MB = 64;

type WithoutId<Of> = Of extends Call ? Omit<Of, 'id'> : never;
type CallWithoutId = WithoutId<Call>;

interface WaitingCall {
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

/** Starts the thread and opens the database there. Fails as that does. */
export async function startWriter(place: StorePlace, { onUpgrade = () => {} }: DataOptions): Promise<Writer> {
  letOldDouble();
  const worker = new Worker(new URL('./writer-thread.js', import.meta.url), {
    workerData: place,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  });
  const calls = new Map<number, WaitingCall>();
  let lastId = 0;
  let ended: SalesError | null = null;
  let reportFailure: (error: SalesError) => void = () => {};
  const failed = new Promise<SalesError>((resolve) => {
    reportFailure = resolve;
  });
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  const ready = new Promise<void>((resolve, reject) => {
    const take = ({ id }: Extract<WriterMessage, { id: number }>) => {
      const waiting = calls.get(id);
      calls.delete(id);
      return waiting;
    };
    worker.on('message', (message: WriterMessage) => {
      if (message.type === 'answer') take(message)?.resolve(message.value);
      else if (message.type === 'failure') take(message)?.reject(failureOf(message.failure));
      else if (message.type === 'ready') resolve();
      else if (message.type === 'notReady') reject(failureOf(message.failure));
      else onUpgrade(message.upgrade);
    });
    // A thread that dies takes its database connection with it; whatever it was doing is not done.
    const onEnd = (cause: unknown) => {
      ended ??= new SalesError('storage', 'The thread that writes the database has ended.', { cause });
      for (const { reject: fail } of calls.values()) fail(ended);
      calls.clear();
      reject(ended);
      reportFailure(ended);
    };
    worker.on('error', onEnd);
    worker.once('exit', onEnd);
  });
  /** The value is what the method of that name resolves to, as the thread calls it. */
  const send = <Value>(call: CallWithoutId, transfer: ArrayBuffer[] = []): Promise<Value> =>
    new Promise((resolve, reject) => {
      if (ended) return reject(ended);
      lastId += 1;
      calls.set(lastId, { resolve: resolve as WaitingCall['resolve'], reject });
      worker.postMessage({ id: lastId, ...call }, transfer);
    });
  await ready;
  return {
    call: (method, args) => send({ binding: null, method, args }),
    callTenant: (binding, method, args) => send({ binding, method, args }),
    receive: (binding, request) => {
      const { body, memory } = sendable(request.body);
      return send({ binding, method: 'receive', args: [{ ...request, body }] }, memory);
    },
    failed,
    underWay: () => calls.size,
    close: async () => {
      if (!ended) await send({ binding: null, method: 'close', args: [] });
      await exited;
    },
  };
}

/** The bytes as they are sent to another thread, and the memory that goes there. Where other bytes lie beside them, they are copied. */
function sendable({ buffer, byteOffset, byteLength }: Uint8Array): { body: Uint8Array; memory: ArrayBuffer[] } {
  const bytes = new Uint8Array(buffer, byteOffset, byteLength);
  const body = buffer.byteLength === byteLength ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes);
  return { body, memory: [body.buffer] };
}
