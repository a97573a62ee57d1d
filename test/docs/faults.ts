/** What is wrong with a page of the documents, found by running and following what it says; a sentence for each fault. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import type { Command } from 'commander';
import type { ZodType } from 'zod';
import { inputOf } from '../../src/contract/inputs.js';
import { type OperationId, operationOf, operations } from '../../src/contract/operations.js';
import { Problem, ValidationProblem } from '../../src/contract/problem-body.js';
import type { Seen } from '../cli/command-line.js';
import { type Block, type Page, readPage, type Word } from './markdown.js';
import { shellLines } from './shell-lines.js';
import type { World } from './world.js';

export interface Rules {
  /** All commands of `sales`, loaded. */
  program: Command;
  world: World;
  linesMax: (path: string) => number;
  /** Pages of which a test of their own runs the blocks of bash. */
  followed: readonly string[];
  /** The only commands beside `sales` that a document may name. */
  otherCommands: readonly string[];
  /** Of package.json. */
  scripts: Readonly<Record<string, string>>;
  /** Exit codes other than 0, by command line. */
  exits: Readonly<Record<string, number>>;
}

const root = fileURLToPath(new URL('../../', import.meta.url));

export async function faultsOf(page: Page, rules: Rules): Promise<string[]> {
  const faults = [...lengthFaults(page, rules), ...linkFaults(page), ...codeFaults(page, rules)];
  for (const block of page.blocks) {
    for (const fault of await blockFaults(block, page.path, rules)) faults.push(`${page.path}:${block.line}: ${fault}`);
  }
  return faults;
}

function lengthFaults({ path, lines }: Page, { linesMax }: Rules): string[] {
  return lines > linesMax(path) ? [`${path}: has ${lines} lines, more than ${linesMax(path)}`] : [];
}

function linkFaults({ path, links, anchors }: Page): string[] {
  return links.flatMap(({ text, line }) => {
    const [target = '', anchor] = text.split('#');
    if (/^[a-z]+:/.test(target)) return [];
    const file = target === '' ? path : normalize(join(dirname(path), target));
    if (target !== '' && !existsSync(join(root, file))) return [`${path}:${line}: links to ${text}, which does not exist`];
    if (anchor === undefined) return [];
    const known = target === '' ? anchors : readPage(file, readFileSync(join(root, file), 'utf8')).anchors;
    return known.includes(anchor) ? [] : [`${path}:${line}: links to ${text}, but no heading there has that name`];
  });
}

