/** Generators of valid uploads, as wide as the contract allows. */
import fc from 'fast-check';
import { isUnmaskedCard } from '../../src/contract/card-number.js';
import type { AdditionalDataItem, TransactionUpload } from '../../src/contract/transaction.js';

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom('', ' ', 'Zürich', 'O\'Brien; "x"\n'),
);

const twoDigits = (min: number, max: number) => fc.integer({ min, max }).map((value) => String(value).padStart(2, '0'));

export const dateTime = fc
  .tuple(
    fc.date({ min: new Date('0002-01-01T00:00:00Z'), max: new Date('9998-12-31T00:00:00Z'), noInvalidDate: true }),
    fc.oneof(fc.constant(''), fc.stringMatching(/^\.\d{1,7}$/)),
    fc.oneof(
      fc.constant('Z'),
      fc.tuple(fc.constantFrom('+', '-'), twoDigits(0, 14), twoDigits(0, 59)).map(([sign, hour, minute]) => `${sign}${hour}:${minute}`),
    ),
  )
  .map(([date, fraction, offset]) => `${date.toISOString().slice(-24).slice(0, 19)}${fraction}${offset}`);

const businessDate = fc
  .date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

/** Minus zero travels through JSON as zero, and so cannot come back. */
const amount = fc.oneof(
  fc.integer({ min: -10_000_000, max: 10_000_000 }).map((cents) => (cents === 0 ? 0 : cents / 100)),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (value === 0 ? 0 : value)),
);

const additionalDataItem: fc.Arbitrary<AdditionalDataItem> = fc.oneof(
  fc.record({ key: text, value: text }),
  fc.record({ key: text, value: text, type: text }),
);

const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });

export const transactionUpload: fc.Arbitrary<TransactionUpload> = fc.record(
  {
    acquirerId: maybe(text),
    amount: maybe(amount),
    applicationId: maybe(text),
    authorisationCode: maybe(text),
    brandId: maybe(text),
    businessDate: maybe(businessDate),
    cardNumberMasked: maybe(text.filter((value) => !isUnmaskedCard(value))),
    currency: maybe(fc.oneof(fc.constantFrom('EUR', 'CHF', 'JPY'), text)),
    eftTransactionDate: maybe(dateTime),
    locationId: maybe(text),
    orderId: maybe(text),
    panEncrypted: maybe(text),
    terminalId: maybe(text),
    transactionDate: maybe(dateTime),
    transactionReference: maybe(text),
    transactionSequenceCounter: maybe(text),
    transactionTypes: maybe(fc.array(text, { maxLength: 4 })),
    additionalData: maybe(fc.array(additionalDataItem, { maxLength: 4 })),
  },
  { requiredKeys: [] },
);
