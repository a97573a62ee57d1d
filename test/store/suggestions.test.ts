/** Settings that rows suggest, as SQLite keeps the rows. */

import { sqliteForMatches } from './match-engines.js';
import { suggestionConformance } from './suggestions-conformance.js';

suggestionConformance('SQLite', sqliteForMatches);
