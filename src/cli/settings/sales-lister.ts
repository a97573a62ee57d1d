/** Which of the two lists a command asks for its rows: one that any server has, or a search of our own. */
import type { AnyRowsApi, SalesApi } from '../../client/http/api.js';
import { rowsApi } from '../../client/http/api.js';
import { SalesError } from '../../contract/problem.js';
import type { UploadKind } from '../../contract/states.js';

/** `columns`: those that are asked for. Its list fails with `usage` where the server does not tell why sales are open, and that is asked for. */
export function listerOf(
  api: SalesApi,
  kind: UploadKind,
  where: object | undefined,
  columns: readonly string[] | undefined,
): AnyRowsApi['list'] {
  const isWanted = columns?.includes('openReason') === true;
  if (kind !== 'Sales' || (where === undefined && !isWanted)) return rowsApi(api, kind).list;
  return async (query, signal) => {
    const { items, hasMore } = await api.search({ ...query, ...where }, signal);
    // Without the column, a search has the same members as a list.
    if (!isWanted) return { items: items.map(({ openReason, ...item }) => item), hasMore };
    if (items.some(({ openReason }) => openReason === undefined))
      throw new SalesError('usage', `${api.host} does not tell why sales are open.`, { hint: 'Leave out the column openReason' });
    return { items, hasMore };
  };
}
