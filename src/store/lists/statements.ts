/** Statements about closes, as they are read. */
import { changesSince } from '../../closing/since.js';
import type { ApprovedClose, CloseContent } from '../../contract/closes.js';
import { column, first, type Sql, sql, type Work } from '../sql/work.js';
import { type CloseStatement, sha256Of } from '../statements.js';

export interface KeptStatement extends CloseStatement {
  sha256: string;
}

/** The last statement of the tenant about a day or a month; undefined where it was never approved. */
export function lastAbout(tenantKey: number, period: string): Work<KeptStatement | undefined> {
  return lastWhere(sql`tenant_key = ${tenantKey} AND period = ${period}`);
}

/** The last statement of the tenant. */
export function lastOfAll(tenantKey: number): Work<KeptStatement | undefined> {
  return lastWhere(sql`tenant_key = ${tenantKey}`);
}

function* lastWhere(condition: Sql): Work<KeptStatement | undefined> {
  const kept = yield* first<{ document: string }>(
    sql`SELECT document FROM close_statement WHERE ${condition} ORDER BY number DESC LIMIT 1`,
  );
  return kept && statementIn(kept.document);
}

function statementIn(document: string): KeptStatement {
  return { ...(JSON.parse(document) as CloseStatement), sha256: sha256Of(document) };
}

/** The last statement about each day of the month, by that day. */
export function* lastWithin(tenantKey: number, month: string): Work<ReadonlyMap<string, KeptStatement>> {
  const kept = yield* column<string>(
    sql`SELECT document FROM close_statement WHERE tenant_key = ${tenantKey} AND period > ${month} AND period <= ${`${month}-31`} ORDER BY number`,
  );
  return new Map(kept.map(statementIn).map((statement) => [statement.period, statement]));
}

/** What a close of the whole tenant is held against; null where it was never approved. */
export function* approvedClose(tenantKey: number, period: string, close: CloseContent): Work<ApprovedClose | null> {
  const kept = yield* lastAbout(tenantKey, period);
  return kept ? { ...toldOf(kept), changes: changesSince(kept.close, close) } : null;
}

export function toldOf({ number, at, by, sha256 }: KeptStatement): Omit<ApprovedClose, 'changes'> {
  return { number, at, by, sha256 };
}
