/**
 * One page of what somebody has to see to, as JSON, by reason in the order of the contract. Reasons are read one after another until the page is
 * full, so that a first page never reads what stands behind it.
 */
import { type ExceptionReasonName, exceptionReasons } from '../../contract/exception-reasons.js';
import type { ExceptionListQuery, ListedException } from '../../contract/exceptions.js';
import type { Payout } from '../../contract/payouts.js';
import { SalesError } from '../../contract/problem.js';
import { type Reach, reachOfUnit } from '../access/scope.js';
import type { Work } from '../sql/work.js';
import { lateFiles } from './late-files.js';
import { idsOf } from './match-told.js';
import { type MissingAsked, missingParts, missingSides } from './missing-parts.js';
import { aboutNoRow, chargebacks, countOpenRows, type ListPart, noPlaces, type OpenRowFilters, openRowsOf } from './open-rows.js';
import { openPayouts } from './payouts.js';
import { versionsOf } from './row-versions.js';

/** Exceptions of some reasons, in their order. */
interface Section {
  part(part: ListPart): Work<ListedException[]>;
  /** How many there are, at most `most`. */
  count(most: number): Work<number>;
}

/** An ExceptionList as JSON. Fails with `forbidden` for sides that users of some units are not told of. */
export function* listExceptions(reach: Reach, query: ExceptionListQuery, now: Date): Work<string> {
  const { pageSize, pageNumber } = query;
  const items: ListedException[] = [];
  let offset = (pageNumber - 1) * pageSize;
  for (const section of yield* sectionsOf(reach, query, now)) {
    const wanted = pageSize + 1 - items.length;
    if (wanted === 0) break;
    const found = yield* section.part({ offset, rows: wanted });
    if (offset > 0) offset -= found.length > 0 ? offset : yield* section.count(offset);
    items.push(...found);
  }
  return JSON.stringify({ items: items.slice(0, pageSize), hasMore: items.length > pageSize });
}

const sidesOfWhole: readonly ListedException['side'][] = ['Payout', 'Account', 'Terminal'];

function* sectionsOf(reach: Reach, query: ExceptionListQuery, now: Date): Work<Section[]> {
  const { side, reason, terminalId, currency, amountFrom, amountTo, unitId } = query;
  const isAsked = (name: ExceptionReasonName) => reason === undefined || reason.split(',').includes(name);
  if (reach.limit && side !== undefined && sidesOfWhole.includes(side))
    throw new SalesError('forbidden', 'Payouts, and files and days that are missing, are told to users of the whole tenant.');
  const isOfRows = [terminalId, currency, amountFrom, amountTo, unitId].some((filter) => filter !== undefined);
  const withWhole = reach.limit === null && !isOfRows;
  const isOf = (...sides: ListedException['side'][]) => side === undefined || sides.includes(side);
  const today = now.toISOString().slice(0, 10);
  const filters = { ...query, today, near: unitId === undefined ? reach : yield* reachOfUnit(reach, unitId) };
  const missing = (['NoFile', 'NoSales'] as const).filter((code) => isAsked(code) && isOf(missingSides[code]));
  const sections: Section[] = [];
  for (const name of exceptionReasons) {
    if (!isAsked(name)) continue;
    if (name === 'Chargeback') {
      if (isOf('Record')) sections.push(counted((part) => chargebacks(reach, filters, part)));
    } else if (name === 'PayoutDiffers') {
      if (withWhole && isOf('Payout')) sections.push(counted((part) => payoutsThatDiffer(reach, filters, part)));
    } else if (name === 'NoFile' || name === 'NoSales') {
      // Both are one section, by day.
      if (withWhole && name === missing[0]) sections.push(counted((part) => missingNow(reach, { ...query, codes: missing }, now, part)));
    } else if (isOf('Sale', 'Record'))
      sections.push({
        part: (part) => openRowsOf(reach, name, filters, part),
        count: (most) => countOpenRows(reach, name, filters, most),
      });
  }
  return sections;
}

/** A section of few exceptions. */
const counted = (part: Section['part']): Section => ({
  part,
  *count(most) {
    return (yield* part({ offset: 0, rows: most })).length;
  },
});

function* missingNow({ tenantKey }: Reach, asked: Omit<MissingAsked, 'late'>, now: Date, part: ListPart): Work<ListedException[]> {
  return yield* missingParts(tenantKey, { ...asked, late: yield* lateFiles(tenantKey, now) }, part);
}

function* payoutsThatDiffer(reach: Reach, { dayFrom, dayTo, today }: OpenRowFilters, part: ListPart): Work<ListedException[]> {
  const payouts = yield* openPayouts(reach, { dateFrom: dayFrom, dateTo: dayTo, today }, part);
  const numbers = payouts.map(({ paidBy }) => paidBy);
  const ids = yield* idsOf(reach, numbers);
  const versions = yield* versionsOf(reach, new Map(numbers.map((number) => [number, []])), ids);
  return payouts.map((payout) => ({ ...payoutException(payout, ids.get(payout.paidBy) ?? null), ...versions.get(payout.paidBy) }));
}

/** `id`: of the record that says what was paid, which decisions about the payout name. */
function payoutException(
  { payoutId, acquirerId, merchantId, currency, date, paid, net, difference }: Payout,
  id: string | null,
): ListedException {
  const amount = difference ?? '0.00';
  const by = amount.startsWith('-') ? `${amount.slice(1)} is missing` : `${amount} more than they explain`;
  return {
    ...{ side: 'Payout', reason: 'PayoutDiffers', parameters: { paid, net, difference } },
    sentence: `Paid ${paid}, and the lines come to ${net}: ${by}.`,
    ...{ ...aboutNoRow, id, day: date, rows: 1, amounts: [{ currency, amount }] },
    ...{ ...noPlaces, payoutId, acquirerId, merchantId },
  };
}
