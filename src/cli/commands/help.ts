/** `sales help`: how a command is used, or a topic that belongs to none. */
import { Command } from 'commander';
import { SalesError } from '../../contract/problem.js';
import { nearNames } from '../../files/text/near-names.js';
import { commandNamed, profileIn, wordsOf } from '../flags/named-command.js';
import type { Run } from '../flags/run.js';
import { shellWord } from '../terminal/shell-word.js';
import { helpTopics } from './help/help-topics.js';

export function commandOf(run: Run): Command {
  return new Command('help')
    .description(`Show how a command is used, or a topic: ${Object.keys(helpTopics).join(', ')}.`)
    .argument('[words...]', 'a command, such as admin user add; or a topic')
    .action(async (words: string[], _flags: object, { parent }: Command) => {
      if (parent) await show(words, parent, run);
    });
}

/** Fails with `usage` where there is no such thing. */
async function show(words: readonly string[], program: Command, { argv, output }: Run): Promise<void> {
  const [word = '', name = ''] = words;
  if (word === 'json' && words.length === 2) return output.part(`${await schemaText(name)}\n`);
  const topic = words.length === 1 && Object.hasOwn(helpTopics, word) ? helpTopics[word] : undefined;
  const command = commandNamed(program, words);
  if (topic) output.part(`${ofProfile(await topic.text(program.options), profileIn(argv))}\n`);
  else if (wordsOf(command).join(' ') === words.join(' ')) command.outputHelp();
  else {
    const group = words.length > 1 ? wordsOf(commandNamed(program, words.slice(0, -1))) : [];
    const names = commandNamed(program, group).commands.map((one) => one.name());
    const [near] = nearNames(words.at(-1) ?? '', group.length > 0 ? names : [...names, ...Object.keys(helpTopics)]);
    const meant = near === undefined ? '' : `Did you mean   ${['sales help', ...group, near].join(' ')}   ? `;
    throw new SalesError('usage', `There is no command or topic "${words.join(' ')}".`, {
      hint: `${meant}sales --help lists the commands; topics are ${Object.keys(helpTopics).join(', ')}`,
    });
  }
}

/** Commands in a text name the profile that was named. Those that work on a data directory have none. */
function ofProfile(text: string, profile: readonly string[]): string {
  if (profile.length === 0) return text;
  return text.replace(
    /\bsales(?= (?!admin|backup|completion|doctor|help|profiles|sample|serve)[a-z]+\b)/g,
    ['sales', ...profile.map(shellWord)].join(' '),
  );
}

/** Fails with `usage` where there is no document of that name. */
async function schemaText(name: string): Promise<string> {
  const { documents, jsonSchemaOf } = await import('../documents/documents.js');
  // As the document itself says it.
  const known = /^sales\.(.+)\/1$/.exec(name)?.[1] ?? name;
  if (Object.hasOwn(documents, known)) return JSON.stringify(jsonSchemaOf(known), null, 2);
  throw new SalesError('usage', `There is no JSON document "${name}".`, { hint: 'sales help json lists them' });
}
