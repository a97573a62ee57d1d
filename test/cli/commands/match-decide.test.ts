/** `sales match approve` and its like against the real server: each decision is made, refused and taken back. */
import { expect, it } from 'vitest';
import type { DecisionResult, ListedDecision } from '../../../src/contract/decisions.js';
import type { Match } from '../../../src/contract/matches.js';
import type { MatchScenario } from '../../support/match-scenario.js';
import { onScenario } from '../on-scenario.js';

let scenario: MatchScenario;
let env: Record<string, string>;
const line = onScenario((stand) => {
  ({ scenario, env } = stand);
});

const match = (...argv: string[]) => line.run(['match', ...argv], { env });
const listed = async <Item>(...argv: string[]): Promise<Item[]> => JSON.parse((await match(...argv, '--json')).stdout).items;
const decided = async (...argv: string[]) => {
  const { exit, stdout } = await match(...argv, '--json');
  return { exit, results: JSON.parse(stdout).results as DecisionResult[] };
};
const proposals = () => listed<Match>('list', '--kind', 'proposal');
const stateOf = async (id: string) =>
  JSON.parse((await line.run(['get', id, '--json'], { env })).stdout).transactions[0].transactionMatchState;

it('approve takes a suggestion, and undo-decision takes it back', async () => {
  const [first] = await proposals();
  const { exit, stdout, stderr } = await match('approve', first?.matchId ?? '');
  expect([exit, stdout]).toEqual([0, expect.stringMatching(/^Approved, by decision [0-9a-f-]{36}\n$/)]);
  const id = /[0-9a-f-]{36}/.exec(stdout)?.[0] ?? '';
  expect(stderr).toContain(`sales match undo-decision ${id}`);
  expect(await listed<Match>('list', '--pinned')).toMatchObject([{ matchId: first?.matchId, decidedBy: 'api' }]);
  expect((await match('approve', first?.matchId ?? '')).stdout).toBe('Approved: there was nothing to do\n');
  expect((await match('undo-decision', id)).stdout).toMatch(/^Taken back, by decision /);
  expect(await listed<Match>('list', '--pinned')).toEqual([]);
  expect((await match('undo-decision', id)).stdout).toBe('Taken back: there was nothing to do\n');
});

it('approve --rule shows number and sum, and asks', async () => {
  const [, second] = [...(await proposals()), ...(await proposals())];
  const rule = second?.rule ?? '';
  const refused = await match('approve', '--rule', rule);
  expect([refused.exit, refused.stderr]).toEqual([
    2,
    expect.stringMatching(new RegExp(`This would approve \\d proposals? by rule ${rule}, \\d+\\.\\d\\d [A-Z]{3}`)),
  ]);
  const { exit, results } = await decided('approve', '--rule', rule, '--yes');
  expect([exit, results[0]?.outcome]).toEqual([0, 'Done']);
  const [made] = await listed<ListedDecision>('decisions');
  expect(made).toMatchObject({ action: 'ApproveRule', rule, by: 'api' });
  expect((await match('decisions')).stdout).toContain(`ApproveRule`);
  await match('undo-decision', made?.decisionId ?? '');
  expect((await match('decisions')).stdout).toContain('ApproveRule, undone');
  expect((await match('approve', '--rule', rule, '--max-amount', '0.01')).stdout).toBe('Approved 0: there was nothing to do\n');
});

it('link says what is missing, and links with a cause', async () => {
  const asked = ['link', '--sale', scenario.saleIds.typedWrong ?? '', '--record', scenario.recordIds.late ?? ''];
  const refused = await match(...asked);
  expect([refused.exit, refused.stdout]).toEqual([4, expect.stringMatching(/^Refused: The sales come to .*: say why, by a cause\.\n$/)]);
  const { exit, results } = await decided(...asked, '--cause', 'TillError', '--reason', 'typed wrong');
  expect([exit, results[0]?.outcome, await stateOf(scenario.saleIds.typedWrong ?? '')]).toEqual([0, 'Done', 'Match']);
  expect((await match('unlink', results[0]?.matchId ?? '')).stdout).toMatch(/^Unlinked, by decision /);
  expect(await stateOf(scenario.saleIds.typedWrong ?? '')).toBe('Unmatched');
});

