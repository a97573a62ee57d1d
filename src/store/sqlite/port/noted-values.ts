/**
 * Notes which uploads hold which values, for fields with few different ones, so that a list of the rows with a rare value only has to look
 * into those uploads. A note is not removed when rows change: it says that the upload may hold the value.
 */
import type { TransactionUpload } from '../../../contract/transaction.js';
import { matchStateCodes, stateCodes } from '../../codes.js';
import type { RowDecision } from '../../import-decisions.js';
import { run, runEach, sql, type Work } from '../../sql/work.js';

export const notedFields = ['currency', 'brand_id', 'state', 'match_state'] as const;
export type NotedField = (typeof notedFields)[number];
type Values = Map<NotedField, Set<string | number>>;

/** Notes what the rows of a new upload hold. */
export function* noteRows(
  tenantKey: number,
  uploadKey: number,
  rows: readonly TransactionUpload[],
  decisions: readonly RowDecision[],
): Work<void> {
  const currencies = new Set<string>();
  const brands = new Set<string>();
  for (const { currency, brandId } of rows) {
    if (typeof currency === 'string') currencies.add(currency);
    if (typeof brandId === 'string') brands.add(brandId);
  }
  yield* note(
    tenantKey,
    uploadKey,
    new Map([
      ['currency', currencies],
      ['brand_id', brands],
    ]),
  );
  yield* noteDecisions(tenantKey, uploadKey, decisions);
}

/** Notes the states that decisions have given to rows of an upload. */
export function* noteDecisions(
  tenantKey: number,
  uploadKey: number,
  decisions: readonly Pick<RowDecision, 'transactionState' | 'transactionMatchState'>[],
): Work<void> {
  const states = new Set<number>();
  const matchStates = new Set<number>();
  for (const { transactionState, transactionMatchState } of decisions) {
    states.add(stateCodes[transactionState]);
    matchStates.add(matchStateCodes[transactionMatchState]);
  }
  yield* note(
    tenantKey,
    uploadKey,
    new Map([
      ['state', states],
      ['match_state', matchStates],
    ]),
  );
}

/** Notes that matching has given this state to sales, by their numbers in their table. */
export function* noteMatchState(tenantKey: number, state: number, seqs: readonly number[]): Work<void> {
  if (seqs.length === 0) return;
  yield* run(
    sql`INSERT OR IGNORE INTO upload_value (tenant_key, field, value, upload_key)
      SELECT DISTINCT tenant_key, 'match_state', ${state}, upload_key FROM "transaction" NOT INDEXED
      WHERE tenant_key = ${tenantKey} AND seq IN (SELECT value FROM json_each(${JSON.stringify(seqs)}))`,
  );
}

function* note(tenantKey: number, uploadKey: number, values: Values): Work<void> {
  yield* runEach(
    { field: 'text', value: 'text' },
    [...values].flatMap(([field, ofField]) => [...ofField].map((one) => [field, one])),
    ({ value }) => sql`INSERT OR IGNORE INTO upload_value (tenant_key, field, value, upload_key)
      VALUES (${tenantKey}, ${value.field}, ${value.value}, ${uploadKey})`,
  );
}
