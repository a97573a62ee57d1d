/** Bodies of uploads from a seed: nearly all of them plain, as clients write them, and some that are odd in every way that is foreseen. */
import { additionalDataItemsMax, transactionTypesMax } from '../../src/contract/limits.js';
import { transactionFields } from '../../src/contract/transaction.js';

/** A whole number from 0 up to `below`. */
export type Chance = (below: number) => number;

const pick = <Value>(chance: Chance, values: readonly Value[]): Value => values[chance(values.length)] as Value;
const digits = (chance: Chance, count: number) => Array.from({ length: count }, () => chance(10)).join('');

const texts = [
  'VISA',
  'T0494',
  'Müller, Anna',
  'Zürich 😀',
  '',
  ' ',
  '"',
  '\\',
  '\n',
  '\u0000',
  '\u007f',
  '\ud800',
  '4111111111111111',
  '0',
].concat(['é'.repeat(600), 'x'.repeat(1_024), 'x'.repeat(1_025), '😀'.repeat(1_024), '"'.repeat(1_024), 'null', '2025-01-01']);
const cards = [
  '447172******3169',
  '4242424242424242',
  '4242 4242 4242 4242 12/26',
  '1234567890123',
  '0000000000000000',
  '４２４２４２４２４２４２４２４２',
];
const days = [
  '2025-01-01',
  '2024-02-29',
  '2025-02-29',
  '0001-01-01',
  '0000-01-01',
  '9999-12-31',
  '2025-13-01',
  '2025-1-01',
  '2025-01-01 ',
  '20250101',
];
const times = [
  '2025-01-01T11:58:19+01:00',
  '2025-01-01T11:58:19Z',
  '2025-01-01T24:00:00Z',
  '2025-01-01T11:58:60Z',
  '2025-01-01T11:58:19.1234567Z',
]
  .concat([
    '2025-01-01T11:58:19.12345678Z',
    '2025-01-01T11:58:19+24:00',
    '2025-01-01T11:58:19-23:59',
    '2025-01-01T11:58:19',
    '2025-02-30T11:58:19Z',
  ])
  .concat([
    '2025-01-01t11:58:19Z',
    '2025-01-01 11:58:19Z',
    '2025-01-01T11:58:19+01:60',
    '2025-01-01T11:58:19+0100',
    '2025-01-01T1a:58:19Z',
  ]);
const amounts = [
  '0',
  '-0',
  '12.5',
  '-12.50',
  '0.1',
  '0.10',
  '00.1',
  '01',
  '1e3',
  '1E-2',
  '.5',
  '5.',
  '-',
  '+1',
  '1.2.3',
  '123456789012345',
].concat([
  '1234567890123456',
  '0.123456789012345',
  '9007199254740993',
  '1e400',
  '-1e-400',
  'true',
  '"12.5"',
  '0.0000001',
  '100000000000000.1',
]);

/** JSON of a value of a field; `isOdd`: not of the usual kind. */
function jsonOf(field: string, chance: Chance, isOdd: boolean): string {
  if (isOdd && chance(6) === 0) return pick(chance, ['null', 'true', '1', '[]', '{}', '"x"', '[null]', '[1]', '{"key":"a"}']);
  if (field === 'amount') return isOdd ? oddAmount(chance) : String((chance(2_000_000) - 1_000_000) / 100);
  if (field === 'businessDate') return JSON.stringify(isOdd ? pick(chance, days) : `2025-${pick(chance, ['01', '12'])}-${10 + chance(19)}`);
  if (field.endsWith('Date'))
    return JSON.stringify(isOdd ? pick(chance, times) : `2025-03-${10 + chance(19)}T0${chance(10)}:1${chance(10)}:59+01:00`);
  if (field === 'cardNumberMasked') return JSON.stringify(isOdd ? pick(chance, cards) : `${digits(chance, 6)}******${digits(chance, 4)}`);
  if (field === 'transactionTypes') return listOf(chance, isOdd, transactionTypesMax, (isOddItem) => textOf(chance, isOddItem));
  if (field === 'additionalData') return listOf(chance, isOdd, additionalDataItemsMax, (isOddItem) => itemOf(chance, isOddItem));
  return textOf(chance, isOdd);
}

function oddAmount(chance: Chance): string {
  return chance(3) > 0 ? pick(chance, amounts) : `${1 + chance(9)}${digits(chance, chance(16))}.${digits(chance, 1 + chance(16))}`;
}

