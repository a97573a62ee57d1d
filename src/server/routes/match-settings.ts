/** getMatchSettings, changeMatchSettings: how the tenant's rows are matched. For an Admin of the whole tenant. */
import { MatchSettings, type MatchSettingsInUse, readMatchSettings } from '../../contract/match-settings.js';
import type { operations } from '../../contract/operations.js';
import { SalesError } from '../../contract/problem.js';
import { parseJson } from '../../importing/request/request-json.js';
import { defaultRules } from '../../matching/default-rules.js';
import { settingsFaults } from '../../matching/rule-faults.js';
import type { KeptMatchSettings } from '../../store/match-lists.js';
import { mustBeWhole } from '../access/tenancy.js';
import type { Handler, Reply } from '../http/operation.js';

type SettingsReply = Reply<typeof operations.getMatchSettings>;

export const getMatchSettings: Handler<typeof operations.getMatchSettings> = async (_input, scope) => {
  mustBeWhole(scope);
  return replyOf(await scope.tenant.matchSettings());
};

/** Fails with `validation` by the path of each fault, with `preconditionFailed` where they have changed since they were read. */
export const changeMatchSettings: Handler<typeof operations.changeMatchSettings> = async ({ query, body, version, from }, scope) => {
  const { tenant, user } = scope;
  mustBeWhole(scope);
  const settings = settingsIn(parseJson(body));
  const before = version as number;
  const isDryRun = query.dryRun === 'true';
  const found = isDryRun
    ? (await tenant.matchSettings()).version
    : await tenant.changeMatchSettings({ version: before, settings, by: user.name, from });
  if (found !== before) {
    throw new SalesError('preconditionFailed', `The settings have been changed meanwhile, to version ${found}: read them again.`);
  }
  return replyOf({ version: isDryRun ? before : before + 1, settings });
};

/** Fails with `validation`. */
export function settingsIn(json: unknown): MatchSettings {
  const reading = readMatchSettings(json);
  const faults = 'faults' in reading ? reading.faults : settingsFaults(reading.settings);
  if ('faults' in reading || Object.keys(faults).length > 0) throw new SalesError('validation', undefined, { errors: faults });
  return reading.settings;
}

function replyOf({ version, settings }: KeptMatchSettings): SettingsReply {
  const { rules, ...others } = settings ?? MatchSettings.parse({});
  const body: MatchSettingsInUse = { version, ownRules: rules !== undefined, ...others, rules: rules ?? [...defaultRules] };
  return { body, headers: { etag: `"${version}"` } };
}
