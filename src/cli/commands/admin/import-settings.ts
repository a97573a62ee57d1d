/** Settings of an import configuration as people give them: a file of JSON, and `setting=value` words. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type ImportSettings, importSettingsDefault, readImportSettings } from '../../../contract/import-configuration.js';
import { SalesError } from '../../../contract/problem.js';
import type { Hint } from '../../../contract/remedy.js';
import type { Run } from '../../flags/run.js';

const help: Hint = [['sales', 'admin', 'import-config', 'show', 'NAME'], ' prints the settings that there are'];

/** The settings of a file; the defaults without one. Fails with `usage`. */
export async function settingsFile(file: string | undefined, { host }: Run): Promise<ImportSettings> {
  if (file === undefined) return importSettingsDefault;
  let json: unknown;
  try {
    json = JSON.parse(await readFile(resolve(host.cwd(), file), 'utf8'));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new SalesError('usage', `${file} ${code ? `cannot be read: ${code}` : `is not JSON: ${message}`}.`, { hint: help, cause: error });
  }
  return checked(json, `The settings in ${file} cannot be used.`);
}

/** `base` with what `words` change in it. Fails with `usage`. */
export function withSettings(base: ImportSettings, words: readonly string[]): ImportSettings {
  if (words.length === 0) return base;
  const changes = words.map((word) => {
    const at = word.indexOf('=');
    if (at < 1) throw new SalesError('usage', `"${word}" is not of the form setting=value.`, { hint: help });
    const name = word.slice(0, at);
    return [name, settingValue(name, word.slice(at + 1))];
  });
  return checked({ ...base, ...Object.fromEntries(changes) }, 'The settings cannot be used.');
}

/** Lists whose default is a word. */
const orLists = new Map([['duplicateKey', 'identity']]);

/** As the setting's default is written; what is none of its kind is left to the schema. */
function settingValue(name: string, text: string): unknown {
  const byDefault = importSettingsDefault[name as keyof ImportSettings];
  if (orLists.get(name) === text) return text;
  if (Array.isArray(byDefault) || orLists.has(name)) return text === '' ? [] : text.split(',').map((word) => word.trim());
  if (typeof byDefault === 'boolean') return text === 'true' || text === 'false' ? text === 'true' : text;
  if (byDefault === null && /^-?\d+(?:\.\d+)?$/.test(text)) return Number(text);
  return byDefault === null && (text === '' || text === 'null') ? null : text;
}

function checked(json: unknown, message: string): ImportSettings {
  const reading = readImportSettings(json);
  if ('faults' in reading) throw new SalesError('usage', message, { errors: reading.faults, hint: help });
  return reading.data;
}
