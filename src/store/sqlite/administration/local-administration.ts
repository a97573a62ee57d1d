/** The administration of the database in a data directory. */
import { SalesError } from '../../../contract/problem.js';
import { type Administration, administrationOn } from '../../administering/administration.js';
import { examineData, restoreBackup } from '../../remedies.js';
import { nobodys, seedOf } from '../../rows/earlier-rows.js';
import { direct } from '../../sql/work.js';
import { lockWithoutServer } from '../database/lock.js';
import { runOn } from '../database/run-at-once.js';
import { lateRows, placeLateRows } from '../lists/amount-order.js';
import type { LoopConnection } from '../port/connection.js';
import { earlierRows } from '../port/earlier-rows.js';
import { misplacedAmounts } from '../verify/contents.js';
import { faultsOf } from '../verify/inspect.js';
import { type ConnectionOptions, type LocalConnection, openConnection } from './local-connection.js';

/** Fails with `usage` where there is no database yet, or its schema is older; with `disk` where it cannot be opened or is newer. */
export function openAdministration(options: ConnectionOptions): Administration {
  const connection = openConnection(options);
  const { db, read, change, close } = connection;
  return administrationOn({
    change: (work) => change((note) => runOn(db, work(note))),
    read: (work) => read(() => runOn(db, work())),
    readTenant: (_, work) => read(() => runOn(db, work())),
    foreseen: (tenantKey) =>
      read(() => {
        const earlier = runOn(
          db,
          direct((loop: LoopConnection) => earlierRows(loop, tenantKey, nobodys)),
        );
        return { seed: runOn(db, seedOf(tenantKey)), earlier: { ...earlier, foresee: async () => {} } };
      }),
    remakeAmountOrder: () => remakeAmountOrder(connection),
    close,
  });
}

/**
 * Nothing is lost by that, because all of the order follows from the rows. Fails where a server runs, because it could not write for as long as
 * this takes; and where more of the database is damaged, because writing into it may do further harm.
 */
async function remakeAmountOrder({ db, directory, read, change }: LocalConnection): Promise<number> {
  const lock = lockWithoutServer(directory, 'Stop it first: while the order is rebuilt, nobody else can write.');
  try {
    if ((await read(() => faultsOf(db, true))) > 0) throw otherwiseDamaged(directory);
    const misplaced = await read(() => misplacedAmounts(db));
    if (misplaced === 0) return 0;
    await change((note) => {
      db.exec('DELETE FROM transaction_amount; DELETE FROM amount_order; INSERT INTO amount_order (sorted_to) VALUES (0)');
      runOn(db, placeLateRows(runOn(db, lateRows())));
      note({ action: 'amount-order.rebuild', object: 'amount-order', details: { misplaced } });
    });
    return misplaced;
  } finally {
    lock.release();
  }
}

function otherwiseDamaged(directory: string): SalesError {
  return new SalesError('disk', `The database in ${directory} has damage that this command does not repair; nothing was changed.`, {
    hint: ['Restore a backup: ', restoreBackup, '. ', examineData, ' shows more.'],
  });
}
