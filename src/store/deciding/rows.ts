/** The rows and matches that a decision is about, and what stands in its way. */
import type { RefusalCode } from '../../contract/decisions.js';
import type { SettlementRecordUpload } from '../../contract/settlement.js';
import { type UploadKind, uploadKinds } from '../../contract/states.js';
import type { TransactionUpload } from '../../contract/transaction.js';
import { andRowWithin, type Reach } from '../access/scope.js';
import { matchStateCodes, stateCodes } from '../codes.js';
import { idText } from '../ids.js';
import { idsOf } from '../lists/match-told.js';
import { isRowWithId } from '../lists/row-by-id.js';
import { recordOfValues, saleOfValues } from '../match-fields.js';
import { asideKey } from '../match-rows.js';
import { rowNumber, seqsOf } from '../matching.js';
import { type DecidedMatch, matchesWhere, matchesWithKeys } from '../rows/decided-matches.js';
import { comparedColumns } from '../rows/matchable.js';
import { among, anyTenant, notIndexed } from '../sql/dialect.js';
import { tableOf } from '../sql/tables.js';
import { arrays, type Sql, sql, type Work } from '../sql/work.js';

/** Ends a decision before it has changed anything. */
export class DecisionRefusal extends Error {
  constructor(
    readonly code: RefusalCode,
    readonly detail: string,
  ) {
    super(detail);
  }
}

interface PlaceOfRow {
  number: number;
  seq: number;
  uploadKey: number;
  state: number;
  matchState: number;
  matchKey: number | null;
}
export type DecidedRow = PlaceOfRow &
  ({ kind: 'Sales'; fields: TransactionUpload } | { kind: 'Settlement'; fields: SettlementRecordUpload });

const PLACE_COLUMNS = 5;

function* rowsWhere(kind: UploadKind, condition: Sql): Work<DecidedRow[]> {
  const found = yield* arrays<[number, number, number, number, number | null, ...unknown[]]>(
    sql`SELECT sale.seq, sale.upload_key, sale.state, sale.match_state, sale.match_key, ${comparedColumns[kind]}
      FROM ${tableOf[kind]} AS sale ${notIndexed} WHERE ${condition}`,
  );
  return found.map((values) => {
    const [seq, uploadKey, state, matchState, matchKey] = values;
    const place = { number: rowNumber(kind, seq), seq, uploadKey, state, matchState, matchKey };
    return kind === 'Sales'
      ? { ...place, kind, fields: saleOfValues(values, PLACE_COLUMNS) }
      : { ...place, kind, fields: recordOfValues(values, PLACE_COLUMNS) };
  });
}

const words = { Sales: 'sale', Settlement: 'record' } as const;

/** The rows with these ids, each once. Refused as `notFound` where one is not within reach, or not there. */
export function* rowsWithIds(reach: Reach, kind: UploadKind, ids: readonly string[]): Work<DecidedRow[]> {
  const rows: DecidedRow[] = [];
  for (const id of new Set(ids.map((one) => one.toLowerCase()))) {
    const [row] = yield* rowsWhere(kind, isRowWithId(reach, kind, id));
    if (!row) throw new DecisionRefusal('notFound', `There is no ${words[kind]} ${id}.`);
    rows.push(row);
  }
  return rows;
}

/** The row of either kind with this id; null where there is none within reach. */
export function* rowWithId(reach: Reach, id: string): Work<DecidedRow | null> {
  for (const kind of uploadKinds) {
    const [row] = yield* rowsWhere(kind, isRowWithId(reach, kind, id));
    if (row) return row;
  }
  return null;
}

/** The rows with these numbers that are there and within reach. */
export function* rowsWithNumbers(reach: Reach, numbers: readonly number[]): Work<DecidedRow[]> {
  const rows: DecidedRow[] = [];
  for (const kind of uploadKinds) {
    const seqs = seqsOf(kind, numbers);
    if (seqs.length === 0) continue;
    const within = andRowWithin(reach);
    rows.push(...(yield* rowsWhere(kind, sql`sale.tenant_key = ${anyTenant(reach.tenantKey)} AND sale.seq ${among(seqs)}${within}`)));
  }
  return rows;
}

