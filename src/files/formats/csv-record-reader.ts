/** Hands out the records of a table as they arrive, and shows some of them in advance, within a limit. Knows nothing of cells. */

import type { Stretch } from '../input/plain-run.js';
import { type Encoding, groupRowsMax } from '../input/row.js';
import type { TextReader } from '../text/text.js';
import { type ByteFeed, byteFeed } from './byte-feed.js';
import type { RawRecord, RecordCutter } from './csv-records.js';

export type RecordReader = ReturnType<typeof queued>['reader'] & {
  /** Reads the same records as bytes; present where records are cut from text. */
  byBytes?: StretchReader;
};

/** Hands out the bytes of the coming records, so that some of them can go another way. From the first call on, records are cut as few at a time as can be. */
interface StretchReader {
  readonly encoding: Encoding;
  /** The bytes from the next record on, where it begins with them; null where the next records have to be taken as records. */
  stretch(): Promise<Stretch | null>;
  /** Says how much of the stretch went another way. */
  taken(bytes: number, lines: number): void;
}

/**
 * Hands out the records of a source, one after the other. `ready` has the next one, if it is at hand, and `next` in any case; null at the end.
 * `isAhead`: some were shown and not yet taken, or reading has failed behind them.
 */
function queued(ready: () => RawRecord | null, next: () => Promise<RawRecord | null>) {
  let waiting: RawRecord[] = [];
  let failure: { error: unknown } | null = null;
  const read = async () => {
    if (failure) throw failure.error;
    return next();
  };
  const reader = {
    /** The next record; null at the end. Where the text or the cutter fails, it fails after all records before that place. */
    next: async (): Promise<RawRecord | null> => waiting.shift() ?? (await read()),
    /** The next records: as many as are ready, at most {@link groupRowsMax}; empty at the end. Fails as `next` does. */
    batch: async (): Promise<RawRecord[]> => {
      const first = waiting.length === 0 ? await read() : null;
      const batch = first ? [first] : waiting.slice(0, groupRowsMax);
      waiting = waiting.slice(first ? 0 : batch.length);
      try {
        for (let record = first && ready(); record; record = batch.length < groupRowsMax ? ready() : null) batch.push(record);
      } catch {
        // The records before the fault come first; the source fails again at the next call.
      }
      return batch;
    },
    /**
     * Shows the coming records in order without taking them, always beginning with the first that is not yet taken. Stops when `look` returns
     * true, at the end, at a failure, or after `charsMax` characters. A failure is thrown only when `next` or `batch` reaches its place.
     */
    ahead: async (look: (record: RawRecord) => boolean, charsMax: number): Promise<void> => {
      let chars = 0;
      try {
        for (let at = 0; chars < charsMax; at++) {
          const record = waiting[at] ?? (await read());
          if (!record) return;
          if (at === waiting.length) waiting.push(record);
          // A cell may be without any character.
          chars += record.text.length + (record.cells?.length ?? 0);
          if (look(record)) return;
        }
      } catch (error) {
        failure = { error };
      }
    },
  };
  return { reader, isAhead: () => waiting.length > 0 || failure !== null };
}

/** A reader of the records that come in groups, of a workbook or of JSON. */
export function groupsReader(all: AsyncIterable<RawRecord[]>): RecordReader {
  const groups = all[Symbol.asyncIterator]();
  let group: RawRecord[] = [];
  let at = 0;
  const ready = () => group[at++] ?? null;
  return queued(ready, async () => {
    while (at >= group.length) {
      const more = await groups.next();
      if (more.done) return null;
      [group, at] = [more.value, 0];
    }
    return ready();
  }).reader;
}

/** A reader of the records that `cutter` cuts from the text of `reader`. */
export function recordReader(reader: TextReader, cutter: RecordCutter): RecordReader {
  let ended = false;
  let feedBytes: ByteFeed | null = null;
  const next = async (): Promise<RawRecord | null> => {
    for (;;) {
      const record = cutter.next();
      if (record || ended) return record;
      const text = feedBytes ? await feedBytes.text() : (await reader.more()) ? reader.take() : null;
      if (text !== null) cutter.push(text);
      else cutter.end();
      ended = text === null;
    }
  };
  const records = queued(cutter.next, next);
  const byBytes: StretchReader = {
    encoding: reader.encoding,
    stretch: async () => {
      if (records.isAhead() || ended) return null;
      feedBytes ??= byteFeed(reader);
      const line = cutter.lineOfNext();
      return line === null ? null : feedBytes.stretch(line);
    },
    taken: (bytes, lines) => {
      feedBytes?.taken(bytes);
      cutter.passLines(lines);
    },
  };
  return { ...records.reader, byBytes };
}
