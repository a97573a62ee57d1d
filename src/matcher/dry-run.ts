/** What a full run would change, by the settings in force or by other ones: worked out as one is, and counted instead of stored. */
import type { MatchSettings } from '../contract/match-settings.js';
import { endingMatchesMax, type MatchCounts, type MatchDryRun } from '../contract/matches.js';
import { SalesError } from '../contract/problem.js';
import type { UploadKind } from '../contract/states.js';
import { type Ladder, matchesOf } from '../matching/ladder.js';
import { incomplete, reasonsOf } from '../matching/reasons.js';
import { listedIdsMax } from '../store/match-lists.js';
import { type MatchKind, type MatchReader, rowOfNumber } from '../store/matching.js';
import { rulesOf } from './known.js';
import { dueIn, kindOf, type Standing } from './pieces.js';
import { workedOut } from './run.js';
import { type CandidatesOf, RowGone, shownRows } from './shown.js';
import { readTenantRows, type TenantRows } from './tenant-rows.js';

/** Rows that go while they are looked at are rare. */
const TRIES = 3;

/** Fails with `unavailable` where rows go again and again meanwhile. `settings`: null for those in force. */
export async function dryRunOf(reader: MatchReader, tenantId: string, settings: MatchSettings | null): Promise<MatchDryRun> {
  for (let tries = 1; ; tries++) {
    try {
      return await triedOnce(reader, tenantId, settings);
    } catch (error) {
      if (!(error instanceof RowGone)) throw error;
      if (tries === TRIES)
        throw new SalesError('unavailable', 'Rows are being withdrawn: a dry run needs a quiet moment.', { retryAfterS: 5 });
    }
  }
}

async function triedOnce(reader: MatchReader, tenantId: string, settings: MatchSettings | null): Promise<MatchDryRun> {
  const openBefore = openCounts();
  const tenant = await reader.rowsToMatch(tenantId, async (source) => {
    await source.openRows(({ row, reason }) => openBefore.add(reason, rowOfNumber(row).kind));
    return readTenantRows(settings ? { ...source, settings } : source);
  });
  const candidatesOf: CandidatesOf = (rows) => reader.candidates(tenantId, rows);
  const { ladder, standing, findings } = await workedOut(tenant, candidatesOf);
  const openAfter = openCounts();
  if (tenant.hasRecords) {
    // Of a sentence nobody reads a word.
    const shown = { id: () => '', text: () => '' };
    const explained = { rows: tenant.rows, levels: ladder.levels, findings, due: dueIn(tenant.rows, tenant.coverage), shown };
    for (const [row, { code }] of reasonsOf(explained, ladder)) openAfter.add(code, sideOf(tenant, row));
    for (const row of tenant.incomplete) openAfter.add(incomplete.code, rowOfNumber(row).kind);
  }
  const rules = byRule(tenant, ladder, standing);
  const sum = (count: 'begin' | 'end' | 'changeRule') => rules.reduce((all, rule) => all + rule[count], 0);
  const counts = (when: 'before' | 'after', open: MatchCounts['open'], states: MatchCounts['states']): MatchCounts => {
    const ofKind = (wanted: MatchKind) => rules.reduce((all, { kind, ...rule }) => (kind === wanted ? all + rule[when] : all), 0);
    return { matches: ofKind('Match'), proposals: ofKind('Proposal'), cancellations: ofKind('Cancellation'), open, states };
  };
  return {
    before: counts('before', openBefore.counted(), states(tenant, kindsBefore(tenant))),
    after: counts('after', openAfter.counted(), states(tenant, kindsAfter(tenant, ladder))),
    ...{ begin: sum('begin'), end: sum('end'), changeRule: sum('changeRule') },
    rules,
    ending: ending(tenant, standing, candidatesOf),
  };
}

const sideOf = ({ sales }: TenantRows, row: number): UploadKind => (row < sales ? 'Sales' : 'Settlement');

function openCounts() {
  const byReason = new Map<string, { sales: number; records: number }>();
  return {
    add(reason: string, kind: UploadKind) {
      const counts = byReason.get(reason) ?? { sales: 0, records: 0 };
      byReason.set(reason, counts);
      counts[kind === 'Sales' ? 'sales' : 'records'] += 1;
    },
    counted: (): MatchCounts['open'] =>
      [...byReason].map(([reason, counts]) => ({ reason, ...counts })).sort((one, other) => (one.reason < other.reason ? -1 : 1)),
  };
}

