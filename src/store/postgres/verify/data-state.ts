/** Looks at the data of a database as a server does: how lists would find rows, and whether its counts and its audit trail hold. Reads only. */
import type { ListQuery } from '../../../contract/query.js';
import { type UploadKind, uploadKinds } from '../../../contract/states.js';
import { checkAudit } from '../../administering/audit-rows.js';
import { checkStatements } from '../../administering/statements.js';
import type { AuditCheck } from '../../audit.js';
import { rowTables } from '../../rows/row-tables.js';
import { all, direct, first, joined, run, type Sql, sql, text, type Work } from '../../sql/work.js';
import { mismatchedRows } from '../../verify/matched.js';
import type { StatementCheck } from '../../verify/statements.js';
import type { DatabaseAddress } from '../database/address.js';
import { adminReads } from '../database/admin-reads.js';
import { type DatabaseConnections, openConnections } from '../database/connections.js';
import type { Session } from '../database/session.js';
import { runOn } from '../database/work.js';
import { listTransactions } from '../lists/searches.js';

export interface DataState {
  tenants: number;
  transactions: number;
  records: number;
  /** Lists of the largest tenant for which the database would read a whole table, by what they ask for; null where that tenant is small. */
  wholeReads: string[] | null;
  statements: StatementCheck;
  /** Null unless all was looked at. */
  whole: { miscountedTenants: string[]; mismatchedRows: number; audit: AuditCheck } | null;
}

interface RowsOfTenant {
  transactions: number;
  records: number;
}

interface CountedTenant extends RowsOfTenant {
  key: number;
  id: string;
  name: string;
}

/** Table size in rows below which a good plan reads the whole table. */
const SMALL_ROWS = 20_000;
/** Planner's cost, in its own unit, of reading a table of some megabytes. */
const SMALL_COST = 1_000;

/** `deep` reads all of the database. Fails with `unavailable`. */
export async function inspectData(address: DatabaseAddress, deep: boolean): Promise<DataState> {
  const connections = openConnections(address, { readers: 1, writers: 1 });
  try {
    const tenants = await tenantsOf(connections);
    const largest = tenants.toSorted((one, other) => other.transactions - one.transactions)[0];
    return {
      tenants: tenants.length,
      transactions: tenants.reduce((sum, { transactions }) => sum + transactions, 0),
      records: tenants.reduce((sum, { records }) => sum + records, 0),
      wholeReads: largest && largest.transactions >= SMALL_ROWS ? await wholeReads(connections, largest) : null,
      statements: await checkStatements(adminReads(connections)),
      whole: deep
        ? {
            ...(await wrongIn(connections, tenants)),
            audit: await connections.read(null, () => checkAudit(null)),
          }
        : null,
    };
  } finally {
    await connections.close();
  }
}

async function tenantsOf(connections: DatabaseConnections): Promise<CountedTenant[]> {
  const named = sql`SELECT tenant_key AS key, id, name FROM tenant ORDER BY tenant_key`;
  const tenants: CountedTenant[] = [];
  for (const tenant of await connections.read(null, () => all<Omit<CountedTenant, keyof RowsOfTenant>>(named))) {
    const counted = sql`SELECT transactions, records FROM tenant_counter WHERE tenant_key = ${tenant.key}`;
    const counter = await connections.read(tenant.key, () => first<RowsOfTenant>(counted));
    tenants.push({ ...tenant, ...(counter ?? { transactions: 0, records: 0 }) });
  }
  return tenants;
}

/** One list for each way in which lists are narrowed and ordered. */
const asked: [string, Partial<ListQuery>][] = [
  ['by date', {}],
  ['of one terminal', { terminalId: '-' }],
  ['of one brand', { brandId: '-' }],
  ['of one currency', { currency: '-' }],
  ['not imported', { transactionState: 'Unprocessed' }],
  ['of duplicates', { transactionMatchState: 'Skip' }],
  ['since a day', { transactionDateFrom: '2000-01-01T00:00:00Z' }],
  ['of an amount', { amountFrom: 1, amountTo: 2 }],
];

