/**
 * The progress of an upload: one line that is written over on a terminal, plain lines elsewhere, or events for programs. It counts what it
 * is told and decides nothing.
 */

import type { Clock } from '../../client/machine/clock.js';
import type { UploadEvent } from '../../client/sending/upload-event.js';
import type { Progress, WholeInput } from '../../jobs/context.js';
import { clockText } from '../flags/durations.js';
import type { Output, Spinner } from '../terminal/output.js';
import type { CliWords } from '../words/en.js';
import { bytesText } from './input-view.js';

/** Where somebody asked for lines; a log that nobody asked for is kept short. */
const PLAIN_EVERY_MS = 5_000;
const UNASKED_EVERY_MS = 30_000;
const BAR_COLUMNS = 20;

export async function openProgress(output: Output, clock: Clock, whole: WholeInput): Promise<Progress> {
  const spinner = await output.spinner();
  const tally: ShownTally = { startedMs: clock.nowMs(), whole, batches: 0, rows: 0, line: 0, retries: 0, waiting: null };
  const everyMs = output.flags.progress === 'plain' ? PLAIN_EVERY_MS : UNASKED_EVERY_MS;
  let shownMs = clock.nowMs();
  return {
    event: (event) => {
      count(tally, event);
      if (output.flags.progress === 'json') return output.progress(JSON.stringify(eventDocument(event)));
      if (event.type === 'retry') say(output, spinner, retryLine(event, output.words));
      const text = progressText(tally, clock.nowMs(), output.words);
      if (spinner) spinner.show(text);
      else if (clock.nowMs() - shownMs >= everyMs) {
        shownMs = clock.nowMs();
        output.progress(text);
      }
    },
    end: () => spinner?.stop(),
  };
}

interface ShownTally {
  startedMs: number;
  whole: WholeInput;
  batches: number;
  rows: number;
  /** The last line of the batch that reached furthest; those before it may still be under way. */
  line: number;
  retries: number;
  waiting: { final: number; total: number } | null;
}

function count(tally: ShownTally, event: UploadEvent): void {
  if (event.type === 'accepted') {
    tally.batches += 1;
    tally.rows += event.rows;
    tally.line = Math.max(tally.line, event.lastLine);
  } else if (event.type === 'retry') tally.retries += 1;
  else if (event.type === 'waiting') tally.waiting = event;
}

/** `Sending  [####------]  42 %  12.3 of 29.0 MB  120,000 rows  9,300 rows/s  0:12 left` */
function progressText(tally: ShownTally, nowMs: number, words: CliWords): string {
  const { progress: text } = words;
  if (tally.waiting) return `${text.importing}  ${text.batches(tally.waiting.final, tally.waiting.total)}`;
  const { rows, line, retries, whole } = tally;
  const elapsedMs = nowMs - tally.startedMs;
  const bytes = whole.bytes && line > 0 ? whole.bytes.at(line) : 0;
  const share = whole.bytes ? bytes / Math.max(1, whole.bytes.total) : whole.rows ? rows / whole.rows : null;
  const parts = share === null ? [] : [bar(share), `${Math.floor(Math.min(1, share) * 100)} %`];
  if (whole.bytes) parts.push(text.bytes(bytesText(bytes, words), bytesText(whole.bytes.total, words)));
  parts.push(text.rows(rows));
  if (elapsedMs > 0 && rows > 0) parts.push(text.rate(Math.round(rows / (elapsedMs / 1_000))));
  if (share !== null && share > 0 && elapsedMs > 0) parts.push(text.left(clockText((elapsedMs / share) * (1 - Math.min(1, share)))));
  if (retries > 0) parts.push(text.retries(retries));
  return `${text.sending}  ${parts.join('  ')}`;
}

function bar(share: number): string {
  const filled = Math.min(BAR_COLUMNS, Math.round(share * BAR_COLUMNS));
  return `[${'#'.repeat(filled)}${'-'.repeat(BAR_COLUMNS - filled)}]`;
}

function retryLine({ failure, waitMs }: Extract<UploadEvent, { type: 'retry' }>, { progress }: CliWords): string {
  const message = /[.!?]$/.test(failure.message) ? failure.message : `${failure.message}.`;
  return progress.again(message, Math.max(1, Math.round(waitMs / 1_000)));
}

function say(output: Output, spinner: Spinner | null, text: string): void {
  spinner?.stop();
  output.note(text);
}

function eventDocument(event: UploadEvent): object {
  return event.type === 'retry' ? { ...event, failure: { code: event.failure.code, message: event.failure.message } } : event;
}
