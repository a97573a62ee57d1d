/** From what a run says to what is stored: the differences, in pieces that are each stored as a whole. What ends comes before what begins. */
import { decidedBefore } from '../contract/match-settings.js';
import type { RowReason } from '../contract/open-reasons.js';
import type { EvidenceMatch } from '../matching/taken.js';
import { missingText } from '../store/lists/missing-parts.js';
import { type MatchBasis, type MatchPiece, type NewMatch, type OpenRow, rowOfNumber } from '../store/matching.js';
import { type Decided, mayChange, reasonsOf } from './decided.js';
import { isBooked, placesText, type TenantRows, toldText } from './tenant-rows.js';

/** Rows of a piece at most: so many are written within some tenth of a second. In smaller ones the same pages are written more often. */
const PIECE_ROWS = 5_000;

type Content = Omit<MatchPiece, 'changed' | 'finished'>;
const empty = (): Content => ({ ended: [], begun: [], renamed: [], open: [], closed: [] });
const parts = ['ended', 'begun', 'renamed', 'open', 'closed'] as const;

/** A part of a piece that is stored as a whole, with the number of rows that are written for it. */
export type Write = Partial<Content> & { rows: number };

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
    for (const part of parts) for (const one of write[part] ?? []) (content[part] as unknown[]).push(one);
  }
  if (rows > 0) yield { changed, ...content, finished: null };
}

/** The last one of a run. `rules`: names what matching finds. */
export function lastPiece({ changed, seen }: MatchBasis, rules: string, frontier: number | null): MatchPiece {
  return { changed, ...empty(), finished: { seen, rules, frontier } };
}

/** What a slice changes. */
export function* writesOf(tenant: TenantRows, decided: Decided): Generator<Write> {
  for (const { rows, matchKey } of decided.ending) yield { rows, ended: [matchKey] };
  yield* beginnings(tenant, decided);
  yield* tenant.hasRecords ? openings(tenant, decided) : closings(tenant);
}

function* beginnings(tenant: TenantRows, { found }: Decided): Generator<Write> {
  const { rows, told } = tenant;
  for (const match of found) {
    const { standing, rule, how } = match;
    if (standing && mayChange(tenant, standing) && (standing.rule !== rule || standing.how !== how))
      yield { rows: 1, renamed: [{ matchKey: standing.matchKey, rule, how }] };
    if (!match.begins) continue;
    const numbers = [...match.sales, ...match.records].map((row) => rows.id[row] as number);
    // What was told of its rows ends with it, in one piece.
    const closed = isBooked(match.kind) ? numbers.filter((number) => told.has(number)) : [];
    yield { rows: numbers.length, begun: [newMatch(tenant, match)], closed };
  }
}

function newMatch({ rows, before }: TenantRows, { kind, rule, how, sales, records }: EvidenceMatch): NewMatch {
  const sum = (some: readonly number[]) => some.reduce((all, row) => all + (rows.units[row] as number), 0);
  const paid = sales.length > 0 ? sales : records;
  const idsOf = (some: readonly number[]) => some.map((row) => rowOfNumber(rows.id[row] as number).seq);
  return {
    ...{ kind, rule, how },
    ...(rule === decidedBefore ? { decided: before.get(placesText(sales, records))?.decided } : {}),
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
  const { rows, incomplete, told } = tenant;
  const numberOf = (row: number) => rows.id[row] as number;
  const some: OpenRow[] = [];
  const put = (open: OpenRow) => {
    if (told.get(open.row)?.text !== textOf(open)) some.push(open);
  };
  for (const [row, { reason, involved }] of reasonsOf(tenant, decided))
    put(openRow(numberOf(row), rows.day[row] as number, reason, involved?.map(numberOf) ?? null));
  for (const number of incomplete) put(openRow(number, null, { code: 'Incomplete', parameters: {} }, []));
  for (const open of some.sort((one, other) => one.row - other.row)) yield { rows: 1, open: [open] };
}

/** Without any record there is nothing to be said. */
function* closings({ told }: TenantRows): Generator<Write> {
  for (const number of told.keys()) yield { rows: 1, closed: [number] };
}

function openRow(row: number, day: number | null, { code, parameters }: RowReason, involved: readonly number[] | null): OpenRow {
  const missing = 'missing' in parameters && parameters.missing ? missingText(parameters.missing) : null;
  return { row, day, reason: code, parameters: JSON.stringify(parameters), missing, involved };
}

const textOf = ({ reason, parameters, involved }: OpenRow) =>
  toldText({ reason, parameters, involved: involved === null ? null : JSON.stringify(involved) });
