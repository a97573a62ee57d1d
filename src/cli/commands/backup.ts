/** `sales backup`: copies of a server's database while it runs, their verification, and the way back. */
import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { Command, Option } from 'commander';
import { SalesError } from '../../contract/problem.js';
import type { Backup } from '../../store/sqlite/verify/backup.js';
import { dataFlag } from '../flags/data-flag.js';
import { type DatabaseFlags, databaseFlags } from '../flags/database-flags.js';
import type { Run } from '../flags/run.js';
import { shellWord } from '../terminal/shell-word.js';
import { count } from '../views/input-view.js';

const MB = 1_000_000;

export function commandOf(run: Run): Command {
  const backup = new Command('backup').description("Back up a server's database, verify a backup, restore it.");
  const creating = backup
    .command('create')
    .description(
      'Back up the database of a data directory, even while a server uses it. The backup is verified before it gets its name; its SHA-256 is written beside it.',
    )
    .addOption(dataFlag('data directory').default('./sales-data'))
    .addOption(new Option('--out <file>', 'file, or folder for one named by date (default: DATA/backups)'))
    .action((flags: CreateFlags) => create(flags, run));
  // Not for the help: somebody who gives one is told what backs up a database.
  for (const option of databaseFlags()) creating.addOption(option.hideHelp());
  backup
    .command('verify')
    .description('Check from end to end that a backup is complete and undamaged, and that its SHA-256 is that of <file>.sha256.')
    .argument('<file>', 'the backup')
    .action((file: string) => verify(file, run));
  backup
    .command('restore')
    .description('Create a data directory from a backup. It must be empty or not yet exist.')
    .argument('<file>', 'the backup')
    .addOption(dataFlag('data directory to create').makeOptionMandatory())
    .action((file: string, flags: { data: string }) => restore(file, flags.data, run));
  return backup;
}

type CreateFlags = DatabaseFlags & { data: string; out?: string };

async function create(flags: CreateFlags, run: Run): Promise<void> {
  if (flags.database !== undefined || flags.databaseFile !== undefined) {
    throw new SalesError('usage', 'A PostgreSQL database is backed up with its own tools, not with sales.', {
      hint: 'Once: pg_dump --format=custom --file=FILE DATABASE. Continuously: pgBackRest, or what your provider has. A restored one is checked by: sales doctor --database-file FILE --deep',
    });
  }
  process.umask(0o077);
  const { createBackup } = await import('../../store/sqlite/verify/backup.js');
  const { checkNotMoved } = await import('../../store/sqlite/database/presence.js');
  const directory = resolve(run.host.cwd(), flags.data);
  checkNotMoved(directory);
  const out = flags.out === undefined ? null : outPath(flags.out, run.host.cwd());
  const backup = createBackup(directory, out, new Date(run.host.clock.nowMs()));
  await record(directory, backup, run);
  await audit('backup.create', directory, backup, run);
  show('Backup', backup, run, { directory });
  if (existsSync(join(directory, 'tls'))) {
    run.output.note(`The certificates and keys in ${join(directory, 'tls')} are not in it: keep a separate copy of that folder.`);
  }
}

/** Fails with `usage` for a folder that is not there, such as that of a disk which is not mounted: no file is made in its place. */
function outPath(out: string, cwd: string): string {
  const path = resolve(cwd, out);
  if (!out.endsWith('/') || existsSync(path)) return path;
  throw new SalesError('usage', `There is no folder ${path}.`, { hint: 'Make it, or name a file, without a slash at its end.' });
}

/** For those who watch over it (/metrics). The backup is good without. */
async function record(directory: string, { file, bytes }: Backup, { host, output }: Run): Promise<void> {
  const { writeWhole } = await import('../../server/tls/whole-file.js');
  const text = `${JSON.stringify({ at: new Date(host.clock.nowMs()).toISOString(), file, bytes })}\n`;
  await writeWhole(join(directory, 'last-backup.json'), text, 0o600).catch((error: Error) => {
    output.message('NOTE', `the time of this backup is not recorded: ${error.message}`, 'yellow');
  });
}

/** The copy is made; that a row about it cannot be written is no reason to call it failed. */
async function audit(
  action: string,
  directory: string,
  { file, bytes, schemaVersion, rows }: Backup,
  { host, output }: Run,
): Promise<void> {
  try {
    const { openConnection } = await import('../../store/sqlite/administration/local-connection.js');
    const now = () => new Date(host.clock.nowMs());
    const connection = openConnection({ directory, now, actor: `local:${await host.userName()}` });
    const details = { bytes, schemaVersion, uploads: rows.uploads, transactions: rows.transactions };
    await connection.change((note) => note({ action, object: `file:${file}`, details }));
    await connection.close();
  } catch (error) {
    output.message('NOTE', `the audit trail has no record of it: ${error instanceof Error ? error.message : ''}`, 'yellow');
  }
}

async function verify(name: string, run: Run): Promise<void> {
  const { verifyBackup } = await import('../../store/sqlite/verify/backup.js');
  const backup = verifyBackup(resolve(run.host.cwd(), name));
  show('Whole', backup, run);
  tellUncompared(backup, run);
}

function tellUncompared({ file, sha256 }: Backup, { output }: Run): void {
  if (sha256 !== null) return;
  output.note(`No SHA-256 to compare it with lies beside it (${file}.sha256): a bit that changed within a text or a number is not seen.`);
}

async function restore(name: string, data: string, run: Run): Promise<void> {
  process.umask(0o077);
  const { restoreBackup } = await import('../../store/sqlite/verify/backup.js');
  const directory = resolve(run.host.cwd(), data);
  const backup = restoreBackup(resolve(run.host.cwd(), name), directory);
  await audit('backup.restore', directory, backup, run);
  show('Restored', backup, run, { directory });
  tellUncompared(backup, run);
  run.output.note(`Whatever was uploaded after it must be uploaded again.   To serve it:   sales serve --data ${shellWord(data)}`);
  run.output.note(
    `If the server made its own certificate, clients recognise it once you copy the old folder tls to ${join(directory, 'tls')}.`,
  );
}

function show(label: string, backup: Backup, { output }: Run, more: { directory?: string } = {}): void {
  const { file, bytes, schemaVersion, rows, newestUpload, sha256 } = backup;
  if (output.flags.json) {
    output.document({ schema: 'sales.backup/1', file, ...more, bytes, schemaVersion, rows, newestUpload, sha256, verified: true });
    return;
  }
  const { customers, tenants, users, uploads, transactions } = rows;
  const counts = [
    count(customers, 'customer'),
    count(tenants, 'tenant'),
    count(users, 'user'),
    count(uploads, 'upload'),
    count(transactions, 'transaction'),
  ];
  output.text(`${label.padEnd(9)}${file}   ${(bytes / MB).toFixed(1)} MB, schema ${schemaVersion}`, 'green');
  output.text(`${' '.repeat(9)}${counts.join(', ')}; newest upload ${newestUpload ?? 'none'}`);
  if (sha256 !== null) output.text(`${' '.repeat(9)}SHA-256 ${sha256}, in ${basename(file)}.sha256`);
}
