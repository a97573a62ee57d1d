/**
 * Coverage gates: from a generated month without noise a file, an account's day or a terminal is left out. The gaps that are told are exactly that
 * one, and none of the rows that wait for it is called overdue.
 */
import { describe, expect, it } from 'vitest';
import { daysOf } from '../../../src/contract/date-time.js';
import type { SettlementRecordUpload } from '../../../src/contract/settlement.js';
import { isOfPayment } from '../../../src/contract/states.js';
import type { TransactionUpload } from '../../../src/contract/transaction.js';
import { addRecord, addSale, emptyColumns } from '../../../src/matching/columns.js';
import type { OtherBooking } from '../../../src/matching/covered.js';
import { dueRows } from '../../../src/matching/due.js';
import { evidenceMatches, matchRows } from '../../../src/matching/evidence.js';
import { defaultEvidence, rowNamesOf } from '../../../src/matching/evidence-settings.js';
import { openReasons } from '../../../src/matching/row-reasons.js';
// @ts-expect-error The bench is plain JavaScript.
import { monthOf } from '../../bench/matching/month.js';

type Sale = TransactionUpload;
type Settled = SettlementRecordUpload;

/** Reasons of a month: the gaps that rows wait for, and the rows that are called overdue. */
function told(sales: readonly Sale[], records: readonly Settled[]) {
  const rows = emptyColumns(sales.length + records.length);
  const names = rowNamesOf(defaultEvidence);
  const given: (Sale | Settled)[] = [];
  const others: OtherBooking[] = [];
  for (const [id, sale] of sales.entries()) {
    const place = addSale(rows, id, sale, names);
    if (place !== null) given[place] = sale;
  }
  for (const [id, record] of records.entries()) {
    if (isOfPayment(record.type)) {
      const place = addRecord(rows, id, record, names);
      if (place !== null) given[place] = record;
    } else if (record.settlementDate) {
      const { texts } = rows;
      const day = daysOf(record.settlementDate) as number;
      others.push({ acquirer: texts.code(record.acquirerId), merchant: texts.code(record.merchantId), day });
    }
  }
  const outcome = matchRows(rows, defaultEvidence);
  const pairs = { sales: [] as number[], records: [] as number[], isSure: [] as boolean[] };
  for (const { sales, records, kind } of evidenceMatches(rows, outcome, defaultEvidence)) {
    if (sales.length !== 1 || records.length !== 1) continue;
    pairs.sales.push(sales[0] as number);
    pairs.records.push(records[0] as number);
    pairs.isSure.push(kind === 'Match');
  }
  const isFound = (row: number) => outcome.matchOf[row] !== -1;
  const due = dueRows({ rows, place: outcome.place, pairs, others, isFound, isLast: true, waitDaysOf: () => null });
  const nameOf = (code: number) => rows.texts.textOf(code) || null;
  const gaps = new Set<string>();
  const overdue = new Set<Sale | Settled>();
  for (const [row, { reason }] of openReasons({ rows, outcome, settings: defaultEvidence, due, nameOf }, () => true)) {
    if ((reason.code === 'Waiting' || reason.code === 'NotCovered') && reason.parameters.missing) {
      const { code, acquirerId, merchantId, terminalId, day } = reason.parameters.missing;
      gaps.add([code, acquirerId, merchantId, terminalId, day].join(' '));
    }
    if (reason.code === 'NotSettled' || reason.code === 'NoSale') overdue.add(given[row] as Sale);
  }
  return { gaps, overdue };
}

const rowsOf = (seed: number) => {
  const { sales, records } = monthOf({ rows: 6_000, seed, noise: 0 });
  return { sales: sales as Sale[], records: records as Settled[] };
};
const upper = (text: string | null | undefined) => (text ?? '').toUpperCase().replace(/_/g, '-');

describe.each([1, 2])('a month by seed %i', (seed) => {
  const { sales, records } = rowsOf(seed);
  const whole = told(sales, records);

  it('has no gap while nothing is missing', () => expect([...whole.gaps]).toEqual([]));

  const fileOf = ({ acquirerId, merchantId, settlementDate }: Settled) => `${acquirerId} ${merchantId} ${settlementDate}`;
  const files = [...new Set(records.filter(({ merchantId }) => merchantId === 'M-1001' || merchantId === '884210').map(fileOf))].sort();
  // Of the first and the last files nothing tells that they are missing: what they have is before all files, or waits.
  it.each(files.slice(6, -6).filter((_, at) => at % 9 === 4))('without the file %s, that one is missing', (file) => {
    const left = told(
      sales,
      records.filter((record) => fileOf(record) !== file),
    );
    const [acquirer, merchant, day] = file.split(' ');
    expect([...left.gaps]).toEqual([`NoFile ${upper(acquirer)} ${upper(merchant)}  ${day}`]);
    expect([...left.overdue].filter((row) => !whole.overdue.has(row))).toEqual([]);
  });

  const terminals = [...new Set(records.map(({ terminalId }) => terminalId ?? ''))]
    .filter((terminal) => sales.some(({ terminalId }) => terminal !== '' && terminalId === terminal))
    .sort();
  it.each(terminals.filter((_, at) => at % 5 === 1))(
    'without the records of terminal %s, it is the one that is not covered',
    (terminal) => {
      const left = told(
        sales,
        records.filter(({ terminalId }) => terminalId !== terminal),
      );
      expect([...left.gaps]).toEqual([`NoFile   ${terminal} `]);
      expect([...left.overdue].filter((row) => !whole.overdue.has(row))).toEqual([]);
    },
  );

  it.each(terminals.filter((_, at) => at % 5 === 2))('without the sales of terminal %s, it is the one that never sold', (terminal) => {
    const left = told(
      sales.filter(({ terminalId }) => terminalId !== terminal),
      records,
    );
    expect(
      [...left.gaps].map((gap) =>
        gap
          .split(' ')
          .filter((_, at) => at !== 1 && at !== 2)
          .join(' '),
      ),
    ).toEqual([`NoSales ${terminal} `]);
    expect([...left.overdue].filter((row) => !whole.overdue.has(row))).toEqual([]);
  });
});
