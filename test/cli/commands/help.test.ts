import { afterAll, describe, expect, it } from 'vitest';
import { helpTopics } from '../../../src/cli/commands/help/help-topics.js';
import { synonyms } from '../../../src/files/words/synonyms.js';
import { exits } from '../../../src/jobs/exit-codes.js';
import { openCommandLine } from '../command-line.js';

const line = openCommandLine(null);
afterAll(line.remove);

describe('help', () => {
  it.each([
    [['--help']],
    ...[
      'upload',
      'settle',
      'watch',
      'check',
      'map',
      'resume',
      'uploads',
      'status',
      'list',
      'get',
      'export',
      'reprocess',
      'undo',
      'sample',
      'login',
      'logout',
      'whoami',
      'passwd',
      'ping',
      'doctor',
      'config',
      'completion',
      'help',
    ].map((name) => [[name, '--help']]),
    [['config', 'set', '--help']],
    [['uploads', 'prune', '--help']],
    [['backup', '--help']],
    [['backup', 'create', '--help']],
    [['backup', 'restore', '--help']],
    [['admin', '--help']],
    ...[
      ['customer', 'add'],
      ['tenant', 'add'],
      ['unit', 'add'],
      ['unit', 'set'],
      ['user', '--help'],
      ['user', 'add'],
      ['user', 'passwd'],
      ['user', 'revoke'],
      ['user', 'remove'],
      ['audit', 'list'],
      ['audit', 'verify'],
      ['amount-order', 'rebuild'],
    ].map((words) => [['admin', ...words.filter((word) => word !== '--help'), '--help']]),
  ])('%j', async (argv) => {
    const { exit, stdout, stderr } = await line.run(argv);
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
    // The flags of every command stand in the first snapshot.
    expect(argv[0] === '--help' ? stdout : stdout.replace(/\nFlags of every command[\s\S]*?(?=\n\n|$)/, '')).toMatchSnapshot();
  });

  it('without a command is on stderr, exit 2', async () => {
    const { exit, stdout, stderr } = await line.run([]);
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' });
    expect(stderr).toContain('Usage: sales COMMAND');
  });

  it('lists every exit code', async () => {
    const { stdout } = await line.run(['--help']);
    const listed = stdout.slice(stdout.indexOf('Exit codes ('));
    for (const code of Object.values(exits)) expect(listed).toMatch(new RegExp(`\\b${code} `));
  });

  it.each(Object.keys(helpTopics))('on %s', async (topic) => {
    const { exit, stdout, stderr } = await line.run(['help', topic]);
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
    expect(stdout).toMatchSnapshot();
    for (const row of stdout.split('\n')) expect(row.length).toBeLessThanOrEqual(115);
  });

  it('on exit-codes has every one of them', async () => {
    const { stdout } = await line.run(['help', 'exit-codes']);
    for (const code of Object.values(exits)) expect(stdout).toMatch(new RegExp(`\\b${code} `));
  });

  it('on environment has every flag that all commands take, and on csv every field that has words', async () => {
    const { stdout } = await line.run(['help', 'environment']);
    for (const [, flag = ''] of (await line.run(['--help'])).stdout.matchAll(/^ {2}(?:-[a-zA-Z], )?--([a-z0-9-]+)/gm))
      if (!['version', 'help'].includes(flag)) expect(stdout).toContain(`SALES_${flag.replaceAll('-', '_').toUpperCase()} `);
    const csv = (await line.run(['help', 'csv'])).stdout;
    for (const [field, , ...words] of synonyms) {
      if (!['total', 'time'].includes(field)) expect(csv).toContain(`  ${field}\n`);
      for (const word of words) expect(csv).toContain(word);
    }
  });

  it.each([[[]], [['upload']], [['admin']], [['admin', 'user', 'add']], [['help']]])('of %j is that of --help', async (words) => {
    expect(await line.run(['help', ...words])).toEqual(await line.run([...words, '--help']));
  });

  it.each([[['zzz']], [['csv', 'zzz']], [['constructor']]])('of %j, which is nothing, is exit 2', async (words) => {
    expect(await line.run(['help', ...words])).toEqual({
      exit: 2,
      stdout: '',
      stderr: `error: There is no command or topic "${words.join(' ')}".\n  sales --help lists the commands; topics are exit-codes, environment, csv, settlements, json\n`,
    });
  });

  it('needs no variable to be right', async () => {
    expect((await line.run(['help', 'environment'], { env: { SALES_TIMEOUT: 'soon' } })).exit).toBe(0);
    expect((await line.run(['completion', 'words', '--', 'upl'], { env: { SALES_TIMEOUT: 'soon' } })).exit).toBe(0);
  });

  it('--version is the version', async () => {
    expect(await line.run(['--version'])).toEqual({ exit: 0, stdout: '9.9.9\n', stderr: '' });
  });
});

