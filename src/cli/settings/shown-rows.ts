/**
 * The ids of the rows that this machine showed last, kept with the profile: on a narrow terminal only their last characters are shown, and
 * `sales get` finds them by those. It is a help and no record: where it cannot be kept, it is not.
 */
import { join } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { readTextFile, writePrivateFile } from '../../client/machine/private-file.js';
import { orNull, SalesError } from '../../contract/problem.js';
import { isUuid } from '../../contract/uuid.js';
import type { Settings } from './config.js';

type InProfile = Pick<Settings, 'configDir' | 'profile'>;

/** Number of ids that are kept: two of the largest pages. */
export const shownIdsMax = 1_000;
/** The part of an id that a narrow terminal shows. */
const shortId = /^[0-9a-f]{8}$/i;

/** An id as it was typed, in whole or its last characters. Fails with commander's InvalidArgumentError. */
export function typedId(text: string): string {
  if (shortId.test(text) || isUuid(text)) return text.toLowerCase();
  throw new InvalidArgumentError('It must be a UUID, or the last eight characters of one that was listed last.');
}

const pathOf = (configDir: string) => join(configDir, 'shown-rows.json');

/** Keeps the ids as those that were shown last. */
export async function keepShown({ configDir, profile }: InProfile, ids: readonly string[]): Promise<void> {
  await writeShown(configDir, { ...(await readShown(configDir)), [profile.value]: ids }).catch(orNull());
}

/** What was shown of a profile is kept under another name from now on; null: no longer. */
export async function moveShown(configDir: string, from: string, to: string | null): Promise<void> {
  const { [from]: ids, ...others } = await readShown(configDir);
  if (ids === undefined) return;
  await writeShown(configDir, to === null ? others : { ...others, [to]: ids });
}

/** The whole id of a row that was shown last; one that is whole already as it is. Fails with `usage` where none or several end so. */
export async function wholeId({ configDir, profile }: InProfile, id: string): Promise<string> {
  if (!shortId.test(id)) return id;
  const shown = (await readShown(configDir))[profile.value] ?? [];
  const found = shown.filter((one) => one.endsWith(id));
  const [first, second] = found;
  if (first !== undefined && second === undefined) return first;
  if (first !== undefined)
    throw new SalesError('usage', `Several of the rows that were shown last end with ${id}.`, {
      hint: `Give one of them whole: ${found.join(', ')}`,
    });
  throw new SalesError('usage', `None of the rows that were shown last ends with ${id}.`, {
    hint: [
      'Give the whole id; ',
      ['sales', 'list'],
      ', or ',
      ['sales', 'list', '--settlement'],
      ' for records, shows it, also on a narrow terminal with --json',
    ],
  });
}

function writeShown(configDir: string, rows: Record<string, readonly string[]>): Promise<void> {
  return writePrivateFile(pathOf(configDir), `${JSON.stringify({ schema: 'sales.shownRows/1', rows })}\n`);
}

async function readShown(configDir: string): Promise<Record<string, string[]>> {
  const text = await readTextFile(pathOf(configDir)).catch(() => null);
  if (text === null) return {};
  try {
    const { schema, rows } = JSON.parse(text) as { schema: string; rows: Record<string, string[]> };
    const isRight =
      schema === 'sales.shownRows/1' && Object.values(rows).every((ids) => Array.isArray(ids) && ids.every((id) => typeof id === 'string'));
    return isRight ? rows : {};
  } catch {
    return {};
  }
}
