/** Packs the files of the console's pages, so that a server never has to: NAME.br in place of each that gets smaller. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

const folder = 'dist/console';
if (existsSync(folder)) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || /\.(br|png|woff2)$/.test(entry.name)) continue;
    const file = join(entry.parentPath, entry.name);
    const bytes = readFileSync(file);
    const packed = brotliCompressSync(bytes);
    if (packed.length >= bytes.length) continue;
    writeFileSync(`${file}.br`, packed);
    rmSync(file);
  }
}
