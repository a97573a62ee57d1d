/** What each action does. It refuses before it writes anything. */
import { decimalText, fewTenThousandths } from '../../contract/amount.js';
import { daysOf } from '../../contract/date-time.js';
import type { DecisionAction, DecisionResult } from '../../contract/decisions.js';
import { approvedMax, forbiddenPairsMax } from '../../contract/limits.js';
import { idText } from '../ids.js';
import { wholly } from '../lists/matches.js';
import type { GivenDecision } from '../match-decisions.js';
import type { NewMatch } from '../matching.js';
import { type DecidedMatch, matchesWhere, matchesWithKeys, snapshotOf } from '../rows/decided-matches.js';
import { hasMatching } from '../rows/match-progress.js';
import { saidText } from '../rows/said-rows.js';
import { standingFor } from '../rows/standing-rows.js';
import { forgetAside, numbersIn } from '../rows/waiting-matches.js';
import { anyTenant } from '../sql/dialect.js';
import { arrays, first, nothing, type Sql, sql, type Work } from '../sql/work.js';
import {
  areWithin,
  type DecidedRow,
  DecisionRefusal,
  matchesOfRows,
  matchWithId,
  mustBeFree,
  rowsWithIds,
  rowsWithNumbers,
} from './rows.js';
import {
  approve,
  beginDecided,
  type Claim,
  claim,
  claimsOf,
  type Deciding,
  endDecided,
  forbid,
  isOfOneSide,
  lift,
  newMatchOf,
  noteOnRows,
  pairsAmong,
  pairsOf,
  type Restores,
  restore,
  sumOf,
  takeBack,
  touch,
} from './writes.js';

/** What a decision did, or would do. */
export interface Made {
  /** Numbers of the rows that it is about. */
  numbers: readonly number[];
  result?: Partial<Pick<DecisionResult, 'matchId' | 'matches' | 'amounts'>>;
  /** What its undo brings back. */
  restores?: Restores;
  /** The key of the decision that it took back. */
  undoes?: number;
  /** There was nothing to do. */
  isDone?: true;
}

type GivenOf<Action extends DecisionAction> = Extract<GivenDecision, { action: Action }>;
type Actions = { [Action in DecisionAction]: (on: Deciding, given: GivenOf<Action>) => Work<Made> };

const numbersOf = (rows: readonly { number: number }[]) => rows.map(({ number }) => number);

function* rowsOf(on: Deciding, { transactionIds, recordIds }: { transactionIds: readonly string[]; recordIds: readonly string[] }) {
  return [...(yield* rowsWithIds(on, 'Sales', transactionIds)), ...(yield* rowsWithIds(on, 'Settlement', recordIds))];
}

