/** Which rows of a tenant there are to match, and what of them is compared. */
import type { UploadKind } from '../../../contract/states.js';
import { matchStateCodes, stateCodes } from '../../codes.js';
import { matchedFields } from '../../match-fields.js';
import { snakeCase } from '../../sql/work.js';

/** Of the table called `sale`, in the order of {@link matchedFields}. */
export const comparedColumns = (kind: UploadKind) =>
  matchedFields[kind].map((field) => `sale.${snakeCase(field)} AS "${field}"`).join(', ');

/** SQL for the day, since 1970, of a row of a table called `sale`, by which runs of matching find it; null where it has none. */
export const dayOfRow: Record<UploadKind, string> = {
  Sales: `coalesce(sale.ticks / 864000000000, coalesce(left(sale.eft_transaction_date, 10), sale.business_date)::date - DATE '1970-01-01')`,
  Settlement: 'sale.day',
};

const isUnmatched = `(sale.match_state = ${matchStateCodes.Unmatched} OR sale.match_key IS NOT NULL)`;

/** SQL for whether a row is one that may be matched; of records others are read as well. */
export const isCandidateRow: Record<UploadKind, string> = { Sales: 'true', Settlement: isUnmatched };

const isRead: Record<UploadKind, string> = {
  Sales: isUnmatched,
  Settlement: `(sale.match_state <> ${matchStateCodes.Skip} OR sale.match_key IS NOT NULL)`,
};

/** SQL for whether a row is read at all. */
export const isMatchable = (kind: UploadKind) => `sale.state = ${stateCodes.Processed} AND ${isRead[kind]}`;
