/**
 * The files of the console's pages, as the build has made them: read once, served from memory by their names alone, so that no path of a request
 * ever reaches the disk. Where the build has packed a file (NAME.br beside it), it is sent so, or packed by gzip, which takes a few milliseconds
 * at the start, and would make the package a tenth larger.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { gzipSync } from 'node:zlib';

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

const mediaTypes: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json',
  svg: 'image/svg+xml',
  png: 'image/png',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  txt: 'text/plain; charset=utf-8',
};

/** Null where there are no pages in the folder: the console was not built. */
export function readAssets(folder: string): Assets | null {
  if (!existsSync(join(folder, PAGE))) return null;
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  const named = new Map(
    names
      .filter((name) => !name.endsWith(PACKED))
      .map((name) => [name.split(sep).join('/'), readAsset(join(folder, name), names.includes.bind(names), name)]),
  );
  const page = named.get(PAGE);
  named.delete(PAGE);
  return page ? { page, named } : null;
}

function readAsset(file: string, isThere: (name: string) => boolean, name: string): Asset {
  const plain = readFileSync(file);
  const packed = isThere(name + PACKED) ? [formOf('br', readFileSync(file + PACKED)), formOf('gzip', gzipSync(plain))] : [];
  const forms = [...packed, formOf(null, plain)];
  const isImmutable = /(^|[\\/])assets[\\/].*-[\w-]{8,}\.\w+$/.test(name);
  return { mediaType: mediaTypes[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream', isImmutable, forms };
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
