/**
 * Open rows decided at random through the file, while other people decide, files come and matching runs: what was pinned stays, what was rejected stays
 * apart, a line whose row somebody decided about is refused, and the same file again does nothing. A server that does not compare what was seen is
 * the control.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { DecisionResult, ListedDecision } from '../../../src/contract/decisions.js';
import type { ListedException } from '../../../src/contract/exceptions.js';
import type { Match } from '../../../src/contract/matches.js';
import type * as Seen from '../../../src/store/deciding/seen.js';
import { isSoak, seed as SEED } from '../../support/at-length.js';
import { type Chance, chances } from '../../support/colliding-rows.js';
import { matchAll, send } from '../../support/match-scenario.js';
import { password, startTestServer, type TestServer } from '../../support/test-server.js';
import { openCommandLine } from '../command-line.js';

/** Switches off what refuses stale lines. */
const blind = vi.hoisted(() => ({ isOn: false }));
vi.mock('../../../src/store/deciding/seen.js', async (original) => {
  const { refusalOfSeen } = await original<typeof Seen>();
  const spoilt: typeof refusalOfSeen = function* (...asked) {
    return blind.isOn ? null : yield* refusalOfSeen(...asked);
  };
  return { refusalOfSeen: spoilt };
});

const line = openCommandLine(null);
const login = `api:${password}`;
let server: TestServer;
let env: Record<string, string>;

beforeEach(async () => {
  server = await startTestServer(() => new Date('2026-11-20T08:00:00Z'));
  env = { SALES_URL: server.url, SALES_USER: 'api', SALES_PASSWORD: password, SALES_CA_FILE: line.file('ca.pem', server.ca) };
});
afterEach(() => server.stop());
afterAll(() => line.remove());

type Cells = Record<string, string>;
interface Result {
  id: string;
  decision: string;
  outcome: string;
  code: string | null;
}

const sales = (...argv: string[]) => line.run(argv, { env });
const listed = async <Item>(...argv: string[]): Promise<Item[]> => JSON.parse((await sales(...argv, '--all', '--json')).stdout).items;
const apply = async (path: string): Promise<Result[]> =>
  JSON.parse((await sales('match', 'apply', path, '--yes', '--json')).stdout).results;
const decide = async (decisions: readonly object[]): Promise<DecisionResult[]> => {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ decisions });
  return (await server.request('/settlement/v1/decisions', { method: 'POST', body, headers, login })).json.results;
};

/** Rows of few amounts and terminals, so that many fit several others. */
async function filesCome({ random, pick }: Chance, rows: number): Promise<void> {
  const paid = Array.from({ length: rows }, () => {
    const [amount, terminalId, day] = [pick([5, 8.5, 12]), pick(['T-1', 'T-2']), pick(['02', '03', '04'])];
    const at = `2026-11-${day}T1${Math.floor(random() * 9)}:00:0${Math.floor(random() * 9)}Z`;
    return { day: `2026-11-${day}`, row: { amount, currency: 'EUR', terminalId }, at, reference: `REF-${Math.floor(random() * 1e6)}` };
  });
  const isIn = () => random() < 0.8;
  const till = paid.filter(isIn).map(({ row, at, reference }) => ({ ...row, transactionDate: at, transactionReference: reference }));
  const files = paid.filter(isIn).map(({ row, day }) => ({ ...row, businessDate: day, acquirerId: 'ACQ', settlementDate: '2026-11-18' }));
  await send(server, login, 'transactions', till);
  await send(server, login, 'records', files);
  await matchAll(server);
}

/** Decides about a line in a way that may be right for it. */
function fillIn(row: Cells, { pick }: Chance): void {
  const hasCandidate = (row.candidate1 ?? '') !== '';
  const words = [
    ...(row.suggestion === '' ? [] : ['approve', 'approve', 'reject']),
    ...(hasCandidate ? ['link'] : []),
    'skip',
    'note',
    'claim',
  ];
  const decision = pick(words);
  Object.assign(row, { decision, note: `by ${decision}` }, decision === 'claim' && { remindOn: '2030-12-01' });
  if (decision === 'link') Object.assign(row, { with: row.candidate1, cause: 'Other' });
}

/** Others decide about some of the rows of the list. Returns the ids of the rows whose decision was made. */
async function othersDecide(rows: readonly Cells[], { random }: Chance): Promise<Set<string>> {
  const changed = new Set<string>();
  for (const { id = '', side = '', suggestion } of rows) {
    if (random() > 0.15) continue;
    const named = { transactionIds: side === 'Sale' ? [id] : [], recordIds: side === 'Sale' ? [] : [id] };
    const kinds = [
      { action: 'Skip', ...named, text: 'by another' },
      { action: 'Claim', ...named, remindOn: '2030-11-30' },
      ...(suggestion ? [{ action: random() < 0.5 ? 'Approve' : 'Unlink', matchId: suggestion }] : []),
    ];
    const [result] = await decide([kinds[Math.floor(random() * kinds.length)] as object]);
    if (result?.outcome === 'Done') changed.add(id);
  }
  return changed;
}

