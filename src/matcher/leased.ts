/** A run on a store that several servers share: one server at a time is at a tenant. */
import type { MatchPiece, SharedMatcher } from '../store/matching.js';
import type { KnownTenant } from './known.js';
import { type Matched, matchAgain } from './run.js';

/** A third of what a lease lasts. */
const KEPT_MS = 20_000;

/**
 * In a step only where no server was at the tenant since the last run of this one: it may have made of the rows what is not in the index. Null
 * where another server has the tenant. `pieceRows`: what a piece has at most.
 */
export async function matchUnderLease(
  matcher: SharedMatcher,
  tenantId: string,
  known: KnownTenant | null,
  pieceRows?: number,
): Promise<Matched | null> {
  const lease = await matcher.lease(tenantId);
  if (!lease) return null;
  // It may take longer until there is a first piece. A lease that cannot be kept costs work, and nothing else.
  const keeping = setInterval(() => void matcher.keepLease(tenantId).catch(() => {}), KEPT_MS);
  const isLast = known?.lease !== undefined && known.lease === lease.after;
  try {
    const apply = (piece: MatchPiece) => matcher.applyMatches(tenantId, piece);
    const matched = await matchAgain(matcher, tenantId, apply, isLast ? known : null, pieceRows);
    return { ...matched, known: matched.known && { ...matched.known, lease: lease.name } };
  } finally {
    clearInterval(keeping);
    // If the database is away, it ends by itself.
    await matcher.endLease(tenantId).catch(() => {});
  }
}
