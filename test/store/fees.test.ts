/** Fees on SQLite. */
import { feesConformance } from './fees-conformance.js';
import { sqliteForMatches } from './match-engines.js';

feesConformance('SQLite', sqliteForMatches);
