/** A run on a store that several servers share: one server at a time is at a tenant. */
import type { MatchPiece, SharedMatcher } from '../store/matching.js';
import { matchTenant } from './run.js';

/** A third of what a lease lasts. */
const KEPT_MS = 20_000;

/** Returns whether all is stored; null where another server has the tenant. `pieceRows`: what a piece has at most. */
export async function matchUnderLease(matcher: SharedMatcher, tenantId: string, pieceRows?: number): Promise<boolean | null> {
  if (!(await matcher.lease(tenantId))) return null;
  // It may take longer until there is a first piece. A lease that cannot be kept costs work, and nothing else.
  const keeping = setInterval(() => void matcher.keepLease(tenantId).catch(() => {}), KEPT_MS);
  try {
    return await matchTenant(matcher, tenantId, (piece: MatchPiece) => matcher.applyMatches(tenantId, piece), pieceRows);
  } finally {
    clearInterval(keeping);
    // If the database is away, it ends by itself.
    await matcher.endLease(tenantId).catch(() => {});
  }
}