/** The match with this id. Refused as `notFound` where it is not there, or one of its rows is not within reach. */
export function* matchWithId(reach: Reach, id: string): Work<DecidedMatch> {
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex');
  const [match] = yield* matchesWhere(reach.tenantKey, sql`AND match.id = ${bytes}`);
  if (!match || !(yield* areWithin(reach, match.numbers))) {
    throw new DecisionRefusal('notFound', `There is no match or proposal ${id.toLowerCase()} (any more).`);
  }
  return match;
}

/** The matches that the rows are in. */
export function matchesOfRows({ tenantKey }: Reach, rows: readonly DecidedRow[]): Work<DecidedMatch[]> {
  return matchesWithKeys(
    tenantKey,
    rows.map(({ matchKey }) => matchKey),
  );
}

/** Whether all of the rows are there and within reach. */
export function* areWithin(reach: Reach, numbers: readonly number[]): Work<boolean> {
  return reach.limit === null || (yield* idsOf(reach, numbers)).size === new Set(numbers).size;
}

/** The row in a refusal. */
function* named(reach: Reach, row: DecidedRow): Work<string> {
  const word = row.kind === 'Sales' ? 'Sale' : 'Record';
  return `${word} ${(yield* idsOf(reach, [row.number])).get(row.number) ?? ''}`;
}

/** What a decision takes beside rows that are open. */
export interface AlsoTaken {
  /** Rows that a rule matched: their match ends. */
  isMatched?: boolean;
  /** Rows that are not for matching, such as fees and chargebacks. */
  isNotForMatching?: boolean;
}

/** The matches by rules that the rows are in, proposals among them. Refused where a row is neither open nor taken. */
export function* mustBeFree(reach: Reach, rows: readonly DecidedRow[], taken: AlsoTaken): Work<DecidedMatch[]> {
  const matches = yield* matchesOfRows(reach, rows);
  const ofKey = new Map(matches.map((match) => [match.matchKey, match]));
  for (const row of rows) {
    const why = whyNot(row, ofKey.get(row.matchKey ?? asideKey), taken);
    if (why) throw new DecisionRefusal(why[0], `${yield* named(reach, row)} ${why[1]}.`);
    // Ending it would open rows again that the user may not see.
    const match = ofKey.get(row.matchKey ?? asideKey);
    if (match?.kind === 'Match' && !(yield* areWithin(reach, match.numbers)))
      throw new DecisionRefusal('matched', `${yield* named(reach, row)} is in a match with rows that you may not see.`);
  }
  return matches;
}

const { Unmatched, NotApplicable, Skip } = matchStateCodes;

function whyNot({ state, matchState, kind }: DecidedRow, match: DecidedMatch | undefined, taken: AlsoTaken): [RefusalCode, string] | null {
  if (state !== stateCodes.Processed) return ['notImported', 'was not imported'];
  if (match) return whyNotOf(match, taken);
  if (matchState === Unmatched || (matchState === NotApplicable && taken.isNotForMatching)) return null;
  if (matchState === Skip) return ['duplicate', 'is a duplicate'];
  if (matchState !== NotApplicable) return ['matched', 'was matched by another system'];
  return [
    'notForMatching',
    kind === 'Sales' ? 'is not for matching: it was not paid by card' : 'is not for matching: a payout explains it',
  ];
}

function whyNotOf({ kind, pinned, id, decidedBy }: DecidedMatch, { isMatched }: AlsoTaken): [RefusalCode, string] | null {
  if (kind === 'SetAside') return ['setAside', `was set aside by ${decidedBy}`];
  if (pinned) return ['pinned', `is in match ${idText(id)}, which ${decidedBy} made or approved: unlink that first`];
  if (kind === 'Cancellation') return ['cancelled', 'is cancelled by another row'];
  if (kind === 'Match' && !isMatched) return ['matched', `is in match ${idText(id)}: unlink that first`];
  return null;
}
