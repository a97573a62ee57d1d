/** What a terminal's total of a day says, told by its account or by the till itself, is the sum of its sales. */
import { minus, textOfDecimal } from '../contract/decimal.js';
import { valueAt } from '../contract/value-at.js';
import { type ClosedDays, type ClosingFacts, type DaySum, type DayTotals, plusSums } from './facts.js';
import { Findings } from './findings.js';

/** Fewer days with both sides tell nothing of what the totals of a terminal count. */
const DAYS_LEAST = 5;
/** A total comes so many days after its day, at the latest. */
const TOTAL_DAYS = 5;

type SumOf = (totals: DayTotals) => DaySum | null;
const byCard: SumOf = ({ byCard }) => byCard;
const withCash: SumOf = ({ byCard, otherwise }) => plusSums(byCard, otherwise);
/** Whose total is compared with which sales. Whether the total of a till has its cash, the days before tell. */
const compared: readonly { told: SumOf; sold: SumOf }[][] = [
  [{ told: ({ ofAccount }) => ofAccount, sold: byCard }],
  [byCard, withCash].map((sold) => ({ told: ({ ofTill }) => ofTill, sold })),
];

const none: DaySum = { sales: 0, amount: { digits: 0n, scale: 0 } };

/** The days with a total or sales, and what each total says beyond the sales. */
function comparedDays(ofTerminal: readonly DayTotals[], { told, sold }: { told: SumOf; sold: SumOf }, from: number) {
  const days = ofTerminal.flatMap((one) => {
    const [total, sum] = [told(one), sold(one)];
    const amount = minus((total ?? none).amount, (sum ?? none).amount);
    const rows = (total ?? none).sales - (sum ?? none).sales;
    const { day, currency } = one;
    return total || sum ? [{ day, currency, isTold: total !== null, rows, amount, isRight: rows === 0 && amount.digits === 0n }] : [];
  });
  const before = days.filter(({ day }) => day < from);
  const isUsual = before.length >= DAYS_LEAST && before.every(({ isRight }) => isRight);
  return { isUsual, isTold: days.some(({ isTold }) => isTold), days: days.filter(({ day }) => day >= from) };
}

export function totals({ totals: all, today, partTerminals }: ClosingFacts, { from }: ClosedDays) {
  const findings = new Findings();
  const byTerminal = new Map<string, DayTotals[]>();
  for (const one of all) valueAt(byTerminal, one.terminalId, () => []).push(one);
  let isTold = false;
  for (const [terminalId, ofTerminal] of byTerminal) {
    const told = compared.map((ways) => ways.map((way) => comparedDays(ofTerminal, way, from))).filter(([first]) => first?.isTold);
    isTold ||= told.length > 0;
    if (told.length > 0 && partTerminals.has(terminalId)) {
      findings.notProvable('PartOfTerminal', { terminalId });
      continue;
    }
    for (const ways of told) {
      const { isUsual, days } = ways.find(({ isUsual }) => isUsual) ?? (ways[0] as (typeof ways)[number]);
      for (const { day, currency, isTold, rows, amount, isRight } of days) {
        const about = { terminalId, from: day, currency, rows, amount: textOfDecimal(amount) };
        if (isRight) findings.prove();
        else if (!isTold && day >= today - TOTAL_DAYS) findings.notProvable('NotYet', about);
        else if (!isUsual) findings.notProvable('TotalsUnlike', about);
        else findings.broken(isTold ? 'TotalDiffers' : 'NoTotal', about);
      }
    }
  }
  if (!isTold) findings.notProvable('NoTotals');
  return findings.claim('Totals');
}
