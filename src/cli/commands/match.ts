/** `sales match`: which sales and settlement records are one payment, by which rules. */
import { Command } from 'commander';
import type { Run } from '../flags/run.js';
import { applyCommand } from './match/apply.js';
import {
  approveCommand,
  claimCommand,
  linkCommand,
  noteCommand,
  skipCommand,
  undoDecisionCommand,
  unlinkCommand,
  unskipCommand,
} from './match/decide.js';
import { decisionsCommand } from './match/decisions.js';
import { listMatchesCommand } from './match/list.js';
import { runCommand } from './match/run.js';
import { settingsCommand } from './match/settings.js';
import { waitCommand } from './match/wait.js';
import { whyCommand } from './match/why.js';

export function commandOf(run: Run): Command {
  return new Command('match')
    .description(
      'Matching: which sales and settlement records are the same payment, why, and what people decide about those that are open.',
    )
    .addCommand(runCommand(run))
    .addCommand(waitCommand(run))
    .addCommand(listMatchesCommand(run))
    .addCommand(whyCommand(run))
    .addCommand(approveCommand(run))
    .addCommand(linkCommand(run))
    .addCommand(unlinkCommand(run))
    .addCommand(skipCommand(run))
    .addCommand(unskipCommand(run))
    .addCommand(noteCommand(run))
    .addCommand(claimCommand(run))
    .addCommand(applyCommand(run))
    .addCommand(decisionsCommand(run))
    .addCommand(undoDecisionCommand(run))
    .addCommand(settingsCommand(run));
}
