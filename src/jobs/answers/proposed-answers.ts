/** What a file would be read with if each question about it had the answer that is proposed first. */
import type { Question, QuestionCode } from '../../contract/question.js';
import type { Remedy } from '../../contract/remedy.js';
import { pairIn } from './answer-parts.js';
import type { SeenTable } from './asked-question.js';
import { askedAs } from './choices.js';

/** An answer that leaves its own question open would be given for ever. */
const ANSWERS_MAX = 12;

/** Nothing of the file shows which of their answers is right. */
const withoutProposal: readonly QuestionCode[] = [
  'KIND_UNCERTAIN',
  'SIGNS_UNCERTAIN',
  'AMOUNT_REPEATED',
  'TIMEZONE_MISSING',
  'TIMEZONE_CHANGED',
];

/** Stand for what only a person knows. */
const placeholders = ['CODE', 'ZONE'];

/** Open questions with these answers, and the table as it is seen then. */
export type Look = (answers: readonly Remedy[]) => Promise<{ questions: readonly Question[]; table: SeenTable | null }>;

/** The answers as flags, in the order of the questions; null where one has none that the file shows. */
export async function proposedAnswers(look: Look): Promise<Remedy[] | null> {
  const answers: Remedy[] = [];
  for (;;) {
    const { questions, table } = await look(answers);
    const [question] = questions;
    if (!question) return answers;
    const proposed = answers.length < ANSWERS_MAX ? proposedFirst(question, table) : null;
    if (!proposed) return null;
    answers.push(...proposed);
  }
}

/** A column that is left open is the first whose cells would do. Of one that may not be the field at all, only a person knows. */
function proposedFirst(question: Question, table: SeenTable | null): readonly Remedy[] | null {
  const [first] = question.answers;
  if (!first || withoutProposal.includes(question.code) || (question.code === 'FIELD_MISSING' && first.when)) return null;
  const leavesColumn = first.remedies.some(([, given]) => pairIn(given)[1] === 'COLUMN');
  const remedies = leavesColumn ? table && askedAs(question, table)?.choices[0]?.remedies : first.remedies;
  return remedies?.every(isWhole) ? remedies : null;
}

function isWhole([flag = '', given = '']: Remedy): boolean {
  return flag.startsWith('--') && !placeholders.includes(given.includes('=') ? pairIn(given)[1] : given);
}
