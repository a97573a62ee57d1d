import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openInput } from '../../../src/files/open.js';
import { chunked, read, refusal, rowRead } from '../reading.js';

const TEXT = 'amount,brandId\n1,Zürich 😀\n2,"a\nb"\n';
const ROWS = [
  { amount: 1, brandId: 'Zürich 😀' },
  { amount: 2, brandId: 'a\nb' },
];
const transactions = async (...input: Parameters<typeof read>) => (await read(...input)).rows.map(({ transaction }) => transaction);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sales-files-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function file(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

describe('a file', () => {
  it('is described by its name and size', async () => {
    const path = await file('plain.csv', TEXT);
    const { description } = await read({ path });
    expect(description).toMatchObject({ name: path, sizeBytes: Buffer.byteLength(TEXT), gzip: false, encoding: 'utf-8', format: 'csv' });
  });

  it.each([
    ['missing.csv', /does not exist\.$/, /name/],
    ['', /is a folder\.$/, /Name the files in it.*sales watch /],
  ])('%j cannot be read', async (name, message, hint) => {
    const path = join(folder, name);
    const refused = await refusal({ path });
    expect(refused).toMatchObject({ code: 'inputUnusable', message: expect.stringMatching(message), hint: expect.stringMatching(hint) });
    expect(refused.message).toContain(path);
  });

  it.skipIf(process.getuid?.() === 0)('without permission says so', async () => {
    const path = await file('secret.csv', TEXT);
    await chmod(path, 0);
    expect((await refusal({ path })).message).toBe(`${path} may not be read.`);
  });

  it('can be closed before its end, and twice', async () => {
    for (const content of [TEXT.repeat(100_000), gzipSync(TEXT.repeat(100_000))]) {
      const input = await openInput({ path: await file('large', content) }, { format: 'csv' });
      for await (const [row] of input.rows) if ((row?.record ?? 0) >= 3) break;
      await input.close();
      await input.close();
    }
  });

  it('whose reading fails is refused by name', async () => {
    async function* failing() {
      yield Buffer.from(TEXT);
      throw Object.assign(new Error('read'), { code: 'EIO' });
    }
    await expect(async () => {
      const input = await openInput({ stdin: failing() }, { format: 'auto' });
      for await (const _ of input.rows);
    }).rejects.toMatchObject({ code: 'inputUnusable', message: 'Standard input cannot be read (EIO).' });
  });
});

describe('encodings', () => {
  it.each([1, 2, 3, 4, 5, 65_536])('UTF-8 in chunks of %i bytes, with and without a mark', async (chunkBytes) => {
    expect(await transactions(TEXT, {}, chunkBytes)).toEqual(ROWS);
    expect(await transactions(`\ufeff${TEXT}`, {}, chunkBytes)).toEqual(ROWS);
    expect(await transactions(`\ufeff"amount","brandId"\n1,x`, {}, chunkBytes)).toEqual([{ amount: 1, brandId: 'x' }]);
  });

  it.each([
    ['a byte of windows-1252', Buffer.from('amount,brandId\r\n1,a\r\n2,Z\xfcrich\r\n', 'latin1'), 3, 24],
    ['a sequence cut off by the end', Buffer.from('amount\n1\n\xe2\x82', 'latin1'), 3, 9],
    ['a sequence cut off by a letter', Buffer.from('amount,brandId\n1,\xe2\x82x\n', 'latin1'), 2, 17],
    ['a lonely continuation', Buffer.from('amount\r1\r\r\x80', 'latin1'), 4, 10],
    ['an encoded surrogate', Buffer.from('amount\n\xed\xa0\x80', 'latin1'), 2, 7],
    ['a byte after a real replacement character', Buffer.concat([Buffer.from('amount\n\ufffd\ufffd'), Buffer.from([0xff])]), 2, 13],
  ])('%s is no UTF-8, which is refused with line and byte', async (_, bytes, line, offset) => {
    for (const chunkBytes of [1, 3, 65_536]) {
      const { code, message, hint } = await refusal(bytes, { encoding: 'utf-8' }, chunkBytes);
      expect({ code, message }).toEqual({ code: 'inputUnusable', message: `Line ${line}, byte offset ${offset}: the text is not UTF-8.` });
      expect(hint).toContain('--encoding windows-1252');
    }
  });

  it('a replacement character that the text has itself is text', async () => {
    expect(await transactions('brandId\n\ufffd\n')).toEqual([{ brandId: '\ufffd' }]);
  });

  it.each([
    ['UTF-32 LE', Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0]), /UTF-32/],
    ['UTF-32 BE', Buffer.from([0, 0, 0xfe, 0xff, 0, 0, 0, 0x61]), /UTF-32/],
    ['xlsx', Buffer.from('PK\x03\x04rest'), /\.xlsx/],
    ['xls', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), /\.xls\b/],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10]), /PNG/],
    ['another picture', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), /JPEG/],
    ['RTF', Buffer.from('{\\rtf1 '), /RTF/],
    ['a database', Buffer.from('SQLite format 3\0'), /SQLite/],
    ['bzip2', Buffer.from('BZh91AY'), /bzip2/],
    ['PDF', Buffer.from('%PDF-1.7'), /PDF/],
    ['HTML', Buffer.from('\ufeff\n <!DOCTYPE html><html>'), /web page/],
    ['XML', Buffer.from('<?xml version="1.0"?>'), /XML/],
    ['gzip in gzip', gzipSync(gzipSync(TEXT)), /twice/],
  ])('%s is recognised and refused with the way out', async (_, bytes, message) => {
    for (const chunkBytes of [1, 65_536]) {
      const refused = await refusal(bytes, {}, chunkBytes);
      expect(refused).toMatchObject({
        code: 'inputUnusable',
        message: expect.stringMatching(message),
        hint: expect.stringMatching(/\w{4}/),
      });
    }
    expect((await refusal(gzipSync(bytes))).message).toMatch(/twice|not|bzip2|ZIP/);
  });
});

