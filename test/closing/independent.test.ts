/**
 * The deletion test on a store: complete months are uploaded and matched as the product does it, and whatever is taken away from them is named exactly
 * where something covers it, and makes the claim that would cover it not provable where nothing does. 15 deletions of a month in CI; 60 of each
 * of 40 in `npm run soak`, which prints its SEED.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ClaimName } from '../../src/contract/claims.js';
import type { Close, ClosingFinding } from '../../src/contract/closes.js';
import { type MatchWorld, type MatchWorlds, openMatchWorlds } from '../store/match-world.js';
import { isSoak, seed as SEED } from '../support/at-length.js';
import { chances } from '../support/colliding-rows.js';
import { grouped, type Line, lineRow, month, type Row, type Sale, saleRow, textOf, type World, worldOf } from './independent-months.js';
import { type Deletion, type Named, type Part, truthOf } from './independent-truth.js';

const seeds = Array.from({ length: isSoak ? 40 : 1 }, (_, at) => SEED * 40 + at);
const rounds = isSoak ? 4 : 1;
const MONTHS_A_YEAR = 12;

interface Upload {
  id: string;
  rows: Row[];
}

/** A world in a store, from which rows can be taken away and put back. */
class StoredMonths {
  readonly #uploads = new Map<Row, Upload>();
  readonly #world: MatchWorld;

  constructor(world: MatchWorld) {
    this.#world = world;
  }

  async load({ sales, lines }: World): Promise<void> {
    const part = (day: number) => (day >= month.from && day <= month.to ? day : day < month.from);
    const files = [
      ...grouped<Sale, string>(sales, ({ terminal, day }) => `${terminal.terminalId} ${part(day)}`).values(),
      ...grouped<Line, string>(lines, ({ account, bookedOn }) => `${account.acquirerId} ${part(bookedOn)}`).values(),
    ];
    for (const rows of files) {
      const upload = { id: await this.#send(rows), rows };
      for (const row of rows) this.#uploads.set(row, upload);
    }
    await this.#world.match();
  }

  #send(rows: readonly Row[]): Promise<string> {
    const isOf = <Kind extends Row['kind']>(kind: Kind) => rows.filter((row) => row.kind === kind) as Extract<Row, { kind: Kind }>[];
    return rows[0]?.kind === 'Sale' ? this.#world.upload(isOf('Sale').map(saleRow)) : this.#world.settle(isOf('Line').map(lineRow));
  }

  async close(day: string): Promise<Close> {
    return JSON.parse(await this.#world.tenant.getClose({ day }));
  }

  /** The uploads that had the rows are undone, and sent again without them. */
  async without(rows: readonly Row[], ask: () => Promise<void>): Promise<void> {
    const gone = new Set(rows);
    const touched = [...new Set(rows.map((row) => this.#uploads.get(row) as Upload))];
    const again: string[] = [];
    for (const { id, rows } of touched) {
      await this.#world.undo(id);
      const left = rows.filter((row) => !gone.has(row));
      if (left.length > 0) again.push(await this.#send(left));
    }
    await this.#world.match();
    await ask();
    for (const id of again) await this.#world.undo(id);
    for (const { id } of touched) await this.#world.redo(id);
  }

  match = () => this.#world.match();
}

const claimOf = ({ claims }: Close, name: ClaimName) => claims.find(({ claim }) => claim === name);

function isNamed({ named }: Part, close: Close): boolean {
  const isOf = ({ finding, day }: Named, found: ClosingFinding) =>
    Object.entries(finding).every(([member, value]) => found[member as keyof ClosingFinding] === value) &&
    (found.dayFrom ?? '') <= textOf(day) &&
    textOf(day) <= (found.dayTo ?? '');
  return named.some((one) => claimOf(close, one.claim)?.findings.some((found) => isOf(one, found)));
}

/** Claims that hide it: they are proved, or say nothing of whose it is. */
function silentClaims({ who, claims }: Part, close: Close): ClaimName[] {
  const [[member, value] = ['', '']] = Object.entries(who);
  return claims.filter((name) => {
    const claim = claimOf(close, name);
    if (claim === undefined || claim.state === 'Proved') return true;
    return !claim.findings.some((found) => [value, null].includes(found[member as 'terminalId']));
  });
}

const counts: Record<string, Record<string, number>> = {};
const wrong: string[] = [];
const [complete, silent, alarms]: [string[], string[], string[]] = [[], [], []];
let closings = 0;
const of = (what: string) => Object.values(counts).reduce((sum, one) => sum + (one[what] ?? 0), 0);

function judge(kind: string, what: string, part: Part, close: Close): void {
  const said = isNamed(part, close) ? 'named' : silentClaims(part, close).length === 0 ? 'not provable' : 'silent';
  const name = part.isVisible ? `visible, ${said}` : `not covered, ${said}`;
  counts[kind] = { ...counts[kind], [name]: (counts[kind]?.[name] ?? 0) + 1 };
  if (said === 'silent') silent.push(`${what}: ${JSON.stringify(part)}`);
  else if (part.isVisible && said !== 'named') wrong.push(`${what}: ${JSON.stringify(part)}`);
}

let worlds: MatchWorlds;
beforeAll(async () => {
  worlds = await openMatchWorlds();
});
afterAll(() => worlds.close());

test.each(seeds)('month %i says what is taken away from it, and is whole again', async (seed) => {
  const made = worldOf(seed);
  const stored = new StoredMonths(await worlds.newWorld());
  await stored.load(made);
  closings += made.closings;
  const before = await stored.close(month.text);
  for (const finding of before.claims.flatMap(({ findings }) => findings))
    if (finding.state === 'Broken') alarms.push(`${seed}: ${JSON.stringify(finding)}`);
  const { kinds } = truthOf(made);
  const chance = chances(seed);
  for (const [kind, draw] of Array.from({ length: rounds }, () => Object.entries(kinds)).flat()) {
    const deletion: Deletion | null = draw(chance);
    if (deletion === null) continue;
    const day = textOf(Math.max(deletion.day, month.from));
    const what = `${kind} of ${day} in month ${seed}`;
    await stored.without(deletion.rows, async () => {
      const close = await stored.close(month.text);
      for (const part of deletion.parts) judge(kind, what, part, close);
      for (const one of [close, await stored.close(day)]) if (one.state === 'Proved') complete.push(`${what}: ${one.from}`);
    });
  }
  await stored.match();
  expect((await stored.close(month.text)).claims).toEqual(before.claims);
});

test('of all months nothing is kept silent about, what is visible is named, and alarms are rare', () => {
  if (isSoak) process.stdout.write(`SEED=${SEED} ${JSON.stringify({ counts, closings, alarms, wrong })}\n`);
  expect(complete).toEqual([]);
  expect(silent).toEqual([]);
  const visible = of('visible, named') + wrong.length;
  expect(visible).toBeGreaterThan(seeds.length * 8);
  expect(of('visible, named') / visible, wrong.join('\n')).toBeGreaterThanOrEqual(0.99);
  const terminals = 4;
  // A terminal that was shut, and nobody said so, is no false alarm.
  expect(alarms.length - closings, alarms.join('\n')).toBeLessThanOrEqual((seeds.length * terminals) / MONTHS_A_YEAR);
});
