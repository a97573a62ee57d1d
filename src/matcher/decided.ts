/** What matching says of the rows of a slice, and which of it changes what stands. The one place that calls the deciding code. */
import { type EvidenceMatch, evidenceMatches, type MatchOutcome, matchRows } from '../matching/evidence.js';
import { openReasons, type ReasonOfRow } from '../matching/row-reasons.js';
import type { MatchReader } from '../store/matching.js';
import { isIn, isLast } from './period.js';
import { isBooked, isKept, type RunAsked, readRunFacts, readTenantRows, type TenantRows } from './tenant-rows.js';

export interface Decided {
  outcome: MatchOutcome;
  matches(): Generator<EvidenceMatch>;
  /** The place of the stored match of the same rows and kind; -1 for none. */
  placeOf(match: EvidenceMatch): number;
  /** Whether a match that is not stored begins. */
  begins(match: EvidenceMatch): boolean;
  /** By its place, whether a stored match ends. */
  ends(place: number): boolean;
  /** Whether a stored match may be told to be by another rule. */
  mayChange(place: number): boolean;
  /** By the number of a match: 1 where it begins; 1 where it begins or stands. */
  isNew: Uint8Array;
  isMade: Uint8Array;
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
  const { settings, rows, pinned, forbidden, hasRecords } = tenant;
  // Without a record there is nothing to decide about.
  const all = hasRecords ? pinned : new Set(rows.id.subarray(0, rows.count).keys());
  const outcome = matchRows(rows, settings, { pinned: all, forbidden });
  const matches = () => evidenceMatches(rows, outcome, settings);
  return { outcome, matches, ...standingOf(tenant, outcome.ruleOf.length, matches) };
}

function standingOf(tenant: TenantRows, count: number, matches: () => Iterable<EvidenceMatch>): Omit<Decided, 'outcome' | 'matches'> {
  const { stored, storedOf, slice, dayOf } = tenant;
  const members = ({ sales, records }: EvidenceMatch) => [...sales, ...records];
  const placeOf = (match: EvidenceMatch) => {
    const some = members(match);
    const place = storedOf[some[0] as number] as number;
    if (place === -1 || stored.rows[place] !== some.length || stored.labelAt(place).kind !== match.kind) return -1;
    return some.every((row) => storedOf[row] === place) ? place : -1;
  };
  const begins = (match: EvidenceMatch) =>
    isIn(
      slice.decided,
      members(match).reduce((newest, row) => Math.max(newest, dayOf[row] as number), -Infinity),
    );
  const [isNew, isMade] = [new Uint8Array(count), new Uint8Array(count)];
  const stands = new Uint8Array(stored.count);
  /** 1 where another one that begins needs its rows. */
  const isTaken = new Uint8Array(stored.count);
  for (const match of matches()) {
    const place = placeOf(match);
    if (place !== -1) stands[place] = 1;
    else if (begins(match)) {
      isNew[match.number] = 1;
      for (const row of members(match)) if (storedOf[row] !== -1) isTaken[storedOf[row] as number] = 1;
    }
    isMade[match.number] = Number(place !== -1 || isNew[match.number] === 1);
  }
  const mayChange = (place: number) =>
    stored.isWhole(place) &&
    !stored.labelAt(place).isPinned &&
    !isKept(tenant, place) &&
    isIn(slice.decided, stored.newest[place] as number);
  const ends = (place: number) => stands[place] === 0 && (isTaken[place] === 1 || mayChange(place));
  return { placeOf, begins, ends, mayChange, isNew, isMade };
}

/** The reasons to store, by the place of their rows: rows in no match, and rows in a suggestion that begins or that this slice decides about. */
export function* reasonsOf(tenant: TenantRows, decided: Decided): Generator<[row: number, reason: ReasonOfRow]> {
  const { rows, settings, others, slice, dayOf, pinned } = tenant;
  const { outcome, isNew, isMade } = decided;
  const asked = { rows, outcome, settings, others, isLast: isLast(slice), isPinned: (row: number) => pinned.has(row) };
  for (const [row, reason] of openReasons(asked, (row) => isTold(tenant, decided, row))) {
    const match = outcome.matchOf[row] as number;
    if (match === -1 || isNew[match] === 1 || (isMade[match] === 1 && isIn(slice.decided, dayOf[row] as number))) yield [row, reason];
  }
}

/**
 * Whether it is to be said why a row is open: of the days about which the slice decides. Of older ones what was said stays, because rows that it
 * speaks of may not be read any more; but for those that wait, of which nothing is said yet, or whose match ends.
 */
function isTold({ slice, rows, dayOf, storedOf, stored, told }: TenantRows, { ends }: Decided, row: number): boolean {
  const [day, place] = [dayOf[row] as number, storedOf[row] as number];
  if (place !== -1 && (isBooked(stored.labelAt(place).kind) || !ends(place))) return ends(place);
  if (isIn(slice.decided, day)) return true;
  const { reason = 'Waiting' } = told.get(rows.id[row] as number) ?? {};
  return day < slice.decided.from && reason === 'Waiting';
}
