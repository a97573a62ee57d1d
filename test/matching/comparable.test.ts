/** What both sides are before they are compared: amounts, days, moments, identifiers, cards, brands. */
import { describe, expect, test } from 'vitest';
import { MatchSettings } from '../../src/contract/match-settings.js';
import { isOfPayment } from '../../src/contract/states.js';
import { comparableRecord, comparableSale, namesOf } from '../../src/matching/comparable.js';
import { identifierCode, isShort, literalOf } from '../../src/matching/identifier.js';
import { isOneEdit } from '../../src/matching/one-edit.js';
import { at, record, sale } from './world.js';

const settings = MatchSettings.parse({
  terminals: { '0022594314': 'KASSE 7', '00000000': 'WEB 1' },
  brands: { Lunchkarte: 'LUNCH', Firmenkarte: 'MC' },
  accounts: [
    { acquirerId: 'ACQ-1', merchantId: '7' },
    { acquirerId: 'unknown', near: [-50, 100] },
    { acquirerId: 'ACQ-2', merchantId: '000' },
    { acquirerId: 'ACQ-3' },
    { acquirerId: 'ACQ-3', merchantId: '7' },
  ],
});
const names = namesOf(settings);
const ofSale = (more: object) => comparableSale(sale(more), names);
const ofRecord = (more: object) => comparableRecord(record(more), names);

describe('identifiers', () => {
  test.each([
    ['AB-12 3', 'ab123'],
    ['  000123', '123'],
    ['00000000012345', '12345'],
    ['#1.001/7:x_y', '10017XY'],
    ['ＡＢ１２', 'AB12'],
    ['Größe 7', 'GRÖSSE7'],
    ['12345678901234', '12-345-678-901-234'],
  ])('%j is %j', (one, other) => {
    expect(identifierCode(one)).toBe(identifierCode(other));
    expect(identifierCode(one)).not.toBe(0);
  });

  test.each([null, undefined, '', ' ', '-', '0', '0000', 'N/A', 'na', 'none', 'NULL', 'Unknown', 'test', 'x', '/#'])(
    '%j says nothing',
    (text) => {
      expect(identifierCode(text)).toBe(0);
    },
  );

  test.each([
    ['123', '1230'],
    ['ABCDEFGHIJ', 'ABCDEFGHIK'],
    ['12345678901234', '12345678901235'],
    ['ABCDEFGHIJK', 'ABCDEFGHIKJ'],
    ['a+b', 'a*b'],
    ['Bäcker', 'Bücker'],
  ])('%j is not %j', (one, other) => {
    expect(identifierCode(one)).not.toBe(identifierCode(other));
  });

  test('short ones are kept as they are, and are exact numbers', () => {
    expect(literalOf(identifierCode('00-zz99'))).toBe('ZZ99');
    expect(literalOf(identifierCode('ZZZZZZZZZZ'))).toBe('ZZZZZZZZZZ');
    expect(literalOf(identifierCode('ZZZZZZZZZZZ'))).toBe(null);
    expect([isShort(identifierCode('T12')), isShort(identifierCode('T123'))]).toEqual([true, false]);
    const codes = new Set(Array.from({ length: 20_000 }, (_, index) => identifierCode(`psp_${String(index).padStart(14, '0')}`)));
    expect(codes.size).toBe(20_000);
    for (const code of codes) expect(Number.isSafeInteger(code)).toBe(true);
  });

  test.each([
    ['123456', '123457', true],
    ['123456', '12346', true],
    ['123456', '1234056', true],
    ['123456', '123465', true],
    ['123456', '123456', false],
    ['123456', '123567', false],
    ['123456', '213465', false],
    ['12', '1234', false],
  ])('%s and %s are one slip apart: %s', (one, other, expected) => {
    expect(isOneEdit(one, other)).toBe(expected);
    expect(isOneEdit(other, one)).toBe(expected);
  });
});

describe('amounts', () => {
  test.each([
    [17.12, 171_200],
    [0.1 + 0.2, 3_000],
    [1.1300000000000001, 11_300],
    [-1.13000001, null],
    [1.2345, 12_345],
    [1.23456, null],
    [-0.0001, -1],
    [900_719_925_474.0991, 9_007_199_254_740_991],
    [1e15, null],
    [null, null],
  ])('%s is %s in units of 10⁻⁴', (amount, units) => {
    expect(ofSale({ amount })?.units ?? null).toBe(units);
    expect(ofRecord({ amount })?.units ?? null).toBe(units);
  });

  test.each([
    [['Refund'], -125_000],
    [['purchase', 'GUTSCHRIFT '], -125_000],
    [['Rückerstattung'], -125_000],
    [['Refund fee'], 125_000],
    [[], 125_000],
    [null, 125_000],
  ])('a positive sale of types %j is %s', (transactionTypes, units) => {
    expect(ofSale({ transactionTypes })?.units).toBe(units);
    expect(ofSale({ transactionTypes, amount: -12.5 })?.units).toBe(-125_000);
  });

  test.each([
    ['Refund', 12.5, -125_000],
    ['Refund', -12.5, -125_000],
    // What a reversal takes back may have been a refund.
    ['Reversal', 12.5, 125_000],
    ['Sale', -12.5, -125_000],
    [null, 12.5, 125_000],
  ] as const)('a record of type %s and %s is %s', (type, amount, units) => {
    expect(ofRecord({ type, amount })?.units).toBe(units);
  });

  test('without a currency or an amount a row is nothing', () => {
    expect(ofSale({ currency: '' })).toBe(null);
    expect(ofSale({ amount: undefined })).toBe(null);
    expect(ofSale({ currency: 'chf' })?.currency).toBe(ofRecord({ currency: 'CHF' })?.currency);
  });
});

