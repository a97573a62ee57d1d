/** `sales doctor`: checks for problems, of a client or, with --data, of a server. It reports, and repairs nothing. */
import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import { SalesError } from '../../contract/problem.js';
import { dataFlag } from '../flags/data-flag.js';
import type { Run } from '../flags/run.js';
import { showFindings } from './doctor/findings.js';

interface DoctorFlags {
  data?: string;
  deep?: boolean;
}

export function doctorCommand(run: Run): Command {
  return new Command('doctor')
    .description(
      'Check for problems: files, disk, the connection to the server. With --data, check the data directory of a server instead.',
    )
    .addOption(dataFlag('check this data directory, even while its server runs'))
    .addOption(new Option('--deep', 'with --data: check the whole database, which takes long if it is large'))
    .addHelpText('after', '\nThe exit code is that of the most serious failure, or 0 if there are only warnings.')
    .action(async (flags: DoctorFlags, command: Command) => {
      if (flags.deep && flags.data === undefined) throw new SalesError('usage', '--deep goes with --data.');
      run.exit = showFindings(await findings(flags, command, run), run.output);
    });
}

async function findings({ data, deep = false }: DoctorFlags, command: Command, run: Run) {
  if (data === undefined) return (await import('./doctor/client.js')).clientFindings(command, run);
  const { dataFindings } = await import('./doctor/data-directory.js');
  return dataFindings(resolve(run.host.cwd(), data), deep, run.host);
}
