/**
 * A run that looks only at new rows and at what they touch. It ends as a full run does, or says that one is to be made: where anything else changed,
 * and where so much is touched that it would not be faster.
 */
import { type MatchRule, MatchSettings } from '../contract/match-settings.js';
import { isOfPayment, type UploadKind } from '../contract/states.js';
import { comparableRecord, comparableSale, namesOf, RECORD, SALE, type Side, textOf } from '../matching/comparable.js';
import { type Coverage, coverage, type Said } from '../matching/coverage.js';
import { identifierCode, isHash, plainIdentifier } from '../matching/identifier.js';
import type { LadderMatch } from '../matching/ladder.js';
import { levelsOf, type MatchLevel } from '../matching/levels.js';
import type { MatchOfRows } from '../matching/plan.js';
import { codesByCoverage, incomplete, type OpenReason, reasonByCoverage, reasonOf, reasonOfProposal } from '../matching/reasons.js';
import { roomierIndex } from '../matching/row-index.js';
import { type PendingRow, type StepPlan, step } from '../matching/steps.js';
import {
  type MatchBasis,
  type MatchSource,
  type OpenRow,
  rowNumber,
  rowOfNumber,
  type StepSource,
  type StoredOpenRow,
} from '../store/matching.js';
import { importedSince, type RowsDecided } from './imported.js';
import { type KnownTenant, rulesOf } from './known.js';
import { FullRunNeeded, type NearRows, nearRows, numberIn } from './near-rows.js';
import { dueIn, kindOf, newMatch, openRow, textOfInvolved, type Write } from './pieces.js';
import { seeRecord } from './tenant-rows.js';

/** With more a full run takes less time. */
const NEW_ROWS_MAX = 50_000;
/** So many rows, of which nothing is said but how far files reach, are looked at again when files reach further. */
const REACHED_ROWS_MAX = 100_000;
/** Of new rows, so many are read at once where the store can. */
const AHEAD = 1_000;

export interface Stepped {
  basis: MatchBasis;
  writes: Write[];
  /** Once all is stored. */
  known: KnownTenant;
}

interface Stepping {
  source: StepSource;
  settings: MatchSettings;
  rules: readonly MatchRule[];
  levels: readonly MatchLevel[];
  covered: Coverage;
  near: NearRows;
}

/** Null where a full run is to be made. What is known is used up. `rules`: names the rules that work at once. */
export async function stepOver(source: MatchSource, known: KnownTenant, rules: string): Promise<Stepped | null> {
  const { steps, basis } = source;
  const settings = source.settings ?? MatchSettings.parse({});
  const isAsBefore = basis.changed === known.changed && rules === known.rules && JSON.stringify(settings) === known.settings;
  if (!steps || !isAsBefore) return null;
  const since = await importedSince(steps, known.imported);
  if (since === null || rowsIn(since.rows) > NEW_ROWS_MAX) return null;
  const index = roomFor(known, rulesOf({ settings }), rowsIn(since.rows));
  const levels = levelsOf(rulesOf({ settings }));
  const near = nearRows(steps, index, levels, namesOf(settings), await keptApart(source));
  const covered = coverage(settings, known.coverage);
  const stepping = { source: steps, settings, rules: rulesOf({ settings }), levels, covered, near };
  try {
    const writes = await worked(stepping, since.rows);
    return { basis, writes, known: { ...known, imported: since.imported, coverage: covered.known(), index } };
  } catch (error) {
    if (error instanceof FullRunNeeded) return null;
    throw error;
  }
}

const rowsIn = (some: readonly RowsDecided[]) => some.reduce((sum, { from, to }) => sum + to - from, 0);

function roomFor({ index }: KnownTenant, rules: readonly MatchRule[], more: number) {
  return index.count + more <= index.number.length ? index : roomierIndex(index, rules, more);
}

async function keptApart(source: MatchSource): Promise<Map<number, number[]>> {
  const apart = new Map<number, number[]>();
  await source.forbidden((sale, record) => void apart.set(sale, [...(apart.get(sale) ?? []), record]));
  return apart;
}

