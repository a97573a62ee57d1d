/** Tables of sales from a seed, in many notations, delimiters and orders of columns: nearly all rows plain, and some odd in every way that is foreseen. */
import { type MappingRules, noRules } from '../../src/files/input/mapping-rules.js';
import type { OpenOptions } from '../../src/files/open.js';
import type { Chance } from './bodies.js';

const pick = <Value>(chance: Chance, values: readonly Value[]): Value => values[chance(values.length)] as Value;
const digits = (chance: Chance, count: number) => Array.from({ length: count }, () => chance(10)).join('');
const two = (number: number) => String(number).padStart(2, '0');

/** The cell of a column; `odd`: of none of the usual kinds. */
interface ColumnKind {
  name: string;
  usual(chance: Chance): string;
  odd: readonly string[];
}

export interface TableKind {
  delimiter: string;
  lineEnd: string;
  encoding: 'utf-8' | 'windows-1252';
  flags: Partial<OpenOptions>;
  columns: readonly ColumnKind[];
}

const oddTexts = [
  "'=1+1",
  '="0012"',
  '=1+1',
  '1.23E+15',
  '-5E+3',
  '1E+5',
  'a\\b',
  'a"b',
  '"a',
  '\u0001',
  '\u007f',
  ' a',
  'a ',
  ' ',
  '\t',
  '\u00a0',
  '\ufeffa',
]
  .concat([
    'Größe',
    '€ 5',
    '漢字',
    '😀',
    'é'.repeat(520),
    'x'.repeat(1_025),
    'Refund',
    'storno',
    'RETURN',
    'Rückerstattung',
    'Total',
    'total: ',
    'Summe EUR',
  ])
  .concat([
    'Totally',
    'Gesamt',
    'z-bon',
    'Übertrag',
    'à reporter',
    'Saldovortrag',
    'Σ',
    'Zwischensumme',
    'Ben',
    'ORDER-1',
    '4111111111111111',
    '\u0085',
    'Éa',
  ]);

function amountKind(decimal: string): ColumnKind {
  const of = (text: string) => text.replace('.', decimal);
  return {
    name: 'amount',
    usual: (chance) => of(((chance(400_000) - 40_000) / 100).toFixed(pick(chance, [2, 2, 2, 1, 0]))),
    odd: [
      '1.355,90',
      '1,355.90',
      '1355.90',
      '1355,90',
      '-0',
      '0',
      '-0.00',
      '0,00',
      '007',
      '012,50',
      '+5',
      '5-',
      '(5)',
      '5 EUR',
      '€5',
      '.5',
      '5.',
      ',5',
      '1e3',
      '',
    ].concat([
      '12345678901',
      '1234567890.1234',
      '0.00001',
      '0,0001',
      '99999999999999999',
      'x',
      '-',
      '--5',
      '1.2.3',
      '12 345',
      "12'345",
      '−5',
      '0.10',
      '0,1000',
      '1,2',
      '1.234',
      '1,234',
      '-12,500',
      '123.456 CHF',
      "'-5.00",
      "'1.000",
    ]),
  };
}

