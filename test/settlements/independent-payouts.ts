/**
 * Months of sales and settlement records, made from the documents alone: shops, a web shop, and a till that is paid by totals; acquirers that pay daily,
 * weekly, gross, and by hand. Each payout has its faults, if any, from here. Amounts are whole cents.
 */
import type { SettlementRecordUpload } from '../../src/contract/settlement.js';
import type { SettlementTypeName } from '../../src/contract/states.js';
import type { TransactionUpload } from '../../src/contract/transaction.js';
import { chances } from '../support/colliding-rows.js';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
export const dayOf = (text: string) => Date.parse(`${text}T00:00:00Z`) / DAY_MS;
export const textOf = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);
export const momentOf = ({ at, offset }: { at: number; offset: number }) =>
  `${new Date(at + offset * HOUR_MS).toISOString().slice(0, 19)}${offset === 0 ? 'Z' : `+0${offset}:00`}`;

/** Days with sales, and the last day on which something is paid; all within the reach of one run. */
export const span = { from: dayOf('2026-09-28'), to: dayOf('2026-10-31'), paidTo: dayOf('2026-11-08') };
const summerTimeEnds = Date.parse('2026-10-25T01:00:00Z');
const FRIDAY = 5;
const weekdayOf = (day: number) => (day + 4) % 7;

export interface Place {
  terminalId: string | null;
  locationId: string | null;
}

export interface Account {
  acquirerId: string;
  merchantId: string;
  pays: 'Daily' | 'Weekly' | 'By hand';
  /** What payments tell beside their amount. */
  tells: 'Fee' | 'Net' | 'Both' | 'Neither';
  /** In ten-thousandths of a payment; where it is 0, fees come beside the payments. */
  rate: number;
  feesBeside: 'No' | 'By payout' | 'By month';
  /** How a payment in euros is paid out. */
  foreign: 'Converted' | 'Own';
  announces: boolean;
  /** Whether it writes down what it pays as a ledger does, with a minus. */
  isLedger: boolean;
  carries: boolean;
  tellsTypes: boolean;
  /** Whether it writes refunds, of which the type says what they are, without a minus. */
  isUnsigned: boolean;
  tellsParts: boolean;
  /** Whether each line has the day of the payout, or the payout alone. */
  tellsDates: boolean;
  tellsPlaces: 'Both' | 'Terminal' | 'Location' | 'Neither';
  namesBy: 'transactionReference' | 'orderId';
}

export interface Sale {
  place: Place;
  at: number;
  offset: number;
  cents: bigint;
  currency: string;
  brandId: string;
  /** Of the till itself. */
  acquirerId: string | null;
  account: Account | null;
  reference: string;
  file: number;
  isImported: boolean;
}

export interface Line {
  account: Account;
  type: SettlementTypeName;
  /** As it counts: refunds below zero, payouts above. */
  cents: bigint;
  currency: string;
  fee: bigint | null;
  net: bigint | null;
  parts: readonly [bigint, bigint, bigint] | null;
  payoutId: string | null;
  payoutCurrency: string;
  payoutDay: number | null;
  bookedOn: number;
  place: Place;
  brandId: string | null;
  reference: string;
  /** Of the sale that it pays, where that is how it names it. */
  orderId: string | null;
  originalReference: string | null;
  /** What it pays. */
  sales: readonly Sale[];
  /** A moment of the sale; null for a line that tells no time. */
  at: number | null;
  /** The line is written with the other sign. */
  isTurned: boolean;
  isImported: boolean;
}

export interface World {
  accounts: readonly Account[];
  places: readonly Place[];
  sales: readonly Sale[];
  lines: readonly Line[];
}

