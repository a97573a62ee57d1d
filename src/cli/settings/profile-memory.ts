/** The memory of tables that belongs to the profile in use. */
import type { UploadKind } from '../../contract/states.js';
import { type MappingMemory, mappingMemory } from '../../jobs/mapping-memory.js';
import type { Host } from '../terminal/host.js';
import { defaultProfile, readProfiles } from './profiles.js';

/** Memory of files of `kind`. `profile`: the one that was named; undefined: the default. Fails with `usage` where a file of the settings is not ours. */
export async function memoryOf(profile: string | undefined, host: Host, kind: UploadKind): Promise<MappingMemory> {
  const configDir = await host.configDir();
  return mappingMemory(configDir, profile ?? defaultProfile(await readProfiles(configDir)), kind, host.clock);
}
