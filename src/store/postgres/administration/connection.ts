/** One piece of administrative work: a transaction as the role that sees all customers and tenants, one after another over all who administer. */
import { SalesError } from '../../../contract/problem.js';
import { type AppendedRow, appendAudit } from '../../access/audit.js';
import type { ChangeNote, Note } from '../../administering/connection.js';
import { noRequest, type RequestOrigin } from '../../audit.js';
import type { DatabaseAddress } from '../database/address.js';
import { connectFailure } from '../database/connect-failure.js';
import { openConnections } from '../database/connections.js';
import { isOfDatabase } from '../database/failure.js';
import type { Session } from '../database/session.js';
import { untilKnown } from '../database/until-known.js';
import { runOn } from '../database/work.js';
import { type TestClock, timeOf } from '../rows/turn.js';

export interface AdministrationOptions {
  address: DatabaseAddress;
  /** Who works on the database; see AuditEntry. */
  actor: string;
  /** Added to every row of the audit trail, besides what the change itself notes. */
  details?: Record<string, unknown>;
  /** Of the request that asks for it; none on the command line. */
  from?: RequestOrigin;
  clock?: TestClock;
}

export interface AdminConnection {
  /** Runs `work` in one transaction. What it notes goes into the audit trail with it; without a note, it must not have changed anything. */
  change<Result>(work: (session: Session, note: Note) => Promise<Result>): Promise<Result>;
  /** Runs `work` on one unchanging state of the database. */
  read<Result>(work: (session: Session) => Promise<Result>): Promise<Result>;
  /** The same, of one tenant's rows, as a server reads them. */
  readTenant<Result>(tenantKey: number, work: (session: Session) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

const stepUp = 'SET LOCAL ROLE sales_admin';

/** Connects when it is first used. */
export function openConnection({ address, actor, details = {}, from = noRequest, clock = null }: AdministrationOptions): AdminConnection {
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
  const changing = <Result>(change: (session: Session, note: Note) => Promise<Result>): Promise<Result> => {
    let made: { row: AppendedRow; result: Result } | null = null;
    const work = async (session: Session): Promise<Result> => {
      await session.plain(stepUp);
      // Waits for the end of a session that was lost.
      await session.first('SELECT 1 FROM installation FOR UPDATE');
      if (made && (await isInAudit(session, made.row))) return made.result;
      const notes: ChangeNote[] = [];
      const result = await change(session, (noted) => notes.push(noted));
      const at = await timeOf(session, clock);
      for (const { details: own, ...noted } of notes) {
        const entry = { ...noted, details: { ...own, ...details }, actor, ...from, outcome: 'done' } as const;
        made = { row: await runOn(session, appendAudit(entry, at)), result };
      }
      return result;
    };
    return untilKnown(() => connections.write({ tenantKey: null }, work));
  };
  return {
    change: (change) => told(() => changing(change)),
    read: (reading) =>
      told(() =>
        connections.read({ tenantKey: null }, async (session) => {
          await session.plain(stepUp);
          return reading(session);
        }),
      ),
    readTenant: (tenantKey, reading) => told(() => connections.read({ tenantKey }, reading)),
    close: () => connections.close(),
  };
}

async function isInAudit(session: Session, { key, hash }: AppendedRow): Promise<boolean> {
  return (await session.first('SELECT 1 FROM audit WHERE audit_key = $1 AND hash = $2', key, hash)) !== undefined;
}

function unknownChange(cause: SalesError): SalesError {
  return new SalesError('inDoubt', 'The database was lost while it stored the change: nobody can say yet whether it did.', {
    hint: ['Once the database is there, look before you repeat it: ', ['sales', 'admin', 'audit', 'list']],
    cause,
  });
}
