/**
 * A file that was handed over to be uploaded by others than its owner's machine: looked at, with what it leaves open, and sent, from where its
 * job was, if there is one. The caller is the host of the job.
 */
import { resolve } from 'node:path';
import { listJobs } from '../client/journal/job-folders.js';
import { phrase } from '../contract/phrase.js';
import { SalesError } from '../contract/problem.js';
import { type Question, type QuestionCode, questionOf } from '../contract/question.js';
import type { Remedy } from '../contract/remedy.js';
import type { OpenOptions } from '../files/open.js';
import { questionsAgainst } from '../files/reading/words-against.js';
import type { SeenTable } from './answers/asked-question.js';
import { seenTable } from './answers/seen-table.js';
import { mayContradict } from './consent.js';
import type { JobContext, SendingChoices } from './context.js';
import { type FileNote, fileNotes } from './file-notes.js';
import type { ReadingsApi } from './kept-readings.js';
import { resumeJob } from './resume-job.js';
import { type UploadDocument, uploadDocument } from './upload-document.js';
import { type Connected, type UploadChoices, uploadFile } from './upload-file.js';
import type { UploadOutcome } from './upload-outcome.js';

/** What was seen of a file. Plain data. */
export interface SeenFile {
  /** Document of a dry run, with `dryRun` true. Null where questions are open, but for those of what the rows contradict. */
  document: UploadDocument | null;
  /** How the values of amounts and dates are read, by field. */
  decisions: readonly { field: string; shown: string }[];
  questions: readonly Question[];
  /** What somebody gave for all rows, and can give anew, as questions. */
  given: readonly Question[];
  /** Absent where an earlier version read it. */
  notes?: readonly FileNote[];
  /** Null where it is no table. */
  table: SeenTable | null;
}

const VALUE_CHARS_MAX = 40;
const sending: SendingChoices = { retryForMs: 900_000, parallel: null, waitMs: 600_000 };
const ofNothing = {
  memory: null,
  uploadsOfFile: null,
  hasMappingFile: false,
  againWhereGone: true,
  batchRows: null,
  intervalMs: 0,
  importConfigurationId: null,
};

/** Fails with `inputUnusable` where it cannot be read at all, or with `usage` where the options do not go with it. */
export async function seeFile(
  file: string,
  options: OpenOptions,
  timeZone: string,
  readings: ReadingsApi,
  context: JobContext,
): Promise<SeenFile> {
  const cut = (value: string) => (value.length > VALUE_CHARS_MAX ? `${value.slice(0, VALUE_CHARS_MAX).toWellFormed()}…` : value);
  try {
    const outcome = await uploadFile(file, choicesOf(options, { readings, dryRun: true }), null, context);
    if (!outcome) throw new SalesError('unavailable', 'The reading was stopped.');
    const decisions = outcome.checked?.description.values ?? [];
    const table = await seenTable(file, options, timeZone, cut);
    const { reading, checked } = outcome;
    const isHeld = checked && mayContradict(checked.description.reading, { accept: [], once: false }, false);
    const against = reading && isHeld ? questionsAgainst(reading) : [];
    const questions = against.map((question) => ({ ...question, text: `! ${question.text}`, said: phrase`! ${question.said}` }));
    const notes = fileNotes(outcome, context.host.clock.nowMs());
    return { document: uploadDocument(outcome, context.wordsOf), decisions, questions, given: givenIn(outcome), notes, table };
  } catch (error) {
    if (!(error instanceof SalesError) || !error.questions?.length) throw error;
    return { document: null, decisions: [], questions: error.questions, given: [], table: await seenTable(file, options, timeZone, cut) };
  }
}

function givenIn({ checked }: UploadOutcome): Question[] {
  if (!checked) return [];
  const { zone, constants } = checked.description.reading;
  const given = (code: QuestionCode, field: string, value: string, remedy: Remedy) =>
    questionOf({ code, field, text: phrase`It is ${value} now.`, answer: [{ remedies: [remedy] }] });
  return [
    ...(zone === null ? [] : [given('TIMEZONE_MISSING', 'transactionDate', zone, ['--timezone', 'ZONE'])]),
    ...(constants.currency === undefined ? [] : [given('FIELD_MISSING', 'currency', constants.currency, ['--const', 'currency=CODE'])]),
  ];
}

interface HandedChoices {
  readings: ReadingsApi;
  /** Send it although it was uploaded before. */
  again: boolean;
  /** The digest of the reading that was said yes to. */
  accept: string | null;
}

/** Null where it was stopped before anything was done. Otherwise as {@link uploadFile}. */
export async function sendFile(
  file: string,
  options: OpenOptions,
  choices: HandedChoices,
  connected: Connected,
  context: JobContext,
): Promise<UploadOutcome | null> {
  const path = resolve(context.host.cwd(), file);
  const begun = choices.again ? undefined : (await listJobs(await context.host.jobsDir())).findLast(({ job }) => job.file.path === path);
  if (begun) return resumeJob(begun, sending, (call) => call(connected), context);
  return uploadFile(file, choicesOf(options, choices), connected, context);
}

function choicesOf(
  options: OpenOptions,
  {
    readings,
    dryRun = false,
    again = false,
    accept = null,
  }: Partial<HandedChoices> & Pick<HandedChoices, 'readings'> & { dryRun?: boolean },
): UploadChoices {
  const consent = { accept: accept === null ? [] : [accept], once: false };
  return { ...sending, ...ofNothing, readings, consent, options, dryRun, again, rejectsAllowed: null, rejects: null };
}
