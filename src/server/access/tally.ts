/** Counts what is in use by the whole process, by each customer and by each user, and tells which of the three is over its bound. */

/** For whom a request is served. */
export interface Owner {
  userId: string;
  customerId: string;
}

export type Level = 'user' | 'customer' | 'process';

/** The narrowest first. */
const levels: readonly Level[] = ['user', 'customer', 'process'];

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
  const amounts = new Map<string, number>();
  const of = (level: Level, owner: Owner) => amounts.get(placesOf(level, owner)) ?? 0;
  return {
    add: (owner, amount) => {
      for (const level of levels) {
        const sum = of(level, owner) + amount;
        if (sum === 0) amounts.delete(placesOf(level, owner));
        else amounts.set(placesOf(level, owner), sum);
      }
    },
    full: (owner, bounds) => levels.find((level) => of(level, owner) >= bounds[level]) ?? null,
    of,
    total: () => amounts.get('process') ?? 0,
  };
}

/** Names the places that an owner has at a level. */
export function placesOf(level: Level, { userId, customerId }: Owner): string {
  if (level === 'process') return level;
  return level === 'user' ? `user ${userId}` : `customer ${customerId}`;
}
