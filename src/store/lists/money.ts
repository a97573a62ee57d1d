/**
 * The table of money, as JSON, read anew for each question: the sales that match, each with its match or the reason why it is open, and with its
 * settlement record. The database adds up the pairs; what it cannot add up exactly, and matches of more rows, are told one by one.
 */

import type { Decimal } from '../../contract/decimal.js';
import type { MoneyQuery } from '../../contract/money.js';
import type { MoneyDimension, SoldPart } from '../../contract/money-parts.js';
import { andWithin, type Reach } from '../access/scope.js';
import { matchStateCodes, stateCodes } from '../codes.js';
import {
  addRecords,
  addSales,
  keyedGroups,
  type MoneyGroup,
  type MoneyKey,
  moneyJson,
  newMoneyGroup,
  partOf,
  type RecordAmounts,
  type RecordSums,
  sumsOfRecord,
  worthOf,
} from '../money.js';
import { port } from '../port.js';
import { matchProgress } from '../rows/match-progress.js';
import { among, anyTenant, indexedBy, notIndexed } from '../sql/dialect.js';
import { arrays, joined, nothing, type Sql, sql, text, type Work } from '../sql/work.js';
import { seqsOfUpload, stretchesOf, TICKS_PER_DAY, type TickRange } from './bounds.js';
import { conditionsOf, testOf, ticksOfFilter } from './conditions.js';
import { isPlain, sumOf, units, unitsOf } from './exact-sums.js';
import { type LateFile, lateFiles } from './late-files.js';
import { stateOf } from './match-run.js';
import { isCounted, signed } from './payouts.js';
import { rowsNear } from './rows-near.js';
import { openOf, partOfSale } from './sold-part.js';

const { NotApplicable, Unmatched, Match, Skip } = matchStateCodes;

const keys: Record<MoneyDimension, readonly string[]> = {
  day: ['substr(sale.transaction_date, 1, 10)'],
  account: ['CASE WHEN record.seq IS NULL THEN sale.acquirer_id ELSE record.acquirer_id END', 'record.merchant_id'],
  terminal: ['sale.terminal_id'],
  brand: ['sale.brand_id'],
};

/** One payment is one sale and one settlement record that is within reach. */
const isPair = 'match.sales = 1 AND match.records = 1 AND record.seq IS NOT NULL';
const isOther = '(record.settlement_currency <> record.currency)';
const [gross, fee, net] = [signed('amount', 'record'), 'record.fee', signed('net_amount', 'record')].map(units) as [string, string, string];
const known = (value: string) => `CASE WHEN ${isPair} THEN CASE WHEN ${isOther} THEN NULL ELSE ${value} END END`;
const fees = known(`coalesce(${fee}, ${gross} - ${net})`);
const netOf = known(`coalesce(${net}, ${gross} - ${fee})`);
const isUnknown = `${isPair} AND (${netOf}) IS NULL`;

type FoundSales = [
  ...[part: SoldPart | 'cash', matchKey: number | null, one: number | null, hasRecord: number],
  ...[acquirerId: string | null, merchantId: string | null, payoutId: string | null],
  ...[transactions: number, withoutAmount: number, units: string | null, wanted: number | null],
  ...[gross: string | null, fees: string | null, net: string | null, unknownRecords: number, unknown: string | null],
  // Values of a single sale; read only where `one` is not null.
  ...[amount: number | null, recordAmount: number | null, recordFee: number | null, recordNet: number | null, isOther: number | boolean],
  ...[reference: string | null, recordAcquirer: string | null, recordMerchant: string | null, recordCurrency: string | null],
];

/** A Money as JSON. Fails with `validation` where there are too many tables. */
export function* money(reach: Reach, query: MoneyQuery, now: Date): Work<string> {
  const { by } = query;
  const matching = stateOf(yield* matchProgress(reach.tenantKey));
  const groups = keyedGroups(newMoneyGroup);
  const seqs = query.uploadId === undefined ? null : yield* seqsOfUpload(reach.tenantKey, 'Sales', query.uploadId);
  if (seqs === undefined) return moneyJson([], by, matching);
  const takenBack = yield* takenBackRecords(reach, query);
  const late = yield* lateFiles(reach.tenantKey, now);
  const together: Together = new Map();
  const keyColumns = by === undefined ? [] : keys[by];
  const references = [...takenBack.keys()].map((name) => JSON.parse(name)[2] as string);
  for (const dates of yield* datesOf(reach, query)) {
    for (const row of yield* arrays(yield* statementOf(reach, query, { keyColumns, seqs, references, late, dates }))) {
      const group = groups.at(row.slice(0, keyColumns.length + 1) as MoneyKey);
      addFound(group, row.slice(keyColumns.length + 1) as FoundSales, { together, takenBack });
    }
  }
  yield* addTogether(reach, together, takenBack);
  return moneyJson(groups.all(), by, matching);
}

