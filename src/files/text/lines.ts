/** Counts the physical lines of text that arrives in pieces. */

export interface LineCounter {
  /** The line, from 1, in which the next piece begins. */
  line: number;
  /** The counter as it stands after bytes of an encoding in which CR and LF are those of ASCII; this one does not change. */
  after(bytes: Buffer): LineCounter;
}

/** Counts LF, CR and CRLF as one line end each, even when a CRLF is split between two pieces. */
export function lineCounter(line = 1, endsInCr = false): LineCounter {
  return {
    line,
    after(bytes) {
      // The whole input passes through here: the engine's own search is many times as fast as a loop over bytes.
      let count = line;
      for (let lf = bytes.indexOf(LF); lf !== -1; lf = bytes.indexOf(LF, lf + 1)) {
        if (!(lf === 0 ? endsInCr : bytes[lf - 1] === CR)) count++;
      }
      for (let cr = bytes.indexOf(CR); cr !== -1; cr = bytes.indexOf(CR, cr + 1)) count++;
      return lineCounter(count, bytes.length === 0 ? endsInCr : bytes[bytes.length - 1] === CR);
    },
  };
}

const LF = 0x0a;
const CR = 0x0d;
