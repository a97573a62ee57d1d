/**
 * The flags that every command takes, and the rule that every flag has a variable: `--batch` is SALES_BATCH.
 * Where a value came from is kept by commander and read by config.
 */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { durationMs } from './durations.js';
import type { OutputFlags, ProgressStyle } from './output.js';

export interface GlobalFlags {
  profile?: string;
  url?: string;
  user?: string;
  customer?: string;
  tenant?: string;
  caFile?: string;
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
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function uuid(text: string): string {
  if (!UUID.test(text)) throw new InvalidArgumentError('It must be a UUID.');
  return text;
}

export function addGlobalFlags(program: Command): void {
  program
    .addOption(new Option('-p, --profile <name>', 'profile to use (default: "default")'))
    .addOption(new Option('--url <url>', 'base URL of the API, https'))
    .addOption(new Option('--user <name>', 'user with the role API'))
    .addOption(new Option('--customer <uuid>', 'customer, for a user of several').argParser(uuid))
    .addOption(new Option('--tenant <uuid>', 'tenant, for a user of several').argParser(uuid))
    .addOption(new Option('--ca-file <file>', 'certificate authority to trust, PEM'))
    .addOption(new Option('--timeout <duration>', 'wait for an answer (default: 60s)').argParser(durationMs))
    .addOption(new Option('--password-stdin', 'read the password from standard input'))
    .addOption(new Option('--password-file <file>', 'read the password from a file that only you can read'))
    .addOption(new Option('--password-command <command>', 'run a command that prints the password'))
    .addOption(new Option('--no-input', 'never ask'))
    .addOption(new Option('--yes', 'answer every question with yes'))
    .addOption(new Option('--json', 'one JSON document on stdout'))
    .addOption(new Option('--no-color', 'no colours'))
    .addOption(new Option('--progress <style>', 'how progress is shown').choices(['auto', 'bar', 'plain', 'json', 'none']).default('auto'))
    .addOption(new Option('-q, --quiet', 'no messages but errors'))
    .addOption(new Option('-v, --verbose', 'more messages'))
    .addOption(new Option('--debug', 'trace of the HTTP exchanges, stack traces'));
}

export function outputFlags(flags: Partial<GlobalFlags>): OutputFlags {
  return {
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
      const name = `SALES_${(option.long ?? '').replace(/^--/, '').replace(/-/g, '_').toUpperCase()}`;
      const text = env[name];
      const source = level.getOptionValueSource(option.attributeName());
      if (text === undefined || text === '' || (source !== undefined && source !== 'default')) continue;
      level.setOptionValueWithSource(option.attributeName(), flagValue(option, name, text), 'env');
    }
  }
}

function flagValue(option: Option, name: string, text: string): unknown {
  if (option.isBoolean() || option.negate) {
    const isOn = !/^(0|false|no|off)$/i.test(text);
    return option.negate ? !isOn : isOn;
  }
  try {
    return option.parseArg ? option.parseArg(text, undefined) : text;
  } catch (error) {
    throw new InvalidArgumentError(`The variable ${name} is not usable. ${error instanceof Error ? error.message : ''}`);
  }
}
