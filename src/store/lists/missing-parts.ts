/** Files and days of tills that are missing, the oldest day first: the rows that wait, grouped by what they wait for. */

import { decimalText } from '../../contract/amount.js';
import type { ExceptionListQuery, ListedException } from '../../contract/exceptions.js';
import { type MissingPart, missingSentence } from '../../contract/open-reasons.js';
import type { UploadKind } from '../../contract/states.js';
import { valueAt } from '../../contract/value-at.js';
import { rowNumber } from '../matching.js';
import { among, anyTenant, indexedBy, join, oneByOne } from '../sql/dialect.js';
import { tableOf } from '../sql/tables.js';
import { all, nothing, perDatabase, type Sql, sql, text, type Work } from '../sql/work.js';
import { isLate, type LateFile } from './late-files.js';
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
    const item = valueAt(items, missing, () => exceptionOf(JSON.parse(missing)));
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

export interface MissingAsked extends Pick<ExceptionListQuery, 'dayFrom' | 'dayTo'> {
  codes: readonly MissingPart['code'][];
  /** Files that should have come by now. */
  late: readonly LateFile[];
}

/** Exceptions about what is missing, `rows` of them from the one at `offset` on. */
export function* missingParts(
  tenantKey: number,
  { codes, dayFrom, dayTo, late }: MissingAsked,
  { offset, rows }: { offset: number; rows: number },
): Work<ListedException[]> {
  const isDay = (day: string) => (dayFrom ?? day) <= day && day <= (dayTo ?? day);
  const asked = codes.includes('NoFile') ? late.filter(({ part }) => isDay(part.day ?? '')) : [];
  const passed = asked.length === 0 ? offset : 0;
  const told = yield* partsToldOf(tenantKey, { codes, dayFrom, dayTo }, { offset: passed, rows: offset + rows - passed });
  const parts = [...told, ...(yield* lateParts(tenantKey, asked))].sort(({ missing: one }, { missing: other }) =>
    one < other ? -1 : Number(one > other),
  );
  return exceptionsOf(parts).slice(offset - passed, offset - passed + rows);
}

/** Those that matching tells of. */
function* partsToldOf(
  tenantKey: number,
  { codes, dayFrom, dayTo }: Omit<MissingAsked, 'late'>,
  { offset, rows }: { offset: number; rows: number },
): Work<WaitingRows[]> {
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
  return yield* all<WaitingRows>(
    sql`SELECT page.missing, ${ofRow('currency')} AS currency, count(*) AS rows, ${unitSums(ofRow('amount'))}
      FROM (SELECT missing FROM match_open ${byMissing} WHERE tenant_key = ${tenant} AND missing IS NOT NULL${ofCode}${from}${to}
        GROUP BY missing ORDER BY missing LIMIT ${rows} OFFSET ${offset}) AS page
      ${join} match_open AS open ${byMissing} ON open.tenant_key = ${tenant} AND open.missing = page.missing
      ${waiting} GROUP BY 1, 2 ORDER BY 1, 2`,
  );
}

function* lateParts(tenantKey: number, late: readonly LateFile[]): Work<WaitingRows[]> {
  const tenant = anyTenant(tenantKey);
  const isSale = sql`sale.tenant_key = ${tenant} AND sale.seq = open.number / 2`;
  const saleOf = perDatabase(
    sql`CROSS JOIN "transaction" AS sale ON ${isSale}`,
    sql`CROSS JOIN LATERAL (SELECT currency, amount FROM "transaction" AS sale WHERE ${isSale} ${oneByOne}) AS sale`,
  );
  const found: WaitingRows[] = [];
  for (const one of late) {
    const days = one.waiting.map(({ day }) => day);
    const sums = yield* all<Omit<WaitingRows, 'missing'>>(
      sql`SELECT sale.currency, count(*) AS rows, ${unitSums(text('sale.amount'))} FROM match_open AS open ${indexedBy('match_open_reason')}
        ${saleOf}
        WHERE open.tenant_key = ${tenant} AND open.day ${among(days)} AND open.number % 2 = ${rowNumber('Sales', 0)} AND ${isLate([one])}
        GROUP BY 1 ORDER BY 1`,
    );
    for (const sum of sums) found.push({ missing: missingText(one.part), ...sum });
  }
  return found;
}
