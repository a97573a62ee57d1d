/** What may go wrong for servers on a PostgreSQL database: the way to it, its schema, roles and settings, and how lists find rows. */
import { endsSoon } from '../../../contract/findings.js';
import { SalesError } from '../../../contract/problem.js';
import { exitOfFailure, exits } from '../../../jobs/exit-codes.js';
import type { DatabaseAddress } from '../../../store/postgres/database/address.js';
import type { DatabaseState } from '../../../store/postgres/database/database-state.js';
import type { DataState } from '../../../store/postgres/verify/data-state.js';
import type { StatementCheck } from '../../../store/verify/statements.js';
import type { Run } from '../../flags/run.js';
import { hintOf } from '../../terminal/hint-text.js';
import { count } from '../../views/input-view.js';
import { type Finding, failed, good, warning } from './findings.js';

/** What was acknowledged is lost with a power cut where it is not one of these. */
const durable = ['on', 'remote_apply'];

/** `deep` reads all of the database. */
export async function databaseFindings(address: DatabaseAddress, deep: boolean, run: Run): Promise<Finding[]> {
  const { databaseState } = await import('../../../store/postgres/database/database-state.js');
  const { shownAddress } = await import('../../../store/postgres/database/address.js');
  const { schemaVersion } = await import('../../../store/postgres/database/schema.js');
  const found = [good('program', `sales ${await run.host.version()}, Node ${process.versions.node}`)];
  try {
    const states = [];
    for (const index of address.hosts.keys()) states.push(await databaseState(address, index).catch((error: unknown) => error));
    const state = states.find((one): one is DatabaseState => !(one instanceof Error) && !(one as DatabaseState).isStandby);
    for (const [index, one] of states.entries()) if (one !== state) found.push(hostFinding(address, index, one, run));
    if (!state) {
      const isTold = found.some((finding) => finding.state === 'failed');
      const none = failed('database', `no host of ${shownAddress(address)} accepts writes`, 'Start the primary', exits.temporary);
      return isTold ? found : [...found, none];
    }
    found.push(good('database', `${shownAddress(address)}: PostgreSQL ${state.serverVersion}`), tlsFinding(state));
    const schema = schemaFinding(state, schemaVersion);
    found.push(schema, ...roleFindings(state), ...settingFindings(state), await serversFinding(state, schemaVersion));
    if (schema.state === 'failed') return found;
    const { inspectData } = await import('../../../store/postgres/verify/data-state.js');
    return [...found, ...dataFindings(await inspectData(address, deep))];
  } catch (error) {
    if (!(error instanceof SalesError)) throw error;
    return [...found, failed('database', error.message, hintOf(error, run.output.begin), exitOfFailure(error.code))];
  }
}

/** One of several hosts, or the only one, that servers do not use. */
function hostFinding(address: DatabaseAddress, index: number, state: unknown, run: Run): Finding {
  const { host, port } = address.hosts[index] ?? { host: '', port: 0 };
  if (!(state instanceof Error)) return good('standby', `${host}:${port} answers, and takes no writes`);
  if (!(state instanceof SalesError)) throw state;
  const hint = hintOf(state, run.output.begin);
  if (address.hosts.length === 1) return failed('connection', state.message, hint, exitOfFailure(state.code));
  return warning('host', `${host}:${port}: ${state.message}`, hint ?? 'Start it, or take it out of the address');
}

function tlsFinding({ tls }: DatabaseState): Finding {
  if (!tls) return good('TLS', 'none: the database is on this machine, or --database-plaintext allows it');
  const text = `${tls.protocol}, its certificate is trusted and expires in ${tls.certificateDaysLeft ?? '?'} days`;
  return endsSoon(tls.certificateDaysLeft) ? warning('TLS', text, 'Renew the certificate of the database') : good('TLS', text);
}

function schemaFinding({ schema }: DatabaseState, known: number): Finding {
  if (!schema)
    return failed('schema', 'there is none of sales', 'sales admin database create, by the role that owns the database', exits.usage);
  const text = `version ${schema.version}, for servers from ${schema.compatibleFrom} on`;
  if (schema.compatibleFrom > known)
    return failed('schema', `${text}; this version of sales knows up to ${known}`, 'Use the version of sales that upgraded it', exits.disk);
  if (schema.version < known)
    return failed('schema', `${text}; this version of sales needs ${known}`, 'sales admin database upgrade', exits.usage);
  if (schema.compatibleFrom < schema.version)
    return warning(
      'schema',
      `${text}: an upgrade is not finished`,
      'Once no server of the earlier version runs: sales admin database finish',
    );
  return good('schema', text);
}

