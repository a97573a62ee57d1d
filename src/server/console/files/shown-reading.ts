/** How a dropped file was read, as pages show it, and the answers that come back. No full card number, and nothing encrypted, is shown. */
import { z } from 'zod';
import { maskCardNumbers } from '../../../contract/card-number.js';
import { type PhraseValue, phrase, phraseText } from '../../../contract/phrase.js';
import { SalesError } from '../../../contract/problem.js';
import type { Question } from '../../../contract/question.js';
import { settlementFields } from '../../../contract/settlement.js';
import { type UploadKind, uploadKinds } from '../../../contract/states.js';
import { transactionFields } from '../../../contract/transaction.js';
import { decimalShown } from '../../../files/questions/column-decisions.js';
import type { SeenTable } from '../../../jobs/answers/asked-question.js';
import { askedAs } from '../../../jobs/answers/choices.js';
import { withColumns } from '../../../jobs/answers/column-changes.js';
import type { FileNote } from '../../../jobs/file-notes.js';
import type { SeenFile } from '../../../jobs/handed-file.js';
import type { FirstRow } from '../../../jobs/upload-outcome.js';
import type { FileAnswer } from './dropped-file.js';

const short = z.string().max(1_024);

/** Remedies that answer questions. */
const AnswerRemedy = z.union([
  z.tuple([z.literal(['--set', '--const', '--only', '--leave-out', '--negative']), short.regex(/^[^=]*\S[^=]*=/)]),
  z.tuple([z.literal(['--date-format', '--timezone', '--time']), short]),
  z.tuple([z.literal('--decimal'), z.literal(['.', ','])]),
  z.tuple([z.literal('--skip-rows'), z.string().regex(/^\d{1,4}$/)]),
  z.tuple([z.literal('--pan'), z.literal('mask')]),
  z.tuple([z.literal(['--minor-units', '--no-minor-units', '--sales'])]),
  z.tuple([z.literal('sales'), z.literal('settle')], short),
]);

export const GivenAnswers = z.object({
  answers: z
    .array(z.object({ code: short, field: short, remedies: z.array(AnswerRemedy).min(1).max(16).optional(), typed: short.optional() }))
    .max(100),
  /** Columns that are another field than they were taken for, by their numbers; null: none. */
  columns: z
    .array(z.object({ number: z.int().min(1), field: z.enum([...transactionFields, ...settlementFields]).nullable() }))
    .max(64)
    .default([]),
  /** What the file is taken for instead: it is read anew, without any answer. */
  kind: z.enum(uploadKinds).optional(),
});
type GivenAnswers = z.infer<typeof GivenAnswers>;

/** The kind that the file is taken for from now on; undefined: the same as before. */
export function kindOf({ answers, kind }: GivenAnswers): UploadKind | undefined {
  return answers.some(({ remedies = [] }) => remedies.some(([, command]) => command === 'settle')) ? 'Settlement' : kind;
}

/** Answers with what was typed understood. Fails with `validation` where it is no answer to a question that is open. */
export function answersFrom({ answers: given, columns }: GivenAnswers, seen: SeenFile | null): FileAnswer[] {
  const asked = [...(seen?.questions ?? []), ...(seen?.given ?? [])];
  const answers = given.map(({ code, field, remedies, typed }, index) => {
    if (remedies) return { code, field, remedies };
    const question = asked.find((one) => one.code === code && one.field === field);
    const understood = question && seen?.table && typed !== undefined ? askedAs(question, seen.table)?.typed(typed.trim()) : null;
    if (understood) return { code, field, remedies: understood };
    throw new SalesError('validation', undefined, { errors: { [`answers[${index}].typed`]: ['is no answer to this question'] } });
  });
  if (columns.length === 0) return answers;
  const mapping = mappingOf(seen);
  if (seen?.table && columns.every(({ number }) => number <= mapping.length)) {
    const chosen = new Map(columns.map(({ number, field }) => [number - 1, field]));
    const { kept, remedies } = withColumns(answers, chosen, { ...seen.table, mapping });
    return [...kept, ...remedies.map((remedy) => ({ code: 'COLUMN_CHANGED', field: '', remedies: [remedy] }))];
  }
  throw new SalesError('validation', undefined, { errors: { columns: ['the file has no such column'] } });
}

