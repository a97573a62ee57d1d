/** What a browser loads, as it is sent. */
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { type Asset, readAssets } from '../../src/server/console/assets.js';

const folder = 'dist/console';
const BYTES_MAX = 100_000;

// Read as a server reads them: the build leaves packed files alone.
const assets = readAssets(folder);
const all = assets ? [assets.page, ...assets.named.values()] : [];
/** A browser loads the words of one language: here those of the largest. */
const wordsFile = /^assets\/(?:de|en|fr|it)-/;
const packedBytes = (asset: Asset) => gzipSync(plainOf(asset)).length;
const plainOf = ({ forms }: Asset) => forms.find(({ encoding }) => encoding === null)?.bytes ?? Buffer.of();

it('is at most 100 kB in all, packed', () => {
  expect(all.some(({ mediaType }) => mediaType.startsWith('text/javascript'))).toBe(true);
  const languages = [...(assets?.named ?? [])].filter(([name]) => wordsFile.test(name)).map(([, asset]) => asset);
  expect(languages).toHaveLength(4);
  // By gzip, which packs less than what most browsers take.
  const shared = all.filter((asset) => !languages.includes(asset)).reduce((sum, asset) => sum + packedBytes(asset), 0);
  expect(shared + Math.max(...languages.map(packedBytes))).toBeLessThanOrEqual(BYTES_MAX);
});

it('has no script or style in the page, and names no other host', () => {
  const page = plainOf(all[0] as Asset).toString();
  expect(page).toContain('<script');
  expect(page).not.toMatch(/<style|style=|<script(?![^>]* src=)|https?:/);
});
