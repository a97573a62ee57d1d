/** Bodies of uploads: valid ones, every kind of fault, odd JSON; and how they are packed. */
import { constants, deflateSync, gzipSync } from 'node:zlib';
import type { Chance } from './chance.js';
import { unitLocation } from './world.js';

export interface Body {
  /** For messages, and to tell bodies with the same key apart. */
  name: string;
  bytes: Buffer;
  /** How many rows are stored when it is taken. */
  rows: number;
  /** The statuses of which one must come; null for any that is documented. */
  expected: readonly number[] | null;
}

const texts = [
  '',
  ' ',
  'T1',
  'T2',
  'Zürich',
  '🧾'.repeat(1_024),
  'a'.repeat(1_024),
  "'; DROP TABLE upload; --",
  '<b>',
  '\u0000',
  '\ufeffx',
  '__proto__',
];
const amounts = [
  '0',
  '-0',
  '1.10',
  '-5',
  '1e-320',
  '1.7976931348623157e308',
  '0.1000000000000000055511151231257827',
  `0.${'1'.repeat(500)}`,
  '1E+2',
];
const dates = ['2026-11-20', '0001-01-01', '9999-12-31', '2024-02-29'];
const dateTimes = ['2026-11-20T14:03:59+01:00', '2026-11-20T14:03:59.1234567Z', '0002-01-01T00:00:00-14:00', '2026-03-29T02:30:00+01:00'];
const currencies = ['EUR', 'CHF', 'JPY', 'XXX', 'eur', ''];
const quoted = (values: readonly string[]) => values.map((value) => JSON.stringify(value));

/** Of each field, JSON that is taken. */
const goodFields: Record<string, readonly string[]> = {
  amount: amounts,
  currency: quoted(currencies),
  businessDate: quoted(dates),
  transactionDate: quoted(dateTimes),
  eftTransactionDate: quoted(dateTimes),
  cardNumberMasked: quoted(['424242******4242', 'xxxx', '4242']),
  orderId: quoted(texts),
  terminalId: quoted(texts),
  brandId: quoted(texts),
  transactionTypes: ['[]', '["Sale"]', JSON.stringify(Array(32).fill('Sale')), 'null'],
  additionalData: [
    '[]',
    '[{"key":"a","value":"b"}]',
    JSON.stringify(Array(64).fill({ key: '', value: 'x'.repeat(20), type: null })),
    JSON.stringify([{ key: '__proto__', value: 'y'.repeat(8_192), more: { deep: [1] } }]),
  ],
  // Fields that nobody knows.
  unknown: ['1e999', `${'['.repeat(50)}${']'.repeat(50)}`, '{"transactions":[]}', '"\\ud800"'],
  constructor: ['null', '{"prototype":null}'],
};

/** Of each field, JSON that is refused. */
const badFields: Record<string, readonly string[]> = {
  amount: ['"1"', '1e999', 'true', '[]', '{}', '9'.repeat(10_000)],
  currency: ['5', JSON.stringify('x'.repeat(1_025)), '"\\ud800"', '["EUR"]'],
  businessDate: quoted(['2026-02-30', '20.11.2026', '2026-11-20T00:00:00Z', '']),
  transactionDate: quoted(['2026-11-20T14:03:59', '2026-11-20', '2026-02-30T00:00:00Z', '2026-11-20T14:03:59.12345678Z']),
  cardNumberMasked: quoted(['4242424242424242', '4242 4242-4242.4242']),
  transactionTypes: ['"Sale"', '[1]', JSON.stringify(Array(33).fill('')), '[null]', '{"length":1}'],
  additionalData: [
    '[{}]',
    '[null]',
    '[{"key":"a"}]',
    '[{"key":"a","value":1}]',
    JSON.stringify(Array(65).fill({ key: '', value: '' })),
    '{}',
  ],
};
const badRows = ['null', '5', '[]', '"x"', 'false'];

function goodRow(chance: Chance, owner: string, isLimited: boolean): string {
  const names = Object.keys(goodFields).filter(() => chance.oneIn(3));
  const members = names.map((name) => `${JSON.stringify(name)}:${chance.oneIn(10) ? 'null' : chance.pick(goodFields[name] as string[])}`);
  if (isLimited || chance.oneIn(2)) members.push(`"locationId":${JSON.stringify(unitLocation)}`);
  if (!chance.oneIn(4)) members.push(`"acquirerId":${JSON.stringify(owner)}`);
  return `{${members.join(chance.oneIn(10) ? ' ,\r\n\t' : ',')}}`;
}

