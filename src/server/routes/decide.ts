/** decide: what a person says becomes of rows that are open. */
import { randomUUID } from 'node:crypto';
import { readDecisions } from '../../contract/decisions.js';
import { rightOf } from '../../contract/problem.js';
import { parseJson } from '../../importing/request/request-json.js';
import type { Handler } from '../http/operation.js';

/** Fails with `validation` by the path of each fault. One that comes without an id gets it here: a store may do a transaction twice. */
export const decide: Handler<'decide'> = async ({ body, from }, { tenant, user }) => {
  const { decisions, dryRun: isDryRun } = rightOf(readDecisions(parseJson(body)));
  const given = decisions.map((decision) => ({ ...decision, decisionId: decision.decisionId ?? randomUUID() }));
  return { body: { results: await tenant.decide({ decisions: given, isDryRun, userId: user.id, by: user.name, from }) } };
};
