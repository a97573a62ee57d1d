/**
 * Two files of one till, through the real command line to a real server: another receipt of the same minute and amount is another sale,
 * whatever its column is called.
 */
import { expect, it } from 'vitest';
import { password, type TestServer } from '../support/test-server.js';
import type { CommandLine } from './command-line.js';
import { onServer } from './on-server.js';

let server: TestServer;
let line: CommandLine;
onServer((...on) => {
  [server, line] = on;
});

const sales = (...argv: string[]) => line.run(argv, { env: { SALES_PASSWORD: password } });

/** The references of the sales at the server that stand at this terminal, but for duplicates. */
async function standing(terminalId: string): Promise<(string | null)[]> {
  const { json } = await server.request(`/sales/v1/transactions?pageSize=500&terminalId=${terminalId}&sorting.direction=Ascending`);
  const rows = json.items as { transactionReference: string | null; transactionMatchState: string }[];
  return rows.filter((row) => row.transactionMatchState !== 'Skip').map(({ transactionReference }) => transactionReference);
}

let tills = 0;

it.each([
  ['Receipt', 'Date,Amount,Currency,TID,Receipt', ['R-1', 'R-2', 'R-3']],
  ['Ticket', 'Date,Amount,Currency,TID,Ticket', ['1001', '1002', '1003']],
  ['Check #', 'Date,Amount,Currency,TID,Check #', ['#11', '#12', '#13']],
  ['Sale Number', 'Date,Amount,Currency,TID,Sale Number', ['S1', 'S2', 'S3']],
  ['Quittung', 'Datum,Betrag,Währung,TID,Quittung', ['Q-1', 'Q-2', 'Q-3']],
  ['Rechnungs-Nr.', 'Datum,Betrag,Währung,TID,Rechnungs-Nr.', ['2026/1', '2026/2', '2026/3']],
  ['N° de ticket', 'Date,Montant,Devise,TID,N° de ticket', ['T1', 'T2', 'T3']],
  ['N. scontrino', 'Data,Importo,Valuta,TID,N. scontrino', ['1', '2', '3']],
  ['Número de recibo', 'Date,Amount,Currency,TID,Número de recibo', ['A1', 'A2', 'A3']],
  ['Kvittonummer', 'Date,Amount,Currency,TID,Kvittonummer', ['K1', 'K2', 'K3']],
])('%s: coffees of one minute are as many sales as receipts, also in overlapping files', async (_, header, references) => {
  const till = `till${++tills}`;
  const file = (name: string, of: readonly string[]) =>
    line.file(name, `${[header, ...of.map((reference) => `2026-11-20 08:12:00,4.80,EUR,${till},${reference}`)].join('\n')}\n`);
  const flags = ['--timezone', 'UTC', '--decimal', '.', ...(header.includes('Valuta') ? ['--set', 'currency=Valuta'] : [])];
  const [first = '', second = '', third = ''] = references;
  expect(
    (await sales('upload', ...flags, ...(header.startsWith('Data') ? ['--set', 'transactionDate=Data'] : []), file('a.csv', [first]))).exit,
  ).toBe(0);
  expect((await sales('upload', file('b.csv', [second]))).exit).toBe(0);
  expect((await sales('upload', file('c.csv', [first, second, third]))).exit).toBe(0);
  expect(await standing(till)).toEqual([first, second, third]);
});

it.each([
  ['a price', 'Ticket', ['12.50', '9.00']],
  ['yes and no', 'Receipt', ['yes', 'no']],
  ['a kind of payment', 'Check', ['personal', 'company']],
  ['a link', 'Receipt', ['https://example.org/r/1', 'https://example.org/r/2']],
])('%s under a name of receipts is no reference', async (_, name, cells) => {
  const rows = cells.map((cell, row) => `2026-11-20 08:1${row}:00,4.80,EUR,${cell}`).join('\n');
  const seen = await sales('check', '--timezone', 'UTC', '--json', line.file('a.csv', `Date,Amount,Currency,${name}\n${rows}\n`));
  const fields = JSON.parse(seen.stdout).input.columns.map(({ field }: { field: string }) => field);
  expect(fields).toContain('amount');
  expect(fields).not.toContain('transactionReference');
});

it.each([
  ['Slipkennung', 'Datum,Betrag,Währung,TID,Slipkennung'],
  ['Clé interne', 'Date,Montant,Devise,TID,Clé interne'],
  ['Codice slip', 'Date,Amount,Currency,TID,Codice slip'],
])('%s is asked about where nothing else tells sales apart; the answer holds for the next file', async (name, header) => {
  const till = `till${++tills}`;
  const file = (numbers: readonly number[]) =>
    line.file('a.csv', `${[header, ...numbers.map((number) => `2026-11-20 08:12:00,4.80,EUR,${till},X-${tills}${number}7`)].join('\n')}\n`);
  const flags = ['--timezone', 'UTC', '--decimal', '.'];
  const asked = await sales('upload', ...flags, file([1, 2, 3, 4, 5]));
  expect(asked.exit).toBe(4);
  const [answer = ''] = /--set '?transactionReference=[^';]*/.exec(asked.stderr) ?? [];
  expect(answer).toContain(name);
  expect((await sales('upload', ...flags, '--set', `transactionReference=${name}`, file([1, 2, 3, 4, 5]))).exit).toBe(0);
  expect((await sales('upload', file([4, 5, 6, 7, 8]))).exit).toBe(0);
  expect(await standing(till)).toHaveLength(8);
  const other = await sales('upload', ...flags, '--no-remember', '--set', `additionalData.${name}=${name}`, file([11, 12, 13, 14, 15]));
  expect(other.exit).toBe(0);
});

it.each([
  ['counts the rows of its file', (row: number) => String(row + 1)],
  ['has a value twice', (row: number) => `X-${row % 3}`],
  ['has amounts', (row: number) => `1${row}.50`],
])('a column that %s is not asked about', async (_, cell) => {
  const rows = Array.from({ length: 6 }, (_, row) => `2026-11-20 08:1${row}:00,4.80,EUR,asked,${cell(row)}`).join('\n');
  const seen = await sales(
    'check',
    '--timezone',
    'UTC',
    '--decimal',
    '.',
    line.file('a.csv', `Date,Amount,Currency,TID,Kennung\n${rows}\n`),
  );
  expect(seen.exit).toBe(0);
});

it('a reference goes before the number of a receipt', async () => {
  const text = 'Date,Amount,Currency,Receipt,Transaction ID\n2026-11-20 08:12:00,4.80,EUR,R1,TX-9\n';
  await sales('upload', '--timezone', 'UTC', line.file('a.csv', text.replace('Currency', 'Currency,TID').replace('EUR', 'EUR,both')));
  expect(await standing('both')).toEqual(['TX-9']);
});
