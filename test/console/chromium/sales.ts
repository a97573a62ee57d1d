/** Transactions of the pages' tests: a month of plain ones, some that are refused, and some whose texts are meant to do harm. */
import type { TransactionUpload } from '../../../src/contract/transaction.js';

const brands = ['VISA', 'MASTERCARD', 'VISA', 'TWINT', 'VISA', 'AMEX', 'MASTERCARD', 'GIROCARD'];
const DAYS = 30;
const MS_PER_DAY = 86_400_000;

/** 420 of the 30 days before and on `now`, of two terminals; one in 20 is a refund, one in ten in CHF. */
export function salesOf(now: Date): TransactionUpload[] {
  return Array.from({ length: 420 }, (_, index) => {
    const day = new Date(now.getTime() - (index % DAYS) * MS_PER_DAY).toISOString().slice(0, 10);
    const cents = 450 + ((index * 7919) % 9_000);
    return {
      amount: (index % 20 === 19 ? -1 : 1) * (cents / 100),
      currency: index % 10 === 3 ? 'CHF' : 'EUR',
      transactionDate: `${day}T${String(8 + (index % 10)).padStart(2, '0')}:${String(index % 60).padStart(2, '0')}:05+01:00`,
      brandId: brands[index % brands.length] ?? null,
      terminalId: index % 2 === 0 ? 'N-1' : 'S-1',
      locationId: index % 2 === 0 ? 'Köln, Dom' : 'Zürich, HB',
      transactionReference: `R-${String(index).padStart(5, '0')}`,
      transactionSequenceCounter: String(index),
      orderId: `B-${75_000 + index}`,
      cardNumberMasked: `424242******${1_000 + index}`,
      authorisationCode: String(100_000 + index),
      transactionTypes: ['Purchase'],
      additionalData: [{ key: 'cashier', value: 'Jörg' }],
    };
  });
}

/** 10, of which the import takes 4. */
export function refused(now: Date): TransactionUpload[] {
  return salesOf(now)
    .slice(0, 10)
    .map((sale, index) => ({
      ...sale,
      transactionReference: `X-${index}`,
      ...(index < 4 ? {} : index < 8 ? { currency: 'EUX' } : { amount: null }),
    }));
}

export const image = '<img src=x onerror=alert(1)>';
export const rightToLeft = '\u202eabc\u200f עברית';
export const long = 'x'.repeat(1_024);

export const hostile: TransactionUpload[] = [
  {
    amount: 0.1,
    currency: 'EUR',
    transactionDate: '2026-11-20T09:00:00+01:00',
    brandId: image,
    terminalId: '=1+1',
    locationId: rightToLeft,
    transactionReference: long,
    orderId: '@SUM(A1)',
    acquirerId: '<script>alert(2)</script>',
    applicationId: '&lt;b&gt;',
    authorisationCode: '-1+1',
    transactionSequenceCounter: "'; --",
    transactionTypes: [image, '=2+2'],
    additionalData: [
      { key: image, value: rightToLeft, type: image },
      { key: long, value: long },
    ],
  },
];
