/**
 * The only writer to stdout and stderr. Data goes to stdout, everything else to stderr; what a person reads is cleaned of control
 * characters here, and messages of card numbers, so that no caller can forget it.
 */

import { styleText } from 'node:util';
import type { Document } from '../documents/documents.js';
import type { CliWords } from '../words/en.js';
import { displayJson, displayText, escapeControls } from './display-text.js';
import type { QuestionDocument } from './failure-details.js';
import type { CommandBegin } from './hint-text.js';
import type { Host } from './host.js';
import { shellWord } from './shell-word.js';
import { wrapped } from './text-width.js';

export type ProgressStyle = 'auto' | 'bar' | 'plain' | 'json' | 'none';

export interface OutputFlags {
  json: boolean;
  quiet: boolean;
  verbose: boolean;
  debug: boolean;
  color: boolean;
  progress: ProgressStyle;
  /** Flags that were typed and say which server is talked to and as whom, as words of a command line. */
  access?: readonly (readonly string[])[];
}

/** Where no flag says otherwise. */
export const plainOutput: OutputFlags = { json: false, quiet: false, verbose: false, debug: false, color: true, progress: 'auto' };

export type Style = 'red' | 'green' | 'yellow' | 'bold' | 'dim';

export interface ShownError {
  code: string;
  message: string;
  hint: string | null;
  exit: number;
  details: readonly string[];
  /** What a file leaves open; absent where nothing is. */
  questions?: readonly QuestionDocument[];
  /** Shown only with --debug. */
  stack?: string | undefined;
}

export interface Output {
  readonly flags: OutputFlags;
  /** In the language of the reader; there once the flags are read. */
  readonly words: CliWords;
  /** The same for what must be said with -q, too: what failed. */
  aloud(): Output;
  /** A command line to be copied: with the flags of this one that say where to and as whom, or it would be carried out elsewhere. */
  commandLine(...words: string[]): string;
  /** What command lines in hints begin with. */
  readonly begin: Partial<CommandBegin>;
  /** The same for another user to carry out: whose password was typed here is of no use to that one. */
  commandLineOf(user: string, ...words: string[]): string;
  /** stdout, a line as it is: for formats with their own escaping. */
  data(line: string): void;
  /** stdout, a line for people. Card numbers are not looked for: a reference that looks like one must be shown as it is. */
  text(line: string, style?: Style): void;
  /** stdout, one JSON document. */
  document(value: Document): void;
  /** stdout, without an end of line: parts of one document. */
  part(text: string): void;
  /** stdout, as it is, and waits until there is room for more. */
  bulk(data: string | Uint8Array): Promise<void>;
  /** stderr, unless -q or --json. */
  message(label: string, text: string, style?: Style): void;
  /** stderr, unless -q or --json. */
  note(text: string, style?: Style): void;
  /** stderr, only with --debug. */
  debug(text: string): void;
  /** stderr, whatever the flags. */
  error(error: ShownError): void;
  /** stderr, a line as it is; for help beside an error. */
  aside(text: string): void;
  /** A line on stderr that is written over, on a terminal; null where there is none or it is not wanted. */
  spinner(): Promise<Spinner | null>;
  /** stderr, a line of progress where a terminal is not there, or an event where --progress json asks for them. */
  progress(text: string): void;
}

export interface Spinner {
  show(text: string): void;
  stop(): void;
}

const LABEL_COLUMNS = 9;
/** A terminal that says that it has fewer is not one to be read. */
const COLUMNS_MIN = 20;
const loginFlags = ['--user', '--password-file', '--password-stdin'];

