/**
 * Steps by rules that a tenant may make itself, whatever they compare and however far apart rows may be, with rows at the edges of what times are told
 * by: after each step stands what a full run makes of the rows, with what is found about open ones and what the index knows.
 */
import { expect, test } from 'vitest';
import { MatchRule, MatchSettings, matchKeys } from '../../src/contract/match-settings.js';
import type { SettlementRecordUpload } from '../../src/contract/settlement.js';
import type { TransactionUpload } from '../../src/contract/transaction.js';
import { nearRows, numberIn } from '../../src/matcher/near-rows.js';
import { type ComparableRow, comparableRecord, comparableSale, namesOf, SALE, type Side } from '../../src/matching/comparable.js';
import type { MatchFinding } from '../../src/matching/decide.js';
import { diagnosed } from '../../src/matching/diagnosis.js';
import { matchesOf, runLadder } from '../../src/matching/ladder.js';
import { levelsOf, type MatchLevel, secondsWithin } from '../../src/matching/levels.js';
import { type MatchOfRows, type MatchPlan, rowsKey } from '../../src/matching/plan.js';
import { roomierIndex, rowIndex, UNTAKEN } from '../../src/matching/row-index.js';
import { addRow, emptyRows } from '../../src/matching/rows.js';
import { ruleFaults } from '../../src/matching/rule-faults.js';
import { step } from '../../src/matching/steps.js';
import type { StepRow, StepSource, StoredMatchRows } from '../../src/store/matching.js';
import { type Chance, chances } from '../support/colliding-rows.js';

const names = namesOf(MatchSettings.parse({}));
const SPAN = 2 ** 15;
const withins = ['PT30S', 'PT10M', 'PT9H', 'PT10H', 'P2D', `PT${8 * SPAN}S`, `PT${8 * SPAN + 1}S`, 'P30D', 'P400D', 'Day', 'Day'];
/** In seconds: days in the middle, on a border of spans, and where 32 bits of seconds or 16 of days end. */
const moments = [1_795_132_800, 54_000 * SPAN, 2 ** 31 - 1, 2 ** 31 + 40_000, -(2 ** 31), 32_767 * 86_400, -32_768 * 86_400, 65_535 * SPAN];
const WORLDS = process.env.SOAK ? 3_000 : 200;
const STEPS = 4;

interface Row {
  side: Side;
  seq: number;
  fields: TransactionUpload & SettlementRecordUpload;
  row: ComparableRow;
}

/** By what names a row, with the level and way of its match, and what is found about it. */
interface Told {
  matches: string[];
  findings: string[];
  levels: Map<number, number>;
}

function randomRules(by: Chance): MatchRule[] {
  const rules: MatchRule[] = [];
  const keysBy = () =>
    by.pick([[], ['terminalId'], ['transactionReference'], ['terminalId', 'orderId'], matchKeys.filter(() => by.random() < 0.2)]);
  while (rules.length < 3) {
    const rule = MatchRule.safeParse({
      name: `rule ${rules.length}`,
      keys: keysBy(),
      ways: ['Equal', 'Cancel', 'Sum', 'Total', 'Near', 'Moment'].filter(() => by.random() < 0.4),
      within: by.pick(withins),
      mayDiffer: matchKeys.filter(() => by.random() < 0.4),
      oneEdit: by.random() < 0.1 ? 'orderId' : null,
      outcome: by.random() < 0.6 ? 'Match' : 'Propose',
      withoutIdentifier: true,
    });
    if (rule.success && Object.keys(ruleFaults([rule.data])).length === 0) rules.push(rule.data);
  }
  return rules;
}

const isoAt = (seconds: number) =>
  new Date(1_000 * seconds)
    .toISOString()
    .replace(/^[+-]00/, '')
    .replace('.000Z', 'Z');