function badRow(chance: Chance): string {
  if (chance.oneIn(4)) return chance.pick(badRows);
  const names = Object.keys(badFields).filter(() => chance.oneIn(3));
  const faulty = names.length > 0 ? names : ['amount'];
  return `{${faulty.map((name) => `"${name}":${chance.pick(badFields[name] as string[])}`).join()}}`;
}

const upload = (rows: readonly string[]) => `{"transactions":[${rows.join()}]}`;

/** Whole bodies that are refused with 400. */
const badBodies: (() => string | Buffer)[] = [
  ...[
    '',
    '{',
    'null',
    '[]',
    '5',
    '""',
    '{}',
    '{"transactions":null}',
    '{"transactions":{}}',
    '{"transactions":[]}',
    '{"Transactions":[{}]}',
  ],
  ...['{"transactions":[{}],}', "{'transactions':[{}]}", '{"transactions":[{"amount":01}]}', '{"transactions":[{"amount":NaN}]}', '\u0000'],
  ...['{"transactions":[{}]}x', '{"transactions":[{"amount":1,"amount":2}]}', '{"transactions":[{}],"transactions":[{}]}', '/**/{}'],
  ...['{"transactions":[{"orderId":"\n"}]}', '{"transactions":[{"orderId":"\\x"}]}', '[{"transactions":[{}]}]'],
].map((text) => () => text);
badBodies.push(
  () => Buffer.from('{"transactions":[{"orderId":"Zürich"}]}', 'latin1'),
  () => Buffer.from('\ufeff{"transactions":[{}]}', 'utf16le'),
  () => Buffer.from([0x7b, 0xc0, 0x80, 0x7d]),
);

/** Made once, and costly to serve; whatever they are answered with, it must be documented. */
const heavyBodies: (() => Omit<Body, 'bytes'> & { bytes: Buffer | string })[] = [
  () => ({ name: '20,000 rows', rows: 20_000, expected: [200], bytes: upload(Array(20_000).fill('{"locationId":"north","amount":1}')) }),
  () => ({ name: '20,001 rows', rows: 0, expected: [400], bytes: upload(Array(20_001).fill('{}')) }),
  () => ({ name: 'many faults', rows: 0, expected: [400], bytes: upload(Array(500).fill(`{"additionalData":[${Array(64).fill('{}')}]}`)) }),
  () => ({ name: 'open brackets', rows: 0, expected: [400], bytes: '['.repeat(500_000) }),
  () => ({ name: 'deep brackets', rows: 0, expected: [400], bytes: `${'['.repeat(400_000)}${']'.repeat(400_000)}` }),
  () => ({
    name: 'a deep unknown field',
    rows: 1,
    expected: null,
    bytes: upload([`{"x":${'{"x":'.repeat(100_000)}1${'}'.repeat(100_000)}}`]),
  }),
  () => ({ name: 'deep and long', rows: 0, expected: [400], bytes: upload([`{"x":${'['.repeat(600_000)}${']'.repeat(600_000)}}`]) }),
  () => ({ name: 'a huge number', rows: 0, expected: [400], bytes: upload([`{"amount":${'9'.repeat(900_000)}}`]) }),
  () => ({ name: 'a huge string', rows: 0, expected: [400], bytes: upload([`{"orderId":"${'x'.repeat(900_000)}"}`]) }),
  () => ({ name: 'many names', rows: 1, expected: null, bytes: upload([`{${Array.from({ length: 50_000 }, (_, at) => `"n${at}":1`)}}`]) }),
  () => ({ name: 'a megabyte of space', rows: 1, expected: [200], bytes: ' '.repeat(1_000_000) + upload(['{"locationId":"north"}']) }),
];
const made = new Map<number, Body>();

export function bodyOf(chance: Chance, owner: string, isLimited: boolean): Body {
  const kind = chance.weighted([
    [900, 'good'],
    [500, 'faults'],
    [300, 'broken'],
    [1, 'heavy'],
  ] as const);
  if (kind === 'heavy') return heavyBody(chance.below(heavyBodies.length));
  if (kind === 'broken') {
    const at = chance.below(badBodies.length);
    return { name: `broken ${at}`, bytes: Buffer.from(badBodies[at]?.() ?? ''), rows: 0, expected: [400] };
  }
  const rows = Array.from(
    {
      length: chance.weighted([
        [20, 1],
        [5, 3],
        [1, 40],
      ]),
    },
    () => goodRow(chance, owner, isLimited),
  );
  if (kind === 'faults') rows.splice(chance.below(rows.length + 1), 0, badRow(chance));
  const mark = chance.oneIn(50) ? '\ufeff' : '';
  const bytes = Buffer.from(`${mark}${upload(rows)}${chance.oneIn(50) ? ' \r\n\t' : ''}`);
  return { name: bytes.toString(), bytes, rows: rows.length, expected: [kind === 'good' ? 200 : 400] };
}

