/** Matches some rows through the store, and reads what there is to match: every way in which the tables of matches are used. */
import type { SettlementRecordUpload } from '../../src/contract/settlement.js';
import type { UploadKind } from '../../src/contract/states.js';
import type { TransactionUpload } from '../../src/contract/transaction.js';
import { transactionIdAt } from '../../src/store/ids.js';
import type {
  CandidateRecord,
  CandidateRow,
  DecidedBefore,
  MatchPiece,
  MatchReader,
  NewMatch,
  OpenRow,
  SourceUpload,
  StoredMatch,
} from '../../src/store/matching.js';
import { rowNumber } from '../../src/store/matching.js';
import type { TenantStore } from '../../src/store/store.js';

/** Everything that a source tells, of one state of the data. */
export interface SourceRead {
  changed: number;
  seen: string;
  uploads: SourceUpload[];
  sales: CandidateRow<TransactionUpload>[];
  records: CandidateRecord[];
  matches: StoredMatch[];
  openRows: number[];
  forbidden: [number, number][];
  decidedBefore: DecidedBefore[];
}

export const everyDay = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };

export function readSource(reader: MatchReader, tenantId: string): Promise<SourceRead> {
  return reader.rowsToMatch(tenantId, async (source) => {
    const read: SourceRead = {
      ...source.basis,
      uploads: [],
      sales: [],
      records: [],
      matches: [],
      openRows: [],
      forbidden: [],
      decidedBefore: [],
    };
    await source.uploads((upload) => read.uploads.push(upload));
    await source.sales(await source.numbers('Sales', everyDay), (sale) => read.sales.push(sale));
    await source.records(await source.numbers('Settlement', everyDay), (record) =>
      read.records.push(record as CandidateRow<SettlementRecordUpload> & CandidateRecord),
    );
    const keys = new Set([...read.sales, ...read.records].flatMap(({ matchKey }) => matchKey ?? []));
    await source.matches(Float64Array.from(keys).sort(), (match) => read.matches.push(match));
    const numbers = [
      ...read.sales.map(({ seq }) => rowNumber('Sales', seq)),
      ...read.records.map(({ seq }) => rowNumber('Settlement', seq)),
    ];
    await source.openRows(Float64Array.from(numbers).sort(), ({ row }) => read.openRows.push(row));
    for (const read of [source.newestDay, source.oldestDay]) await read();
    await source.forbidden((sale, record) => read.forbidden.push([sale, record]));
    await source.decidedBefore((before) => read.decidedBefore.push(before));
    return read;
  });
}

export const emptyPiece: Omit<MatchPiece, 'changed'> = { ended: [], begun: [], renamed: [], open: [], closed: [], finished: null };

export function newMatch(sales: readonly number[], records: readonly number[], over: Partial<NewMatch> = {}): NewMatch {
  const sums = { salesUnits: 50_000 * sales.length, recordsUnits: 50_000 * records.length };
  return { kind: 'Match', rule: 'reference', how: 'Equal', sales, records, ...sums, currency: 'EUR', day: 20_000, ...over };
}

/** An acquirer of which the reason speaks why a row is open: how far its files reach is not told to users of some units. */
export const ofTheTenant = 'ACQ of the tenant';

/** Open by a reason that speaks of an acquirer, and is about no row. */
export const notSettled = (acquirerId: string): Pick<OpenRow, 'reason' | 'parameters' | 'missing'> => ({
  reason: 'NotSettled',
  parameters: JSON.stringify({ acquirerId, dueDay: '2026-11-25' }),
  missing: null,
});

/** Begins, renames and ends matches of the tenant's first rows, of which there must be four sales and three records. Returns ids of rows. */
export async function matchSome(
  tenant: TenantStore,
  reader: MatchReader,
  tenantId: string,
): Promise<{ sales: string[]; records: string[] }> {
  await reader.tenantsToMatch('rules');
  const { changed, sales, records } = await readSource(reader, tenantId);
  const [one, two, three, four] = sales.map(({ seq }) => seq) as [number, number, number, number];
  const [first, second, third] = records.map(({ seq }) => seq) as [number, number, number];
  const apply = (piece: Partial<MatchPiece>) => tenant.applyMatches({ ...emptyPiece, changed, ...piece });
  const open = (row: number) => ({
    row,
    day: 20_000,
    ...notSettled('ACQ'),
    involved: [rowNumber('Sales', one)],
  });
  await apply({
    begun: [newMatch([one], [first]), newMatch([two, three], [second], { how: 'Sum' }), newMatch([four], [third], { kind: 'Proposal' })],
    open: [open(rowNumber('Sales', four)), open(rowNumber('Settlement', third))],
  });
  const begun = (await readSource(reader, tenantId)).matches.map(({ matchKey }) => matchKey);
  const [pair, group, proposal] = begun as [number, number, number];
  await apply({
    renamed: [{ matchKey: pair, rule: 'order', how: 'Near' }],
    ended: [group, proposal],
    closed: [rowNumber('Settlement', third)],
  });
  await apply({
    begun: [newMatch([two, three], [second], { how: 'Sum' })],
    open: [{ ...open(rowNumber('Settlement', third)), ...notSettled(ofTheTenant), involved: [] }],
    finished: { seen: 'all', rules: 'rules', frontier: null },
  });
  return candidateIds(reader, tenantId);
}

/** The ids of all rows that stand for payments, matched or not. */
export async function candidateIds(reader: MatchReader, tenantId: string): Promise<{ sales: string[]; records: string[] }> {
  const { uploads, sales, records } = await readSource(reader, tenantId);
  const idsOf = (kind: UploadKind, rows: readonly { seq: number }[]) =>
    rows.map(({ seq }) => {
      const isIn = (upload: SourceUpload) => upload.kind === kind && seq >= upload.firstSeq && seq < upload.firstSeq + upload.rows;
      const { firstId, firstSeq } = uploads.find(isIn) as SourceUpload;
      return transactionIdAt(firstId, seq - firstSeq);
    });
  return { sales: idsOf('Sales', sales), records: idsOf('Settlement', records) };
}
