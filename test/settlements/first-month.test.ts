/**
 * A newcomer's first month: a till's export, an acquirer's file with fees, and three odd rows: a tip that the till does not know, a payment without its
 * number, and a sale that was never paid. By the command line, until nothing is left to decide.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openCommandLine } from '../cli/command-line.js';
import { password, type ServeProcess, serve } from '../support/serve-process.js';
import { acquirersFile, tillsFile } from './first-month.js';

const line = openCommandLine(null);
let root: string;
let server: ServeProcess;
let env: Record<string, string>;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'sales-first-month-'));
  writeFileSync(join(root, 'password'), password, { mode: 0o600 });
  server = await serve(join(root, 'data'), join(root, 'password'), {}, ['--no-console']);
  env = { SALES_URL: server.url, SALES_USER: 'api', SALES_PASSWORD: password, SALES_CA_FILE: server.caFile };
});
afterAll(async () => {
  await server.end('SIGTERM');
  line.remove();
  rmSync(root, { recursive: true, force: true });
});

it('is worked through by nine commands, from two files to nothing that is left to decide', async () => {
  let commands = 0;
  const sales = async (...argv: string[]) => {
    commands++;
    const { exit, stdout } = await line.run(argv, { env });
    expect([argv, exit]).toEqual([argv, 0]);
    return stdout;
  };
  await sales('upload', line.file('till.csv', tillsFile));
  await sales('settle', line.file('acquirer.csv', acquirersFile), '--wait-for', 'matched');
  const lines = (await sales('exceptions')).trimEnd().split('\n').slice(1);
  const told = lines.map((text) => text.split(/ {2,}/).slice(2, 4).join(' '));
  expect(told).toEqual(['overdue 8.00 EUR', 'other amount 20.00 EUR', 'other amount 60.00 EUR', 'suggestion 7.60 EUR']);
  const idOf = (what: string) => lines.find((text) => text.includes(what))?.slice(-36) ?? '';
  await sales('match', 'approve', '--rule', 'terminal-and-moment', '--yes');
  await sales('match', 'link', '--sale', idOf('60.00 EUR'), '--record', idOf('20.00 EUR'), '--cause', 'GiftCard');
  await sales('match', 'claim', idOf('overdue'), '--remind', '2999-01-01');
  await sales('match', 'wait');
  expect(await sales('exceptions')).toBe('');
  expect(await sales('money')).toMatchInlineSnapshot(`
    "                            EUR
    Sold by card          9  251.50
      paid                7  223.60  in 2 payouts
      not due yet         1   19.90
      overdue             1    8.00  sales list --where part=overdue
    Fees                      -2.37
    Tips and differences     -35.00
    Paid out              7  186.23
    Cash and other        1    3.20
    "
  `);
  expect(commands).toBe(9);
  // Of what the acquirer was asked about, too.
  expect(await sales('list', '--where', 'part=overdue', '--columns', 'amount', '--csv')).toBe('amount\n8\n');
});
