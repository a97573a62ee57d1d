/** The table of money in plain memory: whole numbers, added up one by one from the rows as they are sent. */
import fc from 'fast-check';
import { instantOf } from '../../src/contract/date-time.js';
import type { MoneyItem, MoneyQuery } from '../../src/contract/money.js';
import { type MoneyDimension, type SoldPart, soldParts } from '../../src/contract/money-parts.js';
import { openReasonCodes } from '../../src/contract/open-reasons.js';
import type { SettlementRecordUpload } from '../../src/contract/settlement.js';
import type { TransactionUpload } from '../../src/contract/transaction.js';
import { worthOf } from './list-model.js';

/** What becomes of a sale; rows of one `together` are in one match, proposal or cancellation. */
export interface ModelSale {
  row: TransactionUpload;
  batch: 0 | 1;
  fate: 'Match' | 'Proposal' | 'Cancellation' | 'Open' | 'Cash' | 'Refused' | 'Duplicate';
  together?: number;
  /** Of an open one, as it is stored. */
  reason?: { reason: (typeof openReasonCodes)[number]; missing: string | null };
}
export interface ModelRecord {
  row: SettlementRecordUpload;
  together?: number;
}
export interface MoneyModel {
  sales: ModelSale[];
  records: ModelRecord[];
}

export interface Place {
  terminalId?: string | null | undefined;
  locationId?: string | null | undefined;
}

const some = <Value>(...values: Value[]) => fc.constantFrom(...values);
const terminals = some('T-1', 'T-2', 'T-3', null);
const locations = some('L-1', 'L-2', null);
const currencies = some('EUR', 'EUR', 'EUR', 'CHF');
/** Cents, ten-thousandths, sums beyond 2^53 in these, and what no sum of integers takes. */
const amount = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: -20_000, max: 90_000 }).map((cents) => cents / 100) },
  fc.integer({ min: -1_000, max: 90_000 }).map((units) => units / 10_000),
  some(99_999_999.99, 900_000_000_000.01, -123_456_789.5, 0.1 + 0.2),
);
const fee = fc.oneof({ weight: 5, arbitrary: fc.nat(500).map((cents) => cents / 100) }, some(null, null, 0.123456, 250_000_000.5));
const day = fc.nat(27).map((days) => `2026-10-${String(days + 1).padStart(2, '0')}`);
const time = some('T08:00:00Z', 'T23:30:00-05:00', 'T00:15:00+02:00');

const saleRow = fc.record({
  amount,
  currency: currencies,
  brandId: some('VISA', 'visa', 'MAESTRO', '', null),
  terminalId: terminals,
  locationId: locations,
  acquirerId: some('ACQ', null),
  date: fc.tuple(day, time).map(([date, clock]) => date + clock),
});
const recordRow = fc.record({
  type: some<SettlementRecordUpload['type']>(null, null, 'Sale', 'Refund'),
  amount,
  fee,
  netAmount: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, amount, some(7.1234567)),
  settlementCurrency: some(null, null, 'EUR', 'USD'),
  terminalId: terminals,
  locationId: locations,
  acquirerId: some('ACQ', 'OTHER', null),
  merchantId: some('M-1', 'M-2', null),
  payoutId: some('P-1', 'P-2', 'P-3', null),
});
const takenBackRow = fc.record({
  of: fc.nat(),
  type: some<SettlementRecordUpload['type']>('Chargeback', 'ChargebackReversal', 'Refund', 'Reversal', null),
  row: recordRow,
});
const openReason = fc.tuple(some(...openReasonCodes), some(null, null, '{"day":null}'));
const shape = some<[number, number, ModelSale['fate']]>(
  ...[
    [1, 1],
    [1, 1],
    [1, 1],
    [1, 1],
    [2, 1],
    [1, 2],
    [3, 1],
    [2, 2],
  ].map(([a, b]): [number, number, 'Match'] => [a ?? 1, b ?? 1, 'Match']),
  [1, 1, 'Proposal'],
  [2, 0, 'Cancellation'],
  ...(['Open', 'Open', 'Open', 'Cash', 'Refused', 'Duplicate'] as const).map((fate): [number, number, ModelSale['fate']] => [1, 0, fate]),
);
const one = fc.record({
  shape,
  sales: fc.array(saleRow, { minLength: 3, maxLength: 3 }),
  records: fc.array(recordRow, { minLength: 2, maxLength: 2 }),
  open: fc.option(openReason),
  batch: some<0 | 1>(0, 1),
});

