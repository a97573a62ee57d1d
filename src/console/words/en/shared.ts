/** The words that the command line has, too. */
import { sharedWords } from '../../../words/en.js';
import { format } from '../../format.js';

export const shared = sharedWords(format);

/** Counts with the noun that they count. */
export const { countedRows, countedTransactions, countedRecords } = shared;
