/** Counts with the noun that they count. */
import { pluralIn } from '../../format.js';

export const many = pluralIn('en');
export const countedRows = (count: number) => many(count, 'row', 'rows');
export const countedTransactions = (count: number) => many(count, 'transaction', 'transactions');
export const countedRecords = (count: number) => many(count, 'settlement record', 'settlement records');
