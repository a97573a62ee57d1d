/**
 * A full run over a tenant: reads all that is there, lets the rules say what is one payment, and stores the differences to what stands. What is
 * stored afterwards follows from the rows, the rules and what people decided alone, so a run that was ended anywhere is simply made again.
 */
import { createHash } from 'node:crypto';
import { blockTable } from '../matching/blocks.js';
import type { MatchFinding } from '../matching/decide.js';
import { defaultRules } from '../matching/default-rules.js';
import { diagnosed } from '../matching/diagnosis.js';
import { type Ladder, type LadderMatch, matchesOf, runLadder } from '../matching/ladder.js';
import type { MatchPiece, MatchReader } from '../store/matching.js';
import { type KnownTenant, knownAfter, rulesOf } from './known.js';
import { dueIn, inPieces, type Standing, standingOf, writesOf } from './pieces.js';
import { separated } from './same-texts.js';
import { type CandidatesOf, RowGone, shownRows } from './shown.js';
import { type StoreWrites, stepOver } from './step.js';
import { readTenantRows, type TenantRows } from './tenant-rows.js';

/** Counts changes of what the same rules find. */
const LADDER = 4;

/** Names the rules that work at once: where they are others, all tenants that have none of their own are matched anew. */
export const rulesInForce = createHash('sha256')
  .update(JSON.stringify([LADDER, defaultRules]))
  .digest('hex')
  .slice(0, 16);

/** Stores a piece; false where rows have changed since it was worked out. */
type Apply = (piece: MatchPiece) => Promise<boolean>;

export interface Matched {
  /** Whether all is stored; if not, rows have changed meanwhile, and it is to be run again. */
  isDone: boolean;
  isStep: boolean;
  /** For the next run; null where that must be a full one. */
  known: KnownTenant | null;
}

/** In a step where that is possible by what the last run left, which is used up; else in a full run. `pieceRows`: what a piece has at most. */
export async function matchAgain(
  reader: MatchReader,
  tenantId: string,
  apply: Apply,
  known: KnownTenant | null,
  pieceRows?: number,
): Promise<Matched> {
  return (known && (await matchInStep(reader, tenantId, apply, known, pieceRows))) ?? matchInFull(reader, tenantId, apply, pieceRows);
}

/** Null where a full run is to be made. Storing goes on after the reader is no longer held at one state of the rows. */
async function matchInStep(
  reader: MatchReader,
  tenantId: string,
  apply: Apply,
  known: KnownTenant,
  pieceRows: number | undefined,
): Promise<Matched | null> {
  const queue = pieceQueue(apply);
  const cut = { isIdle: queue.isIdle, pieceRows };
  const store: StoreWrites = (writes, basis) => queue.fill(inPieces(writes, basis, rulesInForce, cut), Number.POSITIVE_INFINITY);
  let after: KnownTenant | null;
  try {
    after = await reader.rowsToMatch(tenantId, (source) => stepOver(source, known, rulesInForce, store));
  } catch (error) {
    // What fails must not leave anything under way.
    await queue.areStored().catch(() => {});
    throw error;
  }
  // Of a piece that was refused it may not be known whether it is stored: a full run must not begin before it is.
  if (!(await queue.areStored())) return { isDone: false, isStep: true, known: null };
  return after && { isDone: true, isStep: true, known: after };
}

/** Stores pieces one after the other, while others are worked out; none after one that was refused, or that failed. */
function pieceQueue(apply: Apply) {
  let last = Promise.resolve(true);
  let waiting = 0;
  let isOver = false;
  const next = async (piece: MatchPiece, before: Promise<boolean>) => {
    let isStored = false;
    try {
      isStored = (await before) && (await apply(piece));
    } finally {
      waiting -= 1;
      if (!isStored) isOver = true;
    }
    return isStored;
  };
  return {
    isIdle: () => waiting === 0,
    /** Until there are no more, or one was not stored; `waitingMax` of them wait at most. */
    async fill(pieces: AsyncIterable<MatchPiece>, waitingMax: number): Promise<void> {
      for await (const piece of pieces) {
        if (waiting > waitingMax) await last;
        if (isOver) return;
        waiting += 1;
        last = next(piece, last);
        // Waited for at the end; until then nobody looks whether it failed.
        last.catch(() => {});
      }
    },
    /** Whether all are, once nothing is under way. Fails as storing did. */
    areStored: () => last,
  };
}

/** A full run. Returns whether all is stored. */
export async function matchTenant(reader: MatchReader, tenantId: string, apply: Apply): Promise<boolean> {
  return (await matchInFull(reader, tenantId, apply)).isDone;
}

async function matchInFull(reader: MatchReader, tenantId: string, apply: Apply, pieceRows?: number): Promise<Matched> {
  const notDone = { isDone: false, isStep: false, known: null };
  const tenant = await reader.rowsToMatch(tenantId, readTenantRows);
  const candidatesOf: CandidatesOf = (rows) => reader.candidates(tenantId, rows);
  try {
    const { rows } = tenant;
    const { ladder, standing, areCodesApart, findings } = await workedOut(tenant, candidatesOf);
    const explained = { rows, levels: ladder.levels, findings, due: dueIn(rows, tenant.coverage) };
    const outcome = { ...explained, tenant, ladder, standing, shown: shownRows(tenant, candidatesOf) };
    const queue = pieceQueue(apply);
    try {
      await queue.fill(inPieces(writesOf(outcome), tenant.basis, rulesInForce, { pieceRows }), 0);
    } finally {
      await queue.areStored().catch(() => {});
    }
    if (!(await queue.areStored())) return notDone;
    return { isDone: true, isStep: false, known: knownAfter(tenant, ladder, rulesInForce, areCodesApart) };
  } catch (error) {
    if (error instanceof RowGone) return notDone;
    throw error;
  }
}

interface WorkedOut {
  ladder: Ladder;
  standing: Standing;
  areCodesApart: boolean;
  findings: ReadonlyMap<number, MatchFinding>;
}

/** The ladder, each of whose matches is confirmed. Its working memory is gone afterwards. Fails with RowGone. */
export async function workedOut(tenant: TenantRows, candidatesOf: CandidatesOf): Promise<WorkedOut> {
  const { settings, rows, pinned, forbidden, hasRecords } = tenant;
  const rules = hasRecords ? rulesOf(tenant) : [];
  const table = blockTable(rows.count);
  for (let areCodesApart = false; ; areCodesApart = true) {
    const ladder = runLadder(rows, rules, settings, { pinned, forbidden }, table);
    const standing = standingOf(tenant, ladder);
    if (await separated(tenant, newMatches(tenant, ladder, standing), candidatesOf)) continue;
    return { ladder, standing, areCodesApart, findings: diagnosed(rows, ladder, table) };
  }
}

/** Those that do not stand yet; the others were confirmed when they began. */
function* newMatches(tenant: TenantRows, ladder: Ladder, { placeOf }: Standing): Generator<LadderMatch> {
  for (const match of matchesOf(tenant.rows, ladder)) if (placeOf(match) === -1) yield match;
}
