/**
 * Finds duplicates by what identifies a sale, so that a file with other columns repeats no sale: rows of one amount, currency and minute are
 * compared with all that is there of these. Where those are too many, rows are compared by all their fields alone.
 */
import { recordIdentifyingFields } from '../contract/settlement.js';
import { type TransactionField, transactionFields } from '../contract/transaction.js';
import { valueAt } from '../contract/value-at.js';
import {
  duplicateComment,
  mayBeThere,
  mayBeThereThatDay,
  originalIn,
  reasonsIn,
  thereAtOtherTimes,
  thereOtherwise,
  thereThatDay,
  thereWithOtherAmount,
  thereWithOtherCosts,
  warningOf,
} from '../store/comments.js';
import { agree, areApart, identifyingFields, isDayAlone, isNamed, type Names, namingFields, withinMinute } from '../store/identity.js';
import type { EarlierRow, EarlierRows, Hashes, Moment, RowDecision, RowPlace, UploadedFields } from '../store/import-decisions.js';
import { momentOf } from '../store/stored-row.js';
import { AlikeRows } from './alike-rows.js';
import { type ComparedField, type KeyReader, keyReader } from './duplicate-key.js';
import { type DuplicateSearch, decided, duplicateOf, searchFor, withKey } from './duplicates.js';
import { type PairedRow, pairing } from './pairing.js';
import { recordDuplicateKey } from './record-rules.js';
import { type ShiftedTimes, shiftedMoments, shiftedTimes, shownBy } from './shifted-times.js';

/** More of one amount, currency and minute are compared by all their fields alone: to pair them would take too long. */
const PAIRED_ROWS_MAX = 1_000;
/** Earlier rows of one name, amount and day, of which more tell nothing else. */
const OF_NAME_MAX = 20;
const DAY_MINUTES = 24 * 60;

/** What makes two rows of one amount, currency and minute the same. */
export interface Identity {
  /** Rows are also the same if they agree in all of these. */
  fields: readonly ComparedField[];
  /** A row without a value in any of these is compared with no other. */
  required?: readonly ComparedField[];
  /** Rows of which both have a value and not the same one are two. */
  identifying: readonly ComparedField[];
  /** Rows that agree in all fields of one of these lists are the same, unless they are two. */
  names: readonly (readonly ComparedField[])[];
}

export const saleIdentity: Identity = {
  fields: transactionFields.filter((field: TransactionField) => field !== 'additionalData'),
  identifying: identifyingFields.Sales,
  names: namingFields,
};

export const recordIdentity: Identity = {
  fields: recordDuplicateKey,
  required: recordIdentifyingFields,
  identifying: identifyingFields.Settlement,
  names: namingFields,
};

/** The moments at which rows may be that are the same sale: its own, and those of its day if only the day of one of them is known. */
export function momentsNear(row: UploadedFields): Moment[] {
  const moment = momentOf(row);
  return moment ? [moment, ...momentsOfDay(row, moment)] : [];
}

/** For a row whose day alone is known the whole day, for any other one those that stand for its day. */
function momentsOfDay(row: UploadedFields, { amount, minute, day }: Moment): Moment[] {
  if (minute === null) return [];
  const midnight = minute - minuteOfDay(row.transactionDate ?? '');
  if (isDayAlone(row)) return [{ amount, minute: midnight, minutes: DAY_MINUTES, day }];
  return [
    { amount, minute: midnight, minutes: 1, day },
    { amount, minute: midnight + DAY_MINUTES / 2, minutes: 1, day },
  ];
}

/** The minute of a date-time's day, read without a text for each part. */
function minuteOfDay(dateTime: string): number {
  const digit = (at: number) => dateTime.charCodeAt(at) - 0x30;
  return digit(11) * 600 + digit(12) * 60 + digit(14) * 10 + digit(15);
}

/** A row among those of its amount, currency and minute. */
interface AlikeRow extends PairedRow {
  seq: number;
  /** Null while nothing can name it. */
  id: string | null;
  /** Null for one of this upload, and its index then. */
  earlier: EarlierRow | null;
  index: number;
  occurrence: number;
}

/** Looks at the rows of an upload, one part after another. */
export class IdentitySearch {
  private readonly key: KeyReader;
  private readonly names: Names;
  /** For rows with nothing near them, which are duplicates of none. */
  private readonly alone: DuplicateSearch;
  /** For rows with too many near them. */
  private readonly byFields: DuplicateSearch;
  /** Rows of parts before, which the store does not know. */
  private readonly before = new Map<string, AlikeRow[]>();
  /** By the rows that the store found near: those of other files that stand, by each of their names. */
  private readonly named = new WeakMap<readonly EarlierRow[], Map<string, EarlierRow[]>>();