const noUploadId = ['It must be the id of an upload, a UUID', 'sales uploads show last'];

const emptyRanges: [string[], string][] = [
  [['--from', '2026-11-21', '--to', '2026-11-20'], 'The range is empty: --from 2026-11-21 is after --to 2026-11-20.'],
  [['--from', '2026-11-20T10:00:00Z', '--to', '2026-11-20T10:59:59.9999999+01:00'], 'The range is empty: --from 2026-11-20T10:00:00Z'],
  [['--from', 'today', '--to', '-3d'], 'The range is empty: --from today is after --to -3d.'],
  [['--amount-from', '10.5', '--amount-to', '-2'], 'The range is empty: --amount-from 10.5 is above --amount-to -2.'],
];

describe('a wrong command line is exit 2 and helps', () => {
  it.each<[string[], string[]]>([
    [['uplod'], ["unknown command 'uplod'", 'Did you mean upload?']],
    [
      ['list', '--stat', 'x'],
      ["unknown option '--stat'", 'Did you mean --state?'],
    ],
    [['list', '--state', 'Done'], ['Allowed choices are Unprocessed, Processed']],
    [
      ['list', '--from', 'soon'],
      ['--from soon', '-7d'],
    ],
    [
      ['list', '--limit', '501'],
      ['1 to 500', '--all'],
    ],
    [['list', '--page', '0'], ['whole number']],
    [['list', '--sort', 'size'], ['date or amount']],
    [['list', '--columns', 'amount,nothing'], ['no column "nothing"']],
    [['list', '--ndjson', '--csv'], ['cannot be used']],
    [['list', '--timezone', 'Mars/Base'], ['Europe/Zurich']],
    ...emptyRanges.map(([flags, text]): [string[], string[]] => [
      ['list', ...flags],
      [text, 'sales list --help'],
    ]),
    ...emptyRanges.map(([flags, text]): [string[], string[]] => [['export', '--out', 'x.csv', ...flags], [text]]),
    ...['last', '7f3a91c2', ''].flatMap((word): [string[], string[]][] => [
      [['list', '--upload', word], noUploadId],
      [['export', '--out', 'x.csv', '--upload', word], noUploadId],
    ]),
    [['upload'], ["missing required argument 'file'"]],
    [['check', 'x.csv', '--map', '/dev'], ['/dev (from --map) cannot be read: it is a folder']],
    [['upload', 'x.csv', '--batch', '20001'], ['1 to 20000']],
    [['upload', 'x.csv', '--wait=soon'], ['duration']],
    [['upload', 'x.csv', '--max-rejects', '101%'], ['5%']],
    [['upload', 'x.csv', '--tenant', 'home'], ['UUID']],
    [['get', 'x'], ['UUID']],
    [['list'], ['No server is given', 'sales login --url']],
    [['list', '--url', 'http://example.com', '--user', 'u'], ['https:']],
    [['list', '--url', 'https://example.com', '--user', 'a:b'], ['colon']],
    [
      ['list', '--url', 'https://example.com', '--user', 'u', '--no-input'],
      ['There is no password', 'sales --url https://example.com --user u login'],
    ],
    [
      ['config', 'get', 'colour'],
      ['no setting "colour"', 'ca-file'],
    ],
  ])('%j', async (argv, texts) => {
    const { exit, stdout, stderr } = await line.run(argv);
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' });
    for (const text of texts) expect(stderr).toContain(text);
    expect(stderr).not.toMatch(/\n\s+at /);
  });

  it('is JSON with --json', async () => {
    const { exit, stderr } = await line.run(['list', '--json', '--limit', '0']);
    expect(exit).toBe(2);
    expect(JSON.parse(stderr)).toEqual({
      error: { code: 'usage', message: expect.stringContaining('--limit') as string, hint: 'sales list --help', exit: 2, details: [] },
    });
  });

  it('names the variable whose value is wrong', async () => {
    const { exit, stderr } = await line.run(['list'], { env: { SALES_LIMIT: 'many' } });
    expect(exit).toBe(2);
    expect(stderr).toMatch(/SALES_LIMIT.*\n\s+sales list --help/);
  });
});