/** In the sale's own offset. */
export const localDay = ({ at, offset }: Sale) => Math.floor((at + offset * HOUR_MS) / DAY_MS);
const nowhere: Place = { terminalId: null, locationId: null };
const abs = (cents: bigint) => (cents < 0n ? -cents : cents);
const share = (cents: bigint, rate: number) => (cents * BigInt(rate) + (cents < 0n ? -5_000n : 5_000n)) / 10_000n;
export const sumOf = (all: readonly bigint[]) => all.reduce((sum, one) => sum + one, 0n);
/** What a line adds to its payout. */
export const netOf = ({ cents, fee, net }: Pick<Line, 'cents' | 'fee' | 'net'>) => net ?? cents - (fee ?? 0n);
const FRANCS_FOR_EURO = 9_500;

export function worldOf(seed: number): World {
  const { random, pick } = chances(seed * 6_151 + 29);
  const often = (share: number) => random() < share;
  const between = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
  const cents = (from: number, to: number) => BigInt(between(from, to));
  const used = new Set<number>();
  const number = (): number => {
    // So long that none is taken for one that a terminal counts.
    const drawn = between(10 ** 11, 10 ** 12 - 1);
    if (used.has(drawn)) return number();
    used.add(drawn);
    return drawn;
  };

  const habits = (): Omit<Account, 'acquirerId' | 'merchantId' | 'pays' | 'rate' | 'feesBeside'> => ({
    tells: pick(['Fee', 'Net', 'Both', 'Both'] as const),
    foreign: pick(['Converted', 'Own'] as const),
    announces: !often(0.1),
    isLedger: often(0.25),
    carries: often(0.7),
    ...pick([
      { tellsTypes: true, isUnsigned: false },
      { tellsTypes: true, isUnsigned: true },
      { tellsTypes: false, isUnsigned: false },
    ]),
    tellsParts: often(0.5),
    tellsDates: often(0.6),
    tellsPlaces: pick(['Both', 'Both', 'Terminal', 'Location', 'Neither'] as const),
    namesBy: pick(['transactionReference', 'orderId'] as const),
  });
  const daily: Account = { ...habits(), acquirerId: 'DAILY', merchantId: 'M-1', pays: 'Daily', rate: 150, feesBeside: 'No' };
  const weekly: Account = {
    ...habits(),
    // Two contracts with one acquirer may name their payouts alike.
    ...{ acquirerId: pick(['WEEKLY', 'DAILY']), merchantId: 'M-2', pays: 'Weekly' },
    // In every month, some records are hidden from units that see their sales.
    tellsPlaces: pick(['Location', 'Neither'] as const),
    ...pick([
      { rate: 120, feesBeside: 'No' as const },
      { rate: 0, feesBeside: 'By payout' as const },
    ]),
  };
  const gross: Account = {
    ...habits(),
    ...{ acquirerId: 'GROSS', merchantId: 'M-3', pays: pick(['Daily', 'Weekly'] as const), rate: 0, feesBeside: 'By month' as const },
    ...{ tells: pick(['Neither', 'Neither', 'Both'] as const), foreign: 'Own' },
  };
  const totals: Account = {
    ...habits(),
    ...{ acquirerId: 'TOTALS', merchantId: 'M-4', pays: 'Daily', rate: 90, feesBeside: 'No' as const, tellsPlaces: 'Both' as const },
  };
  const byHand: Account = { ...habits(), acquirerId: 'HAND', merchantId: 'M-5', pays: 'By hand', rate: 0, feesBeside: 'No' };
  const accounts = [daily, weekly, gross, totals, byHand];

  const batched: Place = { terminalId: 'C-1', locationId: 'C' };
  const places: Place[] = [
    { terminalId: 'A-1', locationId: 'A' },
    { terminalId: 'A-2', locationId: 'A' },
    { terminalId: 'B-1', locationId: often(0.5) ? 'B' : null },
    { terminalId: null, locationId: 'WEB' },
    batched,
  ];

  const sales: Sale[] = [];
  for (const [file, place] of places.entries()) {
    const byBrand = Object.fromEntries(['VISA', 'MASTERCARD', 'AMEX'].map((brand) => [brand, pick([daily, weekly, gross])]));
    const inUtc = often(0.25);
    const tellsAcquirer = often(0.4);
    for (let day = span.from; day <= span.to; day += 1) {
      for (let left = place === batched ? between(2, 4) : between(0, 6); left > 0; left -= 1) {
        // Some are sold around midnight.
        const at = day * DAY_MS + between(5 * 60, 24 * 60 - 1) * MINUTE_MS + between(0, 59) * 1_000;
        const isCash = place !== batched && often(0.15);
        const brandId = isCash ? pick(['CASH', 'Bar']) : pick(['VISA', 'VISA', 'MASTERCARD', 'AMEX']);
        const account = isCash ? null : place === batched ? totals : (byBrand[brandId] as Account);
        const sale: Sale = {
          ...{ place, at, account, brandId, file, reference: `${number()}`, isImported: true },
          offset: inUtc ? 0 : at < summerTimeEnds ? 2 : 1,
          cents: place === batched || !often(0.04) ? cents(180, 19_999) : -cents(180, 9_999),
          currency: place !== batched && often(0.12) ? 'EUR' : 'CHF',
          acquirerId: tellsAcquirer && account ? account.acquirerId : null,
        };
        sales.push(sale);
      }
    }
  }

  const lines: Line[] = [];
  const unsent = new Set<Sale>();

  /** A line that stands for money of a card holder. */
  function told(account: Account, type: SettlementTypeName, amount: bigint, currency: string, feeOfLine: bigint) {
    const isConverted = currency !== 'CHF' && account.foreign === 'Converted';
    const gives = account.tells === 'Neither' ? [] : account.tells === 'Both' ? ['Fee', 'Net'] : [account.tells];
    const paid = isConverted ? share(amount, FRANCS_FOR_EURO) : amount;
    // Without a net amount, nobody could know what is paid in the other currency.
    const isNet = isConverted || gives.includes('Net');
    const fee = account.tells === 'Neither' ? 0n : feeOfLine;
    return {
      ...{ account, type, cents: amount, currency },
      fee: gives.includes('Fee') ? fee : null,
      net: isNet ? paid - fee : null,
      payoutCurrency: currency === 'CHF' || isConverted ? 'CHF' : currency,
    };
  }
  const placeOf = (account: Account, { terminalId, locationId }: Place): Place => ({
    terminalId: ['Both', 'Terminal'].includes(account.tellsPlaces) ? terminalId : null,
    locationId: ['Both', 'Location'].includes(account.tellsPlaces) ? locationId : null,
  });
  const plain = { fee: null, net: null, parts: null, brandId: null, orderId: null, originalReference: null, sales: [], at: null };
  const still = { isTurned: false, isImported: true };

  for (const account of accounts) {
    const own = sales.filter((sale) => sale.account === account);
    const paysOn = (day: number) => (account.pays === 'Daily' ? day : day + ((FRIDAY - weekdayOf(day) + 7) % 7));
    /** Payments of earlier payouts, of which nothing else happened. */
    const originals: Line[] = [];
    const disputed: Line[] = [];
    const reserved: bigint[] = [];
    let [carried, returned] = [0n, 0n];
    const draw = (from: Line[]) => from.splice(between(0, from.length - 1), 1)[0] as Line;

    const payment = (sale: Sale, tips = 0.04): Line => {
      const tip = sale.cents > 2_000n && often(tips) ? share(sale.cents, between(300, 2_000)) : 0n;
      const amount = sale.cents + tip;
      const fee = share(amount, account.rate);
      const line = told(account, amount < 0n ? 'Refund' : 'Sale', amount, sale.currency, fee);
      const parts =
        account.tellsParts && line.fee !== null && fee > 3n
          ? ([fee / 2n, fee / 4n, often(0.5) ? fee - fee / 2n - fee / 4n : 0n] as const)
          : null;
      const names = amount < 0n && originals.length > 0 && often(0.6) ? pick(originals).reference : null;
      return {
        ...{ ...line, ...plain, ...still, fee: line.fee, net: line.net, parts },
        ...{ payoutId: null, payoutDay: null, bookedOn: localDay(sale) + 1, originalReference: names },
        ...{ place: placeOf(account, sale.place), brandId: sale.brandId, sales: [sale], at: sale.at },
        ...(account.namesBy === 'orderId' ? { reference: `${number()}`, orderId: sale.reference } : { reference: sale.reference }),
        isTurned: amount < 0n && account.isUnsigned,
      };
    };
    const total = (batch: readonly Sale[], day: number): Line => {
      const amount = sumOf(batch.map(({ cents }) => cents));
      return {
        ...{ ...plain, ...told(account, 'Sale', amount, 'CHF', share(amount, account.rate)), ...still },
        ...{ payoutId: null, payoutDay: null, bookedOn: day + 1, place: batched, sales: batch, reference: `${number()}` },
      };
    };
    const beside = (type: SettlementTypeName, amount: bigint, bookedOn: number, over: Partial<Line> = {}): Line => ({
      ...{ account, type, cents: amount, currency: 'CHF', ...plain, ...still },
      ...{ payoutId: null, payoutCurrency: 'CHF', payoutDay: null, bookedOn, place: nowhere, reference: `${number()}` },
      ...over,
    });
    /** It names a payment that has the other currency, or is of another account. */
    const stray = (original: Line, bookedOn: number): Line => {
      const isOfOther = original.account !== account;
      const { currency, amount } =
        isOfOther || original.currency === 'EUR' ? { currency: 'CHF', amount: -700n } : { currency: 'EUR', amount: -900n };
      return takenBack('Chargeback', { ...original, currency }, amount, 0n, bookedOn);
    };
    const takenBack = (type: SettlementTypeName, original: Line, amount: bigint, fee: bigint, bookedOn: number): Line => {
      const { currency, place, brandId, reference: originalReference } = original;
      const line = told(account, type, amount, currency, fee);
      return beside(type, amount, bookedOn, {
        ...{ ...line, brandId, originalReference, place: often(0.3) ? nowhere : place },
        isTurned: type === 'Refund' && amount < 0n && account.isUnsigned,
      });
    };

    if (account.pays === 'By hand') {
      for (let day = span.from + 4; day < span.paidTo; day += between(3, 9)) {
        const payoutId = `HAND-${textOf(day)}`;
        lines.push(beside('Payout', cents(1_000, 90_000), day, { payoutId, payoutDay: day }));
      }
      continue;
    }

    const due = new Map<number, Line[]>();
    const dueOn = (day: number, line: Line) => due.set(day, [...(due.get(day) ?? []), line]);
    if (account === totals) {
      for (let day = span.from; day <= span.to + 1; day += 1) {
        const batch = own.filter((sale) => localDay(sale) === day);
        // One sale is no total; it is never paid.
        if (batch.length > 1) dueOn(paysOn(day + 1), total(batch, day));
      }
    } else
      for (const sale of own.sort((one, other) => one.at - other.at)) {
        if (often(0.03)) continue;
        // It is voided, and yet paid every other time.
        if (often(0.02)) {
          const cents = -sale.cents;
          const reference = often(0.5) ? sale.reference : `${number()}`;
          sales.push({ ...sale, cents, at: sale.at + between(1, 4) * MINUTE_MS, reference });
          if (often(0.5)) continue;
        }
        if (often(0.015)) unsent.add(sale);
        dueOn(paysOn(localDay(sale) + 1), payment(sale));
      }
    // Two sales of one order, one of them in no shop, are paid by one record.
    if (account.namesBy === 'orderId')
      for (const first of own.filter(({ place, cents }) => place.locationId === 'WEB' && cents > 0n && often(0.1))) {
        const one: Sale = { ...first, at: first.at + 2 * MINUTE_MS, cents: cents(500, 9_000), reference: `${number()}` };
        const other: Sale = { ...one, place: nowhere, at: one.at + 5_000, cents: cents(500, 9_000), file: places.length };
        sales.push(one, other);
        const line = payment({ ...one, cents: one.cents + other.cents }, 0);
        dueOn(paysOn(localDay(one) + 1), { ...line, sales: [one, other] });
      }

    for (let day = span.from; day <= span.paidTo; day += 1) {
      const payments = due.get(day) ?? [];
      if (payments.length === 0) continue;
      const all = [...payments];
      const maybe = (share: number, make: () => Line) => {
        if (often(share)) all.push(make());
      };
      if (account !== totals) {
        if (originals.length > 0 && often(0.15)) {
          const twice = draw(originals);
          all.push({ ...twice, bookedOn: day, sales: [] });
        }
        if (originals.length > 0 && often(0.2)) {
          const original = draw(originals);
          all.push(
            takenBack(pick(['Refund', 'Refund', 'Reversal'] as const), original, -pick([original.cents, original.cents / 2n]), 0n, day),
          );
        }
        if (lines.length > 0 && often(0.1)) all.push(stray(pick(lines), day));
        if (originals.length > 0 && often(0.15)) {
          const original = draw(originals);
          all.push(takenBack('Chargeback', original, -original.cents, 1_500n, day));
          disputed.push(original);
        } else if (disputed.length > 0 && often(0.3)) {
          const original = draw(disputed);
          all.push(takenBack('ChargebackReversal', original, original.cents, 0n, day));
        }
      }
      if (account.feesBeside === 'By payout') {
        const cost = cents(100, 900);
        all.push(often(0.3) ? beside('Fee', 0n, day, { fee: cost }) : beside('Fee', -cost, day, { net: often(0.5) ? -cost : null }));
      }
      maybe(0.15, () => beside('Adjustment', cents(-900, 900), day, { fee: often(0.5) ? 120n : null }));
      maybe(0.1, () => beside('Tax', -cents(10, 300), day));
      maybe(0.1, () => beside('Financing', often(0.3) ? cents(5_000, 90_000) : -cents(1_000, 60_000), day));
      maybe(0.1, () => beside('Transfer', cents(-9_000, 9_000), day));
      if (account.pays === 'Weekly') {
        const reserve = share(abs(sumOf(payments.map(({ cents }) => cents))), 500);
        all.push(beside('Reserve', -reserve, day));
        if (reserved.length > 1) all.push(beside('Release', reserved.shift() as bigint, day));
        reserved.push(reserve);
      }
      if (carried !== 0n) all.push(beside('Balance', carried, day));
      if (returned !== 0n) all.push(beside('PayoutReturn', returned, day));
      [carried, returned] = [0n, 0n];

      const payoutId = `${account.acquirerId}-${textOf(day)}`;
      for (const payoutCurrency of ['CHF', 'EUR']) {
        const parts = all.filter((line) => line.payoutCurrency === payoutCurrency);
        if (parts.length === 0) continue;
        const announced = (amount: bigint, over: Partial<Line> = {}) =>
          beside('Payout', amount, day, { currency: payoutCurrency, payoutCurrency, ...over });
        let paid = sumOf(parts.map(netOf));
        const isNegative = paid < 0n && payoutCurrency === 'CHF' && account.carries;
        if (isNegative) {
          parts.push(beside('Balance', -paid, day));
          [carried, paid] = [paid, 0n];
        }
        const isSilent = !account.announces || (isNegative && often(0.5)) || often(0.03);
        const fault = often(0.3) ? pick(['Missing', 'Net', 'Paid', 'Paid by a cent'] as const) : 'None';
        const little = pick([-1n, 1n]) * (fault === 'Paid by a cent' ? 1n : cents(1, 700));
        const netted = parts.filter(({ net }) => abs(net ?? 0n) > 1_000n);
        if (fault === 'Missing' && paid > 0n && parts.length > 2) {
          const gone = pick(parts);
          // With the other sign, a payout would be read as that of a ledger.
          if (paid - netOf(gone) > 0n) parts.splice(parts.indexOf(gone), 1);
        } else if (fault === 'Net' && netted.length > 0 && paid > 1_000n) {
          const wrong = pick(netted);
          parts[parts.indexOf(wrong)] = { ...wrong, net: netOf(wrong) + little };
        } else if (fault.startsWith('Paid') && (paid === 0n || abs(paid) > 1_000n)) paid += paid === 0n ? abs(little) : little;
        if (!isSilent) {
          const isTurned = account.isLedger && paid > 0n && sumOf(parts.map(netOf)) > 0n;
          const halves = often(0.1) ? [paid / 3n, paid - paid / 3n] : [paid];
          const fee = often(0.1) ? 50n : null;
          parts.push(...halves.map((half) => announced(half, { isTurned, fee })));
        }
        if (account.announces && paid > 0n && payoutCurrency === 'CHF' && often(0.05)) returned = paid;
        const payoutDay = (line: Line) => (account.tellsDates || line.type === 'Payout' ? day : null);
        const sent = parts.map((line) => ({ ...line, payoutId, payoutDay: payoutDay(line) }));
        lines.push(...sent);
        originals.push(...sent.filter(({ type, sales }) => type === 'Sale' && sales.length === 1 && !unsent.has(sales[0] as Sale)));
      }
    }
    if (account.feesBeside === 'By month')
      for (const day of ['2026-09-30', '2026-10-31'].map(dayOf)) lines.push(beside('Fee', -cents(2_000, 9_000), day + 1));
  }
  // Rows that nobody can import.
  for (const from of [sales[0] as Sale, sales.at(-1) as Sale]) sales.push({ ...from, reference: `${number()}`, isImported: false });
  lines.push({ ...(lines[0] as Line), reference: `${number()}`, sales: [], isImported: false });
  return { accounts, places, sales: sales.filter((sale) => !unsent.has(sale)), lines: lines.map((line) => without(line, unsent)) };
}

