/**
 * A month of two shops and of two acquirers that pay them, as the files of a till and of the acquirers, from a seed. DAY pays every day and takes
 * what is missing from the bank account; WEEK pays on Mondays, keeps a reserve, carries what is missing forward, and writes a payout below
 * zero, as money that leaves its ledger. Beside the files, the truth about each payout.
 */
import type { PayoutStatusName, SettlementTypeName } from '../../src/contract/states.js';
// @ts-expect-error The bench is plain JavaScript.
import { chance } from '../bench/generate.js';

export type Cells = Record<string, string>;
export interface PayerMonth {
  sales: Cells[];
  records: Cells[];
  /** By account and payout, in cents. */
  payouts: Map<string, { status: PayoutStatusName; difference: bigint | null }>;
}

/** With a point and two decimals, exactly. */
export const textOf = (cents: number) => (cents / 100).toFixed(2);

const DAYS = 28;
const HELD_DAYS = 14;
const dayOf = (day: number) => `2026-09-${String(day).padStart(2, '0')}`;
/** The Mondays of that September are 7, 14, 21 and 28. */
const accounts = {
  DAY: { merchantId: 'M-1', terminals: ['N-1', 'S-1'], isPayDay: () => true },
  WEEK: { merchantId: 'M-2', terminals: ['N-2'], isPayDay: (day: number) => day % 7 === 0 },
} as const;
type Account = keyof typeof accounts;

interface Line {
  type: SettlementTypeName;
  cents: number;
  /** What of amount, fee and net amount is told, in cents. */
  fee?: number;
  net?: number;
  cells?: Cells;
}
const netOf = ({ cents, fee = 0, net }: Line) => net ?? cents - fee;

