/** What payouts, fees and the table of money have to say of a month, by the documents and from its generator alone: whole cents, added up. */
import { grouped } from '../closing/independent-months.js';
import { type Line, localDay, netOf, type Place, type Sale, sumOf, textOf, type World } from './independent-payouts.js';

/** What a user of some units reaches; null for a user of the whole tenant. */
export type Unit = { terminalIds: string[]; locationIds: string[] } | null;

export interface MoneyFilter {
  terminalId?: string | undefined;
  brandId?: string | undefined;
  currency?: string | undefined;
  amountFrom?: bigint | undefined;
  amountTo?: bigint | undefined;
  from?: number | undefined;
  to?: number | undefined;
  matchState?: 'Match' | 'NotApplicable' | undefined;
  file?: number | undefined;
}

export const decimal = (cents: bigint) => {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};
const total = <Item>(items: readonly Item[], ofItem: (item: Item) => bigint) => sumOf(items.map(ofItem));
const amountOf = (items: readonly { cents: bigint }[]) => decimal(total(items, ({ cents }) => cents));
export const reaches = (unit: Unit, { terminalId, locationId }: Place) =>
  unit === null || unit.terminalIds.includes(terminalId ?? '') || unit.locationIds.includes(locationId ?? '');

const isOfPayment = ({ type }: Line) => ['Sale', 'Refund', 'Reversal'].includes(type);
const isConverted = ({ currency, payoutCurrency }: Line) => currency !== payoutCurrency;
/** What it costs, in the currency of the payout; null where it is not told. */
const feeOf = (line: Line) => line.fee ?? (line.net !== null && !isConverted(line) ? line.cents - line.net : null);
const beforeFees = (line: Line) => (isConverted(line) ? netOf(line) + (line.fee ?? 0n) : line.cents);

function sumsOf(lines: readonly Line[]) {
  const [amount, fees, net] = [total(lines, beforeFees), total(lines, (line) => feeOf(line) ?? 0n), total(lines, netOf)];
  const sums = { amount, fees, corrections: net - amount + fees, net };
  return {
    records: lines.length,
    ...(Object.fromEntries(Object.entries(sums).map(([name, cents]) => [name, decimal(cents)])) as Record<keyof typeof sums, string>),
  };
}

const payoutOf = ({ account, payoutId, payoutCurrency }: Line) => `${account.merchantId} ${payoutId} ${payoutCurrency}`;

/** Payouts by their name and currency. Its day is told of those alone whose records tell it. */
export function payoutsOf({ lines }: World, unit: Unit) {
  const own = lines.filter(({ payoutId, isImported, place }) => payoutId !== null && isImported && reaches(unit, place));
  return [...grouped(own, payoutOf).values()].map((all) => {
    const { payoutId, payoutCurrency, account } = all[0] as Line;
    const [announced, rest] = [all.filter(({ type }) => type === 'Payout'), all.filter(({ type }) => type !== 'Payout')];
    const payments = rest.filter((line) => isOfPayment(line) || line.type.startsWith('Chargeback'));
    const untold = payments.filter(({ fee, net }) => fee === null && net === null);
    // Paid gross, and the fees are lines of their own.
    const isGross = untold.length === payments.length && !untold.some(isConverted) && rest.some(({ type }) => type === 'Fee');
    const difference = total(announced, ({ cents }) => cents) - total(rest, netOf);
    const days = all.flatMap(({ payoutDay }) => payoutDay ?? []);
    const statusOfLines = difference === 0n ? 'Balanced' : untold.length > 0 && !isGross ? 'NoNet' : 'Differs';
    const status = announced.length === 0 ? 'Unannounced' : rest.length === 0 ? 'NotItemised' : statusOfLines;
    const isTold = status === 'Balanced' || status === 'Differs';
    return {
      ...{ payoutId, acquirerId: account.acquirerId, merchantId: account.merchantId, currency: payoutCurrency },
      date: days.length > 0 ? textOf(Math.max(...days)) : null,
      ...sumsOf(rest),
      withoutNet: untold.length,
      paid: unit || announced.length === 0 ? null : amountOf(announced),
      difference: unit || !isTold ? null : decimal(difference),
      status: unit ? null : status,
      parts: [...grouped(rest, ({ type }) => type)].map(([type, lines]) => ({ type, ...sumsOf(lines) })),
    };
  });
}

