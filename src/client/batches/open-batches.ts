/** Whether an input's batches are made here or in a thread of their own: a small file is through before a thread has started. */
import type { PlannedInput } from '../../files/open.js';
import type { FileIdentity } from '../../files/text/file-identity.js';
import { type Fingerprint, isWrittenSince } from '../journal/file-fingerprint.js';
import { collectGarbage } from '../machine/heap.js';
import { batchSource, type UploadInput } from './batch-source.js';
import { threadedSource } from './threaded-source.js';

export interface InputFile {
  path: string;
  /** As it was before it was opened. */
  fingerprint: Fingerprint;
  /** Where the path must name no other file than this one. */
  mustBe?: FileIdentity | undefined;
}

/** A file of so many bytes is a large one. */
export const THREAD_BYTES_MIN = 4_000_000;

/** The input of an upload, for `input` that was opened from `file`. */
export function uploadInput(input: PlannedInput, { path, fingerprint, mustBe }: InputFile): UploadInput {
  const { description, plan } = input;
  const batches: UploadInput['batches'] = (limits) => {
    const cuts = { ...limits, ...(description.kind && { kind: description.kind }) };
    if (fingerprint.sizeBytes < THREAD_BYTES_MIN) return batchSource(input.rows, cuts, () => isWrittenSince(path, fingerprint));
    // What was read ahead here, to understand the file, would lie here to the end.
    input.close().catch(() => {});
    collectGarbage();
    return threadedSource({ path, mustBe, fingerprint, plan, cuts });
  };
  return { description, batches };
}
