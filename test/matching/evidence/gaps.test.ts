/**
 * Coverage gates: from a generated month without noise a file, an account's day or a terminal is left out. The gaps that are told are exactly that
 * one, and none of the rows that wait for it is called overdue.
 */
import { describe, expect, it } from 'vitest';
import type { SettlementRecordUpload } from '../../../src/contract/settlement.js';
import type { TransactionUpload } from '../../../src/contract/transaction.js';
// @ts-expect-error The bench is plain JavaScript.
import { monthOf } from '../../bench/matching/month.js';
import { casesOf } from '../../support/at-length.js';
import { openRows } from './open.js';

type Sale = TransactionUpload;
type Settled = SettlementRecordUpload;

/** Reasons of a month: the gaps that rows wait for, and the rows that are called overdue. */
function told(sales: readonly Sale[], records: readonly Settled[]) {
  const gaps = new Set<string>();
  const overdue = new Set<Sale | Settled>();
  for (const { row, reason } of openRows(sales, records).open) {
    if ((reason.code === 'Waiting' || reason.code === 'NotCovered') && reason.parameters.missing) {
      const { code, acquirerId, merchantId, terminalId, day } = reason.parameters.missing;
      gaps.add([code, acquirerId, merchantId, terminalId, day].join(' '));
    }
    if (reason.code === 'NotSettled' || reason.code === 'NoSale') overdue.add(row);
  }
  return { gaps, overdue };
}

const rowsOf = (seed: number) => {
  const { sales, records } = monthOf({ rows: 6_000, seed, noise: 0 });
  return { sales: sales as Sale[], records: records as Settled[] };
};
const upper = (text: string | null | undefined) => (text ?? '').toUpperCase().replace(/_/g, '-');

describe.each(casesOf([1, 2], 2))('a month by seed %i', (seed) => {
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
