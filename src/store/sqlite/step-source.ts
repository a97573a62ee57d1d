/** What a step of matching reads: some rows by their numbers, many with one statement. */
import type { UploadKind } from '../../contract/states.js';
import { transactionIdAt } from '../ids.js';
import { recordOfValues, saleOfValues } from '../match-fields.js';
import type { KeptMatch } from '../match-rows.js';
import { rowNumber, rowOfNumber, type StepSource, type StepUpload, type StoredMatchRows, type StoredOpenRow } from '../matching.js';
import type { Database } from './database/engine.js';
import { statement } from './database/statements.js';
import { comparedColumns, isCandidateRecord, isMatchable } from './rows/matchable.js';
import { keptColumns, membersOf } from './rows/matches.js';
import { rowTables } from './rows/row-tables.js';

type StepRow = NonNullable<Awaited<ReturnType<StepSource['sale']>>> | NonNullable<Awaited<ReturnType<StepSource['record']>>>;

/** The fields follow from {@link VALUES_AT} on. */
type StepValues = [seq: number, matchKey: number | null, isCandidate: 0 | 1, uploadKey: number, ...unknown[]];
const VALUES_AT = 4;
/** So many are read with one statement: a few, which are used up before the next ones come, leave less for the garbage collector. */
const AHEAD = 256;

export function stepSourceOf(db: Database, tenantKey: number): StepSource {
  const idOf = idsIn(db, tenantKey);
  const rows = aheadOf<StepRow>((numbers, found) => readRows(db, tenantKey, numbers, idOf, found));
  const open = aheadOf<StoredOpenRow>((numbers, found) => readOpenRows(db, tenantKey, numbers, found));
  const row = async (kind: UploadKind, seq: number) => rows.take(rowNumber(kind, seq)) as never;
  return {
    readAhead: async (what, numbers) => (what === 'Rows' ? rows : open).expect(numbers),
    uploadsFrom: async (uploadKey, visit) => {
      const found = statement(
        db,
        `SELECT uploadKey, kind, firstSeq, decided, status = 'Processing' AS isUnderWay FROM upload NOT INDEXED
         WHERE uploadKey >= ? AND tenantKey = ? ORDER BY uploadKey`,
      ).iterate(uploadKey, tenantKey) as Iterable<Omit<StepUpload, 'isUnderWay'> & { isUnderWay: number }>;
      for (const upload of found) visit({ ...upload, isUnderWay: upload.isUnderWay === 1 });
    },
    sale: (seq) => row('Sales', seq),
    record: (seq) => row('Settlement', seq),
    match: async (matchKey) => matchBy(db, tenantKey, matchKey),
    openRow: async (number) => open.take(number),
    openFor: async (reasons, visit) => {
      const numbers = statement(db, 'SELECT row FROM match_open INDEXED BY match_open_reason WHERE tenantKey = ? AND reason = ?').pluck();
      for (const reason of reasons) for (const number of numbers.iterate(tenantKey, reason) as Iterable<number>) visit(number);
    },
  };
}

/** What will be asked for, once each and in this order, read some at a time. `by` puts what there is in the place of null. */
function aheadOf<Found>(by: (keys: readonly number[], found: Map<number, Found | null>) => void) {
  let expected: readonly number[] = [];
  const found = new Map<number, Found | null>();
  const read = (key: number) => {
    const at = expected.indexOf(key);
    const some = at === -1 ? [key] : expected.slice(at, at + AHEAD);
    if (at !== -1) expected = expected.slice(at + AHEAD);
    for (const one of some) found.set(one, null);
    by(some, found);
  };
  return {
    expect(keys: readonly number[]) {
      expected = keys;
    },
    take(key: number): Found | null {
      if (found.get(key) === undefined) read(key);
      const one = found.get(key) ?? null;
      found.delete(key);
      return one;
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

function readRows(
  db: Database,
  tenantKey: number,
  numbers: readonly number[],
  idOf: (uploadKey: number, seq: number) => string,
  found: Map<number, StepRow | null>,
): void {
  for (const kind of ['Sales', 'Settlement'] as const) {
    const seqs = numbers.map(rowOfNumber).flatMap((row) => (row.kind === kind ? [row.seq] : []));
    if (seqs.length === 0) continue;
    for (const values of statement(db, selected[kind]).raw().all(tenantKey, JSON.stringify(seqs)) as StepValues[]) {
      const [seq, matchKey, isCandidate, uploadKey] = values;
      const id = idOf(uploadKey, seq);
      found.set(
        rowNumber(kind, seq),
        kind === 'Sales'
          ? { seq, matchKey, id, fields: saleOfValues(values, VALUES_AT) }
          : { seq, matchKey, id, isCandidate: isCandidate === 1, fields: recordOfValues(values, VALUES_AT) },
      );
    }
  }
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

function readOpenRows(db: Database, tenantKey: number, numbers: readonly number[], found: Map<number, StoredOpenRow | null>): void {
  const sql = 'SELECT row, reason, sentence, involved FROM match_open WHERE tenantKey = ? AND row IN (SELECT value FROM json_each(?))';
  const open = statement(db, sql).all(tenantKey, JSON.stringify(numbers)) as StoredOpenRow[];
  for (const row of open) found.set(row.row, row);
}
