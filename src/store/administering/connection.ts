/** What the administration of a store needs of its database. */
import type { AuditEntry } from '../audit.js';
import type { ForeseenRows } from '../import-decisions.js';
import type { Work } from '../sql/work.js';

/** A change, as it goes into the audit trail. */
export type ChangeNote = Pick<AuditEntry, 'action' | 'object' | 'details'>;
export type Note = (change: ChangeNote) => void;

export interface AdministrationConnection {
  /**
   * Runs work in one transaction. What it notes goes into the audit trail with it; without a note, it must not have changed anything. May
   * ask for the work again, where nobody knows whether it was done.
   */
  change<Result>(work: (note: Note) => Work<Result>): Promise<Result>;
  /** Runs work on one unchanging state of the database. */
  read<Result>(work: () => Work<Result>): Promise<Result>;
  /** The same, of one tenant's rows, as a server reads them. */
  readTenant<Result>(tenantKey: number, work: () => Work<Result>): Promise<Result>;
  /** The earlier rows of a tenant, and what the hashes of its rows begin with. Must not be used after {@link close}. */
  foreseen(tenantKey: number): Promise<{ seed: number; earlier: ForeseenRows }>;
  /**
   * Checks the order of transactions by amount, which lists follow, and rebuilds it from the transactions if it is wrong. Resolves to how
   * many places were wrong or missing; 0 means that nothing was changed. Reads all rows. Fails with `locked` while a server runs, and with
   * `disk` when more than that order is damaged.
   */
  remakeAmountOrder(): Promise<number>;
  close(): Promise<void>;
}
