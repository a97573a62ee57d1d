/** `sales config`: shows the settings in force and where each comes from; changes single values of the profile. */

import { resolve } from 'node:path';
import { Command } from 'commander';
import { baseUrlOf, movableRoutes } from '../../client/http/routes.js';
import { own } from '../../contract/own-names.js';
import { SalesError } from '../../contract/problem.js';
import { zoneNamed } from '../../files/values/value-options.js';
import { durationMs } from '../flags/durations.js';
import { fingerprint, uuid } from '../flags/global-flags.js';
import type { Run } from '../flags/run.js';
import { fromProfile, isSameServer, readSettings, type Setting, type Settings } from '../settings/config.js';
import { type Profile, writeProfiles } from '../settings/profiles.js';

const readers: Record<string, (settings: Settings) => Setting<string> | null> = {
  url: ({ url }) => url,
  user: ({ user }) => user,
  customer: ({ customer }) => customer,
  tenant: ({ tenant }) => tenant,
  'ca-file': ({ caFile }) => caFile,
  'pin-sha256': ({ pinSha256 }) => pinSha256,
  timeout: ({ timeoutMs: { value, origin } }) => ({ value: `${value / 1_000}s`, origin }),
  timezone: ({ timezone }) => timezone,
  ...Object.fromEntries(movableRoutes.map((name) => [`routes.${name}`, ({ routes }: Settings) => fromProfile(routes[name])])),
};
const keys = Object.keys(readers);

/** Members of a profile that are not called as their setting is. */
const members: Record<string, string> = { 'ca-file': 'caFile', 'pin-sha256': 'pinSha256' };

export function commandOf(run: Run): Command {
  const config = new Command('config').description(`Show and change the profile. Keys: ${keys.join(', ')}.`);
  config
    .command('show')
    .description('Show the settings in force.')
    .option('--origin', 'where each value comes from')
    .action(async (flags: { origin?: boolean }, command: Command) =>
      show(await readSettings(command, run.host), flags.origin === true, run),
    );
  config
    .command('get')
    .description('Print one setting; exit 9 when it is not set.')
    .argument('<key>', 'one of the keys', knownKey)
    .action(async (key: string, _flags: object, command: Command) => {
      const found = own(readers, key)?.(await readSettings(command, run.host));
      if (!found) throw new SalesError('notFound', `${key} is not set.`, { hint: run.output.commandLine('config', 'set', key, 'VALUE') });
      if (run.output.flags.json) run.output.document({ schema: 'sales.config/1', [key]: found });
      else run.output.text(found.value);
    });
  config
    .command('set')
    .description('Change one setting of the profile; an empty value removes it.')
    .argument('<key>', 'one of the keys', knownKey)
    .argument('<value>', 'the value')
    .action(async (key: string, value: string, _flags: object, command: Command) => set(key, value, command, run));
  return config;
}

function knownKey(text: string): string {
  if (!keys.includes(text))
    throw new SalesError('usage', `There is no setting "${text}".`, { hint: `The settings are ${keys.join(', ')}` });
  return text;
}

function show(settings: Settings, withOrigin: boolean, { output }: Run): void {
  const inForce = Object.fromEntries(Object.entries(readers).map(([key, read]) => [key, read(settings)]));
  const found: Record<string, Setting<string> | null> = { profile: settings.profile, ...inForce };
  if (output.flags.json) {
    output.document({ schema: 'sales.config/1', ...found });
    return;
  }
  for (const [key, setting] of Object.entries(found)) {
    if (setting) output.text(`${key.padEnd(20)} ${setting.value}${withOrigin ? `   (${setting.origin})` : ''}`);
  }
}

async function set(key: string, value: string, command: Command, run: Run): Promise<void> {
  const settings = await readSettings(command, run.host);
  const name = settings.profile.value;
  const profile: Profile = { ...own(settings.file.profiles, name) };
  const route = key.startsWith('routes.') ? key.slice('routes.'.length) : null;
  if (route) profile.routes = { ...profile.routes, [route]: value === '' ? undefined : value };
  else profile[own(members, key) ?? key] = value === '' ? undefined : checked(key, value, run);
  // The key that was trusted is the other server's.
  if (key === 'url' && !isSameServer(profile.url, own(settings.file.profiles, name)?.url)) delete profile.pinSha256;
  // JSON leaves out what is undefined.
  const path = await writeProfiles(settings.configDir, { ...settings.file, profiles: { ...settings.file.profiles, [name]: profile } });
  run.output.message('OK', `${key} of profile "${name}" ${value === '' ? 'is removed' : `is ${value}`} (${path})`);
}

function checked(key: string, value: string, { host }: Run): string {
  if (key === 'url') return baseUrlOf(value).href;
  if (key === 'customer' || key === 'tenant') return uuid(value);
  if (key === 'timeout') durationMs(value);
  if (key === 'pin-sha256') return fingerprint(value);
  if (key === 'timezone') return zoneNamed(value).name;
  if (key === 'ca-file') return resolve(host.cwd(), value);
  return value;
}
