/** `sales admin tenant`. */
import { Command, Option } from 'commander';
import type { Run } from '../../flags/run.js';
import { columnsOf, showTable } from '../../views/table-view.js';
import { administer, adminLine } from './administer.js';
import { removeCommand } from './remove.js';

export function tenantCommand(run: Run): Command {
  const tenant = new Command('tenant').description('Tenants of customers: each has transactions of its own.');
  tenant
    .command('add')
    .description('Add a tenant with a default import configuration; prints its id.')
    .argument('<name>', 'its name')
    .addOption(new Option('--customer <customer>', 'whose it is').makeOptionMandatory())
    .addOption(new Option('--id <uuid>', 'its id (default: a new one)'))
    .action((name: string, flags: { customer: string; id?: string }, command: Command) => add(name, flags, command, run));
  tenant
    .command('list')
    .description('List the tenants.')
    .addOption(new Option('--customer <customer>', 'only those of one customer'))
    .action((flags: { customer?: string }, command: Command) => list(flags.customer, command, run));
  tenant
    .command('rename')
    .description('Rename a tenant.')
    .argument('<tenant>', 'its id or name')
    .argument('<name>', 'its new name')
    .action((reference: string, name: string, _flags: object, command: Command) => rename(reference, name, command, run));
  tenant.addCommand(removeCommand('tenant', 'a tenant that has no uploads', run));
  return tenant;
}

async function add(name: string, { customer, id }: { customer: string; id?: string }, command: Command, run: Run): Promise<void> {
  const { defaultImportConfiguration: importConfiguration } = await import('../../../importing/rules.js');
  const tenant = await administer(command, run, (administration) => administration.addTenant({ name, customer, id, importConfiguration }));
  if (run.output.flags.json) return run.output.document({ schema: 'sales.admin.tenant/1', tenant });
  run.output.text(tenant.id);
  const next = adminLine(command, 'user', 'add', 'NAME', '--tenant', tenant.id);
  run.output.message('OK', `tenant "${tenant.name}" is added. Next:   ${next}`, 'green');
}

async function list(customer: string | undefined, command: Command, run: Run): Promise<void> {
  const tenants = await administer(command, run, (administration) => administration.tenants(customer));
  if (run.output.flags.json) return run.output.document({ schema: 'sales.admin.tenants/1', tenants });
  showTable(
    columnsOf<(typeof tenants)[number]>({ customer: (tenant) => tenant.customer.name, name: ({ name }) => name, id: ({ id }) => id }),
    tenants,
    run,
  );
}

async function rename(reference: string, name: string, command: Command, run: Run): Promise<void> {
  const tenant = await administer(command, run, (administration) => administration.rename('tenant', reference, name));
  if (run.output.flags.json) return run.output.document({ schema: 'sales.admin.tenant/1', tenant });
  run.output.message('OK', `tenant ${tenant.id} is now called "${tenant.name}"`, 'green');
}
