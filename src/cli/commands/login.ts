/** `sales login`: tests access, then saves the profile and the password. Nothing is saved that did not work. */
import { Command } from 'commander';
import type { Settings } from '../config.js';
import { connect } from '../connect.js';
import { type Profile, storePassword, writeProfiles } from '../profiles.js';
import type { Run } from '../run.js';

export function loginCommand(run: Run): Command {
  return new Command('login')
    .description('Test access with --url and --user, then save both and the password as a profile.')
    .addHelpText(
      'after',
      '\nExample:\n  sales login --url https://localhost:8443 --user api --ca-file sales-data/tls/ca.pem\n\n' +
        'A server with a certificate of its own needs --ca-file once; it is remembered.\n' +
        'The password is asked for, or comes from --password-stdin, --password-file,\n--password-command or SALES_PASSWORD.',
    )
    .action(async (_flags: object, command: Command) => login(command, run));
}

async function login(command: Command, run: Run): Promise<void> {
  const { api, target, password } = await connect(command, run, false);
  try {
    await api.testAccess();
  } finally {
    await api.close();
  }
  const { settings, url, user } = target;
  const { file, configDir, profile } = settings;
  const before = file.profiles[profile.value];
  const next = { ...file, profiles: { ...file.profiles, [profile.value]: profileOf(settings, url, user, before) } };
  // The password first: a profile without one would only fail later.
  await storePassword(configDir, url.origin, user, password);
  const path = await writeProfiles(configDir, next);
  if (run.output.flags.json) {
    return run.output.document({ schema: 'sales.login/1', profile: profile.value, url: url.href, user, file: path });
  }
  run.output.message('OK', `${user} has access to ${url.host}. Profile "${profile.value}" is saved in ${path}`, 'green');
  run.output.message('', 'Next:   sales upload FILE');
}

/** Routes and timeout belong to a server: they are kept only where the server stays the same. */
function profileOf({ customer, tenant, caFile }: Settings, url: URL, user: string, before: Profile | undefined): Profile {
  const same = before?.url !== undefined && URL.canParse(before.url) && new URL(before.url).origin === url.origin;
  const profile: Profile = same ? { ...before } : {};
  profile.url = url.href;
  profile.user = user;
  // Values from another server's profile must not follow to this one; those typed now must.
  for (const [name, setting] of Object.entries({ customer, tenant, caFile })) {
    if (setting && (same || setting.origin !== 'profile')) profile[name] = setting.value;
  }
  return profile;
}
