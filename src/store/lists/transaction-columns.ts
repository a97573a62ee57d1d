/** The JSON of transactions, as far as the database writes it; see transaction-json.ts of the folder above for the rest. */

import { matchStateCodes, stateCodes } from '../codes.js';
import { perDatabase, snakeCase, text } from '../sql/work.js';
import { plainFields } from '../stored-row.js';

/**
 * The columns of JsonRow, from the tables called `sale` and `upload`. `json` is SQL for a value of a column as JSON, `hexOfId` for an id in
 * hexadecimal digits, with or without hyphens. The database writes the JSON itself: making an object of each row only to
 * serialise it would take several times as long, and SQLite's own objects a fifth more, because they look through every name of every row. Only
 * the amount is left to JavaScript, whose text for a double reads back as the same double.
 */
function columnsOf({ json, hexOfId }: Record<'json' | 'hexOfId', (column: string) => string>) {
  const listed = [
    ['transactionState', codeJson('state', stateCodes)],
    ['transactionMatchState', codeJson('match_state', matchStateCodes)],
    ...plainFields.filter((field) => field !== 'amount').map((field) => [field, json(`sale.${snakeCase(field)}`)]),
    ['transactionTypes', "coalesce(sale.transaction_types, '[]')"],
  ];
  const columns = (members: readonly (readonly string[])[]) =>
    text(
      `sale.seq, upload.first_seq, ${hexOfId('upload.first_transaction_id')}, sale.amount,
        concat(${members.map(([name, value], index) => `'${index > 0 ? ',' : ''}"${name}":', ${value}`).join(', ')})`,
    );
  return { list: columns(listed), detail: columns([...listed, ['additionalData', "coalesce(sale.additional_data, '[]')"]]) };
}

const onSqlite = columnsOf({ json: (column) => `json_quote(${column})`, hexOfId: (column) => `lower(hex(${column}))` });
const onPostgres = columnsOf({ json: (column) => `coalesce(to_json(${column})::text, 'null')`, hexOfId: (column) => column });

/** As a list and a detail show a transaction. */
export const transactionColumns = {
  list: perDatabase(onSqlite.list, onPostgres.list),
  detail: perDatabase(onSqlite.detail, onPostgres.detail),
};

function codeJson(column: string, codes: Record<string, number>): string {
  const cases = Object.entries(codes).map(([name, code]) => `WHEN ${code} THEN '"${name}"'`);
  return `CASE sale.${column} ${cases.join(' ')} ELSE 'null' END`;
}
