/** What a run would change, by the settings in force or by other ones: worked out as one is, and counted instead of stored. */
import { endingMatchesMax, type MatchCounts, type MatchDryRun } from '../contract/matches.js';
import type { OpenReasonCode } from '../contract/open-reasons.js';
import type { UploadKind } from '../contract/states.js';
import { valueAt } from '../contract/value-at.js';
import { firstPlace } from '../matching/groups.js';
import { evidenceRules } from '../matching/taken.js';
import { transactionIdAt } from '../store/ids.js';
import { listedIdsMax } from '../store/lists/matches.js';
import { type MatchKind, type MatchReader, rowOfNumber, type SourceUpload } from '../store/matching.js';
import { type Decided, decidedSlices, mayChange, reasonsOf } from './decided.js';
import { isIn } from './period.js';
import type { RunAsked, StandingMatch, TenantRows } from './tenant-rows.js';

export async function dryRunOf(reader: MatchReader, tenantId: string, asked: RunAsked): Promise<MatchDryRun> {
  const counted = runCounts();
  for await (const [tenant, decided] of decidedSlices(reader, tenantId, asked)) counted.add(tenant, decided);
  return counted.all();
}

/** Counts one slice after the other: each row and match in the slice that decides about its day. */
function runCounts() {
  const [before, after] = [new RowStateCounts(), new RowStateCounts()];
  const rules = ruleCounts();
  const ending: MatchDryRun['ending'] = [];
  /** Slices overlap. */
  const incompletes = new Set<number>();
  return {
    add(tenant: TenantRows, decided: Decided) {
      const { slice, rows, dayOf, told, standingOf } = tenant;
      const reasons = new Map<number, OpenReasonCode>();
      if (tenant.hasRecords) for (const [row, { reason }] of reasonsOf(tenant, decided)) reasons.set(row, reason.code);
      for (let row = 0; row < rows.count; row++) {
        if (!isIn(slice.decided, dayOf[row] as number)) continue;
        const side = sideOf(tenant, row);
        const standing = standingOf[row];
        before.add(standing?.kind, told.get(rows.id[row] as number)?.reason, side);
        const kept = standing && !decided.ending.has(standing) ? standing : undefined;
        after.add((decided.found[decided.outcome.matchOf[row] as number] ?? kept)?.kind, reasons.get(row), side);
      }
      for (const number of tenant.incomplete) {
        if (incompletes.has(number)) continue;
        incompletes.add(number);
        const { kind: side } = rowOfNumber(number);
        before.add(undefined, told.get(number)?.reason, side);
        after.add(undefined, tenant.hasRecords ? 'Incomplete' : undefined, side);
      }
      rules.add(tenant, decided);
      ending.push(...endingIn(tenant, decided, endingMatchesMax - ending.length));
    },
    all(): MatchDryRun {
      const sorted = rules.sorted();
      const sum = (count: 'begin' | 'end' | 'changeRule') => sorted.reduce((all, rule) => all + rule[count], 0);
      const counts = (when: 'before' | 'after'): MatchCounts => {
        const ofKind = (wanted: MatchKind) => sorted.reduce((all, { kind, ...rule }) => (kind === wanted ? all + rule[when] : all), 0);
        const ofMatches = { matches: ofKind('Match'), proposals: ofKind('Proposal'), cancellations: ofKind('Cancellation') };
        return { ...ofMatches, ...(when === 'before' ? before : after).counts() };
      };
      const changes = { begin: sum('begin'), end: sum('end'), changeRule: sum('changeRule') };
      return { before: counts('before'), after: counts('after'), ...changes, rules: sorted, ending };
    },
  };
}

const matchStates = ['Match', 'Skip', 'Unmatched', 'NotApplicable'] as const;

const sideOf = ({ rows }: TenantRows, row: number): UploadKind => (rows.isRecord[row] === 0 ? 'Sales' : 'Settlement');

/** Rows of each side by their match state and, of open ones, by the reason. */
class RowStateCounts {
  readonly #open = new Map<string, OfSides>();
  readonly #states = new Map<string, OfSides>(matchStates.map((matchState) => [matchState, { sales: 0, records: 0 }]));