/** Sales of a stretch; null for those without a date, and 'all' for every sale that the filters let through. */
type Dates = TickRange | null | 'all';

const PIECE_TICKS = 7n * TICKS_PER_DAY;

function* datesOf({ tenantKey, limit }: Reach, query: MoneyQuery): Work<Dates[]> {
  const { hasStatistics } = yield* port();
  if (hasStatistics || limit !== null || query.uploadId !== undefined || query.terminalId !== undefined) return ['all'];
  const [from, to] = [ticksOfFilter(query.transactionDateFrom), ticksOfFilter(query.transactionDateTo)];
  const dated = yield* stretchesOf(tenantKey, { from, to }, PIECE_TICKS);
  return from === undefined && to === undefined ? [...dated, null] : dated;
}

interface MoneyColumns {
  keyColumns: readonly string[];
  seqs: { from: number; to: number } | null;
  /** Transaction references of payments that were taken back. */
  references: readonly string[];
  late: readonly LateFile[];
  dates: Dates;
}

function* statementOf(reach: Reach, query: MoneyQuery, { keyColumns, seqs, references, late, dates }: MoneyColumns): Work<Sql> {
  const { tenantKey } = reach;
  const tenant = anyTenant(tenantKey);
  const conditions = conditionsOf(query)
    .filter(({ column }) => dates === 'all' || column !== 'ticks')
    .map((condition) => sql` AND ${testOf(condition)}`);
  if (dates === null) conditions.push(sql` AND sale.ticks IS NULL`);
  else if (dates !== 'all') conditions.push(sql` AND sale.ticks >= ${dates[0]} AND sale.ticks < ${dates[1]}`);
  if (seqs) conditions.push(sql` AND sale.seq >= ${seqs.from} AND sale.seq < ${seqs.to}`);
  if (reach.limit) conditions.push(sql` AND ${(yield* rowsNear(reach)).near}`, andWithin(reach, 'sale'));
  const plain = ['sale.amount', 'record.amount', 'record.fee', 'record.net_amount'].map(isPlain).join(' AND ');
  const named =
    references.length > 0 ? sql`WHEN ${text(isPair)} AND record.transaction_reference ${among(references)} THEN sale.seq ` : nothing;
  const payout =
    keyColumns.length > 0 ? 'NULL, NULL, NULL' : ['acquirer_id', 'merchant_id', 'payout_id'].map((name) => `record.${name}`).join(', ');
  // What tells most rows apart goes before the part and the currency, of which there are few: SQLite sorts by these, and compares less.
  const [currency, part, match, one, isPaired, ...ofPayout] = Array.from({ length: 8 }, (_, index) => keyColumns.length + index + 1);
  const grouped = [...keyColumns.map((_, index) => index + 1), match, one, ...ofPayout.reverse(), part, currency, isPaired].join(', ');
  return sql`SELECT ${text(keyColumns.map((column) => `${column}, `).join(''))}sale.currency, ${partOfSale(late)},
      CASE WHEN match.sales + match.records > 2 THEN match.match_key END,
      CASE ${named}WHEN ${text(plain)} THEN NULL ELSE sale.seq END, CASE WHEN ${text(isPair)} THEN 1 ELSE 0 END, ${text(payout)},
      count(*), count(*) FILTER (WHERE sale.amount IS NULL), ${text(sumOf(units('sale.amount')))}, max(match.sales),
      ${text(sumOf(`CASE WHEN ${isPair} THEN ${gross} END`))}, ${text(sumOf(fees))}, ${text(sumOf(netOf))},
      count(*) FILTER (WHERE ${text(isUnknown)}), ${text(sumOf(`CASE WHEN ${isUnknown} THEN ${gross} END`))},
      min(sale.amount), min(${text(signed('amount', 'record'))}), min(record.fee), min(${text(signed('net_amount', 'record'))}), max(CASE WHEN ${text(isOther)} THEN 1 ELSE 0 END),
      min(record.transaction_reference), min(record.acquirer_id), min(record.merchant_id), min(record.currency)
    FROM "transaction" AS sale ${seqs ? notIndexed : dates === 'all' ? nothing : indexedBy('transaction_date')}
    LEFT JOIN match ${notIndexed} ON match.tenant_key = ${tenant} AND match.match_key = CASE WHEN sale.match_state = ${text(String(Match))} THEN sale.match_key END
    LEFT JOIN settlement_record AS record ${notIndexed} ON record.tenant_key = ${tenant} AND record.seq = match.record_seq${andWithin(reach, 'record')}
    ${openOf(tenant)}
    WHERE sale.tenant_key = ${seqs ? tenant : sql`${tenantKey}`} AND ${isCounted}${joined(conditions)}
    GROUP BY ${text(grouped)}`;
}

