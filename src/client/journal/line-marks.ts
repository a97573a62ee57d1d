/** Which byte of a file a line ends at, roughly: noted while its bytes are hashed anyway, so that progress can be told in bytes. */

export interface LineMarks {
  /** The next bytes of the file. */
  see(chunk: Uint8Array): void;
  /** How many bytes the file has up to the end of a line, from 1; exact to a part of a chunk. */
  bytesAt(line: number): number;
}

const LF = 0x0a;

export function openLineMarks(): LineMarks {
  const marks = [{ bytes: 0, lines: 0 }];
  return {
    see: (chunk) => {
      const { bytes, lines } = marks.at(-1) ?? { bytes: 0, lines: 0 };
      let found = 0;
      for (let at = chunk.indexOf(LF); at >= 0; at = chunk.indexOf(LF, at + 1)) found += 1;
      marks.push({ bytes: bytes + chunk.length, lines: lines + found });
    },
    bytesAt: (line) => {
      const after = marks.findIndex(({ lines }) => lines >= line);
      const end = marks[after];
      const begin = marks[after - 1];
      // The last line may have no end.
      if (!end || !begin) return marks.at(-1)?.bytes ?? 0;
      return Math.round(begin.bytes + ((end.bytes - begin.bytes) * (line - begin.lines)) / (end.lines - begin.lines));
    },
  };
}
