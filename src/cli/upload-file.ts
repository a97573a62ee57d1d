/**
 * One file (or standard input) from opening to outcome: the first pass where a flag needs one, the upload, the rejects file.
 * It prints through the view only, and says what happened as data.
 */
import type { SalesApi } from '../client/api.js';
import type { Ledger } from '../client/ledger.js';
import { type UploadHooks, uploadRows } from '../client/upload.js';
import { SalesError } from '../contract/problem.js';
import { openInput } from '../files/open.js';
import { rejectsPath } from '../files/rejects.js';
import type { OpenedInput } from '../files/row.js';
import { checkRows, type RejectsAllowed, rejectsMaxOf } from './check-input.js';
import { exitOfReport, exits } from './exit-codes.js';
import { noRejectsFile, openRejectsFile, type RejectsFile } from './rejects-file.js';
import type { Run } from './run.js';
import { type Spool, spool } from './spool.js';
import type { UploadOutcome } from './upload-outcome.js';
import { openProgress } from './upload-progress.js';
import { count, showInput } from './upload-view.js';

export interface UploadFlags {
  format: 'auto' | 'csv' | 'json' | 'ndjson';
  delimiter?: string;
  batch: number;
  interval: number;
  importConfiguration?: string;
  retryFor: number;
  dryRun?: boolean;
  strict?: boolean;
  maxRejects?: RejectsAllowed;
  rejects?: string;
  /** Milliseconds; false with --no-wait. */
  wait: number | false;
}

export type Signals = Pick<UploadHooks, 'stop' | 'abort'>;

/** Fails with `inputUnusable`, `usage` or `disk` where nothing of the file was sent; after that the failure is in the outcome. */
export async function uploadFile(
  file: string,
  flags: UploadFlags,
  api: SalesApi | null,
  run: Run,
  signals: Signals,
): Promise<UploadOutcome> {
  const allowed = flags.strict ? { rows: 0 } : flags.maxRejects;
  const checksFirst = allowed !== undefined || !api;
  const aside = file === '-' && checksFirst ? await spool(run.host.stdin) : null;
  const open = () => openSource(file, aside, flags, run);
  try {
    const pass = checksFirst ? await firstPass(file, open, flags, run) : null;
    if (pass && !api) return dryOutcome(file, pass);
    const rejectsMax = pass && allowed ? rejectsMaxOf(allowed, pass.ledger.rows.read) : null;
    if (pass && rejectsMax !== null && pass.ledger.rows.rejected > rejectsMax) return tooManyRejects(file, pass, rejectsMax);
    if (!api) throw new Error('an upload needs an API');
    return await send(file, open, flags, api, run, signals, rejectsMax, pass?.ledger.rows.read ?? null);
  } finally {
    await aside?.remove();
  }
}

async function openSource(file: string, aside: Spool | null, flags: UploadFlags, { host }: Run): Promise<OpenedInput> {
  const source = file !== '-' ? { path: file } : aside ? { path: aside.path } : { stdin: host.stdin as AsyncIterable<Uint8Array> };
  const options = { format: flags.format, ...(flags.delimiter !== undefined && { delimiter: flags.delimiter }) };
  const input = await openInput(source, options);
  return file === '-' ? { ...input, description: { ...input.description, name: '-', sizeBytes: null } } : input;
}

interface Pass {
  ledger: Ledger;
  rejectsFile: string | null;
}

/** A rejects file of a file that is not sent would miss the good rows: it is written only where it was asked for by name. */
async function firstPass(file: string, open: () => Promise<OpenedInput>, flags: UploadFlags, run: Run): Promise<Pass> {
  const input = await open();
  const writes = flags.rejects !== undefined && flags.dryRun;
  const rejects = writes ? openRejectsFile(flags.rejects ?? '', file, input.description) : noRejectsFile;
  try {
    if (flags.dryRun) showInput(input.description, run.output);
    const ledger = await checkRows(input.rows, rejects.add);
    return { ledger, rejectsFile: await rejects.finish() };
  } finally {
    await rejects.discard();
    await input.close();
  }
}

function dryOutcome(file: string, { ledger, rejectsFile }: Pass): UploadOutcome {
  const { rejected, unsent } = ledger.rows;
  const exit = unsent === 0 ? exits.inputUnusable : rejected > 0 ? exits.rejectedRows : exits.done;
  return { file, ledger, report: null, stopped: null, rejectsFile, dryRun: true, waited: false, exit };
}

function tooManyRejects(file: string, { ledger, rejectsFile }: Pass, rejectsMax: number): UploadOutcome {
  const allowed = rejectsMax === 0 ? 'none is allowed' : `at most ${rejectsMax.toLocaleString('en')} are allowed`;
  const stopped = new SalesError(
    'inputUnusable',
    `${count(ledger.rows.rejected, 'row')} cannot be sent and ${allowed}: nothing was sent.`,
    {
      hint: 'Correct them in the file itself and upload it again; --dry-run --rejects FILE lists them all',
    },
  );
  return { file, ledger, report: null, stopped, rejectsFile, dryRun: false, waited: false, exit: exits.inputUnusable };
}

async function send(
  file: string,
  open: () => Promise<OpenedInput>,
  flags: UploadFlags,
  api: SalesApi,
  run: Run,
  signals: Signals,
  rejectsMax: number | null,
  rowsTotal: number | null,
): Promise<UploadOutcome> {
  const input = await open();
  const { output, host } = run;
  let rejects: RejectsFile = noRejectsFile;
  const progress = await openProgress(output, host.clock, rowsTotal);
  try {
    rejects = openRejectsFile(flags.rejects ?? rejectsPath(file, input.description.format), file, input.description);
    showInput(input.description, output);
    const settings = {
      batchRows: flags.batch,
      intervalMs: flags.interval,
      retryForMs: flags.retryFor,
      waitMs: flags.wait === false ? null : flags.wait,
      importConfigurationId: flags.importConfiguration,
      rejectsMax,
    };
    const hooks = { onEvent: progress.event, onReject: rejects.add, ...signals };
    const report = await uploadRows(input, api, settings, hooks, host.clock);
    const waited = flags.wait !== false;
    const exit = exitOfReport(report, waited);
    return {
      file,
      ledger: report.ledger,
      report,
      stopped: report.stopped,
      rejectsFile: await rejects.finish(),
      dryRun: false,
      waited,
      exit,
    };
  } finally {
    progress.end();
    await rejects.discard();
    await input.close();
  }
}
