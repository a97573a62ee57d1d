/**
 * Deliberately wrong builds, for controls: a copy of the built package with one line changed. A fault test whose control passes as well
 * proves nothing.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface Variant {
  folder: string;
  /** Its `bin/sales.js`. */
  bin: string;
  remove(): void;
}

export interface Change {
  /** Below `dist/`. */
  file: string;
  from: string;
  to: string;
}

/** The package as built, with the changes made; fails when a text is not there exactly once. */
export function variantOf(...changes: Change[]): Variant {
  const folder = mkdtempSync(join(tmpdir(), 'sales-variant-'));
  for (const part of ['bin', 'dist', 'package.json']) cpSync(join(root, part), join(folder, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const { file, from, to } of changes) {
    const changed = join(folder, 'dist', file);
    const pieces = readFileSync(changed, 'utf8').split(from);
    if (pieces.length !== 2) throw new Error(`${file} has ${pieces.length - 1} places with: ${from}`);
    writeFileSync(changed, pieces.join(to));
  }
  return { folder, bin: join(folder, 'bin', 'sales.js'), remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** A server that stages what comes, whatever its key. */
export const ignoresKeys: Change = {
  file: 'server/http/operation.js',
  from: 'idempotencyKey(singleHeader(',
  to: 'idempotencyKey(undefined && singleHeader(',
};
