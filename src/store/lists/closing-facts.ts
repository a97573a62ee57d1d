/**
 * What a close is made from, read anew for each question. The database counts by day, and lists the sequence counters of each. Days are those of
 * transactionDate in its own offset.
 */
import { dayNumber, dayText, RHYTHM_DAYS } from '../../closing/days.js';
import {
  BOOKING_DAYS,
  type ClosedDays,
  type ClosingFacts,
  DAYS_AFTER,
  type DayNumbers,
  type DayTotals,
  DENSE_DAYS,
  PAYOUT_DAYS,
  plusSums,
  type SellingDay,
  type SoldSum,
} from '../../closing/facts.js';
import { type Decimal, plus } from '../../contract/decimal.js';
import type { MissingPart } from '../../contract/open-reasons.js';
import { valueAt } from '../../contract/value-at.js';
import { andUploadWithin, andWithin, placesOfUnits, type Reach } from '../access/scope.js';
import { matchStateCodes, stateCodes } from '../codes.js';
import { worthOf, zero } from '../money.js';
import { port } from '../port.js';
import { matchProgress } from '../rows/match-progress.js';
import { among, anyTenant, dayOfDate, indexedBy, join, oneByOne } from '../sql/dialect.js';
import { arrays, arraysEach, column, first, nothing, perDatabase, type Sql, sql, text, type Work } from '../sql/work.js';
import { TICKS_PER_DAY } from './bounds.js';
import { isPlain, sumOf, units, unitsOf } from './exact-sums.js';
import { bookedDays, type LateFile, lateFiles } from './late-files.js';
import { stateOf } from './match-run.js';
import { missingParts } from './missing-parts.js';
import { isCounted, payoutsOf } from './payouts.js';
import { openOf, partOfSale } from './sold-part.js';

/** A local day begins up to so long before the same day of UTC, and ends as long after it. */
const OFFSET_TICKS = (14n * TICKS_PER_DAY) / 24n;
/** Sales of a terminal before the period by which its counter is judged. */
const JUDGED_SALES = 1_000;
/** A day with as many sales is a busy one. */
const BUSY_SALES = 5;
/** A terminal with more days with gaps has no counter that proves anything. */
const GAP_DAYS_MAX = 8;
const ROWS_MAX = 20_000;

const { NotApplicable, Unmatched } = matchStateCodes;
const localDay = text('substr(sale.transaction_date, 1, 10)');

export function* closingFacts(reach: Reach, days: ClosedDays, now: Date): Work<ClosingFacts> {
  const isWhole = reach.limit === null;
  const terminals = yield* terminalsOf(reach, days);
  const { booked, hasTotals } = yield* bookedDays(reach, days);
  const late = yield* lateFiles(reach.tenantKey, now);
  const sales = yield* salesNear(reach, terminals, days, late);
  return {
    isWhole,
    today: dayNumber(now.toISOString().slice(0, 10)),
    sold: soldSums(sales),
    notImported: notImported(sales),
    withoutDate: yield* withoutDate(reach, days),
    numbers: numbersOf(yield* judgedSales(reach, terminals, days), sales, days),
    selling: yield* sellingDays(reach, terminals, days),
    totals: hasTotals ? yield* totalsOf(reach, days) : [],
    withoutSale: yield* withoutSale(reach, days),
    booked: isWhole ? booked : [],
    payouts: isWhole ? yield* payoutsNear(reach, days) : [],
    missing: isWhole ? yield* missingIn(reach, days, late) : [],
    partTerminals: yield* partTerminals(reach, terminals),
    importing: yield* importing(reach),
    matching: stateOf(yield* matchProgress(reach.tenantKey)),
  };
}

/** Sales of those local days; begins with AND. */
function andOfDays(days: ClosedDays): Sql {
  return sql` AND ${inTicks(days)} AND ${localDay} >= ${dayText(days.from)} AND ${localDay} <= ${dayText(days.to)}`;
}

