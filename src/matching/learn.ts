/** What names and codes mean, learnt from all rows before anything is booked. Counts alone, so that no order of rows enters. */
import type { NumberUse } from './evidence-settings.js';
import { eachGroup } from './groups.js';
import { differ, type MatchWork, type NameField } from './match-work.js';

/** A fact for the settings page, with what it was seen in. */
export type Learnt =
  | { fact: 'constant-code'; code: string; times: number }
  | {
      fact: 'name';
      of: NameField | 'location-is-terminal';
      from: string;
      to: string;
      seen: number;
      times: number;
    }
  | {
      fact: 'number';
      number: string;
      account: { acquirerId: string; merchantId: string };
      values: number;
      equal: number;
      near: number;
      recurring: number;
      /** What the amounts say of it; null where they do not, or where settings say it. */
      use: NumberUse | null;
    };

/** A code is constant from so many payments on, and as many times the mean. */
const CONSTANT_LEAST = 5;
const CONSTANT_TIMES = 8;
const CONSTANT_OTHERS = 4;

/** A code that many payments of one side share is none: it is the terminal's word for "approved offline". */
export function forgetConstantCodes(work: MatchWork, learnt: Learnt[]): void {
  const { rows, code } = work;
  const constant = new Map<number, number>();
  for (const side of [0, 1]) {
    const times = new Map<number, number>();
    let coded = 0;
    for (let row = 0; row < rows.count; row++) {
      if (work.active[row] === 0 || rows.isRecord[row] !== side || code[row] === 0) continue;
      coded++;
      times.set(code[row] as number, (times.get(code[row] as number) ?? 0) + 1);
    }
    const most = Math.max(CONSTANT_LEAST, (CONSTANT_TIMES * coded) / (times.size || 1));
    const others = new Map<number, Set<number>>();
    for (let row = 0; row < rows.count; row++) {
      const one = code[row] as number;
      if (work.active[row] === 0 || rows.isRecord[row] !== side || one === 0 || (times.get(one) as number) <= most) continue;
      const seen = others.get(one) ?? new Set();
      // A card on a day, as one number.
      if (seen.size < CONSTANT_OTHERS) others.set(one, seen.add((rows.lastFour[row] as number) * 1e7 + (rows.day[row] as number)));
    }
    for (const [one, seen] of others)
      if (seen.size >= CONSTANT_OTHERS) constant.set(one, Math.max(constant.get(one) ?? 0, times.get(one) as number));
  }
  if (constant.size === 0) return;
  for (let row = 0; row < rows.count; row++) if (constant.has(code[row] as number)) code[row] = 0;
  for (const [one, times] of constant) learnt.push({ fact: 'constant-code', code: rows.texts.textOf(one), times });
}

const SURE_CHARS = 8;

/** Pairs that are one payment whatever their names: alone under code and card or a long number, with equal amounts. By sale, then record. */
function surePairs(work: MatchWork): { sales: number[]; records: number[] } {
  const { rows, joiner } = work;
  const pairs = { sales: [] as number[], records: [] as number[] };
  for (const key of [work.codeAndCard(), work.long(work.reference, SURE_CHARS), work.long(work.order, SURE_CHARS)])
    eachGroup(rows, joiner.join(key, work.money), work.active, (sales, records) => {
      if (sales.length !== 1 || records.length !== 1) return;
      const [s, r] = [sales[0] as number, records[0] as number];
      if (rows.units[s] !== rows.units[r] || work.settledOn(r) < work.soldOn(s) - 1) return;
      pairs.sales.push(s);
      pairs.records.push(r);
    });
  return pairs;
}

const NAME_LEAST = 2;
const NAME_SHARE = 0.9;

/** Which name of the records' side a name of the sales' side stands for. */
export function learnNames(work: MatchWork, learnt: Learnt[]): void {
  const { rows, names, place } = work;
  const pairs = surePairs(work);
  const learn = (known: Map<number, number>, of: Extract<Learnt, { fact: 'name' }>['of'], ofSale: Int32Array, ofRecord: Int32Array) => {
    const width = rows.texts.count;
    const times = new Map<number, number>();
    const targets = new Map<number, number>();
    const more = (counts: Map<number, number>, key: number) => counts.set(key, (counts.get(key) ?? 0) + 1);
    for (const [at, s] of pairs.sales.entries()) {
      const [from, to] = [ofSale[s] as number, ofRecord[pairs.records[at] as number] as number];
      if (from === 0 || to === 0) continue;
      more(times, from);
      more(targets, from * width + to);
    }
    for (const [target, seen] of targets) {
      const [from, to] = [Math.floor(target / width), target % width];
      const all = times.get(from) as number;
      if (seen < NAME_LEAST || seen < NAME_SHARE * all) continue;
      known.set(from, to);
      if (from !== to) learnt.push({ fact: 'name', of, from: rows.texts.textOf(from), to: rows.texts.textOf(to), seen, times: all });
    }
  };
  for (const field of ['terminal', 'location', 'acquirer'] as const) learn(names[field], field, rows[field], rows[field]);
  learn(names.terminalOfLocation, 'location-is-terminal', rows.location, rows.terminal);
  for (let row = 0; row < rows.count; row++) {
    const terminal = rows.terminal[row] as number;
    if (rows.isRecord[row] === 1) place[row] = terminal;
    else if (terminal !== 0) place[row] = names.terminal.get(terminal) ?? terminal;
    else place[row] = names.terminalOfLocation.get(rows.location[row] as number) ?? 0;
  }
}

/** Whether names differ, and the record's is not what the sale's stands for. */
export function isUnknownName(work: MatchWork, field: NameField, s: number, r: number): boolean {
  const column = work.rows[field];
  return differ(column, s, r) && work.names[field].get(column[s] as number) !== column[r];
}
