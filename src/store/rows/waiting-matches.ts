/**
 * What people decided about rows of an upload that was undone: it waits with its decision, and comes back with the upload. Matches that ended, and rows
 * that were noted or claimed.
 */
import { uploadKinds } from '../../contract/states.js';
import { matchStateCodes, stateCodes } from '../codes.js';
import { codesIn, stateIn } from '../match-rows.js';
import { type NewMatch, rowNumber, rowOfNumber, seqsOf } from '../matching.js';
import type { UploadsRows } from '../port.js';
import { among, anyTenant, indexedBy, notIndexed } from '../sql/dialect.js';
import { tableOf } from '../sql/tables.js';
import { all, arrays, runEach, sql, text, type Work } from '../sql/work.js';
import { type DecidedMatch, matchesWithKeys, sidesOf, snapshotOf } from './decided-matches.js';
import { appendChanges } from './history.js';
import { endMatchesOfRows, forgetReasons } from './match-outcome.js';
import { noteDaysOf } from './match-progress.js';
import { beginMatches, type Ending } from './matches.js';
import { standingFor } from './standing-rows.js';

/** A row that was noted or claimed. */
export interface SaidRow extends Pick<NewMatch, 'sales' | 'records'> {
  kind: (typeof sayings)[number];
}
const sayings = ['Note', 'Claim'] as const;

type WaitingPart = NewMatch | SaidRow;
export const isSaid = (one: WaitingPart): one is SaidRow => (sayings as readonly string[]).includes(one.kind);

/** By the keys of their decisions. */
export type WaitingOf = Map<number, readonly WaitingPart[]>;

/** What waits of the tenant, that of the newest decision first. */
export function* allWaiting(tenantKey: number): Work<WaitingOf> {
  const found = yield* all<{ decisionKey: number; waiting: string }>(
    sql`SELECT decision_key, waiting FROM match_decision ${indexedBy('match_decision_waiting')}
      WHERE tenant_key = ${tenantKey} AND waiting IS NOT NULL ORDER BY decision_key DESC`,
  );
  return new Map(found.map(({ decisionKey, waiting }) => [decisionKey, JSON.parse(waiting) as WaitingPart[]]));
}

export const numbersIn = ({ sales, records }: Pick<NewMatch, 'sales' | 'records'>) => [
  ...sales.map((seq) => rowNumber('Sales', seq)),
  ...records.map((seq) => rowNumber('Settlement', seq)),
];

export function* storeWaiting(tenantKey: number, waiting: WaitingOf): Work<void> {
  yield* runEach(
    { decision_key: 'bigint', waiting: 'text' },
    [...waiting].map(([decisionKey, matches]) => [decisionKey, matches.length > 0 ? JSON.stringify(matches) : null]),
    ({ value, from, isKey }) => sql`UPDATE match_decision SET waiting = ${value.waiting} ${from}
      WHERE match_decision.tenant_key = ${anyTenant(tenantKey)} AND ${isKey(text('match_decision.decision_key'))}`,
  );
}

/** Has matches that end, and rows that were noted or claimed, wait with their decisions. */
export function* keepWaiting(tenantKey: number, ending: readonly DecidedMatch[], said: readonly SaidOf[]): Work<void> {
  const before = yield* allWaiting(tenantKey);
  const waiting: WaitingOf = new Map();
  const keep = (decisionKey: number | null, one: WaitingPart) => {
    if (decisionKey === null) return;
    const some = waiting.get(decisionKey) ?? before.get(decisionKey) ?? [];
    const isThere = isSaid(one) && some.some((other) => isSaid(other) && String(numbersIn(other)) === String(numbersIn(one)));
    waiting.set(decisionKey, isThere ? some : [...some, one]);
  };
  for (const match of ending) keep(match.decisionKey, snapshotOf(match));
  for (const { decisionKey, kind, numbers } of said)
    for (const number of numbers) keep(decisionKey, { kind, ...sidesOf({ numbers: [number] }) });
  yield* storeWaiting(tenantKey, waiting);
}

/** Ends the waiting of set-asides whose rows stand in a suggestion that somebody rejected. */
export function* forgetAside(tenantKey: number, { numbers }: Pick<DecidedMatch, 'numbers'>): Work<void> {
  const waiting = yield* allWaiting(tenantKey);
  const isAside = ({ kind }: WaitingPart) => kind === 'SetAside';
  const standing = yield* standingFor(tenantKey, [...waiting.values()].flat().filter(isAside).flatMap(numbersIn));
  const isOver = (one: WaitingPart) => isAside(one) && numbersIn(one).some((number) => numbers.includes(standing.get(number) ?? number));
  const left = [...waiting].filter(([, some]) => some.some(isOver));
  yield* storeWaiting(tenantKey, new Map(left.map(([key, some]) => [key, some.filter((one) => !isOver(one))])));
}

