/** The files inside a workbook, which is a ZIP archive. Knows nothing of what they mean. */
import { closeSync } from 'node:fs';
import type { Readable } from 'node:stream';
import type { Entry, ZipFile } from 'yauzl';
import type { FileSource } from '../text/bytes.js';
import { descriptorToRead } from '../text/file-identity.js';

/** An open archive. Names of files are matched in any case. */
export interface Archive {
  /** The names of all files, in lower case. */
  names(): string[];
  /** The text of a small file; null where there is none of that name. Fails with an error where it is too large. */
  text(name: string): Promise<string | null>;
  /** The decompressed bytes of a file; null where there is none of that name. */
  stream(name: string): Promise<Readable | null>;
  close(): void;
}

/** The largest file that is kept whole: the texts or the styles of a workbook. */
const KEPT_BYTES_MAX = 268_435_456;

/** Opens an archive on disk or in memory. Fails with the library's error where it is not an archive, or is damaged. */
export async function openArchive(source: FileSource | Buffer): Promise<Archive> {
  const yauzl = await import('yauzl');
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    const options = { lazyEntries: true, autoClose: false, decodeStrings: true, validateEntrySizes: true, strictFileNames: false };
    const done = (error: Error | null, opened: ZipFile) => (error ? reject(error) : resolve(opened));
    if (Buffer.isBuffer(source)) return yauzl.fromBuffer(source, options, done);
    const descriptor = descriptorToRead(source.path, source.mustBe);
    yauzl.fromFd(descriptor, options, (error, opened) => {
      if (error) closeSync(descriptor);
      done(error, opened);
    });
  });
  try {
    const entries = await entriesOf(zip);
    const stream = (name: string) => {
      const entry = entries.get(name.toLowerCase());
      return entry
        ? new Promise<Readable>((resolve, reject) => zip.openReadStream(entry, (error, read) => (error ? reject(error) : resolve(read))))
        : null;
    };
    return {
      names: () => [...entries.keys()],
      stream: async (name) => stream(name),
      text: async (name) => {
        const read = await stream(name);
        if (!read) return null;
        const chunks: Buffer[] = [];
        let size = 0;
        for await (const chunk of read as AsyncIterable<Buffer>) {
          size += chunk.length;
          if (size > KEPT_BYTES_MAX) throw new Error(`${name} is too large`);
          chunks.push(chunk);
        }
        return Buffer.concat(chunks).toString('utf8');
      },
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

/** By name in lower case, because some programs write a name in one case and refer to it in another. */
function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  return new Promise((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      entries.set(entry.fileName.replace(/^\//, '').toLowerCase(), entry);
      zip.readEntry();
    });
    zip.on('end', () => resolve(entries));
    zip.on('error', reject);
    zip.readEntry();
  });
}