const without = (line: Line, unsent: ReadonlySet<Sale>): Line => ({ ...line, sales: line.sales.filter((sale) => !unsent.has(sale)) });

const francs = (cents: bigint) => Number(cents) / 100;

export function saleRow(sale: Sale): TransactionUpload {
  const { place, cents, currency, brandId, acquirerId, account, reference, isImported } = sale;
  return {
    ...{ ...place, amount: francs(cents), brandId, acquirerId, transactionDate: momentOf(sale) },
    currency: isImported ? currency : null,
    [account?.namesBy ?? 'transactionReference']: reference,
  };
}

export function lineRow(line: Line): SettlementRecordUpload {
  const { account, type, cents, currency, fee, net, parts, payoutCurrency, at, sales, isTurned } = line;
  const { acquirerId, merchantId, tellsTypes } = account;
  const isTotal = acquirerId === 'TOTALS' && sales.length > 0;
  const isCard = ['Sale', 'Refund'].includes(type);
  return {
    ...{ acquirerId, merchantId, ...line.place, payoutId: line.payoutId, brandId: line.brandId },
    ...{ transactionReference: line.reference, originalReference: line.originalReference },
    type: isCard && !tellsTypes ? null : type,
    amount: francs(isTurned ? -cents : cents),
    currency: line.isImported ? currency : null,
    settlementCurrency: payoutCurrency === currency ? null : payoutCurrency,
    ...(payoutCurrency !== currency && { exchangeRate: FRANCS_FOR_EURO / 10_000 }),
    ...(fee !== null && { fee: francs(fee) }),
    ...(net !== null && { netAmount: francs(isTurned ? -net : net) }),
    ...(parts && { interchangeFee: francs(parts[0]), schemeFee: francs(parts[1]), markupFee: francs(parts[2]) }),
    ...(line.payoutDay !== null && { payoutDate: textOf(line.payoutDay) }),
    settlementDate: textOf(line.bookedOn),
    ...(at !== null && { transactionDate: momentOf({ at, offset: 0 }) }),
    orderId: line.orderId,
    ...(isTotal && { transactionCount: sales.length, businessDate: textOf(line.bookedOn - 1) }),
    ...(type === 'Chargeback' && { respondBy: textOf(line.bookedOn + 10), disputeId: `D${line.reference}`, reasonCode: '4837' }),
    ...(type === 'Payout' && { bankReference: `B${line.reference}` }),
  };
}