function inTicks(days: ClosedDays): Sql {
  const { fromTicks, toTicks } = ticksOf(days);
  return sql`sale.ticks >= ${fromTicks} AND sale.ticks < ${toTicks}`;
}

function ticksOf({ from, to }: ClosedDays) {
  return { fromTicks: BigInt(from) * TICKS_PER_DAY - OFFSET_TICKS, toTicks: BigInt(to + 1) * TICKS_PER_DAY + OFFSET_TICKS };
}

type SummedAmounts = [one: number | null, units: string | null, amount: number | null];

/** What amounts are added up by: the last column of those that are grouped by is the row that is told by itself. */
const oneOf = (amount: string) => text(`CASE WHEN ${isPlain(amount)} THEN NULL ELSE sale.seq END`);
const sumsOf = (amount: string) => text(`${sumOf(units(amount))}, min(${amount})`);
const amountOf = ([one, sum, amount]: SummedAmounts): Decimal => (one === null ? unitsOf(sum) : worthOf(amount));

/** Sales that have no transactionDate, and no other date that is of another time. */
function* withoutDate(reach: Reach, { from, to }: ClosedDays): Work<number> {
  const date = text('coalesce(substr(sale.eft_transaction_date, 1, 10), sale.business_date)');
  const found = yield* first<{ rows: number }>(
    sql`SELECT count(*) AS rows FROM "transaction" AS sale ${indexedBy('transaction_date')}
      WHERE sale.tenant_key = ${reach.tenantKey} AND sale.ticks IS NULL AND ${isCounted}
        AND (${date} IS NULL OR ${date} >= ${dayText(from)} AND ${date} <= ${dayText(to)})${andWithin(reach)}`,
  );
  return Number(found?.rows ?? 0);
}

/** Terminals with sales. Of the whole tenant each is found in the index; of some units, by their sales of these days and the weeks before. */
function* terminalsOf(reach: Reach, { from, to }: ClosedDays): Work<string[]> {
  const { tenantKey } = reach;
  if (reach.limit !== null) {
    return yield* column<string>(
      sql`SELECT DISTINCT sale.terminal_id FROM "transaction" AS sale ${indexedBy('transaction_date')}
        WHERE sale.tenant_key = ${tenantKey} AND sale.terminal_id > '' AND ${inTicks({ from: from - RHYTHM_DAYS, to })}${andWithin(reach)} ORDER BY 1`,
    );
  }
  const next = (after: Sql) => sql`(SELECT sale.terminal_id FROM "transaction" AS sale ${indexedBy('transaction_terminal')}
    WHERE sale.tenant_key = ${tenantKey} AND sale.terminal_id > ${after} ORDER BY sale.terminal_id LIMIT 1)`;
  return yield* column<string>(
    sql`WITH RECURSIVE known (terminal_id) AS (
        SELECT ${next(text("''"))} UNION ALL SELECT ${next(text('known.terminal_id'))} FROM known WHERE known.terminal_id IS NOT NULL
      ) SELECT terminal_id FROM known WHERE terminal_id IS NOT NULL`,
  );
}

/** Terminals of whose sales some may be hidden. */
function* partTerminals(reach: Reach, terminals: readonly string[]): Work<ReadonlySet<string>> {
  if (reach.limit === null) return new Set();
  const own = new Set(yield* column<string>(placesOfUnits(reach).terminals));
  return new Set(terminals.filter((terminalId) => !own.has(terminalId)));
}

/** The sequence counter as a number; null where it is none. */
const number = perDatabase(
  text(`CASE WHEN sale.transaction_sequence_counter NOT GLOB '*[^0-9]*' AND length(sale.transaction_sequence_counter) BETWEEN 1 AND 12
    THEN CAST(sale.transaction_sequence_counter AS INTEGER) END`),
  text(`CASE WHEN sale.transaction_sequence_counter ~ '^[0-9]{1,12}$' THEN CAST(sale.transaction_sequence_counter AS bigint) END`),
);

