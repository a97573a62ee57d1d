/** What the rules say of the rows of a slice, and which of it changes what stands. */
import { blockTable } from '../matching/blocks.js';
import type { MatchFinding } from '../matching/decide.js';
import { defaultRules } from '../matching/default-rules.js';
import { diagnosed } from '../matching/diagnosis.js';
import { type Ladder, type LadderMatch, matchesOf, runLadder } from '../matching/ladder.js';
import type { MatchKind } from '../store/matching.js';
import { isIn } from './period.js';
import { separated } from './same-texts.js';
import type { CandidatesOf } from './shown.js';
import { isBooked, type TenantRows } from './tenant-rows.js';

export interface Standing {
  /** The place of the stored match of the same rows and kind; -1 for none. */
  placeOf(match: LadderMatch): number;
  /** Of those that are not stored. */
  begins(match: LadderMatch): boolean;
  /** By its place, whether a stored match ends. */
  ends(place: number): boolean;
  /** Whether a stored match may be told to be by another rule. */
  mayChange(place: number): boolean;
  /** By the number of a match: 1 where it begins; 1 where it begins or stands. */
  isNew: Uint8Array;
  isMade: Uint8Array;
}

export interface Decided extends Standing {
  ladder: Ladder;
  findings: ReadonlyMap<number, MatchFinding>;
}

export const kindOf = ({ level, how }: Pick<LadderMatch, 'level' | 'how'>): MatchKind =>
  how === 'Cancel' ? 'Cancellation' : level.rule.outcome === 'Propose' ? 'Proposal' : 'Match';

export const rulesOf = ({ settings }: Pick<TenantRows, 'settings'>) => settings.rules ?? defaultRules;

/** Its working memory is gone afterwards. Fails with RowGone. */
export async function decidedOf(tenant: TenantRows, candidatesOf: CandidatesOf): Promise<Decided> {
  const { settings, rows, forbidden, hasRecords } = tenant;
  const rules = hasRecords ? rulesOf(tenant) : [];
  const table = blockTable(rows.count);
  const pinned = new Set(tenant.pinned);
  for (;;) {
    const ladder = runLadder(rows, rules, settings, { pinned, forbidden }, table);
    const standing = standingOf(tenant, ladder);
    if (hold(pinned, tenant, ladder, standing)) continue;
    if (await separated(tenant, beginning(tenant, ladder, standing), candidatesOf)) continue;
    return { ladder, ...standing, findings: diagnosed(rows, ladder, table) };
  }
}

/** Before they are stored, they are to be confirmed. */
function* beginning({ rows }: TenantRows, ladder: Ladder, { placeOf, begins }: Standing): Generator<LadderMatch> {
  for (const match of matchesOf(rows, ladder)) if (placeOf(match) === -1 && begins(match)) yield match;
}

/** Whether it stands whatever is found: it is not of the period alone. Proposals are none of those: nobody relies on them. */
const isKept = ({ stored, period }: TenantRows, place: number) =>
  isBooked(stored.labelAt(place).kind) && stored.oldestDay(place) < period.frontier;

/** Keeps from the rules the rows of matches that stand, where something else was found about them. Returns whether there were any. */
function hold(pinned: Set<number>, tenant: TenantRows, ladder: Ladder, standing: Standing): boolean {
  const held = new Set<number>();
  for (const { sales, records } of beginning(tenant, ladder, standing)) {
    for (const row of [...sales, ...records]) {
      const place = tenant.storedOf[row] as number;
      if (place !== -1 && isKept(tenant, place)) held.add(place);
    }
  }
  if (held.size === 0) return false;
  for (let row = 0; row < tenant.rows.count; row++) if (held.has(tenant.storedOf[row] as number)) pinned.add(row);
  return true;
}

function standingOf(tenant: TenantRows, ladder: Ladder): Standing {
  const { stored, storedOf, slice, dayOf } = tenant;
  const members = ({ sales, records }: LadderMatch) => [...sales, ...records];
  const placeOf = (match: LadderMatch) => {
    const some = members(match);
    const place = storedOf[some[0] as number] as number;
    if (place === -1 || stored.rowsAt(place) !== some.length || stored.labelAt(place).kind !== kindOf(match)) return -1;
    return some.every((row) => storedOf[row] === place) ? place : -1;
  };
  const begins = (match: LadderMatch) => isIn(slice.decided, Math.max(...members(match).map((row) => dayOf[row] as number)));
  const [isNew, isMade] = [new Uint8Array(ladder.count), new Uint8Array(ladder.count)];
  const stands = new Uint8Array(stored.count());
  /** Of those whose rows are needed by another one that begins. */
  const isTaken = new Uint8Array(stored.count());
  let number = 0;
  for (const match of matchesOf(tenant.rows, ladder)) {
    const place = placeOf(match);
    if (place !== -1) stands[place] = 1;
    else if (begins(match)) {
      isNew[number] = 1;
      for (const row of members(match)) if (storedOf[row] !== -1) isTaken[storedOf[row] as number] = 1;
    }
    isMade[number] = Number(place !== -1 || isNew[number] === 1);
    number += 1;
  }
  const mayChange = (place: number) =>
    stored.isWhole(place) && !stored.labelAt(place).isPinned && !isKept(tenant, place) && isIn(slice.decided, stored.newestDay(place));
  const ends = (place: number) => stands[place] === 0 && (isTaken[place] === 1 || mayChange(place));
  return { placeOf, begins, ends, mayChange, isNew, isMade };
}
