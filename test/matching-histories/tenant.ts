/** A tenant in memory: rows that come, go and come back, matches as they are stored, and what people decided. */
import { type MatchRule, MatchSettings } from '../../src/contract/match-settings.js';
import { type ComparableRow, RECORD, SALE, type Side } from '../../src/matching/comparable.js';
import type { MatchFinding } from '../../src/matching/decide.js';
import { diagnosed } from '../../src/matching/diagnosis.js';
import { matchesOf, runLadder } from '../../src/matching/ladder.js';
import type { MatchLevel } from '../../src/matching/levels.js';
import { type MatchOfRows, type MatchPlan, rowsKey } from '../../src/matching/plan.js';
import { addRow, emptyRows } from '../../src/matching/rows.js';
import { type PendingRow, type StepStore, type StoredRow, step } from '../../src/matching/steps.js';

export const settings = MatchSettings.parse({});

interface Kept {
  side: Side;
  id: number;
  row: ComparableRow;
  isThere: boolean;
  isPinned: boolean;
}

export interface State {
  matches: string[];
  findings: string[];
}

/** What an index of the level would be by. */
function keyIn({ keys, way }: MatchLevel): (row: ComparableRow) => string {
  const name = `${keys.join()} ${way === 'Equal'}`;
  const known = indexes.get(name) ?? new WeakMap<ComparableRow, string>();
  indexes.set(name, known);
  return (row) => {
    let key = known.get(row);
    if (key === undefined) {
      key = [...keys.map((one) => row.keys[one]), way === 'Equal' ? row.units : ''].join();
      known.set(row, key);
    }
    return key;
  };
}

const indexes = new Map<string, WeakMap<ComparableRow, string>>();

const nameOf = (side: Side, id: number) => `${side === SALE ? 's' : 'r'}${id}`;

export class Tenant implements StepStore {
  readonly rows = new Map<string, Kept>();
  matches = new Map<string, MatchOfRows>();
  findings = new Map<string, MatchFinding>();
  readonly apart = new Map<number, Set<number>>();
  private pending = new Map<string, { isNew: boolean; isGone: boolean }>();
  rules: readonly MatchRule[];
  /** Rows that steps read. */
  read = 0;

  constructor(rules: readonly MatchRule[]) {
    this.rules = rules;
  }

  add(side: Side, id: number, row: ComparableRow): void {
    this.rows.set(nameOf(side, id), { side, id, row, isThere: true, isPinned: false });
    this.expect(side, id, true);
  }

  /** Withdraws, restores, pins or gives back. */
  change(name: string, changes: Partial<Pick<Kept, 'isThere' | 'isPinned'>>): void {
    const kept = this.rows.get(name) as Kept;
    const before = isCandidate(kept);
    Object.assign(kept, changes);
    const after = isCandidate(kept);
    if (before !== after) this.expect(kept.side, kept.id, after);
  }

  forbid(sale: number, record: number): void {
    this.apart.set(sale, new Set([...(this.apart.get(sale) ?? []), record]));
    for (const [side, id] of [
      [SALE, sale],
      [RECORD, record],
    ] as const) {
      const name = nameOf(side, id);
      if (!this.pending.has(name)) this.pending.set(name, { isNew: false, isGone: !isCandidate(this.rows.get(name) as Kept) });
    }
  }

  /** What became of a row since the last run counts, not what happened on the way. */
  private expect(side: Side, id: number, isCandidateNow: boolean): void {
    const name = nameOf(side, id);
    const known = this.pending.get(name);
    const wasKnown = known ? !known.isNew : !isCandidateNow;
    this.pending.set(name, { isNew: !wasKnown, isGone: !isCandidateNow });
  }

  rowsByKeys(level: MatchLevel, wanted: readonly StoredRow[]): StoredRow[] {
    const keyOf = keyIn(level);
    const keys = new Set(wanted.map(({ row }) => keyOf(row)));
    const found = [...this.rows.values()].filter((kept) => isCandidate(kept) && keys.has(keyOf(kept.row)));
    this.read += found.length;
    return found.map(({ side, id, row }) => ({ id, row, match: this.matchOf(side, id) }));
  }

  apartFrom(sale: number): readonly number[] {
    return [...(this.apart.get(sale) ?? [])];
  }

  private byRow: Map<string, MatchOfRows> | null = null;
  private indexed: unknown = null;

  private matchOf(side: Side, id: number): MatchOfRows | null {
    if (this.indexed !== this.matches || this.byRow === null) {
      this.indexed = this.matches;
      this.byRow = new Map();
      for (const match of this.matches.values()) {
        for (const sale of match.sales) this.byRow.set(nameOf(SALE, sale), match);
        for (const record of match.records) this.byRow.set(nameOf(RECORD, record), match);
      }
    }
    return this.byRow.get(nameOf(side, id)) ?? null;
  }

