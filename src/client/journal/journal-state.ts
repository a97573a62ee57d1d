/**
 * What a journal proves, line by line: the fate of each part of the upload, and above all whether the server may have it.
 * Pure. It forgets no doubt: only an answer, or a person's decision to send again, ends one.
 */

import type { JournalEntry } from './journal-entry.js';

type EntryOf<Type extends JournalEntry['t']> = Extract<JournalEntry, { t: Type }>;

export interface PartState {
  plan: Omit<EntryOf<'planned'>, 't'>;
  /** Null as long as there is no answer that settles it. */
  answer: null | { uploadId: string } | { refused: EntryOf<'refused'>['rows'] } | 'halved';
  tries: number;
  /** The try whose last byte was about to be handed over and of which nothing more is known. */
  openTry: number | null;
  /** Why an earlier try may have been taken; null when none may. */
  doubt: string | null;
  /** Of the first try that may have been taken, from which on the server counts the days of the key; else of the last. */
  sentMs: number;
  /** For how long the server honours the key, by the least that it said when the part was sent; null where that is not known. */
  keyMs: number | null;
}

export interface JournalState {
  readonly parts: ReadonlyMap<string, PartState>;
  /** Final states by upload id. */
  readonly states: ReadonlyMap<string, EntryOf<'state'>>;
  /** Null while something is left to do. */
  readonly finished: EntryOf<'finished'> | null;
  /** Takes a line in. Throws an Error where it cannot follow those before it. */
  apply(entry: JournalEntry): void;
}

/** Whether the server may have staged the part without our having its answer. */
export function mayBeTaken(part: PartState): boolean {
  return part.answer === null && (part.openTry !== null || part.doubt !== null);
}

/** Whether a server that honours keys for `honouredMs` now (null: not at all) still knows that of the part, by what it said then, too. */
export function keyHolds({ sentMs, keyMs }: Pick<PartState, 'sentMs' | 'keyMs'>, honouredMs: number | null, nowMs: number): boolean {
  return honouredMs !== null && nowMs - sentMs < Math.min(honouredMs, keyMs ?? honouredMs);
}

/** Why it is not known whether the server has a part. */
export function doubtOf(part: PartState): string {
  return part.doubt ?? 'the program ended before the answer came';
}

/** The state before the first line of a journal. */
export function emptyState(): JournalState {
  const parts = new Map<string, PartState>();
  const states = new Map<string, EntryOf<'state'>>();
  let finished: EntryOf<'finished'> | null = null;
  return {
    parts,
    states,
    get finished() {
      return finished;
    },
    apply: (entry) => {
      if (entry.t === 'finished') finished = entry;
      else if (entry.t === 'state') states.set(entry.uploadId, entry);
      else {
        finished = null;
        applyToPart(parts, entry);
      }
    },
  };
}

function applyToPart(parts: Map<string, PartState>, entry: Exclude<JournalEntry, { t: 'state' | 'finished' }>): void {
  const part = parts.get(entry.b);
  if (entry.t === 'planned') {
    if (part) throw new Error(`part ${entry.b} is planned twice`);
    const { t: _, ...plan } = entry;
    parts.set(entry.b, { plan, answer: null, tries: 0, openTry: null, doubt: null, sentMs: 0, keyMs: null });
    return;
  }
  if (!part) throw new Error(`part ${entry.b} was never planned`);
  if (part.answer !== null) throw new Error(`part ${entry.b} was settled before`);
  if (entry.t === 'sending') beginTry(part, entry);
  else if (entry.t === 'resend') {
    part.doubt = null;
    part.openTry = null;
  } else if ('try' in entry) {
    if (entry.try !== part.tries) throw new Error(`try ${entry.try} of part ${entry.b} never began`);
    if (entry.t === 'doubt') part.doubt = entry.why;
    part.openTry = entry.t === 'last' ? entry.try : null;
  } else if (entry.t === 'acked') part.answer = { uploadId: entry.uploadId };
  else part.answer = entry.t === 'halved' ? 'halved' : { refused: entry.rows };
}

function beginTry(part: PartState, entry: EntryOf<'sending'>): void {
  if (entry.try !== part.tries + 1) throw new Error(`try ${entry.try} of part ${entry.b} follows try ${part.tries}`);
  if (part.openTry !== null) part.doubt = doubtOf(part);
  part.openTry = null;
  part.tries = entry.try;
  const { ms, keyMs = null } = entry;
  if (part.doubt === null) Object.assign(part, { sentMs: ms, keyMs });
  else part.keyMs = keyMs === null || part.keyMs === null ? null : Math.min(keyMs, part.keyMs);
}

/** Each row that was read is in exactly one of the others. */
export interface RowCounts {
  read: number;
  accepted: number;
  rejected: number;
  inDoubt: number;
  unsent: number;
}

/** Rows by fate, as far as the journal alone tells: rows that never were in a part are not in it. */
export function rowsKnown(state: JournalState): Pick<RowCounts, 'accepted' | 'inDoubt'> {
  let [accepted, inDoubt] = [0, 0];
  for (const part of state.parts.values()) {
    if (part.answer !== null && typeof part.answer === 'object' && 'uploadId' in part.answer) accepted += part.plan.rows;
    else if (mayBeTaken(part)) inDoubt += part.plan.rows;
  }
  return { accepted, inDoubt };
}
