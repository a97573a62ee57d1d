/** Which rows of a tenant there are to match, and what of them is compared. All of it of a table called `sale`. */
import type { UploadKind } from '../../contract/states.js';
import { matchStateCodes, stateCodes } from '../codes.js';
import { matchedFields } from '../match-fields.js';
import { type Sql, snakeCase, text } from '../sql/work.js';

const columnsOf = (kind: UploadKind) => text(matchedFields[kind].map((field) => `sale.${snakeCase(field)}`).join(', '));
/** In the order of {@link matchedFields}. */
export const comparedColumns: Record<UploadKind, Sql> = { Sales: columnsOf('Sales'), Settlement: columnsOf('Settlement') };

const isUnmatched = `(sale.match_state = ${matchStateCodes.Unmatched} OR sale.match_key IS NOT NULL)`;
const isImported = `sale.state = ${stateCodes.Processed}`;

/** Whether a record is one that may be matched; others are read as well. */
export const isCandidateRecord = text(isUnmatched);

/** Whether a row is read at all. */
export const isMatchable: Record<UploadKind, Sql> = {
  Sales: text(`${isImported} AND ${isUnmatched}`),
  Settlement: text(`${isImported} AND (sale.match_state <> ${matchStateCodes.Skip} OR sale.match_key IS NOT NULL)`),
};
