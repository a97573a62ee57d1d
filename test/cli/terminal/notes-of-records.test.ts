/** What is remarked about rows is said in the words of what they are read as. */
import { expect, it } from 'vitest';
import type { Output } from '../../../src/cli/terminal/output.js';
import { showRowNotes } from '../../../src/cli/views/row-notes-view.js';
import { noRowNotes } from '../../../src/client/batches/row-notes.js';
import { openTally } from '../../../src/client/sending/tally.js';
import { uploadKinds } from '../../../src/contract/states.js';

const said = uploadKinds.map((kind) => {
  const lines: string[] = [];
  const notes = {
    ...noRowNotes,
    positiveRefunds: { rows: 1, firstLine: 2 },
    positiveMarks: { rows: 2, firstLine: 3, column: 'Status' },
    listedDuplicates: { rows: 1, firstLine: 4 },
    noSales: { rows: 2, firstLine: 5, column: 'Kind' },
  };
  const output = { message: (_label: string, text: string) => lines.push(text) } as unknown as Output;
  showRowNotes({ ...openTally(), notes, kind }, 0, output);
  return lines.map((line) => line.match(/(?:it|they) (?:counts?|count|is sent|are sent) as [a-z ]+/)?.[0]);
});

it('of sales, and of settlement records', () => {
  expect(said).toEqual([
    ['it counts as a sale', 'they count as sales', 'it is sent as a separate sale anyway', 'they are sent as sales anyway'],
    ['it counts as a payment', 'they count as payments', 'it is sent as a separate record anyway', 'they are sent as records anyway'],
  ]);
});
