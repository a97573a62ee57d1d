/** Names of files that are made beside others: never longer than file systems take, and different for different files. */
import { createHash } from 'node:crypto';

/** As nearly all file systems have it. */
const NAME_BYTES_MAX = 255;
/** Left for the ending of a file that is still being written, and for a number. */
const ROOM_BYTES = 24;

/**
 * `stem` and `ending` as the name of one file. A stem that is too long is cut, and gets a mark that follows from all of it. `bytesMax` is the
 * number of bytes in UTF-8 that the name may have.
 */
export function fittingName(stem: string, ending: string, bytesMax = NAME_BYTES_MAX - ROOM_BYTES): string {
  if (Buffer.byteLength(stem + ending) <= bytesMax) return stem + ending;
  const end = `~${createHash('sha256').update(stem).digest('hex').slice(0, 8)}${ending}`;
  let [cut, left] = ['', bytesMax - Buffer.byteLength(end)];
  for (const character of stem) {
    left -= Buffer.byteLength(character);
    if (left < 0) break;
    cut += character;
  }
  return cut + end;
}

/** `name`, or where that is taken another one with `number`: `x-2.csv`. */
export function numberedName(name: string, number: number): string {
  if (number === 1) return name;
  const [, stem = name, ending = ''] = /^(.+?)((?:\.[A-Za-z]\w{0,7}){0,2})$/s.exec(name) ?? [];
  return fittingName(stem, `-${number}${ending}`, NAME_BYTES_MAX);
}

/** The path of a rejects file, its name cut where it would be too long. */
export function fittingRejectsPath(path: string): string {
  const [, folder = '', stem = '', ending = ''] = /^(.*\/)?(.*?)(\.rejects(?:-\d+)?\.(?:csv|ndjson))$/s.exec(path) ?? [];
  return ending === '' ? path : folder + fittingName(stem, ending);
}
