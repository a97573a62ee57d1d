/** `sales help`: how a command is used, or a topic that belongs to none. */
import { Command } from 'commander';
import { SalesError } from '../../contract/problem.js';
import { commandNamed, wordsOf } from '../flags/named-command.js';
import type { Run } from '../flags/run.js';
import { helpTopics } from './help/help-topics.js';

export function helpCommand(run: Run): Command {
  return new Command('help')
    .description(`Show how a command is used, or a topic: ${Object.keys(helpTopics).join(', ')}.`)
    .argument('[words...]', 'a command, such as admin user add; or a topic')
    .action((words: string[], _flags: object, { parent }: Command) => {
      if (parent) show(words, parent, run);
    });
}

/** Fails with `usage` where there is no such thing. */
function show(words: readonly string[], program: Command, { output }: Run): void {
  const [word = ''] = words;
  const topic = words.length === 1 && Object.hasOwn(helpTopics, word) ? helpTopics[word] : undefined;
  const command = commandNamed(program, words);
  if (topic) output.part(`${topic.text(program.options)}\n`);
  else if (wordsOf(command).join(' ') === words.join(' ')) command.outputHelp();
  else {
    throw new SalesError('usage', `There is no command or topic "${words.join(' ')}".`, {
      hint: `sales --help lists the commands; topics are ${Object.keys(helpTopics).join(', ')}`,
    });
  }
}
