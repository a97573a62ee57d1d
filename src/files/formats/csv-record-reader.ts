/** Hands out the records of a table as they arrive, and shows some of them in advance, within a limit. Knows nothing of cells. */

import { groupRowsMax } from '../input/row.js';
import type { TextReader } from '../text/text.js';
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
}

/** A reader of the records that `cutter` cuts from the text of `reader`. */
export function recordReader(reader: TextReader, cutter: RecordCutter): RecordReader {
  let waiting: RawRecord[] = [];
  let failure: { error: unknown } | null = null;
  let ended = false;

  /** The next record, if one is ready without reading on. */
  const ready = () => {
    if (failure) throw failure.error;
    return cutter.next();
  };
  const feed = async () => {
    const more = await reader.more();
    if (more) cutter.push(reader.take());
    else {
      cutter.end();
      ended = true;
    }
  };
  const read = async (): Promise<RawRecord | null> => {
    for (;;) {
      const record = ready();
      if (record || ended) return record;
      await feed();
    }
  };
  return {
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
