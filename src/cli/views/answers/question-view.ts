/** What a person sees while a file's questions are asked: what of it is known, a question, its choices with values, what to type. Lines of text. */
import type { Question } from '../../../contract/question.js';
import { type AskedQuestion, referenceShown, type SeenTable } from '../../../jobs/answers/asked-question.js';
import { cutTo, widthOf, wrapped } from '../../terminal/text-width.js';
import type { CliWords } from '../../words/en.js';

const INDENT = 2;
const VALUES_SHOWN = 3;
const NAME_COLUMNS_MAX = 24;

/**
 * The file, and the columns that are recognised, with their first values. `settle`: the command that sends it as settlement records, of sales
 * that may be such; otherwise null.
 */
export function fileText(
  file: string,
  questions: number,
  { header, mapping, samples }: SeenTable,
  settle: string | null,
  width: number,
  { asking: text, phrase }: CliWords,
): string[] {
  const known = header.flatMap((_, index) => {
    const field = mapping[index];
    return field && !field.startsWith('additionalData.') ? [{ name: phrase(referenceShown(header, index)), field, index }] : [];
  });
  const names = Math.min(NAME_COLUMNS_MAX, widest(known.map(({ name }) => name)));
  const fields = widest(known.map(({ field }) => field));
  return [
    ...wrapped(text.leavesOpen(file, questions), width, INDENT),
    ...(settle === null ? [] : [...wrapped(text.mayBeRecords, width, INDENT), `  ${settle}`]),
    ...(known.length > 0 ? ['', text.recognised] : []),
    ...known.map(({ name, field, index }) => {
      const begin = `  ${padded(cutTo(name, names), names)}  ${padded(field, fields)}  `;
      return begin + valuesOf([index], samples, width - widthOf(begin));
    }),
  ];
}

/** One question with its choices, numbered, each on one line; and what may be typed. */
export function questionText(
  number: number,
  left: number,
  { said }: Question,
  asked: AskedQuestion,
  width: number,
  words: CliWords,
): string[] {
  const { asking: text, phrase } = words;
  const { title, proposed } = asked;
  const choices = asked.choices.map((choice) => ({ ...choice, text: phrase(choice.text) }));
  const digits = String(choices.length).length;
  const texts = choices.filter(({ columns }) => columns.length > 0).map((choice) => choice.text);
  const names = Math.min(Math.max(NAME_COLUMNS_MAX, Math.floor(width / 3)), widest(texts));
  return [
    '',
    ...wrapped(text.question(number, left, phrase(title)), width, INDENT),
    ...wrapped(`  ${phrase(said).replace(/\s?:$/, '.')}`, width, INDENT),
    ...choices.flatMap((choice, at) => {
      const begin = `  ${String(at + 1).padStart(digits)}) `;
      if (choice.columns.length === 0) return wrapped(begin + choice.text, width, begin.length);
      const named = `${begin}${padded(cutTo(choice.text, names), names)}  `;
      return [named + valuesOf(choice.columns, asked.samples, width - widthOf(named))];
    }),
    ...typingText(asked, width, words),
    ...(proposed === null ? [] : [`  ${text.enter(proposed + 1)}`]),
  ];
}

/** What may be typed. */
export function typingText({ choices, typing }: AskedQuestion, width: number, { asking: text, phrase }: CliWords): string[] {
  const { length } = choices;
  return wrapped(`  ${typing === '' ? text.typeNumber(length) : text.typeOr(length, phrase(typing))}`, width, INDENT);
}

export function retryText(message: string, width: number): string[] {
  return wrapped(`  ${message}`, width, INDENT);
}

/** `12.50, 7.90, 101.00`, or `12,50; 7,90`, as many as fit; of joined columns those of each. */
function valuesOf(columns: readonly number[], samples: SeenTable['samples'], width: number): string {
  const hasCommas = columns.some((index) => samples[index]?.some((text) => text.includes(',')));
  const between = hasCommas ? '; ' : ', ';
  const shown = (values: number) => columns.map((index) => (samples[index] ?? []).slice(0, values).join(between)).join(' + ');
  for (let values = VALUES_SHOWN; values > 0; values--) if (widthOf(shown(values)) <= width) return shown(values);
  return cutTo(shown(1), Math.max(width, 1));
}

function widest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map(widthOf));
}

function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}
