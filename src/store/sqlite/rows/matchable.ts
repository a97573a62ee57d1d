/** Which rows of a tenant there are to match, and what of them is compared. */
import type { UploadKind } from '../../../contract/states.js';
import { matchStateCodes, stateCodes } from '../../codes.js';
import { matchedFields } from '../../match-fields.js';

/** In the order of {@link matchedFields}. */
export const comparedColumns: Record<UploadKind, string> = {
  Sales: matchedFields.Sales.join(', '),
  Settlement: matchedFields.Settlement.join(', '),
};

/** SQL for the day, since 1970, of a row of a table called `sale`, by which runs of matching find it; null where it has none. */
export const dayOfRow: Record<UploadKind, string> = {
  Sales: `coalesce(sale.transactionTicks / 864000000000,
    CAST(julianday(coalesce(substr(sale.eftTransactionDate, 1, 10), sale.businessDate)) - 2440587.5 AS INTEGER))`,
  Settlement: 'sale.day',
};

const isUnmatched = (matchState: string) => `(sale.${matchState} = ${matchStateCodes.Unmatched} OR sale.matchKey IS NOT NULL)`;

/** SQL for whether a record, of a table called `sale`, is one that may be matched; others are read as well. */
export const isCandidateRecord = isUnmatched('matchState');

/** SQL for whether a row of a table called `sale` is read at all. */
export const isMatchable: Record<UploadKind, string> = {
  Sales: `sale.transactionState = ${stateCodes.Processed} AND ${isUnmatched('transactionMatchState')}`,
  Settlement: `sale.state = ${stateCodes.Processed} AND (sale.matchState <> ${matchStateCodes.Skip} OR sale.matchKey IS NOT NULL)`,
};