  constructor(
    private readonly identity: Identity,
    seed: number,
    private readonly earlier: EarlierRows,
    private readonly isFile: boolean,
  ) {
    const { fields, required, identifying, names } = identity;
    this.key = keyReader(fields, seed, required);
    this.names = names.map((name) => name.map((field) => identifying.indexOf(field)));
    this.alone = searchFor(fields, { ...earlier, has: () => false });
    this.byFields = searchFor(fields, earlier);
  }

  decide(rows: readonly UploadedFields[], byRules: readonly RowDecision[], hashes: Hashes): readonly RowDecision[] {
    const decisions = [...byRules];
    const correcting: number[] = [];
    const heldApart = new AlikeRows(this.names);
    const alikes = new Map<string, { near: readonly EarlierRow[]; own: number[] }>();
    for (let index = 0; index < rows.length; index++) {
      const hash = hashes[index] ?? null;
      if (hash === null) continue;
      const row = rows[index] ?? {};
      const moment = momentOf(row);
      const near = moment && this.earlier.near(moment);
      if (moment !== null && near !== null && near.length > 0) {
        const name = `${moment.amount + 0} ${moment.minute} ${moment.day} ${row.currency ?? ''}`;
        const alike = alikes.get(name);
        if (alike) alike.own.push(index);
        else alikes.set(name, { near, own: [index] });
      } else decisions[index] = decided(near === null ? this.byFields : this.alone, row, decisions[index] as RowDecision, hash);
    }
    for (const [name, { near, own }] of alikes) {
      if (!this.before.has(name) && this.isRepeated(near, own, rows, hashes, decisions)) continue;
      const before = this.before.get(name) ?? [];
      if (near.length + before.length + own.length > PAIRED_ROWS_MAX) {
        for (const index of own)
          decisions[index] = decided(this.byFields, rows[index] ?? {}, decisions[index] as RowDecision, hashes[index] as number);
        continue;
      }
      const ofOwn = own.map((index) => this.ownMember(index, rows[index] ?? {}));
      const members = [...this.comparable(near, ofOwn[0] as AlikeRow, rows), ...before, ...ofOwn];
      for (const [index, original] of this.decideAlike(members, decisions, hashes, heldApart))
        if (costsDiffer(rows[index] ?? {}, original)) correcting.push(index);
      this.before.set(name, [...before, ...ofOwn.map((member) => ({ ...member, index: -1 }))]);
    }
    const standing = standingIn(decisions, hashes);
    this.tellThoseOfDay(standing, rows, decisions);
    tellOf(correcting, decisions, withOtherCosts);
    // Whether they are told depends on all rows of the upload: so the upload says it, and no row.
    tellOf(heldApart.found(), decisions, maybeOtherwise);
    tellOf(this.withOtherAmount(standing, rows, decisions), decisions, withAnotherAmount);
    const looked = shownBy(rows.length, this.isFile ? this.earlier.own.place : null).filter((index) => standing.includes(index));
    const shifted = shiftedTimes(looked.map((index) => this.shiftsOf(index, rows[index] ?? {})));
    if (shifted) tellOf(looked, decisions, () => atOtherTimes(shifted));
    return decisions;
  }

  /** The shifts under which the row is there, with its amount and a name. */
  private shiftsOf(index: number, row: UploadedFields): number[] {
    const moment = momentOf(row);
    const own = this.ownMember(index, row);
    const isThere = (shifted: Moment) => this.earlier.near(shifted)?.some((one) => this.isNamesake(one, own, row));
    return moment ? shiftedMoments(moment).flatMap((shifted) => (isThere(shifted) ? shifted.shift : [])) : [];
  }

  /** Whether it is a sale of another file that only its amount, or the hour of its time, tells apart. */
  private isNamesake({ stands, row, place, isFixed }: EarlierRow, own: AlikeRow, { currency }: UploadedFields): boolean {
    if (!stands || areApart(place, own.place) || (row.currency || null) !== (currency || null)) return false;
    const { known } = this.paired(row, place, isFixed);
    return agree(known, own.known) && isNamed(known, own.known, this.names);
  }

  /** Rows that stand in a file that mostly repeats another one, where that has the same sale with another amount and this one has not. */
  private withOtherAmount(standing: readonly number[], rows: readonly UploadedFields[], decisions: readonly RowDecision[]): number[] {
    const repeated = new Set(decisions.flatMap(({ comment }) => originalIn(comment ?? '') ?? []));
    if (repeated.size < standing.length) return [];
    return standing.filter((index) => {
      const row = rows[index] ?? {};
      const moment = momentOf(row);
      const own = this.ownMember(index, row);
      const near = moment?.minute == null ? null : this.earlier.near({ ...moment, amount: null });
      return near?.some((one) => one.row.amount !== row.amount && !repeated.has(one.id) && this.isNamesake(one, own, row));
    });
  }

