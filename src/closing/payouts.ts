/** Every payout adds up; and one whose account says what was paid, and for what, says it each time. */
import { decimalFrom } from '../contract/decimal.js';
import type { Payout } from '../contract/payouts.js';
import { valueAt } from '../contract/value-at.js';
import { dayNumber } from './days.js';
import type { ClosedDays, ClosingFacts } from './facts.js';
import { Findings } from './findings.js';

/** Fewer payouts of an account tell nothing of how it pays. */
const PAYOUTS_LEAST = 3;

const accountOf = ({ acquirerId, merchantId }: Payout) => JSON.stringify([acquirerId, merchantId]);

export function payouts({ payouts: all }: ClosingFacts, { from, to }: ClosedDays) {
  const findings = new Findings();
  const isOf = ({ date }: Payout) => date !== null && dayNumber(date) >= from && dayNumber(date) <= to;
  const byAccount = new Map<string, Payout[]>();
  for (const payout of all) valueAt(byAccount, accountOf(payout), () => []).push(payout);
  for (const payout of all.filter(isOf)) {
    const { status, payoutId, acquirerId, merchantId, currency, difference, date, paid, net } = payout;
    const about = { payoutId, acquirerId, merchantId, currency, from: dayNumber(date ?? '') };
    const others = byAccount.get(accountOf(payout))?.filter((other) => other !== payout) ?? [];
    const isUsual = (is: (other: Payout) => boolean) => others.length >= PAYOUTS_LEAST && others.every(is);
    if (status === 'Balanced') findings.prove();
    else if (status === 'Differs') findings.broken('PayoutDiffers', { ...about, amount: difference });
    else if (status === 'NoNet') findings.notProvable('NoNet', { ...about, rows: payout.withoutNet });
    else if (status === 'Unannounced') {
      if (isUsual((other) => other.paid !== null)) findings.broken('Unannounced', { ...about, amount: net });
      else findings.notProvable('NotAnnounced', { ...about, amount: net });
    } else if (isUsual((other) => other.records > 0) && isAmount(paid)) findings.broken('NotItemised', { ...about, amount: paid });
    else findings.notProvable('NoLines', { ...about, amount: paid });
  }
  if (!all.some(isOf)) findings.notProvable('NoPayouts');
  return findings.claim('Payouts');
}

const isAmount = (amount: string | null) => amount !== null && decimalFrom(amount)?.digits !== 0n;
