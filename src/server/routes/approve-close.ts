/** approveClose: somebody says yes to a close, as it was read. */
import { type CloseContent, readCloseApproval } from '../../contract/closes.js';
import { rightOf, SalesError } from '../../contract/problem.js';
import { parseJson } from '../../importing/request/request-json.js';
import { versionOf } from '../../store/statements.js';
import type { Handler } from '../http/operation.js';

/** Fails with `validation` by the path of each fault, with `preconditionFailed` where the close is another by now. */
export const approveClose: Handler<'approveClose'> = async ({ path, body, from }, { tenant, user }) => {
  const approval = rightOf(readCloseApproval(parseJson(body)));
  const approved = await tenant.approveClose({ period: path.day, ...approval, by: user.name, from });
  if ('now' in approved) throw new SalesError('preconditionFailed', changedSince(path.day, approved.now));
  return { body: approved };
};

function changedSince(period: string, now: CloseContent): string {
  const sold = now.items.map(
    ({ sold, currency }) => `${sold.transactions} sales by card, ${sold.amount} ${currency ?? 'without a currency'}`,
  );
  const is = [now.state, ...sold].join('; ');
  return `The close of ${period} has changed since it was read. Now it is ${is}; version ${versionOf(now)}. Read it again.`;
}
