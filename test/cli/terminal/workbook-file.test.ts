/** A workbook is written while its rows come: who writes it waits for the disk, and hears of its failure, long before the last row. */
import { expect, it } from 'vitest';
import { openWorkbookFile } from '../../../src/cli/terminal/workbook-file.js';

const rows = Array.from({ length: 1_000 }, (_, at) => [`reference ${at}`, at / 4, null]);
const GROUPS = 500;

it('a disk that fails ends it in the middle', async () => {
  const file = await openWorkbookFile('sales', async () => {
    throw new Error('no space left');
  });
  let groups = 0;
  const all = (async () => {
    for (; groups < GROUPS; groups++) await file.rows(rows);
  })();
  await expect(all).rejects.toThrow('no space left');
  // What is between: some buffers of the archive.
  expect(groups).toBeLessThan(GROUPS / 10);
});

it('bytes of its rows are written before its last row is there', async () => {
  let bytes = 0;
  const file = await openWorkbookFile('sales', async (piece) => {
    bytes += piece.length;
  });
  for (let group = 0; group < GROUPS / 10; group++) await file.rows(rows);
  expect(bytes).toBeGreaterThan(100_000);
  await file.finish();
});
