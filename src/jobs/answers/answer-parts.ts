/** Takes apart what answers a question: which answers there are, and the words that say when each is right. */
import type { Hint, Remedy } from '../../contract/remedy.js';

export interface Alternative {
  /** When it is right, `if it is in cents`; empty where the question itself says so. */
  when: string;
  /** All of them together are the answer. */
  remedies: readonly Remedy[];
  /** What follows from it, `it is 1234.5`; empty where nothing is said. */
  note: string;
}

/** Words that only lead to an answer. */
const LEADING = /^(?:say (?:which|it)\b.*|give it\b.*|or|any)?$/i;

/** The answers of `hint`, in its order; none where it has only words. Answers with nothing but a blank between them belong together. */
export function alternativesIn(hint: Hint): Alternative[] {
  if (typeof hint === 'string') return [];
  const found: { when: string; remedies: Remedy[]; note: string }[] = [];
  let words = '';
  let isTogether = false;
  for (const part of hint) {
    const last = found.at(-1);
    if (typeof part !== 'string') {
      if (isTogether && last) last.remedies.push(part);
      else found.push({ when: whenIn(words), remedies: [part], note: '' });
      words = '';
      isTogether = false;
      continue;
    }
    isTogether = part === ' ' && last !== undefined;
    const [, note = '', rest = ''] = /^ \(([^)]*)\)(.*)$/s.exec(part) ?? [];
    if (note !== '' && last) last.note = note;
    words = note === '' ? part : rest;
  }
  return found;
}

function whenIn(words: string): string {
  const plain = words.replace(/^[\s;,]+|[\s:,]+$/g, '').replace(/^(?:and|or)\s+(?=if\b)/, '');
  return LEADING.test(plain) ? '' : plain.charAt(0).toLowerCase() + plain.slice(1);
}

/** `field=value` or `column=value` of a flag, in two. */
export function pairIn(given = ''): [string, string] {
  const equals = given.indexOf('=');
  return [given.slice(0, equals), given.slice(equals + 1)];
}
