/** What can be done about a failure, as words: whatever a hint says to type is something that the program understands. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { hintText } from '../../../src/cli/terminal/hint-text.js';
import { ofKind, untyped } from '../../../src/contract/remedy.js';
import { openCommandLine } from '../command-line.js';

const line = openCommandLine(null);
afterAll(() => line.remove());

const ARGV = /\[('(?:sales|--[a-z][a-z-]*(?:=\w+)?)'(?:, (?:'[^']*'|`[^`]*`|(?!\.\.\.)[^[\]'`]+?))*)\](?! =|\.)/g;

/** The lists of words in the sources that begin as a command or a flag does; what is no literal is a name to fill in. */
function written(): string[][] {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !/^(?:console|server\/console)\//.test(name),
  );
  const found = files.flatMap((name) => {
    const lists = [...readFileSync(join('src', name), 'utf8').matchAll(ARGV)];
    // The command line makes lists of flags for itself, too.
    return name.startsWith('cli/') ? lists.filter(([list]) => list.startsWith("['sales'")) : lists;
  });
  const words = found.map(([, list = '']) => list.split(', ').map((word) => /^'(.*)'$/.exec(word)?.[1] ?? 'NAME'));
  return [...new Map(words.map((one) => [one.join(' '), one])).values()];
}

const all = written();
const commands = all.filter(([first]) => first === 'sales');

async function helpOf(words: readonly string[]): Promise<string> {
  const { exit, stdout, stderr } = await line.run([...words, '--help']);
  expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
  return stdout;
}

describe('what is written to be typed', () => {
  it('is found', () => {
    expect(all).toContainEqual(['sales', 'config', 'show', '--origin']);
    expect(all).toContainEqual(['--encoding', 'windows-1252']);
    expect(commands.length).toBeGreaterThan(25);
  });

  it.each(commands.map((words) => [words.join(' '), words] as const))('%s', async (text, words) => {
    const flag = words.findIndex((word) => !/^[a-z][a-z-]*$/.test(word));
    const typed = words.slice(1, flag < 0 ? undefined : flag);
    const help = await helpOf(typed);
    const [, command = '', usage = ''] = /^Usage: (sales[a-z -]*[a-z])(?: (.*))?/.exec(help) ?? [];
    expect(`${text} `).toContain(`${command} `);
    // The help is that of the group where one of its commands is misspelt.
    if (usage.includes('[command]')) expect(text).toBe(command);
    for (const one of words.filter((word) => word.startsWith('--'))) expect(help).toContain(one);
  });

  it('and flags, of what reads a file, sends it or asks a server', async () => {
    const flags = new Set(all.filter(([first]) => first !== 'sales').map(([first = '']) => first.replace(/=.*/, '')));
    flags.delete('--foreground-scripts'); // of npm
    const help = (await Promise.all([['upload'], ['list'], ['serve'], ['admin', 'unit', 'add'], ['admin', 'move'], []].map(helpOf))).join(
      '\n',
    );
    expect([...flags].filter((flag) => !help.includes(`${flag} `) && !help.includes(`${flag}\n`))).toEqual([]);
  });
});

it('is quoted as a shell takes it', () => {
  expect(hintText(['Say ', ['--set', 'transactionDate=Datum+Uhrzeit (lokal)'], ' or ', ['--decimal', ',']])).toBe(
    "Say --set 'transactionDate=Datum+Uhrzeit (lokal)' or --decimal ,",
  );
  expect(hintText([["Ann's exports"], '/*.csv'])).toBe(String.raw`'Ann'\''s exports'/*.csv`);
  expect(hintText([['cd', '/a b'], ' && ', ['npm', 'ci']])).toBe("cd '/a b' && npm ci");
});

it('begins as what was typed did, but for what works where the data are', () => {
  const begin = { sales: 'sales -p zh', admin: 'sales admin --data d' };
  const shown = [['list'], ['admin', 'audit', 'list'], ['admin', 'database', 'upgrade'], ['serve'], ['doctor', '--deep']];
  expect(shown.map((words) => hintText([['sales', ...words]], begin))).toEqual([
    'sales -p zh list',
    'sales admin --data d audit list',
    'sales admin database upgrade',
    'sales serve',
    'sales doctor --deep',
  ]);
  expect(hintText([['sales'], '/*.csv'], begin)).toBe('sales/*.csv');
});

it('says which rows it is about, where they are no sales', () => {
  expect(ofKind(['sales', 'map', 'FILE'], 'Sales')).toEqual(['sales', 'map', 'FILE']);
  expect(ofKind(['sales', 'map', 'FILE'], 'Settlement')).toEqual(['sales', 'map', '--settlement', 'FILE']);
});

it('is left out, with the words that lead to it, where nobody types', () => {
  expect(untyped(['is a plain number', '; if it is a day of Excel, say ', ['--date-format', 'excel'], '; write it so'])).toBe(
    'is a plain number; write it so',
  );
  expect(untyped('is required')).toBe('is required');
});
