import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutFormula } from '../../../src/contract/formula.js';
import { cellsIn, headerCells } from '../../../src/files/formats/csv-cells.js';
import { recordCutter } from '../../../src/files/formats/csv-records.js';

const delimiter = fc.constantFrom(',', ';', '\t', '|', ' ', '^', '\u00a7');
const piece = fc.constantFrom('"', '""', '=', '\n', '\r', '\r\n', ',', ';', '\t', '|', ' ', '^', 'a', 'bc', 'é', '😀', '\0', '\ufeff');
const raw = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
const cell = fc.oneof(fc.string({ maxLength: 6 }), raw);
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** The first record of a text that is all there. */
function firstRecord(text: string, by: string) {
  const cutter = recordCutter(by, 1);
  cutter.push(text);
  cutter.end();
  return cutter.next();
}

describe('cellsIn', () => {
  it('gives the cells that csv-parse gives, for every record that the cutter finds sound', () => {
    const seen = { quoted: 0, plain: 0, broken: 0 };
    fc.assert(
      fc.property(fc.oneof(raw, fc.array(fc.oneof(cell, cell.map(quoted)), { minLength: 1, maxLength: 5 })), delimiter, (given, by) => {
        const record = firstRecord(typeof given === 'string' ? given : given.join(by), by);
        if (!record) return;
        seen[record.broken !== null ? 'broken' : record.quoted ? 'quoted' : 'plain']++;
        // A blank or an equals sign before a quote is more than csv-parse takes.
        if (record.broken !== null || /(?:^|.)[ =]"/su.test(record.text)) return;
        const [expected] = parse(`${record.text}\n`, { delimiter: by, record_delimiter: '\n', relax_column_count: true });
        expect(cellsIn(record.text, by)).toEqual(expected?.map(withoutFormula));
        if (!record.quoted) expect(record.text.split(by)).toEqual(expected);
      }),
      { numRuns: 20_000 },
    );
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(2_000);
  });

  it('reads broken quotes as text, and the cells beside them as ever', () => {
    for (const text of [fc.sample(raw, 2_000), '"a"",x', '"a"b,"c"', 'a"b,"c""d"', '"', '""', '"""', '"a', 'x,"a'].flat()) {
      expect([text, cellsIn(text, ',')]).toEqual([text, cellsByPattern(text, ',')]);
    }
  });

  it.each([
    ['', ['']],
    [',', ['', '']],
    ['"",', ['', '']],
    ['"a,b",c', ['a,b', 'c']],
    ['="0012",="a,b",=""', ['0012', 'a,b', '']],
    ['"=""0012""","=""a"" x"', ['0012', '="a" x']],
    ['a,"b ""c"""', ['a', 'b "c"']],
    ['5" x,"y"', ['5" x', 'y']],
    ['"5" x,y', ['"5" x', 'y']],
  ])('%j', (text, cells) => {
    expect(cellsIn(text, ',')).toEqual(cells);
  });
});

describe('headerCells', () => {
  it.each([
    ['="A, B",="Date"', ['A, B', 'Date']],
    [' "A, B", C', ['A, B', 'C']],
    ["'-A,=A1", ['-A', '=A1']],
  ])('%s', (text, cells) => {
    expect(headerCells({ text }, ',')).toEqual(cells);
  });
});

/** Written apart from the source. */
function cellsByPattern(text: string, by: string): string[] {
  const [whole = '', sign, quoted = ''] = /^( *|=)"((?:[^"]|"")*)"(?!")/.exec(text) ?? [];
  const inner = sign === undefined ? undefined : quoted.replaceAll('""', '"').replace(/^="([^"]+)"$/, '$1');
  const isQuoted = inner !== undefined && (whole.length === text.length || text[whole.length] === by);
  const end = isQuoted ? whole.length : text.indexOf(by) === -1 ? text.length : text.indexOf(by);
  const first = isQuoted ? inner : text.slice(0, end);
  return end === text.length ? [first] : [first, ...cellsByPattern(text.slice(end + 1), by)];
}
