/** `sales admin`: who may see what, on a data directory or a database. Works beside a running server, which sees every change with its next request. */
import { Command } from 'commander';
import { dataFlag } from '../flags/data-flag.js';
import { databaseFlags } from '../flags/database-flags.js';
import { withoutItsVariable } from '../flags/global-flags.js';
import type { Run } from '../flags/run.js';
import { amountOrderCommand } from './admin/amount-order.js';
import { auditCommand } from './admin/audit.js';
import { customerCommand } from './admin/customer.js';
import { databaseCommand } from './admin/database.js';
import { importConfigCommand } from './admin/import-config.js';
import { moveCommand } from './admin/move.js';
import { tenantCommand } from './admin/tenant.js';
import { unitCommand } from './admin/unit.js';
import { userCommand } from './admin/user.js';

export function commandOf(run: Run): Command {
  const admin = new Command('admin')
    .description('Manage the customers, tenants, units and users of a data directory or database, even while its server runs.')
    .addOption(dataFlag('data directory of the server').default('./sales-data'))
    .addHelpText(
      'after',
      '\nName an object by its id, or by its name if that is unique. Changes are given on the command line only: of\n' +
        'the flags here, --data and those of every command have a variable, and no others.',
    );
  for (const command of [
    customerCommand,
    tenantCommand,
    unitCommand,
    userCommand,
    importConfigCommand,
    auditCommand,
    amountOrderCommand,
    databaseCommand,
    moveCommand,
  ])
    admin.addCommand(command(run));
  for (const option of databaseFlags()) admin.addOption(option);
  for (const noun of admin.commands) {
    for (const option of noun.options) withoutItsVariable(option);
    for (const verb of noun.commands) for (const option of verb.options) withoutItsVariable(option);
  }
  return admin;
}
