/** Adds up the records of one payout, exactly whatever the amounts, and says whether they come to what was paid. */
import { type Decimal, plus, textOfDecimal } from '../contract/decimal.js';
import type { PayoutDetail, PayoutPart } from '../contract/payouts.js';
import { type PayoutStatusName, type SettlementTypeName, settlementTypes } from '../contract/states.js';
import { minus, worthOf, zero } from './money.js';

/**
 * Records of one type that tell the same of fee and net amount: the sums of amount, fee, net amount and what else is asked for in units of
 * 10⁻⁴, or the values of a single one.
 */
export type LineSums = {
  type: SettlementTypeName;
  /** Their settlementCurrency, which is the payout's, is another one than that of the amount. */
  isOther: boolean | number;
  noFee: boolean | number;
  noNet: boolean | number;
  records: number;
} & ({ units: readonly (string | null)[] } | { amounts: readonly (number | null)[] });

export interface PayoutSums {
  /** `saidBy`: when what was paid was paid, and the file that says so; a larger key is that of a later one. */
  add(lines: LineSums, saidBy?: { paidOn: string | null; fileKey: number }): void;
  /** The answer; `isWhole`: the user may know what was paid. */
  told(isWhole: boolean): Omit<PayoutDetail, 'id' | 'payoutId' | 'acquirerId' | 'merchantId' | 'currency' | 'date'>;
}

/** What lines bring. */
interface Part {
  records: number;
  amount: Decimal;
  fees: Decimal;
  net: Decimal;
}

/** The amount of any other type is what it brings. */
const withFees: readonly SettlementTypeName[] = ['Sale', 'Refund', 'Reversal', 'Chargeback', 'ChargebackReversal'];
const UNITS_SCALE = 4;

/** As they are told. */
export function told(lines: LineSums): { amount: Decimal; fee: Decimal; net: Decimal; others: Decimal[] } {
  const all =
    'units' in lines
      ? lines.units.map((units): Decimal => ({ digits: BigInt(units ?? 0), scale: UNITS_SCALE }))
      : lines.amounts.map(worthOf);
  const [amount = zero, fee = zero, net = zero, ...others] = all;
  return { amount, fee, net, others };
}

/** What they bring: the fee is what lies between amount and net amount, where one of the three is absent. */
export function broughtBy(lines: LineSums): Part {
  const { isOther, noFee, noNet, records } = lines;
  const { amount, fee, net } = told(lines);
  // In another currency the amount is not the payout's.
  if (isOther) return { records, amount: noNet ? zero : plus(net, fee), fees: noNet ? zero : fee, net };
  const fees = noFee && !noNet ? minus(amount, net) : fee;
  return { records, amount, fees, net: noNet ? minus(amount, fees) : net };
}

const noPart = (): Part => ({ records: 0, amount: zero, fees: zero, net: zero });

function added(part: Part, { records, amount, fees, net }: Part): Part {
  return { records: part.records + records, amount: plus(part.amount, amount), fees: plus(part.fees, fees), net: plus(part.net, net) };
}

export function payoutSums(): PayoutSums {
  const parts = new Map<SettlementTypeName, Part>();
  /** By the day. A file that was corrected says it anew: the last file has the last word. */
  const paidOn = new Map<string | null, { fileKey: number; amount: Decimal }>();
  let withoutNet = 0;
  /** Payments that tell what they cost, or of which nobody can know it. */
  let notGross = 0;
  return {
    add: (lines, { paidOn: day, fileKey } = { paidOn: null, fileKey: 0 }) => {
      const { type, isOther, noFee, noNet, records } = lines;
      if (type === 'Payout') {
        const before = paidOn.get(day);
        const { amount } = told(lines);
        if (before?.fileKey === fileKey) before.amount = plus(before.amount, amount);
        else if (before === undefined || before.fileKey < fileKey) paidOn.set(day, { fileKey, amount });
        return;
      }
      const isPayment = withFees.includes(type);
      if (noNet && (isOther || (noFee && isPayment))) withoutNet += records;
      if ((noNet && isOther) || (isPayment && !(noFee && noNet))) notGross += records;
      parts.set(type, added(parts.get(type) ?? noPart(), broughtBy(lines)));
    },
    told: (isWhole) => {
      const lines = [...parts.values()].reduce(added, noPart());
      const paid = paidOn.size === 0 ? null : [...paidOn.values()].reduce((sum, { amount }) => plus(sum, amount), zero);
      // A ledger writes a payout below zero, because the money leaves it.
      const isTurned = paid !== null && paid.digits < 0n && lines.net.digits > 0n;
      const sum = paid !== null && isTurned ? minus(zero, paid) : paid;
      const difference = sum === null ? null : minus(sum, lines.net);
      // Payments are paid gross where fees are lines of their own.
      const isGross = notGross === 0 && parts.has('Fee');
      const status = statusOf(difference, lines.records, isGross ? 0 : withoutNet);
      const isClaimed = isWhole && difference !== null && (status === 'Balanced' || status === 'Differs');
      return {
        ...shown(lines),
        withoutNet,
        paid: isWhole && sum !== null ? textOfDecimal(sum) : null,
        difference: isClaimed ? textOfDecimal(difference) : null,
        status: isWhole ? status : null,
        parts: settlementTypes.flatMap((type) => {
          const part = parts.get(type);
          return part ? [{ type, ...shown(part) }] : [];
        }),
      };
    },
  };
}

function statusOf(difference: Decimal | null, lines: number, withoutNet: number): PayoutStatusName {
  if (difference === null) return 'Unannounced';
  if (lines === 0) return 'NotItemised';
  if (difference.digits === 0n) return 'Balanced';
  return withoutNet > 0 ? 'NoNet' : 'Differs';
}

function shown({ records, amount, fees, net }: Part): Omit<PayoutPart, 'type'> {
  return {
    records,
    amount: textOfDecimal(amount),
    fees: textOfDecimal(fees),
    corrections: textOfDecimal(minus(net, minus(amount, fees))),
    net: textOfDecimal(net),
  };
}
