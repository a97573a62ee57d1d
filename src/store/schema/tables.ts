/** The tables of both databases, described once; each database has more of its own, and its own indexes of rows. */
import { matchTables } from './match-tables.js';
import { plainTableNames, plainTables } from './plain-tables.js';
import { rowTables } from './row-tables.js';
import type { Spelling } from './spelling.js';
import { tenancyTables } from './tenancy-tables.js';

const plain = plainTableNames.map((name) => plainTables[name].create);

export const tables = (spelling: Spelling) => [tenancyTables, rowTables, matchTables, ...plain].map((of) => of(spelling)).join('\n');