/** Some multiples of how far apart rows may be from `moment`, or a bit less or more. */
function randomFields(by: Chance, moment: number, gap: number): Row['fields'] {
  const maybe = (share: number, some: readonly string[]) => (by.random() < share ? by.pick(some) : null);
  const gaps = Math.floor(20 * (by.random() - 0.5)) * Math.floor(gap * by.pick([0.5, 0.9, 1, 1.01]));
  const at = moment + gaps + Math.floor(by.random() * by.pick([1, 60, 3_600]));
  const otherDay = by.random() < 0.1 ? { businessDate: isoAt(at + 86_400 * by.pick([-2, -1, 1, 2])).slice(0, 10) } : {};
  return {
    amount: by.pick([5, 5, 5, 7.5, 10, -5, 15]),
    currency: by.random() < 0.95 ? 'CHF' : 'EUR',
    ...(by.random() < 0.1 ? { businessDate: isoAt(at).slice(0, 10) } : { transactionDate: isoAt(at), ...otherDay }),
    terminalId: maybe(0.7, ['T1', 'T1', 'T2']),
    locationId: maybe(0.6, ['L1', 'L2']),
    transactionSequenceCounter: maybe(0.4, ['1', '2']),
    authorisationCode: maybe(0.4, ['111111', '111112', '222222']),
    cardNumberMasked: maybe(0.5, ['123456*0416', '123456*0417', '654321*1234']),
    orderId: maybe(0.4, ['ORDER1', 'ORDER2', '17']),
    transactionReference: maybe(0.4, ['REF1', 'REF2', 'REF3']),
    brandId: maybe(0.5, ['VISA', 'MASTERCARD']),
  } as Row['fields'];
}

/** The rows of a tenant, and what stands of them as a store keeps it. */
class AnyTenant {
  private readonly by: Chance;
  private readonly settings;
  private readonly levels: MatchLevel[];
  private readonly moment: number;
  private readonly rows: Row[] = [];
  private readonly byNumber = new Map<number, Row>();
  private readonly matches = new Map<number, StoredMatchRows>();
  private readonly matchOf = new Map<number, number>();
  private findings = new Map<number, string>();
  private keys = 0;
  private made = 0;
  private index;

  constructor(seed: number) {
    this.by = chances(seed);
    this.settings = MatchSettings.parse({ rules: randomRules(this.by) });
    this.levels = levelsOf(this.rules);
    this.moment = this.by.pick(moments);
    this.index = rowIndex(this.rules, 1);
  }

  private get rules(): readonly MatchRule[] {
    return this.settings.rules ?? [];
  }

  /** A new one, or one like another. */
  private make(): Row[] {
    const { by } = this;
    const side: Side = by.random() < 0.5 ? SALE : 1;
    const gap = secondsWithin(by.pick(this.rules).within) ?? 20_000;
    const like = this.rows.length > 0 && by.random() < 0.4 ? by.pick(this.rows).fields : randomFields(by, this.moment, gap);
    const { transactionCount: _, ...fields } = { ...like, ...(by.random() < 0.2 ? { terminalId: by.pick(['T1', 'T2', null]) } : {}) };
    const total = side !== SALE && by.random() < 0.15 ? { transactionCount: by.pick([1, 2, 3]) } : {};
    const given = { ...fields, ...total } as Row['fields'];
    const row = side === SALE ? comparableSale(given, names) : comparableRecord(given, names);
    return row === null ? [] : [{ side, seq: ++this.made, fields: given, row }];
  }

  /** Some rows come, and are matched in a step. */
  async step(): Promise<void> {
    const { settings, rules, levels } = this;
    const count = 1 + Math.floor(this.by.random() * this.by.pick([2, 10, 40]));
    this.index = roomierIndex(this.index, rules, count);
    const near = nearRows(this.source(), this.index, levels, names, new Map());
    const pending = Array.from({ length: count }, () => this.make()).flatMap((some) =>
      some.map((made) => {
        const number = numberIn(made.side, made.seq);
        this.rows.push(made);
        this.byNumber.set(number, made);
        const { place } = near.add(made.row, this.stepRow(number) as StepRow);
        return { id: made.seq, row: made.row, match: null, place, isNew: true, isGone: false };
      }),
    );
    const stepped = step(near, pending, rules, settings);
    const plans: MatchPlan<MatchOfRows>[] = [];
    for await (const plan of stepped.matches()) plans.push(plan);
    const open = await stepped.openRows();
    near.keep(stepped);
    // A step sees what stood before it to its end.
    for (const { ended, changed, begun } of plans) {
      for (const match of ended) this.end(near.matchKeyOf(match));
      for (const { before, after } of changed) this.keep(after, near.matchKeyOf(before));
      for (const match of begun) this.keep(match, ++this.keys);
    }
    const { id, side } = stepped.rows();
    const idsOf = (places: readonly number[]) => places.map((place) => id[place] as number);
    for (const [place, finding] of open) {
      const number = numberIn(side[place] as Side, id[place] as number);
      if (finding) this.findings.set(number, shown({ ...finding, sales: idsOf(finding.sales), records: idsOf(finding.records) }));
      else this.findings.delete(number);
    }
    for (const number of this.matchOf.keys()) this.findings.delete(number);
  }

