/**
 * The fast way to read a body against the slow one, which is its definition: the same transactions, the same faults in the same words, for
 * bodies as clients write them, for odd ones, and for any of them mutated. SOAK: 2,000,000 rows and 20,000 mutations.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { SalesError } from '../../src/contract/problem.js';
import { type TransactionUpload, transactionFields } from '../../src/contract/transaction.js';
import { readSlowly, readUpload } from '../../src/importing/request/read-upload.js';
import { scanUpload } from '../../src/importing/request/scan-upload.js';
import { seeded } from '../faults/seeded.js';
import { transactionUpload } from '../support/arbitraries.js';
import { casesOf, isSoak, seed } from '../support/at-length.js';
import { bodyOf, mutated } from './bodies.js';

const ROWS = isSoak ? 2_000_000 : 10_000;
/** On a busy machine, and under soak. */
const TIMEOUT_MS = isSoak ? 7_200_000 : 300_000;
const MUTATIONS = isSoak ? 20_000 : 400;
const BODY_ROWS = 100;

type Scan = typeof scanUpload;
type Reading = { rows: readonly TransactionUpload[] } | { problem: unknown };

function readingOf(read: () => readonly TransactionUpload[]): Reading {
  try {
    return { rows: read() };
  } catch (error) {
    if (!(error instanceof SalesError)) throw error;
    return { problem: { code: error.code, message: error.message, errors: error.errors } };
  }
}

/** Absent and null mean the same. Minus zero is another double than zero, and stays apart. */
function areSame(one: Reading, other: Reading): boolean {
  if ('problem' in one || 'problem' in other) return isDeepStrictEqual(one, other);
  return one.rows.length === other.rows.length && one.rows.every((row, index) => isSameRow(row, other.rows[index] ?? {}));
}

function isSameRow(one: TransactionUpload, other: TransactionUpload): boolean {
  const hasOthers = [one, other].some((row) => Object.keys(row).some((name) => !(transactionFields as string[]).includes(name)));
  return !hasOthers && transactionFields.every((field) => isDeepStrictEqual(one[field] ?? null, other[field] ?? null));
}

function expectSame(body: Buffer): void {
  const [fast, slow] = [readUpload, readSlowly].map((read) => readingOf(() => read(body, null))) as [Reading, Reading];
  if (!areSame(fast, slow)) expect(fast, body.toString()).toStrictEqual(slow);
}

/** Whether the scan takes what the slow way refuses, or gives other transactions. */
function differs(scan: Scan, body: Buffer): boolean {
  const rows = scan(body);
  return (
    rows !== null &&
    !areSame(
      { rows },
      readingOf(() => readSlowly(body, null)),
    )
  );
}

describe('a body is read fast as it is slowly', () => {
  it(`${ROWS} random rows`, { timeout: TIMEOUT_MS }, () => {
    const chance = seeded(seed + 27);
    let scanned = 0;
    for (let rows = 0; rows < ROWS; rows += BODY_ROWS) {
      const body = Buffer.from(bodyOf(chance, BODY_ROWS, rows % 300 === 0 ? 40 : 100_000));
      if (scanUpload(body)) scanned += BODY_ROWS;
      expectSame(body);
    }
    expect(scanned).toBeGreaterThan(ROWS / 4);
  });

  it(`${MUTATIONS} mutated bodies`, { timeout: TIMEOUT_MS }, () => {
    const chance = seeded(seed + 28);
    let scanned = 0;
    for (let left = MUTATIONS; left > 0; left--) {
      const body = mutated(Buffer.from(bodyOf(chance, 1 + chance(6), 50)), chance);
      if (scanUpload(body)) scanned++;
      expectSame(body);
    }
    expect(scanned).toBeGreaterThan(MUTATIONS / 20);
  });

  it('whatever the contract allows', { timeout: TIMEOUT_MS }, () => {
    const body = fc.array(transactionUpload, { maxLength: 5 }).map((transactions) => Buffer.from(JSON.stringify({ transactions })));
    fc.assert(fc.property(body, expectSame), { numRuns: isSoak ? 5_000 : 200 });
  });

  it.each([
    '',
    '{}',
    '{"transactions":[]}',
    '{"transactions":[{}]} ',
    '{"transactions":[{}],"a":1}',
    ' {"transactions":[{}]}',
    '\ufeff{"transactions":[{}]}',
  ])('the body %j', (text) => expectSame(Buffer.from(text)));

  it.each([20_000, 20_001])('%i empty transactions', (rows) => {
    expectSame(Buffer.from(`{"transactions":[${Array(rows).fill('{}').join(',')}]}`));
  });

  it('what a user limited to units may not upload is refused in the words of the slow way', () => {
    const body = Buffer.from('{"transactions":[{"terminalId":"T1"},{"terminalId":"T2"}]}');
    const isWithin = ({ terminalId }: Pick<TransactionUpload, 'terminalId'>) => terminalId === 'T1';
    const fast = readingOf(() => readUpload(body, isWithin));
    expect(fast).toMatchObject({ problem: { errors: { 'transactions[1].locationId': [expect.any(String)] } } });
    expect(fast).toStrictEqual(readingOf(() => readSlowly(body, isWithin)));
  });
});