/** The table of fees, by its dimensions. */
export function feesOf({ lines }: World, unit: Unit, by: readonly string[], from: string, to: string) {
  const own = lines.filter(
    ({ type, isImported, place, bookedOn }) =>
      type !== 'Payout' && isImported && reaches(unit, place) && textOf(bookedOn) >= from && textOf(bookedOn) <= to,
  );
  const keyOf = (line: Line) => ({
    ...(by.includes('month') && { month: textOf(line.bookedOn).slice(0, 7) }),
    ...(by.includes('account') && { acquirerId: line.account.acquirerId, merchantId: line.account.merchantId }),
    ...(by.includes('brand') && { brandId: line.brandId }),
    currency: line.fee !== null && line.net !== null ? line.payoutCurrency : line.currency,
  });
  const told = grouped(own, (line) => JSON.stringify(keyOf(line)));
  return [...told].map(([key, all]) => {
    const withFee = all.filter((line) => isOfPayment(line) && feeOf(line) !== null);
    const withoutFee = all.filter((line) => isOfPayment(line) && feeOf(line) === null);
    const feeRecords = all.filter(({ type }) => type === 'Fee');
    const others = all.filter((line) => !isOfPayment(line) && line.type !== 'Fee');
    const ofPayments = total(withFee, (line) => feeOf(line) ?? 0n);
    const parts = [0, 1, 2].map((at) => total(withFee, (line) => line.parts?.[at] ?? 0n));
    const [interchange, scheme, markup] = parts.map(decimal);
    const beside = total(others, (line) => feeOf(line) ?? 0n);
    const ofRecords = total(feeRecords, (line) => -netOf(line));
    const fees = ofPayments + beside + ofRecords;
    const amount = total(withFee, beforeFees);
    return {
      ...(JSON.parse(key) as ReturnType<typeof keyOf>),
      payments: {
        ...{ records: withFee.length, amount: decimal(amount), fees: decimal(ofPayments), rate: rateOf(ofPayments, amount) },
        ...{ interchangeFee: interchange, schemeFee: scheme, markupFee: markup, otherFees: decimal(ofPayments - sumOf(parts)) },
      },
      withoutFee: { records: withoutFee.length, amount: amountOf(withoutFee) },
      otherLines: decimal(beside),
      feeRecords: { records: feeRecords.length, fees: decimal(ofRecords) },
      fees: decimal(fees),
      rate: rateOf(fees, amount + total(withoutFee, ({ cents }) => cents)),
    };
  });
}

/** In percent, to two decimals; halves are rounded away from zero. */
function rateOf(fees: bigint, amount: bigint): string | null {
  if (amount <= 0n) return null;
  const twice = (fees < 0n ? -fees : fees) * 20_000n + amount;
  return decimal((fees < 0n ? -1n : 1n) * (twice / (2n * amount)));
}

/**
 * The table of money. Of sales that are not paid, the generator knows that they are open or set aside, but not which: what matching finds that might
 * be their payment is its own.
 */
