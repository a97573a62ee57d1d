/** What a run would change, by the settings in force or by other ones: worked out as one is, and counted instead of stored. */
import type { MatchSettings } from '../contract/match-settings.js';
import { endingMatchesMax, type MatchCounts, type MatchDryRun } from '../contract/matches.js';
import type { OpenReasonCode } from '../contract/open-reasons.js';
import type { UploadKind } from '../contract/states.js';
import { valueAt } from '../matching/counts.js';
import { evidenceRules } from '../matching/taken.js';
import { listedIdsMax } from '../store/lists/matches.js';
import { type MatchKind, type MatchReader, type MatchSource, rowOfNumber } from '../store/matching.js';
import { type Decided, decidedOf, reasonsOf } from './decided.js';
import { isIn } from './period.js';
import { idAt } from './row-ids.js';
import { readRunFacts, readTenantRows, type TenantRows } from './tenant-rows.js';

export interface DryRunAsked {
  /** Null for those in force. */
  settings: MatchSettings | null;
  /** Whether a run over all rows is meant, however old. */
  isAll: boolean;
}

export async function dryRunOf(reader: MatchReader, tenantId: string, { settings, isAll }: DryRunAsked): Promise<MatchDryRun> {
  const read = <Result>(work: (source: MatchSource) => Promise<Result>) =>
    reader.rowsToMatch(tenantId, (source) => work(settings ? { ...source, settings } : source));
  const facts = await read((source) => readRunFacts(source, isAll || source.isAll));
  const counted = runCounts();
  for (const slice of facts.period.slices) {
    const tenant = await read((source) => readTenantRows(source, facts, slice));
    counted.add(tenant, decidedOf(tenant));
  }
  return counted.all();
}

/** What is counted of one slice after the other: each row and match in the slice that decides about its day. */
function runCounts() {
  const open = { before: new SideCounts(), after: new SideCounts() };
  const states = { before: new SideCounts(), after: new SideCounts() };
  const rules = ruleCounts();
  const ending: MatchDryRun['ending'] = [];
  /** Slices overlap. */
  const incompletes = new Set<number>();
  return {
    add(tenant: TenantRows, decided: Decided) {
      const { slice, rows, dayOf, told } = tenant;
      const [kindBefore, kindAfter] = [kindsBefore(tenant), kindsAfter(tenant, decided)];
      const areCash = countReasons(tenant, decided, open.after);
      for (let row = 0; row < rows.count; row++) {
        if (!isIn(slice.decided, dayOf[row] as number)) continue;
        const side = sideOf(tenant, row);
        const reason = told.get(rows.id[row] as number)?.reason;
        states.before.add(stateBy(kindBefore(row), reason === CASH), side);
        states.after.add(stateBy(kindAfter(row), areCash.has(row)), side);
        if (reason !== undefined) open.before.add(reason, side);
      }
      for (const number of tenant.incomplete) {
        if (incompletes.has(number)) continue;
        incompletes.add(number);
        const { kind } = rowOfNumber(number);
        states.before.add('Unmatched', kind);
        states.after.add('Unmatched', kind);
        if (told.has(number)) open.before.add(INCOMPLETE, kind);
        if (tenant.hasRecords) open.after.add(INCOMPLETE, kind);
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
        const reasons = open[when].names().map((reason) => ({ reason, ...open[when].of(reason) }));
        return { ...ofMatches, open: reasons, states: matchStates.map((matchState) => ({ matchState, ...states[when].of(matchState) })) };
      };
      const changes = { begin: sum('begin'), end: sum('end'), changeRule: sum('changeRule') };
      return { before: counts('before'), after: counts('after'), ...changes, rules: sorted, ending };
    },
  };
}

/** Gives the places of those that are paid in cash. */
function countReasons(tenant: TenantRows, decided: Decided, open: SideCounts): Set<number> {
  const areCash = new Set<number>();
  if (!tenant.hasRecords) return areCash;
  const { slice, dayOf } = tenant;
  for (const [row, { reason }] of reasonsOf(tenant, decided)) {
    if (!isIn(slice.decided, dayOf[row] as number)) continue;
    open.add(reason.code, sideOf(tenant, row));
    if (reason.code === CASH) areCash.add(row);
  }
  return areCash;
}

