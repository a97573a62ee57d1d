/**
 * The process that reads or sends one dropped file, started by run-file. It has its own memory, whose bounds are flags of the whole process, and
 * whatever a file does to it, the server lives. It ends with its server.
 */
import { basename } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { FileProgress } from '../../../contract/dropped-files.js';
import { type FailureData, failureData, failureOf } from '../../../contract/failure-data.js';
import type { JobContext, Sender } from '../../../jobs/context.js';
import { exits } from '../../../jobs/exit-codes.js';
import { seeFile, sendFile } from '../../../jobs/handed-file.js';
import type { ReadingsApi } from '../../../jobs/kept-readings.js';
import { uploadDocument } from '../../../jobs/upload-document.js';
import type { FileTask, FromProcess, SentFile, ToProcess } from './file-messages.js';
import type { ReceiverApi } from './receiver-api.js';

const PROGRESS_EVERY_MS = 250;
/** After the word to stop, for the answers to requests under way. */
const ANSWERS_MS_MAX = 1_500;

const calls = new Map<number, { resolve: (value: unknown) => void; reject: (error: unknown) => void }>();
const stop = new AbortController();
const abort = new AbortController();
let lastCall = 0;

const say = (message: FromProcess, then: () => void = () => {}) => process.send?.(message, then);

new Worker(new URL('./server-watch.js', import.meta.url), { workerData: { serverPid: process.ppid } }).unref();
process.on('disconnect', () => process.exit());
process.on('message', (message: ToProcess) => {
  switch (message.t) {
    case 'answer':
      calls.get(message.call)?.resolve(message.value);
      return calls.delete(message.call);
    case 'failure':
      calls.get(message.call)?.reject(failureOf(message.failure));
      return calls.delete(message.call);
    case 'stop':
      stop.abort();
      return setTimeout(() => abort.abort(), ANSWERS_MS_MAX).unref();
    default:
      return work(message).then(end, (error: unknown) => end({ t: 'failed', failure: told(error) }));
  }
});

function end(message: FromProcess): void {
  say(message, () => process.exit());
}

async function work(task: FileTask): Promise<FromProcess> {
  const { name, options } = task;
  const context = contextOf(task);
  if (task.t === 'see') return { t: 'seen', seen: await seeFile(name, options, task.timeZone, readings, context) };
  const connected = { api: senderApi(), target: task.target, gzip: false };
  const outcome = await sendFile(name, options, { ...task, readings }, connected, context);
  if (!outcome) return { t: 'sent', result: null };
  const result: SentFile = {
    document: uploadDocument(outcome, context.wordsOf),
    rejects: outcome.rejectsFile && basename(outcome.rejectsFile),
    isResumable: outcome.resumable,
    isInterrupted: outcome.interrupted,
  };
  return { t: 'sent', result };
}

function call<Method extends keyof ReceiverApi>(method: Method, args: Parameters<ReceiverApi[Method]>): ReturnType<ReceiverApi[Method]> {
  return new Promise<unknown>((resolve, reject) => {
    lastCall += 1;
    calls.set(lastCall, { resolve, reject });
    say({ t: 'call', call: lastCall, method, args });
  }) as ReturnType<ReceiverApi[Method]>;
}

const readings: ReadingsApi = {
  get: (header) => call('reading', [header]),
  put: (header, reading, version) => call('changeReading', [header, reading, version]),
};

function senderApi(): Sender['api'] {
  return {
    testAccess: () => call('testAccess', []),
    upload: async (body, { key = null, group = null, uploadSource = null, beforeLastByte }) => {
      await beforeLastByte?.();
      return call('upload', [body, { key, group, uploadSource }]);
    },
    uploadState: (uploadId) => call('uploadState', [uploadId]),
    list: (query) => {
      const given = Object.entries(query).filter(([, value]) => value !== undefined);
      return call('list', [Object.fromEntries(given.map(([name, value]) => [name, String(value)]))]);
    },
    get: (id) => call('get', [id]),
  };
}

function contextOf(task: FileTask): JobContext {
  return {
    host: {
      clock: { nowMs: () => Date.now(), sleep, random: () => Math.random() },
      stdin: process.stdin,
      cwd: () => process.cwd(),
      jobsDir: async () => (task.t === 'send' ? task.jobs : ''),
      newSalt: () => crypto.randomUUID(),
      version: async () => task.version,
    },
    events: {
      begins: () => {},
      understood: () => {},
      sentBefore: () => {},
      running: async ({ bytes }) => progressOf(bytes),
      onDoubt: async () => 'stop',
    },
    signals: { stop: stop.signal, abort: abort.signal, exit: () => exits.interrupted },
    wordsOf: ({ hint, errors = {} }) => ({
      hint: typeof hint === 'string' ? hint : null,
      details: Object.entries(errors).map(([path, messages]) => `${path}: ${messages.join('; ')}`),
    }),
  };
}

function progressOf(bytes: { total: number; at(line: number): number } | null) {
  const shown: FileProgress = { accepted: 0, bytes: bytes && { at: 0, total: bytes.total }, imports: null, retry: null };
  let saidMs = 0;
  return {
    event: (event: Parameters<Awaited<ReturnType<JobContext['events']['running']>>['event']>[0]) => {
      shown.retry = null;
      if (event.type === 'accepted') {
        shown.accepted += event.rows;
        if (bytes && shown.bytes) shown.bytes = { ...shown.bytes, at: Math.max(shown.bytes.at, bytes.at(event.lastLine)) };
      } else if (event.type === 'waiting') shown.imports = { done: event.final, total: event.total };
      else if (event.type === 'retry') shown.retry = { reason: event.failure.message, inS: Math.ceil(event.waitMs / 1_000) };
      if (Date.now() - saidMs < PROGRESS_EVERY_MS && event.type !== 'retry') return;
      saidMs = Date.now();
      say({ t: 'progress', progress: { ...shown } });
    },
    end: () => say({ t: 'progress', progress: { ...shown } }),
  };
}

/** What it says may be shown, but not where it lies. */
function told(error: unknown): FailureData {
  const failure = failureData(error);
  const shown = (text: string) => text.replaceAll(`${process.cwd()}/`, '');
  return { ...failure, message: shown(failure.message), hint: typeof failure.hint === 'string' ? shown(failure.hint) : failure.hint };
}

function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
