/** The table of money on SQLite. */
import { sqliteForMatches } from './match-engines.js';
import { moneyConformance } from './money-conformance.js';

moneyConformance('SQLite', sqliteForMatches);
