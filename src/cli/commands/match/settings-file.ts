/** Settings of matching in a file, as `sales match rules show --json` prints them. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { MatchSettingsInUse } from '../../../contract/match-settings.js';
import { SalesError } from '../../../contract/problem.js';
import type { Hint } from '../../../contract/remedy.js';
import type { Run } from '../../flags/run.js';

export type GivenSettings = Record<string, unknown>;

/** What a file has, bare or as a document. What is wrong with it otherwise, the server says. */
export async function settingsIn(file: string, { host }: Run): Promise<GivenSettings> {
  const hint: Hint = [{ do: 'showMatchRules' }, ' prints the settings that there are'];
  let json: unknown;
  try {
    json = JSON.parse(await readFile(resolve(host.cwd(), file), 'utf8'));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const what = code === 'ENOENT' ? 'does not exist' : code ? `cannot be read: ${code}` : `is not JSON: ${message}`;
    throw new SalesError('usage', `${file} ${what}.`, { hint, cause: error });
  }
  const isObject = (value: unknown): value is GivenSettings => typeof value === 'object' && value !== null && !Array.isArray(value);
  const settings = isObject(json) && isObject(json.settings) ? json.settings : json;
  if (isObject(settings)) return settings;
  throw new SalesError('usage', `${file} has no settings: it must hold a JSON object.`, { hint });
}

/** Rules that work at once, and were only shown, stay those that work at once. */
export function toSend({ version, ownRules, ...settings }: GivenSettings, now: MatchSettingsInUse): GivenSettings {
  const { rules, ...others } = settings;
  return !now.ownRules && isDeepStrictEqual(rules, now.rules) ? others : settings;
}
