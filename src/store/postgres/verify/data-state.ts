/** Looks at the data of a database as a server does: how lists would find rows, and whether its counts and its audit trail hold. Reads only. */
import type { ListQuery } from '../../../contract/query.js';
import { checkAudit } from '../../administering/audit-rows.js';
import { checkStatements } from '../../administering/statements.js';
import type { AuditCheck } from '../../audit.js';
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

interface CountedTenant {
  key: number;
  id: string;
  name: string;
  transactions: number;
  records: number;
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
            audit: await connections.read({ tenantKey: null }, (session) => runOn(session, checkAudit(null))),
          }
        : null,
    };
  } finally {
    await connections.close();
  }
}

async function tenantsOf(connections: DatabaseConnections): Promise<CountedTenant[]> {
  const named = await connections.read({ tenantKey: null }, (session) =>
    session.all<Omit<CountedTenant, 'transactions' | 'records'>>('SELECT tenant_key AS key, id, name FROM tenant ORDER BY tenant_key'),
  );
  const tenants: CountedTenant[] = [];
  for (const tenant of named) {
    const counter = await connections.read({ tenantKey: tenant.key }, (session) =>
      session.first<{ transactions: number; records: number }>(
        'SELECT transactions, records FROM tenant_counter WHERE tenant_key = $1',
        tenant.key,
      ),
    );
    tenants.push({ ...tenant, transactions: counter?.transactions ?? 0, records: counter?.records ?? 0 });
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
      const reads = await connections.read({ tenantKey: key }, (session) => readsWhole(session, key, query));
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
const isMiscounted = `WITH found AS (
  SELECT 'Sales' AS kind, upload_key, count(*) AS rows FROM transaction WHERE tenant_key = $1 GROUP BY upload_key
  UNION ALL SELECT 'Sales', upload_key, count(*) FROM transaction_withdrawn WHERE tenant_key = $1 GROUP BY upload_key
  UNION ALL SELECT 'Settlement', upload_key, count(*) FROM settlement_record WHERE tenant_key = $1 GROUP BY upload_key
  UNION ALL SELECT 'Settlement', upload_key, count(*) FROM settlement_record_withdrawn WHERE tenant_key = $1 GROUP BY upload_key
 )
 SELECT 1 FROM upload LEFT JOIN found USING (kind, upload_key) WHERE upload.tenant_key = $1 AND coalesce(found.rows, 0) <> upload.rows
 UNION ALL SELECT 1 FROM tenant_counter WHERE tenant_key = $1
  AND (transactions <> (SELECT count(*) FROM transaction WHERE tenant_key = $1)
    OR records <> (SELECT count(*) FROM settlement_record WHERE tenant_key = $1)
    OR uploads <> (SELECT count(*) FROM upload WHERE tenant_key = $1)) LIMIT 1`;

/** Tenants with wrong counts; and rows that are not in the match that they are said to be in, or the reverse. */
async function wrongIn(connections: DatabaseConnections, tenants: readonly CountedTenant[]) {
  const wrong = { miscountedTenants: [] as string[], mismatchedRows: 0 };
  for (const { key, name } of tenants) {
    await connections.read({ tenantKey: key }, async (session) => {
      // They read all rows of the tenant.
      await session.plain('SET LOCAL statement_timeout = 0');
      if (await session.first(isMiscounted, key)) wrong.miscountedTenants.push(name);
      wrong.mismatchedRows += await runOn(session, mismatchedRows(key));
    });
  }
  return wrong;
}
