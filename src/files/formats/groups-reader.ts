/** Hands out records that come in groups, of a workbook or of JSON, as a table takes them: with a look ahead. */
import { groupRowsMax } from '../input/row.js';
import type { RecordReader } from './csv-record-reader.js';
import type { RawRecord } from './csv-records.js';

/** A reader of the records in `all`. */
export function groupsReader(all: AsyncIterable<RawRecord[]>): RecordReader {
  const groups = all[Symbol.asyncIterator]();
  let waiting: RawRecord[] = [];
  let failure: { error: unknown } | null = null;
  /** Reads on; false at the end. */
  const more = async (): Promise<boolean> => {
    if (failure) throw failure.error;
    const group = await groups.next();
    if (group.done) return false;
    waiting = waiting.length === 0 ? group.value : [...waiting, ...group.value];
    return true;
  };
  const fill = async () => {
    while (waiting.length === 0 && (await more()));
  };
  return {
    next: async () => {
      await fill();
      return waiting.shift() ?? null;
    },
    batch: async () => {
      await fill();
      return waiting.splice(0, groupRowsMax);
    },
    ahead: async (look, charsMax) => {
      let chars = 0;
      try {
        for (let at = 0; chars < charsMax; at++) {
          while (at >= waiting.length) if (!(await more())) return true;
          const record = waiting[at] as RawRecord;
          chars += record.text.length;
          if (look(record)) return false;
        }
      } catch (error) {
        failure = { error };
      }
      return false;
    },
  };
}