/** Rules of the scan, each as it is built and as a careless change might leave it. */
const broken: readonly [rule: string, file: string, from: string, to: string][] = [
  ['none', 'scan-values.js', 'const ZERO = 0x30;', 'const ZERO = 48;'],
  ['no name twice', 'scan-upload.js', 'if (seen & bit)', 'if (seen & bit & 0)'],
  ['at most so many items', 'scan-upload.js', 'items.length < itemsMax', 'items.length < itemsMax + 1'],
  ['nothing behind the end', 'scan-upload.js', '&& cursor.at === body.length', ''],
  ['texts of at most so many characters', 'scan-values.js', 'end - at - 1 <= charsMax', 'end - at - 1 <= charsMax + 1'],
  ['no control characters', 'scan-values.js', 'byte < BLANK', 'byte < 0'],
  ['no control characters among four', 'scan-values.js', '(word - BLANK * ONES)', '(word - ONES)'],
  ['no escapes among four', 'scan-values.js', '(toBackslash - ONES) | ', ''],
  ['names to their last byte', 'scan-upload.js', '|| view.getInt32(end - WORD) !== last', ''],
  ['names from their first byte', 'scan-upload.js', 'view.getInt32(at + index * WORD) !== words[index]', 'false'],
  ['well-formed Unicode', 'scan-values.js', '|| !value.isWellFormed()', ''],
  ['no leading zeros', 'scan-values.js', 'digits - decimals > 1', 'digits - decimals > 2'],
  ['at most 15 digits', 'scan-values.js', 'DIGITS_MAX = 15', 'DIGITS_MAX = 17'],
  [
    'no exponent',
    'scan-values.js',
    'cursor.at = at;\n    return value',
    'while (bytes[at] !== 0x2c && bytes[at] !== 0x7d) at++;\n    cursor.at = at;\n    return value',
  ],
  ['days of the calendar', 'scan-values.js', '!isCalendarDate(textAt(cursor, at, at + DATE_CHARS))', 'day !== day'],
  ['hours of the day', 'scan-values.js', 'twoDigits(bytes, at + 11) <= 23', 'twoDigits(bytes, at + 11) <= 24'],
  ['offsets', 'scan-values.js', 'twoDigits(bytes, at + 23) <= 59', 'twoDigits(bytes, at + 23) <= 60'],
  ['card numbers masked', 'scan-values.js', 'return !isUnmaskedCard(text)', 'return true'],
  ['the sign', 'scan-values.js', ': -amount', ': amount'],
];

describe('a scan with a rule broken would be seen', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const folder = mkdtempSync(join(tmpdir(), 'sales-scan-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  cpSync(join(root, 'dist', 'contract'), join(folder, 'contract'), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');

  it.each(
    casesOf(
      broken.map((one, index) => [...one, index] as const),
      3,
    ),
  )('%s', { timeout: TIMEOUT_MS }, async (rule, file, from, to, index) => {
    // Beside the contract, as it is built: two folders below the root.
    const own = join(folder, 'importing', `request-${index}`);
    cpSync(join(root, 'dist', 'importing', 'request'), own, { recursive: true });
    const path = join(own, file);
    const text = readFileSync(path, 'utf8');
    expect(text.split(from)).toHaveLength(2);
    writeFileSync(path, text.replace(from, to));
    const { scanUpload: scan } = (await import(pathToFileURL(join(own, 'scan-upload.js')).href)) as { scanUpload: Scan };
    const chance = seeded(29);
    let found = false;
    for (let left = 3_000; left > 0 && !found; left--) {
      const body = Buffer.from(bodyOf(chance, 2, 1));
      found = differs(scan, left % 2 === 0 ? body : mutated(body, chance));
    }
    expect(found).toBe(rule !== 'none');
  });
});
