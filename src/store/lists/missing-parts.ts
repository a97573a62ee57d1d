/** Files and days of tills that are missing, the oldest day first: the rows that wait, grouped by what they wait for. */

import { decimalText } from '../../contract/amount.js';
import type { ExceptionListQuery, ListedException } from '../../contract/exceptions.js';
import { type MissingPart, missingSentence } from '../../contract/open-reasons.js';
import type { UploadKind } from '../../contract/states.js';
import { rowNumber } from '../matching.js';
import { anyTenant, indexedBy, join, oneByOne } from '../sql/dialect.js';
import { tableOf } from '../sql/tables.js';
import { all, nothing, perDatabase, type Sql, sql, text, type Work } from '../sql/work.js';
import { aboutNoRow, noPlaces } from './open-rows.js';

/** Rows that wait for one part are found by this text. The day comes first, so that texts are in the order of days; what never came is last. */
export function missingText({ day, code, acquirerId, merchantId, terminalId }: MissingPart): string {
  return JSON.stringify({ day, code, acquirerId, merchantId, terminalId });
}

const MILLION = 1_000_000;

/** An amount in units of 10⁻⁴, as two sums that stay in range however many rows there are. `amount`: SQL for it. */
function unitSums(amount: Sql): Sql {
  const [units, million] = [sql`CAST(round(${amount} * 10000) AS bigint)`, text(String(MILLION))];
  return sql`sum(${units} / ${million}) AS millions, sum(${units} % ${million}) AS rest`;
}

/** Rows of one currency that wait for one part. */
interface WaitingRows {
  missing: string;
  currency: string | null;
  rows: number;
  /** See {@link unitSums}; as a store's driver gives them. */
  millions: number | string;
  rest: number | string;
}

/** Sides of exceptions, and their codes. */
export const missingSides = { NoFile: 'Account', NoSales: 'Terminal' } as const satisfies Record<
  MissingPart['code'],
  ListedException['side']
>;

function exceptionsOf(waiting: readonly WaitingRows[]): ListedException[] {
  const items = new Map<string, ListedException>();
  for (const { missing, currency, rows, millions, rest } of waiting) {
    const item = items.get(missing) ?? exceptionOf(JSON.parse(missing));
    items.set(missing, item);
    item.rows += rows;
    item.amounts.push({ currency, amount: decimalText(BigInt(millions) * BigInt(MILLION) + BigInt(rest)) });
  }
  return [...items.values()];
}

function exceptionOf(part: MissingPart): ListedException {
  const { code, day, acquirerId, merchantId, terminalId } = part;
  const about = { side: missingSides[code], reason: code, parameters: part, sentence: missingSentence(part) };
  return { ...about, ...aboutNoRow, id: null, day, rows: 0, amounts: [], ...noPlaces, acquirerId, merchantId, terminalId };
}

/** Values that texts of parts begin with, so that a range of days is one of texts. */
const ofDay = (day: string) => `{"day":"${day}"`;
const BEHIND_DAYS = '{"day":n';
const BEHIND_DAY = '~';

/** Exceptions about what is missing, `rows` of them from the one at `offset` on. */
export function* missingParts(
  tenantKey: number,
  codes: readonly MissingPart['code'][],
  { dayFrom, dayTo }: Pick<ExceptionListQuery, 'dayFrom' | 'dayTo'>,
  { offset, rows }: { offset: number; rows: number },
): Work<ListedException[]> {
  const tenant = anyTenant(tenantKey);
  const ofCode = codes.length === 1 ? sql` AND missing LIKE ${`%,"code":"${codes[0]}",%`}` : nothing;
  const from = dayFrom === undefined ? nothing : sql` AND missing >= ${ofDay(dayFrom)} AND missing < ${BEHIND_DAYS}`;
  const to = dayTo === undefined ? nothing : sql` AND missing < ${ofDay(dayTo) + BEHIND_DAY}`;
  const byMissing = indexedBy('match_open_missing');
  const isRow = (kind: UploadKind, row: string) =>
    sql`${text(row)}.tenant_key = ${tenant} AND open.number % 2 = ${rowNumber(kind, 0)} AND ${text(row)}.seq = open.number / 2`;
  const rowOf = (kind: UploadKind) => sql`SELECT currency, amount FROM ${tableOf[kind]} AS sale WHERE ${isRow(kind, 'sale')}`;
  const joined = (kind: UploadKind) => sql`LEFT JOIN ${tableOf[kind]} AS ${text(kind)} ON ${isRow(kind, kind)}`;
  const waiting = perDatabase(
    sql`${joined('Sales')} ${joined('Settlement')}`,
    sql`CROSS JOIN LATERAL (${rowOf('Sales')} UNION ALL ${rowOf('Settlement')} ${oneByOne}) AS waiting`,
  );
  const ofRow = (column: string) => perDatabase(text(`coalesce(Sales.${column}, Settlement.${column})`), text(`waiting.${column}`));
  const found = yield* all<WaitingRows>(
    sql`SELECT page.missing, ${ofRow('currency')} AS currency, count(*) AS rows, ${unitSums(ofRow('amount'))}
      FROM (SELECT missing FROM match_open ${byMissing} WHERE tenant_key = ${tenant} AND missing IS NOT NULL${ofCode}${from}${to}
        GROUP BY missing ORDER BY missing LIMIT ${rows} OFFSET ${offset}) AS page
      ${join} match_open AS open ${byMissing} ON open.tenant_key = ${tenant} AND open.missing = page.missing
      ${waiting} GROUP BY 1, 2 ORDER BY 1, 2`,
  );
  return exceptionsOf(found);
}
