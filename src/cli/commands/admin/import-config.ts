/** `sales admin import-config`: by which rules the uploads of a tenant get into the books. */
import { Argument, Command, Option } from 'commander';
import type { ImportSettings } from '../../../contract/import-configuration.js';
import { SalesError } from '../../../contract/problem.js';
import type { Configuration } from '../../../store/administration.js';
import type { Run } from '../../flags/run.js';
import { columnsOf, showTable } from '../../views/table-view.js';
import { administer } from './administer.js';
import { importConfigTestCommand } from './import-config-test.js';
import { settingsFile, withSettings } from './import-settings.js';

interface ConfigurationAddFlags {
  tenant: string;
  id?: string;
  file?: string;
  default?: boolean;
}

interface ConfigurationSetFlags extends Partial<ConfigurationAddFlags> {
  name?: string;
}

const ofTenant = () => new Option('--tenant <tenant>', 'the tenant of the configuration, if several have one of that name');
const fromFile = () => new Option('--file <file>', 'JSON with the settings; those that are left out get their defaults');
const asDefault = () => new Option('--default', "make it the tenant's default");
const named = () => new Argument('<configuration>', 'its id or name');
const settings = () =>
  new Argument('[setting=value...]', 'settings to change, lists with commas: known=reject requiredFields=amount,orderId');

export function importConfigCommand(run: Run): Command {
  const config = new Command('import-config').description('Import configurations of a tenant: required fields, duplicates, limits.');
  config
    .command('add')
    .description('Add a configuration; prints its id, which uploads name as importConfigurationId.')
    .argument('<name>', 'its name')
    .addArgument(settings())
    .addOption(new Option('--tenant <tenant>', 'whose it is').makeOptionMandatory())
    .addOption(new Option('--id <uuid>', 'its id (default: a new one)'))
    .addOption(fromFile())
    .addOption(asDefault())
    .action((name: string, given: string[], flags: ConfigurationAddFlags, command: Command) => add(name, given, flags, command, run));
  config
    .command('list')
    .description('List the configurations.')
    .addOption(new Option('--tenant <tenant>', 'only those of one tenant'))
    .action((flags: { tenant?: string }, command: Command) => list(flags.tenant, command, run));
  config
    .command('show')
    .description('Print the settings of a configuration as JSON, as --file takes it.')
    .addArgument(named())
    .addOption(ofTenant())
    .action((reference: string, flags: { tenant?: string }, command: Command) => show(reference, flags.tenant, command, run));
  config
    .command('set')
    .description('Change a configuration. Rows that were already imported stay as they are.')
    .addArgument(named())
    .addArgument(settings())
    .addOption(ofTenant())
    .addOption(new Option('--name <name>', 'its new name'))
    .addOption(fromFile())
    .addOption(asDefault())
    .action((reference: string, given: string[], flags: ConfigurationSetFlags, command: Command) =>
      set(reference, given, flags, command, run),
    );
  config.addCommand(importConfigTestCommand(run));
  return config;
}

async function add(name: string, given: string[], flags: ConfigurationAddFlags, command: Command, run: Run): Promise<void> {
  const { tenant, id, file } = flags;
  const configuration = await administer(command, run, async (administration) => {
    const settings = withSettings(await settingsFile(file, run), given);
    return administration.addImportConfiguration({ name, tenant, id, isDefault: flags.default ?? false, settings });
  });
  if (run.output.flags.json) return tell(configuration, run);
  run.output.text(configuration.id);
  const next = configuration.isDefault
    ? 'Uploads of the tenant use it from now on.'
    : `Next:   sales upload --import-configuration ${configuration.id} FILE`;
  run.output.message('OK', `import configuration "${configuration.name}" is added. ${next}`, 'green');
}

async function set(reference: string, given: string[], flags: ConfigurationSetFlags, command: Command, run: Run): Promise<void> {
  const { tenant, name, file } = flags;
  if (given.length === 0 && name === undefined && file === undefined && !flags.default) {
    throw new SalesError('usage', 'No change was given.', { hint: 'sales admin import-config set --help' });
  }
  const configuration = await administer(command, run, async (administration) => {
    const base = file === undefined ? null : await settingsFile(file, run);
    const settings = (before: ImportSettings) => withSettings(base ?? before, given);
    return administration.changeImportConfiguration(reference, { tenant, name, isDefault: flags.default ?? false, settings });
  });
  if (run.output.flags.json) return tell(configuration, run);
  run.output.message('OK', `import configuration "${configuration.name}" is changed, for uploads from now on`, 'green');
}

async function show(reference: string, tenant: string | undefined, command: Command, run: Run): Promise<void> {
  const { configuration } = await administer(command, run, (administration) => administration.surroundings(tenant, reference));
  if (run.output.flags.json) return tell(configuration, run);
  for (const line of JSON.stringify(configuration.settings, null, 2).split('\n')) run.output.text(line);
}

function tell(importConfiguration: Configuration, { output }: Run): void {
  output.document({ schema: 'sales.admin.import-config/1', importConfiguration });
}

async function list(tenant: string | undefined, command: Command, run: Run): Promise<void> {
  const importConfigurations = await administer(command, run, (administration) => administration.importConfigurations(tenant));
  if (run.output.flags.json) return run.output.document({ schema: 'sales.admin.import-configs/1', importConfigurations });
  const columns = columnsOf<Configuration>({
    tenant: (one) => one.tenant.name,
    name: ({ name }) => name,
    default: ({ isDefault }) => (isDefault ? 'yes' : '-'),
    id: ({ id }) => id,
  });
  showTable(columns, importConfigurations, run);
}
