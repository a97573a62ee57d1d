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

/** What is set off by three blanks or more; a command line among them stays one. */
const BETWEEN = / {3,}/;
const COMMAND = /^(?:sales|openssl|mkdir|npm) \S|^--\S/;
/** A word, or several in quotes. */
const SHELL_WORDS = /(?:'[^']*'|"[^"]*"|[^\s'"])+/g;

/**
 * Lines of at most `width` columns, those after the first indented. A word that is longer than a line stays whole, and so does what is in
 * quotes in a command line, which goes on in the next line behind a backslash, as a shell reads it.
 */
export function wrapped(text: string, width: number, indent: number): string[] {
  if (widthOf(text) <= width) return [text];
  const margin = ' '.repeat(indent);
  const lines: string[] = [''];
  const last = () => lines.at(-1) ?? '';
  const isEmpty = () => last().trim() === '';
  const open = () => lines.push(margin);
  const add = (word: string, between: string) => {
    lines[lines.length - 1] = isEmpty() ? last() + word : last() + between + word;
  };
  const leading = /^ */.exec(text)?.[0] ?? '';
  lines[0] = leading;
  for (const part of text.slice(leading.length).split(BETWEEN)) {
    const isCommand = COMMAND.test(part);
    const fits = widthOf(last()) + 3 + widthOf(part) <= width;
    if (isCommand && !fits && !isEmpty()) open();
    const words = isCommand ? (part.match(SHELL_WORDS) ?? []) : part.split(' ');
    for (const [at, word] of words.entries()) {
      const between = at === 0 ? '   ' : ' ';
      const room = width - (isCommand && at < words.length - 1 ? 2 : 0);
      if (isEmpty() || widthOf(last()) + between.length + widthOf(word) <= room) add(word, between);
      else {
        if (isCommand && at > 0) lines[lines.length - 1] = `${last()} \\`;
        open();
        add(word, '');
      }
    }
  }
  return lines;
}