const PATH = /^(?:src|test|fixtures|docs|bin|\.ci)\/[\w./*-]*$/;

/** Words set as code: `sales` commands and flags must exist, and so must paths. */
function codeFaults({ path, code }: Page, rules: Rules): string[] {
  return code.flatMap((word) => {
    const fault = codeFault(word, rules);
    return fault === null ? [] : [`${path}:${word.line}: ${fault}`];
  });
}

function codeFault({ text }: Word, { program, otherCommands }: Rules): string | null {
  if (PATH.test(text)) return isThere(text) ? null : `there is no ${text}`;
  const words = text.split(' ');
  if (words[0] === 'sales' && /^[a-z-]/.test(words[1] ?? '')) return commandFault(program, words.slice(1));
  if (!text.startsWith('--')) return null;
  const [flag = ''] = /^--[a-z0-9-]+/.exec(text) ?? [];
  return flagsOf(program).has(flag) || otherCommands.includes(flag) ? null : `no command has the flag ${flag}`;
}

/** The last part of a path may have a star in it. */
function isThere(path: string): boolean {
  const folder = join(root, dirname(path));
  if (!path.includes('*')) return existsSync(join(root, path));
  const [before = '', behind = ''] = basename(path).split('*');
  return existsSync(folder) && readdirSync(folder).some((name) => name.startsWith(before) && name.endsWith(behind));
}

function commandFault(program: Command, words: readonly string[]): string | null {
  let command = program;
  for (const word of words) {
    if (word.startsWith('-')) {
      const flag = word.split('=')[0] ?? '';
      if (!ownFlags(command).includes(flag) && !ownFlags(program).includes(flag)) return `sales ${words.join(' ')}: there is no ${flag}`;
    } else if (command.commands.length > 0) {
      const next = command.commands.find((child) => [child.name(), ...child.aliases()].includes(word));
      if (!next) return `sales ${words.join(' ')}: there is no command ${word}`;
      command = next;
    }
  }
  return null;
}

const ownFlags = (command: Command) => ['--help', ...command.options.flatMap(({ long, short }) => [long ?? '', short ?? ''])];

function flagsOf(command: Command): Set<string> {
  return new Set([...ownFlags(command), ...command.commands.flatMap((child) => [...flagsOf(child)])]);
}

async function blockFaults(block: Block, page: string, rules: Rules): Promise<string[]> {
  const { language, about, text } = block;
  if (language === 'sh') return shellFaults(text, rules);
  if (language === 'console') return sessionFaults(text, rules);
  if (language === 'ini') return shellFaults(startsOf(text), rules);
  if (language === 'json') return about.startsWith('sales ') ? documentFaults(about, text, rules) : sampleFaults(about, text);
  // Those for programs are run by test/programs, those on databases by test/cluster/page.test.ts.
  if (language === 'bash' && !rules.followed.includes(page)) return [`${page} is not followed by test/cluster/page.test.ts`];
  return ['promql', 'text', 'js', 'bash'].includes(language) ? [] : [`a block of ${language || 'no language'} is checked by nobody`];
}

/** What a unit starts. */
const startsOf = (unit: string) =>
  [...unit.matchAll(/^ExecStart=(.*)$/gm)].map(([, line]) => `${line?.replaceAll('/usr/bin/', '')}\n`).join('');

async function shellFaults(text: string, rules: Rules): Promise<string[]> {
  const { commands, fault } = shellLines(text, rules.world.folder);
  if (fault !== '') return [`bash: ${fault.trim()}`];
  const faults: string[] = [];
  for (const words of commands) faults.push(...(await wordsFaults(words, rules)));
  return faults;
}

async function wordsFaults(words: readonly string[], rules: Rules): Promise<string[]> {
  const before = [[], ['env'], ['runuser', '-u', 'sales', '--']].find((some) => some.length === words.indexOf('sales', some.length));
  if (before?.every((word, at) => word === words[at])) return (await run(words.slice(before.length + 1), rules)).faults;
  const [name = ''] = words;
  if (!rules.otherCommands.includes(name)) return [`${words.join(' ')}: the command ${name} is not known to this test`];
  if (name === 'curl') return curlFaults(rules.world.filledIn(words), rules.world);
  const [, verb, script = ''] = words;
  if (name === 'npm' && verb === 'run' && !(script in rules.scripts)) return [`${words.join(' ')}: there is no such script`];
  return words.filter((word) => PATH.test(word) && !isThere(word)).map((word) => `${words.join(' ')}: there is no ${word}`);
}

async function run(words: readonly string[], { world, exits }: Rules): Promise<{ seen: Seen; faults: string[] }> {
  const line = `sales ${words.join(' ')}`;
  const seen = await world.sales(words);
  const expected = exits[line] ?? 0;
  if (seen.exit === expected) return { seen, faults: [] };
  return { seen, faults: [`${line}: ended with ${seen.exit} and not ${expected}: ${seen.stderr}${seen.stdout}`] };
}

/** The request that curl would send is sent to the server of this world. */
async function curlFaults(words: readonly string[], { server }: World): Promise<string[]> {
  const options = {
    cacert: { type: 'string' },
    user: { type: 'string', short: 'u' },
    header: { type: 'string', short: 'H', multiple: true, default: [] as string[] },
    data: { type: 'string', short: 'd' },
  } as const;
  const { values, positionals } = parseArgs({ args: words.slice(1), options, allowPositionals: true });
  const [url = ''] = positionals;
  if (!url.startsWith(`${server.url}/`) || !existsSync(values.cacert ?? '')) return [`${words.join(' ')}: where to, and whom to trust?`];
  const headers = Object.fromEntries(values.header.map((header) => header.split(': ')));
  const sent = values.data === undefined ? {} : { method: 'POST', body: values.data };
  const { status, text } = await server.request(url.slice(server.url.length), { ...sent, headers, login: values.user ?? null });
  return status === 200 ? [] : [`${words.join(' ')}: ${status} ${text}`];
}

/** Lines behind `$ ` are run, the others are what is then seen; a line `…` stands for any more. */
async function sessionFaults(text: string, rules: Rules): Promise<string[]> {
  const faults: string[] = [];
  for (const step of text.split(/^\$ /m).slice(1)) {
    const [line = '', ...expected] = step.trimEnd().split('\n');
    const [words = []] = shellLines(line, rules.world.folder).commands;
    const { seen, faults: ofRun } = await run(words.slice(1), rules);
    faults.push(...ofRun);
    const lines = linesOf(seen.stderr + seen.stdout);
    const missing = linesOf(expected.join('\n')).filter((wanted) => wanted !== '…' && !lines.includes(wanted));
    if (missing.length > 0) faults.push(`${line}: does not print\n${missing.join('\n')}\nbut\n${lines.join('\n')}`);
    const isShort = !expected.includes('…') && lines.length !== expected.length;
    if (isShort) faults.push(`${line}: prints ${lines.length} lines and not ${expected.length}:\n${lines.join('\n')}`);
  }
  return faults;
}

/** Without what differs from run to run. */
function linesOf(text: string): string[] {
  const clean = text
    .replace(/\/\S*\/(?=sales-data|config)/g, '')
    .replace(/127\.0\.0\.1:\d+/g, 'HOST')
    .replace(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, 'UUID')
    .replace(/\bjob [0-9a-f]{8}\b/g, 'job JOB')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z$/gm, 'INSTANT');
  return clean.split('\n').filter((line) => line !== '');
}

