/**
 * A run that looks only at new rows and at what they touch. It ends as a full run does, or says that one is to be made: where anything else changed,
 * and where so much is touched that it would not be faster.
 */
import { type MatchRule, MatchSettings } from '../contract/match-settings.js';
import { isOfPayment, type UploadKind } from '../contract/states.js';
import { namesOf, SALE, type Side } from '../matching/comparable.js';
import { coverage } from '../matching/coverage.js';
import { identifierCode, isHash, plainIdentifier } from '../matching/identifier.js';
import type { LadderMatch } from '../matching/ladder.js';
import { levelsOf, type MatchLevel } from '../matching/levels.js';
import type { MatchOfRows, MatchPlan } from '../matching/plan.js';
import { roomierIndex } from '../matching/row-index.js';
import type { Rows } from '../matching/rows.js';
import { type MatchStep, type PendingRow, step } from '../matching/steps.js';
import { type MatchBasis, type MatchSource, rowNumber } from '../store/matching.js';
import { importedSince, type RowsDecided } from './imported.js';
import { type KnownTenant, rulesOf } from './known.js';
import { comparableOf, FullRunNeeded, type NearRows, nearRows, numberIn, ROWS_AT_ONCE } from './near-rows.js';
import { kindOf, newMatch, type Write } from './pieces.js';
import { type Stepping, writesOfReasons } from './step-reasons.js';
import { seeRecord } from './tenant-rows.js';

/** With more a full run takes less time. */
const NEW_ROWS_MAX = 50_000;

/** Stores some writes after others. Ends once it has been given all of them. */
export type StoreWrites = (writes: AsyncIterable<Iterable<Write>>, basis: MatchBasis) => Promise<void>;

/**
 * What is known once all that was given to `store` is stored. Null where a full run is to be made, perhaps after some was stored. What was known is
 * used up. `rules`: names the rules that work at once.
 */
export async function stepOver(source: MatchSource, known: KnownTenant, rules: string, store: StoreWrites): Promise<KnownTenant | null> {
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
    await store(worked(stepping, since.rows), basis);
    return { ...known, imported: since.imported, coverage: covered.known(), index };
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

/** What changes of matches, as each level decides it, and then of the reasons. Nothing of it changes what the step reads. */
async function* worked(stepping: Stepping, rows: readonly RowsDecided[]): AsyncGenerator<Write[]> {
  const { near, rules, settings } = stepping;
  const { pending, incompletes } = await readNew(stepping, rows);
  const stepped = step(near, pending, rules, settings);
  const proposals: LadderMatch[] = [];
  for await (const plan of stepped.matches()) {
    const changes = changesOf(stepping, stepped, plan);
    confirm(near, stepped.rows(), changes.begun);
    for (const match of [...changes.begun, ...changes.renamed.map(({ after }) => after)]) if (isProposal(match)) proposals.push(match);
    yield writesOfMatches(near, stepped, changes);
  }
  const open = await stepped.openRows();
  near.keep(stepped);
  yield* writesOfReasons(stepping, stepped, { open, proposals, incompletes });
}

const isProposal = (match: LadderMatch) => kindOf(match) === 'Proposal';

/** With those of the rows' reasons that end with it. */
function writesOfMatches(near: NearRows, stepped: MatchStep, { ended, begun, renamed }: Changes): Write[] {
  const rows = stepped.rows();
  const rowsOf = ({ sales, records }: Pick<MatchOfRows, 'sales' | 'records'>) => sales.length + records.length;
  const writes: Write[] = ended.map((match) => ({ rows: rowsOf(match), ended: near.matchKeyOf(match) }));
  for (const match of begun) {
    // Rows of a proposal stay open, with another reason or the same.
    const closed = isProposal(match) ? [] : [...match.sales, ...match.records].filter(stepped.wasOpen);
    const numbers = closed.map((place) => numberIn(rows.side[place] as Side, rows.id[place] as number));
    writes.push({ rows: rowsOf(match) + numbers.length, begun: newMatch(rows, match), closed: numbers });
  }
  for (const { before, after } of renamed) {
    writes.push({ rows: 1, renamed: { matchKey: near.matchKeyOf(before), rule: after.level.rule.name, how: after.how } });
  }
  return writes;
}

/** The new rows, which are found and seen from now on; and those that cannot be compared. */
async function readNew({ source, settings, covered, near }: Stepping, some: readonly RowsDecided[]) {
  const names = namesOf(settings);
  const pending: PendingRow[] = [];
  const incompletes: number[] = [];
  for (const { kind, from, to } of some) {
    for (let first = from; first < to; first += ROWS_AT_ONCE) {
      const numbers = numbersFrom(kind, first, Math.min(first + ROWS_AT_ONCE, to));
      for (const candidate of await source.rows(numbers)) {
        if (!candidate) continue;
        const row = comparableOf(candidate, names);
        if (candidate.kind === 'Settlement') {
          seeRecord(covered, candidate.fields, row);
          if (!candidate.isCandidate || !isOfPayment(candidate.fields.type)) continue;
        }
        if (row === null) {
          incompletes.push(rowNumber(kind, candidate.seq));
          continue;
        }
        if (row.side === SALE) covered.seeSale(row);
        const { place } = near.add(row, candidate);
        pending.push({ id: candidate.seq, row, match: null, place, isNew: true, isGone: false });
      }
    }
  }
  return { pending, incompletes };
}

function numbersFrom(kind: UploadKind, from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, place) => rowNumber(kind, from + place));
}

