/** The order of amounts made anew, where it is not that of the rows: all of it follows from them. */
import { lateRows, placeLateRows } from '../amount-order.js';
import { misplacedAmounts } from '../contents.js';
import { schemaVersion } from '../migrations.js';
import type { Connection } from './connection.js';

/** How many places were wrong or missing. Where none was, nothing is changed. */
export async function remakeAmountOrder({ db, read, change }: Connection): Promise<number> {
  // Others may write while it is looked for.
  const misplaced = await read(() => misplacedAmounts(db, schemaVersion));
  if (misplaced === 0) return 0;
  await change((note) => {
    db.exec('DELETE FROM transaction_amount; DELETE FROM amount_order; INSERT INTO amount_order (sortedTo) VALUES (0)');
    placeLateRows(db, lateRows(db));
    note({ action: 'amount-order.rebuild', object: 'amount-order', details: { misplaced } });
  });
  return misplaced;
}
