/** A page of what people decided, as JSON; to a user of some units, of what that user decided. */
import type { DecisionAction, DecisionListQuery, ListedDecision } from '../../contract/decisions.js';
import { type UploadKind, uploadKinds } from '../../contract/states.js';
import type { Reach } from '../access/scope.js';
import { rowOfNumber } from '../matching.js';
import { anyTenant } from '../sql/dialect.js';
import { all, nothing, perDatabase, sql, text, type Work } from '../sql/work.js';
import { idsOf } from './match-told.js';
import { listedIdsMax } from './matches.js';

interface KeptDecision {
  id: string;
  action: DecisionAction;
  at: string;
  actor: string;
  asked: string;
  numbers: string;
  sales: number;
  records: number;
  waiting: number | null;
  undoes: string | null;
  undoneId: string | null;
  undoneAt: string | null;
  undoneBy: string | null;
}

const waitingCount = perDatabase(text('json_array_length(made.waiting)'), text('json_array_length(made.waiting::json)'));

/** A DecisionList, the newest first. */
export function* listDecisions(reach: Reach, { pageSize, pageNumber }: DecisionListQuery): Work<string> {
  const { tenantKey, limit } = reach;
  const tenant = anyTenant(tenantKey);
  const own = limit ? sql` AND made.user_key = ${limit.userKey}` : nothing;
  const found = yield* all<KeptDecision>(
    sql`SELECT made.id, made.action, made.at, made.actor, made.asked, made.numbers, made.sales, made.records, ${waitingCount} AS waiting, taken.id AS undoes,
        undone.id AS undone_id, undone.at AS undone_at, undone.actor AS undone_by
      FROM match_decision AS made
      LEFT JOIN match_decision AS taken ON taken.tenant_key = ${tenant} AND taken.decision_key = made.undoes
      LEFT JOIN match_decision AS undone ON undone.tenant_key = ${tenant} AND undone.decision_key = made.undone_by
      WHERE made.tenant_key = ${tenantKey}${own} ORDER BY made.decision_key DESC LIMIT ${pageSize + 1} OFFSET ${(pageNumber - 1) * pageSize}`,
  );
  const items: ListedDecision[] = [];
  for (const decision of found.slice(0, pageSize)) items.push(yield* listed(reach, decision));
  return JSON.stringify({ items, hasMore: found.length > pageSize });
}

function* listed(reach: Reach, kept: KeptDecision): Work<ListedDecision> {
  const { id, action, at, actor, asked, numbers, undoes, undoneId, undoneAt, undoneBy } = kept;
  const sides = Object.fromEntries(
    uploadKinds.map((kind) => [kind, (JSON.parse(numbers) as number[]).filter((number) => rowOfNumber(number).kind === kind)]),
  ) as Record<UploadKind, number[]>;
  // In a limit, all rows are looked at, because only those are counted that are seen.
  const some = uploadKinds.flatMap((kind) => (reach.limit === null ? sides[kind].slice(0, listedIdsMax) : sides[kind]));
  const ids = yield* idsOf(reach, some);
  const idsIn = (kind: UploadKind) => sides[kind].flatMap((number) => ids.get(number) ?? []);
  const count = (kind: UploadKind, all: number) => (reach.limit ? idsIn(kind).length : all);
  const told = JSON.parse(asked) as Partial<Record<AskedText, string>>;
  return {
    decisionId: id,
    action,
    at,
    by: actor,
    text: told.text ?? null,
    cause: (told.cause as ListedDecision['cause']) ?? null,
    rule: told.rule ?? null,
    reference: told.reference ?? null,
    remindOn: told.remindOn ?? null,
    salesCount: count('Sales', kept.sales),
    recordsCount: count('Settlement', kept.records),
    transactionIds: idsIn('Sales').slice(0, listedIdsMax),
    recordIds: idsIn('Settlement').slice(0, listedIdsMax),
    waiting: kept.waiting ?? 0,
    undoes,
    undone: undoneId === null ? null : { decisionId: undoneId, at: undoneAt as string, by: undoneBy as string },
  };
}

type AskedText = 'text' | 'cause' | 'rule' | 'reference' | 'remindOn';
