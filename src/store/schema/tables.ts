/** The tables of both databases, described once; each database has more of its own, and its own indexes of rows. */
import { matchTables } from './match-tables.js';
import { rowTables } from './row-tables.js';
import type { Spelling } from './spelling.js';
import { tenancyTables } from './tenancy-tables.js';

export const tables = (spelling: Spelling) => [tenancyTables, rowTables, matchTables].map((of) => of(spelling)).join('\n');
