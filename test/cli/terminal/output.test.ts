import { Readable, Writable } from 'node:stream';
import { expect, it } from 'vitest';
import type { Host } from '../../../src/cli/terminal/host.js';
import { type OutputFlags, openOutput } from '../../../src/cli/terminal/output.js';
import { fittedLines } from '../../../src/cli/terminal/table.js';

const flags: OutputFlags = { json: false, quiet: false, verbose: false, debug: false, color: true, progress: 'auto' };

function hostWith(terminal: { isTTY: boolean; columns?: number }, env: Record<string, string> = {}) {
  const chunks: string[] = [];
  const stream = () =>
    Object.assign(
      new Writable({ write: (chunk: Buffer, _encoding, done) => done(void chunks.push(chunk.toString()) as undefined) }),
      terminal,
    );
  const host: Host = {
    env,
    stdin: Readable.from([]) as unknown as Host['stdin'],
    stdout: stream(),
    stderr: stream(),
    clock: { nowMs: () => 0, sleep: async () => {}, random: () => 0 },
    timeZone: 'UTC',
    cwd: () => '/',
    userName: async () => 'tester',
    jobsDir: async () => '',
    newSalt: () => '',
    after: () => () => {},
    lowerPriority: () => {},
    endNow: () => {},
    configDir: async () => '/',
    version: async () => '1',
    onInterrupt: () => () => {},
    brokenPipe: () => {},
    outputFailed: () => {},
  };
  return { host, seen: () => chunks.join('') };
}

it.each<[string, { isTTY: boolean; columns?: number }, Partial<OutputFlags>, Record<string, string>, boolean]>([
  ['a terminal has a spinner', { isTTY: true, columns: 80 }, {}, {}, true],
  ['a pipe has none', { isTTY: false }, {}, {}, false],
  ['a terminal of no width has none', { isTTY: true, columns: 0 }, {}, {}, false],
  ['a dumb terminal has none', { isTTY: true, columns: 80 }, {}, { TERM: 'dumb' }, false],
  ['-q has none', { isTTY: true, columns: 80 }, { quiet: true }, {}, false],
  ['--json has none', { isTTY: true, columns: 80 }, { json: true }, {}, false],
  ['--progress plain has none', { isTTY: true, columns: 80 }, { progress: 'plain' }, {}, false],
])('%s', async (_name, terminal, change, env, expected) => {
  const { host } = hostWith(terminal, env);
  expect((await openOutput(host, { ...flags, ...change }).spinner()) !== null).toBe(expected);
});

it.each<[string, { isTTY: boolean; columns: number }, Partial<OutputFlags>, Record<string, string>, boolean]>([
  ['a terminal has colours', { isTTY: true, columns: 80 }, {}, {}, true],
  ['a pipe has none', { isTTY: false, columns: 80 }, {}, {}, false],
  ['NO_COLOR', { isTTY: true, columns: 80 }, {}, { NO_COLOR: '1' }, false],
  ['TERM=dumb', { isTTY: true, columns: 80 }, {}, { TERM: 'dumb' }, false],
  ['--no-color', { isTTY: true, columns: 80 }, { color: false }, {}, false],
])('colours: %s', (_name, terminal, change, env, expected) => {
  const { host, seen } = hostWith(terminal, env);
  openOutput(host, { ...flags, ...change }).message('OK', 'done', 'green');
  expect(seen().includes('\u001b[32m')).toBe(expected);
});

it('messages and errors show no card number and no control character', () => {
  const { host, seen } = hostWith({ isTTY: false });
  const output = openOutput(host, flags);
  output.note('card 4242 4242 4242 4242 \u009b31m\u202e');
  output.error({ code: 'x', message: 'card 4242424242424242', hint: null, exit: 1, details: ['4242424242424242'] });
  expect(seen()).not.toMatch(/4242424242424242|4242 4242 4242/);
  expect(seen()).toContain('\\u009b31m\\u202e');
});

it('aligns columns by what a terminal shows, and not by letters', () => {
  const columns = [
    { title: 'name', align: 'left' },
    { title: 'n', align: 'right' },
  ] as const;
  const rows = [
    ['plain', '10'],
    ['日本', '2'],
    ['Zu\u0308rich', '3'],
    ['a\tb', '4'],
  ];
  expect(fittedLines(columns, rows, null)).toEqual(['name     n', 'plain   10', '日本     2', 'Zu\u0308rich   3', 'a\\tb     4']);
});
