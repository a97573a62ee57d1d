/** What is told of a row's match, or of why it is in none, to whoever may see the row. */
import { type UploadKind, uploadKinds } from '../../contract/states.js';
import { andRowWithin, type Reach } from '../access/scope.js';
import type { StoredChange } from '../history.js';
import { transactionId } from '../ids.js';
import {
  bothComments,
  changesByMatch as changesBy,
  isStanding,
  type KeptMatch,
  type OpenReasonRow,
  toldOfMatch,
  toldOfOpen,
} from '../match-rows.js';
import type { ToldMatch } from '../match-words.js';
import { rowNumber, rowOfNumber } from '../matching.js';
import { keptColumns, membersOf } from '../rows/match-members.js';
import { tableOf } from '../sql/tables.js';
import { arrays, dialect, first, type Sql, sql, type Work } from '../sql/work.js';

/** A row within reach. */
export interface TellingRow {
  kind: UploadKind;
  seq: number;
  matchKey: number | null;
}

type FoundMatch = KeptMatch & ToldMatch & { id: Buffer | string };

export function* matchOf({ tenantKey }: Reach, matchKey: number | null): Work<FoundMatch | null> {
  if (matchKey === null) return null;
  const { anyTenant } = yield* dialect();
  const found = yield* first<FoundMatch>(
    sql`SELECT ${keptColumns}, id, how, sales_units, records_units FROM match WHERE tenant_key = ${anyTenant(tenantKey)} AND match_key = ${matchKey}`,
  );
  return found ?? null;
}

/** SQL for whether there is something to tell of `sale`, a row of that kind. */
export function isTold(kind: UploadKind, tenant: Sql): Sql {
  const number = sql`sale.seq * 2 + ${rowNumber(kind, 0)}`;
  return sql`(sale.match_key IS NOT NULL OR EXISTS (SELECT 1 FROM match_open WHERE match_open.tenant_key = ${tenant} AND number = ${number}))`;
}

/** One or two sentences: the comment of import, then of matching; null for neither. */
export function* commentOf(reach: Reach, row: TellingRow, imported: string | null): Work<string | null> {
  return bothComments(imported, yield* sentenceOf(reach, row));
}

function* sentenceOf(reach: Reach, row: TellingRow): Work<string | null> {
  const limited = reach.limit !== null;
  const match = yield* matchOf(reach, row.matchKey);
  if (match && isStanding(match)) {
    const members = (yield* membersOf(reach.tenantKey, [match])).get(match.matchKey) ?? [];
    // No row is named where there are more than two: only whether all of them are seen.
    const ids = yield* idsOf(reach, limited || members.length <= 2 ? members : []);
    return toldOfMatch(match, members, row, { limited, idOf: idIn(ids) });
  }
  const { anyTenant } = yield* dialect();
  const open = yield* first<OpenReasonRow>(
    sql`SELECT reason, parameters, involved FROM match_open
      WHERE tenant_key = ${anyTenant(reach.tenantKey)} AND number = ${rowNumber(row.kind, row.seq)} AND parameters IS NOT NULL`,
  );
  if (!open) return null;
  const ids = yield* idsOf(reach, open.involved === null ? [] : (JSON.parse(open.involved) as number[]));
  return toldOfOpen(open, { limited, idOf: idIn(ids) });
}

const idIn = (ids: ReadonlyMap<number, string>) => (number: number) => ids.get(number) ?? null;

/** The ids of rows by their numbers; of those within reach. */
export function* idsOf(reach: Reach, numbers: readonly number[]): Work<Map<number, string>> {
  const ids = new Map<number, string>();
  const { anyTenant, among, join } = yield* dialect();
  const tenant = anyTenant(reach.tenantKey);
  for (const kind of uploadKinds) {
    const seqs = numbers.map(rowOfNumber).flatMap((row) => (row.kind === kind ? [row.seq] : []));
    if (seqs.length === 0) continue;
    const found = yield* arrays<[seq: number, firstSeq: number, firstId: Buffer | string]>(
      sql`SELECT sale.seq, upload.first_seq, upload.first_transaction_id FROM ${tableOf[kind]} AS sale
        ${join} upload ON upload.tenant_key = ${tenant} AND upload.upload_key = sale.upload_key
        WHERE sale.tenant_key = ${tenant} AND sale.seq ${among(seqs)}${yield* andRowWithin(reach)}`,
    );
    for (const [seq, firstSeq, firstId] of found) ids.set(rowNumber(kind, seq), transactionId(firstId, seq - firstSeq));
  }
  return ids;
}

/** What its match adds to the history of a row. */
export function* changesByMatch(reach: Reach, matchKey: number | null): Work<StoredChange[]> {
  return changesBy(yield* matchOf(reach, matchKey));
}
