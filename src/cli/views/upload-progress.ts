/**
 * The progress of an upload: one line that is written over on a terminal, a plain line every 30 s on a pipe, or events for programs.
 * It counts what it is told and decides nothing.
 */

import type { Clock } from '../../client/machine/clock.js';
import type { UploadEvent } from '../../client/sending/upload-event.js';
import type { Progress } from '../../jobs/context.js';
import { clockText } from '../flags/durations.js';
import type { Output, Spinner } from '../terminal/output.js';

const PLAIN_EVERY_MS = 30_000;
const BAR_COLUMNS = 20;

/** `rowsTotal` where a first pass has counted them; null otherwise, and then there is no bar. */
export async function openProgress(output: Output, clock: Clock, rowsTotal: number | null): Promise<Progress> {
  const spinner = await output.spinner();
  const tally: ShownTally = { startedMs: clock.nowMs(), rowsTotal, batches: 0, rows: 0, retries: 0, waiting: null };
  let shownMs = clock.nowMs();
  return {
    event: (event) => {
      count(tally, event);
      if (output.flags.progress === 'json') return output.progress(JSON.stringify(eventDocument(event)));
      if (event.type === 'retry') say(output, spinner, retryLine(event));
      const text = progressText(tally, clock.nowMs());
      if (spinner) spinner.show(text);
      else if (clock.nowMs() - shownMs >= PLAIN_EVERY_MS) {
        shownMs = clock.nowMs();
        output.progress(text);
      }
    },
    end: () => spinner?.stop(),
  };
}

interface ShownTally {
  startedMs: number;
  rowsTotal: number | null;
  batches: number;
  rows: number;
  retries: number;
  waiting: { final: number; total: number } | null;
}

function count(tally: ShownTally, event: UploadEvent): void {
  if (event.type === 'accepted') {
    tally.batches += 1;
    tally.rows += event.rows;
  } else if (event.type === 'retry') tally.retries += 1;
  else if (event.type === 'waiting') tally.waiting = event;
}

function progressText(tally: ShownTally, nowMs: number): string {
  if (tally.waiting) return `Importing  ${tally.waiting.final}/${tally.waiting.total} batches`;
  const elapsedS = (nowMs - tally.startedMs) / 1_000;
  const perSecond = elapsedS > 0 ? tally.rows / elapsedS : 0;
  const parts = [`${tally.batches} batches`, `${tally.rows.toLocaleString('en')} rows`];
  if (perSecond > 0) parts.push(`${Math.round(perSecond).toLocaleString('en')} rows/s`);
  if (tally.rowsTotal && perSecond > 0) parts.push(`${clockText(((tally.rowsTotal - tally.rows) / perSecond) * 1_000)} left`);
  if (tally.retries > 0) parts.push(`${tally.retries} ${tally.retries === 1 ? 'retry' : 'retries'}`);
  return `Sending  ${tally.rowsTotal ? `${bar(tally.rows / tally.rowsTotal)}  ` : ''}${parts.join('  ')}`;
}

function bar(share: number): string {
  const filled = Math.min(BAR_COLUMNS, Math.round(share * BAR_COLUMNS));
  return `[${'#'.repeat(filled)}${'-'.repeat(BAR_COLUMNS - filled)}]`;
}

function retryLine({ failure, waitMs }: Extract<UploadEvent, { type: 'retry' }>): string {
  const message = /[.!?]$/.test(failure.message) ? failure.message : `${failure.message}.`;
  return `${message} Trying again in ${Math.max(1, Math.round(waitMs / 1_000))} s.`;
}

function say(output: Output, spinner: Spinner | null, text: string): void {
  spinner?.stop();
  output.note(text, 'yellow');
}

function eventDocument(event: UploadEvent): object {
  return event.type === 'retry' ? { ...event, failure: { code: event.failure.code, message: event.failure.message } } : event;
}
