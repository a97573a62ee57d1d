import { describe, expect, it } from 'vitest';
import { importSettingsDefault } from '../../../src/contract/import-configuration.js';
import type { RowFault } from '../../../src/files/input/row.js';
import { type RowFaultCode, remedies } from '../../../src/files/input/row-faults.js';
import type { OpenOptions } from '../../../src/files/open.js';
import { read } from '../reading.js';

const items = (count: number, value = 'v') => JSON.stringify(Array.from({ length: count }, () => ({ key: 'k', value })));
const PAN = '4242424242424242';

interface Case {
  input: string;
  options?: Partial<OpenOptions>;
  code: RowFaultCode;
  column?: string;
  field?: string;
  value?: string;
  remedy?: string;
}

const csv = (column: string, cell: string) => `orderId,${column}\n1,"${cell.replaceAll('"', '""')}"\n`;
const ofColumn = (column: string, cell: string, code: RowFaultCode, field = column): Case => ({
  input: csv(column, cell),
  code,
  column,
  field,
});
const ndjson = (object: unknown) => `${JSON.stringify(object)}\n`;

const cases: Case[] = [
  { ...ofColumn('amount', '12,5 Stück', 'AMOUNT_INVALID'), value: '12,5 Stück' },
  ofColumn('amount', '1.35,90', 'AMOUNT_INVALID'),
  { input: 'orderId,amount\n1,1.50\n2,"1,50"\n', code: 'AMOUNT_INVALID', column: 'amount', field: 'amount', value: '1,50' },
  {
    input: 'orderId;amount\n1;1,50\n2;1.50\n',
    code: 'AMOUNT_INVALID',
    column: 'amount',
    field: 'amount',
    value: '1.50',
    remedy: 'write it with digits and a decimal comma, as 1355,90',
  },
  {
    input: 'Währung;Betrag (CHF)\nCHF;1.50\nEUR;12.50\n',
    code: 'CURRENCY_CONTRADICTS',
    column: 'Betrag (CHF)',
    field: 'amount',
    value: '12.50',
    remedy: 'say which one is right: --const currency=CHF, or this column, whose name then says nothing: --set amount=COLUMN',
  },
  {
    input: `{"amount":1,"currency":"CHF","transactionDate":"2026-11-20T14:03:59Z"}\n${ndjson({ Betrag: 1, Datum: 'x' })}`,
    code: 'NO_FIELD',
    column: 'Betrag',
    value: '1',
  },
  {
    input:
      '{"Betrag":1,"Datum":"2026-11-20T14:03:59Z"}\n'.repeat(256) + ndjson({ Betrag: 1, Datum: '2026-11-20T14:03:59Z', currency: 'CHF' }),
    code: 'MEMBER_UNKNOWN',
    column: 'currency',
    field: 'currency',
    value: 'CHF',
  },
  {
    input: 'transactionReference,amount,currency,transactionDate\n1,1,CHF,2026-11-20T14:03:59Z\n2,,CHF,2026-11-20T14:03:59Z\n',
    options: { isStrict: true },
    code: 'FIELD_REQUIRED',
    field: 'amount',
  },
  {
    input: 'transactionReference,amount,currency,transactionDate\n1,1,CHF,2026-11-20T14:03:59Z\n2,1.23456,CHF,2026-11-20T14:03:59Z\n',
    options: { isStrict: true },
    code: 'AMOUNT_DECIMALS',
    field: 'amount',
  },
  {
    input: 'transactionReference,amount,currency,transactionDate\n1,1,CHF,2026-11-20T14:03:59Z\n2,11,CHF,2026-11-20T14:03:59Z\n',
    options: { isStrict: true, importRules: { name: 'Small', settings: { ...importSettingsDefault, amountMax: 10 }, atMs: 0 } },
    code: 'NOT_IMPORTED',
    field: 'amount',
  },
  {
    input: `Datum;Betrag;Total\n${'20.11.2026 10:00;5,50;5,50\n'.repeat(5_000)}20.11.2026 10:00;7,50;5510,50\n`,
    options: { timezone: 'Europe/Zurich' },
    code: 'COLUMNS_CONTRADICT',
    column: 'Betrag',
    field: 'amount',
    value: '7,50',
    remedy: 'correct the one that is wrong, or say which column it is: --set amount=COLUMN',
  },
  { input: 'currency,amount\nCHF,12.50 EUR\n', code: 'CURRENCY_CONTRADICTS', column: 'amount', field: 'amount', value: '12.50 EUR' },
  ofColumn('amount', '1234567890.1234567', 'AMOUNT_INVALID'),
  { input: ndjson({ amount: '12.50' }), code: 'AMOUNT_INVALID', column: 'amount', field: 'amount', value: '12.50' },
  { input: '{"amount":1e400}\n', code: 'AMOUNT_INVALID', column: 'amount', field: 'amount', value: 'Infinity' },
  { ...ofColumn('transactionReference', '1.23E+15', 'ID_ROUNDED'), value: '1.23E+15' },
  { input: 'orderId,amount,currency\n1,2.50,EUR\nTotal,99.00,\n', code: 'TOTALS_ROW' },
  ...(
    [
      ['type', 'Payement', 'TYPE_UNKNOWN'],
      ['settlementDate', 'yesterday', 'DAY_INVALID'],
      ['transactionCount', '1.5', 'COUNT_INVALID'],
    ] as const
  ).map(([column, value, code]) => ({
    input: `payoutId,amount,currency,${column}\nP,1,EUR,${value}\n`,
    options: { kind: 'Settlement' } as const,
    code,
    column,
    field: column,
    value,
  })),
  ofColumn('businessDate', '2026-02-29', 'BUSINESS_DATE_INVALID'),
  {
    input: 'transactionDate\n2026-01-15T10:30:00Z\n2026-01-15T10:30:00\n',
    code: 'TRANSACTION_DATE_INVALID',
    column: 'transactionDate',
    field: 'transactionDate',
  },
  ofColumn('eftTransactionDate', '32.01.2026 10:30', 'EFT_TRANSACTION_DATE_INVALID'),
  {
    input: 'orderId,Date,Time zone\n1,2026-11-20 14:03,+01:00\n2,2026-11-20 14:03,+01:00\n3,2026-11-20 14:03,Mars\n',
    code: 'TIME_ZONE_UNKNOWN',
    column: 'Date',
    field: 'transactionDate',
    value: '2026-11-20 14:03 Mars',
  },
  {
    input: csv('transactionDate', '29.03.2026 02:30'),
    options: { timezone: 'Europe/Zurich' },
    code: 'LOCAL_TIME_SKIPPED',
    column: 'transactionDate',
    field: 'transactionDate',
  },
  {
    input: csv('transactionDate', '25.10.2026 02:30'),
    options: { timezone: 'Europe/Zurich' },
    code: 'LOCAL_TIME_TWICE',
    column: 'transactionDate',
    field: 'transactionDate',
  },
  {
    input: ndjson({ eft_transaction_date: 5 }),
    code: 'EFT_TRANSACTION_DATE_INVALID',
    column: 'eft_transaction_date',
    field: 'eftTransactionDate',
  },
  {
    ...ofColumn('cardNumberMasked', PAN, 'CARD_NUMBER_UNMASKED'),
    value: '424242******4242',
    remedy: `${remedies.CARD_NUMBER_UNMASKED}, or let it be cut: --pan mask`,
  },
  {
    ...ofColumn('cardNumberMasked', '4a2b4c2d4e2f4g2h4i2j4k2l4m2n4o2p', 'CARD_NUMBER_UNMASKED'),
    value: '424242******4242',
    remedy: `${remedies.CARD_NUMBER_UNMASKED}, or let it be cut: --pan mask`,
  },
  ofColumn('orderid2', 'x'.repeat(8193), 'TEXT_TOO_LONG', 'additionalData[0].value'),
  { ...ofColumn('brandId', '€'.repeat(1025), 'TEXT_TOO_LONG'), value: `${'€'.repeat(59)}…` },
  { ...ofColumn('brandId', '😀'.repeat(1025), 'TEXT_TOO_LONG'), value: `${'😀'.repeat(29)}…` },
  { input: '{"brandId":"\\ud800"}\n', code: 'TEXT_NOT_UNICODE', column: 'brandId', field: 'brandId' },
  ofColumn('brandId', 'a\0b', 'TEXT_HAS_NUL'),
  ofColumn('cashier', 'a\0b', 'TEXT_HAS_NUL', 'additionalData[0]'),
  { input: 'amount,a\0b\n1,x\n', code: 'TEXT_HAS_NUL', column: 'a\0b', field: 'additionalData[0]', value: 'x' },
  { input: 'transactionTypes\n"[""a\\u0000""]"\n', code: 'TEXT_HAS_NUL', column: 'transactionTypes', field: 'transactionTypes[0]' },
  { input: '{"transactionTypes":["a\\u0000"]}\n', code: 'TEXT_HAS_NUL', column: 'transactionTypes', field: 'transactionTypes[0]' },
  { input: ndjson({ terminalId: 7 }), code: 'TYPE_WRONG', column: 'terminalId', field: 'terminalId', value: '7' },
  {
    input: ndjson({ cardNumberMasked: Number(PAN) }),
    code: 'TYPE_WRONG',
    column: 'cardNumberMasked',
    field: 'cardNumberMasked',
    value: '424242******4242',
  },
  ofColumn('transactionTypes', 'a;'.repeat(33), 'TOO_MANY_ITEMS'),
  ofColumn('additionalData', items(65), 'TOO_MANY_ITEMS'),
  ofColumn('transactionTypes', '["a"', 'TRANSACTION_TYPES_INVALID'),
  ofColumn('transactionTypes', '["a",1]', 'TRANSACTION_TYPES_INVALID', 'transactionTypes[1]'),
  {
    input: ndjson({ transactionTypes: 'Purchase;Tip' }),
    code: 'TRANSACTION_TYPES_INVALID',
    column: 'transactionTypes',
    field: 'transactionTypes',
  },
  ofColumn('additionalData', 'a=b', 'ADDITIONAL_DATA_INVALID'),
  ofColumn('additionalData', '{}', 'ADDITIONAL_DATA_INVALID'),
  ofColumn('additionalData', '["a"]', 'ADDITIONAL_DATA_INVALID', 'additionalData[0]'),
  ofColumn('additionalData', '[{"key":"a"}]', 'ADDITIONAL_DATA_INVALID', 'additionalData[0].value'),
  ofColumn('additionalData', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, 'ADDITIONAL_DATA_INVALID'),
  { input: ndjson({ amount: 1, cashier: 'x'.repeat(8193) }), code: 'TEXT_TOO_LONG', column: 'cashier', field: 'additionalData[0].value' },
  { input: ndjson({ amount: 1, Amount: 2 }), code: 'FIELD_REPEATED', column: 'Amount', field: 'amount', value: '2' },
  {
    input:
      'id,Created (UTC),Amount,Amount Refunded,Currency,Converted Amount,Converted Currency,Status\npi_1,2026-11-20 08:12,4.80,0.00,chf,4.80,chf,Blocked\n',
    code: 'SALE_UNKNOWN',
    column: 'Status',
    value: 'Blocked',
  },
  { input: 'orderId,amount\namount,orderId\n', code: 'OTHER_HEADER' },
  { input: 'orderId,amount\n1\n', code: 'COLUMN_COUNT' },
  { input: 'orderId,amount\n1,2,3\n', code: 'COLUMN_COUNT' },
  { input: 'orderId,amount,Note\n1,12,50,\n', code: 'COLUMN_COUNT' },
  { input: 'orderId,amount\nA,3.50\nB,1', code: 'ROW_CUT', column: 'amount', field: 'amount', value: '1' },
  { input: 'orderId,amount\n1"2,3\n', code: 'QUOTE_BROKEN', value: '1"2,3' },
  { input: `orderId,brandId\n1"2,${PAN}\n`, code: 'QUOTE_BROKEN', value: '1"2,424242******4242' },
  { input: '{}\n{"amount":12,50}\n', code: 'JSON_INVALID', value: '{"amount":12,50}' },
  { input: `{}\n{"cardNumberMasked":${PAN},}\n`, code: 'JSON_INVALID', value: '{"cardNumberMasked":424242******4242,}' },
  { input: `{}\n${'['.repeat(100_000)}${']'.repeat(100_000)}\n`, code: 'JSON_INVALID' },
  { input: `{}\n[1,${PAN}]\n`, code: 'ROW_NOT_OBJECT', value: '[1,424242******4242]' },
  { input: '{}\n[1]\n', code: 'ROW_NOT_OBJECT', value: '[1]' },
  { input: '{}\nnull\n', code: 'ROW_NOT_OBJECT' },
  { input: '{"_text":"{\\"amount\\":1,}","_line":3}\n', code: 'ROW_NOT_OBJECT', column: '_text' },
];

