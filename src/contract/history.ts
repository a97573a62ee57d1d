/** The history of a transaction, state by state: an extension of the documented interface, under paths of its own. */
import { z } from 'zod';
import { moment } from './shapes.js';
import { TransactionMatchState, TransactionState } from './transaction.js';

const States = z.object({ transactionState: TransactionState, transactionMatchState: TransactionMatchState }).nullable();

export const TransactionHistory = z
  .object({
    items: z.array(
      z.object({
        at: moment,
        from: States,
        to: States,
        reason: z.string(),
        by: z.string().meta({ description: 'A user, or import' }),
      }),
    ),
    /** Absent where a server does not tell them. */
    uploadId: z.guid().meta({ description: 'The upload that brought it' }).optional(),
    index: z.int().min(0).meta({ description: 'Its place in that upload, from 0' }).optional(),
  })
  .meta({ id: 'TransactionHistory', description: 'Changes of one transaction, the oldest first; states are null where none changed' });
export type TransactionHistory = z.infer<typeof TransactionHistory>;
