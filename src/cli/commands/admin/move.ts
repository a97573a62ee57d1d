/** `sales admin move`: the data of a directory into a PostgreSQL database, which several servers can serve from. */
import { join, resolve } from 'node:path';
import { Command, Option } from 'commander';
import { SalesError } from '../../../contract/problem.js';
import type { UploadKind } from '../../../contract/states.js';
import type { Moved, MoveProgress } from '../../../store/moving/move-data.js';
import type { DatabaseAddress } from '../../../store/postgres/database/address.js';
import { addressIn, type DatabaseFlags } from '../../flags/database-flags.js';
import type { Run } from '../../flags/run.js';
import { count } from '../../views/input-view.js';
import { withDataInHint } from './administer.js';

interface MoveFlags {
  to: string;
  finish?: boolean;
}

/** Where nobody asked for lines, a log is kept short. */
const LINE_EVERY_MS = 5_000;

export function moveCommand(run: Run): Command {
  return new Command('move')
    .description('Copy the data of a directory into a PostgreSQL database; with --finish, for good.')
    .addOption(new Option('--to <file>', 'file with the address of the role that owns the database').makeOptionMandatory())
    .addOption(new Option('--finish', 'copy what is left, compare both sides, and end serving from the directory'))
    .addHelpText(
      'after',
      '\nMake the database first: sales admin database create. Then run this as often as you like while the server\n' +
        'serves from the directory: each time it copies what is new or different. To change over, stop the server and\n' +
        'run it with --finish: it copies the rest and compares every row, match, sum and table, and the audit trail.\n' +
        'From then on the directory cannot be served from. It stays as it is, but what is uploaded afterwards is in\n' +
        'the database alone: there is no way back but a backup.',
    )
    .action((flags: MoveFlags, command: Command) => move(flags, command, run));
}

async function move({ to, finish = false }: MoveFlags, command: Command, run: Run): Promise<void> {
  const { data, database, databaseFile } = command.optsWithGlobals<DatabaseFlags & { data: string }>();
  if (database !== undefined || databaseFile !== undefined)
    throw new SalesError('usage', 'move takes the address of the database with --to, not with --database-file or --database.');
  const directory = resolve(run.host.cwd(), data);
  const address = await addressIn(to, '--to', command);
  process.umask(0o077);
  try {
    await moveInto(directory, address, finish, run);
  } catch (error) {
    throw withDataInHint(error, command);
  }
}

async function moveInto(directory: string, address: DatabaseAddress, finish: boolean, run: Run): Promise<void> {
  const { checkOwner } = await import('../../../store/postgres/database/node-check.js');
  const { shownAddress } = await import('../../../store/postgres/database/address.js');
  const { openMoveTarget } = await import('../../../store/postgres/moving/move-target.js');
  const { moveData } = await import('../../../store/moving/move-data.js');
  const { openMoveSource } = await import('../../../store/sqlite/administration/move-source.js');
  const shown = shownAddress(address);
  await checkOwner(address);
  const actor = `local:${await run.host.userName()}`;
  const source = await openMoveSource({ directory, actor, now: () => new Date(run.host.clock.nowMs()), finish, database: shown });
  const target = openMoveTarget(address);
  const progress = await openMoveProgress(run);
  try {
    const moved = await moveData(source, target, { finish, onProgress: progress.show });
    if (finish) await noteMoved(directory, shown, moved, run);
    progress.end();
    tell(moved, { directory, shown }, run);
  } finally {
    progress.end();
    await target.close();
    await source.close();
  }
}

/** From here on, nothing serves from the directory. */
async function noteMoved(directory: string, database: string, { uploads, transactions, records }: Moved, { host }: Run): Promise<void> {
  const { MOVED_FILE } = await import('../../../store/sqlite/database/presence.js');
  const { writeWhole } = await import('../../../server/tls/whole-file.js');
  const text = JSON.stringify({ at: new Date(host.clock.nowMs()).toISOString(), database, uploads, transactions, records });
  await writeWhole(join(directory, MOVED_FILE), `${text}\n`, 0o600);
}

async function openMoveProgress({ output, host }: Run): Promise<{ show: (progress: MoveProgress) => void; end: () => void }> {
  const spinner = await output.spinner();
  let shownMs = host.clock.nowMs();
  return {
    show: (progress) => {
      if (output.flags.progress === 'json') return output.progress(JSON.stringify(progress));
      const share = progress.all === 0 ? 100 : Math.floor((Math.min(progress.done, progress.all) * 100) / progress.all);
      const text = `${progress.phase === 'copying' ? 'Copying' : 'Comparing'}  ${share} %  ${count(progress.done, 'row')}`;
      if (spinner) return spinner.show(text);
      if (host.clock.nowMs() - shownMs < LINE_EVERY_MS) return;
      shownMs = host.clock.nowMs();
      output.progress(text);
    },
    end: () => spinner?.stop(),
  };
}

interface MovedPlace {
  directory: string;
  shown: string;
}

function tell(moved: Moved, { directory, shown }: MovedPlace, { output }: Run): void {
  const { uploads, transactions, records, copied, sums } = moved;
  if (output.flags.json) {
    const of = (wanted: UploadKind) => sums?.filter(({ kind }) => kind === wanted) ?? null;
    output.document({
      ...{ schema: 'sales.admin.move/1', directory, database: shown, finished: sums !== null, uploads, transactions, records, copied },
      sums: of('Sales')?.map(({ tenant, currency, rows, amount }) => ({ tenant, currency, transactions: rows, amount })) ?? null,
      recordSums: of('Settlement')?.map(({ tenant, currency, rows, amount }) => ({ tenant, currency, records: rows, amount })) ?? null,
    });
    return;
  }
  const whole = `${count(uploads, 'upload')}, ${rowsText(moved)}`;
  if (!sums) {
    output.message('OK', `copied ${rowsText(copied)} of ${count(copied.uploads, 'upload')}; ${shown} has ${whole}`, 'green');
    output.note('Run it again to copy what came meanwhile. To change over: stop the server, and run it with --finish.');
    return;
  }
  output.message('OK', `moved to ${shown} and compared: ${whole}`, 'green');
  for (const { tenant, kind, currency, rows, amount } of sums) {
    const counted = count(rows, kind === 'Sales' ? 'transaction' : 'settlement record');
    output.text(`         ${tenant}: ${counted}, ${amount} ${currency ?? 'without a currency'}`);
  }
  output.note('Serve from the database now: sales serve --database-file FILE, with the address for servers.');
}

function rowsText({ transactions, records }: { transactions: number; records: number }): string {
  return records === 0
    ? count(transactions, 'transaction')
    : `${count(transactions, 'transaction')}, ${count(records, 'settlement record')}`;
}
