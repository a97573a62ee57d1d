/**
 * The two files that `sales login` writes: profiles (what may be shown) and credentials (what may not). A password belongs to one
 * origin and one user, and is handed out for no other. Members that this version does not know are kept.
 */
import { join } from 'node:path';
import { readTextFile, writePrivateFile } from '../../client/machine/private-file.js';
import { SalesError } from '../../contract/problem.js';

export interface Profile {
  url?: string;
  user?: string;
  customer?: string;
  tenant?: string;
  caFile?: string;
  pinSha256?: string;
  timeout?: string;
  timezone?: string;
  routes?: { [name: string]: unknown } & Partial<Record<'upload' | 'uploadState' | 'list' | 'get', string>>;
  [unknown: string]: unknown;
}

export interface ProfilesFile {
  profiles: Record<string, Profile>;
  /** The profile that is used where none is named; absent: the one that is called `default`. */
  defaultProfile?: string;
  [unknown: string]: unknown;
}

interface CredentialsFile {
  credentials: { origin: string; user: string; password: string; [unknown: string]: unknown }[];
  [unknown: string]: unknown;
}

const profilesPath = (configDir: string) => join(configDir, 'config.json');
const credentialsPath = (configDir: string) => join(configDir, 'credentials.json');

/** The name of the profile that is used where none is named. */
export function defaultProfile({ defaultProfile: name = 'default' }: ProfilesFile): string {
  return name;
}

/** Fails with `usage` when the file is there and is not a profiles file, or no JSON. */
export function readProfiles(configDir: string): Promise<ProfilesFile> {
  return readAs(profilesFile, profilesPath(configDir), { profiles: {} });
}

/** Replaces the file of profiles; returns its path. Fails with `disk`. */
export async function writeProfiles(configDir: string, file: ProfilesFile): Promise<string> {
  const path = profilesPath(configDir);
  await writePrivateFile(path, `${JSON.stringify(file, null, 2)}\n`);
  return path;
}

/** The stored password of `user` at `origin`; null when there is none. */
export async function storedPassword(configDir: string, origin: string, user: string): Promise<string | null> {
  const file = await readAs(credentialsFile, credentialsPath(configDir), { credentials: [] });
  return file.credentials.find((one) => one.origin === origin && one.user === user)?.password ?? null;
}

/** Stores a password; null forgets it. Returns whether one was stored before. */
export async function storePassword(configDir: string, origin: string, user: string, password: string | null): Promise<boolean> {
  const file = await readAs(credentialsFile, credentialsPath(configDir), { credentials: [] });
  const others = file.credentials.filter((one) => one.origin !== origin || one.user !== user);
  const had = others.length < file.credentials.length;
  if (!had && password === null) return false;
  const credentials = password === null ? others : [...others, { origin, user, password }];
  await writePrivateFile(credentialsPath(configDir), `${JSON.stringify({ ...file, credentials }, null, 2)}\n`);
  return had;
}

async function readAs<File>(reading: (json: unknown) => File | null, path: string, empty: File): Promise<File> {
  const text = await readTextFile(path);
  if (text === null) return empty;
  const hint = 'Correct it, or move it away and run sales login';
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    // The engine's own message repeats what the file holds.
    const { jsonFault } = await import('../../contract/json-fault.js');
    const fault = jsonFault(text);
    const where = fault ? `: line ${fault.line}, ${fault.message}` : '';
    throw new SalesError('usage', `${path} is not valid JSON${where}.`, { hint });
  }
  const file = reading(json);
  if (file) return file;
  throw new SalesError('usage', `${path} was not written by sales.`, { hint });
}

// Checked by hand: every command reads these files first, and loading zod takes longer than starting the program.

function profilesFile(json: unknown): ProfilesFile | null {
  if (!isObject(json)) return null;
  const { profiles = {} } = json;
  if (!hasTexts(json, ['defaultProfile'])) return null;
  return isObject(profiles) && Object.values(profiles).every(isProfile) ? { ...json, profiles: profiles as Record<string, Profile> } : null;
}

function isProfile(json: unknown): json is Profile {
  return (
    isObject(json) &&
    hasTexts(json, ['url', 'user', 'customer', 'tenant', 'caFile', 'pinSha256', 'timeout', 'timezone']) &&
    (json.routes === undefined || (isObject(json.routes) && hasTexts(json.routes, ['upload', 'uploadState', 'list', 'get'])))
  );
}

function credentialsFile(json: unknown): CredentialsFile | null {
  if (!isObject(json)) return null;
  const { credentials = [] } = json;
  return Array.isArray(credentials) && credentials.every(isCredential) ? { ...json, credentials } : null;
}

function isCredential(json: unknown): boolean {
  return isObject(json) && ['origin', 'user', 'password'].every((name) => typeof json[name] === 'string');
}

/** Each of the members is a text or not there. */
function hasTexts(json: Record<string, unknown>, names: readonly string[]): boolean {
  return names.every((name) => json[name] === undefined || typeof json[name] === 'string');
}

function isObject(json: unknown): json is Record<string, unknown> {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}
