/** The JSON of transactions, as far as the database writes it: see transaction-json.ts of the folder above for the rest. */

import { matchStateCodes, stateCodes } from '../../codes.js';
import { snakeCase } from '../../sql/work.js';
import { anyTenant } from '../access/scope.js';
import { textFields } from '../port/columns.js';

/** The names of members, each with the SQL for its value as JSON. */
const listed = [
  ['transactionState', codeJson('state', stateCodes)],
  ['transactionMatchState', codeJson('match_state', matchStateCodes)],
  ...textFields.map((field) => [field, textJson(snakeCase(field))]),
  ['transactionTypes', "coalesce(sale.transaction_types, '[]')"],
];
const detailed = [...listed, ['additionalData', "coalesce(sale.additional_data, '[]')"]];

const selection = (members: readonly string[][]) =>
  `sale.seq, upload.first_seq, upload.first_transaction_id, sale.amount,
     concat(${members.map(([name, json], index) => `'${index > 0 ? ',' : ''}"${name}":', ${json}`).join(', ')})`;

/** Columns of JsonRow from transaction AS sale and upload, as in a list. */
export const listedColumns = selection(listed);
/** The same as in detail, but for the comment. */
export const detailedColumns = selection(detailed);

/**
 * Selects the seq of a row by the parts of its id, of either kind, as both share their numbers; `tenant`, `first` and `index` are their places
 * in the statement. As a query of its own: joined by the sum, under row-level security all rows of the tenant would be read, because a sum may fail and so tell of other rows.
 */
export function seqOfId(tenant: string, first: string, index: string): string {
  return `SELECT first_seq + ${index}::int FROM upload
    WHERE tenant_key = ${anyTenant(tenant)} AND first_transaction_id = ${first}::uuid AND rows > ${index}::int`;
}

function textJson(column: string): string {
  return `coalesce(to_json(sale.${column})::text, 'null')`;
}

function codeJson(column: string, codes: Record<string, number>): string {
  const cases = Object.entries(codes).map(([name, code]) => `WHEN ${code} THEN '"${name}"'`);
  return `CASE sale.${column} ${cases.join(' ')} ELSE 'null' END`;
}