/** For each terminal what is found of its sales; `inner` names the terminal, and gives columns. */
function ofEach(terminals: readonly string[], inner: (terminal: Sql) => Sql) {
  return arraysEach<[string, ...unknown[]], 'terminal'>(
    { terminal: 'text' },
    terminals.map((terminalId) => [terminalId]),
    ({ value, from }) =>
      perDatabase(
        sql`SELECT ${value.terminal}, found.* FROM (${inner(value.terminal)}) AS found`,
        sql`SELECT ${value.terminal}, found.* ${from} CROSS JOIN LATERAL (${inner(value.terminal)} ${oneByOne}) AS found`,
      ),
  );
}

/** In the place of a part: import refused it. Other rows that are no sale have none: duplicates, and those that wait for import. */
const refused = 'refused';
const partOfRow = (late: readonly LateFile[]) => sql`CASE WHEN ${isCounted} THEN ${partOfSale(late)}
  WHEN sale.state = ${text(String(stateCodes.Unprocessed))} AND sale.comment IS NOT NULL THEN ${text(`'${refused}'`)} END`;

/** Rows of a terminal, or of none, of one day, currency and part. */
type NearSales = [
  ...[terminalId: string | null, day: string, currency: string | null, part: string | null, one: number | null],
  ...[rows: number, withoutAmount: number, sum: string | null, amount: number | null, numbers: string],
];

/** Those that there are, as JSON. */
const numbersAsJson = (number: Sql) =>
  perDatabase(
    sql`json_group_array(${number}) FILTER (WHERE ${number} IS NOT NULL)`,
    sql`coalesce(CAST(json_agg(${number}) FILTER (WHERE ${number} IS NOT NULL) AS text), '[]')`,
  );

/** The sales of the period and around it, read once. SQLite sorts what it groups, so it is asked for those of one terminal after another. */
function* salesNear(reach: Reach, terminals: readonly string[], { from, to }: ClosedDays, late: readonly LateFile[]): Work<NearSales[]> {
  const { hasStatistics } = yield* port();
  const days = andOfDays({ from: from - BOOKING_DAYS, to: to + DAYS_AFTER });
  const columns = (numbers: Sql) => sql`${localDay}, sale.currency, ${partOfRow(late)}, ${oneOf('sale.amount')},
    count(*), count(*) FILTER (WHERE sale.amount IS NULL), ${sumsOf('sale.amount')}, ${numbers}`;
  const rows = (index: string, which: Sql) => sql`FROM "transaction" AS sale ${indexedBy(index)} ${openOf(anyTenant(reach.tenantKey))}
    WHERE sale.tenant_key = ${reach.tenantKey}${which}${days}${andWithin(reach)}`;
  const numbers = numbersAsJson(number);
  if (hasStatistics)
    return yield* arrays(sql`SELECT sale.terminal_id, ${columns(numbers)} ${rows('transaction_date', nothing)} GROUP BY 1, 2, 3, 4, 5`);
  const ofTerminals = yield* ofEach(
    terminals,
    (terminal) =>
      sql`SELECT ${columns(numbers)} ${rows('transaction_terminal', sql` AND sale.terminal_id = ${terminal}`)} GROUP BY 1, 2, 3, 4`,
  );
  const others = rows('transaction_date', text(" AND (sale.terminal_id IS NULL OR sale.terminal_id = '')"));
  const found = yield* arrays<NearSales>(sql`SELECT NULL, ${columns(text("'[]'"))} ${others} GROUP BY 2, 3, 4, 5`);
  return [...(ofTerminals as NearSales[]), ...found];
}

function soldSums(sales: readonly NearSales[]): SoldSum[] {
  const sums = new Map<string, SoldSum>();
  for (const [, day, currency, part, one, rows, withoutAmount, units, amount] of sales) {
    if (part === null || part === refused) continue;
    const none = () => ({ day: dayNumber(day), currency, part, sales: 0, withoutAmount: 0, amount: zero });
    const sum = valueAt(sums, JSON.stringify([day, currency, part]), none);
    sum.sales += Number(rows);
    sum.withoutAmount += Number(withoutAmount);
    sum.amount = plus(sum.amount, amountOf([one, units, amount]));
  }
  return [...sums.values()];
}