/** What somebody noted or claimed of rows. */
export interface SaidOf {
  decisionKey: number;
  kind: SaidRow['kind'];
  by: string;
  /** Numbers of those of the rows that were asked for. */
  numbers: readonly number[];
}

/** What people noted and claimed of the rows for which `isAsked` holds, by their numbers. */
export function* saidOf(tenantKey: number, isAsked: (number: number) => boolean): Work<SaidOf[]> {
  const found = yield* all<{ decisionKey: number; kind: SaidRow['kind']; by: string; numbers: string }>(
    sql`SELECT decision_key, action AS kind, actor AS by, numbers FROM match_decision
      WHERE tenant_key = ${tenantKey} AND action ${among(sayings)} AND undone_by IS NULL ORDER BY decision_key`,
  );
  return found
    .map(({ numbers, ...said }) => ({ ...said, numbers: (JSON.parse(numbers) as number[]).filter(isAsked) }))
    .filter(({ numbers }) => numbers.length > 0);
}

/** Brings back those with rows of an upload that was restored, if all their rows are there, and no other decision has them. */
export function* bringBack(ending: Ending, at: Date, { kind, firstSeq, rows }: UploadsRows): Work<void> {
  const { tenantKey } = ending;
  const isOfUpload = (seq: number) => seq >= firstSeq && seq < firstSeq + rows;
  const waiting = yield* allWaiting(tenantKey);
  const mayCome = [...waiting.values()]
    .flat()
    .filter((one): one is NewMatch => !isSaid(one) && (kind === 'Sales' ? one.sales : one.records).some(isOfUpload));
  const uploadOf = yield* freeRows(tenantKey, mayCome.flatMap(numbersIn));
  const taken = new Set<number>();
  const back = new Set<NewMatch>();
  for (const match of mayCome) {
    const numbers = numbersIn(match);
    if (!numbers.every((number) => uploadOf.has(number) && !taken.has(number))) continue;
    back.add(match);
    for (const number of numbers) taken.add(number);
  }
  if (back.size === 0) return;
  yield* endOthers(ending, [...taken]);
  yield* beginMatches(tenantKey, [...back], at);
  const { Unmatched } = matchStateCodes;
  yield* appendChanges(
    tenantKey,
    [...back].flatMap((match) =>
      numbersIn(match).map((number) => {
        const row = { seq: rowOfNumber(number).seq, from: codesIn(Unmatched), to: codesIn(stateIn[match.kind] ?? Unmatched) };
        return { at: ending.at, by: ending.by, reason: ending.reason, uploadKey: uploadOf.get(number) as number, row };
      }),
    ),
  );
  const isBack = (one: WaitingPart) => !isSaid(one) && back.has(one);
  const left = [...waiting].filter(([, some]) => some.some(isBack));
  yield* storeWaiting(tenantKey, new Map(left.map(([key, some]) => [key, some.filter((one) => !isBack(one))])));
}

/** The rows that no person has decided about and that are for matching, each with its upload. Matches by rules are no hindrance. */
function* freeRows(tenantKey: number, numbers: readonly number[]): Work<Map<number, number>> {
  const uploadOf = new Map<number, number>();
  for (const kind of uploadKinds) {
    const seqs = seqsOf(kind, numbers);
    if (seqs.length === 0) continue;
    const found = yield* arrays<[seq: number, uploadKey: number]>(
      sql`SELECT sale.seq, sale.upload_key FROM ${tableOf[kind]} AS sale ${notIndexed}
        WHERE sale.tenant_key = ${anyTenant(tenantKey)} AND sale.seq ${among(seqs)} AND sale.state = ${text(String(stateCodes.Processed))}
          AND (sale.match_state = ${text(String(matchStateCodes.Unmatched))} OR sale.match_key IS NOT NULL)
          AND NOT EXISTS (SELECT 1 FROM match WHERE match.tenant_key = ${anyTenant(tenantKey)} AND match.match_key = sale.match_key AND match.pinned)`,
    );
    for (const [seq, uploadKey] of found) uploadOf.set(rowNumber(kind, seq), uploadKey);
  }
  return uploadOf;
}

/** Ends what rules made of these rows; all rows of it are to be matched again. */
function* endOthers(ending: Ending, numbers: readonly number[]): Work<void> {
  const { tenantKey } = ending;
  for (const kind of uploadKinds) {
    const seqs = seqsOf(kind, numbers);
    if (seqs.length === 0) continue;
    const keys = yield* arrays<[number]>(
      sql`SELECT DISTINCT match_key FROM ${tableOf[kind]} ${notIndexed}
        WHERE tenant_key = ${anyTenant(tenantKey)} AND seq ${among(seqs)} AND match_key IS NOT NULL`,
    );
    const ended = yield* matchesWithKeys(tenantKey, keys.flat());
    yield* endMatchesOfRows(ending, kind, seqs);
    yield* forgetReasons(tenantKey, kind, seqs);
    yield* noteDaysOf(tenantKey, [...numbers, ...ended.flatMap((match) => match.numbers)]);
  }
}
