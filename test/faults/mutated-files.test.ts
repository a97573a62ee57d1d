/**
 * Files that are broken in every way that is not foreseen: the torture set and the fixtures, mutated at random, given to `sales check`.
 * Each ends in a documented exit code, with an answer that reads as one and without a stack trace; none hangs.
 */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CommandLine, openCommandLine } from '../cli/command-line.js';
import { seeded } from '../faults/seeded.js';
import { isSoak, seed } from '../support/at-length.js';

const MUTANTS = isSoak ? 10_000 : 400;
const PROCESSES = isSoak ? 50 : 10;
/** Far more than any of them needs, also on a busy machine: what takes longer hangs. */
const HANGS_MS = 10_000;
const ORIGINAL_BYTES_MAX = 20_000;

const of = (path: string) => fileURLToPath(new URL(`../../fixtures/${path}`, import.meta.url));
const files = [...['row-errors.csv', 'sales-2026-01-sample.json', 'sales-2026-01-sample.ndjson'].map(of), ...folder('torture/files/')];
const originals = files.map((path) => ({ name: path, bytes: readFileSync(path).subarray(0, ORIGINAL_BYTES_MAX) }));

function folder(path: string): string[] {
  return readdirSync(of(path))
    .map((name) => join(of(path), name))
    .filter((file) => statSync(file).isFile());
}

const splinters = [
  '"', '""', '\n', '\r', '\r\n', ',', ';', '\t', '|', '{', '}', '[', ']', ':', '\\', '\\u', '\0', 'sep=;\n', '\ufeff', '\u00a0', '\u2212', '€',
  '1e999', '-0', '(1,00)', '1.234', '1,234', '31.12.9999 24:00', '29.02.2027', '2026-10-25T02:30', 'Total', 'Summe', '=1+1', "'", '4242424242424242',
  'null', 'amount', 'Betrag', 'transactionDate', '\ud800', 'é', '😀',
].map((text) => Buffer.from(text)); // biome-ignore format: a list to read
const rawSplinters = [[0xff, 0xfe], [0xfe, 0xff], [0xe9], [0x81], [0x1f, 0x8b], [0x50, 0x4b, 3, 4], [0xc3], [0xed, 0xa0, 0x80]].map(
  (bytes) => Buffer.from(bytes),
);

type Chance = (below: number) => number;
type Mutation = (bytes: Buffer, chance: Chance) => Buffer;

function splice(bytes: Buffer, from: number, to: number, between: Uint8Array = Buffer.alloc(0)): Buffer {
  return Buffer.concat([bytes.subarray(0, from), between, bytes.subarray(to)]);
}

const mutations: readonly Mutation[] = [
  function flip(bytes, chance) {
    const copy = Buffer.from(bytes);
    const at = chance(copy.length || 1);
    if (copy.length > 0) copy[at] = (copy[at] ?? 0) ^ (1 << chance(8));
    return copy;
  },
  function cut(bytes, chance) {
    return bytes.subarray(0, chance(bytes.length + 1));
  },
  function behead(bytes, chance) {
    return bytes.subarray(chance(bytes.length + 1));
  },
  function remove(bytes, chance) {
    const at = chance(bytes.length + 1);
    return splice(bytes, at, at + chance(40));
  },
  function insert(bytes, chance) {
    const at = chance(bytes.length + 1);
    const all = chance(4) === 0 ? rawSplinters : splinters;
    return splice(bytes, at, at, all[chance(all.length)]);
  },
  function replace(bytes, chance) {
    const at = chance(bytes.length + 1);
    const splinter = splinters[chance(splinters.length)];
    return splice(bytes, at, at + 1 + chance(8), splinter);
  },
  function noise(bytes, chance) {
    const at = chance(bytes.length + 1);
    return splice(bytes, at, at, Buffer.from(Array.from({ length: 1 + chance(12) }, () => chance(256))));
  },
  function repeat(bytes, chance) {
    const from = chance(bytes.length + 1);
    const chunk = bytes.subarray(from, from + chance(200));
    return splice(bytes, from, from, Buffer.concat(Array.from({ length: 1 + chance(30) }, () => chunk)));
  },
  function graft(bytes, chance) {
    const other = originals[chance(originals.length)]?.bytes ?? bytes;
    const from = chance(other.length + 1);
    const at = chance(bytes.length + 1);
    return splice(bytes, at, at + chance(100), other.subarray(from, from + chance(2_000)));
  },
  function swap(bytes, chance) {
    const [a = 0, b = 0, c = 0] = [chance(bytes.length + 1), chance(bytes.length + 1), chance(bytes.length + 1)].sort((x, y) => x - y);
    return Buffer.concat([bytes.subarray(0, a), bytes.subarray(b, c), bytes.subarray(a, b), bytes.subarray(c)]);
  },
  function pack(bytes, chance) {
    return chance(4) === 0 ? gzipSync(bytes) : bytes;
  },
];

