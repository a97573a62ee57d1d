/** What holds sales back that a setting would let go: names that contradict, and numbers that the amounts have not proven yet. */
import type { SuggestedSetting } from '../contract/suggestions.js';
import { valueAt } from '../contract/value-at.js';
import type { Columns, WeighedField } from './columns.js';
import { ValueCounts } from './counts.js';
import type { MatchOutcome } from './evidence.js';
import type { Learnt } from './learn.js';
import { differ } from './match-work.js';
import { type NumberKind, sharedNumber } from './numbers.js';

/** One name beside another, or a kind of number: with how many sales it holds back, and rows of the two names as examples. */
export interface HeldBack {
  setting: SuggestedSetting;
  /** A name as the till and the acquirer have it, as matching compares them; a kind of number twice. */
  ofSale: string;
  ofRecord: string;
  sales: number;
  /** Ids of rows. */
  sale: number;
  record: number;
}

/** Names that settings say are the same: where rows have them, what differs where they do not, and the word for them. */
export const nameSettings = {
  'names.brands': { column: 'brandText', field: 'brandId', word: 'brand' },
  'names.terminals': { column: 'terminal', field: 'terminalId', word: 'terminal' },
  'names.locations': { column: 'location', field: 'locationId', word: 'location' },
  'names.accounts': { column: 'acquirer', field: 'acquirerId', word: 'acquirer' },
} as const;
type NameSetting = keyof typeof nameSettings;
export const isName = (setting: SuggestedSetting): setting is NameSetting => setting !== 'numbers';

const LEAST = 3;
/** Below it the name is more often another thing: then the rows are wrong, not the name. */
const SHARE = 0.5;

export class HeldBackCounts {
  readonly #found = new Map<string, HeldBack>();
  /** Rows by setting, side and name. */
  readonly #rows = new ValueCounts<string>();

  /** Counts rows that are read at once. `isCounted`: not of a row that is counted elsewhere. */
  add(rows: Columns, outcome: MatchOutcome, isCounted: (row: number) => boolean): void {
    for (const [row, { code, field, sales, records }] of outcome.findings) {
      if (code !== 'FieldDiffers' || rows.isRecord[row] === 1 || !isCounted(row)) continue;
      const [sale, record] = [sales[0] as number, records[0] as number];
      const setting = settingOf(rows, field, sale, record);
      if (setting === null) continue;
      const name = (place: number) => rows.texts.textOf(rows[nameSettings[setting].column][place] as number);
      this.#hold(rows, { setting, ofSale: name(sale), ofRecord: name(record) }, sale, record);
    }
    const unproven = unprovenKinds(outcome.learnt);
    for (const kind of outcome.kinds) if (unproven.has(kind.name)) this.#holdProposals(rows, outcome, kind, isCounted);
    for (const [setting, { column }] of Object.entries(nameSettings))
      for (let row = 0; row < rows.count; row++) {
        if (rows[column][row] === 0 || !isCounted(row)) continue;
        this.#rows.add(JSON.stringify([setting, rows.isRecord[row], rows.texts.textOf(rows[column][row] as number)]));
      }
  }

  #hold(rows: Columns, one: Pick<HeldBack, 'setting' | 'ofSale' | 'ofRecord'>, sale: number, record: number): void {
    const key = JSON.stringify([one.setting, one.ofSale, one.ofRecord]);
    valueAt(this.#found, key, () => ({ ...one, sales: 0, sale: rows.id[sale] as number, record: rows.id[record] as number })).sales += 1;
  }

  #holdProposals(rows: Columns, outcome: MatchOutcome, kind: NumberKind, isCounted: (row: number) => boolean): void {
    for (const { rule, sales, records } of outcome.matches) {
      const [sale, record] = [sales[0] as number, records[0] as number];
      if (rule === 'number-alone' && isCounted(sale) && sharedNumber(rows, kind, sale, record) !== 0)
        this.#hold(rows, { setting: 'numbers', ofSale: kind.name, ofRecord: kind.name }, sale, record);
    }
  }

  /** The most sales first; of a name, the one that mostly means the other is `from`. */
  found(max: number): (HeldBack & { isOfSale: boolean })[] {
    const share = ({ setting, ofSale, ofRecord, sales }: HeldBack, isRecord: 0 | 1) =>
      sales / (this.#rows.of(JSON.stringify([setting, isRecord, isRecord === 1 ? ofRecord : ofSale])) || Number.POSITIVE_INFINITY);
    const taken = new Set<string>();
    return [...this.#found.values()]
      .sort((one, other) => other.sales - one.sales || (one.ofSale + one.ofRecord < other.ofSale + other.ofRecord ? -1 : 1))
      .filter((one) => one.sales >= LEAST)
      .flatMap((one) => {
        if (one.setting === 'numbers') return [{ ...one, isOfSale: true }];
        // The acquirer knows brands better; names of terminals, locations and accounts are those of the record.
        const isOfSale = one.setting === 'names.brands' && share(one, 0) >= share(one, 1);
        return share(one, isOfSale ? 0 : 1) >= SHARE ? [{ ...one, isOfSale }] : [];
      })
      .filter(({ setting, ofSale, ofRecord, isOfSale }) => {
        const from = JSON.stringify([setting, isOfSale ? ofSale : ofRecord]);
        return !taken.has(from) && taken.add(from);
      })
      .slice(0, max);
  }
}

/** The setting that would make one of what differs; null for none. */
function settingOf(rows: Columns, field: WeighedField | undefined, sale: number, record: number): NameSetting | null {
  for (const [setting, { column, field: of }] of Object.entries(nameSettings))
    if (of === field && differ(rows[column], sale, record)) return setting as NameSetting;
  return null;
}

/** Kinds of numbers of which the amounts say yes in too few payments, and nowhere no. */
function unprovenKinds(learnt: readonly Learnt[]): Set<string> {
  const kinds = new Map<string, boolean>();
  for (const fact of learnt)
    if (fact.fact === 'number') {
      const isUnproven = fact.use === null && fact.equal >= 0.8 * fact.values;
      kinds.set(fact.number, isUnproven && kinds.get(fact.number) !== false);
    }
  return new Set([...kinds.keys()].filter((kind) => kinds.get(kind)));
}
