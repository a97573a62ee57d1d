/** The time zone of a profile, for commands that read files: a till does not say where it stands with every file. */
import type { Command } from 'commander';
import type { Host } from '../terminal/host.js';
import { readSettings } from './config.js';

/** Gives `--timezone` of a command that has it the profile's, where neither flag nor variable say another. */
export async function applyProfileZone(command: Command, host: Host): Promise<void> {
  if (!command.options.some(({ long }) => long === '--timezone') || command.getOptionValue('timezone') !== undefined) return;
  const { timezone } = await readSettings(command, host);
  if (!timezone) return;
  command.setOptionValueWithSource('timezone', timezone.value, 'config');
  command.setOptionValueWithSource('isProfileZone', true, 'config');
}
