/** Which part of the table of money a sale is in, as SQL. */
import { moneyPartOfAll, type SoldPart } from '../../contract/money-parts.js';
import type { OpenReasonCode } from '../../contract/open-reasons.js';
import { matchStateCodes } from '../codes.js';
import { type Sql, sql, text } from '../sql/work.js';
import { isLate, type LateFile } from './late-files.js';
import { isCounted } from './payouts.js';

/** By code, the part of an open sale; the codes that are not here are of rows that somebody should look at. */
const partOfReason: Partial<Record<OpenReasonCode, SoldPart>> = {
  NotSettled: 'overdue',
  NotCovered: 'notCovered',
  // Told of a suggestion that has ended since, or of cash that is cash no more: the next run tells it anew.
  Proposed: 'notMatched',
  Cash: 'notMatched',
};

const { NotApplicable, Unmatched, Match, Skip } = matchStateCodes;
const whenReason = Object.entries(partOfReason).map(([code, part]) => `WHEN '${code}' THEN '${part}'`);

/** From `sale`, and from `open` as {@link openOf} joins it. `late`: files that should have come by now. */
export const partOfSale = (late: readonly LateFile[]) => sql`CASE sale.match_state
  WHEN ${text(`${NotApplicable}`)} THEN 'cash' WHEN ${text(`${Match}`)} THEN 'paid' WHEN ${text(`${Skip}`)} THEN 'setAside' ELSE
  CASE WHEN sale.match_key IS NOT NULL THEN 'toDecide' WHEN open.reason IS NULL THEN 'notMatched'
    WHEN open.reason = 'Waiting' THEN CASE WHEN open.missing IS NOT NULL OR ${isLate(late)} THEN 'missingFile' ELSE 'notDue' END
    ELSE CASE open.reason ${text(whenReason.join(' '))} ELSE 'toCheck' END END END`;

/** Joins why the sale is open. */
export const openOf = (tenant: Sql) => sql`LEFT JOIN match_open AS open ON open.tenant_key = ${tenant}
      AND open.number = CASE WHEN sale.match_state = ${text(String(Unmatched))} AND sale.match_key IS NULL THEN sale.seq * 2 END`;

/** Whether a sale is in a part of the table. */
export function isInPart(part: string, tenant: Sql, late: readonly LateFile[]): Sql {
  if (part === moneyPartOfAll) return sql`${isCounted} AND sale.match_state <> ${text(String(NotApplicable))}`;
  return sql`${isCounted} AND (SELECT ${partOfSale(late)} FROM (SELECT 1) AS one ${openOf(tenant)}) = ${part}`;
}
