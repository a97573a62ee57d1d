/**
 * Where batches come from: reads rows, cuts them into batches, and has each batch's body ready. It keeps the rows of a batch until that is
 * released, so that a refusal by the server can be traced to its rows and a batch can be divided; nobody else ever holds a good row.
 */
import { SalesError } from '../../contract/problem.js';
import type { UploadKind } from '../../contract/states.js';
import type { PlainRun, RowGroup } from '../../files/input/plain-run.js';
import type { InputDescription, InputRow } from '../../files/input/row.js';
import { rowFault } from '../../files/input/row-faults.js';
import { sourceOf } from '../../files/rows/source.js';
import { sha256Of } from '../journal/job-identity.js';
import type { Batch, RejectedRow, SourceRow } from './batch.js';
import { type BatchBody, type Batcher, type BatchLimits, bodyOfSome, createBatcher } from './batches.js';
import { lineRuns } from './line-runs.js';
import type { Repeats } from './repeats.js';
import { noRowNotes, type RowNotes, withPlainRow, withRow } from './row-notes.js';

/** Some way through the input: the rows rejected on it, and the batch that was filled, if any. */
export interface Step {
  rejected: RejectedRow[];
  /** Rows that are no sales, by the reason. */
  leftOut: Record<string, number>;
  /** Rows equal to an earlier one of the input, of all that were read so far. */
  repeats: Pick<Repeats, 'rows' | 'isWhole'>;
  /** Notes on all rows so far. */
  notes: RowNotes;
  batch: Batch | null;
  /** Line number of the last row. */
  lastLine: number;
  /** Why the input cannot be read further; the last step then. */
  brokenOff: SalesError | null;
}

export interface CutPlan {
  kind?: UploadKind;
  limits: BatchLimits;
  /** Last records by number of the batch, as a journal has them: these are cut there again. */
  earlier: ReadonlyMap<number, number>;
}

export interface BatchSource {
  /** Null at the end of the input. */
  next(): Promise<Step | null>;
  /** Gives the rows at `indexes` (ascending) and the batch of all others, `id.1`; null when there is none. */
  without(batch: Pick<Batch, 'id'>, indexes: readonly number[]): Promise<{ rows: SourceRow[]; rest: Batch | null }>;
  /** Gives the batch's halves, `id.1` and `id.2`. */
  halves(batch: Pick<Batch, 'id'>): Promise<Batch[]>;
  /** Batches of at most so many rows, from the next one on that is not cut yet. */
  lowerRows(rows: number): void;
  /** Forgets the rows of a batch and of its pieces, whose bodies are not to be read any more. */
  release(batch: Pick<Batch, 'id'>): void;
  close(): Promise<void>;
}

/** Input of an upload: how it was understood, and its rows in batches. */
export interface UploadInput {
  description: Pick<InputDescription, 'header' | 'mapping' | 'kind'>;
  /** The batches of its rows; called once. */
  batches(plan: Omit<CutPlan, 'kind'>): BatchSource;
}

/** Number of rejected rows at which they are handed on, however few good ones there are. */
const REJECTED_MAX = 1_000;

/**
 * The source over `rows`, which are read as far as asked. Its calls fail with nothing but defects and what `rows` throws. At their end it
 * asks whether the input was written to meanwhile; see {@link lastRowLast}.
 */
export function batchSource(
  rows: AsyncIterable<RowGroup>,
  { kind, limits, earlier }: CutPlan,
  isWritten: () => Promise<boolean> = async () => false,
): BatchSource {
  const batcher = createBatcher(limits, (number) => earlier.get(number), kind);
  const known = [...earlier.values()].reduce((last, one) => Math.max(last, one), 0);
  const groups = lastRowLast(rows, known, isWritten);
  const batches = keptBatches();
  const steps = stepsOf(batcher, batches);
  let group: RowGroup = [];
  let at = 0;
  let isOver = false;

  const last = (brokenOff: SalesError | null): Step | null => {
    isOver = true;
    return steps.last(brokenOff);
  };
  const next = async (): Promise<Step | null> => {
    for (;;) {
      if (isRun(group)) {
        const done = steps.addRun(group);
        if (done) return done;
      } else {
        while (at < group.length) {
          const done = steps.add(group[at++] as InputRow);
          if (done) return done;
        }
      }
      const read = await groups.next();
      if (read.done) return last(null);
      group = read.value;
      at = 0;
    }
  };
  return {
    next: async () => {
      if (isOver) return null;
      try {
        return await next();
      } catch (error) {
        if (error instanceof SalesError && error.code === 'inputUnusable') return last(error);
        throw error;
      }
    },
    without: async ({ id }, indexes) => without(id, indexes, batches),
    halves: async ({ id }) => halves(id, batches),
    lowerRows: (rowsMax) => batcher.lowerRows(rowsMax),
    release: ({ id }) => {
      const memory = batches.forget(id);
      if (memory) batcher.reuse(memory);
    },
    close: async () => {
      await groups.return(undefined);
    },
  };
}

interface Steps {
  /** Takes the next row. Returns the step that it ends, or null when more rows are needed. */
  add(row: InputRow): Step | null;
  /** Takes rows of a run, up to one that ends a step; null where the run is over. */
  addRun(run: PlainRun): Step | null;
  /** What has come since the last step, and why no more comes; null where there is nothing to tell. */
  last(brokenOff: SalesError | null): Step | null;
}

