/** `sales doctor`: checks for problems, of a client or, with --data, of a server. It reports, and repairs nothing. */
import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import { SalesError } from '../../contract/problem.js';
import { dataFlag } from '../flags/data-flag.js';
import { databaseFlags, databaseOf } from '../flags/database-flags.js';
import type { Run } from '../flags/run.js';
import { showFindings } from './doctor/findings.js';

interface DoctorFlags {
  data?: string;
  deep?: boolean;
}

export function commandOf(run: Run): Command {
  const doctor = new Command('doctor')
    .description(
      'Check for problems: files, disk, the connection to the server. With --data, check the data directory of a server instead; with --database-file, the PostgreSQL database of servers.',
    )
    .addOption(dataFlag('check this data directory, even while its server runs'))
    .addOption(new Option('--deep', 'check the whole database of --data or --database-file, which takes long if it is large'))
    .addHelpText('after', '\nThe exit code is that of the most serious failure, or 0 if there are only warnings.')
    .action(async (flags: DoctorFlags, command: Command) => {
      run.exit = showFindings(await findings(flags, command, run), run.output);
    });
  for (const option of databaseFlags()) doctor.addOption(option);
  return doctor;
}

async function findings({ data, deep = false }: DoctorFlags, command: Command, run: Run) {
  const address = await databaseOf(command);
  if (address) {
    if (data !== undefined) throw new SalesError('usage', 'Give either --data or the address of a database.');
    return (await import('./doctor/database.js')).databaseFindings(address, deep, run);
  }
  if (deep && data === undefined) throw new SalesError('usage', '--deep goes with --data or --database-file.');
  if (data === undefined) return (await import('./doctor/client.js')).clientFindings(command, run);
  const { dataFindings } = await import('./doctor/data-directory.js');
  return dataFindings(resolve(run.host.cwd(), data), deep, run.host);
}
