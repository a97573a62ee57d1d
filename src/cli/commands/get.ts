/** `sales get`: transactions, or settlement records, in detail. */
import { Command } from 'commander';
import { type AnyRowsApi, ofEitherKind, rowsApi, type SalesApi } from '../../client/http/api.js';
import { listJobs } from '../../client/journal/job-folders.js';
import type { TransactionHistory } from '../../contract/history.js';
import { orNull, SalesError } from '../../contract/problem.js';
import type { SettlementRecordDetail } from '../../contract/records.js';
import { idOf, rowMembers, type UploadKind } from '../../contract/states.js';
import type { TransactionDetail } from '../../contract/transaction.js';
import { originOf, type RowOrigin } from '../../jobs/row-origin.js';
import type { Run } from '../flags/run.js';
import { readSettings } from '../settings/config.js';
import { withApi } from '../settings/connect.js';
import { typedId, wholeId } from '../settings/shown-rows.js';
import type { Output } from '../terminal/output.js';
import { amountText } from '../views/amount-cells.js';
import { withoutCard } from '../views/export-view.js';
import { type ItemColumn, showTable } from '../views/table-view.js';

export function commandOf(run: Run): Command {
  return new Command('get')
    .description('Show transactions, or settlement records, in detail, with their additional data and the reason for their state.')
    .argument(
      '<id...>',
      'ids of transactions or records, or the last eight characters of one that was listed last',
      (text: string, before: string[] = []) => [...before, typedId(text)],
    )
    .option('--history', 'how their states changed: when, from what to what, why, by whom')
    .action(async (given: string[], { history }: { history?: boolean }, command: Command) => {
      const settings = await readSettings(command, run.host);
      const ids = await Promise.all(given.map((id) => wholeId(settings, id)));
      const missing = await withApi(command, run, async (api) => {
        if (history) return showHistories(await fetchAll(ids, api, (rows, id) => rows.history(id)), run);
        const fetched = await fetchAll(ids, api, (rows, id) => rows.get(id));
        return show(fetched, await originsOf(fetched, api, run), run.output);
      });
      if (missing.length > 0) {
        throw new SalesError('notFound', `Not found: ${missing.join(', ')}`, {
          hint: [['sales', 'list'], ', or ', ['sales', 'list', '--settlement'], ' for records, shows the ids that there are'],
        });
      }
    });
}

type DetailOfRow = TransactionDetail | SettlementRecordDetail;

interface Origin {
  id: string;
  kind: UploadKind;
  from: RowOrigin;
}

/** Where those came from that this machine sent. Nothing where the server, or what is left of the job, cannot tell. */
async function originsOf({ found }: Fetched<DetailOfRow>, api: SalesApi, { host }: Run): Promise<Origin[]> {
  const jobsDir = await host.jobsDir();
  if (found.length === 0 || (await listJobs(jobsDir)).length === 0) return [];
  const origins: Origin[] = [];
  for (const { kind, thing } of found) {
    const id = idOf(thing);
    const { uploadId, index } = (await rowsApi(api, kind).history(id).catch(orNull())) ?? {};
    const from = uploadId === undefined || index === undefined ? null : await originOf(jobsDir, uploadId, index).catch(orNull());
    if (from) origins.push({ id, kind, from });
  }
  return origins;
}

/** What was found of each id, and the ids of which there is nothing. */
interface Fetched<Thing> {
  found: { id: string; kind: UploadKind; thing: Thing }[];
  missing: string[];
}

async function fetchAll<Thing>(
  ids: string[],
  api: SalesApi,
  fetch: (rows: AnyRowsApi, id: string) => Promise<Thing>,
): Promise<Fetched<Thing>> {
  const fetched: Fetched<Thing> = { found: [], missing: [] };
  for (const id of ids) {
    const found = await ofEitherKind(api, async (rows, kind) => ({ id, kind, thing: await fetch(rows, id) })).catch(orNull('notFound'));
    if (found) fetched.found.push(found);
    else fetched.missing.push(id);
  }
  return fetched;
}

const historyColumns: readonly ItemColumn<TransactionHistory['items'][number]>[] = [
  { title: 'at', instant: true, cell: ({ at }) => at },
  { title: 'from', dropped: 2, cell: ({ from }) => statesText(from) },
  { title: 'to', cell: ({ to }) => statesText(to) },
  { title: 'reason', cell: ({ reason }) => reason },
  { title: 'by', dropped: 1, cell: ({ by }) => by },
];

/** Shows what was found, the newest change first, and gives the ids of what was not. */
function showHistories({ found, missing }: Fetched<TransactionHistory>, run: Run): string[] {
  const { output } = run;
  if (output.flags.json) {
    const of = (wanted: UploadKind) => found.filter(({ kind }) => kind === wanted);
    const transactions = of('Sales').map(({ id, thing }) => ({ transactionId: id.toLowerCase(), ...thing }));
    const records = of('Settlement').map(({ id, thing }) => ({ recordId: id.toLowerCase(), ...thing }));
    output.document({ schema: 'sales.history/1', transactions, ...(records.length > 0 && { records }) });
    return missing;
  }
  for (const { id, thing } of found) {
    output.text(id.toLowerCase(), 'bold');
    showTable(historyColumns, thing.items.toReversed(), run);
  }
  return missing;
}

function statesText(states: Pick<TransactionDetail, 'transactionState' | 'transactionMatchState'> | null): string {
  return states ? `${states.transactionState} ${states.transactionMatchState}` : '';
}

function show({ found, missing }: Fetched<DetailOfRow>, origins: readonly Origin[], output: Output): string[] {
  const rows = found.map(({ thing }) => withoutCard(thing));
  if (output.flags.json) {
    const transactions = rows.filter((row) => 'transactionId' in row);
    const records = rows.filter((row) => 'recordId' in row);
    const told = origins.map(({ id, kind, from }) => ({ [rowMembers[kind].id]: id, ...from }));
    output.document({ schema: 'sales.get/1', transactions, ...(records.length > 0 && { records }), origins: told });
    return missing;
  }
  for (const [index, row] of rows.entries()) {
    if (index > 0) output.text('');
    for (const [field, value] of Object.entries(row)) {
      if (value === null || (Array.isArray(value) && value.length === 0)) continue;
      if (field === 'additionalData') for (const item of row.additionalData) line(output, item.key, item.value, 'additionalData');
      else if (field === 'amount') line(output, field, amountText(row.amount, row.currency));
      else line(output, field, Array.isArray(value) ? value.join(', ') : String(value));
    }
    const from = origins.find(({ id }) => id === idOf(row))?.from;
    if (from) line(output, 'sent from', `${from.file}${from.line === null ? '' : ` line ${from.line}`}, job ${from.job}`);
  }
  return missing;
}

function line(output: Output, name: string, value: string, group?: string): void {
  output.text(`${(group ? `${group}.${name}` : name).padEnd(27)} ${value}`);
}
