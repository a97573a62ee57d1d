import type { ListedException } from '../../src/contract/exceptions.js';
import type { MissingPart } from '../../src/contract/open-reasons.js';

/** Nine days of one till and one account, without the file of one day, and without the sales of another day. */
const days = Array.from({ length: 9 }, (_, at) => `2026-10-0${at + 1}`);
const payments = days.flatMap((day) =>
  [1, 2, 3, 4].map((number) => ({
    day,
    row: { amount: number + 0.5, currency: 'EUR', terminalId: 'T-1', transactionReference: `REF-${day}-${number}` },
  })),
);

export const daysWithoutFile = {
  transactions: payments
    .filter(({ day }) => day !== '2026-10-06')
    .map(({ day, row }) => ({ ...row, transactionDate: `${day}T10:00:00+02:00` })),
  records: payments
    .filter(({ day }) => day !== '2026-10-04')
    .map(({ day, row }) => ({
      ...row,
      ...{ businessDate: day, settlementDate: day, payoutId: `PO-${day}`, acquirerId: 'ACQ-ONE', merchantId: 'M-1' },
    })),
};

/** An exception about what is missing. */
export function missingPart(side: string, part: MissingPart, rows: number, amounts: ListedException['amounts'], sentence: string) {
  const { code, ...named } = part;
  const none = { payoutId: null, locationId: null, brandId: null, orderId: null, transactionReference: null };
  return {
    side,
    reason: code,
    parameters: part,
    sentence,
    id: null,
    candidateRows: [],
    matchId: null,
    version: null,
    rows,
    amounts,
    ...named,
    ...none,
  };
}

const amounts = [{ currency: 'EUR', amount: '12.00' }];
const file: MissingPart = { code: 'NoFile', acquirerId: 'ACQ-ONE', merchantId: 'M-1', terminalId: null, day: '2026-10-04' };
const till: MissingPart = { code: 'NoSales', acquirerId: null, merchantId: null, terminalId: 'T-1', day: '2026-10-06' };
export const twoExceptions = [
  missingPart('Account', file, 4, amounts, 'The file of ACQ-ONE M-1 of 2026-10-04 has not come.'),
  missingPart('Terminal', till, 4, amounts, 'Terminal T-1 has sent no sale of 2026-10-06.'),
];
