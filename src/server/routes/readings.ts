/** getReading, changeReading: how files with a header are read. That of a user of the whole tenant holds for all, any other for its user alone. */

import { SalesError } from '../../contract/problem.js';
import { type KeptReading, readReadingChange } from '../../contract/readings.js';
import { parseJson } from '../../importing/request/request-json.js';
import type { Handler } from '../http/operation.js';

export const getReading: Handler<'getReading'> = async ({ path }, { tenant }) => replyOf(await tenant.reading(path.header));

/** Fails with `validation` by the path of each fault, with `preconditionFailed` where it has changed since it was read. */
export const changeReading: Handler<'changeReading'> = async ({ path: { header }, body, version, from }, { tenant, user }) => {
  const change = readReadingChange(parseJson(body));
  if ('faults' in change) throw new SalesError('validation', undefined, { errors: change.faults });
  const before = version as number;
  const found = await tenant.changeReading({ header, version: before, reading: change.reading, by: user.name, from });
  if (found !== before) {
    throw new SalesError('preconditionFailed', `The reading has been changed meanwhile, to version ${found}: read it again.`);
  }
  return replyOf(await tenant.reading(header));
};

function replyOf(kept: KeptReading) {
  return { body: kept, headers: { etag: `"${kept.version}"` } };
}
