/** What a failure says field by field (which question is open, which value is wrong), a line for each: for people and for JSON alike. */
import type { GrantedTenant } from '../../contract/access.js';
import type { SalesError } from '../../contract/problem.js';
import type { Question } from '../../contract/question.js';
import { type CommandBegin, hintText } from './hint-text.js';

/** `amount: Line 1: …`; none where the failure is not about fields. A question that is the message itself is not repeated. */
export function failureDetails(
  { errors = {}, questions = [], tenants = [], message }: SalesError,
  begin: Partial<CommandBegin> = {},
): string[] {
  const byField = new Map<string, string[]>();
  for (const { field, text, answer } of questions.filter((question) => question.text !== message))
    byField.set(field, [...(byField.get(field) ?? []), `${text} ${hintText(answer, begin)}`]);
  const fields = [...Object.entries(errors), ...byField].map(
    ([path, messages]) => `${path === '' ? '' : `${path}: `}${messages.join('; ')}`,
  );
  return [...fields, ...tenants.map(tenantLine)];
}

/** A tenant to choose from, as a flag and by its names. */
export function tenantLine({ customerName, tenantId, tenantName }: GrantedTenant): string {
  return `--tenant ${tenantId}   ${tenantName}, of ${customerName}`;
}

/** A question as programs read it; `answers` are the flags that answer it, each by itself. */
export interface QuestionDocument extends Pick<Question, 'code' | 'field' | 'text'> {
  answers: string[];
}

/** The questions that a failure consists of. */
export function questionDocuments({ questions = [] }: SalesError): QuestionDocument[] {
  return questions.map(({ code, field, text, answer }) => ({ code, field, text, answers: answersIn(answer) }));
}

function answersIn(answer: Question['answer']): string[] {
  return typeof answer === 'string' ? [] : answer.flatMap((part) => (typeof part === 'string' ? [] : [hintText([part])]));
}
