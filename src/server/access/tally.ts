/** Counts what is in use by the whole process, by each customer and by each user, and tells which of the three is over its bound. */

/** For whom a request is served. */
export interface Owner {
  userId: string;
  customerId: string;
}

export type Level = 'user' | 'customer' | 'process';

/** The most there may be for one user, for one customer and for all together, in the unit of the tally. */
export type Bounds = Readonly<Record<Level, number>>;

export interface Tally {
  add(owner: Owner, amount: number): void;
  /** The narrowest of the owner's bounds that is reached; null where there is room. */
  full(owner: Owner, bounds: Bounds): Level | null;
  of(level: Level, owner: Owner): number;
  total(): number;
}

/** A tally of nothing so far. It keeps nothing about users and customers without any amount. */
export function tally(): Tally {
  let total = 0;
  const users = new Map<string, number>();
  const customers = new Map<string, number>();
  const of = (level: Level, { userId, customerId }: Owner) => {
    if (level === 'process') return total;
    return (level === 'user' ? users.get(userId) : customers.get(customerId)) ?? 0;
  };
  return {
    add: ({ userId, customerId }, amount) => {
      total += amount;
      change(users, userId, amount);
      change(customers, customerId, amount);
    },
    full: (owner, bounds) => {
      if (of('user', owner) >= bounds.user) return 'user';
      if (of('customer', owner) >= bounds.customer) return 'customer';
      return total >= bounds.process ? 'process' : null;
    },
    of,
    total: () => total,
  };
}

function change(amounts: Map<string, number>, key: string, amount: number): void {
  const left = (amounts.get(key) ?? 0) + amount;
  if (left === 0) amounts.delete(key);
  else amounts.set(key, left);
}

/** Whether the places of a level are the same for both. */
export function sharesPlaces(one: Owner, other: Owner, level: Level): boolean {
  if (level === 'process') return true;
  return level === 'user' ? one.userId === other.userId : one.customerId === other.customerId;
}