const dates = {
  offset: (day: string, time: string) => `${day}T${time}+01:00`,
  utc: (day: string, time: string) => `${day}T${time}Z`,
  german: (day: string, time: string) => `${day.split('-').reverse().join('.')} ${time}`,
  germanMinutes: (day: string, time: string) => `${day.split('-').reverse().join('.')} ${time.slice(0, 5)}`,
  iso: (day: string, time: string) => `${day} ${time}`,
  isoT: (day: string, time: string) => `${day}T${time}`,
  american: (day: string, time: string) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)} ${time}`,
  short: (day: string, time: string) => `${day.split('-').reverse().join('.').replace('.20', '.')} ${time}`,
};
type DateForm = keyof typeof dates;

function dateKind(name: string, form: DateForm): ColumnKind {
  // Days on which the clock was changed are among them.
  const days = ['2025-01-01', '2025-03-29', '2025-03-30', '2025-04-06', '2025-10-26', '2024-02-29', '2025-12-31'];
  const time = (chance: Chance) => `${two(chance(24))}:${two(chance(60))}:${two(chance(60))}`;
  return {
    name,
    usual: (chance) => dates[form](pick(chance, days), chance(3) === 0 ? `0${1 + chance(2)}:${two(chance(60))}:00` : time(chance)),
    odd: [
      '2025-02-30T10:00:00Z',
      '2025-01-01T24:00:00Z',
      '2025-01-01T10:00:60Z',
      '2025-01-01T10:00:00.5Z',
      '2025-01-01T10:00:00',
      '2025-01-01',
      '',
      '01.01.2025',
    ]
      .concat([
        '31.02.2025 10:00:00',
        '1.1.2025 10:00:00',
        '01.01.2025 9:05:00',
        '01.01.2025 10:60:00',
        '01.01.2025 10:00:60',
        '2025-01-01 10:00:60',
        '01.01.2025 10:00:00 CET',
        '30.03.2025 02:30:00',
        '26.10.2025 02:30',
      ])
      .concat([
        '01/02/2025 10:00:00',
        '13/01/2025 10:00:00',
        '2569-01-01T10:00:00Z',
        '0000-01-01T10:00:00Z',
        '2025-01-01T10:00:00+24:00',
        '2025-01-01T10:00:00-00:00',
      ])
      .concat([
        '01.01.2025 10:00:00 PM',
        '01.01.2025  10:00:00',
        '20250101 101500',
        '45658.5',
        '1735725600',
        '1735725600123',
        "'2025-01-01 10:00:00",
        "'01.01.2025 10:00:00",
        "'2025-01-01T10:00:00Z",
        'Mo 01.01.2025 10:00:00',
        '01.01.1850 10:00:00',
        '2025-01-01t10:00:00z',
        ':00:00',
        '10:00:00',
      ]),
  };
}

const text = (name: string, usual: ColumnKind['usual']): ColumnKind => ({ name, usual, odd: oddTexts });

/** Columns beside amount, currency and date, in any order. */
const others = (form: DateForm): readonly ColumnKind[] => [
  text('acquirerId', (chance) => `ACQUIRER-${chance(4)}`),
  text('applicationId', () => 'A0000000031010'),
  text('authorisationCode', (chance) => digits(chance, 6)),
  text('brandId', (chance) => pick(chance, ['VISA', 'MASTERCARD', 'TWINT', 'Total', ''])),
  {
    name: 'businessDate',
    usual: (chance) => (form.startsWith('german') ? `0${1 + chance(9)}.01.2025` : `2025-01-0${1 + chance(9)}`),
    odd: ['2025-02-30', '01.02.25', '', '2025-1-1', '01.01.2025 00:00', '01.01.2025 10:00', 'x', '0001-01-01', '1850-01-01'],
  },
  {
    name: 'cardNumberMasked',
    usual: (chance) => `${digits(chance, 6)}******${digits(chance, 4)}`,
    odd: ['4242424242424242', '4242 4242 4242 4242', '0000000000000000', '123456789012', '1234567890123', ...oddTexts],
  },
  dateKind('eftTransactionDate', form),
  text('locationId', (chance) => `L${digits(chance, 3)}`),
  text('orderId', (chance) => `ORDER-2025-${digits(chance, 9)}`),
  text('panEncrypted', (chance) => pick(chance, ['17b6a41764453535', 'ca12', 'be0f', 'enc00', 'tabc9', ''])),
  text('terminalId', (chance) => `T${digits(chance, 4)}`),
  text('transactionReference', (chance) => `R${digits(chance, 9)}`),
  text('transactionSequenceCounter', (chance) => String(chance(1_000))),
  {
    name: 'transactionTypes',
    usual: (chance) => pick(chance, ['Purchase', 'Purchase', 'Purchase', 'Purchase', 'Sale;Tip', '', chance(4) === 0 ? 'Refund' : 'Sale']),
    odd: ['Storno Kauf', '["a","b"]', '[1]', '[', ';', 'a|b', 'Payout', 'Fee', ' Sale ', 'x'.repeat(1_025), ...oddTexts],
  },
  text('additionalData.cashier', (chance) => pick(chance, ['Ben', 'Müller, Anna', 'Zoë', 'Ömer', ''])),
  text('additionalData.note', (chance) => pick(chance, ['', '', 'Getränk', 'Kaffee', 'Tasse 12', 'Engel', 'Sushi'])),
  { name: 'Status', usual: () => 'paid', odd: ['declined', 'void', 'pending', 'authorised', ...oddTexts] },
  { name: 'Storno', usual: () => '', odd: ['1', 'ja', '0', ...oddTexts] },
  { name: 'Art', usual: () => 'Verkauf', odd: ['Auszahlung', 'Gutschrift Kauf', 'Trinkgeld', ...oddTexts] },
  {
    name: 'Bewegung',
    usual: (chance) => (chance(8) === 0 ? 'Gutschrift' : 'Zahlung'),
    odd: ['Überweisung', 'Umbuchung', '', 'Gebühr', ' Zahlung', 'ZAHLUNG', ...oddTexts],
  },
  text('Filiale', (chance) => pick(chance, ['Zürich', 'Basel', ''])),
];

/** A kind of table from the seed. */
export function tableKind(chance: Chance): TableKind {
  const form = pick(chance, Object.keys(dates) as DateForm[]);
  const decimal = pick(chance, ['.', ',']);
  const currency: ColumnKind = {
    name: 'currency',
    usual: (chance) => pick(chance, ['EUR', 'EUR', 'CHF', 'USD']),
    odd: ['eur', '978', 'Euro', '', 'XX', '€', 'EURO', 'JPY', 'KRW', 'KWD', ...oddTexts],
  };
  const hasCurrency = chance(5) > 0;
  const needed = [amountKind(decimal), dateKind('transactionDate', form), ...(hasCurrency ? [currency] : [])];
  const all = [...needed, ...others(form).filter(() => chance(3) > 0)];
  const columns =
    chance(2) === 0
      ? all
      : all
          .map((column) => ({ column, place: chance(1_000) }))
          .sort((a, b) => a.place - b.place)
          .map(({ column }) => column);
  const flags: Partial<OpenOptions> = {
    timezone: pick(chance, ['Europe/Zurich', 'Europe/Zurich', 'America/New_York', 'Australia/Lord_Howe']),
    ...(chance(3) > 0 && { decimal: decimal as '.' | ',' }),
    ...(form === 'american' && { dateFormat: 'MM/dd/yyyy' }),
    ...(chance(6) === 0 && { pan: 'mask' as const }),
    rules: rulesOf(
      columns.map(({ name }) => name),
      chance,
    ),
  };
  return {
    delimiter: pick(chance, [',', ';', ';', '\t', '|']),
    lineEnd: pick(chance, ['\n', '\n', '\r\n']),
    encoding: chance(6) === 0 ? 'windows-1252' : 'utf-8',
    flags,
    columns,
  };
}

function rulesOf(names: readonly string[], chance: Chance): MappingRules {
  const rows =
    names.includes('Filiale') && chance(3) === 0 ? [{ keep: chance(2) === 0, column: 'Filiale', values: ['Basel', 'zürich'] }] : undefined;
  return {
    ...noRules,
    constants: names.includes('currency') ? {} : { currency: 'CHF' },
    values:
      names.includes('brandId') && chance(4) === 0
        ? { brandId: { visa: pick(chance, ['Visa', 'Visa', 'Visa "Debit"']), MasterCard: 'MC' } }
        : {},
    ...(rows && { rows }),
  };
}

function quoted(cell: string, { delimiter }: TableKind, chance: Chance): string {
  const needs = cell.includes(delimiter) || /["\r\n]/.test(cell);
  return needs || chance(20) === 0 ? `"${cell.replaceAll('"', '""')}"` : cell;
}

