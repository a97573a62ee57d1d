/** JSON whose members are not named as the contract names them: its names are columns, and all that is known of tables holds. */
import { describe, expect, it } from 'vitest';
import { mergedRules, noRules } from '../../../src/files/input/mapping-rules.js';
import { rejectsFormat } from '../../../src/files/rows/rejects.js';
import { codesOf, type Reading, read, refusal } from '../reading.js';

const set = (columns: Record<string, string>, more = {}) => ({ rules: mergedRules(noRules, { ...noRules, columns, ...more }) });
const lines = (...rows: unknown[]) => `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`;
const rejectsOf = ({ description, rows }: Reading) => {
  const { head, row } = rejectsFormat(description);
  return (
    head +
    rows
      .filter(({ faults }) => faults.length > 0)
      .map(row)
      .join('')
  );
};
const sale = { Betrag: 12.5, Waehrung: 'EUR', Datum: '20.11.2026 14:03:59', Belegnummer: 'R1' };
const zone = { timezone: 'Europe/Zurich' };
const transaction = { amount: 12.5, currency: 'EUR', transactionDate: '2026-11-20T14:03:59+01:00', transactionReference: 'R1' };

describe('JSON with names of its own', () => {
  it.each([
    ['lines', lines(sale)],
    ['an array', JSON.stringify([sale], null, 1)],
    ['an object', JSON.stringify({ transactions: [sale] })],
  ])('is understood by them, in %s', async (_, text) => {
    for (const chunkBytes of [3, 65_536]) {
      const { rows, description } = await read(text, zone, chunkBytes);
      expect(rows).toMatchObject([{ transaction, source: { json: sale } }]);
      expect(description).toMatchObject({ header: Object.keys(sale), delimiter: null });
    }
  });

  it('is told what to name them, and takes --set, --const and --only', async () => {
    const rows = lines({ n: 'R1', v: 12.5, at: sale.Datum, s: 'ok' }, { n: 'R2', v: 1, at: sale.Datum, s: 'void' });
    expect((await refusal(rows)).message).toContain('no column matches a field');
    const rules = set(
      { amount: 'v', transactionDate: 'at', transactionReference: 'n' },
      { constants: { currency: 'EUR' }, rows: [{ keep: true, column: 's', values: ['ok'] }] },
    );
    const read2 = await read(rows, { ...rules, ...zone });
    expect(read2.rows.map(({ transaction, leftOut }) => transaction ?? leftOut)).toEqual([
      { ...transaction, additionalData: [{ key: 's', value: 'ok' }] },
      's is not ok',
    ]);
  });

  it('has a column for each member of an object, and lists as text', async () => {
    const { rows, description } = await read(
      lines({ ...sale, card: { brand: 'Visa', number: '424242******4242' }, items: [{ sku: 1 }], tags: [], none: null }),
      zone,
    );
    expect(description.header?.slice(4)).toEqual(['card.brand', 'card.number', 'items', 'tags', 'none']);
    expect(rows[0]?.transaction).toEqual({
      ...transaction,
      brandId: 'Visa',
      cardNumberMasked: '424242******4242',
      additionalData: [{ key: 'items', value: '[{"sku":1}]' }],
    });
  });

  it('keeps every digit of a reference that is written as a number', async () => {
    const text =
      '{"Betrag":12.5,"Waehrung":"EUR","Datum":"20.11.2026 14:03:59","Belegnummer":41102010100001000001,"x":"\\"1234567890123456789"}\n';
    const { rows } = await read(text, zone);
    expect(rows[0]?.transaction).toMatchObject({
      transactionReference: '41102010100001000001',
      additionalData: [{ key: 'x', value: '"1234567890123456789' }],
    });
  });

  it('reads numbers as JSON writes them, and amounts in quotes as a table would', async () => {
    const amounts = async (...values: unknown[]) =>
      (await read(lines(...values.map((Betrag, index) => ({ ...sale, Betrag, Belegnummer: `R${index}` }))), zone)).rows.map(
        ({ transaction }) => transaction?.amount,
      );
    expect(await amounts(1.234, 1000, -0.5)).toEqual([1.234, 1000, -0.5]);
    expect(await amounts('1.355,90', '7,00')).toEqual([1355.9, 7]);
  });

  it('may have members that the first records do not have: they are kept, and a field is a fault of its row', async () => {
    const many = Array.from({ length: 256 }, (_, index) => ({ ...sale, Belegnummer: `R${index}` }));
    const late = lines(...many, { ...sale, refund_for: 'R1' }, { ...sale, orderId: 'O1' });
    const reading = await read(late, zone);
    expect(reading.rows[256]?.transaction).toEqual({ ...transaction, additionalData: [{ key: 'refund_for', value: 'R1' }] });
    expect(reading.rows[257]).toMatchObject({ faults: [{ code: 'MEMBER_UNKNOWN', column: 'orderId', value: 'O1' }] });
    expect((await read(rejectsOf(reading), zone)).rows[0]?.transaction).toEqual({ ...transaction, orderId: 'O1' });
    expect((await read(late, { ...zone, ...set({}, { extra: 'drop' }) })).rows[256]?.transaction).toEqual(transaction);
    expect(codesOf(await read(late, { ...zone, ...set({}, { extra: 'reject' }) }))).toEqual(['257 MEMBER_UNKNOWN', '258 MEMBER_UNKNOWN']);
  });

  it('has its faulty rows in the rejects as they came, without full card numbers, to be sent again', async () => {
    const card = { number: '4242424242424242', holder: 'x' };
    const reading = await read(`${lines({ ...sale, card }, { ...sale, Betrag: 'x' })}["a"]\n{"Betrag":1,}\n`, zone);
    expect(codesOf(reading)).toEqual(['1 CARD_NUMBER_UNMASKED', '2 AMOUNT_INVALID', '3 ROW_NOT_OBJECT', '4 JSON_INVALID']);
    const first = rejectsOf(reading);
    const kept = first
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(kept).toMatchObject([
      { ...sale, card: { number: '424242******4242', holder: 'x' }, _line: 1, _code: 'CARD_NUMBER_UNMASKED' },
      { ...sale, Betrag: 'x', _line: 2 },
      { _text: '["a"]' },
      { _text: '{"Betrag":1,}' },
    ]);
    expect(codesOf(await read(first, zone))).toEqual(['2 AMOUNT_INVALID', '3 ROW_NOT_OBJECT', '4 ROW_NOT_OBJECT']);
    const again = await read(first, { ...zone, pan: 'mask' });
    expect(again.rows[0]?.transaction).toMatchObject({ amount: 12.5, cardNumberMasked: '424242******4242' });
  });

  it('is refused where it is malformed, before its names are', async () => {
    expect((await refusal('[{"a":1},\n{"b":[1}]')).message).toMatch(/^Line 2, column 8: the JSON is malformed/);
    expect((await refusal('[{"Betrag":1},\n{"Betrag":2}')).message).toMatch(/^Line 2, column 13: the JSON is malformed/);
  });

  it('with the same name twice, once with a dot, is a fault', async () => {
    expect(codesOf(await read(lines({ ...sale, 'a.b': 1, a: { b: 2 } }), zone))).toEqual(['1 JSON_INVALID']);
  });
});
