/** `sales get`: transactions in detail. */
import { Command } from 'commander';
import type { SalesApi } from '../../client/api.js';
import { maskCardField } from '../../contract/card-number.js';
import type { TransactionHistory } from '../../contract/history.js';
import { SalesError } from '../../contract/problem.js';
import type { TransactionDetail } from '../../contract/transaction.js';
import { withApi } from '../connect.js';
import { uuid } from '../global-flags.js';
import type { Output } from '../output.js';
import type { Run } from '../run.js';

export function getCommand(run: Run): Command {
  return new Command('get')
    .description('Show transactions in detail, with their additional data and why they are in their state.')
    .argument('<id...>', 'transaction ids', (text: string, before: string[] = []) => [...before, uuid(text)])
    .option('--history', 'what became of them: when, from which states to which, why, by whom')
    .action(async (ids: string[], { history }: { history?: boolean }, command: Command) => {
      if (history) return showHistories(ids, command, run);
      const { found, missing } = await withApi(command, run, (api) => fetchAll(ids, api));
      show(found, run.output);
      if (missing.length > 0) {
        throw new SalesError('notFound', `Not found: ${missing.join(', ')}`, { hint: 'sales list shows the ids that there are' });
      }
    });
}

async function showHistories(ids: string[], command: Command, run: Run): Promise<void> {
  const { output } = run;
  const histories = await withApi(command, run, async (api) => {
    const all: (TransactionHistory & { transactionId: string })[] = [];
    for (const transactionId of ids) all.push({ transactionId, ...(await api.history(transactionId)) });
    return all;
  });
  if (output.flags.json) return output.document({ schema: 'sales.history/1', transactions: histories });
  for (const { transactionId, items } of histories) {
    output.text(transactionId, 'bold');
    for (const { at, from, to, reason, by } of items) {
      const change = to
        ? `${from ? `${from.transactionState} ${from.transactionMatchState} -> ` : ''}${to.transactionState} ${to.transactionMatchState}`
        : '';
      output.text(`  ${at}  ${reason} by ${by}${change ? `   ${change}` : ''}`);
    }
  }
}

async function fetchAll(ids: string[], api: SalesApi): Promise<{ found: TransactionDetail[]; missing: string[] }> {
  const found: TransactionDetail[] = [];
  const missing: string[] = [];
  for (const id of ids) {
    try {
      found.push(await api.get(id));
    } catch (error) {
      if (!(error instanceof SalesError) || error.code !== 'notFound') throw error;
      missing.push(id);
    }
  }
  return { found, missing };
}

function show(transactions: TransactionDetail[], output: Output): void {
  if (output.flags.json) {
    output.document({ schema: 'sales.get/1', transactions });
    return;
  }
  for (const [index, transaction] of transactions.entries()) {
    if (index > 0) output.text('');
    for (const [field, value] of Object.entries(transaction)) {
      if (value === null || (Array.isArray(value) && value.length === 0)) continue;
      if (field === 'additionalData') for (const item of transaction.additionalData) line(output, item.key, item.value, 'additionalData');
      else if (field === 'cardNumberMasked') line(output, field, maskCardField(String(value)));
      else line(output, field, Array.isArray(value) ? value.join(', ') : String(value));
    }
  }
}

function line(output: Output, name: string, value: string, group?: string): void {
  output.text(`${(group ? `${group}.${name}` : name).padEnd(27)} ${value}`);
}
