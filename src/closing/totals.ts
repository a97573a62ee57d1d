/** What a terminal says that it took on a day is the sum of its sales. */
import { type Decimal, minus, textOfDecimal } from '../contract/decimal.js';
import { valueAt } from '../contract/value-at.js';
import type { ClosedDays, ClosingFacts, DayTotals } from './facts.js';
import { Findings } from './findings.js';

/** Fewer days with both sides tell nothing of what the totals of a terminal count. */
const DAYS_LEAST = 5;
/** A total comes so many days after its day, at the latest. */
const TOTAL_DAYS = 5;

const none: { sales: number; amount: Decimal } = { sales: 0, amount: { digits: 0n, scale: 0 } };

/** What the total says beyond the sales. */
function beyond({ told, sold }: DayTotals) {
  const [one, other] = [told ?? none, sold ?? none];
  const amount = minus(one.amount, other.amount);
  return { rows: one.sales - other.sales, amount, isRight: one.sales === other.sales && amount.digits === 0n };
}

export function totals({ totals: all, today, partTerminals }: ClosingFacts, { from }: ClosedDays) {
  const findings = new Findings();
  const byTerminal = new Map<string, DayTotals[]>();
  for (const one of all) valueAt(byTerminal, one.terminalId, () => []).push(one);
  for (const [terminalId, ofTerminal] of byTerminal) {
    if (!ofTerminal.some(({ told }) => told !== null)) continue;
    if (partTerminals.has(terminalId)) {
      findings.notProvable('PartOfTerminal', { terminalId });
      continue;
    }
    const before = ofTerminal.filter(({ day }) => day < from);
    const isUsual = before.length >= DAYS_LEAST && before.every((one) => beyond(one).isRight);
    const here = ofTerminal.filter(({ day }) => day >= from);
    const wrong = here.filter((one) => !beyond(one).isRight);
    findings.prove(here.length - wrong.length);
    for (const one of wrong) {
      const { rows, amount } = beyond(one);
      const about = { terminalId, from: one.day, currency: one.currency, rows, amount: textOfDecimal(amount) };
      if (one.told === null && one.day >= today - TOTAL_DAYS) findings.notProvable('NotYet', about);
      else if (!isUsual) findings.notProvable('TotalsUnlike', about);
      else findings.broken(one.told === null ? 'NoTotal' : 'TotalDiffers', about);
    }
  }
  if (![...byTerminal.values()].some((ofTerminal) => ofTerminal.some(({ told }) => told !== null))) findings.notProvable('NoTotals');
  return findings.claim('Totals');
}
