/**
 * A run over a tenant: reads what there is to match, slice by slice, decides what is one payment, and stores the differences to what stands. A run
 * that was ended anywhere is simply made again.
 */
import type { MatchPiece, MatchReader } from '../store/matching.js';
import { decidedOf } from './decided.js';
import { inPieces, lastPiece, writesOf } from './pieces.js';
import { readRunFacts, readTenantRows, type TenantRows } from './tenant-rows.js';

/** Names what matching finds: where it is another, all tenants are matched anew. Counts changes of what the same settings find. */
export const rulesInForce = 'evidence-7';

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
      if (tenant === null || !(await storeSlice(tenant, queue, pieceRows))) return false;
    }
    queue.put(lastPiece(basis, rulesInForce, period.lateBefore));
    return await queue.areStored();
  } finally {
    // What fails must not leave anything under way.
    await queue.areStored().catch(() => {});
  }
}

/** Returns whether all of it is stored: the next slice reads it. */
async function storeSlice(tenant: TenantRows, queue: PieceQueue, pieceRows: number | undefined): Promise<boolean> {
  for (const piece of inPieces(writesOf(tenant, decidedOf(tenant)), tenant.basis, pieceRows)) {
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
