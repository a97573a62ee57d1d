/** Which rows of a tenant there are to match, and what of them is compared. */
import type { UploadKind } from '../../../contract/states.js';
import { matchStateCodes, stateCodes } from '../../codes.js';
import { matchedFields } from '../../match-fields.js';
import { snakeCase } from '../../sql/work.js';

/** In the order of {@link matchedFields}. */
export const comparedColumns: Record<UploadKind, string> = {
  Sales: matchedFields.Sales.map(snakeCase).join(', '),
  Settlement: matchedFields.Settlement.map(snakeCase).join(', '),
};

/** SQL for the day, since 1970, of a row of a table called `sale`, by which runs of matching find it; null where it has none. */
export const dayOfRow: Record<UploadKind, string> = {
  Sales: `coalesce(sale.ticks / 864000000000,
    CAST(julianday(coalesce(substr(sale.eft_transaction_date, 1, 10), sale.business_date)) - 2440587.5 AS INTEGER))`,
  Settlement: 'sale.day',
};

/** SQL for whether a record, of a table called `sale`, is one that may be matched; others are read as well. */
export const isCandidateRecord = `(sale.match_state = ${matchStateCodes.Unmatched} OR sale.match_key IS NOT NULL)`;

/** SQL for whether a row of a table called `sale` is read at all. */
export const isMatchable: Record<UploadKind, string> = {
  Sales: `sale.state = ${stateCodes.Processed} AND ${isCandidateRecord}`,
  Settlement: `sale.state = ${stateCodes.Processed} AND (sale.match_state <> ${matchStateCodes.Skip} OR sale.match_key IS NOT NULL)`,
};
