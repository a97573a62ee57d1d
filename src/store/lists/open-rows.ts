/** Open rows of one reason, the oldest day first, as exceptions; of other rows they name those within reach alone. */
import { dayText } from '../../closing/days.js';
import { atLeast, atMost } from '../../contract/amount.js';
import { daysOf } from '../../contract/date-time.js';
import { textOfDecimal } from '../../contract/decimal.js';
import type { ExceptionReasonName } from '../../contract/exception-reasons.js';
import type { ExceptionListQuery, ListedException } from '../../contract/exceptions.js';
import { type UploadKind, uploadKinds } from '../../contract/states.js';
import { andWithin, type Reach } from '../access/scope.js';
import { matchStateCodes, stateCodes } from '../codes.js';
import { rowNumber, rowOfNumber } from '../matching.js';
import { worthOf } from '../money.js';
import { chargebackTypes } from '../schema/row-tables.js';
import { among, anyTenant, indexedBy, oneByOne } from '../sql/dialect.js';
import { tableOf } from '../sql/tables.js';
import { all, column, first, nothing, type Sql, sql, text, type Work } from '../sql/work.js';
import { dayOfRecord, dayOfSale } from '../stored-row.js';
import { listedRows, type RowWithId } from './listed-rows.js';
import { canBeTold, idsOf, involvedIn, type OpenReasonRow, toldOfOpen } from './match-told.js';
import { candidatesIn, versionsOf } from './row-versions.js';

/** A part of a list. */
export interface ListPart {
  offset: number;
  rows: number;
}

/** What rows are narrowed by. */
export interface OpenRowFilters extends FieldFilters {
  /** All that is within reach, or only a unit of it. */
  near: Reach;
  /** Claims until this day or an earlier one are over. */
  today: string;
}

type FieldFilters = Pick<ExceptionListQuery, 'side' | 'dayFrom' | 'dayTo' | 'terminalId' | 'currency' | 'amountFrom' | 'amountTo'>;

/** Members of an exception that are about no place. */
export const noPlaces = {
  ...{ acquirerId: null, merchantId: null, payoutId: null, terminalId: null },
  ...{ locationId: null, brandId: null, orderId: null, transactionReference: null },
} as const;

/** Members of an exception that is about no row, or about one without candidates. */
export const aboutNoRow: Pick<ListedException, 'candidateRows' | 'matchId' | 'version'> = {
  ...{ candidateRows: [], matchId: null, version: null },
};

export const sideOf = { Sales: 'Sale', Settlement: 'Record' } as const satisfies Record<UploadKind, ListedException['side']>;
const amountText = (amount: number) => textOfDecimal(worthOf(amount));
const joined = (parts: readonly Sql[]) => parts.reduce((before, part) => sql`${before} AND ${part}`, nothing);

/** Conditions on the table called `sale`. */
function rowConditions({ terminalId, currency, amountFrom, amountTo }: FieldFilters): Sql[] {
  const given: [string, unknown][] = [
    ['terminal_id =', terminalId],
    ['currency =', currency],
    ['amount >=', atLeast(amountFrom)],
    ['amount <=', atMost(amountTo)],
  ];
  return given.flatMap(([what, value]) => (value === undefined ? [] : [sql`sale.${text(what)} ${value}`]));
}

function dayConditions(day: Sql, { dayFrom, dayTo }: FieldFilters): Sql[] {
  return [
    ...(dayFrom === undefined ? [] : [sql`${day} >= ${daysOf(dayFrom)}`]),
    ...(dayTo === undefined ? [] : [sql`${day} <= ${daysOf(dayTo)}`]),
  ];
}

/** Whether the acquirer was asked about the row, and an answer is waited for until a later day. `number`: SQL for its number. */
function isClaimed({ near, today }: Pick<OpenRowFilters, 'near' | 'today'>, number: string): Sql {
  return sql`EXISTS (SELECT 1 FROM match_claim AS claim
    WHERE claim.tenant_key = ${anyTenant(near.tenantKey)} AND claim.number = ${text(number)} AND claim.remind_on > ${today} ${oneByOne})`;
}

/** A row of match_open. */
interface FoundOpenRow extends OpenReasonRow {
  number: number;
  day: number | null;
}

