/** The words that the command line has, too. */
import { sharedWords } from '../../../words/de.js';
import { format } from '../../format.js';
import { countsOf } from '../counts.js';

export const shared = sharedWords(format);
export const { countedRows, countedTransactions, rowsOf, brought } = countsOf(shared);
