/**
 * The upload: its request, its result, and the state of its import; and the one reading of a request's JSON that reports every fault.
 * Source: the interface document, sections 2.5, 2.6 and 4.2; `docs/api.md` for the fault report.
 */
import { z } from 'zod';
import { faultCollector, type OrFaults } from './faults.js';
import { problemKeysMax, uploadRowsMax } from './limits.js';
import type { RowReading } from './plain-reading.js';
import { count, moment } from './shapes.js';
import { uploadKinds } from './states.js';
import { faultyFields, readTransaction, TransactionUpload } from './transaction.js';

export const UploadRequest = z
  .object({ transactions: z.array(TransactionUpload).min(1).max(uploadRowsMax) })
  .meta({ id: 'UploadRequest', description: 'A batch of transactions to be staged for import' });
export type UploadRequest = z.infer<typeof UploadRequest>;

export const UploadResult = z.object({ uploadId: z.guid() }).meta({ id: 'UploadResult' });
export type UploadResult = z.infer<typeof UploadResult>;

export const uploadStatuses = ['Processing', 'Processed', 'ProcessedWithErrors', 'Failed'] as const;
export type UploadStatus = (typeof uploadStatuses)[number];

/** `status` is a string and not an enumeration: the document names only `Processing`; a client takes every other value as final. */
export const UploadState = z
  .object({
    date: z.string().meta({ format: 'date-time', description: 'When the status was last set' }),
    status: z.string().meta({ description: `${uploadStatuses.join(', ')}; every value but Processing is final` }),
    summary: z.string().meta({ description: 'One sentence with the counts, for people' }),
    errors: z.array(z.string()),
    duplicates: z
      .int()
      .min(0)
      .optional()
      // Another server may mean something else by the name.
      .catch(undefined)
      .meta({ description: 'Ours, and only where there are some: rows that other uploads brought before, which do not count again' }),
    kind: z
      .enum(uploadKinds)
      .optional()
      // Another server may mean something else by the name.
      .catch(undefined)
      .meta({ description: 'Ours: what it brought; absent for sales' }),
    withdrawn: z
      .object({ at: moment, by: z.string().meta({ description: 'A user' }) })
      .optional()
      .meta({ description: 'Ours, and only where the upload was taken back: its transactions do not count' }),
    decisions: z
      .object({ waiting: z.int().min(0), back: z.int().min(0) })
      .optional()
      // Another server may mean something else by the name.
      .catch(undefined)
      .meta({
        description:
          'Ours, where an undo or its redo is answered: how many decisions about its rows wait for it, and how many came back with it',
      }),
  })
  .meta({ id: 'UploadState' });
export type UploadState = z.infer<typeof UploadState>;

/** One upload in the list of a tenant's uploads. */
export const ListedUpload = z.object({
  uploadId: z.guid(),
  kind: UploadState.shape.kind.meta({ description: 'What it brought: sales, or settlement records; earlier versions do not tell' }),
  receivedAt: moment,
  user: z.string().meta({ description: 'Who sent it' }),
  uploadGroup: z.string().nullable().meta({ description: 'The file that the upload is a part of; null for an upload by itself' }),
  fileName: z.string().nullable().optional().meta({ description: 'Name of that file, without path; null where the client did not tell' }),
  fileSha256: z.string().nullable().optional().meta({ description: 'SHA-256 of its bytes, in hexadecimal; earlier versions do not tell' }),
  status: z.string().meta({ description: `${uploadStatuses.join(', ')}; every value but Processing is final` }),
  date: z.string().meta({ format: 'date-time', description: 'When the status was last set' }),
  transactions: count('How many transactions, or settlement records, it brought'),
  decided: count('Those that the import has come to'),
  processed: count('Those that were imported, duplicates included'),
  duplicates: count('Those that other uploads brought before'),
  rejected: count('Those that a rule refused'),
  warnings: count('Those that were imported, and that somebody should look at'),
  amounts: z
    .array(
      z.object({
        currency: z.string().nullable(),
        transactions: count('How many of this currency'),
        amount: z.string().meta({ description: 'Their exact sum, as a decimal with a point' }),
      }),
    )
    .meta({ description: 'The sums of what was imported, without duplicates, by currency' }),
  withdrawn: UploadState.shape.withdrawn,
});
export type ListedUpload = z.infer<typeof ListedUpload>;

