/** The lines of a journal: what each says, and its text with number and checksum. It knows neither files nor what follows from a line. */
import { crc32 } from 'node:zlib';
import { z } from 'zod';

const batchId = z.string().regex(/^[1-9]\d*(?:\.[12])*$/);
const tryNumber = z.int().min(1);
const rowFault = z.object({
  column: z.string().nullable(),
  columnNumber: z.int().nullable(),
  field: z.string().nullable(),
  code: z.string(),
  message: z.string(),
  value: z.null(),
});
const RowCountsEntry = z.object({ read: z.int(), accepted: z.int(), rejected: z.int(), inDoubt: z.int(), unsent: z.int() });

export const JournalEntry = z.discriminatedUnion('t', [
  /** Which rows go into a batch, and under which key. `first` and `last` are record numbers. */
  z.object({ t: z.literal('planned'), b: batchId, first: z.int(), last: z.int(), rows: z.int(), sha: z.string(), key: z.string() }),
  /** `keyMs`: for how long the server has said that it honours the key, 0 where it has not; absent in journals of earlier versions. */
  z.object({ t: z.literal('sending'), b: batchId, try: tryNumber, ms: z.number(), keyMs: z.number().optional() }),
  /** The last byte is about to be handed over: from here on the server may have it. */
  z.object({ t: z.literal('last'), b: batchId, try: tryNumber }),
  z.object({ t: z.literal('acked'), b: batchId, uploadId: z.string() }),
  /** The server named rows, by their index in the batch: they are rejected, the others are batch `b.1`. */
  z.object({ t: z.literal('refused'), b: batchId, http: z.int(), rows: z.array(z.object({ index: z.int(), faults: z.array(rowFault) })) }),
  /** Too large: its halves are `b.1` and `b.2`. */
  z.object({ t: z.literal('halved'), b: batchId }),
  /** This try was certainly not taken. */
  z.object({ t: z.literal('unsent'), b: batchId, try: tryNumber, why: z.string() }),
  /** Whether this try was taken is not known. */
  z.object({ t: z.literal('doubt'), b: batchId, try: tryNumber, why: z.string() }),
  /** A person decided that a batch in doubt is sent again. */
  z.object({ t: z.literal('resend'), b: batchId }),
  z.object({
    t: z.literal('state'),
    uploadId: z.string(),
    status: z.string(),
    summary: z.string(),
    errors: z.array(z.string()),
    countsMatch: z.boolean().nullable(),
    /** Absent where there are none. */
    duplicates: z.int().optional(),
  }),
  z.object({ t: z.literal('finished'), exit: z.int(), rows: RowCountsEntry }),
]);
export type JournalEntry = z.infer<typeof JournalEntry>;

const NUMBERED = z.object({ n: z.int().min(1) });
const LINE = /^(.*),"crc":"([0-9a-f]{8})"\}$/s;

/** The line with its end. `number` counts the journal's lines from 1, so that a line that is missing or out of place shows. */
export function lineOf(entry: JournalEntry, number: number): string {
  const text = JSON.stringify({ n: number, ...entry });
  return `${text.slice(0, -1)},"crc":"${checksum(text)}"}\n`;
}

/** What a line (without its end) says; null when it is not as it was written. */
export function entryOf(line: string): { number: number; entry: JournalEntry } | null {
  const [, head = '', sum] = LINE.exec(line) ?? [];
  if (checksum(`${head}}`) !== sum) return null;
  try {
    const json: unknown = JSON.parse(`${head}}`);
    return { number: NUMBERED.parse(json).n, entry: JournalEntry.parse(json) };
  } catch {
    return null;
  }
}

/** CRC-32 as eight hexadecimal digits. */
export function checksum(text: string): string {
  return crc32(text).toString(16).padStart(8, '0');
}
