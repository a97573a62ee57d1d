/** `sales check`: the same as `sales upload --dry-run`: how files are read, their first rows as they would be sent, what is wrong. */
import { Command } from 'commander';
import { addReadingFlags, type ReadingFlags } from '../flags/reading-flags.js';
import type { Run } from '../flags/run.js';
import { upload } from './upload.js';

/** What an upload wants to know and a check does not. */
const sendsNothing = { batch: 1, interval: 0, retryFor: 0, wait: false, inDoubt: 'stop', gzip: 'off' } as const;

export function checkCommand(run: Run): Command {
  const command = new Command('check')
    .description('Show how FILE is read, with its first rows as they would be sent, and every fault. Sends nothing and needs no server.')
    .argument('<file...>', 'files, or - for standard input');
  return addReadingFlags(command)
    .option('--rejects <file>', 'write the bad rows to this file')
    .action(async (files: string[], flags: ReadingFlags & { rejects?: string }, command: Command) => {
      run.exit = await upload(files, { ...sendsNothing, ...flags, dryRun: true }, command, run);
    });
}
