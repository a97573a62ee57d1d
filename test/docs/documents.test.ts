/**
 * The documents are true: each `sales` command line in them is run on a real server, each sample of JSON is held against what the program
 * prints or its schemas, other commands must be known here and be right shell, flags, files and headings must exist, and pages stay short.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRun } from '../../src/cli/flags/run.js';
import { buildProgram } from '../../src/cli/program.js';
import { processHost } from '../../src/cli/terminal/host.js';
import { extensionWords } from '../../src/contract/extensions.js';
import { faultsOf, type Rules } from './faults.js';
import { type Page, readPage } from './markdown.js';
import { openWorld, type World } from './world.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
// The README first: what it shows of a server is seen on a new one.
const pagesBelow = (readdirSync(`${root}docs`, { recursive: true }) as string[]).filter((path) => path.endsWith('.md')).sort();
const paths = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', ...pagesBelow.map((path) => `docs/${path}`)];

const linesMax = (path: string) =>
  path === 'README.md' ? 120 : path === 'CHANGELOG.md' ? 300 : /^docs\/decisions\/(?!README)/.test(path) ? 30 : 250;

/** What the documents tell a reader to run beside `sales`, and flags of those. */
const otherCommands = [
  ...['npm', 'npx', 'curl', 'openssl', 'sha256sum'],
  ...['useradd', 'install', 'head', 'base64', 'tee', 'mv', 'rm', 'cp', 'chmod', 'chown', 'find', 'jq'],
  ...['certbot', 'systemctl', 'journalctl'],
  ...['--allow-scripts', '--only', '--rows', '--runs'],
];

const exits = {
  // Its questions are what is shown.
  'sales check kasse.csv': 4,
  // It is stopped by a signal.
  'sales watch ./exports': 130,
  'sales watch --settlement ./settlements': 130,
  'sales list --state Nope --json': 2,
  // Nothing can be proved of a month without sales.
  'sales close 2026-06 --require proved': 13,
  'sales close 2026-06 --approve --require proved': 13,
};

let world: World;
let rules: Rules;

beforeAll(async () => {
  world = await openWorld();
  const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
  rules = { program: await wholeProgram(), world, linesMax, followed: ['docs/several-machines.md'], otherCommands, scripts, exits };
});
afterAll(() => world.close());

/** With every command loaded: only those that a command line names are. */
async function wholeProgram(): Promise<Command> {
  const build = async (argv: string[]) => buildProgram(argv, openRun(processHost()), { text: '', command: null });
  const names = (await build([])).commands.map((command) => command.name());
  return build(names);
}

const page = (path: string): Page => readPage(path, readFileSync(`${root}${path}`, 'utf8'));
const made = (text: string, path = 'docs/made.md') => faultsOf(readPage(path, text), rules);

describe('what the documents say is so', () => {
  it.each(paths)('%s', async (path) => {
    expect(await faultsOf(page(path), rules)).toEqual([]);
  });
});

it('what the sources cite of the documents is there', () => {
  const sources = (readdirSync(`${root}src`, { recursive: true }) as string[]).filter((path) => path.endsWith('.ts'));
  const cited = sources.flatMap((path) => readFileSync(`${root}src/${path}`, 'utf8').match(/[\w/-]+\.md\b/g) ?? []);
  expect(cited.length).toBeGreaterThan(5);
  expect(cited.filter((path) => !paths.includes(path))).toEqual([]);
});

it('no document installs a checkout without scripts: on Node 20 its demo would have no SQLite', () => {
  expect(paths.filter((path) => /npm ci .*--ignore-scripts/.test(readFileSync(`${root}${path}`, 'utf8')))).toEqual([]);
});

it('the API explains each word of Sales-Capabilities', () => {
  const table = readFileSync(`${root}docs/api.md`, 'utf8').match(/^### Sales-Capabilities\n[^#]*/m)?.[0] ?? '';
  const explained = [...table.matchAll(/^\| `([\w-]+)/gm)].map(([, word]) => word);
  expect(explained).toEqual(['idempotency', 'gzip', ...extensionWords().map((word) => word.split('=')[0])]);
});

describe('a page that is wrong is told', () => {
  const fence = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\`\n`;

  it.each([
    ['a wrong flag', fence('sh', 'sales list --stat Processed'), "unknown option '--stat'"],
    ['a wrong command', fence('sh', 'sales uplod x.csv'), "unknown command 'uplod'"],
    ['a wrong command in a pipe', fence('sh', 'sales nosuch | head'), "unknown command 'nosuch'"],
    ['a file that is not there', fence('sh', 'sales upload nosuch.csv'), 'ended with 4'],
    ['a wrong flag of the server', fence('sh', 'sales serve --prot 1 --print-systemd'), "unknown option '--prot'"],
    ['a wrong flag in the text', 'Use `sales undo --reddo`.', 'there is no --reddo'],
    ['a wrong flag by itself', 'Use `--reddo`.', 'no command has the flag --reddo'],
    ['a file of the package that is not there', 'See `src/nosuch.ts`.', 'there is no src/nosuch.ts'],
    ['a command that nobody knows', fence('sh', 'nosuch --x'), 'the command nosuch is not known'],
    ['a script that is not there', fence('sh', 'npm run nosuch'), 'there is no such script'],
    ['a test that is not there', fence('sh', 'npx vitest run test/nosuch.test.ts'), 'there is no test/nosuch.test.ts'],
    ['wrong shell', fence('sh', 'if true; then head'), 'bash: '],
    ['a request that the server refuses', fence('sh', 'curl --cacert sales-data/tls/ca.pem https://127.0.0.1:8443/sales/v1/'), '401'],
    ['a unit that starts nothing', fence('ini', 'ExecStart=/usr/bin/env sales backup make'), "unknown command 'make'"],
    ['another output', fence('console', '$ sales uploads --json\nnothing'), 'does not print\nnothing'],
    ['less output', fence('console', '$ sales help exit-codes'), 'lines and not 0'],
    ['a sample with a wrong member', fence('json sales whoami --json', '{"schema":"x"}'), 'has the members'],
    ['a sample that is no JSON', fence('json uploadTransactions 200', '{'), 'a sample of uploadTransactions 200'],
    ['a sample with a member too many', fence('json uploadTransactions request', '{"transactions":[{"amonut":1}]}'), 'does not know'],
    ['a sample of nothing', fence('json', '{}'), 'say which operation'],
    ['a block of another language', fence('yaml', 'a: b'), 'is checked by nobody'],
    ['a block of bash that no test runs', fence('bash', 'head'), 'is not followed'],
    ['a dead link', '[x](nosuch.md)', 'links to nosuch.md, which does not exist'],
    ['a dead link to a heading', '[x](../README.md#nosuch)', 'no heading there has that name'],
    ['a dead link within the page', '# There\n\n[x](#their)', 'no heading there has that name'],
    ['a page that is too long', 'x\n'.repeat(251), 'has 251 lines, more than 250'],
  ])('%s', async (_, text, fault) => {
    const faults = await made(text);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(fault);
  });

  it('and one that is right is not', async () => {
    const text = `# There\n\n[x](#there) [y](api.md#errors) \`sales undo --redo\` \`src/cli\`\n\n${fence('sh', 'sales ping | head')}`;
    expect(await made(text)).toEqual([]);
  });
});
