/** `sales upload`: files to the API. Reads the flags, uploads one file after another, shows what became of each. */
import { access, constants } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { rowsApi, type SalesApi } from '../../client/http/api.js';
import { capabilitiesOf } from '../../client/http/capabilities.js';
import { sweepLeftovers } from '../../client/journal/leftovers.js';
import { uploadRowsMax } from '../../contract/limits.js';
import type { MatchRunState } from '../../contract/matches.js';
import { SalesError } from '../../contract/problem.js';
import type { UploadKind } from '../../contract/states.js';
import type { ImportRules } from '../../files/input/import-rules.js';
import type { RejectsAllowed } from '../../jobs/check-input.js';
import { NewReading } from '../../jobs/consent.js';
import type { Signals } from '../../jobs/context.js';
import { exits, gravest } from '../../jobs/exit-codes.js';
import { uploadDocument, uploadsDocument } from '../../jobs/upload-document.js';
import { uploadFile } from '../../jobs/upload-file.js';
import { failedOutcome, skippedOutcome, type UploadOutcome } from '../../jobs/upload-outcome.js';
import { durationMs } from '../flags/durations.js';
import { uuid } from '../flags/global-flags.js';
import { addReadingFlags } from '../flags/reading-flags.js';
import type { Run } from '../flags/run.js';
import { addSendingFlags } from '../flags/sending-flags.js';
import { kindOf } from '../flags/settlement-flag.js';
import { wholeNumber } from '../flags/whole-number.js';
import { type Connection, connect } from '../settings/connect.js';
import { answeredFlags, showProposal } from '../upload/answers.js';
import { confirmedFlags } from '../upload/confirmation.js';
import { knowingly, rulesAtHand, toldRules } from '../upload/import-rules.js';
import { jobContext, senderOf, type UploadFlags, uploadChoices, wordsIn } from '../upload/job-context.js';
import { listenForStop } from '../upload/stop-signals.js';
import { untilMatched } from '../upload/until-matched.js';
import { acceptedHead } from '../views/accepted-head.js';
import { showRun } from '../views/match-run-views.js';
import { showOutcome } from '../views/upload-view.js';

export function commandOf(run: Run): Command {
  const command = new Command('upload').description(
    'Send the sales in FILE to the API. Accepts CSV, JSON and NDJSON, also gzipped, and XLSX; - is standard input.',
  );
  return sendsFiles(command, 'Sales', run);
}

const againTexts: Record<UploadKind, string> = {
  Sales:
    'upload a file again that was uploaded before; its sales may count twice (sales serve counts once what a reference, terminal or the like identifies)',
  Settlement: 'upload a file again that was uploaded before; sales serve counts its records once',
};

/** A command that sends files with rows of `kind`. */
export function sendsFiles(command: Command, kind: UploadKind, run: Run): Command {
  command.argument('<file...>', 'files, or - for standard input');
  return addUploadFlags(command, kind)
    .option('--dry-run', 'check the file and send nothing')
    .option('--rejects <file>', 'where bad rows go (default: <name>.rejects.csv beside the input)')
    .option('--again', againTexts[kind])
    .addOption(
      new Option('--if-uploaded <what>', 'a file that was uploaded before: an error (exit 4), or skip it (exit 0)')
        .choices(['error', 'skip'])
        .default('error')
        .conflicts('again'),
    )
    .addOption(
      new Option('--wait-for <state>', 'until the rows are imported, or matched with the other side as well')
        .choices(['imported', 'matched'])
        .default('imported'),
    )
    .action(async (files: string[], flags: UploadFlags, command: Command) => {
      run.exit = await upload(files, kind === 'Settlement' ? { ...flags, settlement: true } : flags, command, run);
    });
}

const batchText = `rows in one request, 1 to ${uploadRowsMax} (default: 1000; 4000 of files from 4 MB on)`;

/** How files are read and sent; the same for every command that uploads. */
export function addUploadFlags(command: Command, kind: UploadKind | null = null): Command {
  addReadingFlags(command, kind)
    .addOption(new Option('--batch <rows>', batchText).argParser(wholeNumber(uploadRowsMax)))
    .addOption(
      new Option('--interval <duration>', 'pause between requests, which are then sent one at a time')
        .argParser(durationMs)
        .default(0, '0s'),
    );
  if (kind !== 'Settlement') command.addOption(importConfigurationFlag());
  command
    .addOption(
      new Option(
        '--accept <digest>',
        'the reading of a new header with this digest is right, now and later; repeatable, for several files',
      ).argParser(digests),
    )
    .option('--strict', 'send nothing if any row is bad')
    .addOption(new Option('--max-rejects <limit>', 'send nothing if more rows than this are bad (100, or 5%)').argParser(maxRejects));
  return addSendingFlags(command);
}

