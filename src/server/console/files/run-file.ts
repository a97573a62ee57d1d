/** Works on one dropped file in a process of its own: hands it the task, answers its calls with the receiver, and tells what it tells. */
import { fork } from 'node:child_process';
import type { FileProgress } from '../../../contract/dropped-files.js';
import { failureData, failureOf } from '../../../contract/failure-data.js';
import { own } from '../../../contract/own-names.js';
import { SalesError } from '../../../contract/problem.js';
import type { FileTask, FromProcess, ToProcess } from './file-messages.js';
import type { ReceiverApi } from './receiver-api.js';

/** As much as any file may take beside what is held outside of it; a spreadsheet has its shared texts there. */
const HEAP_MB_MAX = 768;
const STOP_MS_MAX = 5_000;

export interface RunOptions {
  /** Where the file lies. */
  folder: string;
  task: FileTask;
  /** What it may ask for. */
  api: Partial<ReceiverApi>;
  /** How long it may take; null: as long as it takes. */
  msMax: number | null;
  onProgress: (progress: FileProgress) => void;
}

export interface FileRun {
  /** What it said at its end. Fails as the work does, with `inputUnusable` where it took too much memory or time, and with `unavailable`. */
  ended: Promise<Extract<FromProcess, { t: 'seen' | 'sent' }>>;
  /** Ends it after the requests under way; what was sent is in its journal. Resolves when it is gone. */
  stop(): Promise<void>;
}

export function runFile({ folder, task, api, msMax, onProgress }: RunOptions): FileRun {
  const child = fork(new URL('./file-process.js', import.meta.url), {
    cwd: folder,
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${HEAP_MB_MAX}`],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // Nothing of the server's surroundings is for it.
    env: process.env.TZ === undefined ? {} : { TZ: process.env.TZ },
  });
  // It may be gone already: then its end says so.
  const say = (message: ToProcess) => child.connected && child.send(message, () => {});
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const ended = new Promise<Extract<FromProcess, { t: 'seen' | 'sent' }>>((resolve, reject) => {
    child.on('message', (message: FromProcess) => {
      if (message.t === 'progress') onProgress(message.progress);
      else if (message.t === 'call') answer(message, api, say);
      else if (message.t === 'failed') reject(failureOf(message.failure));
      else resolve(message);
    });
    const giveUp = () => {
      const text = `It took more than ${(msMax ?? 0) / 1_000} seconds to read the file.`;
      reject(new SalesError('inputUnusable', text, { hint: 'Save it as "CSV UTF-8", or split it, and drop it again' }));
      child.kill('SIGKILL');
    };
    const late = msMax === null ? undefined : setTimeout(giveUp, msMax);
    child.once('error', (cause) => reject(new SalesError('unavailable', 'The server cannot work on files now.', { cause })));
    child.once('close', (code, signal) => {
      clearTimeout(late);
      const isTooLarge = signal === 'SIGABRT' || code === 134;
      reject(
        isTooLarge
          ? new SalesError('inputUnusable', 'The file takes more memory than the server has for one.', {
              hint: 'Split it, and drop the parts',
            })
          : new SalesError('unavailable', 'The process that worked on the file has ended.', {
              hint: 'Drop the file again; if the same happens, split it',
            }),
      );
    });
  });
  ended.catch(() => {});
  say(task);
  return {
    ended,
    stop: async () => {
      say({ t: 'stop' });
      // A file that is only read can be read again, so its process needs no time to end.
      const kill = setTimeout(() => child.kill('SIGKILL'), task.t === 'see' ? 0 : STOP_MS_MAX);
      await gone;
      clearTimeout(kill);
    },
  };
}

async function answer(
  { call, method, args }: Extract<FromProcess, { t: 'call' }>,
  api: Partial<ReceiverApi>,
  say: (message: ToProcess) => void,
): Promise<void> {
  try {
    if (!Object.hasOwn(api, method)) throw new SalesError('internal');
    const target = api as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
    say({ t: 'answer', call, value: await own(target, method)?.(...args) });
  } catch (error) {
    say({ t: 'failure', call, failure: failureData(error) });
  }
}
