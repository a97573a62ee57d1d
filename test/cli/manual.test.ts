/** Examples in the help of every command, and the manual pages that are made of the same. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { beforeAll, describe, expect, it } from 'vitest';
import { manPages } from '../../src/cli/commands/help/man-pages.js';
import { examples } from '../../src/cli/flags/examples.js';
import { commandNamed, wordsOf } from '../../src/cli/flags/named-command.js';
import { openRun } from '../../src/cli/flags/run.js';
import { wholeProgram } from '../../src/cli/program.js';
import { processHost } from '../../src/cli/terminal/host.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
let program: Command;
beforeAll(async () => {
  program = await wholeProgram(openRun(processHost()));
});

const isHidden = (command: Command) => (command as Command & { _hidden?: boolean })._hidden === true;
const below = (command: Command): Command[] => command.commands.filter((one) => !isHidden(one)).flatMap((one) => [one, ...below(one)]);

describe('examples', () => {
  it('are there for every command, and for none that is not', () => {
    expect(Object.keys(examples).sort()).toEqual(
      below(program)
        .map((command) => wordsOf(command).join(' '))
        .sort(),
    );
  });

  it.each(Object.entries(examples).flatMap(([words, lines]) => lines.map((line) => [line, words])))('%s', (line, words) => {
    const argv = (line.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', ''));
    const named = commandNamed(program, argv);
    expect(wordsOf(named).join(' ').startsWith(words), 'is of its command').toBe(true);
    const flags = [...named.options, ...program.options, ...(named.parent?.options ?? []), ...(named.parent?.parent?.options ?? [])];
    for (const word of argv.filter((one) => /^-\D/.test(one)))
      expect(flags.some(({ long, short }) => [long, short].includes(word.split('=')[0]))).toBe(true);
  });

  it('stand at the end of the help', async () => {
    const lines: string[] = [];
    const map = program.commands.find((command) => command.name() === 'map');
    map?.configureOutput({ writeOut: (text) => lines.push(text) }).outputHelp();
    expect(lines.join('')).toMatch(/\nExamples:\n {2}sales map --out till.map till-export.csv\n {2}sales map --known till-export.csv\n$/);
  });
});

describe('manual pages', () => {
  it('are those that the package names, one for each command', () => {
    const { man, version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
    const pages = manPages(program, version);
    expect([...man].sort()).toEqual([...pages.keys()].map((name) => `dist/man/${name}`).sort());
    expect(readdirSync(`${root}dist/man`).sort()).toEqual([...pages.keys()].sort());
    expect(pages.get('sales-upload.1')).toContain('\\fB\\-\\-if\\-uploaded <what>\\fR');
  });

  it.skipIf(spawnSync('mandoc', ['-V']).error)('are right for mandoc', () => {
    for (const name of readdirSync(`${root}dist/man`)) {
      const { stdout, stderr } = spawnSync('mandoc', ['-T', 'lint', '-W', 'warning', `${root}dist/man/${name}`], { encoding: 'utf8' });
      // A date would be another one with every build.
      const faults = stdout.split('\n').filter((line) => line !== '' && !line.includes('missing date'));
      expect({ name, faults, stderr }).toEqual({ name, faults: [], stderr: '' });
    }
  });

  it.skipIf(spawnSync('man', ['--version']).error)('render', () => {
    const shown = spawnSync('man', ['./dist/man/sales-upload.1'], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, MANWIDTH: '100' },
    });
    expect({ status: shown.status, stderr: shown.stderr }).toEqual({ status: 0, stderr: '' });
    // Without the overstrikes of bold type.
    const text = shown.stdout.replace(/.\x08/g, '');
    for (const part of [
      'send files to the API',
      '--if-uploaded <what>',
      'sales upload till-export.csv',
      'done, but some rows were rejected',
    ])
      expect(text).toContain(part);
  });
});