/** By which rules the rows are imported. */
export function importConfigurationFlag(): Option {
  return new Option('--import-configuration <uuid>', "import configuration (default: the tenant's)").argParser(uuid);
}

export async function upload(files: string[], flags: UploadFlags, command: Command, run: Run): Promise<number> {
  if (files.length > 1 && flags.rejects !== undefined) throw new SalesError('usage', '--rejects goes with one file only.');
  if (files.includes('-') && run.flags.passwordStdin) {
    throw new SalesError('usage', 'Standard input cannot be both the file and the password.', {
      hint: 'Use --password-file or SALES_PASSWORD',
    });
  }
  if (flags.waitFor === 'matched' && flags.wait === false)
    throw new SalesError('usage', '--wait-for matched and --no-wait cannot go together.');
  await sweepLeftovers(await run.host.jobsDir(), run.host.clock);
  const connected = flags.dryRun ? null : await connect(command, run);
  const interrupts = listenForStop(run);
  const outcomes: UploadOutcome[] = [];
  const { importConfiguration: configuration } = flags;
  const kind = kindOf(flags);
  let matched: MatchRunState | null = null;
  try {
    // Whether it can be waited for is known before anything is sent.
    if (connected && flags.waitFor === 'matched') await connected.api.ask('getMatchRun');
    // No server is asked for the sake of files that cannot be read.
    const isAsked = await canRead(files, run.host.cwd());
    // Rules for settlement records are the same everywhere.
    const asksRules = isAsked && kind === 'Sales';
    const told = connected && asksRules ? await toldRules(connected.api, configuration, run.host.clock.nowMs) : null;
    const rules = told ? told.rules : asksRules ? await rulesAtHand(command, run, configuration) : null;
    const connection = connected && told ? knowingly(connected, told) : connected;
    for (const file of files) {
      if (interrupts.signals.stop?.aborted) break;
      const outcome = await oneFile({ file, files }, flags, { connection, rules }, run, interrupts.signals).catch((error: unknown) =>
        afterFailure(file, error, { isAlone: files.length === 1, isFirst: outcomes.length === 0 }, flags, run),
      );
      if (!outcome) break;
      outcomes.push(outcome);
      if (!run.output.flags.json) showOutcome(outcome, run, flags);
      if (stopsAll(outcome.exit)) break;
    }
    if (connected && flags.waitFor === 'matched') matched = await matching(outcomes, flags, connected.api, run, interrupts.signals.stop);
    else if (connected && kind === 'Settlement' && !run.output.flags.json) await showMatching(outcomes, connected.api, run);
  } finally {
    interrupts.end();
    await connected?.api.close();
  }
  const leftOut = files.slice(outcomes.length);
  const { labels, upload: text } = run.output.words;
  const stopped = outcomes.filter((outcome) => outcome.stopped && !outcome.skipped).map(({ file }) => file);
  if (files.length > 1 && stopped.length > 0) run.output.aloud().message(labels.unsent, text.stoppedOf(stopped, files.length), 'yellow');
  if (leftOut.length > 0) run.output.aloud().message(labels.unsent, text.notTried(leftOut.join(', ')), 'yellow');
  return finish({ outcomes, leftOut, isMany: files.length > 1, matched }, run, interrupts.signals.exit());
}

/** Waits for matching, and shows what it made of all rows; null where nothing was sent, or nobody waits any more. */
async function matching(
  outcomes: readonly UploadOutcome[],
  { wait }: UploadFlags,
  api: SalesApi,
  run: Run,
  stop: AbortSignal | undefined,
): Promise<MatchRunState | null> {
  if (stop?.aborted || wait === false || outcomes.every(({ uploads }) => uploads.length === 0)) return null;
  const made = await untilMatched(api, wait, run.host.clock, stop);
  if (!run.output.flags.json) showRun(made, run);
  return made;
}

/** Where the server matches by itself, how to see what comes of it. Nothing where something is left to send, where nothing is new, or where it does not tell. */
async function showMatching(outcomes: readonly UploadOutcome[], api: SalesApi, { output }: Run): Promise<void> {
  if (outcomes.some(({ resumable }) => resumable) || outcomes.every(({ uploads }) => acceptedHead(uploads).label === 'noNew')) return;
  const capabilities = await rowsApi(api, 'Settlement')
    .testAccess()
    .then(
      (access) => access.capabilities,
      () => null,
    );
  if (!capabilitiesOf(capabilities).words.includes('matching')) return;
  const { labels, upload } = output.words;
  output.message(labels.next, upload.seeMatches(output.commandLine('match', 'list')));
}

/** Whether any of the files is there and may be read. */
async function canRead(files: readonly string[], folder: string): Promise<boolean> {
  for (const file of files) {
    const isThere =
      file === '-' ||
      (await access(resolve(folder, file), constants.R_OK).then(
        () => true,
        () => false,
      ));
    if (isThere) return true;
  }
  return false;
}