/** Matches of more rows than a pair, by their keys in each group. */
type Together = Map<MoneyGroup, Map<number, { wanted: number; transactions: number; amount: Decimal }>>;

interface Apart {
  together: Together;
  takenBack: TakenBack;
}

function addFound(group: MoneyGroup, found: FoundSales, { together, takenBack }: Apart): void {
  const [partName, matchKey, one, hasRecord, acquirerId, merchantId, payoutId, transactions, withoutAmount, units, wanted, ...rest] = found;
  const [gross, fees, net, unknownRecords, unknown, amount, recordAmount, recordFee, recordNet, isOther, ...named] = rest;
  const sales = { transactions, amount: one === null ? unitsOf(units) : worthOf(amount) };
  addSales(partOf(group, partName), sales);
  if (partName !== 'cash') group.withoutAmount += withoutAmount;
  if (partName !== 'paid') return;
  if (matchKey !== null) {
    const matches = together.get(group) ?? new Map();
    together.set(group, matches);
    const match = matches.get(matchKey) ?? { wanted, transactions: 0, amount: worthOf(null) };
    matches.set(matchKey, match);
    addSales(match, sales);
    return;
  }
  if (!hasRecord) {
    addSales(group.withoutRecords, sales);
    return;
  }
  const added: RecordSums =
    one === null
      ? { records: transactions, gross: unitsOf(gross), fees: unitsOf(fees), net: unitsOf(net), unknownRecords, unknown: unitsOf(unknown) }
      : sumsOfRecord({ amount: recordAmount, fee: recordFee, netAmount: recordNet, isOther });
  addRecords(group.settled, added);
  if (payoutId !== null) group.payouts.add(JSON.stringify([acquirerId, merchantId, payoutId]));
  const [reference, recordAcquirer, recordMerchant, currency] = named;
  if (one !== null) addTakenBack(group, takenBack, [recordAcquirer, recordMerchant, reference, currency]);
}

/** The records of matches of which all rows are in the group and within reach. The sales of others stand apart. */
function* addTogether(reach: Reach, together: Together, takenBack: TakenBack): Work<void> {
  const whole = new Map<number, { group: MoneyGroup; records: MatchRecord[] }>();
  for (const [group, matches] of together) {
    for (const [matchKey, { wanted, transactions }] of matches) if (transactions === wanted) whole.set(matchKey, { group, records: [] });
  }
  const found = whole.size === 0 ? [] : yield* recordsOf(reach, [...whole.keys()]);
  for (const row of found) whole.get(row[0])?.records.push(row);
  for (const [group, matches] of together) {
    for (const [matchKey, sales] of matches) {
      const records = whole.get(matchKey)?.records ?? [];
      if (records.length === 0 || records.length !== records[0]?.[1]) {
        addSales(group.withoutRecords, sales);
        continue;
      }
      for (const [, , payoutId, ...settled] of records) {
        const [acquirerId, merchantId, reference, currency, amount, fee, netAmount, isOther] = settled;
        addRecords(group.settled, sumsOfRecord({ amount, fee, netAmount, isOther: isOther ?? false }));
        if (payoutId !== null) group.payouts.add(JSON.stringify([acquirerId, merchantId, payoutId]));
        addTakenBack(group, takenBack, [acquirerId, merchantId, reference, currency]);
      }
    }
  }
}

export type MatchRecord = [matchKey: number, wanted: number, payoutId: string | null, ...Payment, ...Amounts];

