/** Approving a close: a statement of what was read, with its hash in the audit trail. */
import { canonicalJson } from '../../contract/canonical-json.js';
import type { ApprovalResult, CloseContent } from '../../contract/closes.js';
import { tenantObject } from '../access/audit.js';
import type { AuditEntry } from '../audit.js';
import { closeNow } from '../lists/closes.js';
import { lastAbout, lastOfAll, toldOf } from '../lists/statements.js';
import { run, sql, type Work } from '../sql/work.js';
import { approvalAction, type CloseAsked, type CloseStatement, type NotedStatement, sha256Of, versionOf } from '../statements.js';

/** The statement, or what the close is now where it is not the one that was read. */
export type Approval = ApprovalResult | { now: CloseContent };

/**
 * Must run in the tenant's turn. Returns the note for the audit trail, too; null where nothing is written: it is another close by now, or its last
 * statement says the same, so that whoever asks twice approves once.
 */
export function* approveClose(tenantKey: number, at: Date, { period, version, by, from }: CloseAsked): Work<[Approval, AuditEntry | null]> {
  const about = yield* lastAbout(tenantKey, period);
  if (about && versionOf(about.close) === version) return [{ outcome: 'AlreadyDone', ...toldOf(about) }, null];
  const close = yield* closeNow({ tenantKey, limit: null }, period, at);
  if (versionOf(close) !== version) return [{ now: close }, null];
  const last = yield* lastOfAll(tenantKey);
  const number = (last?.number ?? 0) + 1;
  const statement: CloseStatement = { number, previous: last?.sha256 ?? null, period, at: at.toISOString(), by, close };
  const document = canonicalJson(statement);
  yield* run(
    sql`INSERT INTO close_statement (tenant_key, number, period, document) VALUES (${tenantKey}, ${number}, ${period}, ${document})`,
  );
  const sha256 = sha256Of(document);
  const noted: NotedStatement = { statement: number, period, sha256 };
  const entry = { actor: by, ...from, action: approvalAction, object: yield* tenantObject(tenantKey), outcome: 'done' } as const;
  return [
    { outcome: 'Done', ...toldOf({ ...statement, sha256 }) },
    { ...entry, details: { ...noted } },
  ];
}
