/**
 * Where the bytes come from: a file or standard input, decompressed if its first bytes (never its name) say that it is gzip. Refuses what
 * its first bytes show to be neither text nor a workbook. Knows nothing of rows.
 */
import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, type Gunzip } from 'node:zlib';
import { SalesError } from '../../contract/problem.js';
import { unusable } from '../input/unusable.js';
import { aheadOf, bytesAhead } from './ahead.js';
import { type FileIdentity, openToRead } from './file-identity.js';
import { folderForFile, missingFile } from './missing-file.js';
import { isZip, refusalOf } from './signatures.js';

export interface FileSource {
  path: string;
  /** Where the path must name no other file than this one. */
  mustBe?: FileIdentity | undefined;
}

export type InputSource = FileSource | { stdin: AsyncIterable<Uint8Array> };

export interface ByteInput {
  /** The path as given, or `-` for standard input. */
  name: string;
  /** How messages name the input. */
  label: string;
  gzip: boolean;
  /** The content, once decompressed, is a ZIP archive, as workbooks are. */
  zip: boolean;
  /** Size of the file on disk; null where it has none (standard input, a pipe). */
  sizeBytes: number | null;
  /** The decompressed bytes; can be iterated once. Fails with `inputUnusable`. */
  bytes: AsyncIterable<Buffer>;
  close(): Promise<void>;
}

/** Enough to recognise every signature. */
const HEAD_BYTES = 512;
const READ_BYTES = 256 * 1024;

/** Opens the source and checks its first bytes. Fails with `inputUnusable` where it cannot be read or is a known kind of binary file. */
export async function openBytes(source: InputSource): Promise<ByteInput> {
  const opened =
    'path' in source
      ? await openFile(source)
      : { name: '-', label: 'Standard input', sizeBytes: null, bytes: buffers(source.stdin), close: async () => {} };
  try {
    const packed = await withHead(opened.bytes);
    const gzip = packed.head[0] === 0x1f && packed.head[1] === 0x8b;
    const gunzip = gzip ? gunzipped(packed.bytes) : null;
    const close = async () => {
      gunzip?.destroy();
      await opened.close();
    };
    const unpacked = gunzip ? await withHead(gunzip) : packed;
    const refusal = await refusalOf(unpacked.head, unpacked.bytes);
    if (refusal) throw unusable(`${opened.label} ${refusal.is}.`, refusal.hint);
    return { ...opened, gzip, zip: isZip(unpacked.head), bytes: readable(unpacked.bytes, opened.label), close };
  } catch (error) {
    await opened.close();
    throw failureOf(error, opened.label);
  }
}

async function openFile({ path, mustBe }: FileSource): Promise<Omit<ByteInput, 'gzip' | 'zip'>> {
  let handle: FileHandle | undefined;
  try {
    handle = await openToRead(path, mustBe);
    const stat = await handle.stat();
    if (stat.isDirectory()) throw folderForFile(path);
    const stream = handle.createReadStream({ highWaterMark: READ_BYTES });
    const close = async () => {
      stream.destroy();
      await handle?.close();
    };
    return { name: path, label: path, sizeBytes: stat.isFile() ? stat.size : null, bytes: stream, close };
  } catch (error) {
    await handle?.close();
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') throw await missingFile(path, error);
    throw failureOf(error, path);
  }
}

/** Copies each chunk, because a source may reuse its buffer. */
async function* buffers(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) yield Buffer.from(chunk);
}

/** The first bytes, and an iterable of all bytes that includes them. */
async function withHead(bytes: AsyncIterable<Buffer>): Promise<{ head: Buffer; bytes: AsyncIterable<Buffer> }> {
  const ahead = aheadOf(bytes);
  const first = await bytesAhead(ahead, HEAD_BYTES);
  return { head: first.subarray(0, HEAD_BYTES), bytes: ahead.all };
}

/** Decompresses all members of a gzip file, one after the other. */
function gunzipped(bytes: AsyncIterable<Buffer>): Gunzip {
  const gunzip = createGunzip({ chunkSize: READ_BYTES });
  // A failure destroys `gunzip` with its reason, which is where its reader gets it.
  pipeline(Readable.from(bytes), gunzip).catch(() => {});
  return gunzip;
}

async function* readable(bytes: AsyncIterable<Buffer>, name: string): AsyncGenerator<Buffer> {
  try {
    yield* bytes;
  } catch (error) {
    throw failureOf(error, name);
  }
}

function failureOf(error: unknown, name: string): SalesError {
  if (error instanceof SalesError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  if (code.startsWith('Z_'))
    return unusable(`${name} is gzip, but damaged or cut off.`, 'Copy or export it again; gzip -t shows whether it is complete', error);
  if (code === 'ENOTDIR') return unusable(`${name} does not exist: a part of its path is not a folder.`, 'Check the path', error);
  if (code === 'EACCES' || code === 'EPERM')
    return unusable(`${name} may not be read.`, `Give yourself permission: chmod u+r ${name}`, error);
  return unusable(`${name} cannot be read (${code}).`, 'Check the disk or the pipe it comes from, and try again', error);
}
