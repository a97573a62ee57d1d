/** What decisions write. All of it must run in the transaction of a change. */
import { takesBack, unitsOf } from '../../contract/comparable-amount.js';
import { type UploadKind, uploadKinds } from '../../contract/states.js';
import type { Reach } from '../access/scope.js';
import { matchStateCodes } from '../codes.js';
import { begunBecause, byMatching, codesIn, stateIn } from '../match-rows.js';
import { type MatchDecided, type NewMatch, rowNumber, rowOfNumber, seqsOf } from '../matching.js';
import { port } from '../port.js';
import { type DecidedMatch, sidesOf } from '../rows/decided-matches.js';
import { appendChanges, type NotedChange } from '../rows/history.js';
import { beginMatches, closeRows, endAnyMatches } from '../rows/matches.js';
import { numbersIn } from '../rows/waiting-matches.js';
import { among, anyTenant, notIndexed } from '../sql/dialect.js';
import { tableOf } from '../sql/tables.js';
import { arrays, run, runEach, type Sql, sql, text, type Work } from '../sql/work.js';
import { dayOfRecord, dayOfSale } from '../stored-row.js';
import { type DecidedRow, DecisionRefusal } from './rows.js';

/** In whose name, and by which decision. */
export interface Deciding extends Reach {
  at: Date;
  by: string;
  decisionKey: number;
  isDryRun: boolean;
  /** Numbers of rows that are to be matched again. */
  touched: Set<number>;
}

/** The decision that keeps them apart comes last. */
export type KeptApart = readonly [sale: number, record: number, decisionKey: number];
export type Claim = readonly [number: number, remindOn: string, decisionKey: number];

export interface Restores {
  matches?: readonly NewMatch[];
  lifted?: readonly KeptApart[];
  claims?: readonly Claim[];
}

const { Unmatched, Match, Skip } = matchStateCodes;

const unitsOfRow = ({ kind, fields }: DecidedRow): number | null => {
  const units = unitsOf(fields.amount);
  const isBack = kind === 'Sales' ? fields.transactionTypes?.some(takesBack) : fields.type === 'Refund' || fields.type === 'Reversal';
  return units !== null && units > 0 && isBack ? -units : units;
};

const dayOfRow = ({ kind, fields }: DecidedRow) => (kind === 'Sales' ? dayOfSale(fields) : dayOfRecord(fields));

/** In units of 10⁻⁴. */
export const sumOf = (rows: readonly DecidedRow[]) => rows.reduce((sum, row) => sum + (unitsOfRow(row) ?? 0), 0);

/** One row that is set aside may lack what a match needs. Refused as `incomplete` or `currencies`. */
export function newMatchOf(rows: readonly DecidedRow[], decided: MatchDecided, kind: 'Match' | 'SetAside' = 'Match'): NewMatch {
  const side = (of: UploadKind) => rows.filter((row) => row.kind === of);
  const [sales, records] = [side('Sales'), side('Settlement')];
  if (kind === 'Match') {
    const lacks = rows.some((row) => unitsOfRow(row) === null || !row.fields.currency || dayOfRow(row) === null);
    if (lacks) throw new DecisionRefusal('incomplete', 'One of the rows has no amount, no currency or no date that can be compared.');
    for (const some of [sales, records]) {
      if (new Set(some.map(({ fields }) => fields.currency)).size > 1)
        throw new DecisionRefusal('currencies', 'Rows of one side have several currencies, which cannot be added up.');
    }
  }
  const paid = sales.length > 0 ? sales : records;
  return {
    ...{ kind, rule: null, how: 'Hand', decided },
    sales: sales.map(({ seq }) => seq).sort(rising),
    records: records.map(({ seq }) => seq).sort(rising),
    salesUnits: sumOf(sales),
    recordsUnits: sumOf(records),
    currency: paid[0]?.fields.currency ?? null,
    day: Math.min(...paid.map((row) => dayOfRow(row) ?? 0)),
  };
}

const rising = (one: number, other: number) => one - other;

/** Each sale with each record. */
export function pairsOf(match: DecidedMatch): [sale: number, record: number][] {
  const { sales, records } = sidesOf(match);
  return sales.flatMap((sale) => records.map((record) => [sale, record] as [number, number]));
}

/** Ends matches, of whomever; their rows are to be matched again. */
export function* endDecided(on: Deciding, matches: readonly DecidedMatch[], reason: string): Work<void> {
  const { tenantKey, at, by } = on;
  const numbers = matches.flatMap((match) => match.numbers);
  yield* endAnyMatches(
    { tenantKey, at: at.toISOString(), reason, by },
    matches.map(({ matchKey }) => matchKey),
  );
  yield* closeRows(tenantKey, numbers);
  touch(on, numbers);
}

