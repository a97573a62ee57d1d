/** Decisions of one request, in their order: each is done or refused by itself, in the transaction of all. */
import type { DecisionAction, DecisionResult } from '../../contract/decisions.js';
import { decisionRowsMax } from '../../contract/limits.js';
import type { UploadKind } from '../../contract/states.js';
import { tenantObject } from '../access/audit.js';
import { type Reach, userKeyOf } from '../access/scope.js';
import type { AuditEntry } from '../audit.js';
import { idText } from '../ids.js';
import type { DecisionsAsked, GivenDecision } from '../match-decisions.js';
import { rowOfNumber } from '../matching.js';
import { matchesWhere } from '../rows/decided-matches.js';
import { noteChanged, noteDaysOf } from '../rows/match-progress.js';
import { anyTenant } from '../sql/dialect.js';
import { first, run, sql, type Work } from '../sql/work.js';
import { actions, type Made } from './actions.js';
import { DecisionRefusal } from './rows.js';
import { refusalOfSeen } from './seen.js';
import type { Deciding } from './writes.js';

/** Must run in the tenant's turn. Returns the results, and the note for the audit trail; null where nothing was decided. */
export function* decide(changing: Reach & { at: Date }, asked: DecisionsAsked): Work<[DecisionResult[], AuditEntry | null]> {
  const { tenantKey } = changing;
  const { by, from, isDryRun } = asked;
  const userKey = yield* userKeyOf(asked.userId);
  const last = yield* first<{ key: number }>(
    sql`SELECT coalesce(max(decision_key), 0) AS key FROM match_decision WHERE tenant_key = ${tenantKey}`,
  );
  const on: Deciding = { ...changing, by, isDryRun, decisionKey: (last?.key ?? 0) + 1, touched: new Set() };
  const results: DecisionResult[] = [];
  const done = new Map<DecisionAction, number>();
  // Before any is done: they answer what was seen together, and one may change what another has seen.
  const changed = new Map<GivenDecision, DecisionRefusal | null>();
  for (const decision of asked.decisions) changed.set(decision, yield* refusalOfSeen(on, decision));
  for (const decision of asked.decisions) {
    const refusal = changed.get(decision);
    const result =
      (yield* earlierResult(on, userKey, decision)) ??
      (refusal ? refused(decision, refusal) : yield* resultOf(on, { ...asked, userKey }, decision));
    results.push(result);
    if (result.outcome !== 'Done') continue;
    done.set(decision.action, (done.get(decision.action) ?? 0) + 1);
    on.decisionKey += 1;
  }
  yield* noteTouched(on);
  if (done.size === 0) return [results, null];
  const details = { ...Object.fromEntries(done), refused: results.filter(({ outcome }) => outcome === 'Refused').length };
  return [results, { actor: by, ...from, action: 'match.decide', object: yield* tenantObject(tenantKey), outcome: 'done', details }];
}

/** The decision without its id, as it is kept and compared. */
function askedJson({ decisionId: _, ...decision }: GivenDecision): string {
  return JSON.stringify(decision);
}

const nothingMore = { matchId: null, matches: null, amounts: null, code: null, detail: null };

/** The result of a decision whose id there is already; null where there is none. */
function* earlierResult({ tenantKey }: Deciding, userKey: number, decision: GivenDecision): Work<DecisionResult | null> {
  const { decisionId } = decision;
  const earlier = yield* first<{ decisionKey: number; userKey: number; asked: string; undoneBy: number | null }>(
    sql`SELECT decision_key, user_key, asked, undone_by FROM match_decision WHERE tenant_key = ${anyTenant(tenantKey)} AND id = ${decisionId.toLowerCase()}`,
  );
  if (!earlier) return null;
  if (earlier.userKey !== userKey || earlier.asked !== askedJson(decision)) {
    return refused(decision, new DecisionRefusal('idUsed', 'Another decision has this id: choose a new one.'));
  }
  if (earlier.undoneBy !== null) return refused(decision, new DecisionRefusal('changed', 'It was made before, and taken back since.'));
  const [match, ...others] = yield* matchesWhere(tenantKey, sql`AND match.decision_key = ${earlier.decisionKey}`);
  const isOne = match?.kind === 'Match' && others.length === 0;
  return { decisionId, outcome: 'AlreadyDone', ...nothingMore, matchId: isOne ? idText(match.id) : null };
}

function refused({ decisionId }: GivenDecision, { code, detail }: DecisionRefusal): DecisionResult {
  return { decisionId, outcome: 'Refused', ...nothingMore, code, detail };
}

type AskedBy = DecisionsAsked & { userKey: number };

function* resultOf(on: Deciding, asked: AskedBy, decision: GivenDecision): Work<DecisionResult> {
  try {
    const made = yield* madeBy(on, decision);
    const { decisionId } = decision;
    const outcome = made.isDone ? 'AlreadyDone' : on.isDryRun ? 'WouldBeDone' : 'Done';
    if (outcome === 'Done') yield* log(on, asked, decision, made);
    return { decisionId, outcome, ...nothingMore, ...made.result, ...(yield* linkMade(on, decision, outcome)) };
  } catch (error) {
    if (error instanceof DecisionRefusal) return refused(decision, error);
    throw error;
  }
}

/** Which of the actions it is, the types of the table say. */
function madeBy(on: Deciding, decision: GivenDecision): Work<Made> {
  return (actions[decision.action] as (on: Deciding, given: GivenDecision) => Work<Made>)(on, decision);
}

/** The id of a match that Link has made just now. */
function* linkMade({ tenantKey, decisionKey }: Deciding, { action }: GivenDecision, outcome: string): Work<{ matchId?: string }> {
  if (action !== 'Link' || outcome !== 'Done') return {};
  const [match] = yield* matchesWhere(tenantKey, sql`AND match.decision_key = ${decisionKey}`);
  return match ? { matchId: idText(match.id) } : {};
}

function* log({ tenantKey, decisionKey, at, by }: Deciding, { userKey, from }: AskedBy, decision: GivenDecision, made: Made): Work<void> {
  const { numbers, restores, undoes = null } = made;
  const countOf = (kind: UploadKind) => numbers.filter((number) => rowOfNumber(number).kind === kind).length;
  yield* run(
    sql`INSERT INTO match_decision
        (tenant_key, decision_key, id, action, at, user_key, actor, request_id, asked, numbers, sales, records, restores, undoes)
      VALUES (${tenantKey}, ${decisionKey}, ${decision.decisionId.toLowerCase()}, ${decision.action}, ${at.toISOString()}, ${userKey}, ${by},
        ${from.requestId}, ${askedJson(decision)}, ${JSON.stringify(numbers.slice(0, decisionRowsMax))}, ${countOf('Sales')},
        ${countOf('Settlement')}, ${restores ? JSON.stringify(restores) : null}, ${undoes})`,
  );
}

/** A run that is under way is worth nothing any more, and the next one looks at what is near the rows. */
function* noteTouched({ tenantKey, touched }: Deciding): Work<void> {
  if (touched.size === 0) return;
  yield* noteChanged(tenantKey);
  yield* noteDaysOf(tenantKey, [...touched]);
}
