/**
 * What a journal proves, line by line: what became of each batch of the upload, and above all whether the server may have it.
 * Pure. It forgets no doubt: only an answer, or a person's decision to send again, ends one.
 */

import type { JournalEntry } from './journal-entry.js';

type EntryOf<Type extends JournalEntry['t']> = Extract<JournalEntry, { t: Type }>;

export interface BatchState {
  plan: Omit<EntryOf<'planned'>, 't'>;
  /** Null as long as there is no answer to it. */
  answer: null | { uploadId: string } | { refused: EntryOf<'refused'>['rows'] } | 'halved';
  tries: number;
  /** The try whose last byte was about to be handed over and of which nothing more is known. */
  openTry: number | null;
  /** Why an earlier try may have been taken; null when none may. */
  doubt: string | null;
  /** Time of the first try that may have been taken, in ms: the server counts the days of the key from it. Without such a try, time of the last one. */
  sentMs: number;
  /** For how long the server honours the key, by the least that it said when the batch was sent; null where that is not known. */
  keyMs: number | null;
}

export interface JournalState {
  readonly batches: ReadonlyMap<string, BatchState>;
  /** Final states by upload id. */
  readonly states: ReadonlyMap<string, EntryOf<'state'>>;
  /** Null while something is left to do. */
  readonly finished: EntryOf<'finished'> | null;
  /** Takes a line in. Throws an Error where it cannot follow those before it. */
  apply(entry: JournalEntry): void;
}

/** Whether the server may have staged the batch without our having its answer. */
export function mayBeTaken(batch: BatchState): boolean {
  return batch.answer === null && (batch.openTry !== null || batch.doubt !== null);
}

/** Id of the upload that the batch became; null where the server has not taken it as a whole. */
export function uploadIdOf({ answer }: Pick<BatchState, 'answer'>): string | null {
  return typeof answer === 'object' && answer !== null && 'uploadId' in answer ? answer.uploadId : null;
}

/** Whether a server that honours keys for `honouredMs` now (null: not at all) still knows that of the batch, by what it said then, too. */
export function keyHolds({ sentMs, keyMs }: Pick<BatchState, 'sentMs' | 'keyMs'>, honouredMs: number | null, nowMs: number): boolean {
  return honouredMs !== null && nowMs - sentMs < Math.min(honouredMs, keyMs ?? honouredMs);
}

/** Why it is not known whether the server has a batch. */
export function doubtOf(batch: BatchState): string {
  return batch.doubt ?? 'the program ended before the answer came';
}

/** The state before the first line of a journal. */
export function emptyState(): JournalState {
  const batches = new Map<string, BatchState>();
  const states = new Map<string, EntryOf<'state'>>();
  let finished: EntryOf<'finished'> | null = null;
  return {
    batches,
    states,
    get finished() {
      return finished;
    },
    apply: (entry) => {
      if (entry.t === 'finished') finished = entry;
      else if (entry.t === 'state') states.set(entry.uploadId, entry);
      else {
        finished = null;
        applyToBatch(batches, entry);
      }
    },
  };
}

function applyToBatch(batches: Map<string, BatchState>, entry: Exclude<JournalEntry, { t: 'state' | 'finished' }>): void {
  const batch = batches.get(entry.b);
  if (entry.t === 'planned') {
    if (batch) throw new Error(`batch ${entry.b} is planned twice`);
    const { t: _, ...plan } = entry;
    batches.set(entry.b, { plan, answer: null, tries: 0, openTry: null, doubt: null, sentMs: 0, keyMs: null });
    return;
  }
  if (!batch) throw new Error(`batch ${entry.b} was never planned`);
  if (batch.answer !== null) throw new Error(`batch ${entry.b} was answered before`);
  if (entry.t === 'sending') beginTry(batch, entry);
  else if (entry.t === 'resend') {
    batch.doubt = null;
    batch.openTry = null;
  } else if ('try' in entry) {
    if (entry.try !== batch.tries) throw new Error(`try ${entry.try} of batch ${entry.b} never began`);
    if (entry.t === 'doubt') batch.doubt = entry.why;
    batch.openTry = entry.t === 'last' ? entry.try : null;
  } else if (entry.t === 'acked') batch.answer = { uploadId: entry.uploadId };
  else batch.answer = entry.t === 'halved' ? 'halved' : { refused: entry.rows };
}

function beginTry(batch: BatchState, entry: EntryOf<'sending'>): void {
  if (entry.try !== batch.tries + 1) throw new Error(`try ${entry.try} of batch ${entry.b} follows try ${batch.tries}`);
  if (batch.openTry !== null) batch.doubt = doubtOf(batch);
  batch.openTry = null;
  batch.tries = entry.try;
  const { ms, keyMs = null } = entry;
  if (batch.doubt === null) Object.assign(batch, { sentMs: ms, keyMs });
  else batch.keyMs = keyMs === null || batch.keyMs === null ? null : Math.min(keyMs, batch.keyMs);
}

/** Each row that was read is in exactly one of the others. */
export interface RowCounts {
  read: number;
  accepted: number;
  rejected: number;
  inDoubt: number;
  unsent: number;
}

/** Rows by what became of them, as far as the journal alone tells: rows that never were in a batch are not in it. */
export function rowsKnown(state: JournalState): Pick<RowCounts, 'accepted' | 'inDoubt'> {
  let [accepted, inDoubt] = [0, 0];
  for (const batch of state.batches.values()) {
    if (uploadIdOf(batch) !== null) accepted += batch.plan.rows;
    else if (mayBeTaken(batch)) inDoubt += batch.plan.rows;
  }
  return { accepted, inDoubt };
}