/** Their rows must be open. */
export function* beginDecided(on: Deciding, matches: readonly NewMatch[], rows: readonly DecidedRow[], reason: string): Work<void> {
  if (matches.length === 0) return;
  const { tenantKey, at } = on;
  yield* beginMatches(tenantKey, matches, at);
  const stateOf = new Map<number, number>();
  for (const { kind, sales, records } of matches) {
    for (const number of numbersIn({ sales, records })) stateOf.set(number, stateIn[kind] ?? Unmatched);
  }
  const numbers = rows.map(({ number }) => number);
  yield* closeRows(tenantKey, numbers);
  yield* noteChanges(
    on,
    rows.map(({ number, uploadKey }) => ({ number, uploadKey, reason, from: Unmatched, to: stateOf.get(number) ?? Unmatched })),
  );
  touch(on, numbers);
}

/** A suggestion to set a row aside, as it was before its file was corrected. */
export const isOfOneSide = ({ kind, sales, records }: Pick<DecidedMatch, 'kind' | 'sales' | 'records'>) =>
  kind === 'Proposal' && (sales === 0 || records === 0);

/** Proposals become matches, or set their row aside, and no rule touches any of them. */
export function* approve(on: Deciding, matches: readonly DecidedMatch[], note: string | null): Work<void> {
  const { tenantKey, at, by, decisionKey } = on;
  const { noteMatchState } = yield* port();
  const tenant = anyTenant(tenantKey);
  const isOne = among(matches.map(({ matchKey }) => matchKey));
  yield* run(
    sql`UPDATE match ${notIndexed} SET matched_at = CASE WHEN kind = 'Proposal' THEN ${at.toISOString()} ELSE matched_at END,
        kind = CASE WHEN sales > 0 AND records > 0 THEN 'Match' ELSE 'SetAside' END,
        pinned = true, decided_by = ${by}, note = coalesce(${note}, note), decision_key = ${decisionKey}
      WHERE tenant_key = ${tenant} AND match_key ${isOne}`,
  );
  const matchOf = new Map(matches.flatMap((match) => match.numbers.map((number) => [number, match] as const)));
  const changes: RowChange[] = [];
  for (const kind of uploadKinds) {
    const seqs = seqsOf(kind, matchOf.keys());
    if (seqs.length === 0) continue;
    const toAside = new Set(seqs.filter((seq) => isOfOneSide(matchOf.get(rowNumber(kind, seq)) as DecidedMatch)));
    for (const state of [Match, Skip]) {
      const some = seqs.filter((seq) => toAside.has(seq) === (state === Skip));
      if (some.length === 0) continue;
      const entered = yield* arrays<[seq: number, uploadKey: number]>(
        sql`UPDATE ${tableOf[kind]} ${notIndexed} SET match_state = ${text(String(state))}
          WHERE tenant_key = ${tenant} AND seq ${among(some)} AND match_key ${isOne} RETURNING seq, upload_key`,
      );
      if (entered.length !== some.length) throw new Error('A row of a match that is approved is not in it.');
      if (kind === 'Sales') yield* noteMatchState(tenantKey, state, some);
      for (const [seq, uploadKey] of entered) {
        const number = rowNumber(kind, seq);
        const match = matchOf.get(number) as DecidedMatch;
        const isProposal = match.kind === 'Proposal';
        if (!isProposal)
          changes.push({ number, uploadKey, reason: begunBecause(match), from: Unmatched, to: Match, at: match.matchedAt, by: byMatching });
        const reason = state === Skip ? `Set aside: ${note ?? match.note}` : 'Approved by hand';
        changes.push({ number, uploadKey, reason, from: isProposal ? Unmatched : Match, to: state });
      }
    }
  }
  yield* noteChanges(on, changes);
  yield* closeRows(tenantKey, [...matchOf.keys()]);
  touch(on, [...matchOf.keys()]);
}

/** Rows that are to be matched again. */
export function touch({ touched }: Deciding, numbers: Iterable<number>): void {
  for (const number of numbers) touched.add(number);
}

interface RowChange {
  number: number;
  uploadKey: number;
  reason: string;
  /** Match states, as codes. */
  from: number;
  to: number;
  /** When and by whom, where it was not by this decision. */
  at?: string;
  by?: string;
}

function noteChanges(on: Deciding, changes: readonly RowChange[]): Work<void> {
  const noted = changes.map(({ number, uploadKey, reason, from, to, at = on.at.toISOString(), by = on.by }): NotedChange => {
    return { at, by, reason, uploadKey, row: { seq: rowOfNumber(number).seq, from: codesIn(from), to: codesIn(to) } };
  });
  return appendChanges(on.tenantKey, noted);
}

/** A text in the history of rows, which stay as they are. */
export function* noteOnRows({ tenantKey, at, by }: Deciding, rows: readonly DecidedRow[], reason: string): Work<void> {
  yield* appendChanges(
    tenantKey,
    rows.map(({ seq, uploadKey, state, matchState }) => {
      const codes = { transactionState: state, transactionMatchState: matchState };
      return { at: at.toISOString(), by, reason, uploadKey, row: { seq, from: codes, to: codes } };
    }),
  );
}

