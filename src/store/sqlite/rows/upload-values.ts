/**
 * Notes which uploads hold which values, for fields with few different ones, so that a list of the rows with a rare value only has to look
 * into those uploads. A note is not removed when rows change: it says that the upload may hold the value.
 */
import type { TransactionUpload } from '../../../contract/transaction.js';
import { matchStateCodes, stateCodes } from '../../codes.js';
import type { RowDecision } from '../../decisions.js';
import type { Database } from '../database/engine.js';
import { statement } from '../database/statements.js';

export const notedFields = ['currency', 'brand_id', 'state', 'match_state'] as const;
type NotedField = (typeof notedFields)[number];
type Values = Map<NotedField, Set<string | number>>;

/** Notes what the rows of a new upload hold; `decisions` is null where they are only staged. */
export function noteRows(
  db: Database,
  tenantKey: number,
  uploadKey: number,
  rows: readonly TransactionUpload[],
  decisions: readonly RowDecision[] | null,
): void {
  const currencies = new Set<string>();
  const brands = new Set<string>();
  for (const { currency, brandId } of rows) {
    if (typeof currency === 'string') currencies.add(currency);
    if (typeof brandId === 'string') brands.add(brandId);
  }
  note(
    db,
    tenantKey,
    uploadKey,
    new Map([
      ['currency', currencies],
      ['brand_id', brands],
    ]),
  );
  if (decisions) noteDecisions(db, tenantKey, uploadKey, decisions);
  else note(db, tenantKey, uploadKey, statesOf([{ transactionState: 'Unprocessed', transactionMatchState: 'NotApplicable' }]));
}

/** Notes the states that decisions have given to rows of an upload. */
export function noteDecisions(db: Database, tenantKey: number, uploadKey: number, decisions: readonly RowDecision[]): void {
  note(db, tenantKey, uploadKey, statesOf(decisions));
}

/** Notes that matching has given this state to sales, by their numbers in their table. */
export function noteMatchState(db: Database, tenantKey: number, state: number, seqs: readonly number[]): void {
  if (seqs.length === 0) return;
  statement(
    db,
    `INSERT OR IGNORE INTO upload_value (tenant_key, field, value, upload_key)
     SELECT DISTINCT tenant_key, 'match_state', ?, upload_key FROM "transaction" NOT INDEXED
     WHERE tenant_key = ? AND seq IN (SELECT value FROM json_each(?))`,
  ).run(state, tenantKey, JSON.stringify(seqs));
}

function statesOf(decisions: readonly Pick<RowDecision, 'transactionState' | 'transactionMatchState'>[]): Values {
  const states = new Set<number>();
  const matchStates = new Set<number>();
  for (const { transactionState, transactionMatchState } of decisions) {
    states.add(stateCodes[transactionState]);
    matchStates.add(matchStateCodes[transactionMatchState]);
  }
  return new Map([
    ['state', states],
    ['match_state', matchStates],
  ]);
}

function note(db: Database, tenantKey: number, uploadKey: number, values: Values): void {
  const insert = statement(db, 'INSERT OR IGNORE INTO upload_value (tenant_key, field, value, upload_key) VALUES (?, ?, ?, ?)');
  for (const [field, ofField] of values) for (const value of ofField) insert.run(tenantKey, field, value, uploadKey);
}

/** How many uploads may hold `value`, and how many rows they have altogether; counts at most `uploadsMax` uploads. */
export function uploadsHolding(
  db: Database,
  tenantKey: number,
  field: NotedField,
  value: unknown,
  uploadsMax: number,
): { uploads: number; rows: number } {
  const sql = `SELECT count(*) AS uploads, ifnull(sum(rows), 0) AS rows FROM
    (SELECT upload.rows FROM upload_value AS held
     CROSS JOIN upload ON upload.tenant_key = ? AND upload.upload_key = held.upload_key
     WHERE held.tenant_key = ? AND held.field = ? AND held.value = ? LIMIT ?)`;
  return statement(db, sql).get(tenantKey, tenantKey, field, value, uploadsMax) as { uploads: number; rows: number };
}
