/** From what a run says to what is stored: the differences, in pieces that are each stored as a whole. What ends comes before what begins. */
import type { RowReason } from '../contract/open-reasons.js';
import type { EvidenceMatch } from '../matching/evidence.js';
import { missingText } from '../store/exceptions.js';
import type { MatchBasis, MatchPiece, NewMatch, OpenRow } from '../store/matching.js';
import { type Decided, reasonsOf } from './decided.js';
import { numbering } from './row-ids.js';
import { digestOf, isBooked, type TenantRows } from './tenant-rows.js';

/** Of a piece, at most: so many are written within some tenth of a second. In smaller ones the same pages are written more often. */
const PIECE_ROWS = 5_000;

type Content = Omit<MatchPiece, 'changed' | 'finished'>;
const empty = (): Content => ({ ended: [], begun: [], renamed: [], open: [], closed: [] });

/** What changes of a row or match, with the number of rows that are written for it. */
export type Write =
  | { rows: number; ended: number }
  /** With the numbers of its rows of which it was told why they are open: that ends with it, in one piece. */
  | { rows: number; begun: NewMatch; closed: readonly number[] }
  | { rows: number; renamed: MatchPiece['renamed'][number] }
  | { rows: 1; open: OpenRow }
  | { rows: 1; closed: number };

/** Pieces of at most `pieceRows` rows; a match of more is a piece by itself. */
export function* inPieces(writes: Iterable<Write>, { changed }: MatchBasis, pieceRows = PIECE_ROWS): Generator<MatchPiece> {
  let content = empty();
  let rows = 0;
  for (const write of writes) {
    if (rows > 0 && rows + write.rows > pieceRows) {
      yield { changed, ...content, finished: null };
      content = empty();
      rows = 0;
    }
    rows += write.rows;
    put(write, content);
  }
  if (rows > 0) yield { changed, ...content, finished: null };
}

/** The last one of a run. `rules`: names what matching finds. */
export function lastPiece({ changed, seen }: MatchBasis, rules: string, frontier: number | null): MatchPiece {
  return { changed, ...empty(), finished: { seen, rules, frontier } };
}

function put(write: Write, content: Content): void {
  if ('ended' in write) (content.ended as number[]).push(write.ended);
  else if ('begun' in write) {
    (content.begun as NewMatch[]).push(write.begun);
    for (const row of write.closed) (content.closed as number[]).push(row);
  } else if ('renamed' in write) (content.renamed as (typeof write.renamed)[]).push(write.renamed);
  else if ('open' in write) (content.open as OpenRow[]).push(write.open);
  else (content.closed as number[]).push(write.closed);
}

/** What a slice changes. */
export function* writesOf(tenant: TenantRows, decided: Decided): Generator<Write> {
  const { stored } = tenant;
  for (let place = 0; place < stored.count(); place++)
    if (decided.ends(place)) yield { rows: stored.rowsAt(place), ended: stored.keyAt(place) };
  yield* beginnings(tenant, decided);
  yield* tenant.hasRecords ? openings(tenant, decided) : closings(tenant);
}

function* beginnings(tenant: TenantRows, { matches, placeOf, begins, mayChange }: Decided): Generator<Write> {
  const { stored, openAs } = tenant;
  const numberOf = numbering(tenant);
  for (const match of matches()) {
    const place = placeOf(match);
    if (place !== -1) {
      const before = stored.labelAt(place);
      if (mayChange(place) && (before.rule !== match.rule || before.how !== match.how))
        yield { rows: 1, renamed: { matchKey: stored.keyAt(place), rule: match.rule, how: match.how } };
    } else if (begins(match)) {
      const members = [...match.sales, ...match.records];
      const closed = isBooked(match.kind) ? members.filter((row) => openAs[row] !== 0).map(numberOf) : [];
      yield { rows: members.length, begun: newMatch(tenant, match), closed };
    }
  }
}

function newMatch({ rows }: TenantRows, { kind, rule, how, sales, records }: EvidenceMatch): NewMatch {
  const sum = (some: readonly number[]) => some.reduce((all, row) => all + (rows.units[row] as number), 0);
  const paid = sales.length > 0 ? sales : records;
  const idsOf = (some: readonly number[]) => some.map((row) => rows.id[row] as number);
  return {
    ...{ kind, rule, how },
    sales: idsOf(sales),
    records: idsOf(records),
    salesUnits: sum(sales),
    recordsUnits: sum(records),
    currency: rows.texts.textOf(rows.currency[paid[0] as number] as number),
    day: paid.reduce((oldest, row) => Math.min(oldest, rows.day[row] as number), Infinity),
  };
}

/** Why rows are open, where that is not as it is stored, in the order of their numbers: what is put behind the others takes less time. */
function* openings(tenant: TenantRows, decided: Decided): Generator<Write> {
  const { rows, openAs, incomplete, openElsewhere } = tenant;
  const numberOf = numbering(tenant);
  const some: OpenRow[] = [];
  for (const [row, { reason, involved }] of reasonsOf(tenant, decided)) {
    const open = openRow(numberOf(row), rows.day[row] as number, reason, involved?.map(numberOf) ?? null);
    if (openAs[row] === 0 || digestOfOpen(open) !== openAs[row]) some.push(open);
  }
  for (const number of incomplete) {
    const open = openRow(number, null, { code: 'Incomplete', parameters: {} }, []);
    if (digestOfOpen(open) !== openElsewhere.get(number)) some.push(open);
  }
  for (const open of some.sort((one, other) => one.row - other.row)) yield { rows: 1, open };
}

/** Without any record there is nothing to be said. */
function* closings(tenant: TenantRows): Generator<Write> {
  const { rows, openAs, openElsewhere } = tenant;
  const numberOf = numbering(tenant);
  for (const number of openElsewhere.keys()) yield { rows: 1, closed: number };
  for (let row = 0; row < rows.count; row++) if (openAs[row] !== 0) yield { rows: 1, closed: numberOf(row) };
}

function openRow(row: number, day: number | null, { code, parameters }: RowReason, involved: readonly number[] | null): OpenRow {
  const missing = 'missing' in parameters && parameters.missing ? missingText(parameters.missing) : null;
  return { row, day, reason: code, parameters: JSON.stringify(parameters), missing, involved };
}

function digestOfOpen({ reason, parameters, involved }: OpenRow): number {
  return digestOf({ reason, parameters, involved: involved === null ? null : JSON.stringify(involved) });
}
