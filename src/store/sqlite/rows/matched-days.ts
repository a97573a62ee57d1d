/** SQL for finding rows by their days, with `@tenantKey` and the bounds of store/match-days. */
import type { UploadKind } from '../../../contract/states.js';
import { matchStateCodes, stateCodes } from '../../codes.js';
import { isMatchable } from './matchable.js';

const dateOfSale = "ifnull(coalesce(substr(sale.eftTransactionDate, 1, 10), sale.businessDate), '9999-12-31')";
/** As far as the indexes of dates tell it: rows without a match in these states are left out when they are read. */
const mayBeSale = `sale.tenantKey = @tenantKey AND sale.transactionState = ${stateCodes.Processed}
  AND sale.transactionMatchState <> ${matchStateCodes.NotApplicable}`;

/** Their numbers, in no order. */
export const selectNumbers: Record<UploadKind, string> = {
  Sales: `SELECT seq FROM "transaction" AS sale INDEXED BY transaction_date
    WHERE ${mayBeSale} AND transactionTicks >= @fromTicks AND transactionTicks < @toTicks
    UNION ALL SELECT seq FROM "transaction" AS sale INDEXED BY transaction_date
    WHERE ${mayBeSale} AND transactionTicks IS NULL AND ${dateOfSale} >= @fromDate AND ${dateOfSale} < @toDate`,
  Settlement: `SELECT seq FROM settlement_record AS sale INDEXED BY settlement_record_day
    WHERE tenantKey = @tenantKey AND day >= @fromDay AND day < @toDay
    UNION ALL SELECT seq FROM settlement_record AS sale INDEXED BY settlement_record_day
    WHERE tenantKey = @tenantKey AND day IS NULL AND @toDate = '~'`,
};

export const selectNewestDay = `SELECT day FROM settlement_record AS sale INDEXED BY settlement_record_day
  WHERE tenantKey = @tenantKey AND day IS NOT NULL AND ${isMatchable.Settlement} ORDER BY day DESC LIMIT 1`;

/** Of sales without an instant, all are looked at. */
export const selectOldestDay = `SELECT min(day) FROM (
  SELECT min(transactionTicks) / 864000000000 - 1 AS day FROM "transaction" INDEXED BY transaction_date
    WHERE tenantKey = @tenantKey AND transactionTicks IS NOT NULL
  UNION ALL SELECT min(day) FROM settlement_record INDEXED BY settlement_record_day WHERE tenantKey = @tenantKey AND day IS NOT NULL
  UNION ALL SELECT CAST(julianday(min(${dateOfSale})) - 2440587.5 AS INTEGER) FROM "transaction" AS sale INDEXED BY transaction_date
    WHERE tenantKey = @tenantKey AND transactionTicks IS NULL)`;

const lastSale = (of: string) => `(SELECT seq FROM "transaction" WHERE tenantKey = @tenantKey AND transactionTicks IS NOT NULL
  AND transactionState = ${stateCodes.Processed} AND ${of} ORDER BY transactionTicks DESC LIMIT 1)`;

/** From one terminal to the next one, by the index of terminals. */
export const selectLastSales = `WITH RECURSIVE terminal (id) AS (
    SELECT min(terminalId) FROM "transaction" INDEXED BY transaction_terminal WHERE tenantKey = @tenantKey
    UNION ALL SELECT (SELECT min(terminalId) FROM "transaction" INDEXED BY transaction_terminal
      WHERE tenantKey = @tenantKey AND terminalId > terminal.id) FROM terminal WHERE terminal.id IS NOT NULL
  )
  SELECT DISTINCT seq FROM (SELECT ${lastSale('terminalId = terminal.id')} AS seq FROM terminal UNION ALL SELECT ${lastSale('true')}) WHERE seq IS NOT NULL`;
