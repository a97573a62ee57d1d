/** Writes small files that are there whole or not at all, even after a power cut. */
import { open, rename } from 'node:fs/promises';
import { SalesError } from '../../contract/problem.js';

/** Replaces `file` by one with this text. Fails with `disk`, and then leaves the old file as it was. */
export async function writeWhole(file: string, text: string, mode: number): Promise<void> {
  try {
    const handle = await open(`${file}.new`, 'w', mode);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(`${file}.new`, file);
  } catch (error) {
    throw new SalesError('disk', `${file} cannot be written: ${(error as NodeJS.ErrnoException).code}.`, { cause: error });
  }
}
