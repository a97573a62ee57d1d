/** The administration of a SQLite store. */
import { administrationOn } from '../../administering/administration.js';
import type { Administration } from '../../administration.js';
import { nobodys, seedOf } from '../../rows/earlier-rows.js';
import { direct } from '../../sql/work.js';
import { runOn } from '../database/work.js';
import type { LoopConnection } from '../port/connection.js';
import { earlierRows } from '../port/earlier-rows.js';
import { remakeAmountOrder } from './amount-order.js';
import { type ConnectionOptions, openConnection } from './connection.js';

/** Fails with `usage` where there is no database yet, or its schema is older; with `disk` where it cannot be opened or is newer. */
export function openAdministration(options: ConnectionOptions): Administration {
  const connection = openConnection(options);
  const { db, read, change, close } = connection;
  return administrationOn({
    change: (work) => change((note) => runOn(db, work(note))),
    read: (work) => read(() => runOn(db, work())),
    readTenant: (_, work) => read(() => runOn(db, work())),
    foreseen: (tenantKey) =>
      read(() => ({
        seed: runOn(db, seedOf(tenantKey)),
        earlier: {
          ...runOn(
            db,
            direct((connection: LoopConnection) => earlierRows(connection, tenantKey, nobodys)),
          ),
          foresee: async () => {},
        },
      })),
    remakeAmountOrder: () => remakeAmountOrder(connection),
    close,
  });
}
