/** Matches by people that ended because an upload was undone: they wait with their decision, and come back with the upload. */
import { uploadKinds } from '../../contract/states.js';
import { matchStateCodes, stateCodes } from '../codes.js';
import { codesIn, stateIn } from '../match-rows.js';
import { type NewMatch, rowNumber, rowOfNumber, seqsOf } from '../matching.js';
import type { UploadsRows } from '../port.js';
import { among, anyTenant, indexedBy, notIndexed } from '../sql/dialect.js';
import { tableOf } from '../sql/tables.js';
import { all, arrays, runEach, sql, text, type Work } from '../sql/work.js';
import { type DecidedMatch, matchesWithKeys, snapshotOf } from './decided-matches.js';
import { appendChanges } from './history.js';
import { endMatchesOfRows, forgetReasons } from './match-outcome.js';
import { noteDaysOf } from './match-progress.js';
import { beginMatches, type Ending } from './matches.js';

/** By the keys of their decisions. */
type WaitingMatches = Map<number, readonly NewMatch[]>;

/** Waiting matches of the tenant, those of the newest decision first. */
export function* waitingMatches(tenantKey: number): Work<WaitingMatches> {
  const found = yield* all<{ decisionKey: number; waiting: string }>(
    sql`SELECT decision_key, waiting FROM match_decision ${indexedBy('match_decision_waiting')}
      WHERE tenant_key = ${tenantKey} AND waiting IS NOT NULL ORDER BY decision_key DESC`,
  );
  return new Map(found.map(({ decisionKey, waiting }) => [decisionKey, JSON.parse(waiting) as NewMatch[]]));
}

export const numbersIn = ({ sales, records }: Pick<NewMatch, 'sales' | 'records'>) => [
  ...sales.map((seq) => rowNumber('Sales', seq)),
  ...records.map((seq) => rowNumber('Settlement', seq)),
];

function* storeWaiting(tenantKey: number, waiting: WaitingMatches): Work<void> {
  yield* runEach(
    { decision_key: 'bigint', waiting: 'text' },
    [...waiting].map(([decisionKey, matches]) => [decisionKey, matches.length > 0 ? JSON.stringify(matches) : null]),
    ({ value, from, isKey }) => sql`UPDATE match_decision SET waiting = ${value.waiting} ${from}
      WHERE match_decision.tenant_key = ${anyTenant(tenantKey)} AND ${isKey(text('match_decision.decision_key'))}`,
  );
}

/** Has matches that end wait with their decisions. */
export function* keepWaiting(tenantKey: number, ending: readonly DecidedMatch[]): Work<void> {
  const before = yield* waitingMatches(tenantKey);
  const waiting: WaitingMatches = new Map();
  for (const match of ending) {
    const { decisionKey } = match;
    if (decisionKey === null) continue;
    waiting.set(decisionKey, [...(waiting.get(decisionKey) ?? before.get(decisionKey) ?? []), snapshotOf(match)]);
  }
  yield* storeWaiting(tenantKey, waiting);
}

/** Brings back those with rows of an upload that was restored, if all their rows are there, and no other decision has them. */
export function* bringBack(ending: Ending, at: Date, { kind, firstSeq, rows }: UploadsRows): Work<void> {
  const { tenantKey } = ending;
  const isOfUpload = (seq: number) => seq >= firstSeq && seq < firstSeq + rows;
  const waiting = yield* waitingMatches(tenantKey);
  const mayCome = [...waiting.values()].flat().filter((match) => (kind === 'Sales' ? match.sales : match.records).some(isOfUpload));
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
  const left = [...waiting].filter(([, matches]) => matches.some((match) => back.has(match)));
  yield* storeWaiting(tenantKey, new Map(left.map(([key, matches]) => [key, matches.filter((match) => !back.has(match))])));
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
