/** `sales match`: which sales and settlement records are one payment, by which rules. */
import { Command } from 'commander';
import type { Run } from '../flags/run.js';
import { rulesCommand } from './match/rules.js';

export function matchCommand(run: Run): Command {
  return new Command('match')
    .description('Matching: which sales and settlement records are the same payment, and by which rules.')
    .addCommand(rulesCommand(run));
}
