/** What became of every row, and every end of an upload to one number: what a program that calls it goes by. */
import { describe, expect, it } from 'vitest';
import type { RowCounts } from '../../src/client/journal/journal-state.js';
import { type AcceptedUpload, closed, openTally } from '../../src/client/sending/tally.js';
import type { UploadReport } from '../../src/client/sending/upload.js';
import { type FailureCode, SalesError } from '../../src/contract/problem.js';
import { exitOfReport, exits, gravest, mayLackRows } from '../../src/jobs/exit-codes.js';

interface Ended {
  rows: Partial<RowCounts>;
  stopped?: FailureCode;
  waitStopped?: FailureCode;
  resolvesDoubt?: boolean;
  /** Of its one upload, where it has accepted rows. */
  upload?: Partial<AcceptedUpload>;
  waited?: boolean;
}

function exitOf({ rows, stopped, waitStopped, resolvesDoubt = false, upload = {}, waited = true }: Ended): number {
  const tally = openTally();
  const counts = { ...tally.rows, ...rows };
  Object.assign(tally.rows, counts, { read: counts.accepted + counts.rejected + counts.inDoubt + counts.unsent });
  const imported = { uploadId: 'u', status: 'Processed', summary: '', errors: [], countsMatch: true, duplicates: 0 };
  const range = { rows: counts.accepted, firstLine: 2, lastLine: 1 + counts.accepted, lines: [] };
  if (counts.accepted > 0) tally.uploads.push({ ...imported, ...range, ...upload });
  const ends = { stopped: stopped ? new SalesError(stopped) : null, waitStopped: waitStopped ? new SalesError(waitStopped) : null };
  const report: UploadReport = { ...closed(tally), ...ends, resolvesDoubt, interrupted: false, readUpToLine: null, complete: false };
  return exitOfReport(report, waited);
}

const [accepted, inDoubt, rejected, unsent] = [{ accepted: 2 }, { inDoubt: 2 }, { rejected: 2 }, { unsent: 2 }];

describe('an upload', () => {
  it.each<[string, number, Ended]>([
    ['of which all was taken and imported', exits.done, { rows: accepted }],
    ['of no rows', exits.inputUnusable, { rows: {} }],
    ['of bad rows only', exits.inputUnusable, { rows: rejected }],
    ['of bad rows beside good ones', exits.rejectedRows, { rows: { ...accepted, ...rejected } }],
    ['of bad rows beside some in doubt', exits.inDoubt, { rows: { ...inDoubt, ...rejected }, stopped: 'inDoubt' }],
    ['of bad rows beside good ones that are not sent yet', exits.temporary, { rows: { ...rejected, ...unsent }, stopped: 'network' }],
    ['of an input with a fault, nothing sent', exits.inputUnusable, { rows: unsent, stopped: 'inputUnusable' }],
    ['of an input with a fault, some sent', exits.rejectedRows, { rows: { ...accepted, ...unsent }, stopped: 'inputUnusable' }],
    ['of an input with a fault, some skipped in doubt', exits.inDoubt, { rows: { ...inDoubt, ...unsent }, stopped: 'inputUnusable' }],
    [
      'of an input with a fault, some in doubt until the server is asked',
      exits.inDoubt,
      { rows: inDoubt, stopped: 'inputUnusable', resolvesDoubt: true },
    ],
    ['in doubt, the server away', exits.inDoubt, { rows: inDoubt, stopped: 'network' }],
    ['in doubt that its key settles, the server away', exits.temporary, { rows: inDoubt, stopped: 'network', resolvesDoubt: true }],
    [
      'in doubt that its key settles, beside bad rows, the server away',
      exits.temporary,
      { rows: { ...inDoubt, ...rejected }, stopped: 'network', resolvesDoubt: true },
    ],
    ['in doubt, its key in flight for too long', exits.inDoubt, { rows: inDoubt, stopped: 'inFlight', resolvesDoubt: true }],
    ['in doubt, and refused the log-in', exits.inDoubt, { rows: { ...inDoubt, ...unsent }, stopped: 'unauthorized' }],
    ['refused the log-in', exits.access, { rows: { ...accepted, ...unsent }, stopped: 'unauthorized' }],
    ['of bad rows, refused the log-in', exits.access, { rows: { ...rejected, ...unsent }, stopped: 'unauthorized' }],
    ['in doubt, the disk full', exits.disk, { rows: inDoubt, stopped: 'disk' }],
    ['left in doubt, the disk full while it waits', exits.disk, { rows: { ...accepted, ...inDoubt }, waitStopped: 'disk' }],
    ['not imported in time', exits.stillProcessing, { rows: accepted, upload: { status: 'Processing' } }],
    ['of which no import was asked for', exits.stillProcessing, { rows: accepted, upload: { status: null } }],
    ['that was not to wait', exits.done, { rows: accepted, upload: { status: null }, waited: false }],
    ['whose wait ended by a failure', exits.temporary, { rows: accepted, upload: { status: null }, waitStopped: 'unavailable' }],
    ['imported in part', exits.importErrors, { rows: { ...accepted, ...rejected }, upload: { status: 'ProcessedWithErrors' } }],
    ['imported with errors under another status', exits.importErrors, { rows: accepted, upload: { status: 'Done', errors: ['x'] } }],
    ['listed in another number', exits.importErrors, { rows: accepted, upload: { countsMatch: false } }],
    ['that the server cannot count', exits.done, { rows: accepted, upload: { countsMatch: null } }],
  ])('%s is exit %i', (_, exit, ended) => {
    expect(exitOf(ended)).toBe(exit);
  });
});

it('of several exits the most serious counts, in the order that is documented', () => {
  const byGravity = [1, 70, 12, 7, 143, 130, 6, 11, 3, 2, 9, 10, 4, 8, 13, 5, 0];
  expect(new Set([...byGravity, exits.brokenPipe])).toEqual(new Set(Object.values(exits)));
  for (const [at, exit] of byGravity.entries()) {
    expect(gravest(byGravity.slice(at))).toBe(exit);
    expect(gravest(byGravity.slice(at).reverse())).toBe(exit);
  }
  expect(gravest([])).toBe(exits.done);
});

it.each([
  ['Processed', ['2 rows may be sales that are there already'], false],
  ['ProcessedWithErrors', ['transactions[1].currency: is required'], true],
  ['Failed', [], true],
  ['Processing', [], false],
])('of an upload that is %s, rows may lack: %j', (status, errors, expected) => {
  expect(mayLackRows({ status, errors })).toBe(expected);
});
