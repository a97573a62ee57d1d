/** `sales admin amount-order`: the order in which lists by amount find transactions, made anew where it is damaged. */
import { Command } from 'commander';
import { count } from '../../input-view.js';
import type { Run } from '../../run.js';
import { administer } from './administer.js';

export function amountOrderCommand(run: Run): Command {
  const order = new Command('amount-order').description('The order by amount, which lists follow.');
  order
    .command('rebuild')
    .description('Make the order by amount anew from the transactions, where it is not theirs: sales doctor --deep finds that.')
    .addHelpText(
      'after',
      '\nNo transaction is changed. The server must be stopped: it takes some 15 seconds for a million transactions,\n' +
        'and 60 MB more in the data directory meanwhile. Of a database that is damaged elsewhere, too, nothing is\n' +
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
      ? 'the order is that of the transactions: nothing was changed'
      : `made anew; wrong or missing: ${count(misplaced, 'place')}`;
  run.output.message('OK', text, 'green');
}
