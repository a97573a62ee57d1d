/** What a step says of rows that are open, where that is not as it is stored. */
import { setImmediate as otherTurns } from 'node:timers/promises';
import type { MatchRule, MatchSettings } from '../contract/match-settings.js';
import { namesOf, RECORD, SALE, type Side, textOf } from '../matching/comparable.js';
import type { Coverage, Facts } from '../matching/coverage.js';
import type { MatchFinding } from '../matching/decide.js';
import type { LadderMatch } from '../matching/ladder.js';
import type { MatchLevel } from '../matching/levels.js';
import { codesByCoverage, incomplete, type OpenReason, reasonByCoverage, reasonOf, reasonOfProposal } from '../matching/reasons.js';
import type { Rows } from '../matching/rows.js';
import type { MatchStep } from '../matching/steps.js';
import { type OpenRow, rowOfNumber, type StepSource, type StoredOpenRow } from '../store/matching.js';
import { comparableOf, FullRunNeeded, type NearRows, numberIn, ROWS_AT_ONCE } from './near-rows.js';
import { dueIn, openRow, textOfInvolved, type Write } from './pieces.js';

/** So many rows, of which nothing is said but how far files reach, are looked at again when files reach further. */
const REACHED_ROWS_MAX = 100_000;

/** What a step works with. */
export interface Stepping {
  source: StepSource;
  settings: MatchSettings;
  rules: readonly MatchRule[];
  levels: readonly MatchLevel[];
  covered: Coverage;
  near: NearRows;
}

export interface OpenAfterStep {
  /** Of the rows that were looked at and are in nothing, by their places. */
  open: ReadonlyMap<number, MatchFinding | null>;
  /** Those that begin, or are found by another rule or way. */
  proposals: readonly LadderMatch[];
  /** Numbers of new rows that cannot be compared. */
  incompletes: readonly number[];
}

/** After all matches of the step, some at a time: what is said of the first rows is stored while the next ones are compared. Fails with FullRunNeeded. */
export async function* writesOfReasons(stepping: Stepping, stepped: MatchStep, after: OpenAfterStep): AsyncGenerator<Write[]> {
  const tellings = tellingsOf(stepping, stepped, after);
  for (const number of after.incompletes) tellings.push({ number, day: null, reason: incomplete, wasOpen: false });
  for (const telling of await tellingsByReach(stepping, stepped, after.open)) tellings.push(telling);
  yield* openings(stepping, numberAt(stepped.rows()), tellings);
}

interface Telling {
  number: number;
  day: number | null;
  reason: OpenReason;
  /** Of others nothing is stored. */
  wasOpen: boolean;
}

const numberAt = (rows: Rows) => (place: number) => numberIn(rows.side[place] as Side, rows.id[place] as number);

/** Why rows are open now that the step looked at. */
function tellingsOf({ levels, covered, near }: Stepping, stepped: MatchStep, { open, proposals }: OpenAfterStep): Telling[] {
  const rows = stepped.rows();
  const numberOf = numberAt(rows);
  const shown = {
    id: (place: number) => near.id(rows.side[place] as Side, rows.id[place] as number),
    text: (place: number, field: Parameters<typeof textOf>[1]) => near.text(rows.side[place] as Side, rows.id[place] as number, field),
  };
  const findings = new Map([...open].flatMap(([place, finding]) => (finding ? [[place, finding] as const] : [])));
  const explained = { rows, levels, findings, due: dueIn(rows, covered), shown };
  const tell = (place: number, reason: OpenReason): Telling => ({
    number: numberOf(place),
    day: rows.day[place] as number,
    reason,
    wasOpen: stepped.wasOpen(place),
  });
  const proposed = proposals.flatMap((match) =>
    [...match.sales, ...match.records].map((place) => tell(place, reasonOfProposal(explained, match, place))),
  );
  return [...proposed, ...[...open.keys()].map((place) => tell(place, reasonOf(explained, place)))];
}

/** Of rows that the step did not look at, and of which nothing is said but how far what they wait for reaches. */
async function tellingsByReach(stepping: Stepping, stepped: MatchStep, open: OpenAfterStep['open']): Promise<Telling[]> {
  const { source, settings, covered } = stepping;
  const names = namesOf(settings);
  const tellings: Telling[] = [];
  const numbers = await openByReach(stepping, stepped, open);
  for (let from = 0; from < numbers.length; from += ROWS_AT_ONCE) {
    const some = numbers.slice(from, from + ROWS_AT_ONCE);
    for (const [at, candidate] of (await source.rows(some)).entries()) {
      const row = candidate && comparableOf(candidate, names);
      if (!row) throw new FullRunNeeded();
      if (!covered.isOtherwise(row)) continue;
      const reason = reasonByCoverage(row.side, covered.due(row), (field) => textOf(candidate.fields, field));
      tellings.push({ number: some[at] as number, day: row.day, reason, wasOpen: true });
    }
  }
  return tellings;
}

/** Those of which something else is to be said now, and those of which that is not known without reading them. */
async function openByReach({ source, covered, near }: Stepping, stepped: MatchStep, open: OpenAfterStep['open']): Promise<number[]> {
  const concerns = { Sales: covered.concerns(SALE), Settlement: covered.concerns(RECORD) };
  const all = Object.values(concerns);
  if (all.every((one) => one === null)) return [];
  const concerned: number[] = [];
  await source.openFor(codesByCoverage[all.includes('All') ? 'All' : 'Waiting'], (number) => {
    if (concerns[rowOfNumber(number).kind]) concerned.push(number);
  });
  const factsOf = near.factsKnown(covered);
  const isOtherwise = (facts: Facts | null) => facts === null || covered.isOtherwise(facts);
  // Those that follow each other stand side by side in the index, too.
  const numbers = Array.from(Float64Array.from(concerned).sort()).filter(
    (number) => isOtherwise(factsOf(number)) && !isTold(stepped, open, number),
  );
  if (numbers.length > REACHED_ROWS_MAX) throw new FullRunNeeded();
  return numbers;
}

/** Whether the step looked at the row, and so says of it what there is to say. */
function isTold({ placeOf, levelAt }: MatchStep, open: OpenAfterStep['open'], number: number): boolean {
  const { kind, seq } = rowOfNumber(number);
  const place = placeOf(kind === 'Sales' ? SALE : RECORD, seq);
  return place !== undefined && (open.has(place) || levelAt(place) !== null);
}

/** Those that are not stored so. */
async function* openings({ source }: Stepping, numberOf: (place: number) => number, tellings: Telling[]): AsyncGenerator<Write[]> {
  // As they are stored: those that follow each other stand on the same pages.
  tellings.sort((one, other) => one.number - other.number);
  for (let from = 0; from < tellings.length; from += ROWS_AT_ONCE) {
    const some = tellings.slice(from, from + ROWS_AT_ONCE);
    const asked = some.flatMap(({ wasOpen, number }) => (wasOpen ? [number] : []));
    const stored = new Map((await source.openRows(asked)).flatMap((row) => (row ? [[row.row, row]] : [])));
    const writes: Write[] = [];
    for (const { number, day, reason } of some) {
      const before = stored.get(number);
      const open = openRow(number, day, reason, numberOf);
      if (!before || !isStoredSo(before, open)) writes.push({ rows: 1, open });
    }
    yield writes;
    // Reading a file on this machine never waits, so that the answer about a piece that was stored would not come in.
    await otherTurns();
  }
}

const isStoredSo = (stored: StoredOpenRow, { reason, sentence, involved }: OpenRow) =>
  stored.reason === reason && stored.sentence === sentence && stored.involved === textOfInvolved(involved);
