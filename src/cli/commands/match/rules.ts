/** `sales match rules`: the settings of matching, shown and replaced as one document. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Command } from 'commander';
import type { MatchSettingsInUse } from '../../../contract/match-settings.js';
import { SalesError } from '../../../contract/problem.js';
import type { Hint } from '../../../contract/remedy.js';
import type { Run } from '../../flags/run.js';
import { withApi } from '../../settings/connect.js';
import { count } from '../../views/input-view.js';
import { showRules } from '../../views/match-views.js';

export function rulesCommand(run: Run): Command {
  const rules = new Command('rules')
    .description('Show the rules of matching in their order, and the other settings. Needs the role Admin.')
    .action((_flags: unknown, command: Command) => show(command, run));
  rules
    .command('show')
    .description('Show them; with --json as the file that set takes.')
    .action((_flags: unknown, command: Command) => show(command, run));
  rules
    .command('set')
    .description('Replace them by those of a JSON file, as show --json prints it. What is left out gets its default.')
    .argument('<file>', 'JSON with the settings')
    .option('--dry-run', 'check the file and change nothing')
    .action((file: string, flags: { dryRun?: boolean }, command: Command) => set(file, flags.dryRun ?? false, command, run));
  return rules;
}

async function show(command: Command, run: Run): Promise<void> {
  const settings = await withApi(command, run, ({ matching }) => matching.settings());
  if (run.output.flags.json) run.output.document({ schema: 'sales.rules/1', settings });
  else showRules(settings, run);
}

async function set(file: string, isDryRun: boolean, command: Command, run: Run): Promise<void> {
  const given = await settingsIn(file, run);
  const { output } = run;
  const settings = await withApi(command, run, async ({ matching }) => {
    const now = await matching.settings();
    // A file that was shown says of which version it was; what somebody has changed since is not overwritten.
    const version = typeof given.version === 'number' ? given.version : now.version;
    return matching.changeSettings(toSend(given, now), version, isDryRun);
  });
  if (output.flags.json) return output.document({ schema: 'sales.rules/1', settings });
  const rules = settings.ownRules ? count(settings.rules.length, 'rule') : 'the rules that work at once';
  if (isDryRun) output.message('OK', `${file} can be used, with ${rules}. Nothing is changed.`, 'green');
  else output.message('OK', `The settings are changed: version ${settings.version}, with ${rules}.`, 'green');
}

type GivenSettings = Record<string, unknown>;

/** What a file has, bare or as a document. What is wrong with it otherwise, the server says. */
async function settingsIn(file: string, { host }: Run): Promise<GivenSettings> {
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
function toSend({ version, ownRules, ...settings }: GivenSettings, now: MatchSettingsInUse): GivenSettings {
  const { rules, ...others } = settings;
  return !now.ownRules && isDeepStrictEqual(rules, now.rules) ? others : settings;
}
