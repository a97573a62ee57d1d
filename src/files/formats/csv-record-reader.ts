/** Hands out the records of a table as they arrive, and shows some of them in advance, within a limit. Knows nothing of cells. */

import type { Stretch } from '../input/plain-run.js';
import { type Encoding, groupRowsMax } from '../input/row.js';
import type { TextReader } from '../text/text.js';
import { type ByteFeed, byteFeed } from './byte-feed.js';
import type { RawRecord, RecordCutter } from './csv-records.js';

export interface RecordReader {
  /** The next record; null at the end. Where the text or the cutter fails, it fails after all records before that place. */
  next(): Promise<RawRecord | null>;
  /** The next records: as many as are ready, at most {@link groupRowsMax}; empty at the end. Fails as `next` does. */
  batch(): Promise<RawRecord[]>;
  /**
   * Shows the coming records in order without taking them, always beginning with the first that is not yet taken. Stops when `look` returns
   * true, at the end, at a failure, or after `charsMax` characters. True when all records up to the end were shown. A failure is thrown
   * only when `next` or `batch` reaches its place.
   */
  ahead(look: (record: RawRecord) => boolean, charsMax: number): Promise<boolean>;
  /** Of records that are cut from text: the same records as bytes. */
  byBytes?: StretchReader;
}

/** Hands out the bytes of the coming records, so that some of them can go another way. From the first call on, records are cut as few at a time as can be. */
export interface StretchReader {
  readonly encoding: Encoding;
  /** The bytes from the next record on, where it begins with them; null where the next records have to be taken as records. */
  stretch(): Promise<Stretch | null>;
  /** Says how much of the stretch went another way. */
  taken(bytes: number, lines: number): void;
}

/** A reader of the records that `cutter` cuts from the text of `reader`. */
export function recordReader(reader: TextReader, cutter: RecordCutter): RecordReader {
  let waiting: RawRecord[] = [];
  let failure: { error: unknown } | null = null;
  let ended = false;
  let feedBytes: ByteFeed | null = null;

  /** The next record, if one is ready without reading on. */
  const ready = () => {
    if (failure) throw failure.error;
    return cutter.next();
  };
  const feed = async () => {
    const text = feedBytes ? await feedBytes.text() : (await reader.more()) ? reader.take() : null;
    if (text !== null) cutter.push(text);
    else {
      cutter.end();
      ended = true;
    }
  };
  const byBytes: StretchReader = {
    encoding: reader.encoding,
    stretch: async () => {
      if (waiting.length > 0 || failure || ended) return null;
      feedBytes ??= byteFeed(reader);
      const line = cutter.lineOfNext();
      return line === null ? null : feedBytes.stretch(line);
    },
    taken: (bytes, lines) => {
      feedBytes?.taken(bytes);
      cutter.passLines(lines);
    },
  };
  const read = async (): Promise<RawRecord | null> => {
    for (;;) {
      const record = ready();
      if (record || ended) return record;
      await feed();
    }
  };
  return {
    byBytes,
    next: async () => waiting.shift() ?? (await read()),
    batch: async () => {
      if (waiting.length > 0) {
        const batch = waiting.slice(0, groupRowsMax);
        waiting = waiting.slice(batch.length);
        return batch;
      }
      const first = await read();
      if (!first) return [];
      const batch = [first];
      try {
        while (batch.length < groupRowsMax) {
          const record = ready();
          if (!record) break;
          batch.push(record);
        }
      } catch {
        // The records before the fault come first; the cutter fails again at the next call.
      }
      return batch;
    },
    ahead: async (look, charsMax) => {
      let chars = 0;
      try {
        for (let at = 0; chars < charsMax; at++) {
          if (at === waiting.length) {
            const next = await read();
            if (!next) return true;
            waiting.push(next);
          }
          const record = waiting[at] as RawRecord;
          chars += record.text.length;
          if (look(record)) return false;
        }
        return false;
      } catch (error) {
        failure = { error };
        return false;
      }
    },
  };
}
