/** getMatchSettings, changeMatchSettings, suggestMatchSettings: how the tenant's rows are matched. */
import { MatchSettings, readMatchSettings } from '../../contract/match-settings.js';
import type { MatchRun } from '../../contract/matches.js';
import { rightOf, SalesError } from '../../contract/problem.js';
import { parseJson } from '../../importing/request/request-json.js';
import type { KeptMatchSettings } from '../../store/access/match-settings.js';
import type { Handler, Reply } from '../http/operation.js';

type SettingsReply = Reply<'getMatchSettings'>;

export const getMatchSettings: Handler<'getMatchSettings'> = async (_input, { tenant }) => replyOf(await tenant.matchSettings());

/** Fails with `running` where another one, or a dry run, is under way. */
export const suggestMatchSettings: Handler<'suggestMatchSettings'> = async ({ query, inTurn }, { tenant }) => {
  const { state, settingsVersion } = JSON.parse(await tenant.search('getMatchRun', query, inTurn)) as MatchRun;
  if (state === 'None') return { body: { settingsVersion, suggestions: [], learnt: [] } };
  if (!tenant.suggestions) throw new SalesError('unavailable', 'This server has no thread that could look at the rows.');
  return { body: { settingsVersion, ...(await tenant.suggestions()) } };
};

/** Fails with `validation` by the path of each fault, with `preconditionFailed` where they have changed since they were read. */
export const changeMatchSettings: Handler<'changeMatchSettings'> = async ({ query, body, version, from }, { tenant, user }) => {
  const settings = rightOf(readMatchSettings(parseJson(body)));
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

function replyOf({ version, settings }: KeptMatchSettings): SettingsReply {
  return { body: { version, ...(settings ?? MatchSettings.parse({})) }, headers: { etag: `"${version}"` } };
}
