/**
 * How a table was read, kept for the next one with the same header and rows of the same kind: per profile, in a separate file beside the profiles. It is kept before
 * the first of its rows is sent, and whoever uses it is told so.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { lockFolder } from '../client/journal/job-lock.js';
import type { Clock } from '../client/machine/clock.js';
import { readTextFile, writePrivateFile } from '../client/machine/private-file.js';
import { named, own } from '../contract/own-names.js';
import { SalesError } from '../contract/problem.js';
import type { UploadKind } from '../contract/states.js';
import { type EarlierNames, type EarlierTable, relations } from '../files/input/mapping-rules.js';
import { isRejectName } from '../files/words/field-names.js';

export interface MappingMemory {
  recall(header: readonly string[]): EarlierTable | null;
  /** Columns of all tables by the fields that they were, the latest first. */
  names(): EarlierNames;
  /** Keeps it, in place of what was kept for the same header. Fails with `disk`, and with `locked` where another process keeps one for long. */
  remember(header: readonly string[], table: Omit<EarlierTable, 'on'>): Promise<void>;
}

interface Kept extends EarlierTable {
  profile: string;
  /** Fingerprint of the header. */
  fingerprint: string;
  /** Absent of versions that did not keep it. */
  kind?: UploadKind;
}

/** The oldest are forgotten. */
const KEPT_MAX = 200;

/** Memory of `profile` for files of `kind`, in the folder of the settings. Fails with `usage` where its file is there and is not ours. */
export async function mappingMemory(configDir: string, profile: string, kind: UploadKind, clock: Clock): Promise<MappingMemory> {
  const path = join(configDir, 'mappings.json');
  const kept = await readKept(path);
  const isIt = (header: readonly string[]) => {
    const fingerprint = fingerprintOf(header, kind);
    return (one: Kept) => one.profile === profile && one.fingerprint === fingerprint;
  };
  return {
    recall: (header) => kept.find(isIt(header)) ?? null,
    names: () => {
      const all: Record<string, string[]> = named();
      for (const one of kept.toReversed())
        if (one.profile === profile && one.kind === kind)
          for (const [field, name] of Object.entries(one.names ?? {})) all[field] = [...(own(all, field) ?? []), name];
      return all;
    },
    remember: async (header, table) => {
      const on = new Date(clock.nowMs()).toISOString().slice(0, 10);
      const isSame = isIt(header);
      const one: Kept = { profile, kind, fingerprint: fingerprintOf(header, kind), on, ...table };
      await changeKept(path, clock, (all) =>
        isDeepStrictEqual(all.find(isSame), one) ? null : [...all.filter((other) => !isSame(other)), one].slice(-KEPT_MAX),
      );
    },
  };
}

/** Moves the memory of a profile to another name; null deletes it. Fails with `disk`, `locked` and `usage`. */
export async function moveMemory(configDir: string, from: string, to: string | null, clock: Clock): Promise<void> {
  const path = join(configDir, 'mappings.json');
  if ((await readKept(path)).every(({ profile }) => profile !== from && profile !== to)) return;
  await changeKept(path, clock, (all) => {
    // Tables that an earlier profile of the new name left are not its own.
    const others = all.filter(({ profile }) => profile !== to);
    return others.flatMap((one) => (one.profile !== from ? [one] : to === null ? [] : [{ ...one, profile: to }]));
  });
}

/** `change`: null leaves the file as it is. Two processes that write at the same time must not lose each other's tables. */
async function changeKept(path: string, clock: Clock, change: (all: readonly Kept[]) => Kept[] | null): Promise<void> {
  const lock = await lockFolder(`${path}.lock`, clock);
  try {
    const mappings = change(await readKept(path));
    if (mappings) await writePrivateFile(path, `${JSON.stringify({ schema: 'sales.mappings/1', mappings }, null, 1)}\n`);
  } finally {
    await lock.release();
  }
}

/** A rejects file has the header of its input, and three columns more. */
function fingerprintOf(header: readonly string[], kind: UploadKind): string {
  const names = header.filter((name) => !isRejectName(name)).map((name) => name.trim());
  return createHash('sha256')
    .update(JSON.stringify(kind === 'Sales' ? names : [kind, names]))
    .digest('hex')
    .slice(0, 32);
}

async function readKept(path: string): Promise<Kept[]> {
  const text = await readTextFile(path);
  if (text === null) return [];
  try {
    const { schema, mappings } = JSON.parse(text) as { schema: string; mappings: Kept[] };
    if (schema === 'sales.mappings/1' && Array.isArray(mappings) && mappings.every(isKept)) return mappings.map(withReading);
  } catch {
    // Told below.
  }
  throw new SalesError('usage', `${path} was not written by sales.`, { hint: ['Move it away, or go on without it: ', ['--no-remember']] });
}

function isKept(one: unknown): boolean {
  if (typeof one !== 'object' || one === null) return false;
  const { profile, fingerprint, on, rules } = one as Record<string, unknown>;
  const isRules =
    typeof rules === 'object' &&
    rules !== null &&
    ['columns', 'constants', 'values', 'leaveOut', 'extra'].every((name) => Object.hasOwn(rules, name));
  return [profile, fingerprint, on].every((text) => typeof text === 'string') && isRules;
}

/** What made an earlier version take a column as the amount: it stays the amount, and others are not compared with it any more. */
const formerRelations = ['sum', 'largest', 'only'];

/**
 * Versions that kept only what the user said wrote neither how values were read nor what the columns were. Where one took columns as one for
 * reasons that are none any more, what they are is asked anew.
 */
function withReading(one: Kept): Kept {
  const kept = { ...{ reading: {}, mapping: null, byContent: [], agreements: [], written: {} }, ...one };
  const agreements = kept.agreements.filter(({ is }) => !formerRelations.includes(is));
  const isKnown = agreements.every(({ is, column }) => relations.includes(is) && typeof column === 'number');
  return isKnown ? { ...kept, agreements } : { ...kept, mapping: null, byContent: [], agreements: [] };
}
