/** Statements about closes on SQLite. */
import { join } from 'node:path';
import { openAdministration } from '../../src/store/sqlite/administration/local-administration.js';
import { Database } from '../../src/store/sqlite/database/engine.js';
import { closeStatementsConformance } from './close-statements-conformance.js';
import { sqliteForMatches } from './match-engines.js';

closeStatementsConformance('SQLite', async (now) => {
  const harness = await sqliteForMatches(now);
  const { directory } = harness;
  return Object.assign(harness, {
    audit: {
      refuse: "CREATE TRIGGER refused BEFORE INSERT ON audit BEGIN SELECT RAISE(ABORT, 'refused'); END",
      allow: 'DROP TRIGGER refused',
    },
    administration: () => openAdministration({ directory, now, actor: 'local:test' }),
    sql: async <Row>(text: string): Promise<Row[]> => {
      const db = new Database(join(directory, 'sales.db'));
      try {
        const statement = db.prepare(text);
        return statement.reader ? (statement.all() as Row[]) : [statement.run() as unknown as Row];
      } finally {
        db.close();
      }
    },
  });
});
