/** Whether what is told of a month's open rows is true: of each reason the facts that it claims, asked of the rows and of how they were made. */
import type { OpenReasonCode, ReasonParameters } from '../../../src/contract/open-reasons.js';
import type { SettlementRecordUpload } from '../../../src/contract/settlement.js';
import type { TransactionUpload } from '../../../src/contract/transaction.js';
// @ts-expect-error The bench is plain JavaScript.
import { isPayment } from '../../bench/matching/classes.js';
import { type OpenRow, openRows, type Row } from './open.js';

interface Group {
  class: string;
  sales: number[];
  records: number[];
  twinSales?: number[];
  twinRecords?: number[];
}
export interface TrueMonth {
  sales: TransactionUpload[];
  records: SettlementRecordUpload[];
  truth: Group[];
}

/** An open row, and what is known of how it was made. */
export interface Facts {
  row: Row;
  involved: readonly Row[];
  areMany: boolean;
  month: TrueMonth;
  class: string;
  /** The rows of the other side that are its payment and are in the data. */
  payment: readonly Row[];
  /** Rows that are named and are the same payment, come once more. */
  repeats: readonly Row[];
}

const isAway = ({ payment }: Facts) => payment.length === 0;
/** A reason that names rows misleads where the payment is in the data and is none of them. Of too many to be named: of the till, and of the day or amount. */
const isAwayOrNamed = ({ row, payment, involved, areMany }: Facts) =>
  payment.length === 0 || payment.some((one) => (areMany ? areAlike(one, row) : involved.includes(one)));

function areAlike(one: Row, other: Row): boolean {
  const areOfOneTill = (one.terminalId ?? other.terminalId) === (other.terminalId ?? one.terminalId);
  return areOfOneTill && (dayOf(one) === dayOf(other) || one.amount === other.amount);
}
const dayOf = ({ businessDate, transactionDate }: Row) => businessDate ?? transactionDate?.slice(0, 10);
const money = ({ amount }: Row) => Math.abs(amount as number).toFixed(2);
const isAmount = (text: string, row: Row | undefined) => row !== undefined && Math.abs(Number(text)).toFixed(2) === money(row);
const sumOf = (rows: readonly Row[]) => rows.reduce((all, row) => all + Number(money(row)), 0).toFixed(2);
const isRecord = (row: Row): row is SettlementRecordUpload => 'settlementDate' in row || 'merchantId' in row;
const upper = (text: string | null | undefined) => (text ?? '').toUpperCase().replace(/_/g, '-');

/** Nothing is in the data of the file or of the till's day that is said to be missing. */
function isMissing({ month }: Facts, { missing }: Pick<ReasonParameters['Waiting'], 'missing'>): boolean {
  if (missing === null) return true;
  const { code, acquirerId, merchantId, terminalId, day } = missing;
  if (code === 'NoSales') {
    // Without a terminal it is the shop of the account.
    const isOfAccount = (one: number) => upper(month.records[one]?.merchantId) === upper(merchantId);
    const ofAccount = month.truth.flatMap(({ sales, records }) => (records.some(isOfAccount) ? sales.map((one) => month.sales[one]) : []));
    const at = terminalId === null ? ofAccount : month.sales.filter((sale) => sale.terminalId === terminalId);
    return !at.some((sale) => sale !== undefined && (day === null || dayOf(sale) === day));
  }
  const of = month.records.filter(
    (record) =>
      (acquirerId === null || upper(record.acquirerId) === upper(acquirerId)) &&
      (merchantId === null || upper(record.merchantId) === upper(merchantId)) &&
      (terminalId === null || record.terminalId === terminalId),
  );
  if (day === null) return of.length === 0;
  return !of.some(({ settlementDate }) => settlementDate === day) || !of.some((record) => dayOf(record) === day);
}

type Claim<Code extends OpenReasonCode> = (facts: Facts, parameters: ReasonParameters[Code]) => boolean;

