/** Payouts on SQLite. */
import { sqliteForMatches } from './match-engines.js';
import { payoutConformance } from './payout-conformance.js';

payoutConformance('SQLite', sqliteForMatches);
