/** `sales where`: where the money of one sale is, in one sentence. */
import { Command } from 'commander';
import type { SalesApi } from '../../client/http/api.js';
import { asToldBy, SalesError } from '../../contract/problem.js';
import type { SettlementRecord } from '../../contract/records.js';
import type { Run } from '../flags/run.js';
import { readSettings } from '../settings/config.js';
import { withApi } from '../settings/connect.js';
import { typedId, wholeId } from '../settings/shown-rows.js';
import { showWhere, type Whereabouts } from '../views/where-view.js';

export function commandOf(run: Run): Command {
  return new Command('where')
    .description(
      'Say where the money of one sale is: what it was sold for, by whom it was paid, in which payout and when. Or why it is not paid.',
    )
    .argument('<id>', 'of a sale; or the last eight characters of one that was listed last', typedId)
    .action(async (given: string, _flags: unknown, command: Command) => {
      const id = await wholeId(await readSettings(command, run.host), given);
      await showWhere(await withApi(command, run, (api) => whereabouts(api, id)), run);
    });
}

/** Fails with `notFound` where there is no such sale. */
async function whereabouts(api: SalesApi, id: string): Promise<Whereabouts> {
  const sale = await api.get(id).catch(asToldBy('notFound', () => noSale(id)));
  const told = await api.ask('explainMatch', { query: { transactionId: id } });
  const isPaid = sale.transactionMatchState === 'Match' && told.matchId !== null;
  if (!isPaid) return { sale, why: told, paid: null };
  const match = await api.ask('getMatch', { path: { id: told.matchId as string } });
  const { records, recordsCount, salesCount, itemsHidden, chargebacks } = match;
  const payouts = [];
  for (const { recordId, payoutDate, payoutId, acquirerId, merchantId } of paidOut(records)) {
    const date = payoutDate ?? (await api.ask('getPayout', { path: { id: recordId } })).date;
    payouts.push({ payoutId: payoutId as string, acquirerId, merchantId, date });
  }
  return { sale, why: null, paid: { salesCount, recordsCount, itemsHidden, records, chargebacks, payouts } };
}

function noSale(id: string): SalesError {
  return new SalesError('notFound', `There is no sale ${id}.`, {
    hint: [['sales', 'list'], ' shows the ids of sales; ', ['sales', 'match', 'why'], ' tells of settlement records'],
  });
}

/** A record of each payout. */
function paidOut(records: readonly SettlementRecord[]): SettlementRecord[] {
  const named = records.filter(({ payoutId }) => payoutId !== null);
  return [...new Map(named.map((record) => [JSON.stringify([record.payoutId, record.acquirerId, record.merchantId]), record])).values()];
}
