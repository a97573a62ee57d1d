/**
 * Adds the rows that an import has rejected to the rejects file, so that they and no others are sent again. Only if it is certain which
 * rows those are: one row too many would be a sale that counts twice.
 */

import type { RejectedRow } from '../client/batches/batch.js';
import type { AnyRowsApi } from '../client/http/api.js';
import { type Fingerprint, isWrittenSince } from '../client/journal/file-fingerprint.js';
import type { AcceptedUpload, RowTally } from '../client/sending/tally.js';
import { orNull, SalesError } from '../contract/problem.js';
import { rowMembers, rowPlace, type UploadKind } from '../contract/states.js';
import type { OpenedInput, RowFault } from '../files/input/row.js';
import { type OpenOptions, openInput } from '../files/open.js';
import { sourceOf } from '../files/rows/source.js';

const REJECTED = ['ProcessedWithErrors', 'Failed'];
const ABOUT_LINE = new RegExp(`^line (\\d+): ${rowPlace}(?:\\.([^:]+))?: (.*)$`, 's');

/** What was uploaded. */
interface UploadedFile {
  path: string;
  fingerprint: Fingerprint;
  input: Pick<OpenedInput, 'description'>;
}

type FaultsByLine = Map<number, RowFault[]>;

/** Adds them by `add`; gives how many. Where the file or the server cannot be asked once more, none. Fails as `add` does. */
export async function addImportRejects(
  { uploads }: RowTally,
  { path, fingerprint, input }: UploadedFile,
  options: OpenOptions,
  api: Pick<AnyRowsApi, 'list'>,
  add: (row: RejectedRow<RowFault>) => Promise<void>,
): Promise<number> {
  // Rows of JSON may stand in one line.
  if (input.description.format === 'json') return 0;
  const faults: FaultsByLine = new Map();
  for (const upload of uploads.filter(({ status }) => REJECTED.includes(status ?? ''))) {
    const own = faultsIn(upload);
    if (own.size > 0 && (await areAll(own.size, upload, api, options.kind))) for (const [line, found] of own) faults.set(line, found);
  }
  if (faults.size === 0) return 0;
  const rows = await rowsAt(faults, path, options);
  if (rows.length !== faults.size || (await isWrittenSince(path, fingerprint))) return 0;
  for (const row of rows) await add(row);
  return rows.length;
}

function faultsIn({ errors }: AcceptedUpload): FaultsByLine {
  const byLine: FaultsByLine = new Map();
  for (const error of errors) {
    const [, line, , field = null, said] = ABOUT_LINE.exec(error) ?? [];
    if (line === undefined) continue;
    const fault = { column: null, columnNumber: null, field, code: 'REJECTED_BY_IMPORT', message: `the server says: ${said}`, value: null };
    byLine.set(Number(line), [...(byLine.get(Number(line)) ?? []), fault]);
  }
  return byLine;
}

/** Whether the server has so many rows of the upload that were not imported. */
async function areAll(
  rows: number,
  { uploadId }: AcceptedUpload,
  api: Pick<AnyRowsApi, 'list'>,
  kind: UploadKind = 'Sales',
): Promise<boolean> {
  const asked = { uploadId, [rowMembers[kind].state]: 'Unprocessed', pageSize: 1, pageNumber: rows };
  const page = await api.list(asked).catch(orNull());
  return page !== null && page.items.length === 1 && !page.hasMore;
}

async function rowsAt(faults: FaultsByLine, path: string, options: OpenOptions): Promise<RejectedRow<RowFault>[]> {
  const found: RejectedRow<RowFault>[] = [];
  try {
    const input = await openInput({ path }, options);
    try {
      for await (const group of input.rows) {
        for (const { line, record, sale, source } of group) {
          const own = sale && faults.get(line);
          if (own) found.push({ line, record, source: sourceOf(source), faults: own });
        }
      }
    } finally {
      await input.close();
    }
  } catch (error) {
    if (!(error instanceof SalesError)) throw error;
  }
  return found;
}
