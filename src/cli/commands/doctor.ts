/** `sales doctor`: looks for what may go wrong, for a client or, with --data, for a server. It reports, and mends nothing. */
import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import { SalesError } from '../../contract/problem.js';
import { dataFlag } from '../data-flag.js';
import { showFindings } from '../findings.js';
import type { Run } from '../run.js';

interface DoctorFlags {
  data?: string;
  deep?: boolean;
}

export function doctorCommand(run: Run): Command {
  return new Command('doctor')
    .description('Look for what may go wrong: files, disk, the way to the server. With --data: at the directory of a server instead.')
    .addOption(dataFlag('look at this data directory, also while its server runs'))
    .addOption(new Option('--deep', 'with --data: look at all of the database, which takes long for a large one'))
    .addHelpText('after', '\nThe exit code is that of the gravest failure, and 0 where there are only warnings.')
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
