/**
 * Which server, which user, with what: flag before environment before profile. Every value knows where it comes from.
 * Passwords are not settings; they have a file of their own.
 */
import { isAbsolute, resolve } from 'node:path';
import type { Command } from 'commander';
import { pinOf } from '../../client/http/fingerprint.js';
import { movableRoutes, type Routes } from '../../client/http/routes.js';
import { own } from '../../contract/own-names.js';
import { SalesError } from '../../contract/problem.js';
import { durationMs } from '../flags/durations.js';
import type { GlobalFlags } from '../flags/global-flags.js';
import type { Host } from '../terminal/host.js';
import { shellWord } from '../terminal/shell-word.js';
import { defaultProfile, type Profile, type ProfilesFile, readProfiles } from './profiles.js';

type SettingOrigin = 'flag' | 'environment' | 'profile' | 'default';

export interface Setting<Value> {
  value: Value;
  origin: SettingOrigin;
}

export interface Settings {
  profile: Setting<string>;
  url: Setting<string> | null;
  user: Setting<string> | null;
  customer: Setting<string> | null;
  tenant: Setting<string> | null;
  /** Absolute. */
  caFile: Setting<string> | null;
  /** SHA-256 of the key of the one server to trust; a profile's belongs to the profile's own server. */
  pinSha256: Setting<string> | null;
  timeoutMs: Setting<number>;
  /** Default time zone of local times in files. */
  timezone: Setting<string> | null;
  routes: Routes;
  configDir: string;
  file: ProfilesFile;
}

const TIMEOUT_MS_DEFAULT = 60_000;

/** Fails with `usage` when the profile is named and not there, or a value of it cannot be used. */
export async function readSettings(command: Command, host: Host): Promise<Settings> {
  const configDir = await host.configDir();
  const file = await readProfiles(configDir);
  const profile = given(command, 'profile') ?? { value: defaultProfile(file), origin: 'default' as const };
  const stored = own(file.profiles, profile.value) ?? {};
  const caFile = given(command, 'caFile') ?? fromProfile(stored.caFile);
  const url = given(command, 'url') ?? fromProfile(stored.url);
  return {
    profile,
    url,
    user: given(command, 'user') ?? fromProfile(stored.user),
    customer: given(command, 'customer') ?? fromProfile(stored.customer),
    tenant: given(command, 'tenant') ?? fromProfile(stored.tenant),
    caFile: caFile && { ...caFile, value: isAbsolute(caFile.value) ? caFile.value : resolve(host.cwd(), caFile.value) },
    pinSha256: given(command, 'pinSha256') ?? (isSameServer(url?.value, stored.url) ? pinOfProfile(stored, profile.value) : null),
    timeoutMs: given(command, 'timeout') ?? timeoutOf(stored, profile.value) ?? { value: TIMEOUT_MS_DEFAULT, origin: 'default' },
    timezone: fromProfile(stored.timezone),
    routes: routesOf(stored),
    configDir,
    file,
  };
}

/** What the command line or the environment says of a global flag. */
function given<Name extends keyof GlobalFlags>(command: Command, name: Name): Setting<NonNullable<GlobalFlags[Name]>> | null {
  const flags = command.optsWithGlobals<GlobalFlags>();
  const value = flags[name];
  const source = command.getOptionValueSourceWithGlobals(name);
  if (value === undefined || (source !== 'cli' && source !== 'env')) return null;
  return { value, origin: source === 'cli' ? 'flag' : 'environment' };
}

export function fromProfile(value: string | undefined): Setting<string> | null {
  return value === undefined ? null : { value, origin: 'profile' };
}

/** Whether two URLs name the same server. */
export function isSameServer(one: string | undefined, other: string | undefined): boolean {
  if (one === undefined || other === undefined || !URL.canParse(one) || !URL.canParse(other)) return false;
  return new URL(one).origin === new URL(other).origin;
}

/** A pin that cannot be read must never mean that there is none. */
function pinOfProfile(stored: Profile, name: string): Setting<string> | null {
  if (stored.pinSha256 === undefined) return null;
  const pin = pinOf(stored.pinSha256);
  if (pin !== null) return { value: pin, origin: 'profile' };
  throw new SalesError('usage', `The pin of profile "${name}" is no SHA-256.`, {
    hint: `sales -p ${shellWord(name)} config set pin-sha256 HEX`,
  });
}

function timeoutOf(stored: Profile, name: string): Setting<number> | null {
  if (stored.timeout === undefined) return null;
  try {
    return { value: durationMs(stored.timeout), origin: 'profile' };
  } catch {
    throw new SalesError('usage', `The timeout of profile "${name}" is no duration.`, {
      hint: `sales -p ${shellWord(name)} config set timeout 60s`,
    });
  }
}

function routesOf(stored: Profile): Routes {
  const routes: Routes = {};
  for (const name of movableRoutes) {
    const template = stored.routes?.[name];
    if (template !== undefined) routes[name] = template;
  }
  return routes;
}
