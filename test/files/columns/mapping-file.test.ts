import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { SalesError } from '../../../src/contract/problem.js';
import { mappingFileText, readMappingFile } from '../../../src/files/columns/mapping-file.js';
import { mappingProposal } from '../../../src/files/columns/mapping-proposal.js';
import { isEmpty, type MappingRules, mergedRules, noRules } from '../../../src/files/input/mapping-rules.js';
import { read } from '../reading.js';

const text = fc.oneof(
  fc.string({ minLength: 1 }),
  fc.string({ unit: 'grapheme', minLength: 1 }),
  fc.constantFrom('a = b', '# x', ' #', '"', '[x]', 'A + B', ' blank ', '\\', '\n'),
);
const column = text.filter((one) => one.trim() !== '');
const key = text.filter((one) => one.trim() !== '' && one === one.trim());
const constants = fc.record(
  { currency: fc.constantFrom('CHF', 'EUR'), terminalId: column, locationId: column, businessDate: fc.constant('2026-11-20') },
  { requiredKeys: [] },
);
const rules: fc.Arbitrary<MappingRules> = fc.record({
  columns: fc
    .tuple(
      fc.record({ amount: column, orderId: column, cardNumberMasked: column }, { requiredKeys: [] }),
      fc.dictionary(
        key.map((one) => `additionalData.${one}`),
        column,
        { maxKeys: 3 },
      ),
    )
    .map(([fields, items]) => ({ ...fields, ...items })),
  constants,
  values: fc.record(
    { brandId: fc.dictionary(key, fc.string(), { minKeys: 1, maxKeys: 4 }), currency: fc.constant({ Fr: 'CHF' }) },
    { requiredKeys: [] },
  ),
  leaveOut: fc.uniqueArray(column, { maxLength: 3 }),
  extra: fc.constantFrom('keep', 'drop', 'reject', null),
});

/** The file that reads as `rules`, without comments. */
function writeMappingFile(rules: MappingRules): string {
  const pairs = (record: Readonly<Record<string, string>>) =>
    Object.entries(record).map(([key, value]) => `${mappingFileText(key)} = ${mappingFileText(value)}`);
  const others = [
    ...(rules.extra === null ? [] : [`extra = ${rules.extra}`]),
    ...rules.leaveOut.map((column) => `leave out = ${mappingFileText(column)}`),
  ];
  const sections: [string, string[]][] = [
    ['columns', pairs(rules.columns)],
    ['constants', pairs(rules.constants)],
    ...Object.entries(rules.values).map(([field, values]): [string, string[]] => [`values ${field}`, pairs(values)]),
    ['other columns', others],
  ];
  return sections
    .filter(([, lines]) => lines.length > 0)
    .map(([name, lines]) => `[${name}]\n${lines.join('\n')}\n`)
    .join('\n');
}