  /** Up to `count` of what is pending, as a step. */
  async step(count: number): Promise<void> {
    const some = [...this.pending].slice(0, count);
    const pending: PendingRow[] = some.map(([name, what]) => {
      const { side, id, row } = this.rows.get(name) as Kept;
      return { id, row, match: this.matchOf(side, id), ...what };
    });
    // Rows that wait for a later step are not there yet, or still are.
    const waiting = new Map([...this.pending].slice(count));
    const view: StepStore = {
      rowsByKeys: (level, rows) => this.asBefore(waiting, level, rows),
      apartFrom: (sale) => this.apartFrom(sale),
    };
    const { matches, openRows, rows } = step(view, pending, this.rules, settings);
    // A step sees what stood before it to its end.
    const plans: MatchPlan<MatchOfRows>[] = [];
    for await (const plan of matches()) plans.push(plan);
    const open = await openRows();
    for (const { ended, changed, begun } of plans) {
      for (const match of ended) this.matches.delete(rowsKey(match));
      for (const { before, after } of changed) {
        this.matches.delete(rowsKey(before));
        this.matches.set(rowsKey(after), after);
      }
      const taken = new Set([...this.matches.values()].flatMap(namesOfRows));
      for (const match of begun) {
        if (namesOfRows(match).some((name) => taken.has(name))) throw new Error('A match begins with a row that stands in another one.');
        this.matches.set(rowsKey(match), match);
      }
    }
    this.byRow = null;
    const { side, id } = rows();
    const idsOf = (places: readonly number[]) => places.map((place) => id[place] as number);
    for (const [place, finding] of open) {
      const name = nameOf(side[place] as Side, id[place] as number);
      if (finding) this.findings.set(name, { ...finding, sales: idsOf(finding.sales), records: idsOf(finding.records) });
      else this.findings.delete(name);
    }
    for (const [name] of some) this.pending.delete(name);
  }

  private asBefore(waiting: ReadonlyMap<string, { isNew: boolean; isGone: boolean }>, level: MatchLevel, wanted: readonly StoredRow[]) {
    const rows = this.rowsByKeys(level, wanted).filter((row) => !waiting.get(nameOf(row.row.side, row.id))?.isNew);
    const keyOf = keyIn(level);
    const keys = new Set(wanted.map(({ row }) => keyOf(row)));
    for (const [name, { isNew, isGone }] of waiting) {
      const { side, id, row } = this.rows.get(name) as Kept;
      if (!isNew && isGone && keys.has(keyOf(row))) rows.push({ id, row, match: this.matchOf(side, id) });
    }
    return rows;
  }

  async catchUp(count: number): Promise<void> {
    while (this.pending.size > 0) await this.step(count);
  }

  /** Everything at once, in the place of what is stored. */
  bulk(): void {
    const { matches, findings } = this.full();
    this.matches = matches;
    this.findings = findings;
    this.pending.clear();
  }

  full(only: (kept: Kept) => boolean = () => true): { matches: Map<string, MatchOfRows>; findings: Map<string, MatchFinding> } {
    const kept = [...this.rows.values()].filter((one) => isCandidate(one) && only(one));
    const rows = emptyRows(kept.length);
    const places = new Map(kept.map(({ side, id, row }) => [nameOf(side, id), addRow(rows, id, row)]));
    const forbidden = new Map<number, Set<number>>();
    for (const [sale, records] of this.apart) {
      const place = places.get(nameOf(SALE, sale));
      if (place !== undefined) forbidden.set(place, new Set([...records].flatMap((id) => places.get(nameOf(RECORD, id)) ?? [])));
    }
    const ladder = runLadder(rows, this.rules, settings, { forbidden });
    const matches = new Map<string, MatchOfRows>();
    const ids = (some: readonly number[]) => some.map((place) => rows.id[place] as number);
    for (const { level, how, sales, records } of matchesOf(rows, ladder)) {
      const match = { level: level.number, how, sales: ids(sales), records: ids(records) };
      matches.set(rowsKey(match), match);
    }
    const findings = new Map<string, MatchFinding>();
    const found = diagnosed(rows, ladder);
    for (const [name, place] of places) {
      const finding = ladder.matchOf[place] === -1 ? found.get(place) : undefined;
      if (finding) findings.set(name, { ...finding, sales: ids(finding.sales), records: ids(finding.records) });
    }
    return { matches, findings };
  }

  /** The control: only rows that are in no match are matched. */
  stick(): void {
    this.byRow = null;
    for (const [key, match] of this.matches) {
      const rows = [...match.sales.map((id) => nameOf(SALE, id)), ...match.records.map((id) => nameOf(RECORD, id))];
      if (!rows.every((name) => isCandidate(this.rows.get(name) as Kept))) this.matches.delete(key);
    }
    this.byRow = null;
    for (const [key, match] of this.full(({ side, id }) => this.matchOf(side, id) === null).matches) this.matches.set(key, match);
    this.byRow = null;
    this.pending.clear();
  }

  state(): State {
    return stateOf(this.matches, this.openFindings());
  }

  stateOfFullRun(): State {
    const { matches, findings } = this.full();
    return stateOf(matches, findings);
  }

  private openFindings(): Map<string, MatchFinding> {
    const isOpen = (name: string) => {
      const kept = this.rows.get(name) as Kept;
      return isCandidate(kept) && this.matchOf(kept.side, kept.id) === null;
    };
    return new Map([...this.findings].filter(([name]) => isOpen(name)));
  }
}

const isCandidate = ({ isThere, isPinned }: Kept) => isThere && !isPinned;

function stateOf(matches: ReadonlyMap<string, MatchOfRows>, findings: ReadonlyMap<string, MatchFinding>): State {
  const ascending = (some: readonly number[]) => [...some].sort((one, other) => one - other).join();
  return {
    matches: [...matches].map(([key, { level, how }]) => `${key} level ${level} ${how}`).sort(),
    findings: [...findings]
      .map(([name, { code, level, sales, records }]) => `${name} ${code} level ${level} ${ascending(sales)}|${ascending(records)}`)
      .sort(),
  };
}

function namesOfRows({ sales, records }: MatchOfRows): string[] {
  return [...sales.map((id) => nameOf(SALE, id)), ...records.map((id) => nameOf(RECORD, id))];
}