  /** Warns of rows that stand, but are also there without a time of day, or with one. */
  private tellThoseOfDay(standing: readonly number[], rows: readonly UploadedFields[], decisions: RowDecision[]): void {
    const found = standing.filter((index) => this.isThereThatDay(rows[index] ?? {}));
    for (const index of found) decisions[index] = doubtful(decisions[index] as RowDecision, mayBeThereThatDay);
    tellOf(found, decisions, maybeThatDay);
  }

  private isThereThatDay(row: UploadedFields): boolean {
    const moment = momentOf(row);
    if (moment === null) return false;
    for (const one of momentsOfDay(row, moment)) {
      const near = this.earlier.near(one);
      if (near !== null && near.length > 0 && this.isAmong(near, row, moment)) return true;
    }
    return false;
  }

  private isAmong(near: readonly EarlierRow[], row: UploadedFields, { minute }: Moment): boolean {
    const named = this.namedIn(near);
    const isSame = (other: EarlierRow) =>
      (other.row.currency || null) === (row.currency || null) &&
      momentOf(other.row)?.minute !== minute &&
      (isDayAlone(row) || isDayAlone(other.row)) &&
      agree(this.identifyingOf(other.row), this.identifyingOf(row));
    return this.namesOf(row).some((name) => named.get(name)?.some(isSame));
  }

  private namedIn(near: readonly EarlierRow[]): Map<string, EarlierRow[]> {
    const known = this.named.get(near);
    if (known) return known;
    const named = new Map<string, EarlierRow[]>();
    this.named.set(near, named);
    for (const one of near) {
      if (!one.stands || areApart(one.place, this.earlier.own.place)) continue;
      for (const name of this.namesOf(one.row)) {
        const ofName = named.get(name) ?? [];
        named.set(name, ofName);
        if (ofName.length < OF_NAME_MAX) ofName.push(one);
      }
    }
    return named;
  }

  private namesOf(row: UploadedFields): string[] {
    return this.identity.names.flatMap((fields) =>
      fields.every((field) => row[field]) ? [JSON.stringify(fields.map((field) => [field, row[field]]))] : [],
    );
  }

  private identifyingOf(row: UploadedFields): (string | null)[] {
    return this.identity.identifying.map((field) => (row[field] as string | null | undefined) || null);
  }

  /** The plainest case, which is that of nearly every row of a file that comes again: one row equals the only one like it that stands. */
  private isRepeated(
    near: readonly EarlierRow[],
    own: readonly number[],
    rows: readonly UploadedFields[],
    hashes: Hashes,
    decisions: RowDecision[],
  ): boolean {
    const index = own[0] as number;
    const [hash, row] = [hashes[index] as number, rows[index] ?? {}];
    const [one, ...others] = near.filter((earlier) => earlier.stands && earlier.hash === hash && this.key.same(earlier.row, row));
    if (own.length > 1 || one === undefined || others.length > 0) return false;
    const { place, seqOf } = this.earlier.own;
    if (near.some((earlier) => areApart(earlier.place, place) || earlier.seq > seqOf(index) || (earlier.isFixed && earlier !== one)))
      return false;
    decisions[index] = duplicateOf(one, { hash, occurrence: 1 });
    return true;
  }

  /** The near rows that have the row's currency and key. */
  private comparable(near: readonly EarlierRow[], { index }: AlikeRow, rows: readonly UploadedFields[]): AlikeRow[] {
    const currency = rows[index]?.currency || null;
    return near
      .filter(({ row, hash }) => (row.currency || null) === currency && hash === this.key.hash(row))
      .map((earlier) => {
        const { seq, id, row, occurrence, place, isFixed } = earlier;
        return { seq, id, earlier, index: -1, occurrence, ...this.paired(row, place, isFixed) };
      });
  }

  private ownMember(index: number, row: UploadedFields): AlikeRow {
    const { place, seqOf, idOf } = this.earlier.own;
    return { seq: seqOf(index), id: idOf(index), earlier: null, index, occurrence: 0, ...this.paired(row, place, false) };
  }

  private paired(row: UploadedFields, place: RowPlace, isFixed: boolean): PairedRow {
    return { place, known: [...this.identifyingOf(row), ...withinMinute(row.transactionDate)], text: this.key.text(row), isFixed };
  }

