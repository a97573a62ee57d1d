/** Columns of a terminal that a text takes, and text broken at blanks to fit them: no word is broken, and a command can still be pasted. */

const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u;

/** Columns that `text` takes. */
export function widthOf(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length;
  let width = 0;
  for (const char of text) width += /\p{Mn}/u.test(char) ? 0 : WIDE.test(char) ? 2 : 1;
  return width;
}

/** As much of `text` as fits, with an ellipsis where something is left out. */
export function cutTo(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let cut = '';
  for (const char of text) {
    if (widthOf(cut + char) > width - 1) break;
    cut += char;
  }
  return `${cut.trimEnd()}…`;
}

/** Separates parts of a text, which are three blanks or more apart. A part that is a command line stays one. */
const BETWEEN = / {3,}/;
const COMMAND = /^(?:sales|openssl|mkdir|npm) \S|^--\S/;

/**
 * Lines of at most `width` columns, those after the first indented. A word that is longer than a line stays whole, and so does what is in
 * quotes. What is set off by three blanks stays on one line where it can; a command line that cannot goes on in the next one behind a
 * backslash, as a shell reads it.
 */
export function wrapped(text: string, width: number, indent: number): string[] {
  if (widthOf(text) <= width) return [text];
  const margin = ' '.repeat(indent);
  const lines = [/^ */.exec(text)?.[0] ?? ''];
  const last = () => lines.at(-1) ?? '';
  const isBlank = () => last().trim() === '';
  const fits = (between: string, more: string, room = width) => widthOf(last() + (isBlank() ? '' : between) + more) <= room;
  const add = (between: string, word: string) => {
    lines[lines.length - 1] = last() + (isBlank() ? '' : between) + word;
  };
  for (const part of text.trimStart().split(BETWEEN)) {
    if (!fits('   ', part) && !isBlank() && indent + widthOf(part) <= width) lines.push(margin);
    const isCommand = COMMAND.test(part);
    if (isCommand && !fits('   ', part) && !isBlank()) lines.push(margin);
    const words = wordsIn(part);
    for (const [at, word] of words.entries()) {
      const between = at === 0 ? '   ' : ' ';
      // Room for the backslash.
      if (!isBlank() && !fits(between, word, width - (isCommand && at < words.length - 1 ? 2 : 0))) {
        if (isCommand && at > 0) add('', ' \\');
        lines.push(margin);
      }
      add(between, word);
    }
  }
  return lines.map((line) => line.trimEnd());
}

/** The words between blanks, of which one that opens a quote goes on to where it is closed. */
function wordsIn(text: string): string[] {
  const words: string[] = [];
  let open = false;
  for (const word of text.split(' ')) {
    if (open) words[words.length - 1] += ` ${word}`;
    else words.push(word);
    // An apostrophe within a word opens nothing.
    const opens = /^'|='/.test(word) && !/'[.,;:)]*$/.test(word.slice(word.indexOf("'") + 1));
    open = open ? !/'[.,;:)]*$/.test(word) : opens;
  }
  return words;
}
