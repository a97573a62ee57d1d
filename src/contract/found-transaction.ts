/** A transaction as a search finds it: as in a list, and why it is open. */
import { z } from 'zod';
import { Transaction } from './transaction.js';

export const FoundTransaction = Transaction.extend({
  openReason: z
    .string()
    .nullable()
    // Absent where a server does not tell it.
    .optional()
    .meta({ description: 'Why it is in no match, as a code; null where it is in one, or where nothing is known' }),
}).meta({ id: 'FoundTransaction', description: 'A transaction in a list, with why it is open' });
export type FoundTransaction = z.infer<typeof FoundTransaction>;
