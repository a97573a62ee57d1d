/** Marks transactions as matched with a settlement, which nothing of ours does yet: by a second connection to the database. */
import { join } from 'node:path';
import { matchStateCodes } from '../../src/store/codes.js';
import { partsOfId } from '../../src/store/ids.js';
import { Database } from '../../src/store/sqlite/database/engine.js';

export function markMatched(directory: string, ...transactionIds: string[]): void {
  const db = new Database(join(directory, 'sales.db'));
  try {
    const mark = db.prepare(
      `UPDATE "transaction" SET transactionMatchState = ?
       WHERE seq = (SELECT firstSeq + ? FROM upload WHERE firstTransactionId = ?)`,
    );
    for (const id of transactionIds) {
      const { firstId, index } = partsOfId(id);
      if (mark.run(matchStateCodes.Match, index, firstId).changes !== 1) throw new Error(`no transaction ${id}`);
    }
  } finally {
    db.close();
  }
}
