/** `sales match`: which sales and settlement records are one payment, by which rules. */
import { Command } from 'commander';
import type { Run } from '../flags/run.js';
import { listMatchesCommand } from './match/list.js';
import { runCommand } from './match/run.js';
import { settingsCommand } from './match/settings.js';
import { waitCommand } from './match/wait.js';
import { whyCommand } from './match/why.js';

export function matchCommand(run: Run): Command {
  return new Command('match')
    .description('Matching: which sales and settlement records are the same payment, and why.')
    .addCommand(runCommand(run))
    .addCommand(waitCommand(run))
    .addCommand(listMatchesCommand(run))
    .addCommand(whyCommand(run))
    .addCommand(settingsCommand(run));
}
