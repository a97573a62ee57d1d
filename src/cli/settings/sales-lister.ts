/** Which of the two lists a command asks for its rows: one that any server has, or a search of our own. */
import type { AnyRowsApi, SalesApi } from '../../client/http/api.js';
import { rowsApi } from '../../client/http/api.js';
import { SalesError } from '../../contract/problem.js';
import { foundFields } from '../../contract/slip-filters.js';
import type { UploadKind } from '../../contract/states.js';

/** `columns`: those that are asked for. Its list fails with `usage` where the server does not tell one of them. */
export function listerOf(
  api: SalesApi,
  kind: UploadKind,
  where: object | undefined,
  columns: readonly string[] | undefined,
): AnyRowsApi['list'] {
  const wanted = foundFields.filter((name) => columns?.includes(name));
  if (kind !== 'Sales' || (where === undefined && wanted.length === 0)) return rowsApi(api, kind).list;
  return async (query, signal) => {
    const { items, hasMore } = await api.search({ ...query, ...where }, signal);
    // Without these columns, a search has the same members as a list.
    if (wanted.length === 0) return { items: items.map(({ openReason, paidAmount, fee, payoutId, ...item }) => item), hasMore };
    const untold = wanted.find((name) => items.some((item) => item[name] === undefined));
    if (untold) throw new SalesError('usage', `${api.host} does not tell ${untold} of sales.`, { hint: `Leave out the column ${untold}` });
    return { items, hasMore };
  };
}
