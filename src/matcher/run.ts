/**
 * A full run over a tenant: reads all that is there, lets the rules say what is one payment, and stores the differences to what stands. What is
 * stored afterwards follows from the rows, the rules and what people decided alone, so a run that was ended anywhere is simply made again.
 */
import { createHash } from 'node:crypto';
import type { MatchKey } from '../contract/match-settings.js';
import { matchKeys } from '../contract/match-settings.js';
import type { Side } from '../matching/comparable.js';
import type { Due } from '../matching/coverage.js';
import { defaultRules } from '../matching/default-rules.js';
import { diagnosed } from '../matching/diagnosis.js';
import { type Ladder, type LadderMatch, matchesOf, runLadder } from '../matching/ladder.js';
import type { Rows } from '../matching/rows.js';
import type { MatchPiece, MatchReader } from '../store/matching.js';
import { piecesOf, type Standing, standingOf } from './pieces.js';
import { separated } from './same-texts.js';
import { type CandidatesOf, RowGone, shownRows } from './shown.js';
import { readTenantRows, type TenantRows } from './tenant-rows.js';

/** Counts changes of what the same rules find. */
const LADDER = 1;

/** Names the rules that work at once: where they are others, all tenants that have none of their own are matched anew. */
export const rulesInForce = createHash('sha256')
  .update(JSON.stringify([LADDER, defaultRules]))
  .digest('hex')
  .slice(0, 16);

/** Stores a piece; false where rows have changed since it was worked out. */
type Apply = (piece: MatchPiece) => Promise<boolean>;

/** Returns whether all is stored; if not, rows have changed meanwhile, and it is to be run again. */
export async function matchTenant(reader: MatchReader, tenantId: string, apply: Apply): Promise<boolean> {
  const tenant = await reader.rowsToMatch(tenantId, readTenantRows);
  const candidatesOf: CandidatesOf = (rows) => reader.candidates(tenantId, rows);
  try {
    const { ladder, standing } = await confirmedLadder(tenant, candidatesOf);
    const { rows } = tenant;
    const outcome = { tenant, rows, ladder, standing, findings: diagnosed(rows, ladder), due: dueOf(tenant), rules: rulesInForce };
    for await (const piece of piecesOf({ ...outcome, shown: shownRows(tenant, candidatesOf) })) if (!(await apply(piece))) return false;
    return true;
  } catch (error) {
    if (error instanceof RowGone) return false;
    throw error;
  }
}

async function confirmedLadder(tenant: TenantRows, candidatesOf: CandidatesOf): Promise<{ ladder: Ladder; standing: Standing }> {
  const { settings, rows, pinned, forbidden, hasRecords } = tenant;
  const rules = hasRecords ? (settings.rules ?? defaultRules) : [];
  for (;;) {
    const ladder = runLadder(rows, rules, settings, { pinned, forbidden });
    const standing = standingOf(tenant, ladder);
    if (!(await separated(tenant, newMatches(tenant, ladder, standing), candidatesOf))) return { ladder, standing };
  }
}

/** Those that do not stand yet; the others were confirmed when they began. */
function* newMatches(tenant: TenantRows, ladder: Ladder, { placeOf }: Standing): Generator<LadderMatch> {
  for (const match of matchesOf(tenant.rows, ladder)) if (placeOf(match) === -1) yield match;
}

function dueOf({ rows, coverage }: TenantRows): (row: number) => Due {
  return (row) => coverage.due({ side: rows.side[row] as Side, day: rows.day[row] as number, keys: keysAt(rows, row) });
}

function keysAt({ keys }: Rows, row: number): Record<MatchKey, number> {
  return Object.fromEntries(matchKeys.map((name) => [name, keys[name][row] as number])) as Record<MatchKey, number>;
}
