/** Closes on SQLite. */
import { closesConformance } from './closes-conformance.js';
import { sqliteForMatches } from './match-engines.js';

closesConformance('SQLite', sqliteForMatches);