export function headerOf({ columns, delimiter, lineEnd }: TableKind): string {
  return `${columns.map(({ name }) => name).join(delimiter)}${lineEnd}`;
}

/** Rows of the table, without its header; of one in `oddEvery` one cell is odd, or the line is none of a sale. */
export function rowsOf(kind: TableKind, chance: Chance, rows: number, oddEvery: number): string {
  const { columns, delimiter, lineEnd } = kind;
  const lines: string[] = [];
  while (lines.length < rows) {
    const isOdd = chance(oddEvery) === 0;
    const odd = isOdd ? chance(columns.length + 6) : -1;
    const cells = columns.map(({ usual, odd: odds }, index) => (index === odd ? pick(chance, odds) : usual(chance)));
    const line = cells.map((cell) => quoted(cell, kind, chance)).join(delimiter);
    if (odd < columns.length) lines.push(line);
    else lines.push(...oddLines(kind, line, lines, chance));
  }
  return lines.map((line) => `${line}${lineEnd}`).join('');
}

function oddLines(kind: TableKind, line: string, above: readonly string[], chance: Chance): string[] {
  const { delimiter } = kind;
  const cells = line.split(delimiter);
  return pick<string[]>(chance, [
    [''],
    [delimiter.repeat(kind.columns.length - 1)],
    [`${line}${delimiter}`],
    [cells.slice(1).join(delimiter)],
    [headerOf(kind).trimEnd()],
    [headerOf(kind).trimEnd().split(delimiter).reverse().join(delimiter)],
    [`Total${delimiter.repeat(kind.columns.length - 1)}`, line],
    [`Summe${delimiter}12${delimiter.repeat(kind.columns.length - 2)}`],
    [line, line],
    [above.at(-1) ?? line],
    [`"${line}`],
    [line.replace(delimiter, `"${delimiter}`)],
    [cells.map((cell, index) => (index === 2 ? `"a\nb"` : cell)).join(delimiter)],
    [`  ${line}`],
    ['   '],
    [`${line}\r`],
  ]);
}

