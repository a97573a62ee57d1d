/** `sales completion`: lets a shell complete commands, flags, profiles and jobs. */
import { Argument, Command } from 'commander';
import type { Run } from '../flags/run.js';
import { escapeControls } from '../terminal/display-text.js';
import { candidates } from './completion/candidates.js';
import { completionScripts } from './completion/completion-scripts.js';

export function commandOf(run: Run): Command {
  const command = new Command('completion')
    .description('Print the code that makes your shell complete the commands, flags, profiles and jobs of sales.')
    .usage('<shell>')
    .addArgument(new Argument('<shell>', 'your shell').choices(Object.keys(completionScripts)))
    .addHelpText('after', `\n${uses()}`)
    .action((shell: string) => run.output.bulk(completionScripts[shell]?.text ?? ''));
  command
    .command('words', { hidden: true })
    .description('What may stand at the end of a command line: for the shells.')
    .argument('[typed...]', 'the words after sales; the last is the one at the cursor')
    .action(async (typed: string[], _flags: object, words: Command) => {
      const program = words.parent?.parent;
      for (const { word, about } of program ? await candidates(program, typed, run.host) : [])
        run.output.data(`${word}\t${escapeControls(about)}`);
    });
  return command;
}

function uses(): string {
  return Object.entries(completionScripts)
    .map(([shell, { use }]) => `  ${shell.padEnd(5)} ${use}`)
    .join('\n');
}
