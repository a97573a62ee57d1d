/** A tenant's rows, as matching compares them, beside what is stored of each: all of it as columns of numbers. */
import { daysOf, momentOf } from '../contract/date-time.js';
import type { MatchSettings } from '../contract/match-settings.js';
import { isOfPayment, type UploadKind } from '../contract/states.js';
import type { TransactionUpload } from '../contract/transaction.js';
import { valueAt } from '../contract/value-at.js';
import { addRecord, addSale, type Columns, emptyColumns } from '../matching/columns.js';
import { ValueCounts } from '../matching/counts.js';
import type { OtherBooking } from '../matching/covered.js';
import type { RowsBefore } from '../matching/evidence.js';
import { defaultEvidence, rowNamesOf } from '../matching/evidence-settings.js';
import { firstPlace } from '../matching/groups.js';
import type {
  CandidateRecord,
  CandidateRow,
  MatchBasis,
  MatchDecided,
  MatchKind,
  MatchSource,
  SourceUpload,
  StoredMatch,
  StoredOpenRow,
} from '../store/matching.js';
import { rowNumber, rowOfNumber, seqsOf } from '../store/matching.js';
import { dayOfRecord } from '../store/stored-row.js';
import { everyDay, type Period, type PeriodSlice, periodOf } from './period.js';

/** What all slices of a run have in common. */
export interface RunFacts {
  settings: MatchSettings;
  basis: MatchBasis;
  period: Period;
  uploads: readonly SourceUpload[];
  /** Whether there is any settlement record, of whatever type. Without one there is nothing to match, and nothing that a sale could wait for. */
  hasRecords: boolean;
}

/** Stored reason of an open row; `text` is all that is stored, by which two are told apart. */
export interface ToldReason {
  reason: string;
  text: string;
}
export const toldText = ({ reason, parameters, involved }: Omit<StoredOpenRow, 'row'>) => `${reason} ${parameters} ${involved}`;

/** A match, proposal or cancellation that is stored. */
export interface StandingMatch extends StoredMatch {
  /** Days of its rows that are read. */
  oldest: number;
  newest: number;
  /** Whether all its rows are read. */
  isWhole: boolean;
}

export interface TenantRows extends RunFacts {
  slice: PeriodSlice;
  /** The sales, then the records, each in the order of their numbers, which are their ids; see store/matching. */
  rows: Columns;
  sales: number;
  /** Fees, payouts and the like, which say that a file came. */
  others: readonly OtherBooking[];
  /** By place of a row: the day by which it is found. */
  dayOf: readonly number[];
  stored: readonly StandingMatch[];
  /** By place of a row: the stored match that it is in. */
  standingOf: readonly (StandingMatch | undefined)[];
  /** By number of a row: why it is open, as it is stored. */
  told: ReadonlyMap<number, ToldReason>;
  /** Numbers of rows that cannot be compared; see store/matching. */
  incomplete: readonly number[];
  /** By places of rows: those in matches that no run touches, by people, with rows that are not read, or with a row before the frontier. */
  pinned: ReadonlySet<number>;
  forbidden: ReadonlyMap<number, ReadonlySet<number>>;
  /** What people said before, see store/matching, by the places of its rows as {@link placesText} has them; the last word first. */
  before: ReadonlyMap<string, PlacesBefore>;
}

export const placesText = (sales: readonly number[], records: readonly number[]) => `${sales} ${records}`;

interface PlacesBefore extends RowsBefore {
  decided: MatchDecided;
}

/** What a run does otherwise than it is stored: null for the settings in force, and whether it is over all rows, however old. */
export interface RunAsked {
  settings: MatchSettings | null;
  isAll: boolean;
}
export const asStored: RunAsked = { settings: null, isAll: false };