export function moneyOf({ sales, lines }: World, unit: Unit, filter: MoneyFilter, by: string | null) {
  const paidBy = new Map(lines.flatMap((line) => line.sales.map((sale) => [sale, line] as const)));
  const isCash = ({ account }: Sale) => account === null;
  const {
    file,
    terminalId,
    brandId,
    currency,
    amountFrom = -(10n ** 9n),
    amountTo = 10n ** 9n,
    from = 0,
    to = Infinity,
    matchState,
  } = filter;
  const stateOf = (sale: Sale) => (isCash(sale) ? 'NotApplicable' : paidBy.has(sale) ? 'Match' : 'Open');
  const found = sales.filter(
    (sale) =>
      sale.isImported &&
      reaches(unit, sale.place) &&
      (file ?? sale.file) === sale.file &&
      (terminalId ?? sale.place.terminalId) === sale.place.terminalId &&
      (brandId ?? sale.brandId) === sale.brandId &&
      (currency ?? sale.currency) === sale.currency &&
      amountFrom <= sale.cents &&
      sale.cents <= amountTo &&
      from <= sale.at &&
      sale.at <= to &&
      (matchState ?? stateOf(sale)) === stateOf(sale),
  );
  const accountOf = (sale: Sale) => {
    const line = paidBy.get(sale);
    return line && reaches(unit, line.place) ? line.account : { acquirerId: sale.acquirerId, merchantId: null };
  };
  const keyOf = (sale: Sale) => {
    const { acquirerId, merchantId } = accountOf(sale);
    return {
      ...(by === 'day' && { day: textOf(localDay(sale)) }),
      ...(by === 'terminal' && { terminalId: sale.place.terminalId }),
      ...(by === 'brand' && { brandId: sale.brandId }),
      ...(by === 'account' && { acquirerId, merchantId }),
      currency: sale.currency,
    };
  };
  return [...grouped(found, (sale) => JSON.stringify(keyOf(sale)))].map(([key, all]) => {
    const table = new Set(all);
    const sold = all.filter((sale) => !isCash(sale));
    const paid = sold.filter((sale) => paidBy.has(sale));
    const payments = [...new Set(paid.map((sale) => paidBy.get(sale) as Line))].filter(
      (line) => reaches(unit, line.place) && line.sales.every((sale) => table.has(sale)),
    );
    const counted = new Set(payments.flatMap(({ sales }) => sales));
    const withRecords = paid.filter((sale) => counted.has(sale));
    const named = new Set(payments.map(({ account, reference, currency }) => `${account.merchantId} ${reference} ${currency}`));
    const takenBack = lines.filter(
      (line) =>
        line.isImported &&
        line.sales.length === 0 &&
        reaches(unit, line.place) &&
        (line.type.startsWith('Chargeback') || ['Refund', 'Reversal'].includes(line.type)) &&
        named.has(`${line.account.merchantId} ${line.originalReference} ${line.currency}`),
    );
    const records = [...payments, ...takenBack];
    const isWithoutNet = (line: Line) => isConverted(line) || (line.fee === null && line.net === null);
    const [withoutNet, netted] = [records.filter(isWithoutNet), records.filter((line) => !isWithoutNet(line))];
    const fees = total(netted, (line) => feeOf(line) ?? 0n);
    const counts = (sales: readonly Sale[]) => ({ transactions: sales.length, amount: amountOf(sales) });
    const sums = (lines: readonly Line[], cents: bigint) => ({ records: lines.length, amount: decimal(cents) });
    return {
      ...(JSON.parse(key) as ReturnType<typeof keyOf>),
      ...{ sold: counts(sold), paid: counts(paid), cash: counts(all.filter(isCash)) },
      withoutRecords: counts(paid.filter((sale) => !counted.has(sale))),
      difference: decimal(total(payments, ({ cents }) => cents) - total(withRecords, ({ cents }) => cents)),
      takenBack: sums(
        takenBack,
        total(takenBack, ({ cents }) => cents),
      ),
      fees: decimal(fees),
      corrections: decimal(total(netted, netOf) - total(netted, ({ cents }) => cents) + fees),
      withoutNet: sums(
        withoutNet,
        total(withoutNet, ({ cents }) => cents),
      ),
      paidOut: sums(netted, total(netted, netOf)),
      ...(by === null && { payouts: new Set(payments.map(payoutOf)).size }),
    };
  });
}

/** What stands beside a sale that a record of its own pays, by its reference or order and its amount. */
export function paymentsOf({ lines }: World, unit: Unit) {
  const single = lines.filter(({ sales }) => sales.length === 1);
  return new Map(
    single.map((line) => {
      const isTold = reaches(unit, line.place);
      const told = { paidAmount: isTold ? Number(line.cents) / 100 : null, payoutId: isTold ? line.payoutId : null };
      return [`${line.sales[0]?.reference} ${line.sales[0]?.cents}` as string, told] as const;
    }),
  );
}
