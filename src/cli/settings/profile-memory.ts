/** What is remembered of tables, of the profile that is in use. */
import type { UploadKind } from '../../contract/states.js';
import { type MappingMemory, mappingMemory } from '../../jobs/mapping-memory.js';
import type { Host } from '../terminal/host.js';
import { defaultProfile, readProfiles } from './profiles.js';

/** Of files of `kind`. `profile` is the one that was named, undefined where none was. Fails with `usage` where a file of the settings is not ours. */
export async function memoryOf(profile: string | undefined, host: Host, kind: UploadKind): Promise<MappingMemory> {
  const configDir = await host.configDir();
  return mappingMemory(configDir, profile ?? defaultProfile(await readProfiles(configDir)), kind, host.clock);
}
