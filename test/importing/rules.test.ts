import { describe, expect, test } from 'vitest';
import { type ImportSettings, importSettingsDefault } from '../../src/contract/import-configuration.js';
import { type TransactionField, type TransactionUpload, transactionFields } from '../../src/contract/transaction.js';
import { decisionBy, defaultImportConfiguration, rulesOf } from '../../src/importing/rules.js';

const byDefault = importSettingsDefault;
const configured = (requiredFields: TransactionField[], currencyCheck = false) => ({ ...byDefault, requiredFields, currencyCheck });
const decide = (row: TransactionUpload, index: number, settings: ImportSettings) =>
  decisionBy(rulesOf(settings, { known: null, receivedAt: new Date('2026-11-20T12:00:00Z') }), row, index);
const good: TransactionUpload = { amount: 12.5, currency: 'EUR', transactionDate: '2026-11-20T14:03:59+01:00' };

const passes = { transactionState: 'Processed', transactionMatchState: 'Unmatched', comment: null, errors: [] };
const fails = (index: number, ...faults: [field: string, reason: string][]) => ({
  transactionState: 'Unprocessed',
  transactionMatchState: 'NotApplicable',
  comment: faults.map(([field, reason]) => `${field} ${reason}`).join('; '),
  errors: faults.map(([field, reason]) => `transactions[${index}].${field}: ${reason}`),
});
const noCode = 'is not an ISO 4217 currency code';

test('the default configuration', () => {
  expect(defaultImportConfiguration).toEqual({
    name: 'Default',
    settings: {
      requiredFields: ['amount', 'currency', 'transactionDate'],
      currencyCheck: true,
      duplicateKey: 'identity',
      notMatchedTypes: [],
      notMatchedBrands: [],
      known: 'accept',
      amountMin: null,
      amountMax: null,
      transactionAgeDaysMax: null,
      transactionFutureDaysMax: null,
    },
  });
});

describe('by the default configuration', () => {
  test.each<[string, TransactionUpload]>([
    ['the three required fields', good],
    ['an amount of zero', { ...good, amount: 0 }],
    ['a refund', { ...good, amount: -12.5 }],
    ['every other field null', { ...Object.fromEntries(transactionFields.map((field) => [field, null])), ...good }],
  ])('%s passes', (_, transaction) => {
    expect(decide(transaction, 0, byDefault)).toEqual(passes);
  });

  test.each<[string, TransactionUpload, [string, string][]]>([
    ['no amount', { ...good, amount: undefined }, [['amount', 'is required']]],
    ['a null amount', { ...good, amount: null }, [['amount', 'is required']]],
    ['an empty currency', { ...good, currency: '' }, [['currency', 'is required']]],
    ['a null date', { ...good, transactionDate: null }, [['transactionDate', 'is required']]],
    ['a bad currency', { ...good, currency: 'eur' }, [['currency', noCode]]],
    [
      'a bad currency and no amount',
      { ...good, amount: null, currency: 'EURO' },
      [
        ['amount', 'is required'],
        ['currency', noCode],
      ],
    ],
    [
      'nothing at all',
      {},
      [
        ['amount', 'is required'],
        ['currency', 'is required'],
        ['transactionDate', 'is required'],
      ],
    ],
  ])('%s fails', (_, transaction, faults) => {
    expect(decide(transaction, 17, byDefault)).toEqual(fails(17, ...faults));
  });

  test('an error names the place in the upload, field and reason', () => {
    expect(decide({ ...good, currency: 'ZZZ' }, 17, byDefault)).toMatchObject({
      comment: 'currency is not an ISO 4217 currency code',
      errors: ['transactions[17].currency: is not an ISO 4217 currency code'],
    });
  });
});

describe('currency codes', () => {
  test.each([
    ['EUR', true],
    ['CHF', true],
    ['JPY', true],
    ['USD', true],
    // Codes of ISO 4217 for "no currency", for tests and for gold.
    ['XXX', true],
    ['XTS', true],
    ['XAU', true],
    ['eur', false],
    ['Eur', false],
    ['ZZZ', false],
    // Historic.
    ['DEM', false],
    ['HRK', false],
    ['EURO', false],
    ['EU', false],
    [' EUR', false],
    ['EUR ', false],
    ['EUR\n', false],
    ['€', false],
    ['978', false],
    ['ＥＵＲ', false],
  ])('%j: %s', (currency, isCode) => {
    const decision = decide({ currency }, 0, configured([], true));
    expect(decision).toEqual(isCode ? passes : fails(0, ['currency', noCode]));
    // Without the check, any text is a currency.
    expect(decide({ currency }, 0, configured([], false))).toEqual(passes);
  });

  test.each([undefined, null, ''])('a currency that is not there (%j) fails only where it is required', (currency) => {
    expect(decide({ currency }, 0, configured([], true))).toEqual(passes);
    expect(decide({ currency }, 3, configured(['currency'], true))).toEqual(fails(3, ['currency', 'is required']));
  });
});

describe.each(transactionFields)('%s, when required', (field) => {
  const values: Partial<Record<TransactionField, unknown>> = {
    amount: 0,
    transactionTypes: ['sale'],
    additionalData: [{ key: 'k', value: '' }],
  };
  const isList = field === 'transactionTypes' || field === 'additionalData';

  test('passes with a value', () => {
    expect(decide({ [field]: values[field] ?? 'x' }, 0, configured([field]))).toEqual(passes);
  });

  test.each([undefined, null, ...(field === 'amount' ? [] : ['']), ...(isList ? [[]] : [])])('fails with %j', (value) => {
    expect(decide({ [field]: value }, 5, configured([field]))).toEqual(fails(5, [field, 'is required']));
  });

  test('fails when absent', () => {
    expect(decide({}, 5, configured([field]))).toEqual(fails(5, [field, 'is required']));
  });
});

test('without rules, an empty row passes', () => {
  expect(decide({}, 0, configured([]))).toEqual(passes);
});

test('faults come in the order of the configuration', () => {
  expect(decide({}, 0, configured(['orderId', 'amount', 'brandId'])).errors).toEqual([
    'transactions[0].orderId: is required',
    'transactions[0].amount: is required',
    'transactions[0].brandId: is required',
  ]);
});

test('a reason never repeats the value', () => {
  expect(JSON.stringify(decide({ currency: '4242424242424242' }, 0, configured([], true)))).not.toContain('4242');
});
