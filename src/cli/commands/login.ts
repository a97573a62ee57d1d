/** `sales login`: tests access, then saves the profile and the password. Nothing is saved that did not work. */
import { Command } from 'commander';
import { own } from '../../contract/own-names.js';
import type { Run } from '../flags/run.js';
import type { Settings } from '../settings/config.js';
import { isSameServer } from '../settings/config.js';
import { connectTo, readTarget } from '../settings/connect.js';
import { defaultProfile, type Profile, type ProfilesFile, storePassword, writeProfiles } from '../settings/profiles.js';
import { trustedKey } from '../settings/trust.js';
import { shellWord } from '../terminal/shell-word.js';

export function commandOf(run: Run): Command {
  return new Command('login')
    .description('Test access with --url and --user, then save both and the password as a profile.')
    .addHelpText(
      'after',
      '\nA server with a certificate of its own is trusted by its authority (--ca-file), or by its key: its SHA-256\n' +
        'is shown and asked about, or given with --pin-sha256. Either is remembered, and a changed key is refused.\n' +
        'The password is asked for, or comes from --password-stdin, --password-file,\n--password-command or SALES_PASSWORD.',
    )
    .action(async (_flags: object, command: Command) => login(command, run));
}

async function login(command: Command, run: Run): Promise<void> {
  const wanted = await readTarget(command, run);
  const pin = await trustedKey(wanted, run);
  const { api, target, password } = await connectTo({ ...wanted, pin: pin ?? undefined }, run, false);
  let isUploader: boolean;
  try {
    ({ isUploader } = await api.testLogIn());
  } finally {
    await api.close();
  }
  const { settings, url, user } = target;
  const { file, configDir, profile } = settings;
  const before = own(file.profiles, profile.value);
  const next = { ...file, profiles: { ...file.profiles, [profile.value]: profileOf(settings, url, user, pin, before) } };
  // The password first: a profile without one would only fail later.
  await storePassword(configDir, url.origin, user, password);
  const path = await writeProfiles(configDir, next);
  if (run.output.flags.json) {
    return run.output.document({ schema: 'sales.login/1', profile: profile.value, url: url.href, user, pinSha256: pin, file: path });
  }
  run.output.message('OK', `${user} has access to ${url.host}. Profile "${profile.value}" is saved in ${path}`, 'green');
  run.output.message('', `Next:   ${loggedIn(profile.value, next, isUploader)}`);
}

/** What was typed to log in is in the profile now: its name is enough, where it is not used anyway. */
function loggedIn(profile: string, file: ProfilesFile, isUploader: boolean): string {
  const named = profile === defaultProfile(file) ? [] : ['-p', profile];
  return ['sales', ...named, ...(isUploader ? ['upload', 'FILE'] : ['list'])].map(shellWord).join(' ');
}

/** Routes and timeout belong to a server: they are kept only where the server stays the same. */
function profileOf(
  { customer, tenant, caFile }: Settings,
  url: URL,
  user: string,
  pin: string | null,
  before: Profile | undefined,
): Profile {
  const same = isSameServer(before?.url, url.href);
  const { pinSha256: _, ...kept } = same ? { ...before } : {};
  const profile: Profile = { ...kept, url: url.href, user };
  if (pin !== null) {
    profile.pinSha256 = pin;
    // A CA file is of no use beside a pin, and may be removed.
    delete profile.caFile;
  }
  // Values from another server's profile must not follow to this one; those typed now must.
  for (const [name, setting] of Object.entries({ customer, tenant, caFile })) {
    if (setting && ((same && name !== 'caFile') || setting.origin !== 'profile')) profile[name] = setting.value;
  }
  return profile;
}
