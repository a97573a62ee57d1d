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
import type { Database } from './database/engine.js';
import { statement } from './database/statements.js';
import { comparedColumns, isCandidateRecord, isMatchable } from './rows/matchable.js';
import { keptColumns, membersOf } from './rows/matches.js';
import { rowTables } from './rows/row-tables.js';

/** The fields follow from {@link VALUES_AT} on. */
type StepValues = [seq: number, matchKey: number | null, isCandidate: 0 | 1, uploadKey: number, ...unknown[]];
const VALUES_AT = 4;
/** So many are read with one statement. */
const AT_ONCE = 256;

export function stepSourceOf(db: Database, tenantKey: number): StepSource {
  const idOf = idsIn(db, tenantKey);
  return {
    uploadsFrom: async (uploadKey, visit) => {
      const found = statement(
        db,
        `SELECT uploadKey, kind, firstSeq, decided, status = 'Processing' AS isUnderWay FROM upload NOT INDEXED
         WHERE uploadKey >= ? AND tenantKey = ? ORDER BY uploadKey`,
      ).iterate(uploadKey, tenantKey) as Iterable<Omit<StepUpload, 'isUnderWay'> & { isUnderWay: number }>;
      for (const upload of found) visit({ ...upload, isUnderWay: upload.isUnderWay === 1 });
    },
    rows: async (numbers) => inOrder(numbers, AT_ONCE, (some) => rowsBy(db, tenantKey, some, idOf)),
    matches: async (keys) => keys.map((key) => matchBy(db, tenantKey, key)),
    openRows: async (numbers) => inOrder(numbers, AT_ONCE, (some) => openRowsBy(db, tenantKey, some)),
    openFor: async (reasons, visit) => {
      const numbers = statement(db, 'SELECT row FROM match_open INDEXED BY match_open_reason WHERE tenantKey = ? AND reason = ?').pluck();
      for (const reason of reasons) for (const number of numbers.all(tenantKey, reason) as number[]) visit(number);
    },
  };
}

/** Gives ids of rows by their uploads, each of which is read once. */
function idsIn(db: Database, tenantKey: number): (uploadKey: number, seq: number) => string {
  const known = new Map<number, { firstId: string; firstSeq: number }>();
  return (uploadKey, seq) => {
    let upload = known.get(uploadKey);
    if (upload === undefined) {
      const sql = 'SELECT lower(hex(firstTransactionId)) AS firstId, firstSeq FROM upload WHERE tenantKey = ? AND uploadKey = ?';
      upload = statement(db, sql).get(tenantKey, uploadKey) as { firstId: string; firstSeq: number };
      known.set(uploadKey, upload);
    }
    return transactionIdAt(upload.firstId, seq - upload.firstSeq);
  };
}

const selectRows = (
  kind: UploadKind,
  isCandidate: string,
) => `SELECT sale.seq, sale.matchKey, ${isCandidate}, sale.uploadKey, ${comparedColumns[kind]}
  FROM ${rowTables[kind].name} AS sale NOT INDEXED
  WHERE sale.tenantKey = ? AND sale.seq IN (SELECT value FROM json_each(?)) AND ${isMatchable[kind]}`;
const selected = { Sales: selectRows('Sales', '1'), Settlement: selectRows('Settlement', isCandidateRecord) };

function rowsBy(
  db: Database,
  tenantKey: number,
  numbers: readonly number[],
  idOf: (uploadKey: number, seq: number) => string,
): Map<number, StepRow> {
  const found = new Map<number, StepRow>();
  for (const kind of ['Sales', 'Settlement'] as const) {
    const seqs = numbers.map(rowOfNumber).flatMap((row) => (row.kind === kind ? [row.seq] : []));
    if (seqs.length === 0) continue;
    for (const values of statement(db, selected[kind]).raw().all(tenantKey, JSON.stringify(seqs)) as StepValues[]) {
      const [seq, matchKey, isCandidate, uploadKey] = values;
      const id = idOf(uploadKey, seq);
      found.set(
        rowNumber(kind, seq),
        kind === 'Sales'
          ? { kind, seq, matchKey, id, fields: saleOfValues(values, VALUES_AT) }
          : { kind, seq, matchKey, id, isCandidate: isCandidate === 1, fields: recordOfValues(values, VALUES_AT) },
      );
    }
  }
  return found;
}

function matchBy(db: Database, tenantKey: number, matchKey: number): StoredMatchRows | null {
  const sql = `SELECT ${keptColumns}, how, pinned FROM match WHERE tenantKey = ? AND matchKey = ?`;
  const found = statement(db, sql).get(tenantKey, matchKey) as (KeptMatch & { how: string; pinned: number }) | undefined;
  if (!found) return null;
  const { kind, rule, how, pinned, sales, records } = found;
  const members = membersOf(db, tenantKey, found).map(rowOfNumber);
  const seqsOf = (wanted: UploadKind) => members.filter((row) => row.kind === wanted).map((row) => row.seq);
  const ofMatch = { matchKey, kind, rule, how, isPinned: pinned === 1, rows: sales + records };
  return { ...ofMatch, sales: seqsOf('Sales'), records: seqsOf('Settlement') };
}

function openRowsBy(db: Database, tenantKey: number, numbers: readonly number[]): Map<number, StoredOpenRow> {
  const sql = 'SELECT row, reason, sentence, involved FROM match_open WHERE tenantKey = ? AND row IN (SELECT value FROM json_each(?))';
  const open = statement(db, sql).all(tenantKey, JSON.stringify(numbers)) as StoredOpenRow[];
  return new Map(open.map((row) => [row.row, row]));
}
