/** A tenant's rows, as matching compares them, beside what is stored of each: all of it as columns of numbers. */
import { daysOf, momentOf } from '../contract/date-time.js';
import type { MatchSettings } from '../contract/match-settings.js';
import { isOfPayment } from '../contract/states.js';
import type { TransactionUpload } from '../contract/transaction.js';
import { addRecord, addSale, type Columns, emptyColumns } from '../matching/columns.js';
import { valueAt } from '../matching/counts.js';
import type { OtherBooking } from '../matching/covered.js';
import { defaultEvidence, rowNamesOf } from '../matching/evidence-settings.js';
import type { CandidateRecord, CandidateRow, MatchBasis, MatchKind, MatchSource, SourceUpload, StoredOpenRow } from '../store/matching.js';
import { rowNumber, rowOfNumber } from '../store/matching.js';
import { everyDay, type Period, type PeriodSlice, periodOf } from './period.js';
import { placeIn, StoredMatches } from './stored-matches.js';

/** What all slices of a run have in common. */
export interface RunFacts {
  settings: MatchSettings;
  basis: MatchBasis;
  period: Period;
  uploads: readonly SourceUpload[];
  /** Whether there is any settlement record, of whatever type. Without one there is nothing to match, and nothing that a sale could wait for. */
  hasRecords: boolean;
}

export interface ToldReason {
  reason: string;
  /** See {@link digestOf}. */
  digest: number;
}

export interface TenantRows extends RunFacts {
  slice: PeriodSlice;
  /** The sales, then the records, each in the order of their numbers, which are their ids; see store/matching. */
  rows: Columns;
  sales: number;
  /** Fees, payouts and the like, which say that a file came. */
  others: readonly OtherBooking[];
  /** By place of a row: the day by which it is found. */
  dayOf: Int32Array;
  stored: StoredMatches;
  /** By place of a row: the place of the stored match that it is in; -1 for none. */
  storedOf: Int32Array;
  /** By number of a row: why it is open, as it is stored. */
  told: ReadonlyMap<number, ToldReason>;
  /** Numbers of rows that cannot be compared; see store/matching. */
  incomplete: readonly number[];
  /** By places of rows: those in matches that no run touches, by people, with rows that are not read, or with a row before the frontier. */
  pinned: ReadonlySet<number>;
  forbidden: ReadonlyMap<number, ReadonlySet<number>>;
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
  const rowsMax = numbers.Sales.length + numbers.Settlement.length;
  const into = { rows: emptyColumns(rowsMax), dayOf: new Int32Array(rowsMax), matchKeyOf: new Float64Array(rowsMax) };
  const reading = readingInto(into, facts.settings);
  await source.sales(numbers.Sales, reading.addSale);
  const sales = into.rows.count;
  await source.records(numbers.Settlement, reading.addRecord);
  const { rows, dayOf, matchKeyOf } = into;
  const { incomplete, others } = reading;
  const { stored, storedOf } = await readMatches(source, rows, matchKeyOf, dayOf);
  const read = { ...facts, slice, rows, sales, others, dayOf, stored, storedOf, incomplete };
  return { ...read, told: await readTold(source, read), pinned: pinnedIn(read), forbidden: await readForbidden(source, read) };
}

/** Numbers are above 0, so 0 is none. */
async function readMatches(source: MatchSource, { count }: Columns, matchKeyOf: Float64Array, dayOf: Int32Array) {
  const keys = Float64Array.from(new Set(matchKeyOf.subarray(0, count))).sort();
  const some = keys[0] === 0 ? keys.subarray(1) : keys;
  const stored = new StoredMatches(some.length);
  await source.matches(some, (match) => stored.add(match));
  const storedOf = new Int32Array(count).fill(-1);
  for (let row = 0; row < count; row++) {
    if (matchKeyOf[row] === 0) continue;
    const place = stored.placeOf(matchKeyOf[row] as number);
    storedOf[row] = place;
    if (place !== -1) stored.see(place, dayOf[row] as number);
  }
  return { stored, storedOf };
}

type ReadSoFar = Pick<TenantRows, 'rows' | 'sales' | 'stored' | 'storedOf' | 'incomplete' | 'period'>;

