/** From what a run says to what is stored: the differences, in pieces that are each stored as a whole. What ends comes before what begins. */

import type { Side } from '../matching/comparable.js';
import type { Coverage, Due } from '../matching/coverage.js';
import { literalOf } from '../matching/identifier.js';
import { type LadderMatch, matchesOf } from '../matching/ladder.js';
import { type Explained, incomplete, type OpenReason, reasonOf, reasonsOf } from '../matching/reasons.js';
import type { KeyColumn, Rows } from '../matching/rows.js';
import type { MatchBasis, MatchPiece, NewMatch, OpenRow } from '../store/matching.js';
import { type Decided, kindOf } from './decided.js';
import { isIn } from './period.js';
import { numbering, type ShownRows } from './shown.js';
import { digestOf, isBooked, type TenantRows } from './tenant-rows.js';

/** Of a piece, at most: so many are written within some tenth of a second. In smaller ones the same pages are written more often. */
const PIECE_ROWS = 5_000;
/** Of sentences that are said again once the texts that they name have been read. */
const SENTENCES = 500;

type Content = Omit<MatchPiece, 'changed' | 'finished'>;
const empty = (): Content => ({ ended: [], begun: [], renamed: [], open: [], closed: [] });

/** What changes of a row or match, with the number of rows that are written for it. */
export type Write =
  | { rows: number; ended: number }
  /** With the numbers of its rows of which it was told why they are open: that ends with it, in one piece. */
  | { rows: number; begun: NewMatch; closed?: readonly number[] }
  | { rows: number; renamed: MatchPiece['renamed'][number] }
  | { rows: 1; open: OpenRow }
  | { rows: 1; closed: number };

export interface Outcome extends Omit<Explained, 'shown'>, Decided {
  tenant: TenantRows;
  shown: ShownRows;
}

/** Pieces of at most `pieceRows` rows; a match of more is a piece by itself. */
export async function* inPieces(
  writes: AsyncIterable<Iterable<Write>>,
  { changed }: MatchBasis,
  pieceRows = PIECE_ROWS,
): AsyncGenerator<MatchPiece> {
  let content = empty();
  let rows = 0;
  const piece = (): MatchPiece => {
    const filled = { changed, ...content, finished: null };
    content = empty();
    rows = 0;
    return filled;
  };
  for await (const some of writes) {
    for (const write of some) {
      if (rows > 0 && rows + write.rows > pieceRows) yield piece();
      rows += write.rows;
      put(write, content);
    }
  }
  if (rows > 0) yield piece();
}

/** The last one of a run. `rules`: names the rules that work at once. */
export function lastPiece({ changed, seen }: MatchBasis, rules: string, frontier: number | null): MatchPiece {
  return { changed, ...empty(), finished: { seen, rules, frontier } };
}

function put(write: Write, content: Content): void {
  if ('ended' in write) (content.ended as number[]).push(write.ended);
  else if ('begun' in write) {
    (content.begun as NewMatch[]).push(write.begun);
    for (const row of write.closed ?? []) (content.closed as number[]).push(row);
  } else if ('renamed' in write) (content.renamed as (typeof write.renamed)[]).push(write.renamed);
  else if ('open' in write) (content.open as OpenRow[]).push(write.open);
  else (content.closed as number[]).push(write.closed);
}

/** What a slice changes, many at once: to wait for each by itself takes longer than to work it out. Fails with RowGone. */
export async function* writesOf(outcome: Outcome): AsyncGenerator<Iterable<Write>> {
  yield endings(outcome);
  yield beginnings(outcome);
  yield* openings(outcome);
}

function* endings({ tenant: { stored }, ends }: Outcome): Generator<Write> {
  for (let place = 0; place < stored.count(); place++) if (ends(place)) yield { rows: stored.rowsAt(place), ended: stored.keyAt(place) };
}

function* beginnings(outcome: Outcome): Generator<Write> {
  const { tenant, ladder, placeOf, begins } = outcome;
  const numberOf = numbering(tenant);
  for (const match of matchesOf(tenant.rows, ladder)) {
    const place = placeOf(match);
    if (place !== -1) yield* renaming(outcome, place, match);
    else if (begins(match)) {
      const members = [...match.sales, ...match.records];
      const closed = isBooked(kindOf(match)) ? members.filter((row) => tenant.openAs[row] !== 0).map(numberOf) : [];
      yield { rows: members.length, begun: newMatch(tenant.rows, match), closed };
    }
  }
}

function* renaming({ tenant: { stored }, mayChange }: Outcome, place: number, { level, how }: LadderMatch): Generator<Write> {
  const before = stored.labelAt(place);
  if (!mayChange(place) || (before.rule === level.rule.name && before.how === how)) return;
  yield { rows: 1, renamed: { matchKey: stored.keyAt(place), rule: level.rule.name, how } };
}

const currencies = new Map<number, string>();

/** Each currency is written out once. */
function currencyOf(code: number): string {
  let known = currencies.get(code);
  if (known === undefined) {
    known = literalOf(code) ?? '';
    currencies.set(code, known);
  }
  return known;
}

function newMatch(rows: Rows, match: LadderMatch): NewMatch {
  const { level, how, sales, records } = match;
  const sum = (some: readonly number[]) => some.reduce((all, row) => all + (rows.units[row] as number), 0);
  const first = (sales[0] ?? records[0]) as number;
  const idsOf = (some: readonly number[]) => some.map((row) => rows.id[row] as number);
  return {
    kind: kindOf(match),
    rule: level.rule.name,
    how,
    sales: idsOf(sales),
    records: idsOf(records),
    salesUnits: sum(sales),
    recordsUnits: sum(records),
    currency: currencyOf(rows.currency[first] as number),
    day: rows.day[first] as number,
  };
}

