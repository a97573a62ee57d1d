/** Counts physical lines of text that comes in pieces. */

export interface LineCounter {
  /** From 1: the line in which the text goes on. */
  line: number;
  after(text: string): LineCounter;
}

/** Counts LF, CR and CRLF as one line end each, also when a CRLF is cut in two. */
export function lineCounter(line = 1, endsInCr = false): LineCounter {
  return {
    line,
    after(text) {
      // All of the input comes by: the engine's own search is many times as fast as a loop over characters.
      let count = line;
      for (let lf = text.indexOf('\n'); lf !== -1; lf = text.indexOf('\n', lf + 1)) {
        if (!(lf === 0 ? endsInCr : text.charCodeAt(lf - 1) === CR)) count++;
      }
      for (let cr = text.indexOf('\r'); cr !== -1; cr = text.indexOf('\r', cr + 1)) count++;
      return lineCounter(count, text === '' ? endsInCr : text.charCodeAt(text.length - 1) === CR);
    },
  };
}

const CR = 0x0d;
