/**
 * The words of README.md, docs/ and what the program says: how long the sentences of each page are, and those of all texts in src, which are
 * help and messages. Prints a line for each page and each fault, and fails where a bound is broken. Pages can be named:
 * `npm run words -- docs/files.md`.
 *
 * A text in src is a string with a blank that ends with a full stop. A value in it is one word.
 *
 * Prose is paragraphs and list items. Headings, tables, blocks of code and pictures are none. A sentence ends with `.`, `!` or `?` before a
 * blank and a capital, a digit or markup, and with its paragraph or list item. Colons and semicolons end none. A word has a letter or a
 * digit; what stands between backquotes is one word, and a link is its text. Two things have a bound but no part in the average, which they
 * would only make look better: a piece of text without a full stop, such as a list item that goes on with the sentence above it, and a bold
 * title of a paragraph.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';

const AVERAGE_MAX = 16;
const WORDS_MAX = 30;
const LINES_MAX = 200;
const README_LINES_MAX = 120;
/** Heads that hide the subject of a sentence. */
const HEADS = /^(?:Of|So many|As many|What is|The same of|Those of|That of) /;

const ITEM = /^\s*(?:[-*]|\d+\.)\s+/;
const NO_PROSE = /^\s*(?:#|\||!\[|<|$)/;
const SENTENCE_END = /(?<=[.!?][)*_"]*)\s+(?=[\p{Lu}\d`*_([])/u;
const TITLE = /^\*\*[^*]+[.:]\*\*$/;

/** The paragraphs and list items of a page, each as one line of text with its place. */
function blocksOf(text) {
  const blocks = [];
  let isCode = false;
  let isOpen = false;
  for (const [at, line] of text.split('\n').entries()) {
    const isFence = /^\s*```/.test(line);
    if (isFence) isCode = !isCode;
    if (isFence || isCode || NO_PROSE.test(line)) isOpen = false;
    else if (isOpen && !ITEM.test(line)) blocks.at(-1).text += ` ${line.trim()}`;
    else {
      blocks.push({ line: at + 1, text: line.replace(ITEM, '').trim() });
      isOpen = true;
    }
  }
  return blocks;
}

const plain = (text) => text.replace(/`[^`]+`/g, '`code`').replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1');
const wordsOf = (sentence) => sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

function measure(page) {
  const text = readFileSync(page, 'utf8');
  const sentences = blocksOf(text).flatMap((block) =>
    plain(block.text)
      .split(SENTENCE_END)
      .map((sentence) => ({ ...block, sentence, words: wordsOf(sentence), isPart: !/[.!?:][)*_"]*$/.test(sentence) })),
  );
  const whole = sentences.filter(({ isPart, sentence }) => !isPart && !TITLE.test(sentence));
  const average = whole.length === 0 ? 0 : whole.reduce((sum, { words }) => sum + words, 0) / whole.length;
  const lines = text.trimEnd().split('\n').length;
  const linesMax = page === 'README.md' ? README_LINES_MAX : LINES_MAX;
  const faults = sentences.flatMap(({ line, sentence, words }) => [
    ...(words > WORDS_MAX ? [`${page}:${line}: ${words} words: ${sentence.slice(0, 70)}…`] : []),
    ...(HEADS.test(sentence) ? [`${page}:${line}: begin with the subject: ${sentence.slice(0, 70)}…`] : []),
  ]);
  if (average > AVERAGE_MAX) faults.push(`${page}: ${average.toFixed(1)} words a sentence, more than ${AVERAGE_MAX}`);
  if (lines > linesMax) faults.push(`${page}: ${lines} lines, more than ${linesMax}`);
  return { page, lines, sentences: whole.length, average, faults };
}

/** Texts that are read as files have them, not said. */
const NO_MESSAGES = /^(?:files[/\\]words|files[/\\]columns[/\\]exports)/;
const IS_SQL = /\b(?:SELECT|INSERT|UPDATE|DELETE|CREATE)\b/;

/** The sentences of all strings in a source file. */
function saidIn(file) {
  const said = [];
  const visit = (node) => {
    if (node === null || typeof node !== 'object') return;
    const text =
      node.type === 'StringLiteral' ? node.value : node.type === 'TemplateLiteral' ? node.quasis.map(({ raw }) => raw).join('x') : '';
    if (/\s.*\.$/s.test(text) && !IS_SQL.test(text)) said.push(...text.split(SENTENCE_END));
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseSync(readFileSync(file, 'utf8'), { syntax: 'typescript', tsx: file.endsWith('x'), target: 'es2022' }).body);
  return said.map((sentence) => ({ file, sentence, words: wordsOf(sentence) }));
}

/** Help and messages, as one page. */
function measureMessages() {
  const files = readdirSync('src', { recursive: true }).filter((path) => /\.tsx?$/.test(path) && !NO_MESSAGES.test(path));
  const said = files.flatMap((path) => saidIn(join('src', path)));
  const average = said.reduce((sum, { words }) => sum + words, 0) / said.length;
  const faults = said.flatMap(({ file, sentence, words }) =>
    words > WORDS_MAX ? [`${file}: ${words} words: ${sentence.slice(0, 70)}…`] : [],
  );
  if (average > AVERAGE_MAX) faults.push(`src: ${average.toFixed(1)} words a sentence, more than ${AVERAGE_MAX}`);
  return { page: 'src, help and messages', lines: 0, sentences: said.length, average, faults };
}

const named = process.argv.slice(2);
const below = readdirSync('docs', { recursive: true }).filter((path) => path.endsWith('.md'));
const pages = named.length > 0 ? named : ['README.md', ...below.map((path) => join('docs', path)).sort()];
const measured = [...pages.map(measure), ...(named.length > 0 ? [] : [measureMessages()])];
for (const { page, lines, sentences, average, faults } of measured) {
  const figures = `${average.toFixed(1).padStart(5)} words a sentence, ${String(sentences).padStart(3)} sentences, ${String(lines).padStart(3)} lines`;
  process.stdout.write(`${page.padEnd(44)} ${figures}${faults.length > 0 ? `, ${faults.length} faults` : ''}\n`);
}
const faults = measured.flatMap((page) => page.faults);
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.exitCode = faults.length > 0 ? 1 : 0;