it('skip, unskip, note and claim take sales and records by their ids alone', async () => {
  const ids = [scenario.saleIds.open ?? '', scenario.recordIds.late ?? ''];
  expect((await match('note', ...ids, '--text', 'asked the shop')).stdout).toMatch(/^Noted, by decision /);
  expect((await match('claim', ...ids, '--remind', '2099-12-01', '--reference', 'T-77')).stdout).toMatch(/^Claimed, by decision /);
  expect((await match('skip', ...ids, '--reason', 'voucher')).stdout).toMatch(/^Set aside, by decision /);
  expect(await stateOf(ids[0] ?? '')).toBe('Skip');
  expect((await match('why', ids[0] ?? '')).stdout).toContain('Set aside by api: voucher');
  expect((await match('unskip', ...ids)).stdout).toMatch(/^Open again, by decision /);
  expect(await listed<ListedDecision>('decisions', '--limit', '4')).toMatchObject([
    { action: 'Unskip' },
    { action: 'Skip', text: 'voucher', salesCount: 1, recordsCount: 1 },
    { action: 'Claim', remindOn: '2099-12-01', reference: 'T-77' },
    { action: 'Note', text: 'asked the shop' },
  ]);
  const ends = ids.map((id) => id.slice(-8));
  expect((await line.run(['match', 'decisions', '--limit', '1'], { env, columns: 200, shown: true })).stdout).toMatch(
    new RegExp(`Unskip +1 +1 +${ends.join(' ')} `),
  );
  expect((await match('note', ...ends, '--text', 'by their ends')).exit).toBe(0);
});

it.each([
  [['approve']],
  [['approve', 'x']],
  [['approve', '01a1fc68-12f0-7003-8d0f-000000000000', '--max-amount', '3']],
  [['link', '--sale', '01a1fc68-12f0-7003-8d0f-000000000000']],
  [['skip', '01a1fc68-12f0-7003-8d0f-000000000000']],
  [['claim', '01a1fc68-12f0-7003-8d0f-000000000000', '--remind', 'soon']],
])('%j is refused as it is typed', async (argv) => {
  expect((await match(...argv)).exit).toBe(2);
});

it('undo of an upload whose rows people decided about names the flag that takes that back', async () => {
  await match('skip', scenario.recordIds.late ?? '', '--reason', 'aside');
  const { exit, stderr } = await line.run(['undo', scenario.recordUpload, '--yes'], { env });
  expect([exit, stderr]).toEqual([
    4,
    expect.stringMatching(/^error: Upload \S+: --with-decisions is needed: people decided about 1 record of the upload\.\n/),
  ]);
  expect(stderr).toContain(`sales undo ${scenario.recordUpload} --with-decisions`);
  expect(stderr).toContain(scenario.recordIds.late);
  const undone = await line.run(['undo', scenario.recordUpload, '--yes', '--with-decisions'], { env });
  expect([undone.exit, undone.stderr]).toEqual([
    0,
    expect.stringMatching(/Kept for when the rows come back, in a corrected file, too: \d+ decisions?\. {3}sales match decisions\n/),
  ]);
  const redone = await line.run(['undo', scenario.recordUpload, '--redo'], { env });
  expect([redone.exit, redone.stderr]).toEqual([0, expect.stringMatching(/Back with the rows: \d+ decisions?\.\n/)]);
  await match('unskip', scenario.recordIds.late ?? '');
});

it('a row that is nowhere is said to be so', async () => {
  const { exit, stderr } = await match('skip', '01a1fc68-12f0-7003-8d0f-000000000000', '--reason', 'x');
  expect([exit, stderr]).toEqual([
    9,
    expect.stringContaining('There is no sale or settlement record 01a1fc68-12f0-7003-8d0f-000000000000.'),
  ]);
});
