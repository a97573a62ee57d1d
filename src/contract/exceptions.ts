/** What somebody has to see to: each file or till's day that has not come is one exception, however many rows wait for it. */
import { z } from 'zod';
import { MissingPart } from './open-reasons.js';
import { AccessQuery, ListQuery } from './query.js';

/** What an exception is about. */
export const exceptionSides = ['Account', 'Terminal'] as const;
export const ExceptionSide = z
  .enum(exceptionSides)
  .meta({ id: 'ExceptionSide', description: 'Account: the file of an acquirer; Terminal: what a till sold' });

export const ExceptionListQuery = AccessQuery.extend({
  side: ExceptionSide.optional(),
  pageSize: ListQuery.shape.pageSize,
  pageNumber: ListQuery.shape.pageNumber,
});
export type ExceptionListQuery = z.infer<typeof ExceptionListQuery>;

export const ListedException = z
  .object({
    side: ExceptionSide,
    ...MissingPart.shape,
    rows: z.int().min(1).meta({ description: 'Sales or settlement records that wait for it' }),
    amounts: z
      .array(z.object({ currency: z.string().nullable(), amount: z.string().meta({ pattern: '^-?\\d+\\.\\d{2,4}$' }) }))
      .meta({ description: 'What they come to, by currency' }),
  })
  .meta({ id: 'Exception', description: 'A file, or the day of a till, that has not come' });
export type ListedException = z.infer<typeof ListedException>;