/** A history of `payments`. */
export function sampleMoney(payments: number, seed: number): MoneyModel {
  const all = fc.sample(one, { numRuns: payments, seed });
  const model: MoneyModel = { sales: [], records: [] };
  for (const [together, { shape, sales, records, open, batch }] of all.entries()) {
    const [ofSales, ofRecords, fate] = shape;
    const currency = sales[0]?.currency ?? 'EUR';
    const reason = open === null ? {} : { reason: { reason: open[0], missing: open[1] } };
    for (const { date, ...row } of sales.slice(0, ofSales)) {
      const reference = `S-${model.sales.length}`;
      const own = { Refused: { amount: 1.00001 }, Cash: { brandId: 'CASH' } }[fate as string] ?? {};
      const sent = { ...row, currency, ...own, transactionReference: reference, transactionDate: date };
      if (fate === 'Duplicate') model.sales.push({ row: sent, batch: 0, fate: 'Open' }, { row: sent, batch: 1, fate });
      else model.sales.push({ row: sent, batch, fate, together, ...(fate === 'Open' && reason) });
    }
    for (const row of records.slice(0, ofRecords)) {
      const reference = `R-${model.records.length}`;
      model.records.push({ row: { ...row, currency, transactionReference: reference, settlementDate: '2026-11-02' }, together });
    }
  }
  // A third of them names no payment.
  const matched = [...model.records];
  for (const { of, type, row } of fc.sample(takenBackRow, { numRuns: Math.ceil(payments / 5), seed })) {
    const payment = matched[of % matched.length]?.row;
    const account = of % 3 === 0 ? {} : { acquirerId: payment?.acquirerId ?? null, merchantId: payment?.merchantId ?? null };
    const taken = { ...row, ...account, type, amount: type === null ? -Math.abs(row.amount) - 0.01 : row.amount };
    const originalReference = of % 7 === 0 ? null : (payment?.transactionReference ?? null);
    const names = { transactionReference: `R-${model.records.length}`, originalReference, currency: payment?.currency ?? 'EUR' };
    model.records.push({ row: { ...taken, ...names, settlementDate: '2026-11-09' } });
  }
  return model;
}

/** Finer than anything that is sent. */
const SCALE = 20;

/** A decimal text, or a double's, as a whole number of units of 10^-SCALE. */
export function exact(value: string | number | null | undefined): bigint {
  const [mantissa = '', exponent = '0'] = String(typeof value === 'number' ? worthOf(value) : (value ?? 0)).split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return BigInt(whole + fraction) * 10n ** BigInt(SCALE - fraction.length + Number(exponent));
}

/** Amount and net amount of a record, which count as they are sent, but for a refund without a minus. */
function amountsOf({ type, amount, netAmount }: SettlementRecordUpload): [gross: bigint, net: bigint] {
  const [gross, net] = [exact(amount), exact(netAmount)];
  const counted = (value: bigint) => (type === 'Refund' && gross > 0n && value > 0n ? -value : value);
  return [counted(gross), counted(net)];
}

function stateOf({ fate, reason }: ModelSale): 'NotApplicable' | 'Unmatched' | 'Match' | 'Skip' {
  if (fate === 'Match') return 'Match';
  if (fate === 'Cancellation' || fate === 'Duplicate') return 'Skip';
  return fate === 'Cash' || fate === 'Refused' || reason?.reason === 'Cash' ? 'NotApplicable' : 'Unmatched';
}

function partOf(sale: ModelSale): SoldPart | 'cash' {
  if (stateOf(sale) === 'NotApplicable') return 'cash';
  if (sale.fate === 'Match') return 'paid';
  if (sale.fate === 'Cancellation') return 'setAside';
  if (sale.fate === 'Proposal') return 'toDecide';
  switch (sale.reason?.reason) {
    case undefined:
    case 'Proposed':
      return 'notMatched';
    case 'Waiting':
      return sale.reason.missing === null ? 'notDue' : 'missingFile';
    case 'NotCovered':
      return 'notCovered';
    case 'NotSettled':
      return 'overdue';
    default:
      return 'toCheck';
  }
}

export type MoneyFilter = Omit<MoneyQuery, 'by'>;

function passes({ row, ...sale }: ModelSale, filter: MoneyFilter, uploads: readonly string[]): boolean {
  const at = (text: string | null | undefined) => instantOf(text ?? '') ?? 0n;
  const { terminalId, brandId, currency, amountFrom, amountTo, transactionDateFrom, transactionDateTo } = filter;
  const { transactionMatchState, transactionState, uploadId } = filter;
  const isIn = (wanted: unknown, value: unknown) => wanted === undefined || wanted === value;
  return (
    isIn(terminalId, row.terminalId) &&
    isIn(brandId, row.brandId) &&
    isIn(currency, row.currency) &&
    (amountFrom === undefined || (typeof row.amount === 'number' && row.amount >= amountFrom - 1e-9)) &&
    (amountTo === undefined || (typeof row.amount === 'number' && row.amount <= amountTo + 1e-9)) &&
    (transactionDateFrom === undefined || at(row.transactionDate) >= at(transactionDateFrom)) &&
    (transactionDateTo === undefined || at(row.transactionDate) <= at(transactionDateTo)) &&
    isIn(transactionState, 'Processed') &&
    isIn(transactionMatchState, stateOf({ row, ...sale })) &&
    isIn(uploadId, uploads[sale.batch])
  );
}