/** The field that each column is; null for one that is none. */
function mappingOf(seen: SeenFile | null): (string | null)[] {
  const mapping = seen?.document?.input?.columns?.map(({ field }) => field) ?? seen?.table?.mapping ?? [];
  return mapping.map((field) => (field?.startsWith('additionalData.') ? null : field));
}

/** What a check of the file tells, with samples of its columns, and its questions as choices. */
export function shownReading(
  { document, decisions, questions, given = [], notes = [], table }: SeenFile,
  kind: UploadKind | undefined,
  templates: Readonly<Record<string, string>>,
) {
  const input = document?.input;
  const header = table?.header ?? [];
  return masked({
    format: input?.format ?? null,
    encoding: input?.encoding ?? null,
    delimiter: input?.delimiter ?? null,
    known: input?.known ?? null,
    tellsPayouts: table?.tellsPayouts ?? false,
    constants: input?.constants ?? {},
    missing: input?.missing ?? [],
    personalColumns: document?.personalColumns ?? [],
    columns:
      table &&
      header.map((name, index) => {
        const column = input?.columns?.[index];
        return {
          number: index + 1,
          header: name,
          field: column?.field ?? table.mapping[index] ?? null,
          by: column?.by ?? null,
          samples: table.samples[index] ?? [],
        };
      }),
    decisions: decisions.map(({ field, shown }) => ({ field, shown: decimalSaid(shown, templates) })),
    questions: questions.map((question) => shownQuestion(question, table, templates)),
    given: given.map((question) => ({ ...shownQuestion(question, table, templates), proposed: null })),
    fields: (kind === 'Settlement' ? settlementFields : transactionFields).filter((field) => field !== 'additionalData'),
    rows: document && { read: document.rows.read, good: document.rows.unsent, rejected: document.rows.rejected },
    header: document?.reading ?? null,
    leftOut: document?.leftOut ?? null,
    notes: notes.map((note) => shownNote(note, templates)),
    first: document?.first?.map((row) => withoutPan('record' in row ? { line: row.line, transaction: row.record } : row)) ?? null,
    faults: document?.errors ?? null,
  });
}

function withoutPan({ line, transaction: { panEncrypted: _, ...transaction } }: FirstRow) {
  return { line, transaction };
}

/** How decimals are read, as the language says it; how dates are written is the same in each. */
function decimalSaid(shown: string, templates: Readonly<Record<string, string>>): string {
  const decimal = decimalShown(shown);
  if (!decimal) return shown;
  const { sign, hasCurrencies } = decimal;
  return phraseText(hasCurrencies ? phrase`decimal sign ${sign}, with currencies` : phrase`decimal sign ${sign}`, templates);
}

function shownNote({ field, said, help }: FileNote, templates: Readonly<Record<string, string>>) {
  const shown = (value: PhraseValue) => phraseText(value, templates);
  return { field, text: shown(said), help: help ? { text: shown(help.said), remedies: help.remedies } : null };
}

function shownQuestion(question: Question, table: SeenTable | null, templates: Readonly<Record<string, string>>) {
  const { code, field, said } = question;
  const shown = (value: PhraseValue) => phraseText(value, templates);
  const asked = table && askedAs(question, table);
  const choices = (asked?.choices ?? []).map((choice) => ({ ...choice, text: shown(choice.text) }));
  const title = shown(asked?.title ?? said);
  return { code, field, text: shown(said), title, choices, proposed: asked?.proposed ?? null, typing: shown(asked?.typing ?? '') };
}

/** Every text of a value, however deep. */
function masked(value: unknown): unknown {
  if (typeof value === 'string') return maskCardNumbers(value);
  if (Array.isArray(value)) return value.map(masked);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, of]) => [name, masked(of)]));
}