/** Cuts the rows into steps: a step ends with a full batch, or with enough rejected rows. */
function stepsOf(batcher: Batcher, batches: KeptBatches): Steps {
  let number = 0;
  let notes = noRowNotes;
  let step = emptyStep(0);
  const handOver = (body: BatchBody | null): Step => {
    const done = step;
    step = emptyStep(done.lastLine);
    done.notes = notes;
    done.repeats = { rows: batcher.repeats.rows, isWhole: batcher.repeats.isWhole };
    if (body) {
      number += 1;
      done.batch = batches.keep(String(number), body);
    }
    return done;
  };
  return {
    add: (row) => {
      if (!row.sale) {
        addNoSale(row, step);
        return step.rejected.length >= REJECTED_MAX ? handOver(null) : null;
      }
      notes = withRow(notes, row.sale, row);
      // A batch is full without this row, which is the first of the next.
      const full = batcher.add(row, row.sale);
      const done = full && handOver(full);
      step.lastLine = row.line;
      return done;
    },
    addRun: (run) => {
      for (let full = batcher.addPlain(run); full !== false; full = batcher.addPlain(run)) {
        notes = withPlainRow(notes, run);
        const done = full && handOver(full);
        step.lastLine = run.line;
        if (done) return done;
      }
      return null;
    },
    last: (brokenOff) => {
      step.brokenOff = brokenOff;
      const body = batcher.flush();
      return body || step.rejected.length > 0 || Object.keys(step.leftOut).length > 0 || brokenOff ? handOver(body) : null;
    },
  };
}

/** A row that is left out, or rejected. */
function addNoSale({ leftOut, line, record, source, faults }: InputRow, step: Step): void {
  step.lastLine = line;
  if (leftOut !== undefined) step.leftOut[leftOut] = (step.leftOut[leftOut] ?? 0) + 1;
  else step.rejected.push({ line, record, source: sourceOf(source), faults });
}

type KeptBody = Omit<BatchBody, 'sums'>;

/** The rows of batches that are not released. */
interface KeptBatches {
  keep(id: string, body: BatchBody): Batch;
  /** The body with its rows, which are forgotten. */
  take(id: string): KeptBody;
  /** Forgets a batch, and its pieces. Returns the memory of its body, if it was not divided. */
  forget(id: string): ArrayBufferLike | undefined;
}

function keptBatches(): KeptBatches {
  const kept = new Map<string, KeptBody>();
  return {
    keep: (id, body) => {
      kept.set(id, { rows: body.rows, starts: body.starts, bytes: body.bytes });
      return factsOf(id, body);
    },
    take: (id) => {
      const body = kept.get(id);
      if (!body) throw new Error(`the rows of batch ${id} are forgotten`);
      kept.delete(id);
      return body;
    },
    forget: (id) => {
      const memory = kept.get(id)?.bytes.buffer;
      for (const one of kept.keys()) if (one === id || one.startsWith(`${id}.`)) kept.delete(one);
      return memory;
    },
  };
}

function without(id: string, indexes: readonly number[], batches: KeptBatches): { rows: SourceRow[]; rest: Batch | null } {
  const body = batches.take(id);
  const out = new Set(indexes);
  const left = body.rows.flatMap((_, index) => (out.has(index) ? [] : [index]));
  const rest = left.length === 0 ? null : batches.keep(`${id}.1`, bodyOfSome(body, left));
  const rows = body.rows
    .filter((_, index) => out.has(index))
    .map(({ line, record, source }) => ({ line, record, source: sourceOf(source) }));
  return { rows, rest };
}

function halves(id: string, batches: KeptBatches): Batch[] {
  const body = batches.take(id);
  const indexes = [...body.rows.keys()];
  const half = Math.ceil(indexes.length / 2);
  return [indexes.slice(0, half), indexes.slice(half)].map((some, index) => batches.keep(`${id}.${index + 1}`, bodyOfSome(body, some)));
}

/**
 * The rows; the last of all is given only when it is known whether the input was written to meanwhile. Then it may be the half of a row
 * (13 of 1355.90), which nothing in it shows, and is no sale. Records up to `known` were cut before, and must be what they were.
 */
async function* lastRowLast(rows: AsyncIterable<RowGroup>, known: number, isWritten: () => Promise<boolean>): AsyncGenerator<RowGroup> {
  let last: InputRow | null = null;
  try {
    for await (const group of rows) {
      if (isRun(group)) {
        // Behind a plain row there is another one.
        if (last) yield [last];
        last = null;
        yield group;
        continue;
      }
      if (group.length === 0) continue;
      yield last ? [last, ...group.slice(0, -1)] : group.slice(0, -1);
      last = group.at(-1) ?? null;
    }
  } catch (error) {
    // Where the input breaks off, the rows before are whole.
    if (last) yield [last];
    throw error;
  }
  if (!last) return;
  const mayBeHalf: boolean = last.sale !== null && last.record > known && (await isWritten());
  yield [mayBeHalf ? { ...last, sale: null, faults: [rowFault('INPUT_CHANGED', CHANGED, null, null)] } : last];
}

function isRun(group: RowGroup): group is PlainRun {
  return 'write' in group;
}

const CHANGED = 'the file was being written while it was read: this row may be incomplete, and anything after it was not read';

function emptyStep(lastLine: number): Step {
  return {
    rejected: [],
    leftOut: {},
    repeats: { rows: 0, isWhole: true },
    notes: noRowNotes,
    batch: null,
    lastLine,
    brokenOff: null,
  };
}

function factsOf(id: string, { bytes, rows, sums }: BatchBody): Batch {
  const [first, last] = [rows[0], rows.at(-1)];
  return {
    id,
    rows: rows.length,
    firstLine: first?.line ?? 0,
    lastLine: last?.line ?? 0,
    firstRecord: first?.record ?? 0,
    lastRecord: last?.record ?? 0,
    lines: lineRuns(rows.map(({ line }) => line)),
    sums,
    sha: sha256Of(bytes),
    body: bytes,
  };
}
