/** getReading, changeReading: how files with a header are read. That of a user of the whole tenant holds for all, any other for its user alone. */

import { rightOf, SalesError } from '../../contract/problem.js';
import { type KeptReading, readReadingChange } from '../../contract/readings.js';
import { parseJson } from '../../importing/request/request-json.js';
import type { RequestOrigin } from '../../store/audit.js';
import type { Scope } from '../access/tenancy.js';
import type { Handler } from '../http/operation.js';

export const getReading: Handler<'getReading'> = async ({ path }, { tenant }) => replyOf(await tenant.reading(path.header));

export const changeReading: Handler<'changeReading'> = async ({ path: { header }, body, version, from }, scope) =>
  replyOf(await changedReading(scope, header, version as number, parseJson(body), from));

/** Fails with `validation` by the path of each fault, with `preconditionFailed` where it has changed since it was read. */
export async function changedReading(
  { tenant, user }: Scope,
  header: string,
  version: number,
  json: unknown,
  from: RequestOrigin,
): Promise<KeptReading> {
  const { reading } = rightOf(readReadingChange(json));
  const found = await tenant.changeReading({ header, version, reading, by: user.name, from });
  if (found !== version) {
    throw new SalesError('preconditionFailed', `The reading has been changed meanwhile, to version ${found}: read it again.`);
  }
  return tenant.reading(header);
}

function replyOf(kept: KeptReading) {
  return { body: kept, headers: { etag: `"${kept.version}"` } };
}
