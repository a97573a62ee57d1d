/** Manual pages from the commands themselves, the same source as --help: one for the program, one for each command with those below it. */
import type { Command, Option } from 'commander';
import { examples } from '../../flags/examples.js';
import { wordsOf } from '../../flags/named-command.js';
import { exitsWithRemedies } from '../../terminal/exit-meanings.js';

/** The text of each page by its file name, `sales-upload.1`; `program` has every command loaded. */
export function manPages(program: Command, version: string): Map<string, string> {
  const pages = new Map([['sales.1', programPage(program, version)]]);
  for (const command of program.commands) pages.set(`sales-${command.name()}.1`, commandPage(command, program, version));
  return pages;
}

function programPage(program: Command, version: string): string {
  const commands = program.commands.map((command) => item(`\\fBsales ${escaped(command.name())}\\fR`, command.summary()));
  return [
    head('sales', 'upload sales to a Sales API', version),
    '.SH SYNOPSIS\n.B sales\n.I COMMAND\n[flags]',
    section('DESCRIPTION', text(program.description())),
    section('COMMANDS', ...commands),
    section('OPTIONS OF EVERY COMMAND', ...program.options.map(optionItem)),
    exitStatus(),
    section('SEE ALSO', program.commands.map((command) => `.BR sales-${escaped(command.name())} (1)`).join(',\n')),
  ].join('\n');
}

function commandPage(command: Command, program: Command, version: string): string {
  const name = command.name();
  const below = command.commands.flatMap((one) => [one, ...one.commands]);
  return [
    head(`sales-${name}`, command.summary() || command.description(), version),
    `.SH SYNOPSIS\n${[command, ...below].filter(isRun).map(synopsis).join('\n.br\n')}`,
    section('DESCRIPTION', text(command.description()), ...argumentItems(command)),
    section('OPTIONS', ...command.options.filter(({ hidden }) => !hidden).map(optionItem)),
    ...below
      .filter(isRun)
      .map((one) =>
        section(wordsOf(one).join(' ').toUpperCase(), text(one.description()), ...argumentItems(one), ...one.options.map(optionItem)),
      ),
    section('OPTIONS OF EVERY COMMAND', ...program.options.map(optionItem)),
    section('EXAMPLES', ...[command, ...below].flatMap(exampleLines)),
    exitStatus(),
    section('SEE ALSO', '.BR sales (1)'),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

/** Without those that are only the name of others. */
const isRun = (command: Command) => command.commands.length === 0 || command.registeredArguments.length > 0;

function head(name: string, about: string, version: string): string {
  return `.TH ${escaped(name.toUpperCase())} 1 "" "sales ${version}" "User Commands"\n.SH NAME\n${escaped(name)} \\- ${escaped(about.replace(/\.$/, ''))}`;
}

function section(title: string, ...parts: readonly string[]): string {
  const own = parts.filter((part) => part !== '');
  return own.length === 0 ? '' : `.SH ${escaped(title)}\n${own.join('\n')}`;
}

function synopsis(command: Command): string {
  return `.B sales ${escaped(wordsOf(command).join(' '))}\n${escaped(command.usage())}`;
}

function argumentItems(command: Command): string[] {
  return command.registeredArguments.map((argument) => item(`\\fI${escaped(argument.name())}\\fR`, argument.description));
}

function optionItem({ flags, description, argChoices, defaultValue, defaultValueDescription }: Option): string {
  const choices = argChoices ? ` (${argChoices.join(', ')})` : '';
  const byDefault = defaultValueDescription ?? (defaultValue === undefined ? '' : JSON.stringify(defaultValue));
  return item(`\\fB${escaped(flags)}\\fR`, `${description}${choices}${byDefault === '' ? '' : ` (default: ${byDefault})`}`);
}

function exampleLines(command: Command): string[] {
  return (examples[wordsOf(command).join(' ')] ?? []).map((line) => `.nf\n  ${escaped(`sales ${line}`)}\n.fi`);
}

function exitStatus(): string {
  return section('EXIT STATUS', `.nf\n${exitsWithRemedies().map(escaped).join('\n')}\n.fi`);
}

const item = (term: string, about: string) => `.TP\n${term}\n${text(about)}`;

/** Filled by the reader; a line of its own begins no request. */
function text(words: string): string {
  return words.split('\n').map(escaped).join('\n.br\n');
}

/** As troff shows it unchanged. */
function escaped(words: string): string {
  return words
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^(?=[.'])/gm, '\\&');
}
