/** What may be taken away from a complete month, and what then has to be said by the documents: its name, or that nobody can know. */
import type { ClaimName } from '../../src/contract/claims.js';
import type { ClosingFinding } from '../../src/contract/closes.js';
import type { Chance } from '../support/colliding-rows.js';
import { type Account, grouped, type Line, month, netOf, type Row, type Sale, type Terminal, type World } from './independent-months.js';

/** A finding that names what is gone. */
export interface Named {
  claim: ClaimName;
  finding: Partial<ClosingFinding>;
  /** A day that it is about. */
  day: number;
}

/** Part of what is taken away: something names it, or the claims that would cover it are not proved. */
export interface Part {
  /** Each says it exactly; one is enough. */
  named: Named[];
  /** By the documents it has to be named. */
  isVisible: boolean;
  claims: ClaimName[];
  who: Pick<ClosingFinding, 'terminalId'> | Pick<ClosingFinding, 'acquirerId'>;
}

export interface Deletion {
  rows: Row[];
  parts: Part[];
  /** A day whose close has to say it as well. */
  day: number;
}

const WEEK = 7;
const WEEKS = 8;
const WEEKS_LEAST = 4;
const SALES_LEAST = 5;
const DAYS_BEFORE = 30;

type Sure = 'Yes' | 'No' | 'Open';
const sureOf = (isSure: boolean, isOpen = false): Sure => (isOpen ? 'Open' : isSure ? 'Yes' : 'No');

