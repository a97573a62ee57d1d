/** Hands out what follows in a text either as bytes, or as text, a few lines at a time. */
import type { Stretch } from '../input/plain-run.js';
import type { TextReader } from '../text/text.js';

const LF = 0x0a;
/** Lines that are handed out as text at once, where nothing goes as bytes. */
const LINES_MAX = 4_096;

export interface ByteFeed {
  /** The next lines as text, or what is left; null at the end. Fails as the reader does, after all before that place. */
  text(): Promise<string | null>;
  /** The bytes that are there, which begin in line `line`; null at the end, and where reading fails. */
  stretch(line: number): Promise<Stretch | null>;
  /** Says how many bytes of the stretch were taken. */
  taken(bytes: number): void;
}

export function byteFeed(reader: TextReader): ByteFeed {
  let rest: Buffer = Buffer.alloc(0);
  /** Where the rest has its last visible character. */
  let limit = 0;
  let failure: { error: unknown } | null = null;
  let lines = 1;
  /** Reads on; false at the end, and where that failed. */
  const more = async (): Promise<boolean> => {
    if (failure) return false;
    try {
      const bytes = await reader.moreBytes();
      if (!bytes) return false;
      rest = rest.length > 0 ? Buffer.concat([rest, bytes]) : bytes;
    } catch (error) {
      failure = { error };
      return false;
    }
    limit = lastVisible(rest);
    return true;
  };
  return {
    text: async () => {
      if (rest.length === 0 && !(await more())) {
        if (failure) throw failure.error;
        return null;
      }
      const end = endOfLines(rest, lines);
      const text = reader.textOf(rest.subarray(0, end));
      rest = rest.subarray(end);
      limit -= end;
      return text;
    },
    stretch: async (line) => (rest.length > 0 || (await more()) ? { bytes: rest, limit, line } : null),
    taken: (bytes) => {
      rest = rest.subarray(bytes);
      limit -= bytes;
      lines = bytes > 0 ? 1 : Math.min(lines * 2, LINES_MAX);
    },
  };
}

/** Behind so many line ends; all of it where there are fewer. */
function endOfLines(bytes: Buffer, lines: number): number {
  let end = 0;
  for (let left = lines; left > 0; left--) {
    const next = bytes.indexOf(LF, end);
    if (next < 0) return bytes.length;
    end = next + 1;
  }
  return end;
}

/** Index of the last letter or digit, which no blank record has, whatever its delimiter is; 0 without one. */
function lastVisible(bytes: Buffer): number {
  for (let at = bytes.length - 1; at > 0; at--) {
    const byte = bytes[at] as number;
    if (isLetterOrDigit(byte)) return at;
  }
  return 0;
}

function isLetterOrDigit(byte: number): boolean {
  return (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);
}
