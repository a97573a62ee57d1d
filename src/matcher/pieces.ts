/** From what a run says to what is stored: the differences, in pieces that are each stored as a whole. What ends comes before what begins. */

import type { Side } from '../matching/comparable.js';
import type { Coverage, Due } from '../matching/coverage.js';
import { literalOf } from '../matching/identifier.js';
import type { Ladder, LadderMatch } from '../matching/ladder.js';
import { matchesOf } from '../matching/ladder.js';
import { type Explained, incomplete, type OpenReason, reasonOf, reasonsOf } from '../matching/reasons.js';
import type { KeyColumn, Rows } from '../matching/rows.js';
import type { MatchBasis, MatchKind, MatchPiece, NewMatch, OpenRow } from '../store/matching.js';
import { numbering, type ShownRows } from './shown.js';
import { digestOf, type TenantRows } from './tenant-rows.js';

/** Of a piece, at most: so many are written within some tenth of a second. In smaller ones the same pages are written more often. */
const PIECE_ROWS = 5_000;
/** So many are stored at once where nothing else is: the last ones are waited for. */
const FEW_ROWS = 500;
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

export interface Outcome extends Omit<Explained, 'shown'> {
  tenant: TenantRows;
  ladder: Ladder;
  standing: Standing;
  shown: ShownRows;
}

/** How writes become pieces. */
interface Cut {
  /** Whether nothing is being stored. */
  isIdle?: () => boolean;
  /** Rows of a piece, at most; a match of more is a piece by itself. */
  pieceRows?: number | undefined;
}

/** All pieces; the last one is finished. `rules`: names the rules that work at once. */
export async function* inPieces(
  writes: AsyncIterable<Iterable<Write>> | Iterable<Iterable<Write>>,
  { changed, seen }: MatchBasis,
  rules: string,
  { isIdle = () => false, pieceRows = PIECE_ROWS }: Cut,
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
    if (rows >= FEW_ROWS && isIdle()) yield piece();
  }
  yield { changed, ...content, finished: { seen, rules } };
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

/** What a full run changes, many at once: to wait for each by itself takes longer than to work it out. Fails with RowGone. */
export async function* writesOf(outcome: Outcome): AsyncGenerator<Iterable<Write>> {
  yield endings(outcome);
  yield beginnings(outcome);
  yield* openings(outcome);
}

function* beginnings({ tenant, ladder, standing }: Outcome): Generator<Write> {
  for (const match of matchesOf(tenant.rows, ladder)) {
    const place = standing.placeOf(match);
    if (place === -1) yield { rows: match.sales.length + match.records.length, begun: newMatch(tenant.rows, match) };
    else yield* renaming(tenant, place, match);
  }
}

/** Which stored matches a run says again, of the same rows and kind. */
export interface Standing {
  /** The place of that stored match; -1 for none. */
  placeOf(match: LadderMatch): number;
  isStanding(place: number): boolean;
}

export const kindOf = ({ level, how }: Pick<LadderMatch, 'level' | 'how'>): MatchKind =>
  how === 'Cancel' ? 'Cancellation' : level.rule.outcome === 'Propose' ? 'Proposal' : 'Match';

export function standingOf(tenant: TenantRows, ladder: Ladder): Standing {
  const { stored, storedOf } = tenant;
  const placeOf = (match: LadderMatch) => {
    const members = [...match.sales, ...match.records];
    const place = storedOf[members[0] as number] as number;
    if (place === -1 || stored.rowsAt(place) !== members.length || stored.labelAt(place).kind !== kindOf(match)) return -1;
    return members.every((row) => storedOf[row] === place) ? place : -1;
  };
  const stands = new Uint8Array(stored.count());
  for (const match of matchesOf(tenant.rows, ladder)) {
    const place = placeOf(match);
    if (place !== -1) stands[place] = 1;
  }
  return { placeOf, isStanding: (place) => stands[place] === 1 };
}

function* endings({ tenant: { stored }, standing: { isStanding } }: Outcome): Generator<Write> {
  for (let place = 0; place < stored.count(); place++) {
    if (!isStanding(place) && !stored.labelAt(place).isPinned) yield { rows: stored.rowsAt(place), ended: stored.keyAt(place) };
  }
}

function* renaming({ stored }: TenantRows, place: number, { level, how }: LadderMatch): Generator<Write> {
  const before = stored.labelAt(place);
  if (before.rule === level.rule.name && before.how === how) return;
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

export function newMatch(rows: Rows, match: LadderMatch): NewMatch {
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

/** Why rows are open, where that is not as it is stored; and those that are open no more. */
async function* openings(outcome: Outcome): AsyncGenerator<Iterable<Write>> {
  const { tenant } = outcome;
  const { rows, openAs } = tenant;
  const numberOf = numbering(tenant);
  const isOpen = new Uint8Array(rows.count);
  const opened = function* (reasons: readonly (readonly [row: number, reason: OpenReason])[]): Generator<Write> {
    for (const [row, reason] of reasons) {
      isOpen[row] = 1;
      const open = openRow(numberOf(row), rows.day[row] as number, reason, numberOf);
      if (openAs[row] === 0 || digestOfOpen(open) !== openAs[row]) yield { rows: 1, open };
    }
  };
  if (tenant.hasRecords) for await (const reasons of reasonsWithTexts(outcome)) yield opened(reasons);
  yield openingsElsewhere(tenant, numberOf);
  yield closings(tenant, isOpen, numberOf);
}

/** Of rows that cannot be compared, or are not there any more. */
function* openingsElsewhere(
  { hasRecords, incomplete: some, openElsewhere }: TenantRows,
  numberOf: (row: number) => number,
): Generator<Write> {
  const incompletes = new Set(hasRecords ? some : []);
  for (const number of incompletes) {
    const open = openRow(number, null, incomplete, numberOf);
    if (digestOfOpen(open) !== openElsewhere.get(number)) yield { rows: 1, open };
  }
  for (const number of openElsewhere.keys()) if (!incompletes.has(number)) yield { rows: 1, closed: number };
}

function* closings({ rows, openAs }: TenantRows, isOpen: Uint8Array, numberOf: (row: number) => number): Generator<Write> {
  for (let row = 0; row < rows.count; row++) if (openAs[row] !== 0 && isOpen[row] === 0) yield { rows: 1, closed: numberOf(row) };
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
  for (const [row, reason] of reasonsOf(outcome, outcome.ladder, inOrder(outcome.tenant))) {
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
