/** explainMatch: why a row is matched, proposed or open, and what it has in common with the rows that the reason names. */
import { MatchSettings } from '../../contract/match-settings.js';
import type { Explanation } from '../../contract/matches.js';
import { SalesError } from '../../contract/problem.js';
import { comparedRows, type ExplainedRow } from '../../matching/compared.js';
import type { RowWithId } from '../../store/lists/listed-rows.js';
import type { Handler } from '../http/operation.js';

/** Fails with `validation` where not exactly one id is given; with `notFound` where there is no such row within the scope. */
export const explainMatch: Handler<'explainMatch'> = async ({ query }, { tenant }) => {
  const { transactionId, recordId } = query;
  const id = transactionId ?? recordId;
  if (id === undefined || (transactionId !== undefined && recordId !== undefined)) {
    const message = 'exactly one of transactionId and recordId must be given';
    throw new SalesError('validation', undefined, { errors: { transactionId: [message] } });
  }
  const kind = transactionId === undefined ? 'Settlement' : 'Sales';
  const facts = await tenant.matchFacts(kind, id);
  if (!facts) throw new SalesError('notFound', `There is no such ${kind === 'Sales' ? 'transaction' : 'settlement record'}.`);
  const { subject, match, reason, parameters, sentence, others } = facts;
  const settings = facts.settings ?? MatchSettings.parse({});
  // A proposal ends with its rows, at once; that this row is still said to be in it, matching corrects.
  const hasEnded = reason === 'Proposed' && match === null;
  const body: Explanation = {
    side: kind === 'Sales' ? 'Sale' : 'Record',
    id: subject.id,
    matchState: stateOf(subject),
    matchId: match?.id ?? null,
    reason: hasEnded ? null : reason,
    parameters: hasEnded ? null : parameters,
    sentence: (hasEnded ? null : sentence) ?? generally(subject),
    row: subject.row,
    others: others.map((other) => other.id),
    compared: comparedRows(toExplain(subject), others.map(toExplain), settings),
  };
  return { body };
};

/** Sentence about a row's state, where nothing else is known of the row. */
function generally(subject: RowWithId): string {
  const state = stateOf(subject);
  return state === 'NotApplicable' ? notForMatching(subject) : ofState[state];
}

const ofState = {
  Unmatched: 'Nothing is known of it yet: matching looks at it some seconds after rows come or go, where there are settlement records.',
  Match: 'It is matched.',
  Skip: 'It is left out: it is a duplicate, another row cancels it, or a person set it aside.',
};

/** One that was not imported says itself why. */
function notForMatching({ kind, row }: RowWithId): string {
  if (kind === 'Sales') return 'It is not for matching: the import configuration says so of its type or brand.';
  return `It is not for matching: its type is ${row.type}, which a payout explains and no sale.`;
}

function stateOf({ kind, row }: RowWithId): Explanation['matchState'] {
  return kind === 'Sales' ? row.transactionMatchState : row.matchState;
}

function toExplain(listed: RowWithId): ExplainedRow {
  const { id } = listed;
  return listed.kind === 'Sales' ? { id, kind: 'Sales', fields: listed.row } : { id, kind: 'Settlement', fields: listed.row };
}
