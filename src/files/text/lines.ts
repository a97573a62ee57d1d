/** Counts the physical lines of text that arrives in pieces. */

/** Where a text has come to: the line, from 1, in which the next piece begins. */
interface TextPlace {
  line: number;
  endsInCr: boolean;
}

export const textStart: TextPlace = { line: 1, endsInCr: false };

const LF = 0x0a;
const CR = 0x0d;

/** The place behind bytes in which CR and LF are those of ASCII. LF, CR and CRLF are one line end each, even when a CRLF is split between pieces. */
export function placeAfter(bytes: Buffer, { line, endsInCr }: TextPlace = textStart): TextPlace {
  // The whole input passes through here: the engine's own search is many times as fast as a loop over bytes.
  let count = line;
  for (let lf = bytes.indexOf(LF); lf !== -1; lf = bytes.indexOf(LF, lf + 1)) if (!(lf === 0 ? endsInCr : bytes[lf - 1] === CR)) count++;
  for (let cr = bytes.indexOf(CR); cr !== -1; cr = bytes.indexOf(CR, cr + 1)) count++;
  return { line: count, endsInCr: bytes.length === 0 ? endsInCr : bytes[bytes.length - 1] === CR };
}
