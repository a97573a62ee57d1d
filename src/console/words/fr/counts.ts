/** Counts with the noun that they count. */
import { many } from '../../format.js';
import { shared } from './shared.js';

export { many };
export const { countedRows, countedTransactions, countedRecords } = shared;