/** The settlement records of matches, as far as they are within reach. */
export function* recordsOf(reach: Reach, matchKeys: readonly number[]): Work<MatchRecord[]> {
  const tenant = anyTenant(reach.tenantKey);
  const items = yield* arrays<[matchKey: number, wanted: number, seq: number]>(
    sql`SELECT match.match_key, match.records, coalesce(item.number / 2, match.record_seq) FROM match ${notIndexed}
      LEFT JOIN match_item AS item ON item.tenant_key = ${tenant} AND item.match_key = match.match_key AND item.number % 2 = 1
      WHERE match.tenant_key = ${tenant} AND match.match_key ${among(matchKeys)} ORDER BY match.match_key, item.number`,
  );
  const found = yield* arrays<[seq: number, payoutId: string | null, ...Payment, ...Amounts]>(
    sql`SELECT seq, payout_id, acquirer_id, merchant_id, transaction_reference, currency, ${text(signed('amount', 'record'))}, fee, ${text(signed('net_amount', 'record'))}, settlement_currency <> currency
      FROM settlement_record AS record ${notIndexed}
      WHERE record.tenant_key = ${tenant} AND record.seq ${among(items.map(([, , seq]) => seq))}${andWithin(reach, 'record')}`,
  );
  const records = new Map(found.map(([seq, ...record]) => [seq, record]));
  return items.flatMap(([matchKey, wanted, seq]): MatchRecord[] => {
    const record = records.get(seq);
    return record ? [[matchKey, wanted, ...record]] : [];
  });
}

/** Records that take payments back and belong to no sale, by account, reference and currency of the payment. */
type TakenBack = Map<string, RecordAmounts[]>;

/** Condition: the record `taken` stands, and belongs to no sale. A person expects nothing of one set aside any more; the money was taken back all the same. */
export const isOfNoSale = ({ tenantKey }: Reach): Sql =>
  sql`taken.state = ${text(String(stateCodes.Processed))} AND (taken.match_state IN (${text(`${NotApplicable}, ${Unmatched}`)})
    OR taken.match_state = ${text(String(Skip))} AND EXISTS (SELECT 1 FROM match
      WHERE match.tenant_key = ${anyTenant(tenantKey)} AND match.match_key = taken.match_key AND match.kind = 'SetAside'))`;

/** They come after the sale; the day of a record may be some days off. */
const DAYS_BEFORE = 7;

function* takenBackRecords(reach: Reach, { transactionDateFrom }: MoneyQuery): Work<TakenBack> {
  const from = ticksOfFilter(transactionDateFrom);
  const bound = from === undefined || from === null ? nothing : sql` AND taken.day >= ${Number(from / TICKS_PER_DAY) - DAYS_BEFORE}`;
  const found = yield* arrays<[...Payment, ...Amounts]>(
    sql`SELECT acquirer_id, merchant_id, original_reference, currency, ${text(signed('amount', 'taken'))}, fee, ${text(signed('net_amount', 'taken'))}, settlement_currency <> currency
      FROM settlement_record AS taken ${indexedBy('settlement_record_day')}
      WHERE taken.tenant_key = ${reach.tenantKey}${bound} AND ${isOfNoSale(reach)}
        AND (taken.type IN ('Refund', 'Reversal', 'Chargeback', 'ChargebackReversal') OR taken.type IS NULL AND taken.amount < 0)
        AND taken.original_reference IS NOT NULL${andWithin(reach, 'taken')} ORDER BY taken.seq`,
  );
  const records: TakenBack = new Map();
  for (const [acquirerId, merchantId, reference, currency, amount, fee, netAmount, isOther] of found) {
    const name = JSON.stringify([acquirerId, merchantId, reference, currency]);
    const named = records.get(name) ?? [];
    records.set(name, named);
    named.push({ amount, fee, netAmount, isOther: isOther ?? false });
  }
  return records;
}

type Payment = [acquirerId: string | null, merchantId: string | null, reference: string | null, currency: string | null];
type Amounts = [amount: number | null, fee: number | null, netAmount: number | null, isOther: number | boolean | null];

/** Each is added once, whatever other payments have the same reference. */
function addTakenBack(group: MoneyGroup, takenBack: TakenBack, payment: Payment): void {
  const name = JSON.stringify(payment);
  for (const record of takenBack.get(name) ?? []) addRecords(group.takenBack, sumsOfRecord(record));
  takenBack.delete(name);
}