/** Where open rows of a reason are; in the order of the index. */
function* openRows(reach: Reach, reason: ExceptionReasonName, filters: OpenRowFilters): Work<Sql> {
  const tenant = anyTenant(reach.tenantKey);
  const tests = rowConditions(filters);
  // A suggestion that has ended is told of until the next run.
  if (reason === 'Proposed') tests.push(text('sale.match_key IS NOT NULL'));
  const { near } = filters;
  const within = andWithin(near, 'sale');
  const isKind = (kind: UploadKind) => sql`number % 2 = ${rowNumber(kind, 0)}`;
  const isRow = (kind: UploadKind) => sql`${isKind(kind)} AND EXISTS (SELECT 1 FROM ${tableOf[kind]} AS sale
    WHERE sale.tenant_key = ${tenant} AND sale.seq = number / 2${joined(tests)}${within} ${oneByOne})`;
  // A suggestion is listed once, with its sale, if it has one; within some units the sale may be hidden.
  const isOnce = reason === 'Proposed' && reach.limit === null && filters.side === undefined;
  const once = isOnce ? [sql`(${isKind('Sales')} OR involved = '[]')`] : [];
  const kinds = uploadKinds.filter((kind) => filters.side === undefined || filters.side === sideOf[kind]);
  const [one, other] = kinds as [UploadKind, UploadKind?];
  const isFound =
    tests.length > 0 || near.limit ? [other ? sql`(${isRow(one)} OR ${isRow(other)})` : isRow(one)] : other ? [] : [isKind(one)];
  // A row that waits for a file stands behind that; to users of some units, files are not told.
  const isAlone = reason === 'NotCovered' && reach.limit === null ? [text('missing IS NULL')] : [];
  return sql`FROM match_open ${indexedBy('match_open_reason')} WHERE tenant_key = ${reach.tenantKey} AND reason = ${reason}${joined([
    ...dayConditions(text('day'), filters),
    ...isAlone,
    ...once,
    ...isFound,
    // What may be its payment is worth looking at, whatever the acquirer was asked.
    ...(reason === 'Proposed' ? [] : [sql`NOT ${isClaimed(filters, 'match_open.number')}`]),
  ])}`;
}

/** Exceptions that are open rows of one reason. */
export function* openRowsOf(
  reach: Reach,
  reason: ExceptionReasonName,
  filters: OpenRowFilters,
  { offset, rows }: ListPart,
): Work<ListedException[]> {
  // Those before the page are passed in the index alone.
  const numbers = yield* column<number>(
    sql`SELECT number ${yield* openRows(reach, reason, filters)} ORDER BY day, number LIMIT ${rows} OFFSET ${offset}`,
  );
  if (numbers.length === 0) return [];
  const found = yield* all<FoundOpenRow>(
    sql`SELECT number, day, reason, parameters, involved FROM match_open
      WHERE tenant_key = ${anyTenant(reach.tenantKey)} AND number ${among(numbers)} ORDER BY day, number`,
  );
  const ids = yield* idsOf(reach, [...new Set([...numbers, ...found.flatMap(({ involved }) => involvedIn(involved) ?? [])])]);
  const candidates = new Map(found.map(({ number, involved }) => [number, candidatesIn(involvedIn(involved), ids)]));
  const shown = yield* listedRows(reach, [...new Set([...numbers, ...[...candidates.values()].flat()])]);
  const versions = yield* versionsOf(reach, candidates, ids);
  return found.flatMap((open) => {
    const row = shown.get(open.number);
    const others = (candidates.get(open.number) ?? []).flatMap((number) => shown.get(number) ?? []);
    return row ? [{ ...openException(open, row, ids, reach.limit !== null), ...told(others), ...versions.get(open.number) }] : [];
  });
}

function told(candidates: readonly RowWithId[]): Pick<ListedException, 'candidateRows'> {
  return {
    candidateRows: candidates.map(({ kind, id, row }) => {
      const day = kind === 'Sales' ? dayOfSale(row) : dayOfRecord(row);
      return {
        side: sideOf[kind],
        id,
        day: day === null ? null : dayText(day),
        amount: row.amount === null ? null : amountText(row.amount),
        currency: row.currency,
      };
    }),
  };
}

/** How many there are, at most `most`. */
export function* countOpenRows(reach: Reach, reason: ExceptionReasonName, filters: OpenRowFilters, most: number): Work<number> {
  const counted = yield* first<{ rows: number }>(
    sql`SELECT count(*) AS rows FROM (SELECT 1 ${yield* openRows(reach, reason, filters)} ORDER BY day, number LIMIT ${most}) AS counted`,
  );
  return Number(counted?.rows);
}

