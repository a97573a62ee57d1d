/** `sales admin amount-order`: the order in which lists by amount find transactions, made anew where it is damaged. */
import { Command } from 'commander';
import type { Run } from '../../flags/run.js';
import { count } from '../../views/input-view.js';
import { administer } from './administer.js';

export function amountOrderCommand(run: Run): Command {
  const order = new Command('amount-order').description('The order by amount, which lists use.');
  order
    .command('rebuild')
    .description('Rebuild the order by amount from the transactions, if sales doctor --deep finds that they differ.')
    .addHelpText(
      'after',
      '\nNo transaction is changed. The server must be stopped. A million transactions take some 15 seconds,\n' +
        'and 60 MB of the data directory meanwhile. If the database has other damage, too, nothing is\n' +
        'changed.',
    )
    .action((_flags, command: Command) => rebuild(command, run));
  return order;
}

async function rebuild(command: Command, run: Run): Promise<void> {
  const misplaced = await administer(command, run, (administration) => administration.remakeAmountOrder());
  if (run.output.flags.json) return run.output.document({ schema: 'sales.admin.amount-order/1', misplaced });
  const text =
    misplaced === 0
      ? 'the order agrees with the transactions: nothing was changed'
      : `rebuilt; wrong or missing: ${count(misplaced, 'place')}`;
  run.output.message('OK', text, 'green');
}
