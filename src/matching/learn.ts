/** What names and codes mean, learnt from all rows before anything is booked. Counts alone, so that no order of rows enters. */
import type { NumberUse } from '../contract/match-settings.js';
import { valueAt } from '../contract/value-at.js';
import { ValueCounts } from './counts.js';
import { eachGroup } from './groups.js';
import { differ, type MatchWork, type NameField } from './match-work.js';

/** A fact for the settings page, with what it was seen in. */
export type Learnt =
  | { fact: 'constant-code'; code: string; times: number }
  | { fact: 'name'; of: NameField | 'location-is-terminal'; from: string; to: string; seen: number; times: number }
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
export function forgetConstantCodes({ rows, code }: MatchWork, learnt: Learnt[]): void {
  const constant = new Map<number, number>();
  for (const side of [0, 1]) {
    const times = new ValueCounts<number>();
    for (let row = 0; row < rows.count; row++) if (rows.isRecord[row] === side && code[row] !== 0) times.add(code[row] as number);
    const most = Math.max(CONSTANT_LEAST, (CONSTANT_TIMES * times.total) / (times.values().length || 1));
    /** Cards on days, as one number. */
    const payments = new Map<number, Set<number>>();
    for (let row = 0; row < rows.count; row++)
      if (rows.isRecord[row] === side && code[row] !== 0 && times.of(code[row] as number) > most)
        valueAt(payments, code[row] as number, () => new Set()).add((rows.lastFour[row] as number) * 1e7 + (rows.day[row] as number));
    for (const [one, { size }] of payments) if (size >= CONSTANT_OTHERS) constant.set(one, Math.max(constant.get(one) ?? 0, times.of(one)));
  }
  for (let row = 0; row < rows.count; row++) if (constant.has(code[row] as number)) code[row] = 0;
  for (const [one, times] of constant) learnt.push({ fact: 'constant-code', code: rows.texts.textOf(one), times });
}

const SURE_CHARS = 8;
const NAME_LEAST = 2;
const NAME_SHARE = 0.9;

/** Which name of the records' side a name of the sales' side stands for, by pairs that are one payment whatever their names. */
export function learnNames(work: MatchWork, learnt: Learnt[]): void {
  const { rows, joiner, names, place } = work;
  const width = rows.texts.count;
  const named = (of: NameField | 'location-is-terminal', known: Map<number, number>, ofSale: Int32Array, ofRecord: Int32Array) => ({
    ...{ of, known, ofSale, ofRecord },
    times: new ValueCounts<number>(),
    targets: new ValueCounts<number>(),
  });
  const all = [
    ...(['terminal', 'location', 'acquirer'] as const).map((field) => named(field, names[field], rows[field], rows[field])),
    named('location-is-terminal', names.terminalOfLocation, rows.location, rows.terminal),
  ];
  // Alone under code and card or a long number, with equal amounts.
  for (const key of work.numbersOfPayment(SURE_CHARS))
    eachGroup(rows, joiner.join(key, work.money), work.active, (sales, records) => {
      const [s, r] = [sales[0] as number, records[0] as number];
      if (sales.length !== 1 || records.length !== 1 || rows.units[s] !== rows.units[r] || work.isSettledBefore(s, r)) return;
      for (const { ofSale, ofRecord, times, targets } of all) {
        if (ofSale[s] === 0 || ofRecord[r] === 0) continue;
        times.add(ofSale[s] as number);
        targets.add((ofSale[s] as number) * width + (ofRecord[r] as number));
      }
    });
  for (const { of, known, times, targets } of all)
    for (const [target, seen] of targets.entries()) {
      const [from, to] = [Math.floor(target / width), target % width];
      if (seen < NAME_LEAST || seen < NAME_SHARE * times.of(from)) continue;
      known.set(from, to);
      const [nameFrom, nameTo] = [rows.texts.textOf(from), rows.texts.textOf(to)];
      if (from !== to) learnt.push({ fact: 'name', of, from: nameFrom, to: nameTo, seen, times: times.of(from) });
    }
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
