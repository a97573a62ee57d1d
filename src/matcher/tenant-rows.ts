/** A tenant's rows, as matching compares them, beside what is stored of each: all of it as columns of numbers. */

import { daysOf } from '../contract/date-time.js';
import { MatchSettings } from '../contract/match-settings.js';
import { isOfPayment } from '../contract/states.js';
import { type ComparableRow, comparableRecord, comparableSale, namesOf } from '../matching/comparable.js';
import { type Coverage, coverage } from '../matching/coverage.js';
import { withRoom } from '../matching/row-index.js';
import { addRow, emptyRows, type Rows } from '../matching/rows.js';
import type { CandidateRecord, CandidateRow, MatchBasis, MatchSource, SourceUpload, StoredOpenRow } from '../store/matching.js';
import { rowNumber, rowOfNumber } from '../store/matching.js';
import { type Imported, readImported } from './imported.js';
import { placeIn, type StoredMatches, storedMatches } from './stored-matches.js';

export interface TenantRows {
  settings: MatchSettings;
  basis: MatchBasis;
  uploads: readonly SourceUpload[];
  /** The sales, then the records, each in the order of their numbers in their table, which are their ids. */
  rows: Rows;
  sales: number;
  /** Whether there is any settlement record, of whatever type. Without one there is nothing to match, and nothing that a sale could wait for. */
  hasRecords: boolean;
  coverage: Coverage;
  stored: StoredMatches;
  /** By place of a row: the place of the stored match that it is in; -1 for none. */
  storedOf: Int32Array;
  /** By place of a row: a digest of why it is open, as it is stored; 0 for none. */
  openAs: Float64Array;
  /** The same of rows that cannot be compared, or are not there any more, by their numbers. */
  openElsewhere: ReadonlyMap<number, number>;
  /** Numbers of rows that cannot be compared; see store/matching. */
  incomplete: readonly number[];
  /** How far import was; null where the store does not tell it. */
  imported: Imported | null;
  /** By places of rows. */
  pinned: ReadonlySet<number>;
  forbidden: ReadonlyMap<number, ReadonlySet<number>>;
}

/** Reads them, of one state of the data. */
export async function readTenantRows(source: MatchSource): Promise<TenantRows> {
  const settings = source.settings ?? MatchSettings.parse({});
  // Each has a row of its own.
  const stored = storedMatches(source.rowsMax);
  await source.matches(stored.add);
  const reading = readingInto(emptyRows(withRoom(source.rowsMax)), source.rowsMax, stored, settings);
  const uploads: SourceUpload[] = [];
  await source.uploads((upload) => uploads.push(upload));
  const imported = source.steps ? await readImported(source.steps) : null;
  await source.sales(reading.addSale);
  const sales = reading.rows.count;
  let hasRecords = false;
  await source.records((record) => {
    hasRecords = true;
    reading.addRecord(record);
  });
  const { rows } = reading;
  const placeOf = (number: number) => {
    const { kind, seq } = rowOfNumber(number);
    return kind === 'Sales' ? placeIn(rows.id, seq, 0, sales) : placeIn(rows.id, seq, sales, rows.count);
  };
  const openAs = new Float64Array(rows.count);
  const openElsewhere = new Map<number, number>();
  await source.openRows((open) => {
    const place = placeOf(open.row);
    if (place === -1) openElsewhere.set(open.row, digestOf(open));
    else openAs[place] = digestOf(open);
  });
  const forbidden = new Map<number, Set<number>>();
  await source.forbidden((saleSeq, recordSeq) => {
    const [sale, record] = [placeOf(rowNumber('Sales', saleSeq)), placeOf(rowNumber('Settlement', recordSeq))];
    if (sale === -1 || record === -1) return;
    const apart = forbidden.get(sale);
    if (apart) apart.add(record);
    else forbidden.set(sale, new Set([record]));
  });
  const { storedOf, pinned, incomplete } = reading;
  return {
    ...{ settings, basis: source.basis, uploads, rows, sales, hasRecords, coverage: reading.coverage, stored, imported },
    ...{ storedOf, openAs, openElsewhere, incomplete, pinned, forbidden },
  };
}

function readingInto(rows: Rows, rowsMax: number, stored: StoredMatches, settings: MatchSettings) {
  const names = namesOf(settings);
  const covered = coverage(settings);
  const storedOf = new Int32Array(rowsMax).fill(-1);
  const pinned = new Set<number>();
  const incomplete: number[] = [];
  const add = (row: ComparableRow, seq: number, matchKey: number | null) => {
    const place = addRow(rows, seq, row);
    if (matchKey === null) return;
    const match = stored.placeOf(matchKey);
    storedOf[place] = match;
    if (match !== -1 && stored.labelAt(match).isPinned) pinned.add(place);
  };
  return {
    ...{ rows, storedOf, pinned, incomplete, coverage: covered },
    addSale({ seq, matchKey, fields }: CandidateRow<Parameters<typeof comparableSale>[0]>) {
      const row = comparableSale(fields, names);
      if (row === null) {
        incomplete.push(rowNumber('Sales', seq));
        return;
      }
      add(row, seq, matchKey);
      covered.seeSale(row);
    },
    addRecord({ seq, matchKey, isCandidate, fields }: CandidateRecord) {
      const row = comparableRecord(fields, names);
      seeRecord(covered, fields, row);
      if (!isCandidate || !isOfPayment(fields.type)) return;
      if (row === null) incomplete.push(rowNumber('Settlement', seq));
      else add(row, seq, matchKey);
    },
  };
}

/**
 * Every record that was booked says how far the files of its account reach. Many exports tell no day of booking: then a payment says that they
 * reach its own day at least. The day of its payout may be beyond what was booked, and says nothing. Records that name no acquirer are of one
 * account together: most merchants have one, and never name it.
 */
export function seeRecord(
  covered: Coverage,
  { acquirerId, merchantId, settlementDate, type }: CandidateRecord['fields'],
  row: ComparableRow | null,
): void {
  const settlementDay = settlementDate ? daysOf(settlementDate) : null;
  const day = settlementDay ?? (row !== null && isOfPayment(type) ? row.day : null);
  if (day === null) return;
  covered.seeRecord({ acquirerId: acquirerId || null, merchantId: merchantId || null }, day, row?.keys ?? null);
}

/** Of what is stored of an open row: 53 bits, by which two are told apart. Never 0. */
export function digestOf({ reason, sentence, involved }: Omit<StoredOpenRow, 'row'>): number {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (const text of [reason, sentence, involved ?? 'null']) {
    for (let at = 0; at <= text.length; at++) {
      const unit = at < text.length ? text.charCodeAt(at) : 0x1_0000;
      high = Math.imul(high ^ unit, 0x9e3779b1);
      low = Math.imul(low ^ unit, 0x5f356495);
    }
  }
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35);
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
  return 1 + (high >>> 12) * 2 ** 32 + (low >>> 0);
}
