/** What became of the lines of a filled-in table, in a file beside it: their cells as they were, and the results behind them. */
import { parse } from 'node:path';
import { guarded, unguarded } from '../../../contract/formula.js';
import type { TableAsText } from '../../../files/open.js';
import { openExportFile } from '../../terminal/export-file.js';
import { csvLine } from '../../terminal/table.js';
import { openWorkbookFile } from '../../terminal/workbook-file.js';
import type { LineResult } from './line-results.js';

const resultColumns = ['line', 'result', 'why', 'decisionId'] as const;

interface ResultsFile {
  path: string;
  finish(results: readonly LineResult[]): Promise<void>;
  /** Leaves nothing behind; does nothing after `finish`. */
  discard(): Promise<void>;
}

/** `open.results.xlsx` beside `open.xlsx`. One of an earlier run is replaced. Fails with `disk`. */
export async function openResultsFile(path: string, table: TableAsText): Promise<ResultsFile> {
  const { dir, name } = parse(path);
  const beside = `${dir === '' ? '' : `${dir}/`}${name}.results.${table.format}`;
  const file = await openExportFile(beside, true);
  const head = [...table.header, ...resultColumns];
  const linesOf = (results: readonly LineResult[]) =>
    results.map(({ filled, outcome, detail, decisionId }) => {
      const cells = table.header.map((_, at) => filled.cells[at] ?? '');
      return [...cells, String(filled.line), outcome, detail ?? '', decisionId ?? ''];
    });
  return {
    path: beside,
    finish: async (results) => {
      if (table.format === 'xlsx') {
        const workbook = await openWorkbookFile('results', file.write);
        await workbook.rows([head, ...linesOf(results)]);
        await workbook.finish();
      } else {
        const delimiter = table.delimiter === ';' ? ';' : ',';
        const amountAt = table.header.findIndex((column) => column.trim().toLowerCase() === 'amount');
        const lineOf = (cells: readonly string[]) =>
          `${csvLine(
            cells.map((cell, at) => (at === amountAt ? cell : guarded(unguarded(cell)))),
            delimiter,
          )}\r\n`;
        // Begins with the mark by which spreadsheet programs know UTF-8.
        await file.write(`\ufeff${[head, ...linesOf(results)].map(lineOf).join('')}`);
      }
      await file.finish();
    },
    discard: file.discard,
  };
}