interface Mutant {
  /** Enough to make it again. */
  name: string;
  file: string;
  bytes: Buffer;
  flags: readonly string[];
}

const flagSets: readonly (readonly string[])[] = [
  [],
  ['--timezone', 'Europe/Zurich'],
  ['--timezone', 'Europe/Zurich', '--decimal', ','],
  ['--timezone', 'America/New_York', '--date-format', 'MM/dd/yyyy'],
  ['--no-header', '--set', 'amount=1'],
  ['--encoding', 'windows-1252'],
  ['--skip-rows', '1', '--extra=drop'],
  ['--pan', 'mask', '--strict'],
];

function mutantOf(number: number): Mutant {
  const chance = seeded(seed + number);
  const { name, bytes } = originals[chance(originals.length)] ?? { name: '', bytes: Buffer.alloc(0) };
  let mutated: Buffer = Buffer.from(bytes);
  const rounds = 1 + chance(4);
  for (let round = 0; round < rounds; round++) mutated = mutations[chance(mutations.length)]?.(mutated, chance) ?? mutated;
  const own = flagSets[chance(3) === 0 ? chance(flagSets.length) : 1] ?? [];
  const file = name.split('/').at(-1) ?? '';
  // Most of the originals lack one of these, and would be refused for that alone.
  const flags =
    /json$/.test(file) || chance(4) === 0 ? own : [...own, '--const', 'currency=EUR', '--const', 'transactionDate=2026-11-20T08:00:00Z'];
  return { name: `SEED=${seed}, mutant ${number} of ${file}`, file, bytes: mutated, flags };
}

/** Of a check: done, wrong flags, unusable, rows rejected. */
const EXITS = [0, 2, 4, 5];

function look({ name, flags }: Mutant, { exit, stdout, stderr }: { exit: number | null; stdout: string; stderr: string }): void {
  const where = `${name} ${flags.join(' ')}\n${stderr.slice(0, 2_000)}`;
  expect(EXITS, where).toContain(exit);
  expect(`${stdout}${stderr}`, where).not.toMatch(/^\s+at .+:\d+:\d+\)?$|node:internal|TypeError|RangeError|defect/m);
  const document = JSON.parse(stdout || stderr.trim().split('\n').at(-1) || '');
  if (document.schema) {
    const { read, rejected, unsent } = document.rows;
    expect(read, where).toBe(rejected + unsent);
    expect(exit === 5, where).toBe(rejected > 0 && unsent > 0);
  } else {
    expect(document.error, where).toMatchObject({ exit, message: expect.stringMatching(/\w/) });
    expect(exit, where).not.toBe(0);
  }
}

async function withinTime<Value>({ name }: Mutant, work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${name} hangs`)), HANGS_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

const program = fileURLToPath(new URL('../../bin/sales.js', import.meta.url));

let line: CommandLine;
beforeAll(() => {
  line = openCommandLine(null);
});
afterAll(() => line.remove());

it(`${MUTANTS} mutated files end in a documented exit code`, { timeout: 400_000 }, async () => {
  const exits = new Map<number, number>();
  for (let number = 0; number < MUTANTS; number++) {
    const mutant = mutantOf(number);
    const path = line.file(`mutant-${mutant.file}`, mutant.bytes);
    const seen = await withinTime(mutant, line.run(['check', '--json', ...mutant.flags, path]));
    look(mutant, seen);
    exits.set(seen.exit, (exits.get(seen.exit) ?? 0) + 1);
  }
  // What refuses everything, or takes everything, would prove nothing.
  for (const exit of [0, 4, 5]) expect(exits.get(exit) ?? 0).toBeGreaterThan(MUTANTS / 100);
});

/** The program itself on a mutant, by path or by pipe. */
async function runProcess(mutant: Mutant, piped: boolean): Promise<{ exit: number | null; stdout: string; stderr: string }> {
  const path = piped ? '-' : line.file(`mutant-${mutant.file}`, mutant.bytes);
  const env = { PATH: process.env.PATH, HOME: line.folder, XDG_CONFIG_HOME: line.folder, XDG_STATE_HOME: line.folder };
  const child = spawn(process.execPath, [program, 'check', '--json', ...mutant.flags, path], { env });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
  // It may refuse the input before it has read all of it.
  child.stdin.on('error', () => {});
  child.stdin.end(piped ? mutant.bytes : undefined);
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  try {
    const exit = await withinTime(mutant, ended);
    return { exit, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString() };
  } finally {
    child.kill('SIGKILL');
  }
}

it(`${PROCESSES} of them as processes, by path or by pipe`, { timeout: 200_000 }, async () => {
  for (let number = 0; number < PROCESSES; number += 2) {
    const [one, other] = [mutantOf(MUTANTS + number), mutantOf(MUTANTS + number + 1)];
    const [byPath, byPipe] = await Promise.all([runProcess(one, false), runProcess(other, true)]);
    look(one, byPath);
    look(other, byPipe);
  }
});