/** Reads what a run has to know before it reads rows. */
export async function readRunFacts(source: MatchSource, asked = asStored): Promise<RunFacts> {
  const settings = asked.settings ?? source.settings ?? defaultEvidence;
  const isAll = asked.isAll || source.isAll;
  const [newest, oldest] = [await source.newestDay(), await source.oldestDay()];
  const period = periodOf({ newest, oldest, changedFrom: source.changedFrom, isAll });
  const uploads: SourceUpload[] = [];
  await source.uploads((upload) => uploads.push(upload));
  let hasRecords = newest !== null;
  if (!hasRecords)
    await source.records(await source.numbers('Settlement', everyDay), () => {
      hasRecords = true;
    });
  return { settings, basis: source.basis, period, uploads, hasRecords };
}

/** Reads the rows of a slice, of one state of the data. */
export async function readTenantRows(source: MatchSource, facts: RunFacts, slice: PeriodSlice): Promise<TenantRows> {
  const numbers = { Sales: await source.numbers('Sales', slice.read), Settlement: await source.numbers('Settlement', slice.read) };
  const rows = emptyColumns(numbers.Sales.length + numbers.Settlement.length);
  const reading = readingInto(rows, facts.settings);
  await source.sales(numbers.Sales, reading.addSale);
  const sales = rows.count;
  await source.records(numbers.Settlement, reading.addRecord);
  const { incomplete, others, dayOf, matchKeyOf } = reading;
  const read = { ...facts, slice, rows, sales, others, dayOf, incomplete, ...(await readMatches(source, matchKeyOf, dayOf)) };
  return {
    ...read,
    told: await readTold(source, read),
    pinned: pinnedIn(read),
    forbidden: await readForbidden(source, read),
    before: await readBefore(source, read),
  };
}

async function readMatches(source: MatchSource, matchKeyOf: readonly (number | null)[], dayOf: readonly number[]) {
  const byKey = new Map<number, StandingMatch>();
  const keys = new Set(matchKeyOf);
  keys.delete(null);
  await source.matches(Float64Array.from(keys as Set<number>).sort(), (match) => {
    byKey.set(match.matchKey, { ...match, oldest: Infinity, newest: -Infinity, isWhole: false });
  });
  const standingOf = matchKeyOf.map((key) => (key === null ? undefined : byKey.get(key)));
  const seen = new ValueCounts<StandingMatch>();
  for (const [row, one] of standingOf.entries()) {
    if (!one) continue;
    const day = dayOf[row] as number;
    [one.oldest, one.newest] = [Math.min(one.oldest, day), Math.max(one.newest, day)];
    seen.add(one);
    one.isWhole = seen.of(one) === one.rows;
  }
  return { stored: [...byKey.values()], standingOf };
}

type ReadSoFar = Pick<TenantRows, 'rows' | 'sales' | 'standingOf' | 'incomplete' | 'period'>;

function pinnedIn({ standingOf, period }: ReadSoFar): Set<number> {
  const pinned = new Set<number>();
  for (const [row, one] of standingOf.entries()) if (one && (one.isPinned || !one.isWhole || isKept(period, one))) pinned.add(row);
  return pinned;
}

/** Whether it stands whatever is found: it is not of the period alone. Proposals are none of those: nobody relies on them. */
export const isKept = ({ frontier }: Period, { kind, oldest }: StandingMatch) => isBooked(kind) && oldest < frontier;

/** The place of a row by its number; -1 where it is not read. */
function placeOf({ rows, sales }: ReadSoFar, number: number): number {
  const [from, to] = rowOfNumber(number).kind === 'Sales' ? [0, sales] : [sales, rows.count];
  const place = firstPlace(from, to, (at) => (rows.id[at] as number) < number);
  return place < to && rows.id[place] === number ? place : -1;
}

