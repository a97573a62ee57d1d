/** `sales admin unit`: trees of units within a tenant, and what belongs to each. */
import { Command, Option } from 'commander';
import { SalesError } from '../../../contract/problem.js';
import type { Unit } from '../../../store/administration.js';
import type { Run } from '../../flags/run.js';
import { columnsOf, type ItemColumn, showTable } from '../../views/table-view.js';
import { administer, adminLine, several } from './administer.js';
import { removeCommand } from './remove.js';

interface UnitAddFlags {
  tenant: string;
  parent?: string;
  location?: string[];
  terminal?: string[];
  id?: string;
}

interface UnitSetFlags {
  tenant?: string;
  name?: string;
  parent?: string;
  top?: boolean;
  addLocation?: string[];
  removeLocation?: string[];
  addTerminal?: string[];
  removeTerminal?: string[];
}

export function unitCommand(run: Run): Command {
  const unit = new Command('unit').description('Organisational units of a tenant: a tree, each with locations and terminals.');
  unit
    .command('add')
    .description('Add a unit; prints its id.')
    .argument('<name>', 'its name')
    .addOption(new Option('--tenant <tenant>', 'whose it is').makeOptionMandatory())
    .addOption(new Option('--parent <unit>', 'its parent unit'))
    .addOption(several('--location <id>', 'a locationId of transactions; can be repeated'))
    .addOption(several('--terminal <id>', 'a terminalId of transactions; can be repeated'))
    .addOption(new Option('--id <uuid>', 'its id (default: a new one)'))
    .action((name: string, flags: UnitAddFlags, command: Command) => add(name, flags, command, run));
  unit
    .command('list')
    .description('List the units, each below its parent.')
    .addOption(new Option('--tenant <tenant>', 'only those of one tenant'))
    .action((flags: { tenant?: string }, command: Command) => list(flags.tenant, command, run));
  unit
    .command('set')
    .description('Change a unit: its name, its place in the tree, what belongs to it.')
    .argument('<unit>', 'its id or name')
    .addOption(new Option('--tenant <tenant>', 'the tenant of the unit, if several have one of that name'))
    .addOption(new Option('--name <name>', 'its new name'))
    .addOption(new Option('--parent <unit>', 'its new parent unit').conflicts('top'))
    .addOption(new Option('--top', 'make it a top-level unit'))
    .addOption(several('--add-location <id>', 'can be repeated'))
    .addOption(several('--remove-location <id>', 'can be repeated'))
    .addOption(several('--add-terminal <id>', 'can be repeated'))
    .addOption(several('--remove-terminal <id>', 'can be repeated'))
    .action((reference: string, flags: UnitSetFlags, command: Command) => set(reference, flags, command, run));
  unit
    .command('suggest')
    .description('List the locations and terminals of transactions that belong to no unit.')
    .addOption(new Option('--tenant <tenant>', 'whose they are').makeOptionMandatory())
    .action((flags: { tenant: string }, command: Command) => suggest(flags.tenant, command, run));
  unit.addCommand(removeCommand('unit', 'a unit that has none below it; users lose the access that it gave them', run));
  return unit;
}

async function add(name: string, flags: UnitAddFlags, command: Command, run: Run): Promise<void> {
  const { tenant, parent, location: locationIds = [], terminal: terminalIds = [], id } = flags;
  const unit = await administer(command, run, (administration) =>
    administration.addUnit({ name, tenant, parent, locationIds, terminalIds, id }),
  );
  if (run.output.flags.json) return run.output.document({ schema: 'sales.admin.unit/1', unit });
  run.output.text(unit.id);
  const next = adminLine(command, 'user', 'grant', 'NAME', '--unit', unit.id);
  run.output.message('OK', `unit "${unit.name}" is added. Next:   ${next}`, 'green');
}

async function set(reference: string, flags: UnitSetFlags, command: Command, run: Run): Promise<void> {
  const change = {
    tenant: flags.tenant,
    name: flags.name,
    parent: flags.top ? null : flags.parent,
    addLocationIds: flags.addLocation ?? [],
    removeLocationIds: flags.removeLocation ?? [],
    addTerminalIds: flags.addTerminal ?? [],
    removeTerminalIds: flags.removeTerminal ?? [],
  };
  const { tenant, ...changes } = change;
  if (Object.values(changes).every((value) => value === undefined || (Array.isArray(value) && value.length === 0))) {
    throw new SalesError('usage', 'No change was given.', { hint: 'sales admin unit set --help' });
  }
  const unit = await administer(command, run, (administration) => administration.changeUnit(reference, change));
  if (run.output.flags.json) return run.output.document({ schema: 'sales.admin.unit/1', unit });
  run.output.message('OK', `unit "${unit.name}" is changed`, 'green');
}

async function list(tenant: string | undefined, command: Command, run: Run): Promise<void> {
  const units = await administer(command, run, (administration) => administration.units(tenant));
  if (run.output.flags.json) return run.output.document({ schema: 'sales.admin.units/1', units });
  const depths = new Map<string, number>();
  for (const { id, parent } of units) depths.set(id, parent ? (depths.get(parent.id) ?? 0) + 1 : 0);
  const columns = columnsOf<Unit>({
    tenant: (unit) => unit.tenant.name,
    unit: ({ id, name }) => `${'  '.repeat(depths.get(id) ?? 0)}${name}`,
    locations: ({ locationIds }) => locationIds.join(', ') || '-',
    terminals: ({ terminalIds }) => terminalIds.join(', ') || '-',
    id: ({ id }) => id,
  });
  showTable(columns, units, run);
}

async function suggest(tenant: string, command: Command, run: Run): Promise<void> {
  const places = await administer(command, run, (administration) => administration.unknownPlaces(tenant));
  if (run.output.flags.json) return run.output.document({ schema: 'sales.admin.unknown-places/1', places });
  if (places.length === 0) return run.output.note('Every location and terminal of the transactions belongs to a unit.');
  const columns: ItemColumn<(typeof places)[number]>[] = [
    { title: 'location', cell: ({ locationId }) => locationId ?? '-' },
    { title: 'terminal', cell: ({ terminalId }) => terminalId ?? '-' },
    { title: 'transactions', align: 'right', cell: ({ rows }) => rows.toLocaleString('en') },
  ];
  showTable(columns, places, run);
  const line = adminLine(command, 'unit', 'add', 'NAME', '--tenant', tenant, '--location', 'ID', '--terminal', 'ID');
  run.output.note(`To add a unit for one of them:   ${line}`);
}