describe('days and moments', () => {
  const dayOf = (day: string) => Date.parse(day) / 86_400_000;

  test.each([
    ['the day of the till', { businessDate: '2026-11-19', transactionDate: at('01:30:00') }, '2026-11-19', true],
    ['the local day, where the till is far off', { businessDate: '2026-11-10', transactionDate: at('01:30:00') }, '2026-11-20', true],
    ['the local day at its own clock', { transactionDate: '2026-11-20T23:30:00-05:00' }, '2026-11-20', true],
    [
      'of the terminal before the till',
      { transactionDate: at('00:01:00'), eftTransactionDate: at('23:59:00', '2026-11-19') },
      '2026-11-19',
      true,
    ],
    ['a day alone', { transactionDate: null, businessDate: '2026-11-18' }, '2026-11-18', false],
  ])('%s', (_, more, day, isTimed) => {
    expect(ofSale(more)).toMatchObject({ day: dayOf(day), isTimed });
  });

  test('a record knows the day it was booked when it knows no other, at noon', () => {
    expect(ofRecord({ transactionDate: null })).toMatchObject({
      day: dayOf('2026-11-21'),
      at: Date.parse('2026-11-21T12:00:00Z') / 1_000,
      isTimed: false,
    });
    expect(ofRecord({ transactionDate: null, settlementDate: null })).toBe(null);
    expect(ofSale({ transactionDate: null })).toBe(null);
  });

  test('moments are instants', () => {
    expect(ofSale({ transactionDate: '2026-11-20T11:00:00Z' })?.at).toBe(ofSale({})?.at);
  });
});

describe('cards, brands, terminals, accounts', () => {
  test.each([
    ['424242******0416', 10_416, 1_424_242],
    ['XXXX XXXX XXXX 0416', 10_416, 0],
    ['************0000', 10_000, 0],
    ['4242 42** **** 0416 ', 10_416, 1_424_242],
    ['card of Anna', 0, 0],
    ['04*6', 0, 0],
    [null, 0, 0],
  ])('%j', (cardNumberMasked, lastFour, firstSix) => {
    expect(ofSale({ cardNumberMasked })?.keys).toMatchObject({ lastFour, firstSix });
  });

  test.each([
    ['VISA', 'visa debit', true],
    ['MC', 'Debit Mastercard', true],
    ['VISA', 'MASTERCARD', false],
    ['Lunchkarte', 'LUNCH', false],
    ['lunchkarte', 'Lunchkarte', true],
    ['Firmenkarte', 'Mastercard Debit', true],
  ])('%s and %s are one family: %s', (one, other, expected) => {
    expect(ofSale({ brandId: one })?.keys.brand === ofRecord({ brandId: other })?.keys.brand).toBe(expected);
  });

  test('a text that is no brand says nothing', () => {
    expect(ofSale({ brandId: 'Karte' })?.keys.brand).toBe(0);
  });

  test('a terminal has the name that the settings give it', () => {
    expect(ofRecord({ terminalId: '22594314' })?.keys.terminalId).toBe(ofSale({ terminalId: 'Kasse 7' })?.keys.terminalId);
  });

  test('a row without a terminal gets none by the settings, though they name one that says nothing', () => {
    for (const terminalId of [null, '', '0000', 'n/a']) {
      expect(ofRecord({ terminalId })?.keys.terminalId).toBe(0);
      expect(ofSale({ terminalId })?.keys.terminalId).toBe(0);
    }
  });

  test('the account is looked up by acquirer and merchant', () => {
    const accountOf = (acquirerId: string | null, merchantId: string | null) => ofRecord({ acquirerId, merchantId })?.account;
    expect([accountOf('ACQ-1', '7'), accountOf('ACQ-1', '8')]).toEqual([1, 0]);
    expect([accountOf('ACQ-2', null), accountOf('ACQ-2', '8')]).toEqual([3, 0]);
    // What is said of one contract goes before what is said of all, wherever it stands.
    expect([accountOf('ACQ-3', '7'), accountOf('ACQ-3', '8')]).toEqual([5, 4]);
  });

  test('a record without an acquirer is of no account, though the settings name one by a word that says nothing', () => {
    for (const acquirerId of [null, '', 'unknown', 'N/A']) expect(ofRecord({ acquirerId, merchantId: '7' })?.account).toBe(0);
  });

  test.each([
    ['Sale', true],
    ['Refund', true],
    ['Reversal', true],
    [null, true],
    ['Fee', false],
    ['Payout', false],
    ['Chargeback', false],
  ] as const)('a record of type %s stands for a payment: %s', (type, expected) => {
    expect(isOfPayment(type)).toBe(expected);
  });
});