export function payerMonth(seed: number): PayerMonth {
  const random: () => number = chance(seed);
  const between = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
  const isOnce = (of: number) => random() < 1 / of;
  const month: PayerMonth = { sales: [], records: [], payouts: new Map() };

  function sell(day: number, terminalId: string): Line[] {
    return Array.from({ length: between(4, 9) }, (): Line[] => {
      const transactionReference = `MREF-${7_000_000 + month.sales.length * 37}`;
      const isRefund = isOnce(25);
      const cents = isRefund ? -between(300, 4_000) : between(150, 25_000);
      const isCash = isOnce(9);
      const brandId = ['VISA', 'MASTERCARD', 'TWINT'][between(0, 2)] ?? '';
      const clock = `T${between(10, 21)}:${between(10, 59)}:${between(10, 59)}+02:00`;
      const cells = { terminalId, transactionReference, brandId, transactionDate: dayOf(day) + clock };
      month.sales.push({ ...cells, currency: 'EUR', amount: textOf(cents), transactionTypes: isCash ? 'Bar' : '' });
      // Nobody pays cash, and some sales are lost on the way.
      if (isCash || isOnce(30)) return [];
      const fee = Math.round(Math.abs(cents) * 0.013);
      const told = [{ fee }, { net: cents - fee }, { fee, net: cents - fee }, { fee, net: cents - fee - 5 }][between(0, 3)];
      return [{ type: isRefund ? 'Refund' : 'Sale', cents, ...told, cells }];
    }).flat();
  }

  function takeBack(line: Line, at: number, hasTerminal: boolean): Line[] {
    const { terminalId = '', transactionReference = '' } = line.cells ?? {};
    const cells = {
      ...{ transactionReference: `CB-${transactionReference}`, originalReference: transactionReference, disputeId: `D-${at}` },
      ...{ respondBy: dayOf(DAYS), reasonCode: '10.4', terminalId: hasTerminal ? terminalId : '' },
    };
    const chargeback: Line = { type: 'Chargeback', cents: -line.cents, fee: 1_500, cells };
    const reversal = { ...cells, transactionReference: `CR-${transactionReference}`, disputeId: '', respondBy: '', reasonCode: '' };
    return at % 3 === 0 ? [chargeback, { type: 'ChargebackReversal', cents: line.cents, fee: 0, cells: reversal }] : [chargeback];
  }

  function writeDown(account: Account, payoutId: string, day: number, { type, cents, fee, net, cells = {} }: Line): void {
    const { merchantId } = accounts[account];
    const names = { acquirerId: account, merchantId, payoutId, payoutDate: dayOf(day), settlementDate: dayOf(day), currency: 'EUR' };
    const amounts = { amount: textOf(cents), fee: fee === undefined ? '' : textOf(fee), netAmount: net === undefined ? '' : textOf(net) };
    month.records.push({ type, ...names, ...amounts, ...cells });
  }

  function account(name: Account): void {
    const { terminals, isPayDay } = accounts[name];
    const isWeek = name === 'WEEK';
    let waiting: Line[] = [];
    let carried = 0;
    const held: { day: number; cents: number }[] = [];
    for (let day = 1, at = 0; day <= DAYS; day++) {
      if (isPayDay(day) && waiting.length > 0) {
        const sold = waiting.filter(({ type, cents }) => type === 'Sale' && cents > 0);
        const lines = [...waiting];
        const add = (type: SettlementTypeName, cents: number) => cents !== 0 && lines.push({ type, cents });
        if (isOnce(2)) lines.push(...takeBack(sold[between(0, sold.length - 1)] as Line, at, isOnce(2)));
        if (at === 0) add('Fee', -2_990);
        if (at === 0) add('Tax', -568);
        if (isOnce(5)) add('Adjustment', between(-900, 900));
        if (isOnce(7)) add('Transfer', -between(1, 9) * 1_000);
        if (isOnce(7)) add('PayoutReturn', between(100, 9_999));
        // So large, now and then, that nothing is left.
        add('Financing', isOnce(6) ? -900_000 : -500);
        if (isWeek) {
          const kept = Math.round(sold.reduce((sum, { cents }) => sum + cents, 0) * 0.05);
          held.push({ day, cents: kept });
          add('Reserve', -kept);
          for (const due of held.filter((one) => one.day === day - HELD_DAYS)) add('Release', due.cents);
        }
        add('Balance', carried);
        carried = 0;
        let net = lines.reduce((sum, line) => sum + netOf(line), 0);
        if (isWeek && net < 0) {
          carried = net;
          add('Balance', -net);
          net = 0;
        }
        const payoutId = `PO-${name}-${dayOf(day)}`;
        pay(name, { payoutId, day, lines, net, kind: at++ });
        waiting = [];
      }
      for (const terminalId of terminals) waiting.push(...sell(day, terminalId));
    }
    pay(name, { payoutId: `MANUAL-${name}`, day: DAYS, lines: [], net: 12_345, kind: 0 });
  }

  function pay(name: Account, payout: { payoutId: string; day: number; lines: Line[]; net: number; kind: number }): void {
    const { payoutId, day, lines, net, kind } = payout;
    const off = kind % 4 === 1 ? between(1, 500) * (isOnce(2) ? 1 : -1) : 0;
    const isAnnounced = kind % 9 !== 5;
    // Its fee is known to nobody: it is in what was paid.
    const untold: Line[] = kind % 9 === 6 ? [{ type: 'Sale', cents: 5_000, cells: { transactionReference: `U-${payoutId}` } }] : [];
    const paid = net + off + untold.reduce((sum, { cents }) => sum + cents - 65, 0);
    for (const line of [...lines, ...untold]) writeDown(name, payoutId, day, line);
    if (isAnnounced) writeDown(name, payoutId, day, { type: 'Payout', cents: name === 'WEEK' && net > 0 ? -paid : paid });
    const status = !isAnnounced
      ? 'Unannounced'
      : lines.length === 0
        ? 'NotItemised'
        : untold.length > 0
          ? 'NoNet'
          : off
            ? 'Differs'
            : 'Balanced';
    const isClaimed = status === 'Balanced' || status === 'Differs';
    month.payouts.set(payoutId, { status, difference: isClaimed ? BigInt(off) : null });
  }

  account('DAY');
  account('WEEK');
  return month;
}

/** No cell has a comma. */
export function csvOf(rows: readonly Cells[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return `${[names, ...rows.map((row) => names.map((name) => row[name] ?? ''))].map((cells) => cells.join(',')).join('\n')}\n`;
}
