/** A page of the documents, taken apart: blocks of code, words set as code, links, headings. It judges nothing. */

export interface Block {
  /** What stands behind the opening fence: the language, and perhaps more. */
  language: string;
  about: string;
  text: string;
  line: number;
}

export interface Word {
  text: string;
  line: number;
}

export interface Page {
  /** From the root of the package, as `docs/files.md`. */
  path: string;
  lines: number;
  blocks: Block[];
  /** What stands between backquotes in the text. */
  code: Word[];
  /** Targets as they are written. */
  links: Word[];
  /** The names under which a browser finds the headings. */
  anchors: string[];
}

const FENCE = /^\s*```(\S*)\s*(.*)$/;

export function readPage(path: string, text: string): Page {
  const lines = text.replace(/\n$/, '').split('\n');
  const page: Page = { path, lines: lines.length, blocks: [], code: [], links: [], anchors: [] };
  let open: Block | null = null;
  for (const [at, line] of lines.entries()) {
    const [fence, language = '', about = ''] = FENCE.exec(line) ?? [];
    if (open && fence !== undefined) open = null;
    else if (open) open.text += `${line}\n`;
    else if (fence !== undefined) {
      open = { language, about: about.trim(), text: '', line: at + 1 };
      page.blocks.push(open);
    } else readText(line, at + 1, page);
  }
  return page;
}

function readText(text: string, line: number, { code, links, anchors }: Page): void {
  const [heading, title = ''] = /^#{1,6} (.*)$/.exec(text) ?? [];
  if (heading !== undefined) anchors.push(anchorOf(title, anchors));
  for (const [, word = ''] of text.matchAll(/`([^`]+)`/g)) code.push({ text: word.replaceAll('\\|', '|'), line });
  for (const [, target = ''] of text.replace(/`[^`]+`/g, '').matchAll(/\]\(([^)\s]+)\)/g)) links.push({ text: target, line });
}

/** As GitHub makes it: lower case, no punctuation, hyphens for blanks, numbered where it is taken. */
function anchorOf(title: string, taken: readonly string[]): string {
  const plain = title
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
    .trim()
    .replaceAll(' ', '-');
  const others = taken.filter((name) => name === plain || name.startsWith(`${plain}-`)).length;
  return taken.includes(plain) ? `${plain}-${others}` : plain;
}
