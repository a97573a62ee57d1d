/** `sales match why`: why a sale or a settlement record is matched, proposed or open; or what a match consists of. */
import { Command } from 'commander';
import type { SalesApi } from '../../../client/http/api.js';
import type { Explanation, MatchDetail } from '../../../contract/matches.js';
import { orNull, SalesError } from '../../../contract/problem.js';
import type { Run } from '../../flags/run.js';
import { readSettings } from '../../settings/config.js';
import { withApi } from '../../settings/connect.js';
import { typedId, wholeId } from '../../settings/shown-rows.js';
import { showExplanation, showMatch } from '../../views/match-views.js';

export function whyCommand(run: Run): Command {
  return new Command('why')
    .description(
      'Show why a sale or a settlement record is matched, proposed or open, and compare it with the rows that it is about; of a match, its rows.',
    )
    .argument('<id>', 'of a sale, a record or a match; or the last eight characters of one that was listed last', typedId)
    .action(async (given: string, _flags: unknown, command: Command) => {
      const id = await wholeId(await readSettings(command, run.host), given);
      const found = await withApi(command, run, (api) => find(api, id));
      const { output } = run;
      if ('explanation' in found) {
        if (output.flags.json) output.document({ schema: 'sales.why/1', explanation: found.explanation });
        else showExplanation(found.explanation, run);
      } else if (output.flags.json) output.document({ schema: 'sales.match/1', match: found.match });
      else showMatch(found.match, run);
    });
}

/** What has this id, of whatever kind it is. Fails with `notFound`. */
async function find(api: SalesApi, id: string): Promise<{ explanation: Explanation } | { match: MatchDetail }> {
  const explain = (query: { transactionId: string } | { recordId: string }) => api.ask('explainMatch', { query }).catch(orNull('notFound'));
  const explanation = (await explain({ transactionId: id })) ?? (await explain({ recordId: id }));
  if (explanation) return { explanation };
  const match = await api.ask('getMatch', { path: { id } }).catch(orNull('notFound'));
  if (match) return { match };
  throw new SalesError('notFound', `There is no sale, record or match ${id}.`, {
    hint: [['sales', 'list'], ', or ', ['sales', 'list', '--settlement'], ' for records, shows the ids that there are'],
  });
}