const splinters = [
  '"',
  '""',
  '\n',
  '\r',
  '\r\n',
  ',',
  ';',
  '\t',
  '|',
  '\\',
  '\0',
  ' ',
  '\u00a0',
  '\u2212',
  '€',
  'ü',
  '😀',
  '0',
  '-',
  '.',
  'e5',
  'Total',
  '=',
  "'",
  '\ufeff',
]
  .map((text) => Buffer.from(text))
  .concat([Buffer.from([0xe9]), Buffer.from([0xc3]), Buffer.from([0x80])]);

/** The bytes with one to three of their bytes flipped, pieces removed, doubled or put in. */
export function mutatedRows(rows: Buffer, chance: Chance): Buffer {
  let bytes = Buffer.from(rows);
  for (let left = 1 + chance(3); left > 0; left--) {
    const at = chance(bytes.length + 1);
    const end = Math.min(bytes.length, at + 1 + chance(chance(4) === 0 ? 300 : 6));
    const other = chance(bytes.length + 1);
    const pieces = [
      [bytes.subarray(0, at), pick(chance, splinters), bytes.subarray(at)],
      [bytes.subarray(0, at), pick(chance, splinters), bytes.subarray(end)],
      [bytes.subarray(0, at), bytes.subarray(end)],
      [bytes.subarray(0, end), bytes.subarray(at, end), bytes.subarray(end)],
      [bytes.subarray(0, at), Buffer.from([(bytes[at] ?? 0) ^ (1 << chance(6))]), bytes.subarray(at + 1)],
      [bytes.subarray(0, at), bytes.subarray(other, other + end - at), bytes.subarray(end)],
    ];
    bytes = Buffer.concat(pick(chance, pieces));
  }
  return bytes;
}