describe('faults of a row', () => {
  it.each(cases.map((each) => [each.code, each.input.slice(0, 60), each] as const))(
    '%s %j',
    async (code, _, { input, options, column, field, value, remedy }) => {
      const { rows } = await read(input, options);
      const faults = rows.flatMap((row) => row.faults);
      expect(faults.map((fault) => fault.code)).toEqual([code]);
      const [fault] = faults as [RowFault];
      expect(fault).toMatchObject({ column: column ?? null, field: field ?? null });
      expect(fault.message.endsWith(`; ${remedy ?? remedies[code]}`)).toBe(true);
      if (value !== undefined) expect(fault.value).toBe(value);
      expect(fault.value?.length ?? 0).toBeLessThanOrEqual(60);
      expect(JSON.stringify(faults)).not.toContain(PAN);
      for (const row of rows) expect(row.transaction === null).toBe(row.faults.length > 0);
    },
  );

  it('every code has a case here', () => {
    // That a file was written to is seen at its end, by who uploads it.
    const codes = [...cases.map(({ code }) => code), 'INPUT_CHANGED'];
    expect(new Set(codes)).toEqual(new Set(Object.keys(remedies)));
  });

  it('all of a row are told, in the order of its columns, with the number of each', async () => {
    const { rows } = await read('cashier,transactionDate,amount,businessDate\nx,today,"1,5x",2026-13-01\n');
    expect(rows[0]?.faults.map(({ columnNumber, code }) => [columnNumber, code])).toEqual([
      [2, 'TRANSACTION_DATE_INVALID'],
      [3, 'AMOUNT_INVALID'],
      [4, 'BUSINESS_DATE_INVALID'],
    ]);
  });

  it('an item of additionalData is traced to its own column', async () => {
    const long = 'x'.repeat(8193);
    const { rows } = await read(`a,additionalData,b,amount\n1,"[{""key"":""k"",""value"":""v""}]",${long},1\n`);
    expect(rows[0]?.faults).toMatchObject([{ column: 'b', columnNumber: 3, field: 'additionalData[2].value' }]);
  });

  it('an unknown member of JSON is traced to its name behind the items that were given', async () => {
    const object = { additionalData: [{ key: 'k', value: 'v' }], a: 1, b: 'x'.repeat(8193) };
    const { rows } = await read(JSON.stringify([object]));
    expect(rows[0]?.faults).toMatchObject([{ column: 'b', field: 'additionalData[2].value' }]);
  });

  it('JSON may be nested 64 levels deep', async () => {
    const nested = (levels: number) =>
      `{}\n{"amount":1,"currency":"CHF","transactionDate":"2026-11-20T14:03:59Z","a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}\n`;
    expect((await read(nested(64))).rows[1]?.faults).toEqual([]);
    expect((await read(nested(65))).rows[1]?.faults).toMatchObject([{ code: 'JSON_INVALID' }]);
  });

  it('are at most a hundred a row', async () => {
    const { rows } = await read(JSON.stringify([{ additionalData: Array.from({ length: 64 }, () => ({})) }]));
    expect(rows[0]?.faults).toHaveLength(100);
  });
});