/** How the rows of a request are read. */
export interface RowsOfRequest<Row> {
  /** The member of the body that holds them. */
  member: string;
  /** What one of them is called. */
  one: string;
  read(element: unknown): RowReading<Row>;
  /** See {@link faultyFields}. */
  faultyFields(element: unknown, isOutside: boolean): number;
}

const transactionsOfRequest: RowsOfRequest<TransactionUpload> = {
  member: 'transactions',
  one: 'transaction',
  read: readTransaction,
  faultyFields,
};

/**
 * Checks the parsed JSON of an upload request. One fault refuses the whole request; every faulty field of every element is named,
 * as `transactions[<index>].<field>`, up to the limit of keys and with a count of the rest. `isWithin` tells which transactions a user
 * limited to organisational units may upload; null for all.
 */
export function readUploadRequest(json: unknown, isWithin: IsWithin | null = null): OrFaults<TransactionUpload[]> {
  return readRows(json, transactionsOfRequest, isWithin);
}

/** The same for rows of any kind. */
export function readRows<Row>(json: unknown, of: RowsOfRequest<Row>, isWithin: IsWithin | null): OrFaults<Row[]> {
  const { member, one } = of;
  if (!isObject(json)) return { faults: { $: [`must be an object with the field ${member}`] } };
  const elements = json[member];
  if (elements === undefined || elements === null) return { faults: { [member]: ['is required'] } };
  if (!Array.isArray(elements)) return { faults: { [member]: ['must be an array'] } };
  if (elements.length === 0) return { faults: { [member]: [`must hold at least one ${one}`] } };
  if (elements.length > uploadRowsMax) {
    return { faults: { [member]: [`must hold at most ${uploadRowsMax} ${member}, not ${elements.length}`] } };
  }
  return readElements(elements, of, isWithin);
}

/** Which rows a user limited to organisational units may upload. */
export type IsWithin = (row: Pick<TransactionUpload, 'locationId' | 'terminalId'>) => boolean;

const outside = (one: string) =>
  `the ${one} is outside your organisational units: neither its locationId nor its terminalId belongs to one of them`;

function readElements<Row>(elements: unknown[], of: RowsOfRequest<Row>, isWithin: IsWithin | null): OrFaults<Row[]> {
  const rows: Row[] = [];
  const collector = faultCollector(of.member);
  for (const [index, element] of elements.entries()) {
    const isOutside = isWithin !== null && isObject(element) && !isWithin(element);
    // To word each of a million faults takes seconds; to count them, a moment.
    if (collector.isFull()) {
      collector.count(of.faultyFields(element, isOutside));
      continue;
    }
    const reading = of.read(withShortLists(element));
    const issues = 'issues' in reading ? [...reading.issues] : [];
    if (isOutside) issues.push({ code: 'custom', path: ['locationId'], message: outside(of.one), input: undefined });
    if (issues.length > 0) collector.add(`${of.member}[${index}]`, issues);
    else if ('row' in reading) rows.push(reading.row);
  }
  return collector.isEmpty() ? { data: rows } : { faults: collector.faults() };
}

/** The element with its lists cut, where one has so many items that reading it would take long; it is too long all the same. */
function withShortLists(element: unknown): unknown {
  if (!isObject(element)) return element;
  const { transactionTypes, additionalData } = element;
  const isLong = (list: unknown) => Array.isArray(list) && list.length > problemKeysMax;
  if (!isLong(transactionTypes) && !isLong(additionalData)) return element;
  const short = (list: unknown) => (Array.isArray(list) ? list.slice(0, problemKeysMax) : list);
  return { ...element, transactionTypes: short(transactionTypes), additionalData: short(additionalData) };
}

function isObject(json: unknown): json is Record<string, unknown> {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}
