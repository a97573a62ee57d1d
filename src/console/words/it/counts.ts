/** Counts with the noun that they count. */
import { pluralIn } from '../../format.js';

export const many = pluralIn('it');
export const countedRows = (count: number) => many(count, 'riga', 'righe');
export const countedTransactions = (count: number) => many(count, 'transazione', 'transazioni');
export const countedRecords = (count: number) => many(count, 'riga di regolamento', 'righe di regolamento');
