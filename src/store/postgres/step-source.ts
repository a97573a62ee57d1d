/** What a step of matching reads: some rows by their numbers, many with one statement. */
import type { UploadKind } from '../../contract/states.js';
import { transactionIdAt } from '../ids.js';
import { inOrder } from '../in-order.js';
import { recordOfValues, saleOfValues } from '../match-fields.js';
import type { KeptMatch } from '../match-rows.js';
import {
  rowNumber,
  rowOfNumber,
  type StepRow,
  type StepSource,
  type StepUpload,
  type StoredMatchRows,
  type StoredOpenRow,
} from '../matching.js';
import { anyTenant } from './access/scope.js';
import type { Session } from './database/session.js';
import { comparedColumns, isCandidateRow, isMatchable } from './rows/matchable.js';
import { keptColumns, membersOf } from './rows/matches.js';
import { eachPage, PAGE_ROWS } from './rows/pages.js';
import { rowTables } from './rows/row-tables.js';

/** The fields follow from {@link VALUES_AT} on. */
type StepValues = [seq: number, matchKey: number | null, isCandidate: boolean, firstSeq: number, firstId: string, ...unknown[]];
const VALUES_AT = 5;

export function stepSourceOf(session: Session, tenantKey: number): StepSource {
  return {
    uploadsFrom: (uploadKey, visit) =>
      eachPage(
        (last) =>
          session.all<StepUpload>(
            `SELECT upload_key AS "uploadKey", kind, first_seq AS "firstSeq", decided, status = 'Processing' AS "isUnderWay"
             FROM upload WHERE tenant_key = ${anyTenant('$1')} AND upload_key > $2 ORDER BY upload_key LIMIT $3`,
            tenantKey,
            last,
            PAGE_ROWS,
          ),
        (upload) => upload.uploadKey,
        visit,
        uploadKey - 1,
      ),
    rows: (numbers) => inOrder(numbers, PAGE_ROWS, (some) => rowsBy(session, tenantKey, some)),
    matches: (keys) => inOrder(keys, PAGE_ROWS, (some) => matchesBy(session, tenantKey, some)),
    openRows: (numbers) => inOrder(numbers, PAGE_ROWS, (some) => openRowsBy(session, tenantKey, some)),
    openFor: (reasons, visit) =>
      eachPage(
        (last) =>
          session.arrays<[number]>(
            `SELECT number FROM match_open WHERE tenant_key = ${anyTenant('$1')} AND number > $2 AND reason = ANY($4::text[]) ORDER BY number LIMIT $3`,
            tenantKey,
            last,
            PAGE_ROWS,
            reasons,
          ),
        ([number]) => number,
        ([number]) => visit(number),
      ),
  };
}

const selectRows = (
  kind: UploadKind,
) => `SELECT sale.seq, sale.match_key, ${isCandidateRow[kind]}, upload.first_seq, upload.first_transaction_id,
    ${comparedColumns(kind)}
  FROM ${rowTables[kind].name} AS sale JOIN upload ON upload.tenant_key = ${anyTenant('$1')} AND upload.upload_key = sale.upload_key
  WHERE sale.tenant_key = ${anyTenant('$1')} AND sale.seq = ANY($2::bigint[]) AND ${isMatchable(kind)}`;
const selected = { Sales: selectRows('Sales'), Settlement: selectRows('Settlement') };

async function rowsBy(session: Session, tenantKey: number, numbers: readonly number[]): Promise<Map<number, StepRow>> {
  const found = new Map<number, StepRow>();
  for (const kind of ['Sales', 'Settlement'] as const) {
    const seqs = numbers.map(rowOfNumber).flatMap((row) => (row.kind === kind ? [row.seq] : []));
    if (seqs.length === 0) continue;
    for (const values of await session.arrays<StepValues>(selected[kind], tenantKey, seqs)) {
      const [seq, matchKey, isCandidate, firstSeq, firstId] = values;
      const common = { seq, matchKey, id: transactionIdAt(firstId.replaceAll('-', ''), seq - firstSeq) };
      found.set(
        rowNumber(kind, seq),
        kind === 'Sales'
          ? { kind, ...common, fields: saleOfValues(values, VALUES_AT) }
          : { kind, ...common, isCandidate, fields: recordOfValues(values, VALUES_AT) },
      );
    }
  }
  return found;
}

async function matchesBy(session: Session, tenantKey: number, keys: readonly number[]): Promise<Map<number, StoredMatchRows>> {
  const kept = await session.all<KeptMatch & { how: string; isPinned: boolean }>(
    `SELECT ${keptColumns}, how, pinned AS "isPinned" FROM match WHERE tenant_key = ${anyTenant('$1')} AND match_key = ANY($2::bigint[])`,
    tenantKey,
    keys,
  );
  const members = await membersOf(session, tenantKey, kept);
  const matches = kept.map((match): [number, StoredMatchRows] => {
    const { matchKey, kind, rule, how, isPinned, sales, records } = match;
    const rows = (members.get(matchKey) ?? []).map(rowOfNumber);
    const seqsOf = (wanted: UploadKind) => rows.filter((row) => row.kind === wanted).map((row) => row.seq);
    const ofMatch = { matchKey, kind, rule, how, isPinned, rows: sales + records };
    return [matchKey, { ...ofMatch, sales: seqsOf('Sales'), records: seqsOf('Settlement') }];
  });
  return new Map(matches);
}

async function openRowsBy(session: Session, tenantKey: number, numbers: readonly number[]): Promise<Map<number, StoredOpenRow>> {
  const open = await session.all<StoredOpenRow>(
    `SELECT number AS row, reason, sentence, involved FROM match_open WHERE tenant_key = ${anyTenant('$1')} AND number = ANY($2::bigint[])`,
    tenantKey,
    numbers,
  );
  return new Map(open.map((row) => [row.row, row]));
}
