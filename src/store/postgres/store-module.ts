/** The PostgreSQL store, for threads to open. */
import type { SharedStoreModule } from '../store-module.js';
import { openAdministration } from './administration/administration.js';
import type { DatabaseAddress } from './database/address.js';
import { openMatcher } from './match-reader.js';
import { openPostgresStore } from './postgres-store.js';

const postgres: SharedStoreModule = {
  openStore: ({ database, ...options }) => openPostgresStore({ address: database as DatabaseAddress, ...options }),
  openMatcher: ({ database }) => openMatcher({ address: database as DatabaseAddress }),
  openAdministration: ({ database, actor, from }) => openAdministration({ address: database as DatabaseAddress, actor, from }),
};
export default postgres;