  /** Returns the duplicates by their index, each with the earlier row that stands. */
  private decideAlike(
    unsorted: readonly AlikeRow[],
    decisions: RowDecision[],
    hashes: Hashes,
    heldApart: AlikeRows,
  ): [number, UploadedFields][] {
    const repeated: [number, UploadedFields][] = [];
    const members = [...unsorted].sort((one, other) => one.seq - other.seq);
    const standing = pairing(members, this.names);
    const sales = new Map<number, AlikeRow[]>();
    for (const [at, member] of members.entries()) valueAt(sales, standing[at] as number, () => []).push(member);
    const unsettled: number[] = [];
    let last = -1;
    for (const [at, member] of members.entries()) {
      const { index, earlier, seq } = member;
      const original = members[standing[at] as number] as AlikeRow;
      if (earlier && !isAsStored(earlier, original)) unsettled.push(seq);
      if (index === -1) continue;
      member.occurrence = freeOccurrence(member, members);
      const duplicateKey = { hash: hashes[index] as number, occurrence: member.occurrence };
      const decision = decisions[index] as RowDecision;
      if (original !== member && original.earlier) repeated.push([index, original.earlier.row]);
      last = index;
      if (original !== member) {
        decisions[index] = duplicateOf({ id: original.id ?? '' }, duplicateKey);
        continue;
      }
      const others = [...sales.values()].filter((sale) => !sale.some(({ place }) => areApart(place, member.place)));
      const isOpen = others.some((sale) => sale.every(({ known }) => agree(known, member.known)));
      decisions[index] = withKey(isOpen ? doubtful(decision, mayBeThere) : decision, duplicateKey);
      heldApart.add(index, member, others);
    }
    if (unsettled.length > 0) decisions[last] = { ...(decisions[last] as RowDecision), unsettled };
    return repeated;
  }
}

/** The rows that are compared, and that are no duplicates. */
function standingIn(decisions: readonly RowDecision[], hashes: Hashes): number[] {
  return decisions.flatMap(({ transactionMatchState }, index) =>
    (hashes[index] ?? null) !== null && transactionMatchState !== 'Skip' ? [index] : [],
  );
}

/** Whether what was decided about an earlier row is what would be decided now. */
function isAsStored({ id, stands, comment }: EarlierRow, original: AlikeRow): boolean {
  return original.id === id ? stands : !stands && comment !== null && comment === duplicateComment(original.id ?? '');
}

/** The first that no equal row of the same file has. */
function freeOccurrence(member: AlikeRow, members: readonly AlikeRow[]): number {
  const taken = new Set<number>();
  for (const one of members) if (one !== member && one.text === member.text && areApart(one.place, member.place)) taken.add(one.occurrence);
  let free = 1;
  while (taken.has(free)) free++;
  return free;
}

function doubtful(decision: RowDecision, reason: string): RowDecision {
  const comment = warningOf([...reasonsIn(decision.comment), reason]);
  return { ...decision, comment, isWarned: true };
}

/** One of the rows says how many they are. */
function tellOf(found: readonly number[], decisions: RowDecision[], message: (rows: number) => string): void {
  const last = found.at(-1) ?? -1;
  const decision = decisions[last];
  if (decision) decisions[last] = { ...decision, errors: [...decision.errors, message(found.length)] };
}

/** More is no noise of floating point. */
const COST_LEAST = 1e-9;

/** Whether it tells what the payment cost, and the other one tells it not, or not the same. */
function costsDiffer(one: UploadedFields, other: UploadedFields): boolean {
  const differ = (value: number | null | undefined, stored: number | null | undefined) =>
    value != null && stored != null && Math.abs(value - stored) > COST_LEAST;
  if (other.fee == null && other.netAmount == null) return one.fee != null || one.netAmount != null;
  return differ(one.fee, other.fee) || differ(one.netAmount, other.netAmount);
}

function withOtherCosts(rows: number): string {
  return `${rows === 1 ? '1 record is' : `${rows} records are`} ${thereWithOtherCosts}`;
}

function maybeOtherwise(rows: number): string {
  return `${rows} rows may be ${thereOtherwise}`;
}

function withAnotherAmount(rows: number): string {
  return `${rows === 1 ? '1 row is' : `${rows} rows are`} ${thereWithOtherAmount}`;
}

function atOtherTimes({ looked, found, shift }: ShiftedTimes): string {
  const size = Math.abs(shift);
  const distance = size === 1 ? '1 minute' : `${size / 60} ${size === 60 ? 'hour' : 'hours'}`;
  return `${found} of ${looked} rows that were looked at are ${distance} ${shift > 0 ? 'later' : 'earlier'} ${thereAtOtherTimes}`;
}

function maybeThatDay(rows: number): string {
  return `${rows === 1 ? '1 row may be a sale that is' : `${rows} rows may be sales that are`} ${thereThatDay}`;
}
