/** Rows of the table as JSON. */
import { matchStateCodes, stateCodes } from '../../codes.js';
import { snakeCase } from '../../sql/work.js';
import type { JsonRow } from '../../transaction-json.js';
import { plainFields } from '../../transaction-row.js';

/** The names of members, each with the SQL for its value as JSON. */
const listed = [
  ['transactionState', codeJson('state', stateCodes)],
  ['transactionMatchState', codeJson('match_state', matchStateCodes)],
  ...plainFields.filter((field) => field !== 'amount').map((field) => [field, `json_quote(sale.${snakeCase(field)})`]),
  ['transactionTypes', "ifnull(sale.transaction_types, '[]')"],
];
const detailed = [...listed, ['additionalData', "ifnull(sale.additional_data, '[]')"]];

/**
 * Selects rows as JsonRow. SQLite writes the JSON itself: making an object of each row only to serialise it would take several
 * times as long, and SQLite's own objects a fifth more, because they look through every name of every row. Only the amount is left to
 * JavaScript, whose text for a double reads back as the same double.
 */
const selection = (members: readonly string[][], more = '') =>
  `SELECT sale.seq, upload.first_seq, lower(hex(upload.first_transaction_id)), sale.amount,
     concat(${members.map(([name, json], index) => `'${index > 0 ? ',' : ''}"${name}":', ${json}`).join(', ')})${more}`;

/** Rows by their seqs, in that order; binds the seqs as a JSON array, then the tenant twice. */
export const selectListed = `${selection(listed)} FROM json_each(?) AS wanted
  CROSS JOIN "transaction" AS sale ON sale.seq = wanted.value
  CROSS JOIN upload ON upload.tenant_key = ? AND upload.upload_key = sale.upload_key
  WHERE sale.tenant_key = ?`;

/** What a detail is completed from in JavaScript; `told` is whether matching has something to say of the row. */
const beside = `, sale.comment, sale.match_key, sale.match_key IS NOT NULL OR
     EXISTS (SELECT 1 FROM match_open AS open WHERE open.tenant_key = tenant.tenant_key AND open.number = 2 * sale.seq)`;

/** The columns of {@link selectDetail}. */
export type DetailRow = [...JsonRow, comment: string | null, matchKey: number | null, told: 0 | 1];

/** One row as JsonRow, and more; by the id of its tenant and the parts of its own; binds index, tenant, first id and index. */
export const selectDetail = `${selection(detailed, beside)} FROM tenant
  CROSS JOIN upload ON upload.tenant_key = tenant.tenant_key
  CROSS JOIN "transaction" AS sale ON sale.tenant_key = tenant.tenant_key AND sale.seq = upload.first_seq + ?
  WHERE tenant.id = ? AND upload.kind = 'Sales' AND upload.first_transaction_id = ? AND upload.rows > ?`;

function codeJson(column: string, codes: Record<string, number>): string {
  const cases = Object.entries(codes).map(([name, code]) => `WHEN ${code} THEN '"${name}"'`);
  return `CASE sale.${column} ${cases.join(' ')} ELSE 'null' END`;
}
