/** The SQLite store, for threads to open. */
import type { StoreModule } from '../store-module.js';
import { openSqliteReader, openSqliteStore } from './sqlite-store.js';

const sqlite: StoreModule = { openStore: openSqliteStore, openReader: openSqliteReader };
export default sqlite;