async function oneFile(
  { file, files }: { file: string; files: readonly string[] },
  flags: UploadFlags,
  { connection, rules }: { connection: Connection | null; rules: ImportRules | null },
  run: Run,
  signals: Signals,
): Promise<UploadOutcome | null> {
  const kind = kindOf(flags);
  const uploaded = async (given: UploadFlags) =>
    uploadFile(
      file,
      await uploadChoices(given, run, rules, connection?.api ?? null),
      connection && senderOf(connection, given, kind),
      jobContext(run, given, kind, signals),
    );
  const read = async (given: UploadFlags) => {
    const context = jobContext(run, given, kind, signals);
    const events = { ...context.events, understood: () => {} };
    return uploadFile(file, await uploadChoices(given, run, rules), null, { ...context, events });
  };
  const others = files.filter((one) => one !== file);
  for (let given = flags; ; ) {
    try {
      return await uploaded(given);
    } catch (error) {
      if (!(error instanceof SalesError)) throw error;
      const answered = await answersTo(error, { file, others }, given, run);
      if (!answered) {
        if (!(error instanceof NewReading)) await showProposal(error, { file, others }, given, run, read);
        throw error;
      }
      given = answered;
    }
  }
}

/** What the person at the terminal says to what a file leaves open, or to how it is read; null where nobody can be asked, or says no. */
async function answersTo(
  error: SalesError,
  { file, others }: { file: string; others: readonly string[] },
  flags: UploadFlags,
  run: Run,
): Promise<UploadFlags | null> {
  if (error instanceof NewReading) return confirmedFlags(error.reading, file, flags, run);
  return answeredFlags(file, others, error, flags, run);
}

/**
 * The outcome of a file of which nothing was sent: beside other files it is one of several, and what became of those before it is told in
 * any case. By itself it is an error; where it is of the file, programs get the document besides, as they would of several.
 */
function afterFailure(
  file: string,
  error: unknown,
  { isAlone, isFirst }: { isAlone: boolean; isFirst: boolean },
  flags: UploadFlags,
  { output }: Run,
): UploadOutcome {
  if (!(error instanceof SalesError)) throw error;
  const kind = flags.settlement ? { kind: kindOf(flags) } : {};
  if (error.code === 'alreadyUploaded' && flags.ifUploaded === 'skip') return { ...skippedOutcome(file, error), ...kind };
  const outcome = { ...failedOutcome(file, error), ...kind };
  const isOfFile = !stopsAll(outcome.exit);
  if (isAlone && isOfFile && output.flags.json) output.document(uploadDocument(outcome, wordsIn(output)));
  if (isAlone || (isFirst && !isOfFile)) throw error;
  return outcome;
}

/** Whether the next file would meet the same: only what is about a file itself leaves the others a chance. */
function stopsAll(exit: number): boolean {
  const { done, inputUnusable, rejectedRows, importErrors, stillProcessing, locked } = exits;
  const ofOneFile: number[] = [done, inputUnusable, rejectedRows, importErrors, stillProcessing, locked];
  return !ofOneFile.includes(exit);
}

interface Finished {
  outcomes: readonly UploadOutcome[];
  leftOut: readonly string[];
  isMany: boolean;
  matched: MatchRunState | null;
}

function finish({ outcomes, leftOut, isMany, matched }: Finished, run: Run, interruptedExit: number): number {
  const codes = outcomes.map(({ exit }) => exit);
  if (matched?.state === 'Pending') codes.push(exits.stillProcessing);
  // Files left out without a failure were left out by Ctrl-C.
  const exit = gravest(leftOut.length > 0 && !codes.some(stopsAll) ? [...codes, interruptedExit] : codes);
  if (!run.output.flags.json) return exit;
  const [only] = outcomes;
  const told = matched && { matching: matched.state };
  if (!isMany && only) run.output.document({ ...uploadDocument(only, wordsIn(run.output)), ...told, exit });
  else run.output.document({ ...uploadsDocument(outcomes, leftOut, wordsIn(run.output), exit), ...told });
  return exit;
}

function digests(text: string, earlier: string[] | undefined): string[] {
  if (!/^[0-9a-f]{12}$/.test(text)) throw new InvalidArgumentError('It must be 12 hexadecimal digits, as the reading shows them.');
  return [...(earlier ?? []), text];
}

function maxRejects(text: string): RejectsAllowed {
  const parts = /^(\d{1,9})(?:(\.\d+)?%)?$/.exec(text);
  const percent = text.endsWith('%') ? Number(text.slice(0, -1)) : null;
  if (!parts || (percent !== null && percent > 100)) throw new InvalidArgumentError('It must be a number of rows, or a share such as 5%.');
  return percent === null ? { rows: Number(text) } : { percent };
}