async function worked(stepping: Stepping, rows: readonly RowsDecided[]): Promise<Write[]> {
  const { near, rules, settings } = stepping;
  const { pending, incompletes } = await readNew(stepping, rows);
  const plan = await step(near, pending, rules, settings);
  const { ended, begun, renamed } = changesOf(stepping, plan);
  confirm(near, plan, begun);
  near.keep(plan);
  const writes: Write[] = ended.map((match) => ({ rows: match.sales.length + match.records.length, ended: near.matchKeyOf(match) }));
  for (const match of begun) writes.push({ rows: match.sales.length + match.records.length, begun: newMatch(plan.rows, match) });
  for (const { before, after } of renamed) {
    writes.push({ rows: 1, renamed: { matchKey: near.matchKeyOf(before), rule: after.level.rule.name, how: after.how } });
  }
  const tellings = tellingsOf(stepping, plan, [...begun, ...renamed.map(({ after }) => after)]);
  for (const number of incompletes) tellings.push({ number, day: null, reason: incomplete, wasOpen: false });
  tellings.push(...(await tellingsByReach(stepping, plan)));
  return [...writes, ...(await openings(stepping, plan, tellings))];
}

/** The new rows, which are found and seen from now on; and those that cannot be compared. */
async function readNew({ source, settings, covered, near }: Stepping, some: readonly RowsDecided[]) {
  const names = namesOf(settings);
  const pending: PendingRow[] = [];
  const incompletes: number[] = [];
  for (const { kind, from, to } of some) {
    for (let seq = from; seq < to; seq++) {
      if ((seq - from) % AHEAD === 0) await source.readAhead?.('Rows', numbersFrom(kind, seq, Math.min(seq + AHEAD, to)));
      const sale = kind === 'Sales' ? await source.sale(seq) : null;
      const record = kind === 'Sales' ? null : await source.record(seq);
      const candidate = sale ?? record;
      const row = sale ? comparableSale(sale.fields, names) : record && comparableRecord(record.fields, names);
      if (!candidate) continue;
      if (record) seeRecord(covered, record.fields, row);
      if (record && !(record.isCandidate && isOfPayment(record.fields.type))) continue;
      if (row === null) {
        incompletes.push(numberIn(sale ? SALE : 1, seq));
        continue;
      }
      if (sale) covered.seeSale(row);
      const { place } = near.add(row, candidate);
      pending.push({ id: seq, row, match: null, place, isNew: true, isGone: false });
    }
  }
  return { pending, incompletes };
}

function numbersFrom(kind: UploadKind, from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, place) => rowNumber(kind, from + place));
}

/** Rows by their places in the plan, in the order of their numbers, as a full run has them. */
function inPlan({ levels }: Stepping, { placeOf }: StepPlan, { level, how, sales, records }: MatchOfRows): LadderMatch {
  const places = (side: Side, ids: readonly number[]) =>
    [...ids].sort((one, other) => one - other).map((id) => placeOf(side, id) as number);
  return { level: levels[level] as MatchLevel, how, sales: places(SALE, sales), records: places(1, records) };
}

/** A match that becomes a proposal, say, is another one. */
function changesOf(stepping: Stepping, plan: StepPlan) {
  const kindBefore = ({ level, how }: MatchOfRows) => kindOf({ level: stepping.levels[level] as MatchLevel, how });
  const changed = plan.changed.map(({ before, after }) => ({ before, after: inPlan(stepping, plan, after) }));
  const others = changed.filter(({ before, after }) => kindBefore(before) !== kindOf(after));
  return {
    ended: [...plan.ended, ...others.map(({ before }) => before)],
    begun: [...plan.begun.map((match) => inPlan(stepping, plan, match)), ...others.map(({ after }) => after)],
    renamed: changed.filter(({ before, after }) => kindBefore(before) === kindOf(after) && !isNamed(stepping, before, after)),
  };
}

const isNamed = ({ levels }: Stepping, { level, how }: MatchOfRows, after: LadderMatch) =>
  levels[level]?.rule.name === after.level.rule.name && how === after.how;

/** Fails where rows have the same hash of an identifier and not the same identifier: see same-texts. */
function confirm(near: NearRows, { rows }: StepPlan, begun: readonly LadderMatch[]): void {
  for (const { level, sales, records } of begun) {
    for (const key of level.keys) {
      const code = rows.keys[key][(sales[0] ?? records[0]) as number] as number;
      if (!isHash(code)) continue;
      const texts = [...sales, ...records].map((place) => near.text(rows.side[place] as Side, rows.id[place] as number, key));
      const plain = texts.filter((text) => identifierCode(text) === code).map(plainIdentifier);
      if (new Set(plain).size > 1) throw new FullRunNeeded();
    }
  }
}

interface Telling {
  number: number;
  day: number | null;
  /** Null for none any more. */
  reason: OpenReason | null;
  /** Of others nothing is stored. */
  wasOpen: boolean;
}

const numberAt =
  ({ rows }: StepPlan) =>
  (place: number) =>
    numberIn(rows.side[place] as Side, rows.id[place] as number);