/** The output of one command: colours, quiet and JSON as the flags and the environment say. */
export function openOutput(host: Host, flags: OutputFlags, words?: CliWords): Output {
  guardBrokenPipe(host);
  const colored = (stream: Host['stdout']) => flags.color && !host.env.NO_COLOR && host.env.TERM !== 'dumb' && stream.isTTY === true;
  const styled = (stream: Host['stdout'], style: Style | undefined, text: string) =>
    style && colored(stream) ? styleText(style, text, { validateStream: false }) : text;
  const access = (flags.access ?? []).flat();
  const silent = flags.quiet || flags.json;
  const labelColumns = words?.labelColumns ?? LABEL_COLUMNS;
  const err = (line: string) => {
    host.stderr.write(`${line}\n`);
  };
  return {
    flags,
    words: words as CliWords,
    aloud: () => openOutput(host, { ...flags, quiet: false }, words),
    commandLine: (...words) => ['sales', ...access, ...words].map(shellWord).join(' '),
    begin: { sales: ['sales', ...access].map(shellWord).join(' ') },
    commandLineOf: (user, ...words) => {
      const server = (flags.access ?? []).filter(([flag = '']) => !loginFlags.includes(flag));
      return ['sales', ...server.flat(), '--user', user, ...words].map(shellWord).join(' ');
    },
    data: (line) => void host.stdout.write(`${line}\n`),
    part: (text) => void host.stdout.write(displayJson(text)),
    bulk: (data) => new Promise((resolve) => void host.stdout.write(data, () => resolve())),
    text: (line, style) => {
      for (const part of linesOn(host.stdout, escapeControls(line), indentOf(line)))
        host.stdout.write(`${styled(host.stdout, style, part)}\n`);
    },
    document: (value) => void host.stdout.write(`${displayJson(JSON.stringify(value))}\n`),
    message: (label, text, style) => {
      if (silent) return;
      const lines = linesOn(host.stderr, displayText(text), 0, labelColumns);
      for (const [at, line] of lines.entries())
        err(`${styled(host.stderr, style, (at === 0 ? label : '').padEnd(labelColumns))}${line}`.trimEnd());
    },
    note: (text, style) => {
      if (!silent) for (const line of linesOn(host.stderr, displayText(text), indentOf(text))) err(styled(host.stderr, style, line));
    },
    debug: (text) => {
      if (flags.debug) err(styled(host.stderr, 'dim', displayText(text)));
    },
    aside: (text) => void host.stderr.write(text),
    error: (error) => {
      if (flags.json) return err(displayJson(JSON.stringify({ error: errorDocument(error) })));
      const [first = '', ...more] = linesOn(host.stderr, `error: ${displayText(error.message)}`, 7);
      err(`${styled(host.stderr, 'red', 'error:')}${first.slice(6)}`);
      for (const line of more) err(line);
      for (const text of [...error.details, ...(error.hint ? [error.hint] : [])])
        for (const line of linesOn(host.stderr, `  ${displayText(text)}`, 4)) err(line);
      if (flags.debug && error.stack) err(error.stack.split('\n').map(displayText).join('\n'));
    },
    spinner: async () => {
      // A terminal of no width, as some build servers have, would keep ora counting lines for ever.
      const isTerminal = host.stderr.isTTY === true && (host.stderr.columns ?? 0) > 0 && host.env.TERM !== 'dumb';
      const wanted = isTerminal && (flags.progress === 'bar' || flags.progress === 'auto');
      return wanted && !silent ? openSpinner(host, colored(host.stderr)) : null;
    },
    progress: (text) => {
      if (!silent && flags.progress !== 'none') err(displayText(text));
    },
  };
}

/** On a terminal, lines that break between words; elsewhere the line as it is. */
function linesOn(stream: Host['stdout'], line: string, indent: number, before = 0): string[] {
  const isTerminal = stream.isTTY === true && (stream.columns ?? 0) >= COLUMNS_MIN;
  return isTerminal ? wrapped(line, (stream.columns ?? 0) - before, indent) : [line];
}

function indentOf(line: string): number {
  return line.search(/\S|$/) + 2;
}

function errorDocument({ code, message, hint, exit, details, questions }: ShownError) {
  return {
    code,
    message: displayText(message),
    hint: hint && displayText(hint),
    exit,
    details: details.map(displayText),
    ...(questions && { questions: questions.map((question) => ({ ...question, text: displayText(question.text) })) }),
  };
}

async function openSpinner(host: Host, colored: boolean): Promise<Spinner> {
  const { default: ora } = await import('ora');
  // discardStdin would swallow what is piped in.
  const spinner = ora({ stream: host.stderr as NodeJS.WriteStream, discardStdin: false, isEnabled: true, color: colored ? 'cyan' : false });
  return {
    show: (text) => {
      spinner.text = displayText(text);
      if (!spinner.isSpinning) spinner.start();
    },
    stop: () => void spinner.stop(),
  };
}

const guarded = new WeakSet<object>();

/** `sales list | head -1` is no error: the reader has what it wanted. */
function guardBrokenPipe(host: Host): void {
  for (const stream of [host.stdout, host.stderr]) {
    if (guarded.has(stream)) continue;
    guarded.add(stream);
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') host.brokenPipe();
      else if (stream === host.stdout) host.outputFailed(error);
    });
  }
}
