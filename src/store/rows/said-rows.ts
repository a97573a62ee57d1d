/** Notes and claims go with the sale: from a row that is gone to the one that stands for it. All of it must run in the transaction of a change. */
import type { Decision } from '../../contract/decisions.js';
import { uploadKinds } from '../../contract/states.js';
import type { StateCodes } from '../codes.js';
import { byMatching } from '../match-rows.js';
import { rowNumber, seqsOf } from '../matching.js';
import { among, anyTenant, notIndexed } from '../sql/dialect.js';
import { tableOf } from '../sql/tables.js';
import { all, arrays, runEach, sql, text, type Work } from '../sql/work.js';
import { appendChanges, type NotedChange } from './history.js';
import { standingFor } from './standing-rows.js';
import { allWaiting, isSaid, numbersIn, storeWaiting, type WaitingOf } from './waiting-matches.js';

type Saying = Extract<Decision, { action: 'Note' | 'Claim' }>;

/** What the history of a row has of it. */
export function saidText(said: Saying): string {
  if (said.action === 'Note') return `Note: ${said.text}`;
  const { remindOn, reference, text } = said;
  return [`Claimed until ${remindOn}`, ...(reference ? [`reference ${reference}`] : []), ...(text ? [text] : [])].join(': ');
}

interface SaidDecision {
  decisionKey: number;
  at: string;
  by: string;
  asked: string;
  numbers: string;
}

/** A row that stands, in the place of another one of the decision. */
interface Followed {
  decisionKey: number;
  number: number;
  standing: number;
}

/** Has the notes and claims that wait follow their rows, where these stand by now, or others for them. */
export function* bringSaid(tenantKey: number, at: Date): Work<void> {
  const waiting = yield* allWaiting(tenantKey);
  const said = [...waiting].flatMap(([decisionKey, some]) =>
    some.filter(isSaid).flatMap((one) => numbersIn(one).map((number) => ({ decisionKey, number }))),
  );
  const numbers = [...new Set(said.map(({ number }) => number))];
  if (numbers.length === 0) return;
  const standing = yield* standingFor(tenantKey, numbers);
  const followed = said.flatMap((one): Followed[] => {
    const now = standing.get(one.number);
    return now === undefined || now === one.number ? [] : [{ ...one, standing: now }];
  });
  yield* follow(tenantKey, at, followed);
  const left: WaitingOf = new Map();
  for (const [key, some] of waiting) {
    const others = some.filter((one) => !isSaid(one) || !numbersIn(one).some((number) => standing.has(number)));
    if (others.length < some.length) left.set(key, others);
  }
  yield* storeWaiting(tenantKey, left);
}

function* follow(tenantKey: number, at: Date, followed: readonly Followed[]): Work<void> {
  if (followed.length === 0) return;
  const tenant = anyTenant(tenantKey);
  const decisions = yield* all<SaidDecision>(
    sql`SELECT decision_key, at, actor AS by, asked, numbers FROM match_decision
      WHERE tenant_key = ${tenant} AND decision_key ${among([...new Set(followed.map(({ decisionKey }) => decisionKey))])} ORDER BY decision_key`,
  );
  const rows = yield* placesOf(
    tenantKey,
    followed.map(({ standing }) => standing),
  );
  const changes: NotedChange[] = [];
  const numbersOf: [decisionKey: number, numbers: string][] = [];
  for (const { decisionKey, at: decidedAt, by, asked, numbers } of decisions) {
    const ofDecision = new Map(followed.flatMap((one) => (one.decisionKey === decisionKey ? [[one.number, one.standing]] : [])));
    const told = `${saidText(JSON.parse(asked) as Saying)} (${by}, ${decidedAt.slice(0, 10)}, of the row before its file was corrected)`;
    for (const standing of ofDecision.values()) {
      const { uploadKey, seq, ...codes } = rows.get(standing) as FollowedPlace;
      changes.push({ at: at.toISOString(), by: byMatching, reason: told, uploadKey, row: { seq, from: codes, to: codes } });
    }
    const now = (JSON.parse(numbers) as number[]).map((number) => ofDecision.get(number) ?? number);
    numbersOf.push([decisionKey, JSON.stringify([...new Set(now)])]);
  }
  yield* appendChanges(tenantKey, changes);
  yield* runEach(
    { decision_key: 'bigint', numbers: 'text' },
    numbersOf,
    ({ value, from, isKey }) => sql`UPDATE match_decision SET numbers = ${value.numbers} ${from}
      WHERE match_decision.tenant_key = ${tenant} AND ${isKey(text('match_decision.decision_key'))}`,
  );
  // A row that was claimed anew keeps that claim.
  yield* runEach(
    { number: 'bigint', decision_key: 'bigint', standing: 'bigint' },
    followed.map(({ number, decisionKey, standing }) => [number, decisionKey, standing]),
    ({ value, from, isKey }) => sql`UPDATE match_claim SET number = ${value.standing} ${from}
      WHERE match_claim.tenant_key = ${tenant} AND ${isKey(text('match_claim.number'))} AND match_claim.decision_key = ${value.decision_key}
        AND NOT EXISTS (SELECT 1 FROM match_claim AS newer WHERE newer.tenant_key = ${tenant} AND newer.number = ${value.standing})`,
  );
}

interface FollowedPlace extends StateCodes {
  seq: number;
  uploadKey: number;
}

function* placesOf(tenantKey: number, numbers: readonly number[]): Work<Map<number, FollowedPlace>> {
  const places = new Map<number, FollowedPlace>();
  for (const kind of uploadKinds) {
    const seqs = seqsOf(kind, numbers);
    if (seqs.length === 0) continue;
    const found = yield* arrays<[number, number, number, number]>(
      sql`SELECT seq, upload_key, state, match_state FROM ${tableOf[kind]} ${notIndexed}
        WHERE tenant_key = ${anyTenant(tenantKey)} AND seq ${among(seqs)}`,
    );
    for (const [seq, uploadKey, transactionState, transactionMatchState] of found)
      places.set(rowNumber(kind, seq), { seq, uploadKey, transactionState, transactionMatchState });
  }
  return places;
}
