/** Counts with the noun that they count. */
import { pluralIn } from '../../format.js';

export const many = pluralIn('fr');
export const countedRows = (count: number) => many(count, 'ligne', 'lignes');
export const countedTransactions = (count: number) => many(count, 'transaction', 'transactions');
export const countedRecords = (count: number) => many(count, 'ligne de règlement', 'lignes de règlement');
