/**
 * The administration of a database that several servers share. Each piece of work is a transaction as the role that sees all customers and
 * tenants, one after another over all who administer.
 */
import { SalesError } from '../../../contract/problem.js';
import { type AppendedRow, appendAudit } from '../../access/audit.js';
import { type Administration, administrationOn } from '../../administering/administration.js';
import type { ChangeNote, Note } from '../../administering/connection.js';
import { noRequest, type RequestOrigin } from '../../audit.js';
import { seedOf } from '../../rows/earlier-rows.js';
import { first, sql, type Work } from '../../sql/work.js';
import type { DatabaseAddress } from '../database/address.js';
import { adminReads } from '../database/admin-reads.js';
import { openConnections } from '../database/connections.js';
import { isOfDatabase } from '../database/failure.js';
import { connectFailure } from '../database/single-connection.js';
import { writeSurely } from '../database/until-known.js';
import { foreseenRows } from '../port/earlier-rows.js';
import { postgresPort } from '../port/port.js';
import { type TestClock, timeOf } from '../rows/turn.js';

export interface AdministrationOptions {
  address: DatabaseAddress;
  /** Who works on the database; see AuditEntry. */
  actor: string;
  /** Added to every row of the audit trail, besides what the change itself notes. */
  details?: Record<string, unknown>;
  /** Origin of the request that asks for the change; absent on the command line. */
  from?: RequestOrigin;
  clock?: TestClock;
}

/** Connects when it is first used. */
export function openAdministration({
  address,
  actor,
  details = {},
  from = noRequest,
  clock = null,
}: AdministrationOptions): Administration {
  const connections = openConnections(address, { readers: 1, writers: 1 });
  /** For somebody who administers, not for a client of the API. */
  const told = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof SalesError && error.code === 'inDoubt') throw unknownChange(error);
      const cause = error instanceof Error ? error.cause : undefined;
      throw isOfDatabase(cause) ? connectFailure(cause, address) : error;
    }
  };
  /** Where a COMMIT was not answered, the trail tells whether it was done. */
  const changing = <Result>(change: (note: Note) => Work<Result>): Promise<Result> => {
    let made: { row: AppendedRow; result: Result } | null = null;
    return writeSurely(connections, null, function* () {
      yield* postgresPort.administer();
      if (made && (yield* isInAudit(made.row))) return made.result;
      const notes: ChangeNote[] = [];
      const result = yield* change((noted) => notes.push(noted));
      const at = yield* timeOf(clock);
      for (const { details: own, ...noted } of notes) {
        const entry = { ...noted, details: { ...own, ...details }, actor, ...from, outcome: 'done' } as const;
        made = { row: yield* appendAudit(entry, at), result };
      }
      return result;
    });
  };
  const reads = adminReads(connections);
  const readTenant = <Result>(tenantKey: number, work: () => Work<Result>): Promise<Result> =>
    told(() => reads.readTenant(tenantKey, work));
  return administrationOn({
    change: (change) => told(() => changing(change)),
    read: (work) => told(() => reads.read(work)),
    readTenant,
    foreseen: async (tenantKey) => ({
      seed: await readTenant(tenantKey, () => seedOf(tenantKey)),
      earlier: foreseenRows(tenantKey, (work) => readTenant(tenantKey, work)),
    }),
    // The order is an ordinary index here, which the database keeps.
    remakeAmountOrder: async () => 0,
    close: connections.close,
  });
}

function* isInAudit({ key, hash }: AppendedRow): Work<boolean> {
  return (yield* first(sql`SELECT 1 FROM audit WHERE audit_key = ${key} AND hash = ${hash}`)) !== undefined;
}

function unknownChange(cause: SalesError): SalesError {
  return new SalesError('inDoubt', 'The database was lost while it stored the change: nobody can say yet whether it did.', {
    hint: ['Once the database is there, look before you repeat it: ', ['sales', 'admin', 'audit', 'list']],
    cause,
  });
}
