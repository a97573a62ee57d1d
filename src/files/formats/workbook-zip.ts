/** The files inside a workbook, which is a ZIP archive. Knows nothing of what they mean. */
import { closeSync } from 'node:fs';
import type { Readable } from 'node:stream';
import type { Entry, ZipFile } from 'yauzl';
import type { FileSource } from '../text/bytes.js';
import { descriptorToRead } from '../text/file-identity.js';
import { xmlText } from './xml.js';

/** An open archive. Names of files are matched in any case. */
export type Archive = Awaited<ReturnType<typeof openArchive>>;

/** Two files have this name, so that nobody knows which of them counts. */
export class TwoParts extends Error {
  constructor(public readonly part: string) {
    super(`two parts are called ${part}`);
  }
}

/** The largest file that is kept whole: the texts or the styles of a workbook. */
const KEPT_CHARS_MAX = 268_435_456;

/** Opens an archive on disk or in memory. Fails with the library's error where it is not an archive, or is damaged. */
export async function openArchive(source: FileSource | Buffer) {
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
    const stream = async (name: string): Promise<AsyncIterable<string> | null> => {
      const entry = entries.get(name.toLowerCase());
      if (entry === 'twice') throw new TwoParts(name);
      if (!entry) return null;
      return xmlText(
        await new Promise<Readable>((resolve, reject) =>
          zip.openReadStream(entry, (error, read) => (error ? reject(error) : resolve(read))),
        ),
      );
    };
    return {
      /** The names of all files, in lower case. */
      names: () => [...entries.keys()],
      /** The text of a file of XML, in pieces as it is unpacked; null where there is none of that name. */
      stream,
      /** The text of a small file, as a whole; null where there is none of that name. Fails with an error where it is too large. */
      text: async (name: string): Promise<string | null> => {
        let text = '';
        for await (const piece of (await stream(name)) ?? []) {
          text += piece;
          if (text.length > KEPT_CHARS_MAX) throw new Error(`${name} is too large`);
        }
        return entries.has(name.toLowerCase()) ? text : null;
      },
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

/** By name in lower case, because some programs write a name in one case and refer to it in another. */
function entriesOf(zip: ZipFile): Promise<Map<string, Entry | 'twice'>> {
  const entries = new Map<string, Entry | 'twice'>();
  return new Promise((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      const name = entry.fileName.replace(/^\//, '').toLowerCase();
      entries.set(name, entries.has(name) ? 'twice' : entry);
      zip.readEntry();
    });
    zip.on('end', () => resolve(entries));
    zip.on('error', reject);
    zip.readEntry();
  });
}
