/** `remove` of every kind of object: says what goes with it, asks, removes. */
import { Command } from 'commander';
import { named } from '../../../contract/own-names.js';
import { SalesError } from '../../../contract/problem.js';
import type { Removable, Removal } from '../../../store/administration.js';
import type { Run } from '../../flags/run.js';
import { displayText } from '../../terminal/display-text.js';
import { askLine, canAsk } from '../../terminal/prompt.js';
import { count } from '../../views/input-view.js';
import { administer } from './administer.js';

export function removeCommand(kind: Removable, what: string, run: Run): Command {
  return new Command('remove')
    .description(`Remove ${what}. Asks first, or takes --yes.`)
    .argument(`<${kind}>`, 'its id or name')
    .action((reference: string, _flags: object, command: Command) => remove(kind, reference, command, run));
}

async function remove(kind: Removable, reference: string, command: Command, run: Run): Promise<void> {
  const planned = await administer(command, run, (administration) => administration.removal(kind, reference));
  await confirm(`the ${kind} "${planned.name}" (${planned.id})${withText(planned)}`, run);
  const removed = await administer(command, run, (administration) => administration.remove(kind, planned.id));
  if (run.output.flags.json) return run.output.document({ schema: 'sales.admin.removed/1', ...removed });
  run.output.message('OK', `${kind} "${removed.name}" is removed${withText(removed)}`, 'green');
}

function withText(removal: Removal): string {
  const words: Record<string, string> = named({ importConfigurations: 'import configuration' });
  const parts = Object.entries(removal.with)
    .filter(([, number]) => number > 0)
    .map(([kinds, number]) => count(number, words[kinds] ?? kinds.replace(/s$/, '')));
  return parts.length === 0 ? '' : ` with ${parts.join(', ')}`;
}

async function confirm(what: string, { host, output, flags }: Run): Promise<void> {
  if (flags.yes) return;
  if (output.flags.json || !canAsk(host, flags.input)) {
    throw new SalesError('usage', `This would remove ${what}.`, { hint: 'To confirm, add --yes' });
  }
  const answer = (await askLine(host, `Remove ${displayText(what)}? [y/N] `))?.trim().toLowerCase();
  if (answer !== 'y' && answer !== 'yes') throw new SalesError('usage', 'Nothing was removed.');
}
