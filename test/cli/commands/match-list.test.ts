/** `sales match list --all` over several pages: each is written before the next is asked for, and none is kept. */
import { expect, it } from 'vitest';
import type { Match } from '../../../src/contract/matches.js';
import { json, type StubServer } from '../../client/stub-server.js';
import type { CommandLine } from '../command-line.js';
import { onStub } from '../on-stub.js';

let stub: StubServer;
let line: CommandLine;
onStub((of, own) => {
  [stub, line] = [of, own];
});

const PAGE = 500;
const idAt = (at: number) => `01a1fc68-12f0-7003-8d0f-${String(at).padStart(12, '0')}`;
const match = (at: number): Match => ({
  ...{ matchId: idAt(at), kind: 'Match', rule: 'reference', how: 'Equal', pinned: false, day: '2026-11-20', currency: 'CHF' },
  ...{ salesCount: 1, salesAmount: '3.20', recordsCount: 1, recordsAmount: '3.20', difference: '0.00' },
  ...{ matchedAt: '2026-11-21T08:00:00Z', decidedBy: null, note: null, cause: null, itemsHidden: false, transactionIds: [], recordIds: [] },
});

/** As many matches; notes what was asked for, and how many of them stood on standard output by then. */
function serve(matches: number) {
  const asked: string[] = [];
  let written = '';
  stub.answer = (request) => {
    const query = new URLSearchParams(request.url.split('?')[1]);
    const [size, page] = [Number(query.get('pageSize')), Number(query.get('pageNumber'))];
    asked.push(`page ${page} of ${size}, written ${written.match(/01a1fc68-/g)?.length ?? 0}`);
    const first = (page - 1) * size;
    const items = Array.from({ length: Math.max(0, Math.min(size, matches - first)) }, (_, at) => match(first + at));
    json(request, 200, { items, hasMore: matches > first + size }, { 'sales-capabilities': 'matching' });
  };
  const run = (...argv: string[]) =>
    line.run(['match', 'list', ...argv], {
      onOutput: (text) => {
        written += text;
      },
    });
  return { asked, run };
}

const walked = [`page 1 of ${PAGE}, written 0`, `page 2 of ${PAGE}, written 500`, `page 3 of ${PAGE}, written 1000`];
const ids = Array.from({ length: 1_003 }, (_, at) => idAt(at));
const found = (text: string) => text.match(/01a1fc68-[0-9a-f-]+/g);

it.each([[['--json']], [['--csv']], [[]]])('with %j', async (argv) => {
  const { asked, run } = serve(ids.length);
  const { exit, stdout, stderr } = await run('--all', ...argv);
  expect([exit, asked, found(stdout)]).toEqual([0, walked, ids]);
  expect(stderr).toBe('');
});

it('as one JSON document, and as one table', async () => {
  const { run } = serve(ids.length);
  const document = JSON.parse((await run('--all', '--json')).stdout);
  expect([Object.keys(document), document.items.length, document.hasMore]).toEqual([['schema', 'items', 'hasMore'], 1_003, false]);
  expect(document.items.at(-1)).toEqual(match(1_002));
  const head = /^day +kind/gm;
  expect((await run('--all')).stdout.match(head)).toHaveLength(1);
});

it('and of a page alone, says where the next one is', async () => {
  const { asked, run } = serve(5);
  const { stderr } = await run('--limit', '2', '--page', '2');
  expect([asked, stderr]).toEqual([['page 2 of 2, written 0'], 'There are more: use --page 3 or --all\n']);
  expect((await run('--limit', '2', '--page', '4')).stderr).toBe('Page 4 is past the end of the list.\n');
  expect(JSON.parse((await run('--limit', '2', '--page', '4', '--json')).stdout)).toMatchObject({ items: [], hasMore: false });
});

it('says that the last rows may not be matched yet where there is none', async () => {
  const { run } = serve(0);
  expect((await run()).stderr).toBe('No match fits. What came or went within the last seconds may not be matched yet.\n');
});

it('a side of which all rows are hidden has no count', async () => {
  stub.answer = (request) => {
    const hidden = { recordsCount: 0, recordsAmount: null, difference: null, itemsHidden: true };
    json(request, 200, { items: [{ ...match(0), ...hidden }], hasMore: false }, { 'sales-capabilities': 'matching' });
  };
  expect((await line.run(['match', 'list'])).stdout).toMatch(/ 3\.20 +hidden +hidden +CHF/);
});
