/**
 * The commands as commander sees them. Only the commands that the command line names are loaded; of the others the name and one
 * line are enough, so that help and --version are quick and `sales upload` never loads a server.
 */
import { Command } from 'commander';
import { exampleText } from './flags/examples.js';
import { addGlobalFlags, applyEnvironment } from './flags/global-flags.js';
import { commandNamed, wordsOf } from './flags/named-command.js';
import { type Run, useFlags } from './flags/run.js';
import { applyProfileZone } from './settings/profile-zone.js';
import { exitsInColumns } from './terminal/exit-meanings.js';

/** What each file of `commands` has. */
interface CommandModule {
  commandOf: (run: Run) => Command;
}

const commands: Record<string, { summary: string; alias?: string; load: () => Promise<CommandModule> }> = {
  upload: { summary: 'send files to the API', load: () => import('./commands/upload.js') },
  settle: { summary: 'send files of acquirers and payment services', alias: 'settlement', load: () => import('./commands/settle.js') },
  watch: { summary: 'upload files that appear in a folder', load: () => import('./commands/watch.js') },
  check: { summary: 'show how a file is read, without sending it', load: () => import('./commands/check.js') },
  map: { summary: 'propose a mapping file for a table', load: () => import('./commands/map.js') },
  resume: { summary: 'continue an interrupted upload', load: () => import('./commands/resume.js') },
  uploads: { summary: 'list the uploads made from here', load: () => import('./commands/uploads.js') },
  status: { summary: 'show what became of an upload', load: () => import('./commands/status.js') },
  list: { summary: 'list transactions', load: () => import('./commands/list.js') },
  get: { summary: 'show transactions in detail', load: () => import('./commands/get.js') },
  totals: { summary: 'show exact totals by day, brand, terminal and currency', load: () => import('./commands/totals.js') },
  money: { summary: 'show what was sold by card, paid, due and paid out', load: () => import('./commands/money.js') },
  payouts: { summary: 'list payouts, and whether each adds up', load: () => import('./commands/payouts.js') },
  payout: { summary: 'show what a payout is made of', load: () => import('./commands/payout.js') },
  close: { summary: 'say whether a day or a month is complete', load: () => import('./commands/close.js') },
  fees: { summary: 'show what card payments cost', load: () => import('./commands/fees.js') },
  where: { summary: 'say where the money of one sale is', load: () => import('./commands/where.js') },
  exceptions: { summary: 'list what is open, the most pressing first', load: () => import('./commands/exceptions.js') },
  match: { summary: 'match sales with settlement records, and say why', load: () => import('./commands/match.js') },
  export: { summary: 'write transactions to a file', load: () => import('./commands/export.js') },
  reprocess: { summary: 'run the import of an upload again', load: () => import('./commands/reprocess.js') },
  undo: { summary: 'undo an upload', load: () => import('./commands/undo.js') },
  sample: { summary: 'print a sample CSV', load: () => import('./commands/sample.js') },
  login: { summary: 'test access and save a profile', load: () => import('./commands/login.js') },
  logout: { summary: 'forget a password', load: () => import('./commands/logout.js') },
  whoami: { summary: 'show which user and server are in use', load: () => import('./commands/whoami.js') },
  passwd: { summary: 'change your password', load: () => import('./commands/passwd.js') },
  ping: { summary: 'test the connection to the server, layer by layer', load: () => import('./commands/ping.js') },
  doctor: { summary: 'check for problems: files, disk, certificate, log-in', load: () => import('./commands/doctor.js') },
  profiles: { summary: 'list, choose, rename and remove profiles', load: () => import('./commands/profiles.js') },
  config: { summary: 'show and change the profile', load: () => import('./commands/config.js') },
  serve: { summary: 'serve the API on this machine', load: () => import('./commands/serve.js') },
  backup: { summary: "back up or restore a server's database", load: () => import('./commands/backup.js') },
  admin: { summary: 'manage customers, tenants, units and users', load: () => import('./commands/admin.js') },
  completion: { summary: 'completion for bash, zsh and fish', load: () => import('./commands/completion.js') },
  help: { summary: 'help for a command, or on exit-codes, environment, csv, settlements, json', load: () => import('./commands/help.js') },
};

/** Commands that work on a data directory. */
const localCommands = ['admin'];
/** Commands that must work whatever variables and profiles say. */
const withoutSettings = ['help', 'completion'];

const exitCodeHelp = `
Every flag has a variable: SALES_BATCH stands for --batch. Flags override variables, and variables the profile.

Exit codes (sales help exit-codes says what to do):
${exitsInColumns().join('\n')}
`;

/** What commander has to say about a wrong command line, and of which command. */
export interface Complaints {
  text: string;
  command: Command | null;
}

/** The program for `argv`; `complaints` are filled in where that is wrong. */
export async function buildProgram(argv: readonly string[], run: Run, complaints: Complaints): Promise<Command> {
  const program = new Command('sales')
    .description('Upload your sales to a Sales API, see what became of them, and list them; or serve that API yourself.')
    .usage('COMMAND [flags]')
    .version(await run.host.version(), '-V, --version', 'print the version')
    .helpCommand(false)
    .showSuggestionAfterError(true)
    .addHelpText('after', exitCodeHelp);
  addGlobalFlags(program, argv, localCommands);
  for (const [name, { summary, alias = name, load }] of Object.entries(commands)) {
    const command = argv.includes(name) || argv.includes(alias) ? (await load()).commandOf(run) : new Command(name);
    program.addCommand(command.summary(summary));
  }
  const writeErr = (text: string) => {
    complaints.text += text;
  };
  const columns = run.host.stdout.isTTY ? run.host.stdout.columns : undefined;
  everyCommand(program, (command) => {
    command
      .exitOverride((error) => {
        // A wrong value of a flag that all commands have is found by the program itself.
        complaints.command = command === program ? commandNamed(program, argv) : command;
        throw error;
      })
      .helpOption('-h, --help', 'show help')
      .configureHelp({ helpWidth: columns ?? 110, ...(command === program && { subcommandTerm }) })
      .configureOutput({ writeOut: (text) => run.output.part(text), writeErr, getOutHasColors: () => false })
      .addHelpText('after', () => (command === program ? '' : flagsOfAll(program, command)) + exampleText(wordsOf(command).join(' ')));
  });
  program.hook('preAction', async (_program, command) => {
    // A variable in place of a flag may be wrong, too.
    complaints.command = command;
    if (withoutSettings.includes(wordsOf(command)[0] ?? '')) return;
    applyEnvironment(command, run.host.env);
    await useFlags(run, command);
    await applyProfileZone(command, run.host);
  });
  return program;
}

/** With every command loaded, of which a command line names few. */
export async function wholeProgram(run: Run): Promise<Command> {
  return buildProgram(Object.keys(commands), run, { text: '', command: null });
}

/** The flags that every command takes, by their names. */
function flagsOfAll(program: Command, command: Command): string {
  const help = command.createHelp();
  const names = help.visibleOptions(program).flatMap(({ long }) => (long === '--help' || long === '--version' || !long ? [] : [long]));
  return `\n${help.boxWrap(`Flags of every command, which sales --help explains: ${names.join(', ')}`, help.helpWidth ?? 110)}\n`;
}

/** The name alone, whether the command is loaded or not. */
function subcommandTerm(command: Command): string {
  return command.name();
}

function everyCommand(command: Command, change: (command: Command) => void): void {
  change(command);
  for (const child of command.commands) everyCommand(child, change);
}
