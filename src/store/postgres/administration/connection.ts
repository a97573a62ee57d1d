/** One piece of administrative work: a transaction as the role that sees all customers and tenants, one after another over all who administer. */
import { type AuditEntry, noRequest, type RequestOrigin } from '../../audit.js';
import { appendAudit } from '../access/audit.js';
import type { DatabaseAddress } from '../database/address.js';
import { connectFailure } from '../database/connect-failure.js';
import { openConnections } from '../database/connections.js';
import { isOfDatabase } from '../database/failure.js';
import type { Session } from '../database/session.js';
import { type TestClock, timeOf } from '../rows/turn.js';

export interface AdministrationOptions {
  address: DatabaseAddress;
  /** Who works on the database; see {@link AuditEntry}. */
  actor: string;
  /** Added to every row of the audit trail, besides what the change itself notes. */
  details?: Record<string, unknown>;
  /** Of the request that asks for it; none on the command line. */
  from?: RequestOrigin;
  clock?: TestClock;
}

/** A change, as it goes into the audit trail. */
export type ChangeNote = Pick<AuditEntry, 'action' | 'object' | 'details'>;
export type Note = (change: ChangeNote) => void;

export interface AdministrationConnection {
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
export function openConnection({
  address,
  actor,
  details = {},
  from = noRequest,
  clock = null,
}: AdministrationOptions): AdministrationConnection {
  const connections = openConnections(address, { readers: 1, writers: 1 });
  /** For somebody who administers, not for a client of the API. */
  const told = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      const cause = error instanceof Error ? error.cause : undefined;
      throw isOfDatabase(cause) ? connectFailure(cause, address) : error;
    }
  };
  const work = async <Result>(session: Session, change: (session: Session, note: Note) => Promise<Result>): Promise<Result> => {
    await session.plain(stepUp);
    await session.first('SELECT 1 FROM installation FOR UPDATE');
    const notes: ChangeNote[] = [];
    const result = await change(session, (noted) => notes.push(noted));
    const at = await timeOf(session, clock);
    for (const { details: own, ...noted } of notes) {
      const entry = { ...noted, details: { ...own, ...details }, actor, ...from, outcome: 'done' } as const;
      await appendAudit(session, entry, at);
    }
    return result;
  };
  return {
    change: (change) => told(() => connections.write({ tenantKey: null }, (session) => work(session, change))),
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
