/** Findings of claims, and a claim made of them: never proved by silence. */
import type { BrokenCode, ClaimName, NotProvableCode } from '../contract/claims.js';
import type { ClosingClaim, ClosingFinding } from '../contract/closes.js';
import { dayText } from './days.js';

/** What a finding is about; what is absent is null. Days are counted since 1970. */
export interface About extends Partial<Omit<ClosingFinding, 'state' | 'code' | 'dayFrom' | 'dayTo'>> {
  from?: number;
  to?: number;
}

const aboutNothing = {
  ...{ terminalId: null, acquirerId: null, merchantId: null, payoutId: null, currency: null },
  ...{ counterFrom: null, counterTo: null, rows: null, amount: null },
};

/** Collects what a claim finds. */
export class Findings {
  readonly #found: ClosingFinding[] = [];
  #proved = 0;

  prove(times = 1): void {
    this.#proved += times;
  }

  broken(code: BrokenCode, about: About): void {
    this.#found.push(finding('Broken', code, about));
  }

  notProvable(code: NotProvableCode, about: About = {}): void {
    this.#found.push(finding('NotProvable', code, about));
  }

  /** `proved` counts what the claim looked at and found whole. */
  claim(name: ClaimName): ClosingClaim {
    return { claim: name, proved: this.#proved, ...inOrder(this.#found) };
  }
}

/** Findings of a claim in an order of their own, whatever that of rows was, and how the claim stands with them. */
export function inOrder(found: readonly ClosingFinding[]): Pick<ClosingClaim, 'state' | 'findings'> {
  const findings = found
    .map((one) => ({ one, place: JSON.stringify([one.state, one.code, one.dayFrom ?? '', one]) }))
    .sort((one, other) => (one.place < other.place ? -1 : 1))
    .map(({ one }) => one);
  // Broken ones come first, so that the first says how it stands.
  return { state: findings[0]?.state ?? 'Proved', findings };
}

function finding(state: ClosingFinding['state'], code: ClosingFinding['code'], { from, to = from, ...about }: About): ClosingFinding {
  const days = { dayFrom: from === undefined ? null : dayText(from), dayTo: to === undefined ? null : dayText(to) };
  return { state, code, ...aboutNothing, ...days, ...about };
}