/** docs/settlement.md has the same table in words. */
export const claims: { [Code in OpenReasonCode]: Claim<Code> } = {
  Waiting: (facts, parameters) => isAway(facts) && isMissing(facts, parameters),
  NotCovered: (facts, parameters) => isAway(facts) && isMissing(facts, parameters),
  NotSettled: (facts, { dueDay }) => isAway(facts) && facts.month.records.some((record) => (record.settlementDate ?? '') >= dueDay),
  NoSale: (facts, { dueDay }) => isAway(facts) && facts.month.sales.some((sale) => (dayOf(sale) ?? '') >= dueDay),
  AmountAlone: (facts) => isAwayOrNamed(facts) && facts.involved.every((other) => money(other) === money(facts.row)),
  Nearby: (facts) => isAwayOrNamed(facts) && new Set(facts.involved).size === facts.involved.length,
  Proposed: ({ payment, involved, repeats }) => repeats.length > 0 || payment.some((one) => involved.includes(one)),
  Ambiguous: isAwayOrNamed,
  AmountDiffers: (facts, { ours, theirs }) =>
    isAwayOrNamed(facts) && isAmount(ours, facts.row) && isAmount(theirs, facts.involved[0]) && Number(ours) !== Number(theirs),
  CurrencyDiffers: (facts, { ours, theirs }) => isAwayOrNamed(facts) && facts.row.currency === ours && ours !== theirs,
  FieldDiffers: (facts, { ours, theirs }) => isAwayOrNamed(facts) && ours !== theirs,
  Unbalanced: (facts, { sales, records, sold, settled }) => {
    const all = [facts.row, ...facts.involved];
    const ofRecords = all.filter(isRecord);
    const ofSales = all.filter((row) => !isRecord(row));
    const isCounted = facts.areMany || (ofSales.length === sales && ofRecords.length === records);
    const isSummed = facts.areMany || (isSum(sold, ofSales) && isSum(settled, ofRecords));
    return isAwayOrNamed(facts) && isCounted && isSummed && Number(sold) !== Number(settled);
  },
  SettledTwice: ({ repeats }) => repeats.length > 0,
  PostedTwice: ({ repeats }) => repeats.length > 0,
  VoidPaid: (facts) =>
    isAway(facts) && facts.involved.some(isRecord) && facts.involved.some((other) => other.amount === -(facts.row.amount as number)),
  Cash: (facts) => isAway(facts) && facts.class === 'cash',
  Incomplete: (facts) => facts.class.startsWith('incomplete'),
};
const isSum = (text: string, rows: readonly Row[]) =>
  rows.some(({ amount }) => (amount as number) < 0) || Number(text).toFixed(2) === sumOf(rows);

export interface Judged {
  open: OpenRow;
  facts: Facts;
  isTrue: boolean;
}

/** Every open row of a month, judged. @param retold tells of a row something else */
export function judged(month: TrueMonth, retold = (open: OpenRow) => open.reason): Judged[] {
  const { sales, records, truth } = month;
  const groupOf = new Map<Row, Group>();
  const twinsOf = new Map<Row, Row[]>();
  for (const group of truth) {
    for (const sale of group.sales) groupOf.set(sales[sale] as Row, group);
    for (const record of group.records) groupOf.set(records[record] as Row, group);
    const twins = [(group.twinSales ?? []).map((one) => sales[one] as Row), (group.twinRecords ?? []).map((one) => records[one] as Row)];
    for (const some of twins) for (const twin of some) twinsOf.set(twin, some);
  }
  return openRows(sales, records).open.map((told) => {
    const open = { ...told, reason: retold(told) };
    const { row, involved, areMany, reason } = open;
    const group = groupOf.get(row) as Group;
    const payment: Row[] = isRecord(row) ? group.sales.map((one) => sales[one] as Row) : group.records.map((one) => records[one] as Row);
    const facts: Facts = {
      ...{ row, involved, areMany, month, class: group.class },
      payment: isPayment(group.class) ? payment : [],
      repeats: involved.filter((one) => twinsOf.get(one)?.includes(row)),
    };
    const claim = claims[reason.code] as Claim<OpenReasonCode>;
    return { open, facts, isTrue: claim(facts, reason.parameters as never) };
  });
}