describe('the mapping file', () => {
  property.prop([rules])('reads as it was written', (written) => {
    expect(readMappingFile(writeMappingFile(written), 'x.map')).toEqual(written);
  });

  property.prop([rules, fc.constantFrom('\r\n', '\r', '\n')])(
    'reads the same with comments, blank lines and other line ends',
    (written, end) => {
      const lines = writeMappingFile(written)
        .split('\n')
        .flatMap((line) => ['# "comment" = [x]', '', line === '' ? '' : `  ${line}   # why`]);
      expect(readMappingFile(`\ufeff${lines.join(end)}`, 'x.map')).toEqual(written);
    },
  );

  it('is what a person would write', () => {
    const written = `
# our tills
[columns]
Amount = Betrag             # what was paid
transaction_date = Datum + Uhrzeit
additionalData.Tisch Nr = "Tisch #"
orderId = 3
[Constants]
currency = CHF
[values brandId]
Visa Debit = VISA
"a = b" = "# not a comment"
[other columns]
leave out = Gast
extra = drop
`;
    expect(readMappingFile(written, 'x.map')).toEqual({
      columns: { amount: 'Betrag', transactionDate: 'Datum + Uhrzeit', 'additionalData.Tisch Nr': 'Tisch #', orderId: '3' },
      constants: { currency: 'CHF' },
      values: { brandId: { 'Visa Debit': 'VISA', 'a = b': '# not a comment' } },
      leaveOut: ['Gast'],
      extra: 'drop',
    });
  });

  it.each([
    ['amount = Betrag', 1, 'before the first section'],
    ['[columns]\n\namout = Betrag', 3, 'there is no field "amout"'],
    ['[columns]\namount = Betrag\nAMOUNT = Total', 3, 'amount is already in line 2'],
    ['[columns]\namount =', 2, 'amount has no column'],
    ['[columns]\namount', 2, 'a line is'],
    ['[columns]\namount = "Betrag', 2, 'a line is'],
    ['[colums]\namount = Betrag', 1, 'there is no section [colums]'],
    ['[constants]\namount = 5', 2, 'cannot be the same in every row'],
    ['[constants]\nbusinessDate = 2026-02-30', 2, 'must be a date'],
    ['[constants]\ncardNumberMasked = 4242424242424242', 2, 'full card number'],
    ['[values amount]\n1 = 2', 1, 'values of amount are not exchanged'],
    ['[values brandId]\nVisa = A\nVisa = B', 3, '"Visa" is already in line 2'],
    ['[other columns]\nextra = maybe', 2, 'keep, drop, reject'],
    ['[other columns]\nleave = x', 2, 'neither extra nor leave out'],
  ])('%j is refused at line %i', (written, line, message) => {
    let error: unknown = null;
    try {
      readMappingFile(written, 'till.map');
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(SalesError);
    const { code, errors } = error as SalesError;
    expect({ code, places: Object.keys(errors ?? {}) }).toEqual({ code: 'usage', places: [`till.map:${line}`] });
    expect(errors?.[`till.map:${line}`]?.[0]).toContain(message);
    expect(JSON.stringify(errors)).not.toContain('4242424242424242');
  });

  it('tells every line at fault', () => {
    expect(() => readMappingFile('[columns]\na = b\nc = d\n', 'x.map')).toThrow(
      expect.objectContaining({ errors: { 'x.map:2': ['there is no field "a"'], 'x.map:3': ['there is no field "c"'] } }),
    );
  });
});

describe('rules', () => {
  it('merge field by field', () => {
    const earlier = { ...noRules, columns: { amount: 'A', orderId: 'B' }, constants: { currency: 'CHF' }, leaveOut: ['x'] };
    const later = { ...noRules, columns: { currency: 'C' }, constants: { orderId: '1' }, leaveOut: ['y'], extra: 'drop' as const };
    expect(mergedRules(earlier, later)).toEqual({
      columns: { amount: 'A', currency: 'C' },
      constants: { orderId: '1' },
      values: {},
      leaveOut: ['x', 'y'],
      extra: 'drop',
    });
    expect(mergedRules(earlier, noRules)).toEqual(earlier);
    expect(isEmpty(noRules)).toBe(true);
  });
});

describe('a proposal', () => {
  const table = `Datum;Zeit;Betrag;Total;Kartenart;Tisch;Gast;a+b;"x ""#"""
20.11.2026;08:12;4,80;5,00;Visa Debit;7;4242424242424242;1;2
20.11.2026;08:13;4,80;5,00;VISA;8;x;1;2
20.11.2026;08:14;4,80;5,00;Twint;9;x;1;2
`;

  async function proposed(of: string, target = 'THIS-FILE') {
    const { description, rows } = await read(of, { isProposal: true });
    const width = description.header?.length ?? 0;
    const values = Array.from({ length: width }, (_, index) => {
      const all = [...new Set(rows.map(({ source }) => (source as string[])[index] ?? ''))];
      return { first: all.slice(0, 3), all };
    });
    return mappingProposal(description, values, `sales upload --map ${target} FILE`);
  }

  it('says what is known, asks what is not, and shows no card number', async () => {
    const file = await proposed(table, 'till.map');
    expect(file).toMatchInlineSnapshot(`
      "# How the columns of - become sales.
      # Review it, correct what is wrong, and upload with it:
      #   sales upload --map till.map FILE
      # A column is named by its name, number or letter; "A + B" joins two. # begins a comment.

      [columns]
      transactionDate = Datum + Zeit                # synonym: 20.11.2026 + 08:12, 08:13, 08:14
      brandId = Kartenart                           # synonym: Visa Debit, VISA, Twint

      # Which one is the amount? Remove the # in front of it.
      # amount = Betrag                             # 4,80
      # amount = Total                              # 5,00

      [constants]
      # currency = CHF                              # no column has it

      [values brandId]
      Visa Debit = VISA

      [other columns]
      # These match no field; they are sent as additionalData (keep) or left out (drop):
      # leave out = Tisch                           # 7, 8, 9
      # leave out = Gast                            # 424242******4242, x
      # leave out = 8                               # 1
      # leave out = "x \\"#\\""                       # 2
      extra = keep
      "
    `);
    expect(file).not.toContain('4242424242424242');
  });

  it('read back maps as the table would be without it, once its question is answered', async () => {
    const rules = readMappingFile((await proposed(table)).replace('# amount = Total', 'amount = Total'), 'x.map');
    const zone = { timezone: 'UTC' };
    const byFile = await read(table, { ...zone, rules });
    const byHand = await read(table, {
      ...zone,
      rules: { ...noRules, columns: { amount: 'Total' }, values: { brandId: { 'Visa Debit': 'VISA' } } },
    });
    expect(byFile.rows).toEqual(byHand.rows);
    expect(byFile.description.mapping).toEqual(byHand.description.mapping);
    expect(byFile.rows.map(({ transaction }) => transaction?.brandId)).toEqual(['VISA', 'VISA', 'Twint']);
  });

  property.prop([fc.uniqueArray(column, { minLength: 1, maxLength: 8 })])('of any header can be read back', async (names) => {
    const header = ['amount', ...names].map((name) => `"${name.replaceAll('"', '""')}"`).join(';');
    const file = await proposed(`${header}\n${['1', ...names.map(() => 'x')].join(';')}\n`).catch((error: unknown) => error);
    // Names that mean a field twice are a question, and what cannot be a header is no table.
    if (typeof file === 'string') expect(() => readMappingFile(file, 'x.map')).not.toThrow();
    else expect(file).toBeInstanceOf(SalesError);
  });
});
