/**
 * Rebuilds the order of transactions by amount when it does not match the rows. Nothing is lost by that, because all of it follows from the
 * rows.
 */

import { SalesError } from '../../../contract/problem.js';
import { examineData, restoreBackup } from '../../remedies.js';
import { lockWithoutServer } from '../database/lock.js';
import { lateRows, placeLateRows } from '../lists/amount-order.js';
import { misplacedAmounts } from '../verify/contents.js';
import { faultsOf } from '../verify/inspect.js';
import type { LocalConnection } from './connection.js';

/**
 * Resolves to how many places were wrong or missing; at 0 nothing was changed. Fails with `locked` where a server runs, because it could
 * not write for as long as this takes; with `disk` where more of the database is damaged, because writing into it may do further harm.
 */
export async function remakeAmountOrder({ db, directory, read, change }: LocalConnection): Promise<number> {
  const lock = lockWithoutServer(directory, 'Stop it first: while the order is rebuilt, nobody else can write.');
  try {
    if ((await read(() => faultsOf(db, true))) > 0) throw otherwiseDamaged(directory);
    const misplaced = await read(() => misplacedAmounts(db));
    if (misplaced === 0) return 0;
    await change((note) => {
      db.exec('DELETE FROM transaction_amount; DELETE FROM amount_order; INSERT INTO amount_order (sorted_to) VALUES (0)');
      placeLateRows(db, lateRows(db));
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
