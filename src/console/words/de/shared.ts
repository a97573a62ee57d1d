/** The words that the command line has, too. */
import { sharedWords } from '../../../words/de.js';
import { format } from '../../format.js';
import { shownWords } from '../shared.js';

export const shared = shownWords(sharedWords(format));
export const { countedRows, countedTransactions, rowsOf, brought } = shared;