/** Why rows are open, where that is not as it is stored. */
async function* openings(outcome: Outcome): AsyncGenerator<Iterable<Write>> {
  const { tenant } = outcome;
  const { rows, openAs, hasRecords } = tenant;
  const numberOf = numbering(tenant);
  const opened = function* (reasons: readonly (readonly [row: number, reason: OpenReason])[]): Generator<Write> {
    for (const [row, reason] of reasons) {
      const open = openRow(numberOf(row), rows.day[row] as number, reason, numberOf);
      if (openAs[row] === 0 || digestOfOpen(open) !== openAs[row]) yield { rows: 1, open };
    }
  };
  if (!hasRecords) {
    yield closings(tenant, numberOf);
    return;
  }
  for await (const reasons of reasonsWithTexts(outcome)) yield opened(reasons);
  yield openingsElsewhere(tenant, numberOf);
}

/** Of rows that cannot be compared. */
function* openingsElsewhere({ incomplete: some, openElsewhere }: TenantRows, numberOf: (row: number) => number): Generator<Write> {
  for (const number of some) {
    const open = openRow(number, null, incomplete, numberOf);
    if (digestOfOpen(open) !== openElsewhere.get(number)) yield { rows: 1, open };
  }
}

/** Without any record there is nothing to be said. */
function* closings({ rows, openAs, openElsewhere }: TenantRows, numberOf: (row: number) => number): Generator<Write> {
  for (const number of openElsewhere.keys()) yield { rows: 1, closed: number };
  for (let row = 0; row < rows.count; row++) if (openAs[row] !== 0) yield { rows: 1, closed: numberOf(row) };
}

/**
 * Whether it is to be said why a row is open: of the days about which the slice decides. Of older ones what was said stays, because rows that it
 * speaks of may not be read any more; but for those that wait, of which nothing is said yet, or whose match ends.
 */
export function isTold({ tenant, ends }: Pick<Outcome, 'tenant' | 'ends'>, row: number): boolean {
  const { slice, dayOf, storedOf, openAs, reasonAt, reasons } = tenant;
  const [day, place] = [dayOf[row] as number, storedOf[row] as number];
  if (place !== -1) return ends(place);
  if (isIn(slice.decided, day)) return true;
  return day < slice.decided.from && (openAs[row] === 0 || reasons[reasonAt[row] as number] === 'Waiting');
}

export function dueIn({ side, day, keys }: Rows, coverage: Coverage): (row: number) => Due {
  const { terminalId, locationId, brand, acquirerId } = keys;
  const code = (column: KeyColumn, row: number) => column[row] as number;
  return (row) =>
    coverage.due({
      side: side[row] as Side,
      day: day[row] as number,
      keys: {
        terminalId: code(terminalId, row),
        locationId: code(locationId, row),
        brand: code(brand, row),
        acquirerId: code(acquirerId, row),
      },
    });
}

export function openRow(
  row: number,
  day: number | null,
  { code, sentence, involved }: OpenReason,
  numberOf: (row: number) => number,
): OpenRow {
  return { row, day, reason: code, sentence, involved: involved?.map(numberOf) ?? null };
}

export function digestOfOpen({ reason, sentence, involved }: OpenRow): number {
  return digestOf({ reason, sentence, involved: textOfInvolved(involved) });
}

/** As it is stored. */
export const textOfInvolved = (involved: OpenRow['involved']) => (involved === null ? null : JSON.stringify(involved));

/** All places in the order of the rows' numbers, in which reasons are stored: what is put behind the others takes less time. */
function* inOrder({ rows: { id, count }, sales }: TenantRows): Generator<number> {
  let record = sales;
  for (let sale = 0; sale < sales; sale++) {
    while (record < count && (id[record] as number) < (id[sale] as number)) yield record++;
    yield sale;
  }
  while (record < count) yield record++;
}

/** The reasons, some at a time; those whose sentences name what a file says, said again once that is read. */
async function* reasonsWithTexts(outcome: Outcome): AsyncGenerator<[row: number, reason: OpenReason][]> {
  const { shown } = outcome;
  let said: [row: number, reason: OpenReason][] = [];
  let again: number[] = [];
  const saidAgain = async () => {
    await shown.read();
    const reasons = again.map((row): [number, OpenReason] => [row, reasonOf(outcome, row)]);
    shown.forget();
    again = [];
    return reasons;
  };
  let misses = shown.misses();
  for (const [row, reason] of toldReasons(outcome)) {
    if (shown.misses() > misses) again.push(row);
    else said.push([row, reason]);
    misses = shown.misses();
    if (again.length >= SENTENCES) yield await saidAgain();
    if (said.length < SENTENCES) continue;
    yield said;
    said = [];
  }
  yield said;
  yield await saidAgain();
}

/** Of rows in proposals, and of those that are in nothing. */
export function* toldReasons(outcome: Omit<Outcome, 'shown'> & Explained): Generator<[row: number, reason: OpenReason]> {
  const { tenant, ladder, isNew, isMade } = outcome;
  const told = function* () {
    for (const row of inOrder(tenant)) if (ladder.matchOf[row] === -1 && isTold(outcome, row)) yield row;
  };
  for (const [row, reason] of reasonsOf(outcome, ladder, told())) {
    const match = ladder.matchOf[row] as number;
    if (match === -1 || isNew[match] === 1 || (isMade[match] === 1 && isIn(tenant.slice.decided, tenant.dayOf[row] as number)))
      yield [row, reason];
  }
}