function roleFindings({ seesAll, missingRoles, wrongSettings }: DatabaseState): Finding[] {
  const asServers = 'Give the address of sales_app, which was written when the database was created';
  const found: Finding[] = [];
  if (seesAll) found.push(failed('role', 'it sees all tenants at once: row-level security does not hold for it', asServers, exits.usage));
  else if (missingRoles.length > 0)
    found.push(
      failed('role', `it is no member of ${missingRoles.join(' and ')}`, `GRANT ${missingRoles.join(', ')} TO sales_app`, exits.usage),
    );
  else found.push(good('role', 'row-level security holds for it'));
  if (wrongSettings.length > 0)
    found.push(warning('role settings', wrongSettings.join('; '), 'ALTER ROLE sales_app SET … as sales admin database create does'));
  return found;
}

function settingFindings({ settings }: DatabaseState): Finding[] {
  const { synchronous_commit: commit, synchronous_standby_names: standbys, fsync, full_page_writes: pages, ...wal } = settings;
  const found: Finding[] = [];
  if (fsync !== 'on' || pages !== 'on')
    found.push(
      failed('durability', `fsync = ${fsync}, full_page_writes = ${pages}: a power cut may destroy the data`, 'Set both to on', exits.disk),
    );
  found.push(
    durable.includes(commit)
      ? good('commit', `synchronous_commit = ${commit}`)
      : failed(
          'commit',
          `synchronous_commit = ${commit}: what was acknowledged could be lost`,
          'Set it to on, for the database and for sales_app',
          exits.usage,
        ),
    good(
      'standbys',
      standbys === '' ? 'a COMMIT waits for none (synchronous_standby_names is empty)' : `synchronous_standby_names = ${standbys}`,
    ),
    good('log', `wal_level = ${wal.wal_level}, wal_compression = ${wal.wal_compression}, max_wal_size = ${wal.max_wal_size}`),
    wal.archive_mode === 'off'
      ? warning(
          'archive',
          'archive_mode = off: between two dumps there is no backup',
          'Archive the log continuously (pgBackRest, your provider), or dump often',
        )
      : good('archive', `archive_mode = ${wal.archive_mode}`),
  );
  return found;
}

async function serversFinding({ servers, settings }: DatabaseState, known: number): Promise<Finding> {
  const { connectionsMax } = await import('../../../threads/connections.js');
  const older = servers.filter(({ schema }) => schema < known);
  const text = servers.length === 0 ? 'none runs' : `${servers.length} run on ${[...new Set(servers.map(({ host }) => host))].join(', ')}`;
  if (older.length > 0) return warning('servers', `${text}; ${older.length} of an earlier version`, 'Replace them by this version');
  return good('servers', `${text}; max_connections = ${settings.max_connections}, of which each takes up to ${connectionsMax}`);
}

const restore = 'Restore a backup into another database';

function dataFindings({ tenants, transactions, records, wholeReads, statements, whole }: DataState): Finding[] {
  const ofRecords = records === 0 ? '' : `, ${count(records, 'settlement record')}`;
  const found = [good('data', `${count(tenants, 'tenant')}, ${count(transactions, 'transaction')}${ofRecords}`)];
  if (wholeReads === null) found.push(good('lists', 'no tenant is large enough for them to be slow'));
  else if (wholeReads.length === 0) found.push(good('lists', 'those of the largest tenant find their rows by an index'));
  else
    found.push(
      warning(
        'lists',
        `for the largest tenant, these read a whole table: ${wholeReads.join('; ')}`,
        'ANALYZE transaction, upload; and see that autovacuum runs',
      ),
    );
  found.push(statementFinding(statements));
  if (!whole) return found;
  const { miscountedTenants: wrong, mismatchedRows, audit } = whole;
  found.push(
    wrong.length === 0
      ? good('counts', 'every upload and tenant has the rows that it counts')
      : failed('counts', `wrong for ${wrong.join(', ')}`, restore, exits.disk),
    mismatchedRows === 0
      ? good('matches', 'every row is in the match that it is said to be in')
      : failed(
          'matches',
          `those of ${count(mismatchedRows, 'row')} with settlement records do not agree with ${mismatchedRows === 1 ? 'it' : 'them'}`,
          restore,
          exits.disk,
        ),
    audit.broken
      ? failed('audit trail', `row ${audit.broken.key}: ${audit.broken.reason}`, restore, exits.disk)
      : good('audit trail', `${count(audit.rows, 'row')}, intact`),
  );
  return found;
}

function statementFinding({ checked, broken }: StatementCheck): Finding {
  if (!broken) return good('statements', `${count(checked, 'statement')} about closes, as approved`);
  const { tenant, number, reason } = broken;
  return failed('statements', `number ${number} of the tenant "${tenant}" is not as it was approved: ${reason}`, restore, exits.disk);
}
