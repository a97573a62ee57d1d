/** A transaction as a search finds it: as in a list, why it is open, and what its settlement records say. */
import { z } from 'zod';
import type { FoundField } from './slip-filters.js';
import { Transaction } from './transaction.js';

// A member is absent where a server does not tell it.
const text = (description: string) => z.string().nullable().optional().meta({ description });
const double = (description: string) => z.number().nullable().optional().meta({ format: 'double', description });

/** What a search tells beside what a list does. */
const found = {
  openReason: text('Why it is in no match, as a code; null where it is in one, or where nothing is known'),
  paidAmount: double(
    'What its settlement records come to. Records that pay several sales stand with the first of these. Null where there are none, or some are hidden',
  ),
  fee: double('What these settlement records cost; null where they do not tell it'),
  payoutId: text('The payout that it is in; several are separated by a comma and a space'),
} satisfies Record<FoundField, z.ZodType>;

export const FoundTransaction = Transaction.extend(found).meta({
  id: 'FoundTransaction',
  description: 'A transaction in a list, with why it is open, and by what it is paid',
});
export type FoundTransaction = z.infer<typeof FoundTransaction>;
