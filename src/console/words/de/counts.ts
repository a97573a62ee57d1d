/** Counts with the noun that they count. */
import { pluralIn } from '../../format.js';

export const many = pluralIn('de');
export const countedRows = (count: number) => many(count, 'Zeile', 'Zeilen');
export const countedTransactions = (count: number) => many(count, 'Transaktion', 'Transaktionen');
export const countedRecords = (count: number) => many(count, 'Abrechnungszeile', 'Abrechnungszeilen');
