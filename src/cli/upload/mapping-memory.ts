/**
 * Answers about the columns of a file, kept for the next one with the same header: per profile, in a separate file beside the profiles.
 * Only answers that led to an upload are kept, and whoever uses them is told so.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { SalesError } from '../../contract/problem.js';
import { isRejectName } from '../../files/columns/field-names.js';
import type { MappingRules, Remembered } from '../../files/columns/mapping-rules.js';
import type { Run } from '../run.js';
import { readTextFile, writePrivateFile } from '../settings/private-file.js';

export interface MappingMemory {
  recall: Remembered;
  /** Keeps it, in place of what was kept for the same header. Fails with `disk`. */
  remember(header: readonly string[], rules: MappingRules): Promise<void>;
}

interface Kept {
  profile: string;
  /** Of the header. */
  fingerprint: string;
  /** The day, as yyyy-MM-dd. */
  on: string;
  rules: MappingRules;
}

/** The oldest are forgotten. */
const KEPT_MAX = 200;

/** Fails with `usage` where the file is there and is not ours. */
export async function mappingMemory({ host, flags }: Run): Promise<MappingMemory> {
  const path = join(await host.configDir(), 'mappings.json');
  const profile = flags.profile ?? 'default';
  const kept = await readKept(path);
  const isIt = (header: readonly string[]) => {
    const fingerprint = fingerprintOf(header);
    return (one: Kept) => one.profile === profile && one.fingerprint === fingerprint;
  };
  return {
    recall: (header) => kept.find(isIt(header)) ?? null,
    remember: async (header, rules) => {
      const on = new Date(host.clock.nowMs()).toISOString().slice(0, 10);
      const isSame = isIt(header);
      const others = (await readKept(path)).filter((one) => !isSame(one));
      const mappings = [...others, { profile, fingerprint: fingerprintOf(header), on, rules }].slice(-KEPT_MAX);
      await writePrivateFile(path, `${JSON.stringify({ schema: 'sales.mappings/1', mappings }, null, 1)}\n`);
    },
  };
}

/** A rejects file has the header of its input, and three columns more. */
function fingerprintOf(header: readonly string[]): string {
  const names = header.filter((name) => !isRejectName(name)).map((name) => name.trim());
  return createHash('sha256').update(JSON.stringify(names)).digest('hex').slice(0, 32);
}

async function readKept(path: string): Promise<Kept[]> {
  const text = await readTextFile(path);
  if (text === null) return [];
  try {
    const { schema, mappings } = JSON.parse(text) as { schema: string; mappings: Kept[] };
    if (schema === 'sales.mappings/1' && Array.isArray(mappings) && mappings.every(isKept)) return mappings;
  } catch {
    // Told below.
  }
  throw new SalesError('usage', `${path} was not written by sales.`, { hint: 'Move it away, or go on without it: --no-remember' });
}

function isKept(one: unknown): boolean {
  if (typeof one !== 'object' || one === null) return false;
  const { profile, fingerprint, on, rules } = one as Record<string, unknown>;
  const isRules =
    typeof rules === 'object' && rules !== null && ['columns', 'constants', 'values', 'leaveOut', 'extra'].every((name) => name in rules);
  return [profile, fingerprint, on].every((text) => typeof text === 'string') && isRules;
}