interface Asked {
  filter: MoneyFilter;
  by: MoneyDimension | undefined;
  /** Which rows the user may see. */
  sees: (row: Place) => boolean;
  uploads: readonly string[];
}

const indexes = new WeakMap<ModelSale[], ReturnType<typeof indexOf>>();

function indexed(model: MoneyModel): ReturnType<typeof indexOf> {
  const index = indexes.get(model.sales) ?? indexOf(model);
  indexes.set(model.sales, index);
  return index;
}

/** Node 20 has no Map.groupBy. */
function grouped<Row, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
}

function indexOf({ sales, records }: MoneyModel) {
  const [ofSales, ofRecords] = [grouped(sales, ({ together }) => together), grouped(records, ({ together }) => together)];
  const taken = grouped(ofRecords.get(undefined) ?? [], ({ row }) => row.originalReference);
  const of = <Key, Row>(among: Map<Key, Row[]>, key: Key | undefined) => (key === undefined ? [] : (among.get(key) ?? []));
  return {
    salesOf: (together: number | undefined) => of(ofSales, together),
    recordsOf: (together: number | undefined) => of(ofRecords, together),
    takingBack: (reference: string | null | undefined) => of(taken, reference),
  };
}

/** The tables, each as one text that tells everything about it. */
export function expectedMoney({ sales, records }: MoneyModel, { filter, by, sees, uploads }: Asked): string[] {
  const counts = ({ fate }: ModelSale) => fate !== 'Refused' && fate !== 'Duplicate';
  const found = sales.filter((sale) => counts(sale) && sees(sale.row) && passes(sale, filter, uploads));
  const { recordsOf, salesOf, takingBack } = indexed({ sales, records });
  const keyOf = (sale: ModelSale) => {
    const { row } = sale;
    const [record] = sale.fate === 'Match' ? recordsOf(sale.together) : [];
    const account = record && sees(record.row) ? [record.row.acquirerId, record.row.merchantId] : [row.acquirerId, null];
    const named = { day: [row.transactionDate?.slice(0, 10)], account, terminal: [row.terminalId], brand: [row.brandId] };
    return JSON.stringify([...(by === undefined ? [] : named[by]), row.currency].map((value) => value || null));
  };
  const groups = new Map<string, ModelSale[]>();
  for (const sale of found) groups.set(keyOf(sale), [...(groups.get(keyOf(sale)) ?? []), sale]);
  return [...groups].map(([key, among]) => {
    const sums: Record<string, bigint> = {};
    const add = (name: string, value: bigint) => {
      sums[name] = (sums[name] ?? 0n) + value;
    };
    const payouts = new Set<string>();
    const addRecord = ({ row }: ModelRecord) => {
      const [[gross, net], cost] = [amountsOf(row), exact(row.fee)];
      const isOther = row.settlementCurrency !== null && row.settlementCurrency !== row.currency;
      if (isOther || (row.fee === null && row.netAmount === null)) {
        add('withoutNet records', 1n);
        add('withoutNet', gross);
        return;
      }
      const [fees, paid] = [row.fee === null ? gross - net : cost, row.netAmount === null ? gross - cost : net];
      add('fees', fees);
      add('corrections', paid - (gross - fees));
      add('paidOut records', 1n);
      add('paidOut', paid);
    };
    for (const sale of among) {
      const part = partOf(sale);
      for (const name of part === 'cash' ? [part] : [part, 'sold']) {
        add(`${name} transactions`, 1n);
        add(name, exact(sale.row.amount));
      }
    }
    for (const together of new Set(among.filter(({ fate }) => fate === 'Match').map((sale) => sale.together))) {
      const here = among.filter((sale) => sale.together === together);
      const all = salesOf(together);
      const settled = recordsOf(together);
      if (here.length < all.length || !settled.every(({ row }) => sees(row))) {
        add('withoutRecords transactions', BigInt(here.length));
        for (const { row } of here) add('withoutRecords', exact(row.amount));
        continue;
      }
      for (const { row } of here) add('difference', -exact(row.amount));
      for (const record of settled) {
        add('difference', amountsOf(record.row)[0]);
        addRecord(record);
        const { acquirerId, merchantId, payoutId, transactionReference } = record.row;
        if (payoutId) payouts.add(JSON.stringify([acquirerId, merchantId, payoutId]));
        for (const taken of takingBack(transactionReference)) {
          if (!sees(taken.row) || taken.row.acquirerId !== acquirerId || taken.row.merchantId !== merchantId) continue;
          add('takenBack records', 1n);
          add('takenBack', amountsOf(taken.row)[0]);
          addRecord(taken);
        }
      }
    }
    if (by === undefined) add('payouts', BigInt(payouts.size));
    return told(key, sums);
  });
}

