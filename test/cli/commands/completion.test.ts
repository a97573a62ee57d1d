/**
 * What is offered at TAB, by the words alone, and through the shells themselves: bash always, zsh and fish where they are installed
 * (.ci/run installs them). Needs `npm run build`.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { jobCommands } from '../../../src/cli/commands/completion/candidates.js';
import { salesBin } from '../../support/serve-process.js';
import { type CommandLine, openCommandLine } from '../command-line.js';
import { onMemoryServer } from '../on-stub.js';

let line: CommandLine;
onMemoryServer({ idempotent: true }, (on) => {
  ({ line } = on);
});

/** The words that are offered, without what they mean. */
async function offered(...typed: string[]): Promise<string[]> {
  const { exit, stdout, stderr } = await line.run(['completion', 'words', '--', ...typed], { rawJobs: true });
  expect([exit, stderr]).toEqual([0, '']);
  return stdout.split('\n').flatMap((row) => (row === '' ? [] : [row.split('\t')[0] ?? '']));
}

describe('offered are', () => {
  it.each([
    [['upl'], ['upload', 'uploads']],
    [
      ['admin', 'u'],
      ['unit', 'user'],
    ],
    [['admin', 'user', 'pass'], ['passwd']],
    [['--url', 'upload', 'who'], ['whoami']],
    [['upload', '--dec'], ['--decimal']],
    [
      ['upload', '--tim'],
      ['--timezone', '--time', '--timeout'],
    ],
    [['--tim'], ['--timeout']],
    [
      ['upload', '--format', ''],
      ['auto', 'csv', 'json', 'ndjson'],
    ],
    [['upload', '--format', 'nd'], ['ndjson']],
    [['upload', '--format=nd'], ['--format=ndjson']],
    [['upload', '--format', '=', 'nd'], ['ndjson']],
    [
      ['upload', '--format', '='],
      ['auto', 'csv', 'json', 'ndjson'],
    ],
    [['list', '--state', 'Pro'], ['Processed']],
    [
      ['completion', ''],
      ['bash', 'zsh', 'fish'],
    ],
    [
      ['help', 'e'],
      ['exceptions', 'export', 'exit-codes', 'environment'],
    ],
    [['help', 'admin', 'cus'], ['customer']],
    [['uploads', 's'], ['show']],
    [['status', 'l'], ['last']],
    [['status', '--wait', 'l'], ['last']],
    [['status', '--wait', '='], []],
    [['status', '--wait', '=', 'l'], []],
    [['backup', 'h'], []],
    [
      ['nothing', 'upl'],
      ['upload', 'uploads'],
    ],
  ])('for %j %j', async (typed, words) => {
    expect(await offered(...typed)).toEqual(words);
  });

  it.each([[['upload', '']], [['upload', 'till']], [['upload', '--rejects', '']], [['upload', '--batch=']], [['upload', '--', '--']]])(
    'none for %j: a file, or nothing that is known',
    async (typed) => {
      expect(await offered(...typed)).toEqual([]);
    },
  );

  it('no flags of a server for what works on a data directory', async () => {
    const flags = await offered('admin', 'customer', 'add', '--');
    expect(flags).toEqual(expect.arrayContaining(['--id', '--data', '--json', '--help']));
    expect(flags).not.toContain('--url');
    expect(await offered('list', '--')).toContain('--url');
  });

  it('every command, each with one line', async () => {
    const { stdout } = await line.run(['completion', 'words', '--', '']);
    const rows = stdout.trimEnd().split('\n');
    const help = (await line.run(['--help'])).stdout;
    const named = help.slice(help.indexOf('Commands:')).matchAll(/^ {2}([a-z]+) /gm);
    expect(rows.map((row) => row.split('\t')[0])).toEqual([...named].map(([, name]) => name));
    for (const row of rows) expect(row).toMatch(/^[a-z]+\t\S.+$/);
  });

  it('profiles by name, but for those that a shell would take apart', async () => {
    const profiles = { shop: { url: 'https://shop.example', user: 'anna' }, 'two words': {}, 'x$(id)': {} };
    mkdirSync(join(line.folder, 'config'));
    writeFileSync(join(line.folder, 'config', 'config.json'), JSON.stringify({ profiles }));
    expect((await line.run(['completion', 'words', '--', '-p', ''])).stdout).toBe('shop\tanna at https://shop.example\n');
    expect(await offered('list', '--profile', 's')).toEqual(['shop']);
  });

  it.each(jobCommands)('the jobs for sales %s, the youngest first, with their files', async (command) => {
    const upload = async (name: string, nowMs: number) => {
      const file = line.file(name, `transactionReference,amount,currency,transactionDate\n${name.length},1.00,CHF,2026-11-20T08:00:00Z\n`);
      return JSON.parse((await line.run(['upload', '--json', file], { nowMs, rawJobs: true })).stdout).job as string;
    };
    const older = await upload('a.csv', 1_000_000);
    const younger = await upload('b\n.csv', 2_000_000);
    const words = [...command.split(' '), ''];
    expect(await offered(...words)).toEqual(['last', younger, older]);
    expect((await line.run(['completion', 'words', '--', ...words])).stdout).toContain('FOLDER/b\\n.csv\n');
  });

  it('no profiles where they are damaged, and all else', async () => {
    mkdirSync(join(line.folder, 'config'));
    writeFileSync(join(line.folder, 'config', 'config.json'), '{');
    expect(await offered('upl')).toEqual(['upload', 'uploads']);
    // What it says of them goes nowhere: the shells read its standard output alone.
    expect(await line.run(['completion', 'words', '--', '-p', ''])).toMatchObject({ exit: 2, stdout: '' });
  });
});

