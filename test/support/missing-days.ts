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

const of = { rows: 4, amounts: [{ currency: 'EUR', amount: '12.00' }] };
export const twoExceptions = [
  { side: 'Account', day: '2026-10-04', code: 'NoFile', acquirerId: 'ACQ-ONE', merchantId: 'M-1', terminalId: null, ...of },
  { side: 'Terminal', day: '2026-10-06', code: 'NoSales', acquirerId: null, merchantId: null, terminalId: 'T-1', ...of },
];