/** Rows by their places in the step, in the order of their numbers, as a full run has them. */
function inStep({ levels }: Stepping, { placeOf }: MatchStep, { level, how, sales, records }: MatchOfRows): LadderMatch {
  const places = (side: Side, ids: readonly number[]) =>
    [...ids].sort((one, other) => one - other).map((id) => placeOf(side, id) as number);
  return { level: levels[level] as MatchLevel, how, sales: places(SALE, sales), records: places(1, records) };
}

interface Changes {
  ended: MatchOfRows[];
  begun: LadderMatch[];
  renamed: { before: MatchOfRows; after: LadderMatch }[];
}

/** A match that becomes a proposal, say, is another one. */
function changesOf(stepping: Stepping, stepped: MatchStep, plan: MatchPlan<MatchOfRows>): Changes {
  const kindBefore = ({ level, how }: MatchOfRows) => kindOf({ level: stepping.levels[level] as MatchLevel, how });
  const changed = plan.changed.map(({ before, after }) => ({ before, after: inStep(stepping, stepped, after) }));
  const others = changed.filter(({ before, after }) => kindBefore(before) !== kindOf(after));
  const begun = [...plan.begun.map((match) => inStep(stepping, stepped, match)), ...others.map(({ after }) => after)];
  const first = ({ sales, records }: LadderMatch) => stepped.rows().id[(sales[0] ?? records[0]) as number] as number;
  return {
    ended: [...plan.ended, ...others.map(({ before }) => before)],
    // What is stored together stands on the same pages then.
    begun: begun.sort((one, other) => first(one) - first(other)),
    renamed: changed.filter(({ before, after }) => kindBefore(before) === kindOf(after) && !isNamed(stepping, before, after)),
  };
}

const isNamed = ({ levels }: Stepping, { level, how }: MatchOfRows, after: LadderMatch) =>
  levels[level]?.rule.name === after.level.rule.name && how === after.how;

/** Fails where rows have the same hash of an identifier and not the same identifier: see same-texts. */
function confirm(near: NearRows, rows: Rows, begun: readonly LadderMatch[]): void {
  for (const { level, sales, records } of begun) {
    for (const key of level.keys) {
      const code = rows.keys[key][(sales[0] ?? records[0]) as number] as number;
      if (!isHash(code)) continue;
      const texts = [...sales, ...records].map((place) => near.text(rows.side[place] as Side, rows.id[place] as number, key));
      if (texts.every((text) => text === texts[0])) continue;
      const plain = texts.filter((text) => identifierCode(text) === code).map(plainIdentifier);
      if (new Set(plain).size > 1) throw new FullRunNeeded();
    }
  }
}