export const actions: Actions = {
  *Link(on, { transactionIds, recordIds, cause = null, text = null }) {
    const rows = yield* rowsOf(on, { transactionIds, recordIds });
    const linked = yield* linkOf(on, rows);
    if (linked) return { numbers: numbersOf(rows), result: { matchId: idText(linked.id) }, isDone: true };
    const ended = yield* mustBeFree(on, rows, { isMatched: true });
    const match = newMatchOf(rows, { by: on.by, note: text, cause, decisionKey: on.decisionKey });
    if (cause === null && differs(rows, match)) {
      const sums = `${sumText(rows, 'Sales')}, the records ${sumText(rows, 'Settlement')}`;
      throw new DecisionRefusal('needsCause', `The sales come to ${sums}: say why, by a cause.`);
    }
    const lifted = yield* pairsAmong(on, match);
    if (!on.isDryRun) {
      yield* endDecided(on, ended, 'It was linked by hand');
      yield* lift(on, match);
      yield* beginDecided(on, [match], rows, cause === null ? 'Linked by hand' : `Linked by hand: ${cause}`);
    }
    return { numbers: numbersOf(rows), restores: { lifted } };
  },

  *Approve(on, { matchId, text = null }) {
    const match = yield* matchWithId(on, matchId);
    mustBeOfPayments(match);
    if (match.pinned) return { numbers: match.numbers, result: { matchId: idText(match.id) }, isDone: true };
    if (!on.isDryRun) yield* approve(on, [match], text);
    return { numbers: match.numbers, result: { matchId: idText(match.id) } };
  },

  *ApproveRule(on, { rule, from, to, maxAmount, matches: expected, text = null }) {
    const found = yield* proposalsBy(on, { rule, from, to, maxAmount });
    if (found.length > approvedMax) {
      throw new DecisionRefusal('tooMany', `More than ${approvedMax} proposals are by rule ${rule}: narrow it by days or amount.`);
    }
    if (expected !== undefined && expected !== found.length) {
      throw new DecisionRefusal('changed', `By now ${found.length} proposals are by rule ${rule}, and not ${expected}.`);
    }
    const result = { matches: found.length, amounts: amountsOf(found) };
    if (found.length === 0) return { numbers: [], result, isDone: true };
    if (!on.isDryRun) yield* approve(on, found, text);
    return { numbers: found.flatMap(({ numbers }) => numbers), result };
  },

  *Unlink(on, { matchId }) {
    const match = yield* matchWithId(on, matchId);
    mustBeOfPayments(match);
    const pairs = pairsOf(match);
    if (pairs.length > forbiddenPairsMax) {
      throw new DecisionRefusal(
        'tooMany',
        `The match has ${pairs.length} pairs of a sale and a record; at most ${forbiddenPairsMax} can be kept apart.`,
      );
    }
    if (!on.isDryRun) {
      yield* endDecided(on, [match], match.kind === 'Proposal' ? 'The proposal was rejected' : 'It was unlinked by hand');
      yield* forbid(on, pairs);
      if (isOfOneSide(match)) yield* forgetAside(on.tenantKey, match);
    }
    return { numbers: match.numbers, restores: { matches: match.pinned ? [snapshotOf(match)] : [] } };
  },

  *Skip(on, { transactionIds, recordIds, text }) {
    const rows = yield* rowsOf(on, { transactionIds, recordIds });
    if (!(yield* hasMatching(on.tenantKey))) {
      throw new DecisionRefusal('noRecords', 'There are no settlement records yet: nothing is matched, and nothing is open.');
    }
    if ((yield* setAsideOf(on, rows)).length === rows.length) return { numbers: numbersOf(rows), isDone: true };
    const ended = yield* mustBeFree(on, rows, {});
    if (!on.isDryRun) {
      yield* endDecided(on, ended, 'A row of it was set aside');
      const decided = { by: on.by, note: text, cause: null, decisionKey: on.decisionKey };
      const aside = rows.map((row) => newMatchOf([row], decided, 'SetAside'));
      yield* beginDecided(on, aside, rows, `Set aside: ${text}`);
    }
    return { numbers: numbersOf(rows) };
  },

  *Unskip(on, { transactionIds, recordIds }) {
    const rows = yield* rowsOf(on, { transactionIds, recordIds });
    const aside = yield* setAsideOf(on, rows);
    if (aside.length < rows.length) throw new DecisionRefusal('notSetAside', 'Not all of these rows are set aside by a person.');
    if (!on.isDryRun) yield* endDecided(on, aside, 'It is set aside no more');
    return { numbers: numbersOf(rows), restores: { matches: aside.map(snapshotOf) } };
  },

  *Note(on, given) {
    const rows = yield* rowsOf(on, given);
    if (!on.isDryRun) yield* noteOnRows(on, rows, saidText(given));
    return { numbers: numbersOf(rows) };
  },

  *Claim(on, given) {
    const { remindOn } = given;
    if (remindOn <= on.at.toISOString().slice(0, 10)) throw new DecisionRefusal('past', `${remindOn} is no day to come.`);
    const rows = yield* rowsOf(on, given);
    yield* mustBeFree(on, rows, { isNotForMatching: true });
    const before = yield* claimsOf(on, numbersOf(rows));
    if (!on.isDryRun) {
      yield* claim(on, numbersOf(rows), remindOn);
      yield* noteOnRows(on, rows, saidText(given));
    }
    return { numbers: numbersOf(rows), restores: { claims: before } };
  },

  *Undo(on, { undoes }) {
    const found = yield* decisionWithId(on, undoes);
    if (found.action === 'Undo') throw new DecisionRefusal('notUndoable', 'It took another decision back: make that one again instead.');
    if (found.undoneBy !== null) return { numbers: [], isDone: true };
    const numbers = JSON.parse(found.numbers) as number[];
    const restores = JSON.parse(found.restores ?? '{}') as Restores;
    const made = yield* matchesWhere(on.tenantKey, sql`AND match.decision_key = ${found.decisionKey}`);
    const touched = [...new Set([...numbers, ...made.flatMap((match) => match.numbers)])];
    if (!(yield* areWithin(on, touched))) throw noDecision(undoes);
    if (made.length === 0 && found.waiting === null && makesMatches.includes(found.action)) {
      throw new DecisionRefusal('changed', 'Nothing of it stands any more: its matches were unlinked since, or their rows are gone.');
    }
    const { rows, ended } = yield* roomFor(on, restores.matches ?? []);
    if (!on.isDryRun) {
      yield* endDecided(on, [...made, ...ended], 'A decision was taken back');
      yield* takeBack(on, found.decisionKey);
      yield* beginDecided(on, restores.matches ?? [], rows, 'A decision was taken back');
      yield* restore(on, { ...restores, claims: yield* standingClaims(on, restores.claims ?? []) });
      // Rules may bring together again what was kept apart, and suggest no more what waits: of rows that are gone, those that stand
      // for them. To users of some units no row is gone.
      if (found.action === 'Unlink' || found.waiting !== null)
        touch(on, on.limit ? numbers : (yield* standingFor(on.tenantKey, numbers)).values());
      if (found.action === 'Note' || found.action === 'Claim') {
        yield* noteOnRows(on, yield* rowsWithNumbers(on, numbers), `${found.action} taken back`);
      }
    }
    return { numbers: touched, undoes: found.decisionKey };
  },
};

