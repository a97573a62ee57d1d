/** Values with how often each came. */

export class ValueCounts<Value> {
  total = 0;
  readonly #counts = new Map<Value, number>();

  add(value: Value, times = 1): void {
    this.#counts.set(value, this.of(value) + times);
    this.total += times;
  }

  of(value: Value): number {
    return this.#counts.get(value) ?? 0;
  }

  /** In the order in which they came first. */
  values(): Value[] {
    return [...this.#counts.keys()];
  }

  entries(): [value: Value, times: number][] {
    return [...this.#counts];
  }

  /** Those that came most often first. */
  common(): Value[] {
    return this.values().sort((one, other) => this.of(other) - this.of(one));
  }
}

/** Days since 1970. */
export class DayCounts extends ValueCounts<number> {
  first = Number.POSITIVE_INFINITY;
  last = Number.NEGATIVE_INFINITY;

  override add(day: number): void {
    super.add(day);
    this.first = Math.min(this.first, day);
    this.last = Math.max(this.last, day);
  }

  /** Whether there is something before the day and behind it, and nothing on it. */
  isHole(day: number): boolean {
    return day > this.first && day < this.last && this.of(day) === 0;
  }
}
