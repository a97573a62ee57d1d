/** `remove` of every kind of object: says what goes with it, asks, removes. */
import { Command } from 'commander';
import { named } from '../../../contract/own-names.js';
import type { Removable, Removal } from '../../../store/administration.js';
import type { Run } from '../../flags/run.js';
import { confirm } from '../../flags/yes-flag.js';
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
  const what = `the ${kind} "${planned.name}" (${planned.id})${withText(planned)}`;
  await confirm({ would: `remove ${what}`, question: `Remove ${what}?`, no: 'Nothing was removed.' }, run);
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
