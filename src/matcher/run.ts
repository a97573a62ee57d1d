/**
 * A run over a tenant: reads what there is to match, slice by slice, lets the rules say what is one payment, and stores the differences to what
 * stands. A run that was ended anywhere is simply made again.
 */
import { createHash } from 'node:crypto';
import { defaultRules } from '../matching/default-rules.js';
import type { MatchPiece, MatchReader } from '../store/matching.js';
import { decidedOf } from './decided.js';
import { dueIn, inPieces, lastPiece, writesOf } from './pieces.js';
import { type CandidatesOf, RowGone, shownRows } from './shown.js';
import { readRunFacts, readTenantRows, type TenantRows } from './tenant-rows.js';

/** Counts changes of what the same rules find. */
const LADDER = 4;

/** Names the rules that work at once: where they are others, all tenants that have none of their own are matched anew. */
export const rulesInForce = createHash('sha256')
  .update(JSON.stringify([LADDER, defaultRules]))
  .digest('hex')
  .slice(0, 16);

/** Stores a piece; false where rows have changed since it was worked out. */
type Apply = (piece: MatchPiece) => Promise<boolean>;

/**
 * Returns whether all is stored; if not, rows have changed meanwhile, and it is to be run again. `pieceRows`: what a piece has at most.
 */
export async function matchTenant(reader: MatchReader, tenantId: string, apply: Apply, pieceRows?: number): Promise<boolean> {
  const facts = await reader.rowsToMatch(tenantId, (source) => readRunFacts(source));
  const { basis, period } = facts;
  const queue = pieceQueue(apply);
  try {
    for (const slice of period.slices) {
      const tenant = await reader.rowsToMatch(tenantId, async (source) =>
        source.basis.changed === basis.changed ? readTenantRows(source, facts, slice) : null,
      );
      if (tenant === null || !(await storeSlice(reader, tenantId, tenant, queue, pieceRows))) return false;
    }
    queue.put(lastPiece(basis, rulesInForce, period.lateBefore));
    return await queue.areStored();
  } catch (error) {
    if (error instanceof RowGone) return false;
    throw error;
  } finally {
    // What fails must not leave anything under way.
    await queue.areStored().catch(() => {});
  }
}

/** Returns whether all of it is stored: the next slice reads it. */
async function storeSlice(
  reader: MatchReader,
  tenantId: string,
  tenant: TenantRows,
  queue: PieceQueue,
  pieceRows: number | undefined,
): Promise<boolean> {
  const candidatesOf: CandidatesOf = (rows) => reader.candidates(tenantId, rows);
  const { rows } = tenant;
  const decided = await decidedOf(tenant, candidatesOf);
  const explained = { rows, levels: decided.ladder.levels, due: dueIn(rows, tenant.coverage), shown: shownRows(tenant, candidatesOf) };
  for await (const piece of inPieces(writesOf({ ...decided, ...explained, tenant }), tenant.basis, pieceRows)) {
    // One is stored while the next one is worked out.
    if (!(await queue.areStored())) return false;
    queue.put(piece);
  }
  return queue.areStored();
}

type PieceQueue = ReturnType<typeof pieceQueue>;

/** Stores pieces one after the other; none after one that was refused, or that failed. */
function pieceQueue(apply: Apply) {
  let last = Promise.resolve(true);
  return {
    put(piece: MatchPiece): void {
      last = last.then((isStored) => isStored && apply(piece));
      // Waited for later; until then nobody looks whether it failed.
      last.catch(() => {});
    },
    /** Whether all are, once nothing is under way. Fails as storing did. */
    areStored: () => last,
  };
}