/** An odd list is a long one, or has one odd item. */
function listOf(chance: Chance, isOdd: boolean, limit: number, one: (isOdd: boolean) => string): string {
  const isLong = isOdd && chance(4) === 0;
  const length = isLong ? limit + chance(3) - 1 : chance(4);
  const odd = isOdd && !isLong ? chance(length) : -1;
  return `[${Array.from({ length }, (_, index) => one(index === odd)).join(',')}]`;
}

function textOf(chance: Chance, isOdd: boolean): string {
  if (isOdd && chance(20) === 0) return pick(chance, ['"a\u0001b"', '"a\nb"', '"\\x"', '"\\u00e"']);
  const text = isOdd ? pick(chance, texts) : `${pick(chance, ['R', 'Größe ', 'T', ''])}${digits(chance, 1 + chance(8))}`;
  return JSON.stringify(text);
}

function itemOf(chance: Chance, isOdd: boolean): string {
  const [key, value, type] = [textOf(chance, false), textOf(chance, isOdd), textOf(chance, isOdd)];
  if (!isOdd || chance(2) === 0) return `{"key":${key},"value":${value}}`;
  return pick(chance, [
    `{"value":${value},"key":${key}}`,
    `{"key":${key},"value":${value},"type":${type}}`,
    `{"key":${key},"value":${value},"type":null}`,
    `{"key":${key}}`,
    `{"key":${key},"key":${key},"value":${value}}`,
    `{"key":${key},"value":${value},"other":1}`,
    '{}',
  ]);
}

const others = ['"amount":1', '"unknown":{"amount":1}', '"__proto__":1', '"currency":"EUR"', '"am\\u006funt":2', '"currency":null'];

/** One thing at most is odd, so that it decides. */
function rowOf(chance: Chance, isOdd: boolean, order: readonly string[]): string {
  const fields = order.filter(() => chance(8) > 0);
  const odd = isOdd ? chance(fields.length + 3) : -1;
  const members = fields.map((field, index) => `"${field}":${jsonOf(field, chance, index === odd)}`);
  if (odd >= fields.length) members.push(pick(chance, others));
  return `{${members.join(',')}}`;
}

/** A body of so many rows; of one in `oddEvery` something may be odd. */
export function bodyOf(chance: Chance, rows: number, oddEvery: number): string {
  const order = [...transactionFields].sort(() => (chance(3) === 0 ? chance(3) - 1 : 0));
  const all = Array.from({ length: rows }, () => rowOf(chance, chance(oddEvery) === 0, order)).join(',');
  const json = `{"transactions":[${all}]}${chance(40) === 0 ? pick(chance, [' ', '\n', ',', '}', ',"a":1}']) : ''}`;
  return chance(6) === 0 ? json : json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

const splinters = [
  '"',
  '\\',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  ' ',
  '\n',
  '\t',
  '\u0000',
  'null',
  '0',
  '-',
  '.',
  'e5',
  '"amount":1,',
  '{},',
  'é',
  '\\u00e9',
  '\\ud800',
]
  .map((text) => Buffer.from(text))
  .concat([Buffer.from([0xff]), Buffer.from([0xc3]), Buffer.from([0x80])]);

/** The body with one to three of its bytes flipped, pieces removed, doubled, swapped or put in. */
export function mutated(body: Buffer, chance: Chance): Buffer {
  let bytes = Buffer.from(body);
  for (let left = 1 + chance(3); left > 0; left--) {
    const at = chance(bytes.length + 1);
    const end = Math.min(bytes.length, at + 1 + chance(chance(4) === 0 ? 200 : 6));
    const other = chance(bytes.length + 1);
    const pieces = [
      [bytes.subarray(0, at), pick(chance, splinters), bytes.subarray(at)],
      [bytes.subarray(0, at), pick(chance, splinters), bytes.subarray(end)],
      [bytes.subarray(0, at), bytes.subarray(end)],
      [bytes.subarray(0, end), bytes.subarray(at, end), bytes.subarray(end)],
      [bytes.subarray(0, at), Buffer.from([(bytes[at] ?? 0) ^ (1 << chance(8))]), bytes.subarray(at + 1)],
      [bytes.subarray(0, at), bytes.subarray(other, other + end - at), bytes.subarray(end)],
      chance(20) === 0 ? [bytes.subarray(0, at)] : [bytes],
    ];
    bytes = Buffer.concat(pick(chance, pieces));
  }
  return bytes;
}
