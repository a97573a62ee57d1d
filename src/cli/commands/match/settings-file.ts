/** Settings of matching in a file, as `sales match settings show --json` prints them. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { SalesError } from '../../../contract/problem.js';
import type { Hint } from '../../../contract/remedy.js';
import type { Run } from '../../flags/run.js';

type GivenSettings = Record<string, unknown>;

/** What a file has, bare or as a document. What is wrong with it otherwise, the server says. */
export async function settingsIn(file: string, { host }: Run): Promise<GivenSettings> {
  const hint: Hint = [['sales', 'match', 'settings', 'show', '--json'], ' prints the settings that there are'];
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