/** A sample of what `sales … --json` prints: the same members of the same kinds. */
async function documentFaults(line: string, text: string, rules: Rules): Promise<string[]> {
  const [words = []] = shellLines(line, rules.world.folder).commands;
  const { seen, faults } = await run(words.slice(1), rules);
  if (faults.length > 0) return faults;
  return shapeFaults(parsed(text), parsed(seen.stdout || seen.stderr), line);
}

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch (error) {
    return `no JSON: ${(error as Error).message}`;
  }
}

function shapeFaults(sample: Json, real: Json, at: string): string[] {
  if (Array.isArray(sample) && Array.isArray(real)) {
    const [first, ofReal] = [sample[0], real[0]];
    return first === undefined || ofReal === undefined ? [] : shapeFaults(first, ofReal, `${at} [0]`);
  }
  if (isObject(sample) && isObject(real)) {
    const names = (object: object) => Object.keys(object).join(', ');
    if (names(sample) !== names(real)) return [`${at}: has the members ${names(real)}, not ${names(sample)}`];
    return Object.entries(sample).flatMap(([name, value]) => shapeFaults(value, real[name] as Json, `${at} ${name}`));
  }
  const isAlike = sample === null || real === null || (typeof sample === typeof real && Array.isArray(sample) === Array.isArray(real));
  return isAlike ? [] : [`${at}: is ${JSON.stringify(real)}, not ${JSON.stringify(sample)}`];
}

const isObject = (json: Json): json is { [name: string]: Json } => typeof json === 'object' && json !== null && !Array.isArray(json);

const ids = Object.keys(operations) as OperationId[];
const responses = new Map<string, ZodType | undefined>();
for (const id of ids) responses.set(id, await operationOf(id).response?.());

/** A sample of what goes over the wire, said as `operation request` or `operation status`: what its schema gives back unchanged. */
function sampleFaults(about: string, text: string): string[] {
  const [id = '', part = ''] = about.split(' ');
  const operation = ids.find((one) => one === id);
  if (!operation) return [`a sample of ${about || 'nothing'}: say which operation, or which command line, it is of`];
  const schema =
    part === 'request'
      ? inputOf(operation).request
      : part === '200'
        ? responses.get(operation)
        : part === '400'
          ? ValidationProblem
          : Problem;
  const sample = parsed(text);
  const reading = schema?.safeParse(sample);
  if (!reading?.success) return [`a sample of ${about}: ${reading?.error.message ?? 'there is none'}`];
  return isDeepStrictEqual(reading.data, sample) ? [] : [`a sample of ${about} has members that the schema does not know`];
}
