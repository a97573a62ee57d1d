/** `sales match apply` against the real server: the file of `sales exceptions --out`, edited as spreadsheet programs do, is read back and decided. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { openWorkbookFile, type WorkbookCell } from '../../../src/cli/terminal/workbook-file.js';
import type { ListedDecision } from '../../../src/contract/decisions.js';
import { readCells } from '../../../src/files/open.js';
import { type MatchScenario, matchAll } from '../../support/match-scenario.js';
import type { TestServer } from '../../support/test-server.js';
import { onScenario } from '../on-scenario.js';

let server: TestServer;
let scenario: MatchScenario;
let env: Record<string, string>;
const line = onScenario((stand) => {
  ({ server, scenario, env } = stand);
});

const sales = (...argv: string[]) => line.run(argv, { env });
const apply = async (...argv: string[]) => {
  const { exit, stdout } = await sales('match', 'apply', ...argv, '--json');
  return { exit, applied: JSON.parse(stdout) };
};
const stateOf = async (id = '') => JSON.parse((await sales('get', id, '--json')).stdout).transactions[0].transactionMatchState;
const log = async (): Promise<ListedDecision[]> => JSON.parse((await sales('match', 'decisions', '--json', '--all')).stdout).items;

type Cells = Record<string, string>;
interface Table {
  header: string[];
  rows: Cells[];
}

/** The list as it is now, written to a file. */
async function exported(name: string): Promise<Table> {
  const path = join(line.folder, name);
  expect((await sales('exceptions', '--out', path, '--overwrite')).exit).toBe(0);
  const { header, rows } = await readCells({ path });
  return { header: [...header], rows: rows.map(({ cells }) => Object.fromEntries(header.map((column, at) => [column, cells[at] ?? '']))) };
}

const rowOf = ({ rows }: Table, id = '') => rows.find((row) => row.id === id) as Cells;
const german = (day = '') => day.replace(/(\d+)-(\d+)-(\d+)/, '$3.$2.$1');

/** As a German Excel saves it: semicolons, decimal commas, its own dates, windows-1252; with a column in front, and others moved. */
function savedByExcel({ header, rows }: Table, encoding: 'latin1' | 'utf8'): string {
  const columns = ['Bemerkung', ...[...header].reverse()];
  const cell = (text: string) => (/[;"\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const lines = rows.map((row) => {
    const own: Cells = { ...row, Bemerkung: 'geprüft', amount: (row.amount ?? '').replace('.', ','), day: german(row.day) };
    return columns.map((name) => cell(own[name] ?? '')).join(';');
  });
  const path = join(line.folder, `${encoding}.csv`);
  writeFileSync(path, `${encoding === 'utf8' ? '\ufeff' : ''}${[columns.join(';'), ...lines].join('\r\n')}\r\n`, encoding);
  return path;
}

/** A workbook in which amounts are numbers and days are dates. */
async function savedAsWorkbook({ header, rows }: Table, name: string): Promise<string> {
  const path = join(line.folder, name);
  const parts: Uint8Array[] = [];
  const workbook = await openWorkbookFile('Tabelle1', async (bytes) => void parts.push(bytes));
  const cell = (column: string, text = ''): WorkbookCell => {
    if (text === '') return null;
    if (column === 'amount') return Number(text);
    return column === 'day' || column === 'remindOn' ? { atMs: Date.parse(text), isDay: true } : text;
  };
  await workbook.rows([header, ...rows.map((row) => header.map((column) => cell(column, row[column])))]);
  await workbook.finish();
  writeFileSync(path, Buffer.concat(parts));
  return path;
}

it('offers what a suggestion would be matched with, and empty cells for the decision', async () => {
  const table = await exported('open.csv');
  const row = rowOf(table, scenario.saleIds.proposed);
  expect(row.candidate1).toBe(`record ${scenario.recordIds.proposed} (61.30 EUR, 2026-10-05)`);
  expect(row).toMatchObject({ reason: 'Proposed', decision: '', with: '', cause: '', note: '', remindOn: '' });
  expect(row.suggestion).toMatch(/^[0-9a-f-]{36}$/);
  expect(await apply(join(line.folder, 'open.csv'))).toMatchObject({ exit: 0, applied: { lines: { decided: 0 }, resultsFile: null } });
  expect((await sales('match', 'apply', join(line.folder, 'open.csv'))).stdout).toMatch(/^No line of FOLDER\/open.csv has a decision.\n$/);
});