/** What a search tells of one of the sales beside its fields, by its reference. */
export function expectedFound({ sales, records }: MoneyModel, sees: (row: Place) => boolean): Map<string, Record<string, unknown>> {
  const { recordsOf, salesOf } = indexed({ sales, records });
  const rounded = (value: bigint) => Number(`${value}e-${SCALE}`);
  return new Map<string, Record<string, unknown>>(
    sales.map((sale) => {
      const own = sale.fate === 'Match' ? recordsOf(sale.together).map(({ row }) => row) : [];
      const none = { paidAmount: null, fee: null, payoutId: null };
      const reference = sale.row.transactionReference ?? '';
      if (own.length === 0 || !own.every(sees)) return [reference, none] as const;
      const payoutId = [...new Set(own.flatMap((row) => row.payoutId ?? []))].join(', ') || null;
      if (salesOf(sale.together)[0] !== sale) return [reference, { ...none, payoutId }] as const;
      const told = own.filter((row) => (row.settlementCurrency ?? row.currency) === row.currency && (row.fee ?? row.netAmount) !== null);
      const fees = told.map((row) => (row.fee === null ? amountsOf(row)[0] - amountsOf(row)[1] : exact(row.fee)));
      const sum = (values: bigint[]) => rounded(values.reduce((all, value) => all + value, 0n));
      const paidAmount = sum(own.map((row) => amountsOf(row)[0]));
      return [reference, { paidAmount, fee: told.length === 0 ? null : sum(fees), payoutId }] as const;
    }),
  );
}

/** The same of an answer. Fails where its parts do not add up. */
export function answeredMoney(items: readonly MoneyItem[], by: MoneyDimension | undefined): string[] {
  const members = { day: ['day'], account: ['acquirerId', 'merchantId'], terminal: ['terminalId'], brand: ['brandId'] } as const;
  return items.map((item) => {
    const sums: Record<string, bigint> = {};
    for (const [name, value] of Object.entries(item)) {
      if (typeof value === 'number') sums[name] = exact(value) / 10n ** BigInt(SCALE);
      else if (value === null || typeof value === 'string') {
        if (['difference', 'fees', 'corrections'].includes(name)) sums[name] = exact(value);
      } else {
        const { amount, ...counted } = value as { amount: string };
        sums[name] = exact(amount);
        for (const [unit, count] of Object.entries(counted)) sums[`${name} ${unit}`] = BigInt(count as number);
      }
    }
    // Said of the records once more, which are counted in both sums of theirs.
    const sum = (name: string) => sums[name] ?? 0n;
    const parts = soldParts.map((part) => [sum(part), sum(`${part} transactions`)] as const);
    const isWhole = parts.reduce((all, [amount]) => all + amount, 0n) === sum('sold');
    const isCounted = parts.reduce((all, [, count]) => all + count, 0n) === sum('sold transactions');
    const settled = sum('paid') - sum('withoutRecords') + sum('difference') + sum('takenBack');
    if (!isWhole || !isCounted || settled - sum('fees') + sum('corrections') - sum('withoutNet') !== sum('paidOut')) {
      throw new Error(`It does not add up: ${JSON.stringify(item)}`);
    }
    const key = [...(by === undefined ? [] : members[by]), 'currency'].map((name) => (item as Record<string, unknown>)[name]);
    return told(JSON.stringify(key), sums);
  });
}

function told(key: string, sums: Record<string, bigint>): string {
  const parts = Object.entries(sums).filter(([, value]) => value !== 0n);
  return `${key} ${parts
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join(', ')}`;
}

/** Filters of which most find something. */
export const moneyFilters = (uploads: readonly string[]): fc.Arbitrary<MoneyFilter> => {
  const values = {
    terminalId: some('T-1', 'T-2', 'T-9'),
    brandId: some('VISA', 'visa', 'MAESTRO'),
    currency: some('EUR', 'CHF'),
    amountFrom: some(-5, 0, 0.3, 10),
    amountTo: some(0.3, 100, 500),
    transactionDateFrom: some('2026-10-01T00:00:00Z', '2026-10-10T00:00:00+02:00'),
    transactionDateTo: some('2026-10-15T23:30:00Z', '2026-10-26T00:00:00Z'),
    transactionState: some('Processed'),
    transactionMatchState: some('Match', 'Unmatched', 'Skip', 'NotApplicable'),
    uploadId: some(...uploads),
  };
  const named = fc.subarray(Object.entries(values) as [string, fc.Arbitrary<unknown>][], { maxLength: 3 });
  return named.chain((kept) => fc.record(Object.fromEntries(kept))) as fc.Arbitrary<MoneyFilter>;
};