type OfRule = MatchDryRun['rules'][number];

/** The rules in their order, then those that there are no more. */
function byRule(tenant: TenantRows, ladder: Ladder, standing: Standing): OfRule[] {
  const { stored, rows } = tenant;
  const found = new Map<string, OfRule>();
  const of = (kind: MatchKind, rule: string | null): OfRule => {
    const key = `${kind} ${rule ?? ''}`;
    const counts = found.get(key) ?? { rule, kind, before: 0, begin: 0, end: 0, changeRule: 0, after: 0 };
    found.set(key, counts);
    return counts;
  };
  for (let place = 0; place < stored.count(); place++) {
    const { kind, rule, isPinned } = stored.labelAt(place);
    const counts = of(kind, rule);
    counts.before += 1;
    if (standing.isStanding(place) || isPinned) counts.after += 1;
    else counts.end += 1;
  }
  for (const match of matchesOf(rows, ladder)) {
    const place = standing.placeOf(match);
    const counts = of(kindOf(match), match.level.rule.name);
    const before = place === -1 ? null : stored.labelAt(place);
    if (before?.rule === counts.rule) continue;
    counts.after += 1;
    if (before === null) counts.begin += 1;
    else {
      counts.changeRule += 1;
      of(before.kind, before.rule).after -= 1;
    }
  }
  const order = new Map(rulesOf(tenant).map(({ name }, at) => [name, at]));
  const placeOf = ({ rule }: OfRule) => (rule === null ? undefined : order.get(rule)) ?? order.size;
  return [...found.values()].sort(
    (one, other) => placeOf(one) - placeOf(other) || compared(one.rule ?? '', other.rule ?? '') || compared(one.kind, other.kind),
  );
}

const compared = (one: string, other: string) => (one < other ? -1 : Number(one > other));

type KindAt = (row: number) => MatchKind | null;

function kindsBefore({ stored, storedOf }: TenantRows): KindAt {
  return (row) => {
    const place = storedOf[row] as number;
    return place === -1 ? null : stored.labelAt(place).kind;
  };
}

function kindsAfter(tenant: TenantRows, ladder: Ladder): KindAt {
  const before = kindsBefore(tenant);
  const kinds: MatchKind[] = [];
  for (const match of matchesOf(tenant.rows, ladder)) kinds.push(kindOf(match));
  return (row) => (tenant.pinned.has(row) ? before(row) : (kinds[ladder.matchOf[row] as number] ?? null));
}

/** Those that cannot be compared are open, whatever the rules. */
function states(tenant: TenantRows, kindAt: KindAt): MatchCounts['states'] {
  const counts = { Match: { sales: 0, records: 0 }, Skip: { sales: 0, records: 0 }, Unmatched: { sales: 0, records: 0 } };
  const add = (kind: MatchKind | null, side: UploadKind) => {
    const state = kind === 'Match' ? 'Match' : kind === 'Cancellation' ? 'Skip' : 'Unmatched';
    counts[state][side === 'Sales' ? 'sales' : 'records'] += 1;
  };
  for (let row = 0; row < tenant.rows.count; row++) add(kindAt(row), sideOf(tenant, row));
  for (const row of tenant.incomplete) add(null, rowOfNumber(row).kind);
  return (['Match', 'Skip', 'Unmatched'] as const).map((matchState) => ({ matchState, ...counts[matchState] }));
}

/** The first ones, by the ids of their rows. */
function ending(tenant: TenantRows, standing: Standing, candidatesOf: CandidatesOf): MatchDryRun['ending'] {
  const { stored, storedOf, rows } = tenant;
  const found = new Map<number, MatchDryRun['ending'][number]>();
  for (let place = 0; place < stored.count() && found.size < endingMatchesMax; place++) {
    const { kind, rule, isPinned } = stored.labelAt(place);
    if (kind === 'Match' && !isPinned && !standing.isStanding(place)) found.set(place, { rule, transactionIds: [], recordIds: [] });
  }
  const { id } = shownRows(tenant, candidatesOf);
  for (let row = 0; row < rows.count; row++) {
    const match = found.get(storedOf[row] as number);
    const ids = sideOf(tenant, row) === 'Sales' ? match?.transactionIds : match?.recordIds;
    if (ids && ids.length < listedIdsMax) ids.push(id(row));
  }
  return [...found.values()];
}
