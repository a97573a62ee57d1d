/** What people decide, as SQLite keeps it. */
import { decisionConformance } from './decision-conformance.js';
import { sqliteForMatches } from './match-engines.js';

decisionConformance('SQLite', sqliteForMatches);
