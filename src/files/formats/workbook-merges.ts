/** The cells of a sheet that nobody sees, because they were merged with others: a program may have left values in them. */
import { columnNumberOf } from '../text/column-letter.js';
import { xmlParser } from './xml.js';

/** Whether the value of a cell is hidden; `row` is counted from 1, `column` from 0. */
export type IsHidden = (row: number, column: number) => boolean;

/** From and to, both included. */
type Span = [from: number, to: number];

const MERGE = 'mergeCell';
const REF = /^([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})$/;
/** More than any row that a merge can name; a power of two. */
const ROWS = 2 ** 24;

/**
 * Reads the text of a sheet, which `open` gives from its beginning, to its end, since merges stand below the rows; `part` is its file. Fails with
 * `MalformedXml`.
 */
export async function hiddenCells(part: string, open: () => Promise<AsyncIterable<string> | null>): Promise<IsHidden> {
  // To look for a word is many times quicker than to parse, and few sheets have it.
  if (!(await speaksOfMerges(await open()))) return () => false;
  const hidden = hiddenSpans();
  const parser = await xmlParser(part, {
    open: (name, { ref = '' }) => {
      const [, left = '', top, right = '', bottom] = (name === MERGE && REF.exec(ref)) || [];
      if (top === undefined) return;
      const [from, to] = [indexOf(left), indexOf(right)];
      // The first cell shows the value of all.
      hidden.add([Number(top), Number(top)], [from + 1, to]);
      hidden.add([Number(top) + 1, Number(bottom)], [from, to]);
    },
  });
  for await (const text of (await open()) ?? []) parser.write(text);
  parser.close();
  return hidden.look();
}

async function speaksOfMerges(sheet: AsyncIterable<string> | null): Promise<boolean> {
  let before = '';
  for await (const text of sheet ?? []) {
    if ((before + text).includes(MERGE)) return true;
    before = (before + text).slice(-MERGE.length);
  }
  return false;
}

function indexOf(letters: string): number {
  return (columnNumberOf(letters) ?? 0) - 1;
}

/**
 * A segment tree over rows: node 1 is all of them, nodes 2n and 2n + 1 are the halves of node n. A stretch of rows is some forty nodes at most, and
 * a row is in twenty-four, so that adding and looking up take as long among many merges as among few, also where they overlap.
 */
function hiddenSpans() {
  const columnsOf = new Map<number, Span[]>();
  const addTo = (node: number, columns: Span) => {
    const all = columnsOf.get(node);
    if (all) all.push(columns);
    else columnsOf.set(node, [columns]);
  };
  return {
    add: ([top, bottom]: Span, columns: Span) => {
      if (columns[0] > columns[1]) return;
      let end = ROWS + bottom + 1;
      for (let begin = ROWS + top; begin < end; begin = Math.floor(begin / 2), end = Math.floor(end / 2)) {
        if (begin % 2 === 1) addTo(begin++, columns);
        if (end % 2 === 1) addTo(--end, columns);
      }
    },
    look: (): IsHidden => {
      for (const [node, columns] of columnsOf) columnsOf.set(node, joined(columns));
      let at = 0;
      let open: Span[][] = [];
      return (row, column) => {
        if (row !== at) open = row >= 0 && row < ROWS ? nodesOf(row).flatMap((node) => [columnsOf.get(node) ?? []]) : [];
        at = row;
        return open.some((columns) => holds(columns, column));
      };
    },
  };
}

function nodesOf(row: number): number[] {
  const nodes: number[] = [];
  for (let node = ROWS + row; node >= 1; node = Math.floor(node / 2)) nodes.push(node);
  return nodes;
}

/** In order, and none overlaps another. */
function joined(spans: Span[]): Span[] {
  const all: Span[] = [];
  for (const [from, to] of spans.sort((one, other) => one[0] - other[0])) {
    const last = all.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else all.push([from, to]);
  }
  return all;
}

/** By halving. */
function holds(spans: readonly Span[], column: number): boolean {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((spans[middle]?.[1] ?? 0) < column) low = middle + 1;
    else high = middle;
  }
  return (spans[low]?.[0] ?? Number.POSITIVE_INFINITY) <= column;
}
