/**
 * The two files that `sales login` writes: profiles (what may be shown) and credentials (what may not). A password belongs to one
 * origin and one user, and is handed out for no other. Members that this version does not know are kept.
 */
import { join } from 'node:path';
import { z } from 'zod';
import { SalesError } from '../contract/problem.js';
import { readTextFile, writePrivateFile } from './private-file.js';

const Routes = z.looseObject({
  upload: z.string().optional(),
  uploadState: z.string().optional(),
  list: z.string().optional(),
  get: z.string().optional(),
});

const Profile = z.looseObject({
  url: z.string().optional(),
  user: z.string().optional(),
  customer: z.string().optional(),
  tenant: z.string().optional(),
  caFile: z.string().optional(),
  timeout: z.string().optional(),
  routes: Routes.optional(),
});
export type Profile = z.infer<typeof Profile>;

const ProfilesFile = z.looseObject({ profiles: z.record(z.string(), Profile).default({}) });
export type ProfilesFile = z.infer<typeof ProfilesFile>;

const Credential = z.looseObject({ origin: z.string(), user: z.string(), password: z.string() });
const CredentialsFile = z.looseObject({ credentials: z.array(Credential).default([]) });

const profilesPath = (configDir: string) => join(configDir, 'config.json');
const credentialsPath = (configDir: string) => join(configDir, 'credentials.json');

/** Fails with `usage` when the file is there and is not a profiles file. */
export function readProfiles(configDir: string): Promise<ProfilesFile> {
  return readAs(ProfilesFile, profilesPath(configDir), { profiles: {} });
}

export async function writeProfiles(configDir: string, file: ProfilesFile): Promise<string> {
  const path = profilesPath(configDir);
  await writePrivateFile(path, `${JSON.stringify(file, null, 2)}\n`);
  return path;
}

/** The stored password of `user` at `origin`; null when there is none. */
export async function storedPassword(configDir: string, origin: string, user: string): Promise<string | null> {
  const file = await readAs(CredentialsFile, credentialsPath(configDir), { credentials: [] });
  return file.credentials.find((one) => one.origin === origin && one.user === user)?.password ?? null;
}

/** Stores a password; null forgets it. Returns whether one was stored before. */
export async function storePassword(configDir: string, origin: string, user: string, password: string | null): Promise<boolean> {
  const file = await readAs(CredentialsFile, credentialsPath(configDir), { credentials: [] });
  const others = file.credentials.filter((one) => one.origin !== origin || one.user !== user);
  const had = others.length < file.credentials.length;
  if (!had && password === null) return false;
  const credentials = password === null ? others : [...others, { origin, user, password }];
  await writePrivateFile(credentialsPath(configDir), `${JSON.stringify({ ...file, credentials }, null, 2)}\n`);
  return had;
}

async function readAs<Schema extends z.ZodType>(schema: Schema, path: string, empty: z.infer<Schema>): Promise<z.infer<Schema>> {
  const text = await readTextFile(path);
  if (text === null) return empty;
  try {
    const reading = schema.safeParse(JSON.parse(text));
    if (reading.success) return reading.data;
  } catch {
    // Told below: neither case may repeat what the file holds.
  }
  throw new SalesError('usage', `${path} is not a file of ours.`, { hint: 'Correct it, or move it away and run sales login' });
}
