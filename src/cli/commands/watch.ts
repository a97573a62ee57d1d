/** `sales watch`: uploads the files that appear in a folder, and moves them to `done` or `failed` with a report. */
import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import { lockFolder } from '../../client/journal/job-lock.js';
import { sweepLeftovers } from '../../client/journal/leftovers.js';
import { SalesError } from '../../contract/problem.js';
import { exits, gravest } from '../../jobs/exit-codes.js';
import type { UploadOutcome } from '../../jobs/upload-outcome.js';
import { type Handled, handleFile, type Watch } from '../../jobs/watch-file.js';
import { clearHalfRejects, filesIn, holdPlaces, makeTrays, settling, takeWaiting, type WatchedFile } from '../../jobs/watched-folder.js';
import { durationMs } from '../flags/durations.js';
import type { Run } from '../flags/run.js';
import { kindOf, settlementFlag } from '../flags/settlement-flag.js';
import { connect } from '../settings/connect.js';
import { openExportFile } from '../terminal/export-file.js';
import { toldRules } from '../upload/import-rules.js';
import { jobContext, senderOf, sendingChoices, type UploadFlags, uploadChoices } from '../upload/job-context.js';
import { listenForStop } from '../upload/stop-signals.js';
import { showOutcome } from '../views/upload-view.js';
import { addUploadFlags } from './upload.js';

interface WatchFlags extends UploadFlags {
  settle: number;
  once?: boolean;
}

const LOOK_MS_MAX = 1_000;
const PATIENCE_MS_MIN = 5_000;
const PATIENCE_MS_MAX = 300_000;

export function commandOf(run: Run): Command {
  const command = new Command('watch')
    .description(
      'Upload the files that appear in DIR and move them to DIR/done or DIR/failed, each with a report beside it. A file whose new header somebody has to say yes to goes to DIR/waiting. Nothing is deleted.',
    )
    .argument('<dir>', 'the folder; names that begin with a dot or end with .part, .tmp or ~ are ignored')
    .addOption(
      new Option('--settle <duration>', 'wait until a file has not been written to for this long')
        .argParser(durationMs)
        .default(5_000, '5s'),
    )
    .option('--once', 'process the files that are there, then exit');
  return addUploadFlags(command.addOption(settlementFlag('the files have settlement records'))).action(
    async (dir: string, flags: WatchFlags, command: Command) => {
      run.exit = await watch(resolve(run.host.cwd(), dir), flags, command, run);
    },
  );
}

async function watch(folder: string, flags: WatchFlags, command: Command, run: Run): Promise<number> {
  if (run.output.flags.json && !flags.once)
    throw new SalesError('usage', '--json goes with --once only.', { hint: 'The reports in done and failed are JSON, too' });
  const kind = kindOf(flags);
  await filesIn(folder, kind);
  await makeTrays(folder);
  const checkPlaces = await holdPlaces(folder);
  const lock = await lockFolder(resolve(folder, '.sales-watch'), run.host.clock);
  await clearHalfRejects(folder);
  await takeWaiting(folder, flags.accept ?? []);
  await sweepLeftovers(await run.host.jobsDir(), run.host.clock);
  const connected = await connect(command, run).catch(async (error: unknown) => {
    await lock.release();
    throw error;
  });
  const interrupts = listenForStop(run);
  const { signals } = interrupts;
  try {
    const ended = (outcome: UploadOutcome) => {
      if (!run.output.flags.json) showOutcome(outcome, run, flags);
    };
    const rules = async () => (await toldRules(connected.api, flags.importConfiguration, run.host.clock.nowMs)).rules;
    const watched: Watch = {
      folder,
      kind,
      connected: senderOf(connected, flags, kind),
      context: jobContext(run, flags, kind, signals),
      sending: sendingChoices(flags),
      choices: async () => uploadChoices(flags, run, kind === 'Sales' ? await rules() : null, connected.api),
      ended,
      writeReport,
      checkPlaces,
    };
    const handled = flags.once ? await takeOnce(watched, flags.settle, run) : await takeForEver(watched, flags.settle, run);
    const exit = signals.stop.aborted ? signals.exit() : gravest(handled.map(({ exit }) => exit));
    if (run.output.flags.json) run.output.document({ schema: 'sales.uploads/1', jobs: handled.map(jobOf), exit });
    return exit;
  } finally {
    interrupts.end();
    await connected.api.close();
    await lock.release();
  }
}

/** A file's report as an item of a document with several. */
function jobOf({ report: { jobs: _, ...job }, movedTo }: Handled) {
  return { ...job, movedTo };
}

/** Beside the file, under a temporary name until it is whole. */
async function writeReport(path: string, text: string): Promise<void> {
  const file = await openExportFile(path, true);
  try {
    await file.write(text);
    await file.finish();
  } finally {
    await file.discard();
  }
}

/** The files that are there. Fails as {@link filesIn} does, and where the folder has become another one. */
async function look({ folder, kind, checkPlaces }: Watch): Promise<WatchedFile[]> {
  await checkPlaces();
  const files = await filesIn(folder, kind);
  await checkPlaces();
  return files;
}

async function takeOnce(watched: Watch, settleMs: number, run: Run): Promise<Handled[]> {
  const { signals } = watched.context;
  const settled = settling(settleMs, run.host.clock.nowMs);
  settled(await look(watched));
  await run.host.clock.sleep(settleMs, signals.stop);
  const there = await look(watched);
  const ready = settled(there);
  for (const { name } of there.filter((file) => !ready.includes(file)))
    run.output.message(run.output.words.labels.left, run.output.words.watch.writing(name), 'yellow');
  const handled: Handled[] = [];
  for (const file of ready) {
    const one = signals.stop.aborted ? null : await handleFile(file, watched);
    if (!one) break;
    tell(file, one, run);
    handled.push(one);
  }
  return handled;
}

/** Only ends by a signal, or by a failure that would meet every file. */
async function takeForEver(watched: Watch, settleMs: number, run: Run): Promise<Handled[]> {
  const { folder, context } = watched;
  const { signals } = context;
  const { clock } = run.host;
  const settled = settling(settleMs, clock.nowMs);
  const later = new Map<string, { atMs: number; waitMs: number }>();
  run.output.message(run.output.words.labels.watching, folder);
  while (!signals.stop.aborted) {
    for (const file of settled(await look(watched))) {
      if (signals.stop.aborted) break;
      if ((later.get(file.name)?.atMs ?? 0) > clock.nowMs()) continue;
      const handled = await handleFile(file, watched);
      if (!handled) break;
      tell(file, handled, run);
      if (handled.movedTo !== null) later.delete(file.name);
      else {
        const waitMs = Math.min(PATIENCE_MS_MAX, (later.get(file.name)?.waitMs ?? PATIENCE_MS_MIN / 2) * 2);
        later.set(file.name, { atMs: clock.nowMs() + waitMs, waitMs });
      }
    }
    await clock.sleep(Math.min(LOOK_MS_MAX, Math.max(settleMs / 2, 50)), signals.stop);
  }
  return [];
}

function tell({ name }: WatchedFile, { exit, movedTo }: Handled, { output }: Run): void {
  const { labels, watch: text } = output.words;
  const left = (sentence: string, style: 'red' | 'yellow') => output.aloud().message(labels.left, sentence, style);
  if (movedTo !== null) output.message(labels.moved, text.moved(name, movedTo));
  else if (exit === exits.inDoubt) left(text.decide(name, output.commandLine('resume', '--in-doubt=resend'), '--in-doubt=skip'), 'red');
  else left(text.later(name), 'yellow');
}