function notImported(sales: readonly NearSales[]): { day: number; rows: number }[] {
  const byDay = new Map<number, number>();
  for (const [, day, , part, , rows] of sales)
    if (part === refused) byDay.set(dayNumber(day), (byDay.get(dayNumber(day)) ?? 0) + Number(rows));
  return [...byDay].map(([day, rows]) => ({ day, rows }));
}

type CountedDay = [terminalId: string, day: string, rows: number, numbers: string];

/** The last sales of each terminal before the period, by day. */
function* judgedSales(reach: Reach, terminals: readonly string[], { from }: ClosedDays): Work<CountedDay[]> {
  return (yield* ofEach(
    terminals,
    (terminal) => sql`SELECT day, count(*), ${numbersAsJson(text('number'))} FROM (
      SELECT ${localDay} AS day, ${number} AS number FROM "transaction" AS sale ${indexedBy('transaction_terminal')}
      WHERE sale.tenant_key = ${anyTenant(reach.tenantKey)} AND sale.terminal_id = ${terminal}
        ${andOfDays({ from: from - DENSE_DAYS, to: from - 1 })}${andWithin(reach)} ORDER BY sale.ticks DESC NULLS LAST LIMIT ${JUDGED_SALES}
    ) AS judged GROUP BY day ORDER BY day`,
  )) as CountedDay[];
}

/** Also what import refused came, and a duplicate has the number of the sale that it is. */
function numbersOf(judged: readonly CountedDay[], sales: readonly NearSales[], { from }: ClosedDays): DayNumbers[] {
  const first = dayText(from);
  const here = sales.flatMap(([terminalId, day, , , , rows, , , , numbers]): CountedDay[] =>
    !terminalId || day < first ? [] : [[terminalId, day, rows, numbers]],
  );
  const byDay = new Map<string, CountedDay[]>();
  for (const one of [...wholeDays(judged), ...here]) valueAt(byDay, JSON.stringify([one[0], one[1]]), () => []).push(one);
  const days = [...byDay.values()].map(numbersOfDay);
  const gaps = new Map<string, number>();
  for (const { terminalId, numbers } of days) if (numbers) gaps.set(terminalId, (gaps.get(terminalId) ?? 0) + 1);
  return days.map((day) => (day.numbers && (gaps.get(day.terminalId) ?? 0) > GAP_DAYS_MAX ? { ...day, numbers: [] } : day));
}

function numbersOfDay(found: readonly CountedDay[]): DayNumbers {
  const [terminalId, day] = found[0] as CountedDay;
  const counted = found.flatMap(([, , , numbers]): number[] => JSON.parse(numbers)).sort((one, other) => one - other);
  const numbers = counted.filter((one, at) => one !== counted[at - 1]);
  const [low, high] = [numbers[0] ?? 0, numbers.at(-1) ?? -1];
  const sales = found.reduce((sum, [, , rows]) => sum + Number(rows), 0);
  const about = { terminalId, day: dayNumber(day), sales, numbered: counted.length, low, high };
  return { ...about, numbers: numbers.length === high - low + 1 ? null : numbers };
}

/** Where no more sales were read, the first day may lack some. */
function wholeDays(judged: readonly CountedDay[]): CountedDay[] {
  const sums = new Map<string, number>();
  for (const [terminalId, , rows] of judged) sums.set(terminalId, (sums.get(terminalId) ?? 0) + Number(rows));
  let last: string | null = null;
  return judged.filter(([terminalId]) => {
    const isFirst = terminalId !== last;
    last = terminalId;
    return !isFirst || (sums.get(terminalId) ?? 0) < JUDGED_SALES;
  });
}