const pairsOf = (matches: readonly Match[]) =>
  new Set(matches.flatMap(({ transactionIds, recordIds }) => transactionIds.flatMap((sale) => recordIds.map((one) => `${sale} ${one}`))));
const pinnedNow = async () =>
  (await listed<Match>('match', 'list', '--pinned'))
    .map(({ matchId, transactionIds, recordIds }) => JSON.stringify([matchId, transactionIds, recordIds]))
    .sort();

/** Lines of all seeds, by what was decided and what became of it. */
const counts: Record<string, number> = {};

const seeds = Array.from({ length: isSoak ? 10 : 2 }, (_, index) => SEED + index);
it.each(seeds)('a file filled in at random, while others decide, by seed %i', { timeout: 300_000 }, filledAtRandom);

it('each decision is made by some line, and stale ones are refused', () => {
  const sum = (pattern: RegExp) => Object.entries(counts).reduce((all, [name, count]) => (pattern.test(name) ? all + count : all), 0);
  expect(sum(/^stale .* changed$/), JSON.stringify(counts)).toBeGreaterThan(2);
  for (const word of ['approve', 'reject', 'link', 'skip', 'note', 'claim'])
    expect(sum(new RegExp(`^${word} Done$`)), JSON.stringify(counts)).toBeGreaterThan(0);
});

it('the control, a server that takes stale lines, is caught', { timeout: 300_000 }, async () => {
  blind.isOn = true;
  await expect(filledAtRandom(SEED)).rejects.toThrow(/deeply equal/);
  blind.isOn = false;
});

async function filledAtRandom(seed: number): Promise<void> {
  const by = chances(seed);
  const apart = new Map<string, string>();
  for (let round = 0; round < 4; round++) {
    await filesCome(by, 30);
    const path = join(line.folder, `open-${seed}-${round}-${blind.isOn}.csv`);
    expect((await sales('exceptions', '--out', path)).exit).toBe(0);
    const rows = parse(readFileSync(path), { columns: true }) as Cells[];
    const decidable = rows.filter(({ id }) => id !== '');
    const chosen = decidable.filter(() => by.random() < 0.3);
    for (const row of chosen) fillIn(row, by);
    const suggested = new Map((await listed<Match>('match', 'list', '--kind', 'proposal')).map((match) => [match.matchId, match]));
    const [head = {}] = rows;
    const cell = (text = '') => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
    const lines = rows.map((row) =>
      Object.keys(head)
        .map((name) => cell(row[name]))
        .join(','),
    );
    writeFileSync(path, [Object.keys(head).join(','), ...lines].join('\n'));
    const changed = await othersDecide(decidable, by);
    if (round % 2 === 1) await filesCome(by, 6);

    const before = await listed<ListedDecision>('match', 'decisions');
    const results = await apply(path);
    expect(results).toHaveLength(chosen.length);
    for (const { id, decision, outcome, code } of results) {
      const name = `${changed.has(id) ? 'stale ' : ''}${decision} ${code ?? outcome}`;
      counts[name] = (counts[name] ?? 0) + 1;
      if (changed.has(id)) expect([id, outcome], `SEED=${seed}`).toEqual([id, 'Refused']);
      const rejected = suggested.get(chosen.find((row) => row.id === id)?.suggestion ?? '');
      if (decision === 'reject' && outcome === 'Done' && rejected) for (const pair of pairsOf([rejected])) apart.set(pair, id);
      // A link by hand brings together again what was kept apart.
      if (decision === 'link' && outcome === 'Done') for (const [pair] of apart) if (pair.includes(id)) apart.delete(pair);
    }
    const done = results.filter(({ outcome }) => outcome === 'Done').length;
    const made = await listed<ListedDecision>('match', 'decisions');
    expect(made).toHaveLength(before.length + done);

    const pinned = await pinnedNow();
    await matchAll(server);
    expect(await pinnedNow()).toEqual(pinned);
    const together = pairsOf(await listed<Match>('match', 'list'));
    for (const pair of apart.keys()) expect(together.has(pair), `SEED=${seed} ${pair}`).toBe(false);

    const again = await apply(path);
    expect(again.filter(({ outcome }) => outcome === 'Done')).toEqual([]);
    expect(again.filter(({ outcome }) => outcome === 'AlreadyDone').length).toBeGreaterThanOrEqual(done);
    expect(await listed<ListedDecision>('match', 'decisions')).toEqual(made);
    const open = new Set((await listed<ListedException>('exceptions')).map(({ id }) => id));
    for (const { id, decision, outcome } of results) if (outcome === 'Done' && decision === 'skip') expect(open.has(id)).toBe(false);
  }
}
