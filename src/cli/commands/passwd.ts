/** `sales passwd`: a new password for the user of the settings, by the old one. Neither is ever an argument. */
import { Command } from 'commander';
import { SalesError } from '../../contract/problem.js';
import type { Run } from '../flags/run.js';
import { connectTo, readTarget } from '../settings/connect.js';
import { askNewPassword, passwordFromOwnFile } from '../settings/password.js';
import { storedPassword, storePassword } from '../settings/profiles.js';

interface PasswdFlags {
  newPasswordFile?: string;
}

export function commandOf(run: Run): Command {
  return new Command('passwd')
    .description('Change your password. The old one stops working at once, and your log-ins in browsers end.')
    .option('--new-password-file <file>', 'read the new password from a file that only you can read')
    .addHelpText(
      'after',
      '\nBoth passwords are asked for. The old one can come from --password-stdin, --password-file,\n' +
        '--password-command or SALES_PASSWORD, but not from the profile, which gets the new one if it had the old one.',
    )
    .action(async (flags: PasswdFlags, command: Command) => passwd(flags, command, run));
}

async function passwd({ newPasswordFile }: PasswdFlags, command: Command, run: Run): Promise<void> {
  const { output } = run;
  const target = await readTarget(command, run);
  const { settings, url, user } = target;
  const { api, password: oldPassword } = await connectTo(target, run, false);
  try {
    const newPassword = newPasswordFile
      ? await passwordFromOwnFile(newPasswordFile, '--new-password-file')
      : await askNewPassword(user, run);
    if (newPassword === null) {
      throw new SalesError('usage', `There is no new password for ${user}.`, { hint: 'Give --new-password-file' });
    }
    await api.ask('changePassword', { body: { oldPassword, newPassword } }).catch((error: unknown) => {
      throw withWayOut(error);
    });
    // Said before it is stored, which may fail.
    output.message('OK', `${user} has a new password at ${url.host}`, 'green');
    const stored = (await storedPassword(settings.configDir, url.origin, user)) !== null;
    if (stored) await storePassword(settings.configDir, url.origin, user, newPassword);
    if (output.flags.json) return output.document({ schema: 'sales.passwd/1', url: url.href, user, stored });
    if (stored) output.message('', `Profile "${settings.profile.value}" has it`);
  } finally {
    await api.close();
  }
}

/** What to do about a failure: the old password is the only log-in here, and one in doubt is found out by logging in. */
function withWayOut(error: unknown): unknown {
  if (!(error instanceof SalesError)) return error;
  const { code, message, cause } = error;
  if (code === 'unauthorized') return new SalesError(code, 'The old password is wrong. Nothing was changed.', { cause });
  if (code !== 'inDoubt') return error;
  return new SalesError(code, message, {
    hint: [['sales', 'login'], ' with the new password, and else with the old one, shows which it is'],
    cause,
  });
}