/** Days on which each terminal sold. From its first sale of a day the index leads to that of the next one. */
function* sellingDays(reach: Reach, terminals: readonly string[], { from, to }: ClosedDays): Work<SellingDay[]> {
  const tenant = anyTenant(reach.tenantKey);
  const { fromTicks, toTicks } = ticksOf({ from: from - RHYTHM_DAYS, to });
  const part = (row: string, at: number) => `CAST(substr(${row}.transaction_date, ${at}, 2) AS int)`;
  const midnight = (row: string) =>
    text(`${row}.ticks + (86400 - ${part(row, 12)} * 3600 - ${part(row, 15)} * 60 - ${part(row, 18)}) * CAST(10000000 AS bigint)`);
  const nextAfter = (terminal: Sql, ticks: Sql) => sql`(SELECT sale.seq FROM "transaction" AS sale ${indexedBy('transaction_terminal')}
    WHERE sale.tenant_key = ${tenant} AND sale.terminal_id = ${terminal} AND sale.ticks >= ${ticks} AND sale.ticks < ${toTicks} AND ${isCounted}${andWithin(reach)}
    ORDER BY sale.terminal_id, sale.ticks NULLS FIRST LIMIT 1)`;
  const rowOf = (step: string) =>
    sql`${join} "transaction" AS first_sale ON first_sale.tenant_key = ${tenant} AND first_sale.seq = ${text(step)}.seq${andWithin(reach, 'first_sale')}`;
  const listed = perDatabase(
    sql`SELECT value AS terminal_id FROM json_each(${JSON.stringify(terminals)})`,
    sql`SELECT listed.terminal_id FROM unnest(${terminals}::text[]) AS listed (terminal_id)`,
  );
  const isBusy = sql`(SELECT 1 FROM "transaction" AS sale ${indexedBy('transaction_terminal')}
    WHERE sale.tenant_key = ${tenant} AND sale.terminal_id = step.terminal_id AND sale.ticks >= first_sale.ticks AND sale.ticks < ${midnight('first_sale')}
      AND ${isCounted}${andWithin(reach)} ORDER BY sale.terminal_id, sale.ticks NULLS FIRST LIMIT 1 OFFSET ${BUSY_SALES - 1})`;
  const found = yield* arrays<[terminalId: string, day: string, isBusy: number | null]>(
    sql`WITH RECURSIVE step (terminal_id, seq) AS (
        SELECT listed.terminal_id, ${nextAfter(text('listed.terminal_id'), sql`${fromTicks}`)} FROM (${listed}) AS listed
        UNION ALL SELECT step.terminal_id, ${nextAfter(text('step.terminal_id'), midnight('first_sale'))} FROM step ${rowOf('step')}
      )
      SELECT step.terminal_id, substr(first_sale.transaction_date, 1, 10), ${isBusy} FROM step ${rowOf('step')}`,
  );
  return found.map(([terminalId, day, busy]) => ({ terminalId, day: dayNumber(day), isBusy: busy !== null }));
}

