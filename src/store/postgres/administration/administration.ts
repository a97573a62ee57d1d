/** The administration of a PostgreSQL store. */
import { administrationOn } from '../../administering/administration.js';
import type { Administration } from '../../administration.js';
import { seedOf } from '../../rows/earlier-rows.js';
import { runOn } from '../database/work.js';
import { foreseenRows } from '../port/earlier-rows.js';
import { type AdministrationOptions, openConnection } from './connection.js';

/** Connects when it is first used. */
export function openAdministration(options: AdministrationOptions): Administration {
  const { change, read, readTenant, close } = openConnection(options);
  return administrationOn({
    change: (work) => change((session, note) => runOn(session, work(note))),
    read: (work) => read((session) => runOn(session, work())),
    readTenant: (tenantKey, work) => readTenant(tenantKey, (session) => runOn(session, work())),
    foreseen: async (tenantKey) => ({
      seed: await readTenant(tenantKey, (session) => runOn(session, seedOf(tenantKey))),
      earlier: foreseenRows(tenantKey, (work) => readTenant(tenantKey, (session) => runOn(session, work()))),
    }),
    // The order is an ordinary index here, which the database keeps.
    remakeAmountOrder: async () => 0,
    close,
  });
}