it.each(['latin1', 'utf8'] as const)(
  'a CSV file as a program saved it in %s: dry run, decisions, results, and nothing twice',
  async (encoding) => {
    const { saleIds, recordIds } = scenario;
    const table = await exported('open.csv');
    Object.assign(rowOf(table, saleIds.proposed), { decision: 'Approve' });
    Object.assign(rowOf(table, saleIds.typedWrong), { decision: 'link', with: recordIds.typedWrong?.slice(-8), cause: 'TillError' });
    Object.assign(rowOf(table, saleIds.open), { decision: 'claim', remindOn: '01.12.2030', note: 'gefragt: "wo?"; später' });
    Object.assign(rowOf(table, saleIds.ambiguousOne), { decision: 'skip' });
    const moved = rowOf(table, saleIds.ambiguousTwo);
    Object.assign(moved, { decision: 'note', note: 'x', amount: '99.99' });
    const path = savedByExcel(table, encoding);
    const before = await log();

    const shown = await sales('match', 'apply', path, '--dry-run');
    const [summary = '', ...refused] = shown.stdout.trim().split('\n').reverse();
    expect([shown.exit, refused.sort()]).toEqual([
      5,
      [expect.stringMatching(/^Line \d+: refused\. .*\.$/), expect.stringMatching(/^Line \d+: refused\. .*\.$/)],
    ]);
    expect(refused.join()).toMatch(/are not of one row/);
    expect(refused.join()).toMatch(/say why in the column note/);
    for (const part of [/^Would make 1 /, /1 approve \(61\.30 EUR\)/, /1 link \(17\.12 EUR\)/, /1 claim \(99\.99 EUR\)/, /; 2 refused\.$/])
      expect(summary).toMatch(part);
    const unasked = await sales('match', 'apply', path);
    expect([unasked.exit, unasked.stderr]).toEqual([2, expect.stringMatching(/This would make .*1 approve \(61\.30 EUR\)/)]);
    expect(await log()).toEqual(before);

    const { exit, applied } = await apply(path, '--yes');
    expect([exit, applied.lines]).toEqual([
      5,
      { read: table.rows.length, decided: 5, done: 3, alreadyDone: 0, refused: 2, unsent: 0, unknown: 0 },
    ]);
    expect(await stateOf(saleIds.proposed)).toBe('Match');
    expect(await stateOf(saleIds.typedWrong)).toBe('Match');
    const made = (await log()).slice(0, 3);
    expect(made.map(({ action }) => action).sort()).toEqual(['Approve', 'Claim', 'Link']);
    expect(made.find(({ action }) => action === 'Claim')).toMatchObject({ remindOn: '2030-12-01', text: 'gefragt: "wo?"; später' });

    const results = parse(readFileSync(join(line.folder, `${encoding}.results.csv`)), {
      delimiter: ';',
      columns: true,
      bom: true,
    }) as Cells[];
    expect(results.map(({ id, result }) => [id, result])).toHaveLength(5);
    expect(results.find(({ id }) => id === saleIds.open)).toMatchObject({ result: 'Done', Bemerkung: 'geprüft', amount: '99,99' });
    expect(results.find(({ id }) => id === saleIds.ambiguousTwo)).toMatchObject({
      result: 'Refused',
      why: expect.stringMatching(/not of one row/),
    });

    const again = await apply(path, '--yes');
    expect([again.exit, again.applied.lines]).toMatchObject([5, { done: 0, alreadyDone: 3, refused: 2 }]);
    expect(await log()).toHaveLength(before.length + 3);

    for (const { decisionId } of made) await sales('match', 'undo-decision', decisionId);
    const undone = await apply(path, '--yes');
    expect(undone.applied.lines).toMatchObject({ done: 0, alreadyDone: 0, refused: 5 });
    expect(undone.applied.results.map(({ detail }: { detail: string }) => detail)).toContain('It was made before, and taken back since.');
    await matchAll(server);
  },
);

it('a workbook: what changed meanwhile is refused line by line with what it is now, and the rest goes on', async () => {
  const { saleIds, recordIds } = scenario;
  const table = await exported('open.xlsx');
  Object.assign(rowOf(table, saleIds.proposed), { decision: 'reject', note: 'not that one' });
  Object.assign(rowOf(table, saleIds.typedWrong), { decision: 'link', with: rowOf(table, saleIds.typedWrong).candidate1, cause: 'Other' });
  Object.assign(rowOf(table, saleIds.open), { decision: 'claim', remindOn: '2030-12-01' });
  const path = await savedAsWorkbook(table, 'edited.xlsx');
  await sales('match', 'skip', recordIds.typedWrong ?? '', '--reason', 'aside');
  await sales('match', 'claim', saleIds.open ?? '', '--remind', '2030-11-11');

  const { exit, applied } = await apply(path, '--yes');
  expect([exit, applied.resultsFile]).toEqual([5, 'FOLDER/edited.results.xlsx']);
  const outcomes = Object.fromEntries(applied.results.map(({ id, ...one }: { id: string }) => [id, one]));
  expect(outcomes[saleIds.proposed ?? '']).toMatchObject({ outcome: 'Done', decision: 'reject' });
  expect(outcomes[saleIds.typedWrong ?? '']).toMatchObject({ outcome: 'Refused', code: 'changed' });
  expect(outcomes[saleIds.open ?? '']).toMatchObject({ code: 'changed', detail: expect.stringMatching(/Claimed until 2030-11-11/) });
  expect(await stateOf(saleIds.proposed)).toBe('Unmatched');
  const { header, rows } = await readCells({ path: join(line.folder, 'edited.results.xlsx') });
  expect(header.slice(-4)).toEqual(['line', 'result', 'why', 'decisionId']);
  expect(rows.map(({ cells }) => cells[header.indexOf('result')]).sort()).toEqual(['Done', 'Refused', 'Refused']);
  expect((await apply(path, '--yes')).applied.lines).toMatchObject({ done: 0, alreadyDone: 1, refused: 2 });
});

it.each([
  ['a table of something else', 'a,b\n1,2\n', 4, 'no column id'],
  ['JSON', '{"id":1}', 4, 'is JSON, and no table'],
  ['an empty file', '', 4, 'is empty'],
])('%s is refused', async (_, text, exit, told) => {
  const path = line.file('other.csv', text);
  expect(await sales('match', 'apply', path)).toMatchObject({ exit, stderr: expect.stringContaining(told) });
});
