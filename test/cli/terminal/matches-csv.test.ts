/** Matches as CSV: no text in it is a formula to a spreadsheet, and amounts stay amounts. */
import { expect, it } from 'vitest';
import type { Run } from '../../../src/cli/flags/run.js';
import { matchPages } from '../../../src/cli/views/match-views.js';
import { openPagesView } from '../../../src/cli/views/pages-view.js';
import type { Match } from '../../../src/contract/matches.js';

const id = '01a1fc68-12f0-7003-8d0f-d3d510115134';
const match: Match = {
  ...{ matchId: id, kind: 'Match', rule: '=HYPERLINK("x")', how: 'Equal', pinned: true, day: '2026-11-20', currency: 'CHF' },
  ...{ salesCount: 1, salesAmount: '3.20', recordsCount: 2, recordsAmount: '-1.00', difference: '-4.20' },
  ...{ matchedAt: '2026-11-21T08:00:00Z', decidedBy: '@ann', note: '+1, "said"\u001b', cause: 'Tip', itemsHidden: false },
  ...{ transactionIds: [id], recordIds: [id, id] },
};

function csv(isTTY: boolean): string | undefined {
  const lines: string[] = [];
  const run = { host: { stdout: { isTTY } }, output: { data: (text: string) => lines.push(text), words: {} } } as unknown as Run;
  openPagesView('csv', matchPages(run), run).page([match]);
  return lines[1];
}

it('has an apostrophe before texts that begin like a formula, and none before a minus of an amount', () => {
  expect(csv(false)).toBe(
    `${id},Match,"'=HYPERLINK(""x"")",Equal,true,2026-11-20,CHF,1,3.20,2,-1.00,-4.20,2026-11-21T08:00:00Z,'@ann,"'+1, ""said""\u001b",Tip,false,${id},${id} ${id}`,
  );
});

it('has no control character on a terminal', () => {
  expect(csv(true)).not.toContain('\u001b');
});
