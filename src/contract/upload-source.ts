/**
 * The header `Upload-Source`: which file an upload came from, as in `filename*=UTF-8''kasse.csv; sha-256=…`. Parameters as those of
 * Content-Disposition (RFC 6266), the name encoded by RFC 8187, the hash in hexadecimal.
 */
import { maskCardNumbers } from './card-number.js';
import { SalesError } from './problem.js';

export interface UploadSource {
  /** Without path; null where it has none, as standard input. */
  name: string | null;
  /** Checksum of the whole file's bytes as they were read, before anything is unpacked or decoded; in lower case. */
  sha256: string;
}

/** In UTF-16 code units: no file system has longer ones. */
export const fileNameMax = 255;

/** Control characters, ends of lines, and what turns the direction of writing. */
const UNSHOWABLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

const FORM = "filename*=UTF-8''NAME; sha-256=HEX";
const PARAMETER = /^[ \t]*([a-z0-9*-]+)=(\S*?)[ \t]*$/i;
/** A language may stand between the quotes. */
const EXTENDED = /^UTF-8'[a-z0-9-]*'((?:[a-z0-9!#$&+.^_`|~-]|%[0-9a-f]{2})*)$/i;
const SHA256 = /^[0-9a-f]{64}$/i;

/** The name of a file at `path` as the header takes it: what it must not hold becomes `_`, a full card number is masked. Null where nothing is left. */
export function fileNameAt(path: string): string | null {
  const last = path.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const name = last
    .replace(new RegExp(UNSHOWABLE, 'gu'), '_')
    .slice(0, fileNameMax)
    .replace(/[\uD800-\uDBFF]$/, '');
  return maskCardNumbers(name) || null;
}

export function uploadSourceHeader({ name, sha256 }: UploadSource): string {
  const extended = name && encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${extended === null ? '' : `filename*=UTF-8''${extended}; `}sha-256=${sha256}`;
}

/** Null without such a header. Fails with `validation` under the header's name, without repeating it. */
export function uploadSourceOf(header: string | undefined): UploadSource | null {
  if (header === undefined) return null;
  const given = new Map<string, string>();
  for (const part of header.split(';')) {
    const [, name = '', value = ''] = PARAMETER.exec(part) ?? [];
    const known = name.toLowerCase();
    if (!['filename*', 'sha-256'].includes(known) || given.has(known)) throw wrong(`must be ${FORM}, with each of the two once at most`);
    given.set(known, value);
  }
  const sha256 = given.get('sha-256') ?? '';
  if (!SHA256.test(sha256)) throw wrong(`must have sha-256=HEX, the SHA-256 of the file in 64 hexadecimal digits: ${FORM}`);
  const extended = given.get('filename*');
  return { name: extended === undefined ? null : nameIn(extended), sha256: sha256.toLowerCase() };
}

function nameIn(extended: string): string {
  const name = decoded(EXTENDED.exec(extended)?.[1]);
  if (name === null) throw wrong("must have the name of the file as RFC 8187 encodes it, such as filename*=UTF-8''M%C3%A4rz.csv");
  if (name === '' || name.length > fileNameMax) throw wrong(`must have a name of 1 to ${fileNameMax} characters, or none`);
  if (/[/\\]/.test(name)) throw wrong('must have the name of the file without its path: no / and no \\');
  if (UNSHOWABLE.test(name)) throw wrong('must have a name without control characters');
  if (maskCardNumbers(name) !== name) throw wrong('must have a name without a full card number: mask it');
  return name;
}

function decoded(text: string | undefined): string | null {
  try {
    return text === undefined ? null : decodeURIComponent(text);
  } catch {
    return null;
  }
}

function wrong(says: string): SalesError {
  return new SalesError('validation', undefined, { errors: { 'Upload-Source': [says] } });
}
