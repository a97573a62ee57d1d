/**
 * The flags that every command takes, and the rule that every flag has a variable: `--batch` is SALES_BATCH.
 * Where a value came from is kept by commander and read by config.
 */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { pinOf } from '../../client/http/fingerprint.js';
import { own } from '../../contract/own-names.js';
import { isUuid } from '../../contract/uuid.js';
import type { ShownLanguage } from '../../words/language.js';
import type { OutputFlags, ProgressStyle } from '../terminal/output.js';
import { durationMs } from './durations.js';
import { languageFlag } from './language-flag.js';

export interface GlobalFlags {
  profile?: string;
  url?: string;
  user?: string;
  customer?: string;
  tenant?: string;
  caFile?: string;
  pinSha256?: string;
  timeout?: number;
  passwordStdin?: boolean;
  passwordFile?: string;
  passwordCommand?: string;
  /** False with --no-input. */
  input: boolean;
  yes?: boolean;
  json?: boolean;
  color: boolean;
  progress: ProgressStyle;
  quiet?: boolean;
  verbose?: boolean;
  debug?: boolean;
  lang?: ShownLanguage;
}

/** Fails with commander's InvalidArgumentError. */
export function uuid(text: string): string {
  if (!isUuid(text)) throw new InvalidArgumentError('It must be a UUID.');
  // In one form, for what was begun under it is looked for by its text.
  return text.toLowerCase();
}

/** Fingerprint of a key or a certificate, in the one form that is stored. */
export function fingerprint(text: string): string {
  const pin = pinOf(text);
  if (pin === null) throw new InvalidArgumentError('It must be a SHA-256: 64 hexadecimal digits, with or without colons.');
  return pin;
}

/** What says where to log in, and as whom: for commands that talk to a server. */
function serverFlags(): Option[] {
  return [
    new Option('-p, --profile <name>', 'profile to use (default: that of sales profiles use, else "default")'),
    new Option('--url <url>', 'base URL of the API, https'),
    new Option('--user <name>', 'user to log in as'),
    new Option('--customer <uuid>', 'customer id, for a user with several customers').argParser(uuid),
    new Option('--tenant <uuid>', 'tenant id, for a user with several tenants').argParser(uuid),
    new Option('--ca-file <file>', 'certificate authority to trust, PEM'),
    new Option('--pin-sha256 <hex>', 'trust the server that has this key, and no other').argParser(fingerprint),
    new Option('--timeout <duration>', 'for an answer to begin; it has 10 times as long in all (default: 60s)').argParser(durationMs),
    new Option('--password-stdin', 'read the password from standard input'),
    new Option('--password-file <file>', 'read the password from a file that only you can read'),
    new Option('--password-command <command>', 'run a command that prints the password'),
  ];
}

function generalFlags(): Option[] {
  return [
    new Option('--no-input', 'never ask'),
    new Option('--yes', 'answer every question with yes'),
    new Option('--json', 'one JSON document on stdout'),
    new Option('--no-color', 'no colours'),
    new Option('--progress <style>', 'how progress is shown').choices(['auto', 'bar', 'plain', 'json', 'none']).default('auto'),
    new Option('-q, --quiet', 'errors only'),
    new Option('-v, --verbose', 'more messages'),
    new Option('--debug', 'trace of the HTTP requests, stack traces'),
    languageFlag(),
  ];
}

/** `localCommands` work without a server: what would say where it is has a meaning of its own for them, or none. */
export function addGlobalFlags(program: Command, argv: readonly string[], localCommands: readonly string[]): void {
  const flags = [...serverFlags(), ...generalFlags()];
  const isLocal = localCommands.includes(firstOperand(argv, flags) ?? '');
  for (const flag of isLocal ? generalFlags() : flags) program.addOption(flag);
}

/** The first word that is no flag, nor the value of one. */
function firstOperand(argv: readonly string[], flags: readonly Option[]): string | undefined {
  const taking = flags.filter(({ required }) => required).flatMap(({ short, long }) => [short, long]);
  const words = lineInQuestion(argv);
  return words.find((word, at) => !word.startsWith('-') && (at === 0 || !taking.includes(words[at - 1])));
}

/** The command line that `help` or `completion` is asked about; any other line as it is. */
function lineInQuestion(argv: readonly string[]): readonly string[] {
  if (argv[0] === 'help') return argv.slice(1);
  return argv[0] === 'completion' ? argv.slice(argv.indexOf('--') + 1) : argv;
}

const withoutVariable = new WeakSet<Option>();

/** A flag that only the command line sets: a variable that is there for other commands must not choose what is changed. */
export function withoutItsVariable(option: Option): Option {
  withoutVariable.add(option);
  return option;
}

/** What was typed of the flags that say where to log in, and as whom, each with its value; none that may hold a secret. */
function typedAccess(command: Command): string[][] {
  if (command.parent) return typedAccess(command.parent);
  return serverFlags().flatMap((flag) => {
    const name = flag.attributeName();
    if (command.getOptionValueSource(name) !== 'cli' || ['timeout', 'passwordCommand'].includes(name)) return [];
    const word = flag.short ?? flag.long ?? '';
    return [flag.required ? [word, String(command.getOptionValue(name))] : [word]];
  });
}

/** `command` is that which was typed; null before it is known. */
export function outputFlags(flags: Partial<GlobalFlags>, command: Command | null): OutputFlags {
  return {
    access: command ? typedAccess(command) : [],
    json: flags.json === true,
    quiet: flags.quiet === true,
    verbose: flags.verbose === true || flags.debug === true,
    debug: flags.debug === true,
    color: flags.color !== false,
    progress: flags.progress ?? 'auto',
  };
}

/**
 * Gives every flag of `command` and of those above it the value of its variable, where the command line has none.
 * Fails with commander's InvalidArgumentError, naming the variable.
 */
export function applyEnvironment(command: Command, env: Record<string, string | undefined>): void {
  for (let level: Command | null = command; level; level = level.parent) {
    for (const option of level.options) {
      if (withoutVariable.has(option)) continue;
      const name = variableOf(option);
      const text = own(env, name);
      const source = level.getOptionValueSource(option.attributeName());
      if (text === undefined || text === '' || (source !== undefined && source !== 'default')) continue;
      if (isSwitch(option) && !isOn(text)) continue;
      level.setOptionValueWithSource(option.attributeName(), flagValue(option, name, text), 'env');
    }
  }
}

/** The name of a flag's variable. */
export function variableOf({ long }: Option): string {
  return `SALES_${(long ?? '').replace(/^--/, '').replace(/-/g, '_').toUpperCase()}`;
}

function isSwitch(option: Option): boolean {
  return option.isBoolean() || option.negate;
}

/** Whether a variable turns a flag without a value on; one that is off is as if it were not there. */
function isOn(text: string): boolean {
  return !/^(0|false|no|off)$/i.test(text);
}

function flagValue(option: Option, name: string, text: string): unknown {
  if (isSwitch(option)) return !option.negate;
  try {
    return option.parseArg ? option.parseArg(text, undefined) : text;
  } catch (error) {
    throw new InvalidArgumentError(`The variable ${name} is not usable. ${error instanceof Error ? error.message : ''}`);
  }
}
