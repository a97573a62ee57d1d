/**
 * From argv to exit code: the one place where errors end. It decides how a failure is shown and which code it has;
 * what a command does stands in commands/.
 */
import { type Command, CommanderError, InvalidArgumentError } from 'commander';
import { named, own } from '../contract/own-names.js';
import { commandNamed, flagWithoutValue, profileIn, wordsOf } from './flags/named-command.js';
import { openRun, type Run } from './flags/run.js';
import { buildProgram, type Complaints } from './program.js';
import { type CommandBegin, hintOf } from './terminal/hint-text.js';
import type { Host } from './terminal/host.js';
import { openOutput, type ShownError } from './terminal/output.js';
import { shellWord } from './terminal/shell-word.js';

/** Runs one command line (without node and script) to its end and returns its exit code. It never throws. */
export async function runCommandLine(argv: string[], host: Host): Promise<number> {
  const run = openRun(host, argv);
  const complaints: Complaints = { text: '', command: null };
  try {
    checkVersionAlone(argv);
    const program = await buildProgram(argv, run, complaints);
    if (argv.length === 0) {
      run.output.aside(program.helpInformation());
      return 2;
    }
    checkValuesOfFlags(program, argv, complaints);
    await program.parseAsync(withWaitValue(argv), { from: 'user' });
    return run.exit;
  } catch (error) {
    return await endWith(error, argv, run, complaints);
  }
}

const BESIDE_VERSION = ['--json', '--no-color', '--no-input', '--yes', '-q', '--quiet', '-v', '--verbose', '--debug'];

/** Commander ends at --version, whatever stands behind it. */
function checkVersionAlone([first = '', ...rest]: readonly string[]): void {
  const unknown = rest.find((word) => !BESIDE_VERSION.includes(word));
  if (!['-V', '--version'].includes(first) || unknown === undefined) return;
  throw new InvalidArgumentError(`${first} goes alone, not with '${unknown}'`);
}

/** Commander would take the flag for the value: `sales serve --data --help` would make a folder named --help. */
function checkValuesOfFlags(program: Command, argv: readonly string[], complaints: Complaints): void {
  const found = flagWithoutValue(program, argv);
  if (found === null) return;
  complaints.command = commandNamed(program, argv);
  throw new InvalidArgumentError(`${found.flag} needs a value; '${found.next}' is a flag. If it is the value: ${found.flag}=${found.next}`);
}

/** `--wait` takes its value only after `=`, so that `--wait file.csv` names a file; commander would take the file for the value. */
function withWaitValue(argv: readonly string[]): string[] {
  const end = argv.indexOf('--');
  return argv.map((word, at) => (word === '--wait' && (end < 0 || at < end) ? '--wait=10m' : word));
}

async function endWith(error: unknown, argv: readonly string[], run: Run, complaints: Complaints): Promise<number> {
  const { Interrupted } = await import('./terminal/prompt.js');
  if (error instanceof Interrupted) return 130;
  // Help and version end by an "error" of commander, too.
  if (error instanceof CommanderError && error.exitCode === 0) return 0;
  const isHelp = error instanceof CommanderError && error.code === 'commander.help';
  // A wrong command line fails before the flags are read.
  const isJson = argv.includes('--json');
  if (isHelp && !isJson) {
    run.output.aside(complaints.text);
    return 2;
  }
  const said = isHelp ? { ...complaints, text: 'A command is missing.' } : complaints;
  const shown = error instanceof CommanderError ? usageError(error, said, argv) : await shownError(error, run.output.begin);
  const output = isJson ? openOutput(run.host, { ...run.output.flags, json: true }) : run.output;
  output.error(shown);
  return shown.exit;
}

function usageError(error: CommanderError, { text, command }: Complaints, argv: readonly string[]): ShownError {
  const [first = '', ...rest] = (error instanceof InvalidArgumentError ? error.message : text || error.message).trim().split('\n');
  const suggestion = otherWord(error, command) ?? rest.find((line) => line.startsWith('(Did you mean'))?.replace(/[()]/g, '');
  return {
    code: 'usage',
    message: first.replace(/^error: /, ''),
    hint: suggestion ?? ['sales', ...profileIn(argv).map(shellWord), ...wordsOf(command), '--help'].join(' '),
    exit: 2,
    details: [],
  };
}

/** Commands by what people call what they do. */
const otherWords: Record<string, string> = named({
  balance: 'money',
  due: 'money',
  missing: 'exceptions',
  open: 'exceptions',
  reconcile: 'match run',
  revert: 'undo',
  send: 'upload',
  transactions: 'list',
  withdraw: 'undo',
});

/** The command that is meant by a first word that is none. */
function otherWord({ code, message }: CommanderError, command: Command | null): string | undefined {
  const [, word = ''] = /unknown command '([^']*)'/.exec(message) ?? [];
  const meant = code === 'commander.unknownCommand' && command?.parent === null ? own(otherWords, word) : undefined;
  return meant && `Did you mean ${meant}?`;
}

/** Which Node needs to read the program itself. */
const tooFewFiles: ShownError = {
  code: 'usage',
  message: 'This process may open too few files (EMFILE).',
  hint: 'Raise the limit: ulimit -n 1024',
  exit: 2,
  details: [],
};

async function shownError(error: unknown, begin: Partial<CommandBegin>): Promise<ShownError> {
  const { SalesError } = await import('../contract/problem.js');
  const stack = error instanceof Error ? error.stack : undefined;
  if (error instanceof SalesError) {
    const { exitOfFailure } = await import('../jobs/exit-codes.js');
    const { failureDetails, questionDocuments } = await import('./terminal/failure-details.js');
    const { code } = error;
    return {
      code,
      message: error.message,
      hint: hintOf(error, begin),
      exit: exitOfFailure(code),
      details: failureDetails(error, begin),
      ...(error.questions && { questions: questionDocuments(error) }),
      stack,
    };
  }
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof Error && 'code' in error && error.code === 'EMFILE') return { ...tooFewFiles, stack };
  const hint = 'No input should cause this: please report it, with the output of --debug';
  return { code: 'internal', message: `A bug in sales: ${message}`, hint, exit: 1, details: [], stack };
}
