/** `sales resume`: continues an interrupted upload, over the same file and with its journal. */
import { Command } from 'commander';
import { kindOf, startedText } from '../../client/journal/job.js';
import { readReport } from '../../client/journal/job-folders.js';
import { sweepLeftovers } from '../../client/journal/leftovers.js';
import { exits } from '../../jobs/exit-codes.js';
import { jobNamed, lastUnfinished } from '../../jobs/job-choice.js';
import { type JobStanding, standings } from '../../jobs/job-standing.js';
import { isFor, type JobTarget, targetText } from '../../jobs/job-target.js';
import { resumeJob } from '../../jobs/resume-job.js';
import { emptyDocument, type UploadDocument, uploadDocument } from '../../jobs/upload-document.js';
import type { Run } from '../flags/run.js';
import { addSendingFlags, type SendingFlags } from '../flags/sending-flags.js';
import { withApi } from '../settings/connect.js';
import { checkTarget, targetOfCommand } from '../upload/command-target.js';
import { jobContext, senderOf, sendingChoices, wordsIn } from '../upload/job-context.js';
import { listenForStop } from '../upload/stop-signals.js';
import { showOutcome } from '../views/upload-view.js';

export function commandOf(run: Run): Command {
  const command = new Command('resume')
    .description('Continue an interrupted upload. What the server already has is not sent again.')
    .argument('[job]', 'id of a job, or last: the most recent one for this server and user that is not finished', 'last')
    .action(async (job: string, flags: SendingFlags, command: Command) => {
      run.exit = await resume(job, flags, command, run);
    });
  return addSendingFlags(command);
}

async function resume(name: string, flags: SendingFlags, command: Command, run: Run): Promise<number> {
  const jobsDir = await run.host.jobsDir();
  await sweepLeftovers(jobsDir, run.host.clock);
  if (name === 'last') return resumeLast(await standings(jobsDir), flags, command, run);
  const standing = await jobNamed(jobsDir, name);
  const isLeft = !standing.finished || (standing.rows.inDoubt ?? 0) > 0;
  return isLeft ? goOn(standing, flags, command, run) : nothingLeft(standing, null, run);
}

/** Jobs of other users and servers are left alone, whatever their age, and told where there is nothing else. */
async function resumeLast(all: readonly JobStanding[], flags: SendingFlags, command: Command, run: Run): Promise<number> {
  const target = await targetOfCommand(command, run.host);
  const { labels, resume: text } = run.output.words;
  const own = target ? all.filter(({ folder }) => isFor(folder.job, target)) : all;
  // One that was skipped is finished: it is meant where somebody says to send it after all.
  const left = flags.inDoubt === 'resend' ? own.findLast(({ rows }) => (rows.inDoubt ?? 0) > 0) : undefined;
  const open = lastUnfinished(own) ?? left;
  if (open) {
    const others = own.filter((one) => one !== open && isOpen(one));
    const exit = await goOn(open, flags, command, run, others.length);
    for (const { folder } of others)
      run.output.aloud().message(labels.left, text.also(run.output.commandLine('resume', folder.job.job)), 'yellow');
    return exit;
  }
  const others = all.filter((one) => !own.includes(one) && isOpen(one)).length;
  const exit = await nothingLeft(own.at(-1) ?? null, target, run, others);
  if (others > 0) run.output.aloud().message(labels.left, text.others(others, run.output.commandLine('uploads')), 'yellow');
  return exit;
}

/** Nobody has finished it, nor is at it. */
function isOpen({ finished, state }: JobStanding): boolean {
  return !finished && state !== 'running';
}

/** Where so many of the same user are `left`, it is not done with this one: `sales resume` goes on with the next, until it gives 0. */
async function goOn(standing: JobStanding, flags: SendingFlags, command: Command, run: Run, left = 0): Promise<number> {
  const { folder } = standing;
  const kind = kindOf(folder.job);
  const interrupts = listenForStop(run);
  const { signals } = interrupts;
  try {
    const outcome = await resumeJob(
      folder,
      sendingChoices(flags),
      (go) =>
        withApi(command, run, (api, target) => {
          checkTarget(folder.job, target);
          return go(senderOf({ api, target }, flags, kind));
        }),
      jobContext(run, flags, kind, signals),
    );
    if (!outcome) return signals.exit();
    const exit = left > 0 && outcome.exit === exits.done ? exits.temporary : outcome.exit;
    const document = { ...uploadDocument(outcome, wordsIn(run.output)), ...(left > 0 && { unfinished: left }), exit };
    if (run.output.flags.json) run.output.document(document);
    else showOutcome(outcome, run, null);
    return exit;
  } finally {
    interrupts.end();
  }
}

/** Programs get the report of the last run, so that they need not know whether there was something left. */
async function nothingLeft(standing: JobStanding | null, target: JobTarget | null, { output }: Run, others = 0): Promise<number> {
  const job = standing?.folder.job;
  const { labels, resume } = output.words;
  const nothing = job ? resume.finished(job.job, startedText(job)) : resume.nothing(target && targetText(target));
  output.message(labels.done, nothing, 'green');
  if (!output.flags.json) return exits.done;
  const kept = standing && ((await readReport(standing.folder.path)) as UploadDocument | null);
  const report = kept ?? emptyDocument(job?.job ?? null, wordsIn(output));
  output.document({ ...report, ...(others > 0 && { unfinishedOfOthers: others }), exit: exits.done });
  return exits.done;
}
