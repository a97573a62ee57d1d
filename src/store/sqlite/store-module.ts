/** The SQLite store, for threads to open. */
import type { StoreModule } from '../store-module.js';
import { openAdministration } from './administration/administration.js';
import { openMatchReader } from './match-reader.js';
import { openSqliteReader, openSqliteStore } from './sqlite-store.js';

const sqlite: StoreModule = { openStore: openSqliteStore, openReader: openSqliteReader, openMatchReader, openAdministration };
export default sqlite;
