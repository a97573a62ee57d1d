/** `sales payout`: one payout with its parts, which lead from what was sold to what was paid. */
import { Command } from 'commander';
import type { SalesApi } from '../../client/http/api.js';
import { asToldBy, SalesError } from '../../contract/problem.js';
import { isUuid } from '../../contract/uuid.js';
import type { Run } from '../flags/run.js';
import { withApi } from '../settings/connect.js';
import { wholeId } from '../settings/shown-rows.js';
import { showPayout } from '../views/payouts-view.js';

export function commandOf(run: Run): Command {
  return new Command('payout')
    .description(
      'Show one payout: payments, refunds, chargebacks, fees and whatever else its lines are, and whether they come to what was paid.',
    )
    .argument(
      '<id>',
      'its payoutId; or the id of one of its settlement records, or the last eight characters of a payout that was listed last',
    )
    .action(async (given: string, _flags: unknown, command: Command) => {
      const payout = await withApi(command, run, async (api, { settings }) => {
        const id = isUuid(given) ? given : ((await idOf(api, given)) ?? (await wholeId(settings, given.toLowerCase())));
        if (!isUuid(id)) throw noPayout(given);
        return api.ask('getPayout', { path: { id } }).catch(asToldBy('notFound', () => noPayout(given)));
      });
      if (run.output.flags.json) run.output.document({ schema: 'sales.payout/1', payout });
      else showPayout(payout, run);
    });
}

/** The id of the payout that an account calls so; null where none does. Fails with `usage` where several do. */
async function idOf(api: SalesApi, payoutId: string): Promise<string | null> {
  const { items } = await api.ask('listPayouts', { query: { payoutId, pageSize: 10, pageNumber: 1 } });
  if (items.length < 2) return items[0]?.id ?? null;
  const found = items.map(({ id, acquirerId, merchantId, currency }) => [id, acquirerId, merchantId, currency].filter(Boolean).join(' '));
  throw new SalesError('usage', `Several accounts have a payout ${payoutId}.`, { hint: `Give the id of one: ${found.join(', ')}` });
}

function noPayout(given: string): SalesError {
  return new SalesError('notFound', `There is no payout ${given}.`, { hint: [['sales', 'payouts'], ' shows those that there are'] });
}
