/** Adds up the fees of settlement records, exactly whatever the amounts; and their JSON. It decides what counts where. */
import { type Decimal, plus, textOfDecimal } from '../contract/decimal.js';
import type { Fees, FeesItem } from '../contract/fees.js';
import type { FeesDimension } from '../contract/money-parts.js';
import { type FeePart, feeParts, isOfPayment } from '../contract/states.js';
import { inOrder, type MoneyKey, minus, zero } from './money.js';
import { broughtBy, type LineSums, told } from './payouts.js';

interface Sum {
  records: number;
  amount: Decimal;
}

export interface FeesGroup {
  key: MoneyKey;
  payments: Sum & { fees: Decimal; parts: Decimal[] };
  withoutFee: Sum;
  otherLines: Decimal;
  feeRecords: Sum;
}

export function newFeesGroup(key: MoneyKey): FeesGroup {
  const none = { records: 0, amount: zero };
  return {
    key,
    payments: { ...none, fees: zero, parts: feeParts.map(() => zero) },
    withoutFee: { ...none },
    otherLines: zero,
    feeRecords: { ...none },
  };
}

function add(sum: Sum, records: number, amount: Decimal): void {
  sum.records += records;
  sum.amount = plus(sum.amount, amount);
}

/** Adds lines of any type but Payout and TillTotal. */
export function addFees(group: FeesGroup, lines: LineSums): void {
  const { type, isOther, noFee, noNet, records } = lines;
  const { amount, fee, others } = told(lines);
  const brought = broughtBy(lines);
  if (type === 'Fee') {
    // Without a net amount it stands with those of its own currency.
    add(group.feeRecords, records, noNet ? minus(fee, amount) : minus(zero, brought.net));
  } else if (isOfPayment(type) ? (noFee && (noNet || isOther)) || (noNet && isOther) : !noFee && noNet && isOther) {
    add(group.withoutFee, records, amount);
  } else if (isOfPayment(type)) {
    add(group.payments, records, brought.amount);
    group.payments.fees = plus(group.payments.fees, brought.fees);
    group.payments.parts = group.payments.parts.map((sum, at) => plus(sum, others[at] ?? zero));
  } else {
    group.otherLines = plus(group.otherLines, brought.fees);
  }
}

/** Their names in an answer. */
const members: Record<FeesDimension, readonly ('month' | 'acquirerId' | 'merchantId' | 'brandId')[]> = {
  month: ['month'],
  account: ['acquirerId', 'merchantId'],
  brand: ['brandId'],
};

/** A Fees as JSON, without groups that have neither payments nor fees. */
export function feesJson(groups: readonly FeesGroup[], by: readonly FeesDimension[]): string {
  const has = ({ payments, withoutFee, otherLines, feeRecords }: FeesGroup) =>
    payments.records + withoutFee.records + feeRecords.records > 0 || otherLines.digits !== 0n;
  const inOrderOfKeys = groups.filter(has).toSorted((one, other) => inOrder(one.key, other.key, by[0] === 'month'));
  const names = by.flatMap((dimension) => members[dimension]);
  return JSON.stringify({ items: inOrderOfKeys.map((group) => itemOf(group, names)) } satisfies Fees);
}

function itemOf({ key, payments, withoutFee, otherLines, feeRecords }: FeesGroup, names: readonly string[]): FeesItem {
  const fees = plus(plus(payments.fees, otherLines), feeRecords.amount);
  return {
    ...Object.fromEntries(names.map((name, at) => [name, key[at] ?? null])),
    currency: key.at(-1) ?? null,
    payments: {
      records: payments.records,
      amount: textOfDecimal(payments.amount),
      fees: textOfDecimal(payments.fees),
      rate: rateOf(payments.fees, payments.amount),
      ...(Object.fromEntries(feeParts.map((name, at) => [name, textOfDecimal(payments.parts[at] ?? zero)])) as Record<FeePart, string>),
      otherFees: textOfDecimal(payments.parts.reduce(minus, payments.fees)),
    },
    withoutFee: { records: withoutFee.records, amount: textOfDecimal(withoutFee.amount) },
    otherLines: textOfDecimal(otherLines),
    feeRecords: { records: feeRecords.records, fees: textOfDecimal(feeRecords.amount) },
    fees: textOfDecimal(fees),
    rate: rateOf(fees, plus(payments.amount, withoutFee.amount)),
  };
}

/** Percent with two decimals, rounded half away from zero; null of nothing. */
function rateOf(fees: Decimal, amount: Decimal): string | null {
  if (amount.digits <= 0n) return null;
  const [above, below] = [fees.digits * 10n ** BigInt(amount.scale + 4), amount.digits * 10n ** BigInt(fees.scale)];
  const size = ((above < 0n ? -above : above) * 2n + below) / (2n * below);
  return textOfDecimal({ digits: above < 0n ? -size : size, scale: 2 });
}