async function wholeReads(connections: DatabaseConnections, { key }: CountedTenant): Promise<string[]> {
  const found: string[] = [];
  for (const sorting of ['TransactionDate', 'Amount'] as const) {
    for (const [what, filters] of asked) {
      const query = { pageSize: 30, pageNumber: 1, 'sorting.key': sorting, 'sorting.direction': 'Descending', ...filters } as ListQuery;
      const reads = await connections.read(key, () => direct((session: Session) => readsWhole(session, key, query)));
      if (reads) found.push(sorting === 'Amount' ? `${what}, by amount` : what);
    }
  }
  return found;
}

interface QueryPlan {
  'Node Type': string;
  'Relation Name'?: string;
  'Total Cost': number;
  Plans?: QueryPlan[];
}

/** Asks how the list would be found, instead of finding it. */
async function readsWhole(session: Session, tenantKey: number, query: ListQuery): Promise<boolean> {
  let reads = false;
  const explaining: Session = {
    ...session,
    arrays: async (sql, ...values) => {
      const [row] = await session.all<{ 'QUERY PLAN': [{ Plan: QueryPlan }] }>(`EXPLAIN (FORMAT JSON) ${sql}`, ...values);
      reads ||= scansWhole(row?.['QUERY PLAN'][0].Plan);
      return [];
    },
  };
  await runOn(explaining, listTransactions({ tenantKey, limit: null }, query));
  return reads;
}

function scansWhole(plan: QueryPlan | undefined): boolean {
  if (!plan) return false;
  const table = plan['Node Type'] === 'Seq Scan' ? plan['Relation Name'] : undefined;
  // There may be few uploads, which are best read as they lie.
  const isWhole = table === 'transaction' || (table === 'upload' && plan['Total Cost'] > SMALL_COST);
  return isWhole || (plan.Plans ?? []).some(scansWhole);
}

/** Whether a tenant, or an upload of it, counts other rows than there are. */
function* isMiscounted(tenantKey: number): Work<boolean> {
  const rowsOf = (kind: UploadKind, table: Sql) =>
    sql`SELECT ${kind}::text AS kind, upload_key, count(*) AS rows FROM ${table} WHERE tenant_key = ${tenantKey} GROUP BY upload_key`;
  const found = uploadKinds.flatMap((kind) => [rowsOf(kind, rowTables[kind].table), rowsOf(kind, rowTables[kind].withdrawn)]);
  const countOf = (table: string) => sql`(SELECT count(*) FROM ${text(table)} WHERE tenant_key = ${tenantKey})`;
  const wrong = yield* first(
    sql`WITH found AS (${joined(found, ' UNION ALL ')})
      SELECT 1 FROM upload LEFT JOIN found USING (kind, upload_key) WHERE upload.tenant_key = ${tenantKey} AND coalesce(found.rows, 0) <> upload.rows
      UNION ALL SELECT 1 FROM tenant_counter WHERE tenant_key = ${tenantKey} AND (transactions <> ${countOf('transaction')}
        OR records <> ${countOf('settlement_record')} OR uploads <> ${countOf('upload')}) LIMIT 1`,
  );
  return wrong !== undefined;
}

/** Tenants with wrong counts; and rows that are not in the match that they are said to be in, or the reverse. */
async function wrongIn(connections: DatabaseConnections, tenants: readonly CountedTenant[]) {
  const wrong = { miscountedTenants: [] as string[], mismatchedRows: 0 };
  for (const { key, name } of tenants) {
    await connections.read(key, function* () {
      // They read all rows of the tenant.
      yield* run(text('SET LOCAL statement_timeout = 0'));
      if (yield* isMiscounted(key)) wrong.miscountedTenants.push(name);
      wrong.mismatchedRows += yield* mismatchedRows(key);
    });
  }
  return wrong;
}