/** Pairs of the match that people keep apart. */
export function* pairsAmong({ tenantKey }: Deciding, { sales, records }: NewMatch): Work<KeptApart[]> {
  return yield* arrays<[number, number, number]>(
    sql`SELECT sale_seq, record_seq, decision_key FROM match_forbidden
      WHERE tenant_key = ${anyTenant(tenantKey)} AND sale_seq ${among(sales)} AND record_seq ${among(records)} ORDER BY sale_seq, record_seq`,
  );
}

export function* forbid({ tenantKey, decisionKey }: Deciding, pairs: readonly (readonly [number, number])[]): Work<void> {
  yield* runEach(
    { sale_seq: 'bigint', record_seq: 'bigint' },
    pairs.map((pair) => [...pair]),
    ({ value, from }) => sql`INSERT INTO match_forbidden (tenant_key, sale_seq, record_seq, decision_key)
      SELECT ${tenantKey}, ${value.sale_seq}, ${value.record_seq}, ${decisionKey} ${from} WHERE true
      ON CONFLICT (tenant_key, sale_seq, record_seq) DO NOTHING`,
  );
}

/** Lets rules bring these sales and records together again. */
export function* lift({ tenantKey }: Deciding, { sales, records }: NewMatch): Work<void> {
  yield* run(
    sql`DELETE FROM match_forbidden
      WHERE tenant_key = ${anyTenant(tenantKey)} AND sale_seq ${among(sales)} AND record_seq ${among(records)}`,
  );
}

/** The claims that the rows have. */
export function* claimsOf({ tenantKey }: Reach, numbers: readonly number[]): Work<Claim[]> {
  return yield* arrays<[number, string, number]>(
    sql`SELECT number, remind_on, decision_key FROM match_claim
      WHERE tenant_key = ${anyTenant(tenantKey)} AND number ${among(numbers)} ORDER BY number`,
  );
}

export function* claim({ tenantKey, decisionKey }: Deciding, numbers: readonly number[], remindOn: string): Work<void> {
  yield* runEach(
    { number: 'bigint' },
    numbers.map((number) => [number]),
    ({ value, from }) => sql`INSERT INTO match_claim (tenant_key, number, remind_on, decision_key)
      SELECT ${tenantKey}, ${value.number}, ${remindOn}, ${decisionKey} ${from} WHERE true
      ON CONFLICT (tenant_key, number) DO UPDATE SET remind_on = excluded.remind_on, decision_key = excluded.decision_key`,
  );
}

/** Takes back the pairs and claims of a decision, and notes that it is undone. */
export function* takeBack(on: Deciding, undone: number): Work<void> {
  const { tenantKey, decisionKey } = on;
  const tenant = anyTenant(tenantKey);
  yield* run(sql`DELETE FROM match_forbidden WHERE tenant_key = ${tenant} AND decision_key = ${undone}`);
  yield* run(sql`DELETE FROM match_claim WHERE tenant_key = ${tenant} AND decision_key = ${undone}`);
  yield* run(
    sql`UPDATE match_decision SET undone_by = ${decisionKey}, waiting = NULL WHERE tenant_key = ${tenant} AND decision_key = ${undone}`,
  );
}

/** Pairs and claims come back that a decision took away, unless theirs is undone, too. */
export function* restore({ tenantKey }: Deciding, { lifted = [], claims = [] }: Restores): Work<void> {
  const stands = (key: Sql) => sql`EXISTS (SELECT 1 FROM match_decision AS made
    WHERE made.tenant_key = ${anyTenant(tenantKey)} AND made.decision_key = ${key} AND made.undone_by IS NULL)`;
  yield* runEach(
    { sale_seq: 'bigint', record_seq: 'bigint', decision_key: 'bigint' },
    lifted.map((pair) => [...pair]),
    ({ value, from }) => sql`INSERT INTO match_forbidden (tenant_key, sale_seq, record_seq, decision_key)
      SELECT ${tenantKey}, ${value.sale_seq}, ${value.record_seq}, ${value.decision_key} ${from} WHERE ${stands(value.decision_key)}
      ON CONFLICT (tenant_key, sale_seq, record_seq) DO NOTHING`,
  );
  yield* runEach(
    { number: 'bigint', remind_on: 'text', decision_key: 'bigint' },
    claims.map((one) => [...one]),
    ({ value, from }) => sql`INSERT INTO match_claim (tenant_key, number, remind_on, decision_key)
      SELECT ${tenantKey}, ${value.number}, ${value.remind_on}, ${value.decision_key} ${from} WHERE ${stands(value.decision_key)}
      ON CONFLICT (tenant_key, number) DO NOTHING`,
  );
}
