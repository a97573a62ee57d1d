/** decide: what a person says becomes of rows that are open. */
import { randomUUID } from 'node:crypto';
import { readDecisions } from '../../contract/decisions.js';
import { SalesError } from '../../contract/problem.js';
import { parseJson } from '../../importing/request/request-json.js';
import type { Handler } from '../http/operation.js';

/** Fails with `validation` by the path of each fault. One that comes without an id gets it here: a store may do a transaction twice. */
export const decide: Handler<'decide'> = async ({ body, from }, { tenant, user }) => {
  const reading = readDecisions(parseJson(body));
  if ('faults' in reading) throw new SalesError('validation', undefined, { errors: reading.faults });
  const { decisions, dryRun: isDryRun } = reading.request;
  const given = decisions.map((decision) => ({ ...decision, decisionId: decision.decisionId ?? randomUUID() }));
  return { body: { results: await tenant.decide({ decisions: given, isDryRun, userId: user.id, by: user.name, from }) } };
};