function pinnedIn(read: ReadSoFar): Set<number> {
  const { rows, stored, storedOf } = read;
  const pinned = new Set<number>();
  for (let row = 0; row < rows.count; row++) {
    const place = storedOf[row] as number;
    if (place !== -1 && (stored.labelAt(place).isPinned || !stored.isWhole(place) || isKept(read, place))) pinned.add(row);
  }
  return pinned;
}

/** Whether it stands whatever is found: it is not of the period alone. Proposals are none of those: nobody relies on them. */
export const isKept = ({ stored, period }: Pick<TenantRows, 'stored' | 'period'>, place: number) =>
  isBooked(stored.labelAt(place).kind) && (stored.oldest[place] as number) < period.frontier;

/** The place of a row by its number; -1 where it is not read. */
function placeOf({ rows, sales }: ReadSoFar, number: number): number {
  const [from, to] = rowOfNumber(number).kind === 'Sales' ? [0, sales] : [sales, rows.count];
  return placeIn(rows.id, number, from, to);
}

/** Why rows are open, as it is stored: of those that may be. */
async function readTold(source: MatchSource, { rows, stored, storedOf, incomplete }: ReadSoFar): Promise<Map<number, ToldReason>> {
  const isOpen = (_: number, row: number) => storedOf[row] === -1 || !isBooked(stored.labelAt(storedOf[row] as number).kind);
  const wanted = [...rows.id.subarray(0, rows.count).filter(isOpen), ...incomplete];
  const told = new Map<number, ToldReason>();
  await source.openRows(Float64Array.from(wanted).sort(), (open) => told.set(open.row, { reason: open.reason, digest: digestOf(open) }));
  return told;
}

/** Whether rows of such a match are open no more. */
export const isBooked = (kind: MatchKind) => kind === 'Match' || kind === 'Cancellation' || kind === 'SetAside';

async function readForbidden(source: MatchSource, read: ReadSoFar): Promise<Map<number, Set<number>>> {
  const forbidden = new Map<number, Set<number>>();
  await source.forbidden((saleSeq, recordSeq) => {
    const [sale, record] = [placeOf(read, rowNumber('Sales', saleSeq)), placeOf(read, rowNumber('Settlement', recordSeq))];
    if (sale !== -1 && record !== -1) valueAt(forbidden, sale, () => new Set()).add(record);
  });
  return forbidden;
}

interface Into {
  rows: Columns;
  dayOf: Int32Array;
  /** 0 for none. */
  matchKeyOf: Float64Array;
}

function readingInto({ rows, dayOf, matchKeyOf }: Into, settings: MatchSettings) {
  const names = rowNamesOf(settings);
  const incomplete: number[] = [];
  const others: OtherBooking[] = [];
  const note = (place: number, matchKey: number | null, day: number) => {
    dayOf[place] = day;
    matchKeyOf[place] = matchKey ?? 0;
  };
  return {
    incomplete,
    others,
    addSale({ seq, matchKey, fields }: CandidateRow<TransactionUpload>) {
      const number = rowNumber('Sales', seq);
      const place = addSale(rows, number, fields, names);
      if (place !== null) note(place, matchKey, dayOfSale(fields, rows, place));
      else if (matchKey === null) incomplete.push(number);
    },
    addRecord({ seq, matchKey, isCandidate, fields }: CandidateRecord) {
      if (!isCandidate || !isOfPayment(fields.type)) {
        const day = fields.settlementDate ? daysOf(fields.settlementDate) : null;
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

/** A digest of what is stored of an open row: 53 bits, by which two are told apart. */
export function digestOf({ reason, parameters, involved }: Omit<StoredOpenRow, 'row'>): number {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (const text of [reason, parameters, involved ?? 'null']) {
    for (let at = 0; at <= text.length; at++) {
      const unit = at < text.length ? text.charCodeAt(at) : 0x1_0000;
      high = Math.imul(high ^ unit, 0x9e3779b1);
      low = Math.imul(low ^ unit, 0x5f356495);
    }
  }
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35);
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
  return (high >>> 12) * 2 ** 32 + (low >>> 0);
}