function openException(open: FoundOpenRow, row: RowWithId, ids: ReadonlyMap<number, string>, limited: boolean): ListedException {
  const involved = involvedIn(open.involved);
  const isTold = canBeTold(involved, limited, ids);
  const { kind } = rowOfNumber(open.number);
  const nameOf = (number: number) => {
    const other = rowOfNumber(number).kind;
    return `${other === kind ? 'another' : 'a'} ${other === 'Sales' ? 'sale' : 'settlement record'}`;
  };
  return {
    ...rowException(row, open.day),
    reason: open.reason as ExceptionReasonName,
    parameters: isTold ? JSON.parse(open.parameters) : null,
    sentence: toldOfOpen(open, isTold, nameOf),
  };
}

function rowException({ kind, id, row }: RowWithId, day: number | null) {
  const { amount, currency, terminalId, locationId, brandId, orderId, transactionReference, acquirerId } = row;
  const ofRecord = kind === 'Settlement' ? row : noPlaces;
  return {
    side: sideOf[kind],
    id,
    ...aboutNoRow,
    day: day === null ? null : dayText(day),
    rows: 1,
    amounts: amount === null ? [] : [{ currency, amount: amountText(amount) }],
    ...{ acquirerId, merchantId: ofRecord.merchantId, payoutId: ofRecord.payoutId },
    ...{ terminalId, locationId, brandId, orderId, transactionReference },
  };
}

/**
 * Chargebacks that stand, by their deadlines: the reversals of their payment, since its first chargeback, do not come to what was charged back until
 * then. So a reversal settles one chargeback, the oldest.
 */
export function* chargebacks(reach: Reach, filters: OpenRowFilters, { offset, rows }: ListPart): Work<ListedException[]> {
  const { Processed } = stateCodes;
  const counts = (name: string, type: string) =>
    text(
      `${name}.type = '${type}' AND ${name}.type IN ${chargebackTypes} AND ${name}.state = ${Processed} AND ${name}.match_state = ${matchStateCodes.NotApplicable}`,
    );
  const wholeUnits = (name: string) => text(`round(abs(${name}.amount) * 10000)`);
  const byType = indexedBy('settlement_record_chargeback');
  const isOfPayment = (name: string, type: string) =>
    sql`${text(`${name}.tenant_key`)} = ${reach.tenantKey} AND ${counts(name, type)} AND ${text(`${name}.original_reference = sale.original_reference
      AND ${name}.acquirer_id IS NOT DISTINCT FROM sale.acquirer_id AND ${name}.currency IS NOT DISTINCT FROM sale.currency`)}${andWithin(reach, name)}`;
  const found = yield* all<{ seq: number; day: number | null }>(
    sql`SELECT sale.seq, sale.day FROM settlement_record AS sale ${byType}
      WHERE sale.tenant_key = ${reach.tenantKey} AND ${counts('sale', 'Chargeback')}${joined([
        ...rowConditions(filters),
        ...dayConditions(text('sale.day'), filters),
        sql`NOT ${isClaimed(filters, 'sale.seq * 2 + 1')}`,
      ])}${andWithin(filters.near, 'sale')}
        AND coalesce((SELECT sum(${wholeUnits('reversal')}) FROM settlement_record AS reversal ${byType}
          WHERE ${isOfPayment('reversal', 'ChargebackReversal')} AND coalesce(reversal.day >= (SELECT min(first.day)
            FROM settlement_record AS first ${byType} WHERE ${isOfPayment('first', 'Chargeback')}), true)), 0)
          < coalesce((SELECT sum(coalesce(${wholeUnits('until')}, 1)) FROM settlement_record AS until ${byType}
            WHERE ${isOfPayment('until', 'Chargeback')}
              AND (until.day < sale.day OR until.day IS NOT DISTINCT FROM sale.day AND until.seq <= sale.seq)), ${wholeUnits('sale')}, 1)
      ORDER BY sale.respond_by NULLS LAST, sale.day, sale.seq LIMIT ${rows} OFFSET ${offset}`,
  );
  const shown = yield* listedRows(
    reach,
    found.map(({ seq }) => rowNumber('Settlement', seq)),
  );
  const ids = new Map([...shown].map(([number, { id }]) => [number, id]));
  const versions = yield* versionsOf(reach, new Map([...ids.keys()].map((number) => [number, []])), ids);
  return found.flatMap(({ seq, day }) => {
    const number = rowNumber('Settlement', seq);
    const row = shown.get(number);
    if (row?.kind !== 'Settlement') return [];
    const { respondBy } = row.row;
    const sentence = `Taken back by the card holder: answer the acquirer ${respondBy === null ? 'in time' : `by ${respondBy}`}.`;
    return [{ ...rowException(row, day), reason: 'Chargeback' as const, parameters: { respondBy }, sentence, ...versions.get(number) }];
  });
}