/** Each heavy body and each bomb, once. */
export function* costlyBodies(): Generator<Packed> {
  for (const at of heavyBodies.keys()) yield { bytes: heavyBody(at).bytes, encoding: null };
  for (const bytes of Object.values(madeBombs())) yield { bytes, encoding: 'gzip' };
}

function heavyBody(at: number): Body {
  const known = made.get(at);
  if (known) return known;
  const heavy = heavyBodies[at]?.();
  if (!heavy) throw new Error(`there is no heavy body ${at}`);
  const body = { ...heavy, bytes: Buffer.from(heavy.bytes) };
  made.set(at, body);
  return body;
}

export interface Packed {
  bytes: Buffer;
  /** Null for no such header. */
  encoding: string | null;
  /** Set where the packing decides about the status, whatever is in it. */
  expected?: readonly number[] | null;
}

const BODY_BYTES_MAX = 30_000_000;
interface Bombs {
  within: Buffer;
  beyond: Buffer;
  members: Buffer;
}
let bombs: Bombs | null = null;

export function packed(chance: Chance, { bytes }: Body): Packed {
  const gzip = () => gzipSync(bytes, { level: 1 });
  return chance.weighted<() => Packed>([
    [300, () => ({ bytes, encoding: null })],
    [10, () => ({ bytes, encoding: chance.pick(['identity', ' Identity ']) })],
    [60, () => ({ bytes: gzip(), encoding: chance.pick(['gzip', 'GZIP']) })],
    [10, () => ({ bytes: severalMembers(chance, bytes), encoding: 'gzip' })],
    [10, () => ({ bytes: gzip().subarray(0, -1 - chance.below(12)), encoding: 'gzip', expected: [400] })],
    [5, () => ({ bytes: damaged(chance, gzip()), encoding: 'gzip', expected: [400] })],
    [5, () => ({ bytes: Buffer.concat([gzip(), Buffer.from('more')]), encoding: 'gzip', expected: null })],
    [5, () => ({ bytes: Buffer.concat([Buffer.from('no gzip'), bytes]), encoding: 'gzip', expected: [400] })],
    [5, () => ({ bytes: deflateSync(bytes), encoding: chance.pick(['deflate', 'br', 'gzip, gzip', 'x', 'zstd']), expected: [415] })],
    [1, () => bomb(chance)],
  ])();
}

function severalMembers(chance: Chance, bytes: Buffer): Buffer {
  const at = chance.below(bytes.length + 1);
  const parts = [bytes.subarray(0, at), ...Array(chance.below(20)).fill(Buffer.alloc(0)), bytes.subarray(at)];
  return Buffer.concat(parts.map((part) => gzipSync(part, { level: 1 })));
}

/** The checksum at the end does not fit any more. */
function damaged(chance: Chance, bytes: Buffer): Buffer {
  const at = bytes.length - 1 - chance.below(8);
  bytes[at] = (bytes[at] ?? 0) ^ (1 + chance.below(255));
  return bytes;
}

/** Few bytes that become many. */
function bomb(chance: Chance): Packed {
  const { within, beyond, members } = madeBombs();
  return chance.pick([
    { bytes: within, encoding: 'gzip', expected: [400] },
    { bytes: beyond, encoding: 'gzip', expected: [413] },
    { bytes: members, encoding: 'gzip', expected: [400] },
  ]);
}

/** Just within the limit, beyond it, and a stream of nothing. */
function madeBombs(): Bombs {
  const level = constants.Z_BEST_COMPRESSION;
  const start = '{"transactions":[{}]x';
  bombs ??= {
    within: gzipSync(Buffer.alloc(BODY_BYTES_MAX, ' ').fill(start, 0, start.length), { level }),
    beyond: gzipSync(Buffer.alloc(BODY_BYTES_MAX + 1, ' '), { level }),
    members: Buffer.concat(Array(50_000).fill(gzipSync('', { level }))),
  };
  return bombs;
}
