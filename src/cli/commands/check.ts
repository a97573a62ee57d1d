/** `sales check`: the same as `sales upload --dry-run`: how files are read, their first rows as they would be sent, what is wrong. */
import { Command } from 'commander';
import { addReadingFlags, type ReadingFlags } from '../flags/reading-flags.js';
import type { Run } from '../flags/run.js';
import { settlementFlag } from '../flags/settlement-flag.js';
import type { UploadFlags } from '../upload/job-context.js';
import { importConfigurationFlag, upload } from './upload.js';

type CheckFlags = ReadingFlags & Pick<UploadFlags, 'rejects' | 'strict' | 'importConfiguration'>;

/** What an upload wants to know and a check does not. */
const sendsNothing = { batch: 1, interval: 0, retryFor: 0, wait: false, inDoubt: 'stop', gzip: 'off' } as const;

export function commandOf(run: Run): Command {
  const command = new Command('check')
    .description(
      'Show how FILE is read, with its first rows as they would be sent, and every fault. Sends nothing and needs no server; one that you are logged in to tells which rows it will not import.',
    )
    .argument('<file...>', 'files, or - for standard input');
  return addReadingFlags(command)
    .addOption(settlementFlag())
    .addOption(importConfigurationFlag())
    .option('--strict', 'count rows that servers will not import as bad')
    .option('--rejects <file>', 'write the bad rows to this file')
    .action(async (files: string[], flags: CheckFlags, command: Command) => {
      run.exit = await upload(files, { ...sendsNothing, ...flags, dryRun: true }, command, run);
    });
}
