/**
 * The possible words at the end of a command line that is being typed: commands, flags, their choices, and what only this machine knows,
 * profiles and jobs. Files are left to the shell. It runs nothing and contacts no server. A shell asks at every TAB, so that it never
 * shows another version's flags, as a list made at installation would.
 */
import type { Command, Option } from 'commander';
import { startedText } from '../../../client/journal/job.js';
import { listJobs } from '../../../client/journal/job-folders.js';
import { commandNamed, takingValue, wordsOf } from '../../flags/named-command.js';
import { readProfiles } from '../../settings/profiles.js';
import { displayText } from '../../terminal/display-text.js';
import type { Host } from '../../terminal/host.js';
import { helpTopics } from '../help/help-topics.js';

interface Candidate {
  word: string;
  /** One line. */
  about: string;
}

/** Commands that take the id of a job. */
export const jobCommands = ['resume', 'status', 'uploads show', 'undo', 'reprocess'];
/** The youngest are those that somebody asks for. */
const JOBS_MAX = 20;

/**
 * `typed` are the words after `sales`; the last is the one at the cursor, perhaps empty. `program` has the commands that they name.
 * Empty where a file may stand, or nothing that is known.
 */
export async function candidates(program: Command, typed: readonly string[], host: Host): Promise<Candidate[]> {
  const words = withoutEqualSigns(typed);
  const isBehindEqualSign = typed.slice(-2).includes('=');
  const last = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  const command = commandNamed(program, before);
  const [flag] = /^--[^=]+(?==)/.exec(last) ?? [];
  const inline = flag === undefined ? null : takingValue(command, flag);
  const found = inline
    ? (await valuesOf(inline, host)).map(({ word, about }) => ({ word: `${flag}=${word}`, about }))
    : isBehindEqualSign && !takingValue(command, before.at(-1) ?? '')
      ? []
      : await wordsAt(program, command, before, last, host);
  return found.filter(({ word }) => word.startsWith(last));
}

/** bash gives `--format=csv` as three words. */
function withoutEqualSigns(typed: readonly string[]): string[] {
  const words = [...typed];
  for (let at = words.indexOf('='); at > 0; at = words.indexOf('=')) words.splice(at, 1, ...(at === words.length - 1 ? [''] : []));
  return words;
}

async function wordsAt(program: Command, command: Command, before: readonly string[], last: string, host: Host): Promise<Candidate[]> {
  const flag = takingValue(command, before.at(-1) ?? '');
  if (flag) return valuesOf(flag, host);
  if (last.startsWith('-') && !before.includes('--')) return flagsOf(command);
  if (wordsOf(command).join(' ') === 'help') return helpWords(program, before.slice(before.indexOf('help') + 1));
  return [...subcommandsOf(command), ...(await argumentsOf(command, last, host))];
}

async function valuesOf(flag: Option, host: Host): Promise<Candidate[]> {
  if (flag.argChoices) return flag.argChoices.map((word) => ({ word, about: '' }));
  return flag.long === '--profile' ? profiles(host) : [];
}

function flagsOf(command: Command): Candidate[] {
  const levels: Command[] = [];
  for (let level: Command | null = command; level; level = level.parent) levels.push(level);
  const own = levels.flatMap((level) => level.options).filter(({ hidden }) => !hidden);
  const shown = own.map(({ long, short, description }) => ({ word: long ?? short ?? '', about: description }));
  return [...shown, { word: '--help', about: 'show help' }];
}

function subcommandsOf(command: Command): Candidate[] {
  const visible = command
    .createHelp()
    .visibleCommands(command)
    .filter((one) => one.name() !== 'help' || !command.parent);
  return visible.map((one) => ({ word: one.name(), about: one.summary() || one.description() }));
}

/** What `sales help` takes after `words`. */
async function helpWords(program: Command, words: readonly string[]): Promise<Candidate[]> {
  if (words.join(' ') === 'json') return documentNames();
  const topics = words.length > 0 ? [] : Object.entries(helpTopics).map(([word, { about }]) => ({ word, about }));
  return [...subcommandsOf(commandNamed(program, words)), ...topics];
}

async function documentNames(): Promise<Candidate[]> {
  const { documents, titleOf } = await import('../../documents/documents.js');
  return Object.keys(documents).map((word) => ({ word, about: titleOf(word) }));
}

async function argumentsOf(command: Command, typed: string, host: Host): Promise<Candidate[]> {
  if (jobCommands.includes(wordsOf(command).join(' '))) return jobs(typed, host);
  const [first] = command.registeredArguments;
  return (first?.argChoices ?? []).map((word) => ({ word, about: '' }));
}

/** Profiles whose names a shell takes as they are. */
async function profiles(host: Host): Promise<Candidate[]> {
  const file = await readProfiles(await host.configDir());
  const names = Object.entries(file.profiles).filter(([name]) => /^[\p{L}\p{N}_.@+-]+$/u.test(name));
  return names.map(([word, { user, url }]) => ({ word, about: displayText([user, url].filter(Boolean).join(' at ')) }));
}

async function jobs(typed: string, host: Host): Promise<Candidate[]> {
  const fitting = (await listJobs(await host.jobsDir())).filter(({ job }) => job.job.startsWith(typed));
  const youngest = fitting.reverse().slice(0, JOBS_MAX);
  const named = youngest.map(({ job }) => ({
    word: job.job,
    about: displayText(`${startedText(job)} ${job.file.name === '-' ? 'standard input' : job.file.name}`),
  }));
  return [{ word: 'last', about: 'the most recent one for this server and user' }, ...named];
}
