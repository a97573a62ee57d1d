/**
 * Which uploads of a job were withdrawn, as far as this machine knows: what was taken back from here, or seen at the server since. Kept beside
 * the job's journal, which is about sending; the server alone knows all of it.
 */
import { join } from 'node:path';
import { readTextFile, writePrivateFile } from '../client/machine/private-file.js';
import { orNull } from '../contract/problem.js';

const withdrawnFile = 'withdrawn.json';

/** Upload id → when it was withdrawn. Empty also where the file cannot be read: it is no more than a remark. */
export async function withdrawnIn(path: string): Promise<Readonly<Record<string, string>>> {
  try {
    const known: unknown = JSON.parse((await readTextFile(join(path, withdrawnFile))) ?? '{}');
    const pairs = Object.entries(known ?? {}).filter((pair): pair is [string, string] => typeof pair[1] === 'string');
    return Object.fromEntries(pairs);
  } catch {
    return {};
  }
}

/** An upload as the server has it now; `at`: when it was withdrawn, null where it is there. */
interface SeenUpload {
  uploadId: string;
  at: string | null;
}

interface JobOfUploads {
  folder: { path: string };
  uploads: readonly { uploadId: string }[];
}

/** Keeps what was seen, for those of the job, if it can: the server has it in any case. */
export async function keepWithdrawn({ folder: { path }, uploads }: JobOfUploads, seen: readonly SeenUpload[]): Promise<void> {
  const known = { ...(await withdrawnIn(path)) };
  const before = JSON.stringify(known);
  for (const { uploadId, at } of seen) {
    if (!uploads.some((own) => own.uploadId === uploadId)) continue;
    if (at === null) delete known[uploadId];
    else known[uploadId] = at;
  }
  if (JSON.stringify(known) === before) return;
  await writePrivateFile(join(path, withdrawnFile), `${JSON.stringify(known)}\n`).catch(orNull());
}