export function truthOf({ sales, lines }: World) {
  const byTerminal = grouped(sales, ({ terminal }) => terminal);
  const ofDay = grouped(sales, ({ terminal, day }) => `${terminal.terminalId} ${day}`);
  const onDay = (terminal: Terminal, day: number) => ofDay.get(`${terminal.terminalId} ${day}`) ?? [];
  const payouts = grouped(lines, ({ payoutId }) => payoutId);
  const totals = grouped(
    lines.filter(({ total }) => total),
    ({ total }) => total?.terminal,
  );
  const booked = grouped(lines, ({ account, bookedOn }) => `${account.acquirerId} ${bookedOn}`);
  const firstDay = (terminal: Terminal) => byTerminal.get(terminal)?.[0]?.day ?? 0;
  const isNew = (terminal: Terminal, day: number) => firstDay(terminal) > day - DAYS_BEFORE - 1;

  /** Where a counter leaves a number out, or falls: by the sales before and behind. */
  const steps = (terminal: Terminal) => {
    const all = byTerminal.get(terminal) ?? [];
    return all.slice(1).map((next, at) => ({ next, last: all[at] as Sale, by: (next.counter ?? 0) - (all[at]?.counter ?? 0) }));
  };
  const gapDays = new Map(
    [...byTerminal.keys()].map((terminal) => [
      terminal,
      steps(terminal).flatMap(({ next, by }) => (by > 1 || (by < 0 && (next.counter ?? 0) > 1) ? [next.day] : [])),
    ]),
  );
  const wrapDays = (terminal: Terminal) => steps(terminal).flatMap(({ next, by }) => (by < 0 ? [next.day] : []));

  /** @param gone sales of one terminal, without one left between them */
  function byCounter(terminal: Terminal, gone: readonly Sale[]): { sure: Sure; named: Named[] } {
    const [first, last] = [gone[0] as Sale, gone.at(-1) as Sale];
    const all = byTerminal.get(terminal) ?? [];
    const [before, after] = [all[all.indexOf(first) - 1], all[all.indexOf(last) + 1]];
    if (terminal.counter === 'None' || !after || !before || (terminal.counter === 'Daily' && terminal.isLate))
      return { sure: 'No', named: [] };
    if (terminal.counter === 'Daily' && (after.businessDay !== last.businessDay || first.businessDay !== last.businessDay))
      return { sure: 'No', named: [] };
    const gaps = gapDays.get(terminal) ?? [];
    const isIn = (from: number, to: number) => gaps.some((day) => day >= first.day - from && day <= last.day - to);
    const isOpen =
      isNew(terminal, first.day) ||
      isIn(DAYS_BEFORE + 2, DAYS_BEFORE) ||
      isIn(0, -1) ||
      (terminal.counter === 'Running' && wrapDays(terminal).some((day) => day >= first.day && day <= after.day));
    const finding = { code: 'CounterGap', counterFrom: first.counter, counterTo: last.counter, rows: gone.length } as const;
    const named: Named = { claim: 'Counters', finding: { ...finding, terminalId: terminal.terminalId }, day: first.day };
    const isDense = !gaps.some((day) => day >= first.day - DAYS_BEFORE && day < first.day);
    return { sure: isDense ? sureOf(true, isOpen) : 'No', named: [named] };
  }

  const isRight = ({ total, cents }: Line) => {
    const own = onDay(total?.terminal as Terminal, total?.day ?? 0).filter(({ account }) => account);
    return own.length === total?.count && own.reduce((sum, sale) => sum + sale.cents, 0) === cents;
  };

  function sureTotal(terminal: Terminal, day: number): Sure {
    const all = totals.get(terminal) ?? [];
    const before = all.filter(({ total }) => (total?.day ?? 0) < day && (total?.day ?? 0) >= day - DAYS_BEFORE);
    const own = all.find(({ total }) => total?.day === day);
    return sureOf(own !== undefined && before.length > 0 && [...before, own].every(isRight), isNew(terminal, day) && own && isRight(own));
  }

  function byTotal(terminal: Terminal, day: number, gone: readonly Sale[]): { sure: Sure; named: Named[] } {
    const card = gone.filter((sale) => sale.account && sale.day === day);
    const amount = card.reduce((sum, { cents }) => sum + cents, 0);
    if (card.length === 0) return { sure: 'No', named: [] };
    const finding = { code: 'TotalDiffers', terminalId: terminal.terminalId, rows: card.length, amount: money(amount) } as const;
    return { sure: sureTotal(terminal, day), named: [{ claim: 'Totals', finding, day }] };
  }

  const weeksBefore = (day: number, first: number) =>
    Array.from({ length: WEEKS }, (_, at) => day - WEEK * (at + 1)).filter((one) => one >= first);

  /** @param others whether somebody else sold that day; `gone`: what is no more there in the weeks before */
  function byRhythm(terminal: Terminal, day: number, others: boolean, gone: ReadonlySet<Sale> = new Set()): { sure: Sure; named: Named[] } {
    const weeks = weeksBefore(day, firstDay(terminal));
    const isRhythm =
      weeks.length >= WEEKS_LEAST && weeks.every((one) => onDay(terminal, one).filter((sale) => !gone.has(sale)).length >= SALES_LEAST);
    const named: Named = { claim: 'Terminals', finding: { code: 'NoSales', terminalId: terminal.terminalId }, day };
    return { sure: sureOf(isRhythm && others), named: [named] };
  }

  function salesPart(gone: readonly Sale[], others: boolean): Part {
    const terminal = (gone[0] as Sale).terminal;
    const days = [...grouped(gone, ({ day }) => day)];
    const whole = days.filter(([day, own]) => own.length === onDay(terminal, day).length).map(([day]) => day);
    const goneSet = new Set(gone);
    const ways = [
      byCounter(terminal, gone),
      // Those of the days behind the first have no right totals before them any more.
      ...days.slice(0, 1).map(([day]) => byTotal(terminal, day, gone)),
      ...whole.map((day) => byRhythm(terminal, day, others, goneSet)),
    ];
    const isNew = gone[0] === byTerminal.get(terminal)?.[0];
    return {
      named: ways.flatMap(({ named }) => named),
      isVisible: !isNew && ways.some(({ sure }) => sure === 'Yes'),
      // Of a terminal that nothing tells of before, its payments alone are known.
      claims: isNew ? ['Pending'] : whole.length > 0 ? ['Counters', 'Terminals'] : ['Counters'],
      who: { terminalId: terminal.terminalId },
    };
  }

  /** @param gone lines of one payout, of which others are left */
  function linesPart(gone: readonly Line[]): Part {
    const { account, payoutId, paidOn } = gone[0] as Line;
    const all = (payouts.get(payoutId) ?? []).filter(({ type }) => type !== 'Payout');
    const isWhole = all.length === gone.length;
    const finding = {
      code: isWhole ? ('NotItemised' as const) : ('PayoutDiffers' as const),
      ...{ payoutId, acquirerId: account.acquirerId, amount: money(netOf(gone)) },
    };
    return {
      named: [{ claim: 'Payouts', finding, day: paidOn }],
      isVisible: account.announces && account.tellsNet && netOf(all) > Math.max(0, netOf(gone)),
      claims: ['Payouts'],
      who: { acquirerId: account.acquirerId },
    };
  }

  function filePart(account: Account, day: number): Part {
    const first = lines.find((line) => line.account === account)?.bookedOn ?? 0;
    const weeks = weeksBefore(day, first);
    const { acquirerId, merchantId } = account;
    const isRhythm = weeks.length >= WEEKS_LEAST && weeks.every((one) => booked.has(`${acquirerId} ${one}`));
    return {
      named: [{ claim: 'Files', finding: { code: 'NoFile', acquirerId, merchantId, terminalId: null }, day }],
      isVisible: isRhythm,
      claims: ['Files'],
      who: { acquirerId },
    };
  }

  const isInMonth = (day: number) => day >= month.from && day <= month.to;
  const pending = (account: Account): Part => ({
    named: [],
    isVisible: false,
    claims: ['Pending'],
    who: { acquirerId: account.acquirerId },
  });
  const unpaid = (gone: readonly Line[]) =>
    gone.some(({ sale, total }) => isInMonth(sale?.day ?? total?.day ?? 0)) ? [pending((gone[0] as Line).account)] : [];
  const inMonth = sales.filter(({ day }) => isInMonth(day));
  const linesInMonth = lines.filter(({ bookedOn, paidOn }) => isInMonth(bookedOn) && isInMonth(paidOn));

  /** Whether others sold that do so on all such days; one that mostly does not may be open on a holiday. */
  const sellOtherwise = (day: number, gone: ReadonlySet<Sale>) =>
    [...byTerminal.keys()].some((one) => onDay(one, day).some((sale) => !gone.has(sale)) && byRhythm(one, day, true, gone).sure === 'Yes');

  const salesGone = (rows: Sale[]): Deletion => {
    const gone = new Set(rows);
    const day = rows[0]?.day ?? 0;
    const others = sellOtherwise(day, gone);
    const parts = [...grouped(rows, ({ terminal }) => terminal).values()].map((own) => salesPart(own, others));
    return { rows, parts, day };
  };

  const lineGone = (line: Line | undefined): Deletion | null =>
    line ? { rows: [line], parts: [linesPart([line]), ...unpaid([line])], day: line.paidOn } : null;

  const kinds: Record<string, (by: Chance) => Deletion | null> = {
    sale: ({ pick }) => salesGone([pick(inMonth)]),
    sales: ({ pick }) => {
      const { terminal, day, at } = pick(inMonth);
      const rows = onDay(terminal, day).filter((sale) => sale.at >= at && sale.at < at + 3);
      return salesGone(rows);
    },
    terminalDay: ({ pick }) => {
      const { terminal, day } = pick(inMonth);
      return salesGone(onDay(terminal, day));
    },
    tillFile: ({ pick }) => {
      const { terminal, day } = pick(inMonth);
      return salesGone(inMonth.filter((sale) => sale.day === day && sale.terminal.locationId === terminal.locationId));
    },
    day: ({ pick }) => {
      const { day } = pick(inMonth);
      return salesGone(inMonth.filter((sale) => sale.day === day));
    },
    terminal: ({ pick }) => {
      const { terminal } = pick(inMonth);
      return salesGone(inMonth.filter((sale) => sale.terminal === terminal));
    },
    wholeTerminal: ({ pick }) => {
      const { terminal } = pick(inMonth);
      return salesGone(byTerminal.get(terminal) ?? []);
    },
    line: ({ pick }) => lineGone(pick(linesInMonth.filter(({ type, total }) => type !== 'Payout' && !total))),
    otherLine: ({ pick }) => lineGone(pick(linesInMonth.filter(({ type }) => ['Fee', 'Chargeback', 'Refund'].includes(type)))),
    total: ({ pick }) => {
      const line = pick(linesInMonth.filter(({ total }) => total && isInMonth(total.day)));
      if (!line?.total) return null;
      const { terminal, day } = line.total;
      const named: Named = { claim: 'Totals', finding: { code: 'NoTotal', terminalId: terminal.terminalId }, day };
      const part: Part = {
        named: [named],
        isVisible: sureTotal(terminal, day) === 'Yes',
        claims: ['Totals'],
        who: { terminalId: terminal.terminalId },
      };
      return { rows: [line], parts: [part, linesPart([line]), pending(line.account)], day };
    },
    batch: ({ pick }) => {
      const line = pick(linesInMonth.filter(({ total }) => total && isInMonth(total.day)));
      if (!line?.total) return null;
      const { terminal, day } = line.total;
      const gone = onDay(terminal, day);
      if (gone.length === 0) return null;
      const { parts } = salesGone(gone);
      // Nothing tells of the first day of a terminal but the payout that lacks it.
      if (gone[0] === byTerminal.get(terminal)?.[0]) return { rows: [...gone, line], parts: [linesPart([line])], day: line.paidOn };
      for (const part of parts) {
        part.named = part.named.filter(({ claim }) => claim !== 'Totals');
        part.isVisible =
          byCounter(terminal, gone).sure === 'Yes' || byRhythm(terminal, day, sellOtherwise(day, new Set(gone))).sure === 'Yes';
      }
      return { rows: [...gone, line], parts: [...parts, linesPart([line])], day };
    },
    file: ({ pick }) => {
      const { account, bookedOn: day } = pick(linesInMonth);
      const rows = booked.get(`${account.acquirerId} ${day}`) ?? [];
      const { paidOn, payoutId } = rows[0] as Line;
      const isPart = (payouts.get(payoutId) ?? []).some((line) => !rows.includes(line));
      const cut = isPart && !rows.some(({ type }) => type === 'Payout') && isInMonth(paidOn) ? [linesPart(rows)] : [];
      return { rows, parts: [filePart(account, day), ...cut, ...unpaid(rows)], day };
    },
    payoutLines: ({ pick }) => {
      const one = pick(linesInMonth);
      const rows = (payouts.get(one.payoutId) ?? []).filter(({ type }) => type !== 'Payout');
      if (!one.account.announces || rows.some(({ bookedOn }) => !isInMonth(bookedOn))) return null;
      const part = linesPart(rows);
      return { rows, parts: [{ ...part, isVisible: true }, ...unpaid(rows)], day: one.paidOn };
    },
    payoutRecord: ({ pick }) => {
      const line = pick(linesInMonth.filter(({ type }) => type === 'Payout'));
      if (!line) return null;
      const { account, payoutId, cents, paidOn: day } = line;
      const { acquirerId, tellsNet: isVisible } = account;
      const finding = { code: 'Unannounced', payoutId, acquirerId, amount: money(cents) } as const;
      const part: Part = { named: [{ claim: 'Payouts', finding, day }], isVisible, claims: ['Payouts'], who: { acquirerId } };
      return { rows: [line], parts: [part], day };
    },
    payout: ({ pick }) => {
      const { payoutId, account, paidOn } = pick(linesInMonth);
      const rows = payouts.get(payoutId) ?? [];
      if (rows.some(({ bookedOn }) => !isInMonth(bookedOn))) return null;
      const days = [...new Set(rows.map(({ bookedOn }) => bookedOn))];
      return { rows, parts: [...days.map((day) => filePart(account, day)), ...unpaid(rows)], day: paidOn };
    },
  };
  return { kinds };
}

export const money = (cents: number) => (cents / 100).toFixed(2);