/** Why rows are open, as it is stored: of those that may be. */
async function readTold(source: MatchSource, { rows, standingOf, incomplete }: ReadSoFar): Promise<Map<number, ToldReason>> {
  const isOpen = (_: number, row: number) => !isBooked(standingOf[row]?.kind);
  const wanted = [...rows.id.subarray(0, rows.count).filter(isOpen), ...incomplete];
  const told = new Map<number, ToldReason>();
  await source.openRows(Float64Array.from(wanted).sort(), (open) => told.set(open.row, { reason: open.reason, text: toldText(open) }));
  return told;
}

/** Whether rows of such a match are open no more. */
export const isBooked = (kind: MatchKind | undefined) => kind === 'Match' || kind === 'Cancellation' || kind === 'SetAside';

async function readForbidden(source: MatchSource, read: ReadSoFar): Promise<Map<number, Set<number>>> {
  const forbidden = new Map<number, Set<number>>();
  await source.forbidden((saleSeq, recordSeq) => {
    const [sale, record] = [placeOf(read, rowNumber('Sales', saleSeq)), placeOf(read, rowNumber('Settlement', recordSeq))];
    if (sale !== -1 && record !== -1) valueAt(forbidden, sale, () => new Set()).add(record);
  });
  return forbidden;
}

async function readBefore(source: MatchSource, read: ReadSoFar): Promise<Map<string, PlacesBefore>> {
  const before = new Map<string, PlacesBefore>();
  await source.decidedBefore(({ numbers, decided }) => {
    const places = (kind: UploadKind) =>
      seqsOf(kind, numbers)
        .map((seq) => placeOf(read, rowNumber(kind, seq)))
        .sort((one, other) => one - other);
    const [sales, records] = [places('Sales'), places('Settlement')];
    const text = placesText(sales, records);
    if (![...sales, ...records].includes(-1) && !before.has(text)) before.set(text, { sales, records, decided });
  });
  return before;
}

function readingInto(rows: Columns, settings: MatchSettings) {
  const names = rowNamesOf(settings);
  const incomplete: number[] = [];
  const others: OtherBooking[] = [];
  const dayOf: number[] = [];
  const matchKeyOf: (number | null)[] = [];
  const note = (place: number, matchKey: number | null, day: number) => {
    dayOf[place] = day;
    matchKeyOf[place] = matchKey;
  };
  return {
    incomplete,
    others,
    dayOf,
    matchKeyOf,
    addSale({ seq, matchKey, fields }: CandidateRow<TransactionUpload>) {
      const number = rowNumber('Sales', seq);
      const place = addSale(rows, number, fields, names);
      if (place !== null) note(place, matchKey, dayOfSale(fields, rows, place));
      else if (matchKey === null) incomplete.push(number);
    },
    addRecord({ seq, matchKey, isCandidate, fields }: CandidateRecord) {
      if (!isCandidate || !isOfPayment(fields.type)) {
        // No account booked what a till says of itself, and a payout is of files before it. A close finds no record without a day.
        const isBooking = fields.type !== 'TillTotal' && fields.type !== 'Payout' && dayOfRecord(fields) !== null;
        const day = isBooking ? daysOf(fields.settlementDate || fields.payoutDate || '') : null;
        const { texts } = rows;
        if (day !== null)
          others.push({ acquirer: texts.code(names.account(fields.acquirerId)), merchant: texts.code(fields.merchantId), day });
        return;
      }
      const number = rowNumber('Settlement', seq);
      const place = addRecord(rows, number, fields, names);
      if (place !== null) note(place, matchKey, rows.day[place] as number);
      else if (matchKey === null) incomplete.push(number);
    },
  };
}

const DAY_S = 86_400;

/** As the index of dates has it. */
function dayOfSale({ transactionDate, eftTransactionDate, businessDate }: TransactionUpload, rows: Columns, place: number): number {
  const day = rows.day[place] as number;
  if (!transactionDate) return daysOf(eftTransactionDate || businessDate || '') ?? day;
  const at = momentOf(transactionDate);
  return at === null ? day : Math.floor(at / DAY_S);
}
