/** Choices that a seed repeats. */
import { seeded } from '../../faults/seeded.js';

export interface Chance {
  /** A whole number from 0 to `count` - 1. */
  below(count: number): number;
  oneIn(count: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  /** One of the values, each as often as its weight says. */
  weighted<Item>(items: readonly (readonly [weight: number, item: Item])[]): Item;
}

export function chanceOf(seed: number): Chance {
  const below = seeded(seed);
  const pick = <Item>(items: readonly Item[]) => items[below(items.length)] as Item;
  return {
    below,
    oneIn: (count) => below(count) === 0,
    pick,
    weighted: (items) => {
      let left = below(items.reduce((sum, [weight]) => sum + weight, 0));
      for (const [weight, item] of items) {
        left -= weight;
        if (left < 0) return item;
      }
      throw new Error('nothing to choose from');
    },
  };
}
