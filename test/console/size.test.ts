/** What a browser loads, as it is sent. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';

const folder = 'dist/console';
const BYTES_MAX = 100_000;

it('is at most 100 kB in all, packed', () => {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  // By gzip, which packs less than what most browsers take.
  const ofFile = (name: string) => gzipSync(readFileSync(join(folder, name))).length;
  const files = names.filter((name) => !name.endsWith('.br') && statSync(join(folder, name)).isFile());
  expect(files.some((name) => name.endsWith('.js'))).toBe(true);
  expect(files.reduce((sum, name) => sum + ofFile(name), 0)).toBeLessThanOrEqual(BYTES_MAX);
});

it('has no script or style in the page, and names no other host', () => {
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  expect(page).not.toMatch(/<style|style=|<script(?![^>]* src=)|https?:/);
});
