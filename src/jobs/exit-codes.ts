/**
 * From a failure's category, or an upload's report, to the number that journal and report keep, and that the command line exits with.
 * What each means to people stands in `src/cli/terminal/exit-meanings.ts`.
 */
import type { UploadReport } from '../client/sending/upload.js';
import { type Category, type FailureCode, failures } from '../contract/problem.js';

export const exits = {
  done: 0,
  defect: 1,
  usage: 2,
  access: 3,
  inputUnusable: 4,
  rejectedRows: 5,
  temporary: 6,
  inDoubt: 7,
  importErrors: 8,
  notFound: 9,
  stillProcessing: 10,
  locked: 11,
  disk: 12,
  /** A day or a month that is not complete. */
  mismatch: 13,
  serverDisk: 70,
  interrupted: 130,
  brokenPipe: 141,
  terminated: 143,
} as const;

const ofCategory: Record<Category, number> = {
  defect: exits.defect,
  usage: exits.usage,
  access: exits.access,
  input: exits.inputUnusable,
  temporary: exits.temporary,
  inDoubt: exits.inDoubt,
  notFound: exits.notFound,
  locked: exits.locked,
  disk: exits.disk,
  serverDisk: exits.serverDisk,
};

/** The exit code for a failure, by its category. */
export function exitOfFailure(code: FailureCode): number {
  return ofCategory[failures[code].category];
}

/** The most serious first: what may lose or double money, what a person must do, what a later run does by itself, what single rows are about. */
export const ranking: readonly number[] = [
  exits.defect,
  exits.serverDisk,
  exits.disk,
  exits.inDoubt,
  exits.terminated,
  exits.interrupted,
  exits.temporary,
  exits.locked,
  exits.access,
  exits.usage,
  exits.notFound,
  exits.stillProcessing,
  exits.inputUnusable,
  exits.importErrors,
  exits.mismatch,
  exits.rejectedRows,
  exits.done,
];

/** The one exit code for several outcomes, by {@link ranking}; 0 where there are none. */
export function gravest(codes: readonly number[]): number {
  return ranking.find((code) => codes.includes(code)) ?? exits.done;
}

interface EndedImport {
  status: string | null;
  errors: readonly string[];
  withdrawn?: object | undefined;
}

/** Whether an import ended with errors that matter. Any status but these and `Processing` is taken as good, unless errors came with it. */
export function hasImportErrors(state: EndedImport): boolean {
  if (state.withdrawn) return false;
  return state.status === 'ProcessedWithErrors' || state.status === 'Failed' || (state.errors.length > 0 && state.status !== 'Processing');
}

/** Whether rows of it may not have been imported. Errors of an upload that is processed tell what is to be looked at. */
export function mayLackRows(state: EndedImport): boolean {
  return hasImportErrors(state) && state.status !== 'Processed';
}

/** Whether a resumed run resolves what is in doubt once the server is there again; the failure that says so has a code of its own. */
function isResolvedLater({ stopped, resolvesDoubt }: UploadReport): boolean {
  return resolvesDoubt && stopped !== null && stopped.code !== 'inFlight' && exitOfFailure(stopped.code) === exits.temporary;
}

/** `interruptedExit` is the code of the signal that ended it: a resumed run resolves what is in doubt then, as after a failing disk. */
export function exitOfReport(report: UploadReport, waited: boolean, interruptedExit: number = exits.interrupted): number {
  const { rows, uploads } = report;
  if (report.interrupted) return interruptedExit;
  if (report.stopped?.code === 'disk' || report.waitStopped?.code === 'disk') return exits.disk;
  const codes: number[] = [];
  if (rows.inDoubt > 0 && !isResolvedLater(report)) codes.push(exits.inDoubt);
  const nothingSent = rows.accepted === 0 && rows.inDoubt === 0;
  for (const stopped of [report.stopped, report.waitStopped]) {
    if (!stopped || stopped.code === 'inDoubt' || stopped.code === 'inFlight') continue;
    const exit = exitOfFailure(stopped.code);
    // "Input unusable" promises that nothing was sent. Later in the file the same fault only costs its rows; what a server refuses is there to be sent.
    const later = stopped.code === 'inputUnusable' ? exits.rejectedRows : exits.temporary;
    codes.push(exit === exits.inputUnusable && !nothingSent ? later : exit);
  }
  if (waited && uploads.some(({ status }) => status === null || status === 'Processing')) codes.push(exits.stillProcessing);
  if (uploads.some((upload) => hasImportErrors(upload) || upload.countsMatch === false)) codes.push(exits.importErrors);
  if (rows.rejected > 0 || rows.read === 0) codes.push(nothingSent && rows.unsent === 0 ? exits.inputUnusable : exits.rejectedRows);
  return gravest(codes);
}
