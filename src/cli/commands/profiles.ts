/** `sales profiles`: the saved profiles, and which of them is used where none is named. */
import { Command } from 'commander';
import { SalesError } from '../../contract/problem.js';
import { nearNames } from '../../files/text/near-names.js';
import { moveMemory } from '../../jobs/mapping-memory.js';
import type { Run } from '../flags/run.js';
import {
  defaultProfile,
  type Profile,
  type ProfilesFile,
  readProfiles,
  storedPassword,
  storePassword,
  writeProfiles,
} from '../settings/profiles.js';
import { moveShown } from '../settings/shown-rows.js';
import { shellWord } from '../terminal/shell-word.js';
import { type ItemColumn, showTable } from '../views/table-view.js';

export function commandOf(run: Run): Command {
  const profiles = new Command('profiles')
    .description('Show the saved profiles: their server, user and tenant, and which is used where -p names none.')
    .action(async () => list(run));
  profiles
    .command('use')
    .description('Use a profile where -p names none.')
    .argument('<name>', 'the profile')
    .action(async (name: string) => use(name, run));
  profiles
    .command('rename')
    .description('Give a profile another name. What it remembers goes with it.')
    .argument('<name>', 'the profile')
    .argument('<new-name>', 'its new name')
    .action(async (name: string, newName: string) => rename(name, newName, run));
  profiles
    .command('remove')
    .description('Remove a profile, what it remembers, and its password if no other profile uses that.')
    .argument('<name>', 'the profile')
    .action(async (name: string) => remove(name, run));
  return profiles;
}

async function list(run: Run): Promise<void> {
  const { host, output } = run;
  const configDir = await host.configDir();
  const file = await readProfiles(configDir);
  const used = defaultProfile(file);
  const all = await Promise.all(
    Object.entries(file.profiles).map(async ([name, { url = null, user = null, customer = null, tenant = null }]) => {
      const origin = originOf(url);
      const passwordStored = origin !== null && user !== null && (await storedPassword(configDir, origin, user)) !== null;
      return { name, url, user, customer, tenant, default: name === used, passwordStored };
    }),
  );
  if (output.flags.json) return output.document({ schema: 'sales.profiles/1', profiles: all });
  const columns: ItemColumn<(typeof all)[number]>[] = [
    { title: 'profile', cell: ({ name }) => name },
    { title: 'default', cell: (one) => (one.default ? 'yes' : '') },
    { title: 'user', cell: ({ user }) => user ?? '' },
    { title: 'server', cell: ({ url }) => url ?? '' },
    { title: 'tenant', id: true, dropped: 1, cell: ({ tenant }) => tenant ?? '' },
    { title: 'password', dropped: 2, cell: ({ passwordStored }) => (passwordStored ? 'stored' : 'not stored') },
  ];
  showTable(columns, all, run);
  if (all.length === 0) output.note('There are no profiles: sales login --url URL --user NAME saves one');
}

function originOf(url: string | null): string | null {
  return url !== null && URL.canParse(url) ? new URL(url).origin : null;
}

async function use(name: string, { host, output }: Run): Promise<void> {
  const configDir = await host.configDir();
  const file = await readProfiles(configDir);
  checkThere(name, file);
  await writeProfiles(configDir, { ...file, defaultProfile: name });
  tell(`Profile "${name}" is used where -p names none`, 'use', name, output);
}

async function rename(name: string, newName: string, { host, output }: Run): Promise<void> {
  const configDir = await host.configDir();
  const file = await readProfiles(configDir);
  checkThere(name, file);
  if (newName.trim() === '') throw new SalesError('usage', 'The new name is empty.', { hint: 'sales profiles rename NAME NEW-NAME' });
  if (Object.hasOwn(file.profiles, newName))
    throw new SalesError('usage', `There is a profile "${newName}" already.`, {
      hint: `Take another name, or: sales profiles remove ${shellWord(newName)}`,
    });
  const profiles = Object.fromEntries(Object.entries(file.profiles).map(([one, profile]) => [one === name ? newName : one, profile]));
  // The memory moves first: a profile without it would read its files differently, and count sales twice.
  await moveMemory(configDir, name, newName, host.clock);
  await moveShown(configDir, name, newName);
  await writeProfiles(configDir, { ...file, profiles, ...(defaultProfile(file) === name && { defaultProfile: newName }) });
  tell(`Profile "${name}" is called "${newName}" now`, 'rename', newName, output);
}

async function remove(name: string, { host, output }: Run): Promise<void> {
  const configDir = await host.configDir();
  const file = await readProfiles(configDir);
  checkThere(name, file);
  const { [name]: removed, ...profiles } = file.profiles;
  const { defaultProfile: used, ...others } = file;
  await writeProfiles(configDir, { ...others, ...(used !== undefined && used !== name && { defaultProfile: used }), profiles });
  await moveMemory(configDir, name, null, host.clock);
  await moveShown(configDir, name, null);
  const isShared = removed !== undefined && Object.values(profiles).some((other) => isSameLogin(other, removed));
  const origin = originOf(removed?.url ?? null);
  const forgotten =
    !isShared && origin !== null && removed?.user !== undefined && (await storePassword(configDir, origin, removed.user, null));
  tell(`Profile "${name}" is removed${forgotten ? ', and its password forgotten' : ''}`, 'remove', name, output);
}

function isSameLogin(one: Profile, other: Profile): boolean {
  return one.user === other.user && originOf(one.url ?? null) === originOf(other.url ?? null);
}

function tell(text: string, did: 'use' | 'rename' | 'remove', profile: string, output: Run['output']): void {
  if (output.flags.json) output.document({ schema: 'sales.profile/1', did, profile });
  else output.message('OK', text, 'green');
}

/** Fails with `usage` where there is no such profile. */
function checkThere(name: string, { profiles }: ProfilesFile): void {
  if (Object.hasOwn(profiles, name)) return;
  const near = nearNames(name, Object.keys(profiles));
  const hint = near.length > 0 ? `Did you mean ${near.map((one) => `"${one}"`).join(' or ')}?` : 'sales profiles lists them';
  throw new SalesError('usage', `There is no profile "${name}".`, { hint });
}
