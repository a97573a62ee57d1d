/** The history of a transaction, state by state: an extension of the documented interface, under paths of its own. */
import { z } from 'zod';
import { TransactionMatchState, TransactionState } from './transaction.js';

const States = z.object({ transactionState: TransactionState, transactionMatchState: TransactionMatchState }).nullable();

export const TransactionHistory = z
  .object({
    items: z.array(
      z.object({
        at: z.string().meta({ format: 'date-time' }),
        from: States,
        to: States,
        reason: z.string(),
        by: z.string().meta({ description: 'A user, or import' }),
      }),
    ),
  })
  .meta({ id: 'TransactionHistory', description: 'Changes of one transaction, the oldest first; states are null where none changed' });
export type TransactionHistory = z.infer<typeof TransactionHistory>;
