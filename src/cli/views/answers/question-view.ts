/** What a person sees while a file's questions are asked: what of it is known, a question, its choices with values, what to type. Lines of text. */
import type { Question } from '../../../contract/question.js';
import { type AskedQuestion, referenceShown, type SeenTable } from '../../../jobs/answers/asked-question.js';
import { cutTo, widthOf, wrapped } from '../../terminal/text-width.js';
import { count } from '../input-view.js';

const MAY_BE_RECORDS = 'It tells what was paid out. Where a till sends these sales, send it as settlement records instead:';

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
): string[] {
  const known = header.flatMap((_, index) => {
    const field = mapping[index];
    return field && !field.startsWith('additionalData.') ? [{ name: referenceShown(header, index), field, index }] : [];
  });
  const names = Math.min(NAME_COLUMNS_MAX, widest(known.map(({ name }) => name)));
  const fields = widest(known.map(({ field }) => field));
  return [
    ...wrapped(
      `${file} leaves ${count(questions, 'question')} open. Nothing is sent before they are answered; Ctrl-C ends it.`,
      width,
      INDENT,
    ),
    ...(settle === null ? [] : [...wrapped(MAY_BE_RECORDS, width, INDENT), `  ${settle}`]),
    ...(known.length > 0 ? ['', 'Recognised'] : []),
    ...known.map(({ name, field, index }) => {
      const begin = `  ${padded(cutTo(name, names), names)}  ${padded(field, fields)}  `;
      return begin + valuesOf([index], samples, width - widthOf(begin));
    }),
  ];
}

/** One question with its choices, numbered, each on one line; and what may be typed. */
export function questionText(number: number, left: number, { text }: Question, asking: AskedQuestion, width: number): string[] {
  const { title, choices, proposed } = asking;
  const digits = String(choices.length).length;
  const texts = choices.filter(({ columns }) => columns.length > 0).map((choice) => choice.text);
  const names = Math.min(Math.max(NAME_COLUMNS_MAX, Math.floor(width / 3)), widest(texts));
  return [
    '',
    ...wrapped(`Question ${number}${left > 1 ? `, ${left} open` : ''}: ${title}`, width, INDENT),
    ...wrapped(`  ${text.replace(/:$/, '.')}`, width, INDENT),
    ...choices.flatMap((choice, at) => {
      const begin = `  ${String(at + 1).padStart(digits)}) `;
      if (choice.columns.length === 0) return wrapped(begin + choice.text, width, begin.length);
      const named = `${begin}${padded(cutTo(choice.text, names), names)}  `;
      return [named + valuesOf(choice.columns, asking.samples, width - widthOf(named))];
    }),
    ...typingText(asking, width),
    ...(proposed === null ? [] : [`  Enter alone is ${proposed + 1}.`]),
  ];
}

/** What may be typed. */
export function typingText({ choices, typing }: AskedQuestion, width: number): string[] {
  const numbers = choices.length === 1 ? '1' : `a number from 1 to ${choices.length}`;
  return wrapped(`  Type ${numbers}${typing === '' ? '' : `, or ${typing}`}.`, width, INDENT);
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
