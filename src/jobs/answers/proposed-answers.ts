/** What a file would be read with if each question about it had the answer that is proposed first. */
import type { Question, QuestionCode } from '../../contract/question.js';
import type { Remedy } from '../../contract/remedy.js';
import { pairIn } from './answer-parts.js';

/** An answer that leaves its own question open would be given for ever. */
const ANSWERS_MAX = 12;

/** Nothing of the file shows which of their answers is right. */
const withoutProposal: readonly QuestionCode[] = [
  'KIND_UNCERTAIN',
  'SIGNS_UNCERTAIN',
  'AMOUNT_REPEATED',
  'TIMEZONE_MISSING',
  'TIMEZONE_CHANGED',
  'PLACE_UNCERTAIN',
];

/** Stand for what only a person knows. */
const placeholders = ['CODE', 'ZONE', 'COLUMN'];

/** Open questions with these answers. */
export type Look = (answers: readonly Remedy[]) => Promise<readonly Question[]>;

/** The answers as flags, in the order of the questions; null where one has none that the file shows. */
export async function proposedAnswers(look: Look): Promise<Remedy[] | null> {
  const answers: Remedy[] = [];
  for (;;) {
    const [question] = await look(answers);
    if (!question) return answers;
    const proposed = answers.length < ANSWERS_MAX ? proposedFirst(question) : null;
    if (!proposed) return null;
    answers.push(...proposed);
  }
}

/** A column that may not be the field at all, or that no cells speak for, is what only a person knows. */
function proposedFirst({ code, answers: [first] }: Question): readonly Remedy[] | null {
  if (!first || withoutProposal.includes(code) || (code === 'FIELD_MISSING' && first.when)) return null;
  return first.remedies.every(isWhole) ? first.remedies : null;
}

function isWhole([flag = '', given = '']: Remedy): boolean {
  return flag.startsWith('--') && !placeholders.includes(given.includes('=') ? pairIn(given)[1] : given);
}
