/** Days made up to be slow, of so many rows a side that are alike. */

const plain = { amount: 4.5, currency: 'CHF', terminalId: '22128577' };
const time = (number) => new Date(Date.UTC(2026, 9, 1, 6) + number * 500).toISOString().replace('.000Z', 'Z');
const noon = { transactionDate: '2026-10-01T12:00:00Z' };

const days = {
  'each with its counter': (number) => ({ ...plain, transactionSequenceCounter: String(number + 1) }),
  'without an identifier': () => plain,
  'all with one reference': () => ({ ...plain, transactionReference: 'psp_1234567' }),
  'all with one reference and moment': () => ({ ...plain, transactionReference: 'psp_1234567', ...noon }),
  'one code and card, one moment': () => ({ ...plain, authorisationCode: '123456', cardNumberMasked: 'xxxx1234', ...noon }),
  'one moment, nothing else': () => ({ ...plain, ...noon }),
  'days only': () => ({ ...plain, transactionDate: undefined, businessDate: '2026-10-01' }),
  'sums of 20,000 that miss by one': (number) => ({ ...plain, amount: 4.5 + (number % 7), orderId: `ORDER-${number % 10}` }),
  'sixty-four rows a number': (number) => ({ ...plain, transactionReference: `ref${100_000 + (number >> 3)}`, ...noon }),
  totals: (number) => (number % 2 ? plain : { ...plain, transactionCount: 3 }),
};

/** @returns name and rows of each day, one after the other */
export function* hostileRows(count) {
  const numbers = Array.from({ length: count }, (_, number) => number);
  for (const [name, rowOf] of Object.entries(days)) {
    const sales = numbers.map((number) => ({ transactionDate: time(number), ...rowOf(number), transactionCount: undefined }));
    const records = numbers.map((number) => ({
      transactionDate: time(number + 1),
      ...rowOf(number),
      ...(number === 0 && { amount: 4.51 }),
    }));
    yield [name, { sales, records }];
  }
  const sales = numbers.map((number) => ({
    ...plain,
    transactionDate: time(number),
    transactionReference: 'VOID-1',
    amount: number % 2 ? 4.5 : -4.5,
  }));
  const dayOf = (number) => new Date(Date.UTC(2026, 0, 1) + (number % 3_000) * 864e5).toISOString().slice(0, 10);
  const records = numbers.map((number) => ({ ...plain, businessDate: dayOf(number), transactionCount: 2, amount: 9 }));
  yield ['totals and voids that pile up', { sales, records }];
}