/** Why rows are open now that the step looked at, and which are open no more. */
function tellingsOf({ levels, covered, near }: Stepping, plan: StepPlan, matches: readonly LadderMatch[]): Telling[] {
  const { rows, open } = plan;
  const numberOf = numberAt(plan);
  const shown = {
    id: (place: number) => near.id(rows.side[place] as Side, rows.id[place] as number),
    text: (place: number, field: Parameters<typeof textOf>[1]) => near.text(rows.side[place] as Side, rows.id[place] as number, field),
  };
  const findings = new Map([...open].flatMap(([place, finding]) => (finding ? [[place, finding] as const] : [])));
  const explained = { rows, levels, findings, due: dueIn(rows, covered), shown };
  const tell = (place: number, reason: OpenReason | null): Telling => ({
    number: numberOf(place),
    day: rows.day[place] as number,
    reason,
    wasOpen: plan.wasOpen(place),
  });
  const inMatches = matches.flatMap((match) =>
    [...match.sales, ...match.records].map((place) =>
      tell(place, kindOf(match) === 'Proposal' ? reasonOfProposal(explained, match, place) : null),
    ),
  );
  return [...inMatches, ...[...open.keys()].map((place) => tell(place, reasonOf(explained, place)))];
}

/** Of rows that the step did not look at, and of which nothing is said but how far what they wait for reaches. */
async function tellingsByReach(stepping: Stepping, plan: StepPlan): Promise<Telling[]> {
  const { source, settings, covered } = stepping;
  const names = namesOf(settings);
  const tellings: Telling[] = [];
  for (const when of ['whileWaiting', 'afterwards'] as const) {
    const numbers = await openByReach(stepping, plan, when);
    for (const [at, number] of numbers.entries()) {
      if (at % AHEAD === 0) await source.readAhead?.('Rows', numbers.slice(at, at + AHEAD));
      const { kind, seq } = rowOfNumber(number);
      const sale = kind === 'Sales' ? await source.sale(seq) : null;
      const record = kind === 'Sales' ? null : await source.record(seq);
      const row = sale ? comparableSale(sale.fields, names) : record && comparableRecord(record.fields, names);
      const fields = sale?.fields ?? record?.fields;
      if (!row || !fields) throw new FullRunNeeded();
      if (!covered.isDueOtherwise(row, when)) continue;
      const reason = reasonByCoverage(row.side, covered.due(row), (field) => textOf(fields, field));
      tellings.push({ number, day: row.day, reason, wasOpen: true });
    }
  }
  return tellings;
}

/** Those of whose kind there can be any of which something else is to be said now. */
async function openByReach({ source, covered }: Stepping, plan: StepPlan, when: Said): Promise<number[]> {
  const isOtherwise = { Sales: covered.isOtherwise(SALE, when), Settlement: covered.isOtherwise(RECORD, when) };
  const numbers: number[] = [];
  if (!isOtherwise.Sales && !isOtherwise.Settlement) return numbers;
  await source.openFor(codesByCoverage[when], (number) => {
    if (isOtherwise[rowOfNumber(number).kind] && !isTold(plan, number)) numbers.push(number);
    if (numbers.length > REACHED_ROWS_MAX) throw new FullRunNeeded();
  });
  return numbers;
}

/** Whether the step looked at the row, and so says of it what there is to say. */
function isTold(plan: StepPlan, number: number): boolean {
  const { kind, seq } = rowOfNumber(number);
  const place = plan.placeOf(kind === 'Sales' ? SALE : 1, seq);
  return place !== undefined && (plan.open.has(place) || plan.levelAt(place) !== null);
}

/** Those that are not stored so. */
async function openings({ source }: Stepping, plan: StepPlan, tellings: readonly Telling[]): Promise<Write[]> {
  const writes: Write[] = [];
  for (let from = 0; from < tellings.length; from += AHEAD) {
    const some = tellings.slice(from, from + AHEAD);
    await source.readAhead?.(
      'OpenRows',
      some.flatMap(({ wasOpen, number }) => (wasOpen ? [number] : [])),
    );
    for (const { number, day, reason, wasOpen } of some) {
      const stored = wasOpen ? await source.openRow(number) : null;
      if (reason === null) {
        if (stored) writes.push({ rows: 1, closed: number });
        continue;
      }
      const open = openRow(number, day, reason, numberAt(plan));
      if (!stored || !isStoredSo(stored, open)) writes.push({ rows: 1, open });
    }
  }
  return writes;
}

const isStoredSo = (stored: StoredOpenRow, { reason, sentence, involved }: OpenRow) =>
  stored.reason === reason && stored.sentence === sentence && stored.involved === textOfInvolved(involved);