describe('gzip', () => {
  it('is known by its bytes, whatever the name', async () => {
    const { description, rows } = await read({ path: await file('packed.csv', gzipSync(TEXT)) });
    expect(description).toMatchObject({ gzip: true, sizeBytes: gzipSync(TEXT).length });
    expect(rows.map(({ transaction }) => transaction)).toEqual(ROWS);
    expect((await read({ path: await file('plain.csv.gz', TEXT) })).description.gzip).toBe(false);
  });

  it('of several members is read whole, in chunks of any size', async () => {
    const half = TEXT.indexOf('2,');
    const bytes = Buffer.concat([gzipSync(TEXT.slice(0, half)), gzipSync(TEXT.slice(half))]);
    for (const chunkBytes of [1, 10, 65_536]) expect(await transactions(bytes, {}, chunkBytes)).toEqual(ROWS);
  });

  it.each([
    ['cut off', (packed: Buffer) => packed.subarray(0, -5)],
    ['cut off at its start', (packed: Buffer) => packed.subarray(0, 4)],
    ['damaged', (packed: Buffer) => Buffer.concat([packed.subarray(0, 30), Buffer.from('damage!!'), packed.subarray(38)])],
  ])('%s is refused', async (_, spoil) => {
    const packed = gzipSync(
      Array.from({ length: 1_000 }, (_, index) => `${index},${index * 7919}\n`)
        .join('')
        .replace(/^/, TEXT),
    );
    expect((await refusal(spoil(packed))).message).toBe('Standard input is gzip, but damaged or cut off.');
  });

  it('of nothing is empty', async () => {
    expect((await refusal(gzipSync(''))).message).toBe('Standard input is empty.');
  });
});

it('chunks are not kept longer than they are lent', async () => {
  async function* reused() {
    const chunk = Buffer.alloc(1);
    for await (const [byte = 0] of chunked(TEXT, 1)) {
      chunk[0] = byte;
      yield chunk;
    }
  }
  const input = await openInput({ stdin: reused() }, { format: 'csv' });
  const read: unknown[] = [];
  for await (const group of input.rows) read.push(...group.map((row) => rowRead(row).transaction));
  expect(read).toEqual(ROWS);
});