  private source(): StepSource {
    return {
      rows: async (numbers) => numbers.map((number) => this.stepRow(number)),
      matches: async (keys) => keys.map((key) => this.matches.get(key) ?? null),
    } as StepSource;
  }

  private stepRow(number: number): StepRow | null {
    const { side, seq, fields } = this.byNumber.get(number) as Row;
    const common = { id: String(number), seq, matchKey: this.matchOf.get(number) ?? null, fields };
    return side === SALE ? { kind: 'Sales', ...common } : { kind: 'Settlement', isCandidate: true, ...common };
  }

  private keep({ level, how, sales, records }: MatchOfRows, matchKey: number): void {
    const { name } = (this.levels[level] as MatchLevel).rule;
    this.end(matchKey);
    for (const number of numbersOf({ sales, records })) {
      if (this.matchOf.has(number)) throw new Error('A match begins with a row that stands in another one.');
      this.matchOf.set(number, matchKey);
    }
    this.matches.set(matchKey, {
      matchKey,
      kind: 'Match',
      rule: name,
      how,
      isPinned: false,
      rows: sales.length + records.length,
      sales,
      records,
    });
  }

  private end(matchKey: number): void {
    const match = this.matches.get(matchKey);
    if (match) for (const number of numbersOf(match)) this.matchOf.delete(number);
    this.matches.delete(matchKey);
  }

  /** What stands. */
  told(): Told {
    const { number, level, count } = this.index;
    return {
      matches: [...this.matches.values()].map((match) => `${rowsKey(match)} ${match.rule} ${match.how}`).sort(),
      findings: [...this.findings].map(String).sort(),
      levels: new Map(Array.from({ length: count }, (_, place) => [number[place] as number, level[place] as number])),
    };
  }

  /** What a full run makes of all rows. */
  inFull(): Told {
    const rows = emptyRows(this.rows.length);
    const sorted = [...this.rows].sort((one, other) => one.side - other.side);
    for (const { seq, row } of sorted) addRow(rows, seq, row);
    const ladder = runLadder(rows, this.rules, this.settings);
    const found = diagnosed(rows, ladder);
    const idsOf = (places: readonly number[]) => places.map((place) => rows.id[place] as number);
    const numberAt = (place: number) => numberIn(rows.side[place] as Side, rows.id[place] as number);
    const levelAt = (place: number) => ladder.levelOf[ladder.matchOf[place] as number] ?? UNTAKEN;
    const places = sorted.map((_, place) => place);
    return {
      matches: [...matchesOf(rows, ladder)]
        .map(({ level, how, sales, records }) => `${rowsKey({ sales: idsOf(sales), records: idsOf(records) })} ${level.rule.name} ${how}`)
        .sort(),
      findings: [...found]
        .map(([place, finding]) =>
          String([numberAt(place), shown({ ...finding, sales: idsOf(finding.sales), records: idsOf(finding.records) })]),
        )
        .sort(),
      levels: new Map(places.map((place) => [numberAt(place), ladder.matchOf[place] === -1 ? UNTAKEN : levelAt(place)])),
    };
  }
}

const numbersOf = ({ sales, records }: Pick<MatchOfRows, 'sales' | 'records'>) => [
  ...sales.map((seq) => numberIn(SALE, seq)),
  ...records.map((seq) => numberIn(1, seq)),
];

const shown = ({ code, level, field, ...rows }: MatchFinding) => `${code} ${level} ${field ?? ''} ${rowsKey(rows)}`;

test(`${WORLDS} times, steps by any rules end as one full run does`, async () => {
  const told = { matches: 0, findings: 0 };
  for (let seed = 1; seed <= WORLDS; seed++) {
    const tenant = new AnyTenant(seed);
    for (let turn = 1; turn <= STEPS; turn++) {
      await tenant.step();
      const after = tenant.told();
      const expected = tenant.inFull();
      expect({ seed, turn, ...after, levels: [...after.levels].sort() }).toEqual({
        seed,
        turn,
        ...expected,
        levels: [...expected.levels].sort(),
      });
      told.matches += after.matches.length;
      told.findings += after.findings.length;
    }
  }
  expect(told.matches).toBeGreaterThan(500);
  expect(told.findings).toBeGreaterThan(500);
});
