/**
 * The files of the console's pages, as the build has made them: read once, served from memory by their names alone, so that no path of a request
 * ever reaches the disk. Where the build has packed a file, NAME.br alone is there, which keeps the package small: it is sent so, or packed by
 * gzip, or unpacked, both of which take a few milliseconds at the start.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { brotliDecompressSync, gzipSync } from 'node:zlib';
import { named } from '../../contract/own-names.js';

export interface Asset {
  mediaType: string;
  /** Its name says what is in it, so it never changes. */
  isImmutable: boolean;
  /** The best first. */
  forms: readonly AssetForm[];
}

export interface AssetForm {
  /** As in Content-Encoding; null as it is. */
  encoding: 'br' | 'gzip' | null;
  etag: string;
  bytes: Buffer;
}

export interface Assets {
  /** The one page, which shows whatever its address says. */
  page: Asset;
  /** By their paths, with slashes, from the folder of the pages on. */
  named: ReadonlyMap<string, Asset>;
}

const PAGE = 'index.html';
const PACKED = '.br';

const mediaTypes: Record<string, string> = named({
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json',
  svg: 'image/svg+xml',
  png: 'image/png',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  txt: 'text/plain; charset=utf-8',
});

/** Null where there are no pages in the folder: the console was not built. */
export function readAssets(folder: string): Assets | null {
  if (!existsSync(folder)) return null;
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const named = new Map(
    files.map((file) => {
      const name = file
        .slice(folder.length + 1)
        .split(sep)
        .join('/');
      return name.endsWith(PACKED)
        ? packedAsset(name.slice(0, -PACKED.length), readFileSync(file))
        : assetOf(name, [formOf(null, readFileSync(file))]);
    }),
  );
  const page = named.get(PAGE);
  named.delete(PAGE);
  return page ? { page, named } : null;
}

function packedAsset(name: string, packed: Buffer): [string, Asset] {
  const plain = brotliDecompressSync(packed);
  return assetOf(name, [formOf('br', packed), formOf('gzip', gzipSync(plain)), formOf(null, plain)]);
}

function assetOf(name: string, forms: readonly AssetForm[]): [string, Asset] {
  const isImmutable = /(^|\/)assets\/.*-[\w-]{8,}\.\w+$/.test(name);
  return [name, { mediaType: mediaTypes[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream', isImmutable, forms }];
}

function formOf(encoding: AssetForm['encoding'], bytes: Buffer): AssetForm {
  return { encoding, etag: `"${createHash('sha256').update(bytes).digest('base64url')}"`, bytes };
}

/** The form that a client takes, by its Accept-Encoding. */
export function formFor({ forms }: Asset, acceptEncoding = ''): AssetForm {
  const taken = new Map(
    acceptEncoding.split(',').map((part) => {
      const [name = '', ...parameters] = part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/);
      return [name, !parameters.some((parameter) => /^q\s*=\s*0(\.0*)?$/.test(parameter))] as const;
    }),
  );
  const takes = (encoding: string) => taken.get(encoding) ?? taken.get('*') ?? false;
  return forms.find(({ encoding }) => encoding === null || takes(encoding)) as AssetForm;
}
