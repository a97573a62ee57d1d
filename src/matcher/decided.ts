/** What matching says of the rows of a slice, and which of it changes what stands. The one place that calls the deciding code. */
import { decidedBefore } from '../contract/match-settings.js';
import { type MatchOutcome, matchRows } from '../matching/evidence.js';
import { openReasons, type ReasonOfRow } from '../matching/row-reasons.js';
import type { EvidenceMatch } from '../matching/taken.js';
import type { MatchReader } from '../store/matching.js';
import { isIn, isLast } from './period.js';
import { isBooked, isKept, type RunAsked, readRunFacts, readTenantRows, type StandingMatch, type TenantRows } from './tenant-rows.js';

/** A match that was found, compared with what stands. */
export interface ComparedMatch extends EvidenceMatch {
  /** The stored match of the same rows and kind; null for none. */
  standing: StandingMatch | null;
  /** Whether it is not stored, and this slice decides about it. */
  begins: boolean;
}

export interface Decided {
  outcome: MatchOutcome;
  /** In the order of `outcome.matches`. */
  found: readonly ComparedMatch[];
  /** Stored matches that end. */
  ending: ReadonlySet<StandingMatch>;
}

/** What a run decides, slice by slice, each of one state of the data. */
export async function* decidedSlices(reader: MatchReader, tenantId: string, asked: RunAsked): AsyncGenerator<[TenantRows, Decided]> {
  const facts = await reader.rowsToMatch(tenantId, (source) => readRunFacts(source, asked));
  for (const slice of facts.period.slices) {
    const tenant = await reader.rowsToMatch(tenantId, (source) => readTenantRows(source, facts, slice));
    yield [tenant, decidedOf(tenant)];
  }
}

export function decidedOf(tenant: TenantRows): Decided {
  const { settings, rows, pinned, forbidden, before: byPeople, hasRecords, stored, standingOf, slice, dayOf } = tenant;
  // Without a record there is nothing to decide about.
  const all = hasRecords ? pinned : new Set(rows.id.subarray(0, rows.count).keys());
  const standing = (row: number) => (pinned.has(row) ? standingOf[row] : undefined);
  const outcome = matchRows(rows, settings, { pinned: all, standing, forbidden, before: byPeople.values() });
  const stands = new Set<StandingMatch>();
  /** Those whose rows another one that begins needs. */
  const taken = new Set<StandingMatch>();
  const found = outcome.matches.map((match): ComparedMatch => {
    const members = [...match.sales, ...match.records];
    const [before] = members.map((row) => standingOf[row]);
    const isSame =
      before?.rows === members.length &&
      before.kind === match.kind &&
      // Who decided is told by the one alone.
      (before.rule === decidedBefore) === (match.rule === decidedBefore) &&
      members.every((row) => standingOf[row] === before);
    const standing = isSame && before ? before : null;
    const newest = members.reduce((day, row) => Math.max(day, dayOf[row] as number), -Infinity);
    const begins = standing === null && isIn(slice.decided, newest);
    if (standing !== null) stands.add(standing);
    if (begins) for (const row of members) if (standingOf[row]) taken.add(standingOf[row]);
    return Object.assign(match, { standing, begins });
  });
  const ending = stored.filter((one) => !stands.has(one) && (taken.has(one) || mayChange(tenant, one)));
  return { outcome, found, ending: new Set(ending) };
}

/** Whether a stored match may end by itself, or be told to be by another rule. */
export const mayChange = ({ slice, period }: TenantRows, one: StandingMatch) =>
  one.isWhole && !one.isPinned && !isKept(period, one) && isIn(slice.decided, one.newest);

/** The reasons to store, by the place of their rows: rows in no match, and rows in a suggestion that begins or that this slice decides about. */
export function* reasonsOf(tenant: TenantRows, decided: Decided): Generator<[row: number, reason: ReasonOfRow]> {
  const { rows, settings, others, slice, dayOf, pinned } = tenant;
  const { outcome, found } = decided;
  const asked = { rows, outcome, settings, others, isLast: isLast(slice), isPinned: (row: number) => pinned.has(row) };
  for (const [row, reason] of openReasons(asked, (row) => isTold(tenant, decided, row))) {
    const match = found[outcome.matchOf[row] as number];
    if (!match || match.begins || (match.standing !== null && isIn(slice.decided, dayOf[row] as number))) yield [row, reason];
  }
}

/**
 * Whether it is to be said why a row is open: of the days about which the slice decides. Of older ones what was said stays, because rows that it
 * speaks of may not be read any more; but for those that wait, of which nothing is said yet, or whose match ends.
 */
function isTold({ slice, rows, dayOf, standingOf, told }: TenantRows, { ending }: Decided, row: number): boolean {
  const day = dayOf[row] as number;
  const standing = standingOf[row];
  if (standing && (isBooked(standing.kind) || !ending.has(standing))) return ending.has(standing);
  if (isIn(slice.decided, day)) return true;
  const { reason = 'Waiting' } = told.get(rows.id[row] as number) ?? {};
  return day < slice.decided.from && reason === 'Waiting';
}
