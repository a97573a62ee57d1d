/** `sales admin customer`. */
import { Command, Option } from 'commander';
import type { Run } from '../../flags/run.js';
import { columnsOf, showTable } from '../../views/table-view.js';
import { administer, adminLine } from './administer.js';
import { removeCommand } from './remove.js';

export function customerCommand(run: Run): Command {
  const customer = new Command('customer').description('Customers: each has tenants.');
  customer
    .command('add')
    .description('Add a customer; prints its id.')
    .argument('<name>', 'its name')
    .addOption(new Option('--id <uuid>', 'its id (default: a new one)'))
    .action((name: string, flags: { id?: string }, command: Command) => add(name, flags.id, command, run));
  customer
    .command('list')
    .description('List the customers.')
    .action((_flags: object, command: Command) => list(command, run));
  customer
    .command('rename')
    .description('Rename a customer.')
    .argument('<customer>', 'its id or name')
    .argument('<name>', 'its new name')
    .action((reference: string, name: string, _flags: object, command: Command) => rename(reference, name, command, run));
  customer.addCommand(removeCommand('customer', 'a customer that has no tenants', run));
  return customer;
}

async function add(name: string, id: string | undefined, command: Command, run: Run): Promise<void> {
  const customer = await administer(command, run, (administration) => administration.addCustomer({ name, id }));
  if (run.output.flags.json) return run.output.document({ schema: 'sales.admin.customer/1', customer });
  run.output.text(customer.id);
  const next = adminLine(command, 'tenant', 'add', 'NAME', '--customer', customer.id);
  run.output.message('OK', `customer "${customer.name}" is added. Next:   ${next}`, 'green');
}

async function list(command: Command, run: Run): Promise<void> {
  const customers = await administer(command, run, (administration) => administration.customers());
  if (run.output.flags.json) return run.output.document({ schema: 'sales.admin.customers/1', customers });
  showTable(columnsOf<(typeof customers)[number]>({ name: ({ name }) => name, id: ({ id }) => id }), customers, run);
}

async function rename(reference: string, name: string, command: Command, run: Run): Promise<void> {
  const customer = await administer(command, run, (administration) => administration.rename('customer', reference, name));
  if (run.output.flags.json) return run.output.document({ schema: 'sales.admin.customer/1', customer });
  run.output.message('OK', `customer ${customer.id} is now called "${customer.name}"`, 'green');
}