const INCOMPLETE: OpenReasonCode = 'Incomplete';
const CASH: OpenReasonCode = 'Cash';

const matchStates = ['Match', 'Skip', 'Unmatched', 'NotApplicable'] as const;

const sideOf = ({ rows }: TenantRows, row: number): UploadKind => (rows.isRecord[row] === 0 ? 'Sales' : 'Settlement');

/** Rows of each side by a name. */
class SideCounts {
  readonly #counts = new Map<string, { sales: number; records: number }>();

  add(name: string, side: UploadKind): void {
    valueAt(this.#counts, name, () => ({ sales: 0, records: 0 }))[side === 'Sales' ? 'sales' : 'records'] += 1;
  }

  of(name: string): { sales: number; records: number } {
    return this.#counts.get(name) ?? { sales: 0, records: 0 };
  }

  names(): string[] {
    return [...this.#counts.keys()].sort();
  }
}

type OfRule = MatchDryRun['rules'][number];

function ruleCounts() {
  const found = new Map<string, OfRule>();
  const of = (kind: MatchKind, rule: string | null): OfRule =>
    valueAt(found, `${kind} ${rule ?? ''}`, () => ({ rule, kind, before: 0, begin: 0, end: 0, changeRule: 0, after: 0 }));
  return {
    add(tenant: TenantRows, decided: Decided) {
      const { stored } = tenant;
      for (let place = 0; place < stored.count; place++) {
        if (!isCounted(tenant, decided, place)) continue;
        const { kind, rule } = stored.labelAt(place);
        const counts = of(kind, rule);
        counts.before += 1;
        counts[decided.ends(place) ? 'end' : 'after'] += 1;
      }
      for (const match of decided.matches()) {
        const place = decided.placeOf(match);
        if (place === -1 ? !decided.begins(match) : !decided.mayChange(place)) continue;
        const counts = of(match.kind, match.rule);
        const before = place === -1 ? null : stored.labelAt(place);
        if (before?.rule === counts.rule) continue;
        counts.after += 1;
        if (before === null) counts.begin += 1;
        else {
          counts.changeRule += 1;
          of(before.kind, before.rule).after -= 1;
        }
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
function isCounted({ stored, slice }: TenantRows, { ends }: Decided, place: number): boolean {
  const newest = stored.newest[place] as number;
  return isIn(slice.decided, newest) || (newest < slice.decided.from && ends(place));
}

const compared = (one: string, other: string) => (one < other ? -1 : Number(one > other));

type KindAt = (row: number) => MatchKind | null;

function kindsBefore({ stored, storedOf }: TenantRows): KindAt {
  return (row) => {
    const place = storedOf[row] as number;
    return place === -1 ? null : stored.labelAt(place).kind;
  };
}

function kindsAfter(tenant: TenantRows, { outcome, matches, ends }: Decided): KindAt {
  const before = kindsBefore(tenant);
  const kinds: MatchKind[] = [];
  for (const { number, kind } of matches()) kinds[number] = kind;
  return (row) => {
    const place = tenant.storedOf[row] as number;
    return kinds[outcome.matchOf[row] as number] ?? (place !== -1 && !ends(place) ? before(row) : null);
  };
}

function stateBy(kind: MatchKind | null, isCash: boolean) {
  if (kind === 'Match') return 'Match';
  if (kind === 'Cancellation') return 'Skip';
  return isCash ? 'NotApplicable' : 'Unmatched';
}

/** The first ones, at most `max`, by the ids of their rows. */
function endingIn(tenant: TenantRows, decided: Decided, max: number): MatchDryRun['ending'] {
  const { stored, storedOf, rows } = tenant;
  const found = new Map<number, MatchDryRun['ending'][number]>();
  for (let place = 0; place < stored.count && found.size < max; place++) {
    const { kind, rule } = stored.labelAt(place);
    if (kind === 'Match' && isCounted(tenant, decided, place) && decided.ends(place))
      found.set(place, { rule, transactionIds: [], recordIds: [] });
  }
  const id = idAt(tenant);
  for (let row = 0; row < rows.count; row++) {
    const match = found.get(storedOf[row] as number);
    const ids = sideOf(tenant, row) === 'Sales' ? match?.transactionIds : match?.recordIds;
    if (ids && ids.length < listedIdsMax) ids.push(id(row));
  }
  return [...found.values()];
}
