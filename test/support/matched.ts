/** Marks transactions or settlement records as matched, which nothing of ours does yet: by a second connection to the database. */
import { join } from 'node:path';
import { matchStateCodes } from '../../src/store/codes.js';
import { partsOfId } from '../../src/store/ids.js';
import { Database } from '../../src/store/sqlite/database/engine.js';

export function markMatched(directory: string, ...ids: string[]): void {
  const db = new Database(join(directory, 'sales.db'));
  try {
    const mark = (update: string, kind: string) =>
      db.prepare(`${update} = ? WHERE seq = (SELECT first_seq + ? FROM upload WHERE kind = '${kind}' AND first_transaction_id = ?)`);
    const sales = mark('UPDATE "transaction" SET match_state', 'Sales');
    const records = mark('UPDATE settlement_record SET match_state', 'Settlement');
    for (const id of ids) {
      const { firstId, index } = partsOfId(id);
      const changes = [sales, records].map((statement) => statement.run(matchStateCodes.Match, index, firstId).changes);
      if (!changes.includes(1)) throw new Error(`no row ${id}`);
    }
  } finally {
    db.close();
  }
}
