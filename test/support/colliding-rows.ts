/** Payments by chance, of so few values that many collide: for histories of matching. */
import type { TransactionUpload } from '../../src/contract/transaction.js';
// @ts-expect-error The bench is plain JavaScript.
import { chance } from '../bench/generate.js';

export interface Chance {
  random: () => number;
  pick<Item>(items: readonly Item[]): Item;
}

export function chances(seed: number): Chance {
  const random: () => number = chance(seed);
  return { random, pick: (items) => items[Math.floor(random() * items.length)] as never };
}

export interface Payment extends TransactionUpload {
  amount: number;
}

interface PaymentValues {
  /** Of November 2026. */
  days: readonly string[];
  references: readonly string[];
  brands: readonly string[];
}

/** Few values of each field, so that rows collide; fields are often missing. */
export function paymentBy({ random, pick }: Chance, { days, references, brands }: PaymentValues): Payment {
  const maybe = <Value>(share: number, values: readonly Value[]) => (random() < share ? pick(values) : null);
  const minute = String(Math.floor(random() * 30)).padStart(2, '0');
  const day = pick(days);
  return {
    amount: pick([5, 5, 7.5, 10, 12.5, -5, 11, 20]),
    currency: random() < 0.95 ? 'CHF' : 'EUR',
    transactionDate: `2026-11-${day}T${pick(['12', '12', '13'])}:${minute}:${pick(['00', '00', '20', '45'])}+01:00`,
    terminalId: maybe(0.6, ['T1', 'T2']),
    locationId: maybe(0.5, ['L1', 'L2']),
    transactionSequenceCounter: maybe(0.4, ['1', '2', '3', '4', '5', '6', '7', '8', '9']),
    authorisationCode: maybe(0.4, ['411276', '411277', '582913', '730258', '046511', 'A4K09Z', '111111']),
    cardNumberMasked: maybe(0.5, ['*0416', '*0417', '*1234']),
    orderId: maybe(0.3, ['ORD1', 'ORD2', 'ORD3', 'ORD4', 'ORD5', '17']),
    transactionReference: maybe(0.2, references),
    brandId: maybe(0.4, brands),
  };
}
