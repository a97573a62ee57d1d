/**
 * The thread behind a threaded source: opens the file, reads ahead as far as it may, and answers what it is asked about rows that are not
 * released. It decides nothing; what batches are stands in batch-source.
 */
import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { failureData } from '../../contract/failure-data.js';
import { SalesError } from '../../contract/problem.js';
import { openAsPlanned } from '../../files/open.js';
import { isWrittenSince } from '../journal/file-fingerprint.js';
import { growYoung, holdYoung } from '../machine/heap.js';
import { type BatchSource, batchSource, type Step } from './batch-source.js';
import type { Request, SourceReply, ThreadedFile } from './threaded-source.js';

/** Steps that lie ready, and the bytes of their bodies; one step may always lie ready. */
const AHEAD_MAX = 2;
const AHEAD_BYTES_MAX = 8_000_000;
/** After so many, this thread's space for young objects is as large as it needs, and need not grow any more. */
const STEPS_TO_GROW = 2;

async function run(port: MessagePort, file: ThreadedFile): Promise<void> {
  growYoung();
  let steps = 0;
  const rows = await openAsPlanned({ path: file.path, mustBe: file.mustBe }, file.plan, 'runs');
  if (!rows) throw changed(file.path);
  const source = batchSource(rows, file.cuts, () => isWrittenSince(file.path, file.fingerprint));
  const ahead = { steps: 0, bytes: 0 };
  const tell = (reply: SourceReply) => port.postMessage(reply);
  port.on('message', (request: Request) => {
    if (request.t === 'taken') {
      ahead.steps -= 1;
      ahead.bytes -= request.bodyBytes;
    } else answer(request, source, tell).catch((error: unknown) => tell({ t: 'failed', failure: failureData(error) }));
  });
  for (let step = await source.next(); step; step = await source.next()) {
    steps += 1;
    if (steps === STEPS_TO_GROW) holdYoung();
    ahead.steps += 1;
    ahead.bytes += step.batch?.body.length ?? 0;
    tell({ t: 'step', step: sendable(step) });
    // Lets requests in, which are about batches that are waited for.
    await nextTurn();
    while (ahead.steps >= AHEAD_MAX || (ahead.steps > 0 && ahead.bytes >= AHEAD_BYTES_MAX)) await once(port, 'message');
  }
  tell({ t: 'end' });
}

async function answer(request: Exclude<Request, { t: 'taken' }>, source: BatchSource, tell: (reply: SourceReply) => void): Promise<void> {
  if (request.t === 'lowerRows') source.lowerRows(request.rows);
  else if (request.t === 'release') source.release(request);
  else if (request.t === 'halves') tell({ t: 'halves', call: request.call, batches: await source.halves(request) });
  else tell({ t: 'without', call: request.call, ...(await source.without(request, request.indexes)) });
}

function sendable(step: Step) {
  return { ...step, brokenOff: step.brokenOff && failureData(step.brokenOff) };
}

function changed(path: string): SalesError {
  return new SalesError('inputUnusable', `${path} changed while it was being opened.`, {
    hint: 'Try again once nothing is writing to the file',
  });
}

if (parentPort) {
  const port = parentPort;
  run(port, workerData as ThreadedFile).catch((error: unknown) =>
    port.postMessage({ t: 'failed', failure: failureData(error) } satisfies SourceReply),
  );
}