const has = (shell: string) => spawnSync(shell, ['-c', 'exit 0']).status === 0;

describe('through the shell', () => {
  let outer: CommandLine;
  let env: Record<string, string>;
  beforeAll(() => {
    outer = openCommandLine(null);
    const sales = join(outer.folder, 'sales');
    writeFileSync(sales, `#!/bin/sh\nexec '${process.execPath}' '${salesBin}' "$@"\n`);
    chmodSync(sales, 0o755);
    outer.file('till.csv', '');
    env = { HOME: outer.folder, XDG_CONFIG_HOME: outer.folder, XDG_STATE_HOME: outer.folder, PATH: `${outer.folder}:${process.env.PATH}` };
  });
  afterAll(() => outer.remove());
  let script: (shell: string) => string;
  beforeEach(() => {
    script = (shell) => execFileSync('sales', ['completion', shell], { env, encoding: 'utf8' });
  });
  const run = (shell: string, argv: string[]) =>
    execFileSync(shell, argv, { env, cwd: outer.folder, encoding: 'utf8' }).split('\n').filter(Boolean);

  it.each([
    [['upl'], ['upload', 'uploads']],
    [['list', '--sta'], ['--state']],
    [['upload', '--format', '=', 'nd'], ['ndjson']],
    [['upload', 'till'], []],
  ])('bash for %j offers %j', (typed, words) => {
    const quoted = ['sales', ...typed].map((word) => `'${word}'`).join(' ');
    const ask = `COMP_WORDS=(${quoted}); COMP_CWORD=${typed.length}; _sales; printf '%s\\n' "\${COMPREPLY[@]}"`;
    expect(run('bash', ['--norc', '-euc', `${script('bash')}\n${ask}`])).toEqual(words);
  });

  it('bash asks it for sales, and falls back to files', () => {
    expect(run('bash', ['--norc', '-c', `${script('bash')}\ncomplete -p sales`])).toEqual(['complete -o default -F _sales sales']);
  });

  it.skipIf(!has('fish')).each([
    ['sales upl', ['upload\tsend files to the API', 'uploads\tlist the uploads made from here']],
    ['sales list --sta', ['--state\ttransaction state']],
    ['sales upload --format=nd', ['--format=ndjson']],
    ['sales upload --format ', ['auto', 'csv', 'json', 'ndjson']],
    ['sales upload til', ['till.csv']],
  ])('fish for "%s" offers %j', (typed, rows) => {
    expect(run('fish', ['--no-config', '-c', `${script('fish')}\ncomplete -C '${typed}'`])).toEqual(rows);
  });

  // zsh has its completion system only where keys are typed: its own two functions that show what was found are stood in for.
  it.skipIf(!has('zsh')).each([
    [['upl'], ['upload:send files to the API', 'uploads:list the uploads made from here']],
    [['upload', '--format', 'nd'], ['ndjson:']],
    [['upload', 'till'], ['FILES']],
  ])('zsh for %j offers %j', (typed, rows) => {
    const quoted = ['sales', ...typed].map((word) => `'${word}'`).join(' ');
    const shown = `compdef() { }; compset() { }; _files() { print FILES }; _describe() { print -l -- "\${(@P)2}" }`;
    const ask = `words=(${quoted}); CURRENT=${typed.length + 1}; _sales`;
    expect(run('zsh', ['-f', '-c', `${shown}\n${script('zsh')}\n${ask}`])).toEqual(rows);
  });
});