/** The sums of the totals of terminals, and of the sales of these terminals, by the day that each counts for. */
function* totalsOf(reach: Reach, days: ClosedDays): Work<DayTotals[]> {
  const { from, to } = { from: days.from - DENSE_DAYS, to: days.to };
  type Sums = [
    terminalId: string,
    day: number,
    currency: string | null,
    side: 'ofAccount' | 'ofTill' | 'byCard' | 'otherwise',
    one: number | null,
    sales: number,
    sum: string | null,
    amount: number | null,
  ];
  const told = yield* arrays<Sums>(
    sql`SELECT sale.terminal_id, sale.day, sale.currency, CASE WHEN sale.type = 'TillTotal' THEN 'ofTill' ELSE 'ofAccount' END,
        ${oneOf('sale.amount')}, sum(sale.transaction_count), ${sumsOf('sale.amount')}
      FROM settlement_record AS sale ${indexedBy('settlement_record_day')}
      WHERE sale.tenant_key = ${reach.tenantKey} AND sale.day >= ${from} AND sale.day <= ${to} AND ${isCounted}
        AND sale.transaction_count IS NOT NULL AND sale.terminal_id > ''${andWithin(reach)} GROUP BY 1, 2, 3, 4, 5`,
  );
  const terminals = [...new Set(told.map(([terminalId]) => terminalId))];
  const local = sql`coalesce(substr(sale.eft_transaction_date, 1, 10), ${localDay})`;
  const [business, paid] = [dayOfDate(text('sale.business_date')), dayOfDate(local)];
  const day = sql`CASE WHEN abs((${business}) - (${paid})) <= 3 THEN ${business} ELSE ${paid} END`;
  const sold = yield* arrays<Sums>(
    sql`SELECT terminal_id, day, currency, side, one, count(*), ${text(`${sumOf(units('amount'))}, min(amount)`)} FROM (
        SELECT sale.terminal_id, ${day} AS day, sale.currency, ${oneOf('sale.amount')} AS one, sale.amount,
          CASE WHEN sale.match_state = ${text(String(NotApplicable))} THEN 'otherwise' ELSE 'byCard' END AS side
        FROM "transaction" AS sale ${indexedBy('transaction_terminal')}
        WHERE sale.tenant_key = ${reach.tenantKey} AND sale.terminal_id ${among(terminals)} AND ${inTicks({ from: from - 3, to: to + 3 })}
          AND ${isCounted}${andWithin(reach)}
      ) AS sold WHERE day >= ${from} AND day <= ${to} GROUP BY 1, 2, 3, 4, 5`,
  );
  const all = new Map<string, DayTotals>();
  for (const [terminalId, ofDay, currency, side, one, rows, sum, amount] of [...told, ...sold]) {
    const day = Number(ofDay);
    const none = { terminalId, day, currency, ofAccount: null, ofTill: null, byCard: null, otherwise: null };
    const total = valueAt(all, JSON.stringify([terminalId, day, currency]), () => none);
    total[side] = plusSums(total[side], { sales: Number(rows), amount: amountOf([one, sum, amount]) });
  }
  return [...all.values()];
}

/** Payments that no sale is matched with. A total is as many as it says. */
function* withoutSale(reach: Reach, { from, to }: ClosedDays): Work<{ day: number; rows: number }[]> {
  const found = yield* arrays<[day: number, rows: number]>(
    sql`SELECT sale.day, sum(coalesce(sale.transaction_count, 1)) FROM settlement_record AS sale ${indexedBy('settlement_record_day')}
      WHERE sale.tenant_key = ${reach.tenantKey} AND sale.day >= ${from} AND sale.day <= ${to} AND ${isCounted}
        AND sale.match_state = ${text(String(Unmatched))}${andWithin(reach)} GROUP BY 1 ORDER BY 1`,
  );
  return found.map(([day, rows]) => ({ day, rows: Number(rows) }));
}

function* payoutsNear(reach: Reach, { from, to }: ClosedDays) {
  return yield* payoutsOf(reach, { dateFrom: dayText(from - PAYOUT_DAYS), dateTo: dayText(to) }, { rows: ROWS_MAX, offset: 0 });
}

function* missingIn({ tenantKey }: Reach, { from, to }: ClosedDays, late: readonly LateFile[]): Work<MissingPart[]> {
  const asked = { codes: ['NoFile', 'NoSales'] as const, dayFrom: dayText(from), dayTo: dayText(to), late };
  const found = yield* missingParts(tenantKey, asked, { offset: 0, rows: ROWS_MAX });
  return found.map(({ parameters }) => parameters as MissingPart);
}

function* importing(reach: Reach): Work<number> {
  const found = yield* first<{ uploads: number }>(
    sql`SELECT count(*) AS uploads FROM upload WHERE upload.tenant_key = ${reach.tenantKey} AND upload.status = 'Processing'${andUploadWithin(reach)}`,
  );
  return Number(found?.uploads ?? 0);
}
