/** What a step says of rows that are open, where that is not as it is stored. */
import type { MatchRule, MatchSettings } from '../contract/match-settings.js';
import { comparableRecord, comparableSale, namesOf, RECORD, SALE, type Side, textOf } from '../matching/comparable.js';
import type { Coverage, Said } from '../matching/coverage.js';
import type { MatchFinding } from '../matching/decide.js';
import type { LadderMatch } from '../matching/ladder.js';
import type { MatchLevel } from '../matching/levels.js';
import { codesByCoverage, incomplete, type OpenReason, reasonByCoverage, reasonOf, reasonOfProposal } from '../matching/reasons.js';
import type { Rows } from '../matching/rows.js';
import type { MatchStep } from '../matching/steps.js';
import { type OpenRow, rowOfNumber, type StepSource, type StoredOpenRow } from '../store/matching.js';
import { FullRunNeeded, type NearRows, numberIn } from './near-rows.js';
import { dueIn, kindOf, openRow, textOfInvolved, type Write } from './pieces.js';

/** So many rows, of which nothing is said but how far files reach, are looked at again when files reach further. */
const REACHED_ROWS_MAX = 100_000;
/** So many are read at once where the store can. */
const AHEAD = 1_000;

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
  matches: readonly LadderMatch[];
  /** Numbers of new rows that cannot be compared. */
  incompletes: readonly number[];
}

/** After all matches of the step. Fails with FullRunNeeded. */
export async function writesOfReasons(stepping: Stepping, stepped: MatchStep, after: OpenAfterStep): Promise<Write[]> {
  const tellings = tellingsOf(stepping, stepped, after);
  for (const number of after.incompletes) tellings.push({ number, day: null, reason: incomplete, wasOpen: false });
  for (const telling of await tellingsByReach(stepping, stepped, after.open)) tellings.push(telling);
  return openings(stepping, numberAt(stepped.rows()), tellings);
}

interface Telling {
  number: number;
  day: number | null;
  /** Null for none any more. */
  reason: OpenReason | null;
  /** Of others nothing is stored. */
  wasOpen: boolean;
}

const numberAt = (rows: Rows) => (place: number) => numberIn(rows.side[place] as Side, rows.id[place] as number);

/** Why rows are open now that the step looked at, and which are open no more. */
function tellingsOf({ levels, covered, near }: Stepping, stepped: MatchStep, { open, matches }: OpenAfterStep): Telling[] {
  const rows = stepped.rows();
  const numberOf = numberAt(rows);
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
    wasOpen: stepped.wasOpen(place),
  });
  const inMatches = matches.flatMap((match) =>
    [...match.sales, ...match.records].map((place) =>
      tell(place, kindOf(match) === 'Proposal' ? reasonOfProposal(explained, match, place) : null),
    ),
  );
  return [...inMatches, ...[...open.keys()].map((place) => tell(place, reasonOf(explained, place)))];
}

/** Of rows that the step did not look at, and of which nothing is said but how far what they wait for reaches. */
async function tellingsByReach(stepping: Stepping, stepped: MatchStep, open: OpenAfterStep['open']): Promise<Telling[]> {
  const { source, settings, covered } = stepping;
  const names = namesOf(settings);
  const tellings: Telling[] = [];
  for (const when of ['whileWaiting', 'afterwards'] as const) {
    const numbers = await openByReach(stepping, stepped, open, when);
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
async function openByReach({ source, covered }: Stepping, stepped: MatchStep, open: OpenAfterStep['open'], when: Said): Promise<number[]> {
  const isOtherwise = { Sales: covered.isOtherwise(SALE, when), Settlement: covered.isOtherwise(RECORD, when) };
  const numbers: number[] = [];
  if (!isOtherwise.Sales && !isOtherwise.Settlement) return numbers;
  await source.openFor(codesByCoverage[when], (number) => {
    if (isOtherwise[rowOfNumber(number).kind] && !isTold(stepped, open, number)) numbers.push(number);
    if (numbers.length > REACHED_ROWS_MAX) throw new FullRunNeeded();
  });
  return numbers;
}

/** Whether the step looked at the row, and so says of it what there is to say. */
function isTold({ placeOf, levelAt }: MatchStep, open: OpenAfterStep['open'], number: number): boolean {
  const { kind, seq } = rowOfNumber(number);
  const place = placeOf(kind === 'Sales' ? SALE : 1, seq);
  return place !== undefined && (open.has(place) || levelAt(place) !== null);
}

/** Those that are not stored so. */
async function openings({ source }: Stepping, numberOf: (place: number) => number, tellings: Telling[]): Promise<Write[]> {
  const writes: Write[] = [];
  // As they are stored: those that follow each other stand on the same pages.
  tellings.sort((one, other) => one.number - other.number);
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
      const open = openRow(number, day, reason, numberOf);
      if (!stored || !isStoredSo(stored, open)) writes.push({ rows: 1, open });
    }
  }
  return writes;
}

const isStoredSo = (stored: StoredOpenRow, { reason, sentence, involved }: OpenRow) =>
  stored.reason === reason && stored.sentence === sentence && stored.involved === textOfInvolved(involved);
