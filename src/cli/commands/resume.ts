/** `sales resume`: goes on with an upload that was cut off, over the same file and with its journal. */
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { checkUnchanged } from '../../client/file-fingerprint.js';
import { inputPath, reportFile } from '../../client/job-folders.js';
import { type OpenJob, reopenJob } from '../../client/job-start.js';
import { SalesError } from '../../contract/problem.js';
import { openInput } from '../../files/open.js';
import type { OpenedInput } from '../../files/row.js';
import { withApi } from '../connect.js';
import { durationMs } from '../durations.js';
import { exits } from '../exit-codes.js';
import { addInDoubtFlag, doubtDecision, type InDoubtPolicy } from '../in-doubt.js';
import { jobNamed, lastJob, lastUnfinished } from '../job-choice.js';
import type { JobStanding } from '../job-standing.js';
import { checkTarget } from '../job-target.js';
import { readingOf } from '../new-job.js';
import { parallelOption } from '../parallel-flag.js';
import { readTextFile } from '../private-file.js';
import type { Run } from '../run.js';
import { runJob } from '../run-job.js';
import { listenForStop, type Signals } from '../stop-signals.js';
import { uploadDocument } from '../upload-document.js';
import type { UploadOutcome } from '../upload-outcome.js';
import { showOutcome } from '../upload-view.js';

interface ResumeFlags {
  retryFor: number;
  parallel?: number;
  wait: number | false;
  inDoubt: InDoubtPolicy;
}

export function resumeCommand(run: Run): Command {
  const command = new Command('resume')
    .description('Go on with an upload that was cut off. What the server has is not sent again.')
    .argument('[job]', 'id of a job, or last: the youngest that is not finished', 'last')
    .addOption(
      new Option('--retry-for <duration>', 'how long a failing request is tried again').argParser(durationMs).default(900_000, '15m'),
    )
    .addOption(parallelOption())
    .addOption(new Option('--wait <duration>', 'wait for the import; the value only after =').argParser(durationMs).default(600_000, '10m'))
    .option('--no-wait', 'do not wait for the import')
    .action(async (job: string, flags: ResumeFlags, command: Command) => {
      run.exit = await resume(job, flags, command, run);
    });
  return addInDoubtFlag(command);
}

async function resume(name: string, flags: ResumeFlags, command: Command, run: Run): Promise<number> {
  const jobsDir = await run.host.jobsDir();
  const standing = name === 'last' ? await lastUnfinished(jobsDir) : await jobNamed(jobsDir, name);
  const isLeft = standing !== null && (!standing.finished || (standing.rows.inDoubt ?? 0) > 0 || (standing.rows.unsent ?? 0) > 0);
  if (!isLeft) return nothingLeft(standing ?? (await lastJob(jobsDir)), run);
  const interrupts = listenForStop(run);
  const { signals } = interrupts;
  try {
    const outcome = await goOn(standing, flags, command, run, signals);
    if (!outcome) return signals.exit();
    if (run.output.flags.json) run.output.document({ schema: 'sales.upload/1', ...uploadDocument(outcome) });
    else showOutcome(outcome, run.output);
    return outcome.exit;
  } finally {
    interrupts.end();
  }
}

/** Null where a signal came before anything was done. */
async function goOn(
  { folder }: JobStanding,
  flags: ResumeFlags,
  command: Command,
  run: Run,
  signals: Signals,
): Promise<UploadOutcome | null> {
  const open = await reopenJob(folder, run.host.clock);
  try {
    const { job } = folder;
    const path = inputPath(folder);
    if (!(await checkUnchanged(path, job.file, job.job, signals.stop))) return null;
    return await withApi(command, run, async (api, target) => {
      checkTarget(job, target);
      const input = await openAsBegun(open, path);
      try {
        const waits = { retryForMs: flags.retryFor, waitMs: flags.wait === false ? null : flags.wait, intervalMs: job.intervalMs };
        const onDoubt = doubtDecision(flags.inDoubt, run);
        const { rejectsPath, file } = job;
        const parallel = flags.parallel ?? null;
        return await runJob(
          open,
          { file: file.name, input, rejectsPath, ...waits, parallel, rejectsMax: null, rowsTotal: null, onDoubt },
          api,
          run,
          signals,
        );
      } finally {
        await input.close();
      }
    });
  } finally {
    await open.close();
  }
}

async function openAsBegun({ folder: { job } }: OpenJob, path: string): Promise<OpenedInput> {
  const input = await openInput({ path }, { format: job.format, ...(job.delimiter !== null && { delimiter: job.delimiter }) });
  if (readingOf(input.description) !== job.readingSha256) {
    await input.close();
    throw new SalesError(
      'usage',
      `The job ${job.job} was begun by version ${job.version}, which reads the columns of the file otherwise.`,
      {
        hint: 'Finish it with that version',
      },
    );
  }
  const isStdin = job.file.name === '-';
  return { ...input, description: { ...input.description, name: job.file.name, ...(isStdin && { sizeBytes: null }) } };
}

/** Programs get the report of the last run, so that they need not know whether there was something left. */
async function nothingLeft(standing: JobStanding | null, { output }: Run): Promise<number> {
  const job = standing?.folder.job;
  output.message(
    'OK',
    job ? `Nothing to resume: job ${job.job} of ${job.startedAt.slice(0, 16).replace('T', ' ')} UTC is finished` : 'Nothing to resume',
    'green',
  );
  if (!output.flags.json) return exits.done;
  const text = standing && (await readTextFile(join(standing.folder.path, reportFile)));
  const none = { schema: 'sales.upload/1', job: null, file: null, rows: { read: 0, accepted: 0, rejected: 0, inDoubt: 0, unsent: 0 } };
  const report = text ? (JSON.parse(text) as Record<string, unknown>) : { ...none, uploads: [], rejectsFile: null, errors: [] };
  output.document({ ...report, exit: exits.done });
  return exits.done;
}
