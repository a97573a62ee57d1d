/** What is missing, and sales paid in cash, as SQLite keeps them. */
import { exceptionConformance } from './exceptions-conformance.js';
import { sqliteForMatches } from './match-engines.js';

exceptionConformance('SQLite', sqliteForMatches);
