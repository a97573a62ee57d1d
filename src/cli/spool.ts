/** Standard input put aside in a file that only its owner can read, for what must be read twice. */
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { diskError } from './private-file.js';

export interface Spool {
  path: string;
  remove(): Promise<void>;
}

/** Reads `stdin` to its end. Fails with `disk`. */
export async function spool(stdin: NodeJS.ReadableStream): Promise<Spool> {
  let folder: string | null = null;
  const remove = async () => {
    if (folder) await rm(folder, { recursive: true, force: true });
  };
  try {
    folder = await mkdtemp(join(tmpdir(), 'sales-'));
    const path = join(folder, 'stdin');
    await pipeline(stdin, createWriteStream(path, { mode: 0o600, flags: 'wx' }));
    return { path, remove };
  } catch (error) {
    await remove();
    throw diskError('Standard input cannot be put aside in a temporary file', error);
  }
}
