import { describe, expect, it } from 'vitest';
import { hiddenCells } from '../../../src/files/formats/workbook-merges.js';
import { xmlText } from '../../../src/files/formats/xml.js';
import { encoded } from '../../../src/files/text/encodings.js';
import { chunked } from '../reading.js';

async function* buffers(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for await (const chunk of chunked(bytes, size)) yield Buffer.from(chunk);
}

async function textOf(bytes: Buffer, size: number): Promise<string> {
  let text = '';
  for await (const piece of xmlText(buffers(bytes, size))) text += piece;
  return text;
}

describe('the text of XML', () => {
  it.each(['utf-8', 'utf-16le', 'utf-16be'] as const)('in %s is the same in pieces of any size', async (encoding) => {
    for (const mark of ['', '\ufeff'])
      for (const size of [1, 2, 3, 5, 4_096])
        expect(await textOf(encoded(`${mark}<a>ü €\r\n😀\r\r\nb\n\r</a>\r`, encoding), size)).toBe(`<a>ü €\n😀\n\nb\n\n</a>\n`);
  });

  it.each([
    ['Latin 1', Buffer.from('<a>ü</a>', 'latin1')],
    ['UTF-8 that is cut off', Buffer.from('<a>ü').subarray(0, -1)],
    ['UTF-16 that is cut off', encoded('<a>ü', 'utf-16le').subarray(0, -1)],
  ])('is refused where it is %s', async (_, bytes) => {
    for (const size of [1, 3, 4_096]) await expect(textOf(bytes, size)).rejects.toThrow(/encoding|cut off/);
  });
});

describe('hidden cells', () => {
  async function* pieces(text: string, size: number): AsyncGenerator<string> {
    for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
  }
  const after = '<mergeCells><mergeCell ref="B2:C3"/><mergeCell ref="A9:A9"/><mergeCell ref="A1:AA1"/></mergeCells>';
  const sheet = `<x><row>mergeCell</row>${'<c/>'.repeat(999)}<!-- <mergeCell ref="A1:Z99"/> -->${after}</x>`;

  it.each([1, 7, 1_000, 100_000])('are those beside the first of a merge, in pieces of %d, in any order of rows', async (size) => {
    const isHidden = await hiddenCells('sheet1.xml', async () => pieces(sheet, size));
    const seen = (row: number) => Array.from({ length: 28 }, (_, column) => (isHidden(row, column) ? column : -1)).filter((at) => at >= 0);
    const all = Array.from({ length: 26 }, (_, at) => at + 1);
    const expected = [all, [2], [1, 2], []];
    expect([1, 2, 3, 4].map(seen)).toEqual(expected);
    expect([9, 3, 1].map(seen)).toEqual([[], [1, 2], all]);
  });
});
