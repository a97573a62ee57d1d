/** `sales get`: transactions in detail. */
import { Command } from 'commander';
import type { SalesApi } from '../../client/http/api.js';
import { listJobs } from '../../client/journal/job-folders.js';
import type { TransactionHistory } from '../../contract/history.js';
import { SalesError } from '../../contract/problem.js';
import type { TransactionDetail } from '../../contract/transaction.js';
import { originOf, type RowOrigin } from '../../jobs/row-origin.js';
import { uuid } from '../flags/global-flags.js';
import type { Run } from '../flags/run.js';
import { readSettings } from '../settings/config.js';
import { withApi } from '../settings/connect.js';
import { shortId, wholeId } from '../settings/shown-rows.js';
import type { Output } from '../terminal/output.js';
import { amountText } from '../views/amount-cells.js';
import { withoutCard } from '../views/export-view.js';

export function getCommand(run: Run): Command {
  return new Command('get')
    .description('Show transactions in detail, with their additional data and the reason for their state.')
    .argument(
      '<id...>',
      'transaction ids, or the last eight characters of one that was listed last',
      (text: string, before: string[] = []) => [...before, shortId.test(text) ? text : uuid(text)],
    )
    .option('--history', 'how their states changed: when, from what to what, why, by whom')
    .action(async (given: string[], { history }: { history?: boolean }, command: Command) => {
      const { configDir, profile } = await readSettings(command, run.host);
      const ids = await Promise.all(given.map((id) => wholeId(configDir, profile.value, id)));
      const missing = await withApi(command, run, async (api) => {
        if (history) return showHistories(await fetchAll(ids, (id) => api.history(id)), run.output);
        const fetched = await fetchAll(ids, (id) => api.get(id));
        return show(fetched, await originsOf(fetched, api, run), run.output);
      });
      if (missing.length > 0) {
        throw new SalesError('notFound', `Not found: ${missing.join(', ')}`, { hint: [{ do: 'list' }, ' shows the ids that there are'] });
      }
    });
}

interface Origin extends RowOrigin {
  transactionId: string;
}

/** Where those came from that this machine sent. Nothing where the server, or what is left of the job, cannot tell. */
async function originsOf({ found }: Fetched<TransactionDetail>, api: Pick<SalesApi, 'history'>, { host }: Run): Promise<Origin[]> {
  const jobsDir = await host.jobsDir();
  if (found.length === 0 || (await listJobs(jobsDir)).length === 0) return [];
  const origins: Origin[] = [];
  for (const { thing } of found) {
    const { transactionId } = thing;
    try {
      const { uploadId, index } = await api.history(transactionId);
      const origin = uploadId === undefined || index === undefined ? null : await originOf(jobsDir, uploadId, index);
      if (origin) origins.push({ transactionId, ...origin });
    } catch (error) {
      if (!(error instanceof SalesError)) throw error;
    }
  }
  return origins;
}

/** What was found of each id, and the ids of which there is nothing. */
interface Fetched<Thing> {
  found: { id: string; thing: Thing }[];
  missing: string[];
}

async function fetchAll<Thing>(ids: string[], fetch: (id: string) => Promise<Thing>): Promise<Fetched<Thing>> {
  const fetched: Fetched<Thing> = { found: [], missing: [] };
  for (const id of ids) {
    try {
      fetched.found.push({ id, thing: await fetch(id) });
    } catch (error) {
      if (!(error instanceof SalesError) || error.code !== 'notFound') throw error;
      fetched.missing.push(id);
    }
  }
  return fetched;
}

/** Shows what was found, and gives the ids of what was not. */
function showHistories({ found, missing }: Fetched<TransactionHistory>, output: Output): string[] {
  const transactions = found.map(({ id, thing }) => ({ transactionId: id.toLowerCase(), ...thing }));
  if (output.flags.json) output.document({ schema: 'sales.history/1', transactions });
  else {
    for (const { transactionId, items } of transactions) {
      output.text(transactionId, 'bold');
      for (const { at, from, to, reason, by } of items) {
        const change = to ? `   ${from ? `${statesText(from)} -> ` : ''}${statesText(to)}` : '';
        output.text(`  ${at}  ${reason} by ${by}${change}`);
      }
    }
  }
  return missing;
}

function statesText({
  transactionState,
  transactionMatchState,
}: Pick<TransactionDetail, 'transactionState' | 'transactionMatchState'>): string {
  return `${transactionState} ${transactionMatchState}`;
}

function show({ found, missing }: Fetched<TransactionDetail>, origins: readonly Origin[], output: Output): string[] {
  const transactions = found.map(({ thing }) => withoutCard(thing));
  if (output.flags.json) {
    output.document({ schema: 'sales.get/1', transactions, origins });
    return missing;
  }
  for (const [index, transaction] of transactions.entries()) {
    if (index > 0) output.text('');
    for (const [field, value] of Object.entries(transaction)) {
      if (value === null || (Array.isArray(value) && value.length === 0)) continue;
      if (field === 'additionalData') for (const item of transaction.additionalData) line(output, item.key, item.value, 'additionalData');
      else if (field === 'amount') line(output, field, amountText(transaction.amount, transaction.currency));
      else line(output, field, Array.isArray(value) ? value.join(', ') : String(value));
    }
    const origin = origins.find(({ transactionId }) => transactionId === transaction.transactionId);
    if (origin) line(output, 'sent from', `${origin.file}${origin.line === null ? '' : ` line ${origin.line}`}, job ${origin.job}`);
  }
  return missing;
}

function line(output: Output, name: string, value: string, group?: string): void {
  output.text(`${(group ? `${group}.${name}` : name).padEnd(27)} ${value}`);
}
