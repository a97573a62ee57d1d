/**
 * What happens to dropped files, for whoever looks on: server-sent events. Of each file the last state and the last progress are kept, so whoever
 * comes back, also after a restart of the server, misses nothing that still counts.
 */
import type { ServerResponse } from 'node:http';
import { SalesError } from '../../../contract/problem.js';

/** Comments that keep proxies and browsers from giving up, and moments at which the log-in is looked at again. */
const HEARTBEAT_MS = 15_000;
const STREAMS_OF_USER_MAX = 20;

export type FileEventName = 'file' | 'progress' | 'end';

interface FileEvent {
  id: number;
  name: FileEventName;
  json: string;
}

interface Stream {
  userId: string;
  write(event: FileEvent): void;
  end(): void;
}

export interface FileEvents {
  tell(fileId: string, name: FileEventName, value: unknown): void;
  forget(fileId: string): void;
  /** The id of the file's last event where that was its end; null otherwise. */
  endOf(fileId: string): number | null;
  /**
   * Writes to `answer` what was told after the event `lastId`, and all that follows, until the end or until `mayGoOn` says no. Fails with
   * `unavailable` where the user looks on too often at once.
   */
  open(fileId: string, userId: string, lastId: number, mayGoOn: () => Promise<boolean>): (answer: ServerResponse) => void;
  close(): void;
}

export function fileEvents(nowMs: () => number): FileEvents {
  const kept = new Map<string, Map<FileEventName, FileEvent>>();
  const streams = new Map<string, Set<Stream>>();
  let lastId = 0;
  const of = (fileId: string) => streams.get(fileId) ?? new Set<Stream>();
  return {
    tell: (fileId, name, value) => {
      // Higher than any before, also than those of before a restart.
      lastId = Math.max(lastId + 1, nowMs());
      const event = { id: lastId, name, json: JSON.stringify(value) };
      const ofFile = kept.get(fileId) ?? new Map<FileEventName, FileEvent>();
      // What begins again has neither progress nor end.
      if (name === 'file') ofFile.clear();
      kept.set(fileId, ofFile.set(name, event));
      for (const stream of of(fileId)) stream.write(event);
      if (name === 'end') for (const stream of of(fileId)) stream.end();
    },
    forget: (fileId) => {
      kept.delete(fileId);
      for (const stream of of(fileId)) stream.end();
    },
    endOf: (fileId) => kept.get(fileId)?.get('end')?.id ?? null,
    open: (fileId, userId, after, mayGoOn) => {
      const ofUser = [...streams.values()].flatMap((set) => [...set]).filter((stream) => stream.userId === userId);
      if (ofUser.length >= STREAMS_OF_USER_MAX) throw new SalesError('unavailable', 'Too many pages look on at once.', { retryAfterS: 10 });
      return (answer) => {
        const all = of(fileId);
        streams.set(fileId, all);
        const stream: Stream = {
          userId,
          write: ({ id, name, json }) => answer.write(`id: ${id}\nevent: ${name}\ndata: ${json}\n\n`),
          end: () => answer.end(),
        };
        all.add(stream);
        const heartbeat = setInterval(async () => {
          if (await mayGoOn().catch(() => false)) answer.write(': still here\n\n');
          else stream.end();
        }, HEARTBEAT_MS);
        answer.once('close', () => {
          clearInterval(heartbeat);
          all.delete(stream);
          if (all.size === 0) streams.delete(fileId);
        });
        answer.write('retry: 2000\n\n');
        const known = [...(kept.get(fileId)?.values() ?? [])].sort((one, other) => one.id - other.id);
        for (const event of known) if (event.id > after) stream.write(event);
        if (known.some(({ name }) => name === 'end')) stream.end();
      };
    },
    close: () => {
      for (const set of streams.values()) for (const stream of set) stream.end();
    },
  };
}