/** The claims; those of rows that are gone name the rows that stand for them. */
function* standingClaims({ tenantKey, limit }: Deciding, claims: readonly Claim[]): Work<readonly Claim[]> {
  if (claims.length === 0 || limit !== null) return claims;
  const standing = yield* standingFor(
    tenantKey,
    claims.map(([number]) => number),
  );
  return claims.map(([number, ...claim]) => [standing.get(number) ?? number, ...claim]);
}

const makesMatches: readonly DecisionAction[] = ['Link', 'Approve', 'ApproveRule', 'Skip'];

function mustBeOfPayments({ kind }: DecidedMatch): void {
  if (kind === 'Match' || kind === 'Proposal') return;
  throw new DecisionRefusal('notAMatch', `It is a ${kind}, and neither a match nor a proposal.`);
}

/** The match by hand of exactly these rows; null where there is none. */
function* linkOf(on: Deciding, rows: readonly DecidedRow[]): Work<DecidedMatch | null> {
  const [match, ...others] = yield* matchesOfRows(on, rows);
  if (!match?.pinned || match.kind !== 'Match' || others.length > 0) return null;
  return match.numbers.length === rows.length && rows.every(({ matchKey }) => matchKey === match.matchKey) ? match : null;
}

/** What people set aside of the rows. */
function* setAsideOf(on: Deciding, rows: readonly DecidedRow[]): Work<DecidedMatch[]> {
  return (yield* matchesOfRows(on, rows)).filter(({ kind }) => kind === 'SetAside');
}

function differs(rows: readonly DecidedRow[], { salesUnits, recordsUnits }: NewMatch): boolean {
  return salesUnits !== recordsUnits || new Set(rows.map(({ fields }) => fields.currency)).size > 1;
}

function sumText(rows: readonly DecidedRow[], kind: DecidedRow['kind']): string {
  const some = rows.filter((row) => row.kind === kind);
  return `${decimalText(BigInt(sumOf(some)))} ${some[0]?.fields.currency ?? ''}`.trim();
}

/** One more than may be approved at once. */
function* proposalsBy(
  on: Deciding,
  { rule, from, to, maxAmount }: Pick<GivenOf<'ApproveRule'>, 'rule' | 'from' | 'to' | 'maxAmount'>,
): Work<DecidedMatch[]> {
  const { tenantKey, limit } = on;
  const most = maxAmount === undefined ? undefined : (fewTenThousandths(maxAmount) ?? Math.floor(maxAmount * 10_000));
  const filters = [
    ...(from === undefined ? [] : [sql` AND match.day >= ${daysOf(from)}`]),
    ...(to === undefined ? [] : [sql` AND match.day <= ${daysOf(to)}`]),
    ...(most === undefined ? [] : [sql` AND abs(match.sales_units) <= ${most} AND abs(match.records_units) <= ${most}`]),
    ...(limit === null ? [] : [sql` AND ${wholly(on)}`]),
  ].reduce((before: Sql, filter) => sql`${before}${filter}`, nothing);
  const keys = yield* arrays<[number]>(
    sql`SELECT match.match_key FROM match WHERE match.tenant_key = ${tenantKey} AND match.kind = 'Proposal' AND match.rule = ${rule}${filters}
      ORDER BY match.day, match.match_key LIMIT ${approvedMax + 1}`,
  );
  return yield* matchesWithKeys(tenantKey, keys.flat());
}

/** What their sales come to, by currency. */
function amountsOf(matches: readonly DecidedMatch[]): DecisionResult['amounts'] {
  const sums = new Map<string | null, bigint>();
  for (const { currency, salesUnits } of matches) sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(salesUnits));
  return [...sums].map(([currency, units]) => ({ currency, amount: decimalText(units) }));
}

interface FoundDecision {
  decisionKey: number;
  action: DecisionAction;
  numbers: string;
  restores: string | null;
  waiting: string | null;
  undoneBy: number | null;
}

/** In the scope of some units, those of the user alone. */
function* decisionWithId({ tenantKey, limit }: Deciding, id: string): Work<FoundDecision> {
  const own = limit ? sql` AND user_key = ${limit.userKey}` : nothing;
  const found = yield* first<FoundDecision>(
    sql`SELECT decision_key, action, numbers, restores, waiting, undone_by FROM match_decision
      WHERE tenant_key = ${anyTenant(tenantKey)} AND id = ${id.toLowerCase()}${own}`,
  );
  if (!found) throw noDecision(id);
  return found;
}

const noDecision = (id: string) => new DecisionRefusal('notFound', `There is no decision ${id.toLowerCase()}.`);

/** The rows of matches that come back, and the matches by rules that they are in. Refused where a row is gone, or in what another person made. */
function* roomFor(on: Deciding, matches: readonly NewMatch[]): Work<{ rows: DecidedRow[]; ended: DecidedMatch[] }> {
  const numbers = matches.flatMap(numbersIn);
  if (numbers.length === 0) return { rows: [], ended: [] };
  const rows = yield* rowsWithNumbers(on, numbers);
  if (rows.length < numbers.length) throw new DecisionRefusal('changed', 'Some of its rows are gone: their upload was withdrawn.');
  return { rows, ended: yield* mustBeFree(on, rows, { isMatched: true }) };
}