  add(kind: MatchKind | undefined, reason: string | undefined, side: UploadKind): void {
    const of = side === 'Sales' ? 'sales' : 'records';
    const open = reason === 'Cash' ? 'NotApplicable' : 'Unmatched';
    (this.#states.get(kind === 'Match' ? 'Match' : kind === 'Cancellation' || kind === 'SetAside' ? 'Skip' : open) as OfSides)[of] += 1;
    if (reason !== undefined) valueAt(this.#open, reason, () => ({ sales: 0, records: 0 }))[of] += 1;
  }

  counts(): Pick<MatchCounts, 'open' | 'states'> {
    const open = [...this.#open].sort(([one], [other]) => compared(one, other)).map(([reason, sides]) => ({ reason, ...sides }));
    return { open, states: matchStates.map((matchState) => ({ matchState, ...(this.#states.get(matchState) as OfSides) })) };
  }
}
type OfSides = { sales: number; records: number };

type OfRule = MatchDryRun['rules'][number];

function ruleCounts() {
  const found = new Map<string, OfRule>();
  const of = (kind: MatchKind, rule: string | null): OfRule =>
    valueAt(found, `${kind} ${rule ?? ''}`, () => ({ rule, kind, before: 0, begin: 0, end: 0, changeRule: 0, after: 0 }));
  return {
    add(tenant: TenantRows, decided: Decided) {
      for (const one of tenant.stored) {
        if (!isCounted(tenant, decided, one)) continue;
        const counts = of(one.kind, one.rule);
        counts.before += 1;
        counts[decided.ending.has(one) ? 'end' : 'after'] += 1;
      }
      for (const { kind, rule, standing, begins } of decided.found) {
        if (!begins && !(standing && mayChange(tenant, standing) && standing.rule !== rule)) continue;
        const counts = of(kind, rule);
        counts.after += 1;
        if (standing) {
          counts.changeRule += 1;
          of(standing.kind, standing.rule).after -= 1;
        } else counts.begin += 1;
      }
    },
    /** The rules in their order, then those that there are no more. */
    sorted(): OfRule[] {
      const order = new Map<string, number>(evidenceRules.map((rule, at) => [rule, at]));
      const placeOf = ({ rule }: OfRule) => (rule === null ? undefined : order.get(rule)) ?? order.size;
      return [...found.values()].sort(
        (one, other) => placeOf(one) - placeOf(other) || compared(one.rule ?? '', other.rule ?? '') || compared(one.kind, other.kind),
      );
    },
  };
}

/** A match counts in the slice that decides about its newest day; an older one where it ends. */
function isCounted({ slice }: TenantRows, { ending }: Decided, one: StandingMatch): boolean {
  return isIn(slice.decided, one.newest) || (one.newest < slice.decided.from && ending.has(one));
}

const compared = (one: string, other: string) => (one < other ? -1 : Number(one > other));

/** The first ones, at most `max`, by the ids of their rows. */
function endingIn(tenant: TenantRows, decided: Decided, max: number): MatchDryRun['ending'] {
  const found = new Map<StandingMatch, MatchDryRun['ending'][number]>();
  for (const one of decided.ending) {
    if (found.size === max) break;
    if (one.kind === 'Match' && isCounted(tenant, decided, one)) found.set(one, { rule: one.rule, transactionIds: [], recordIds: [] });
  }
  const id = idAt(tenant);
  for (const [row, standing] of tenant.standingOf.entries()) {
    const match = standing && found.get(standing);
    const ids = sideOf(tenant, row) === 'Sales' ? match?.transactionIds : match?.recordIds;
    if (ids && ids.length < listedIdsMax) ids.push(id(row));
  }
  return [...found.values()];
}

/** Gives the id of the row at a place, by which people know it; ids follow from the uploads. */
function idAt({ rows, uploads }: TenantRows): (row: number) => string {
  const ofKind = (kind: UploadKind) => uploads.filter((upload) => upload.kind === kind).sort((a, b) => a.firstSeq - b.firstSeq);
  const sorted = { Sales: ofKind('Sales'), Settlement: ofKind('Settlement') };
  return (row) => {
    const { kind, seq } = rowOfNumber(rows.id[row] as number);
    const some = sorted[kind];
    const next = firstPlace(0, some.length, (place) => (some[place] as SourceUpload).firstSeq <= seq);
    const { firstId, firstSeq } = some[next - 1] as SourceUpload;
    return transactionIdAt(firstId, seq - firstSeq);
  };
}
