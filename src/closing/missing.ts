/** What only the closes of its days know to be missing in a month, and all that is missing in it as one list. */
import type { Close, ClosingClaim, ClosingFinding } from '../contract/closes.js';
import { inOrder } from './findings.js';

/** Without days: two findings of a name are one where the days of one hold those of the other. */
const nameOf = ({ code, terminalId, acquirerId, merchantId, payoutId, currency, counterFrom, counterTo }: ClosingFinding) =>
  JSON.stringify([code, terminalId, acquirerId, merchantId, payoutId, currency, counterFrom, counterTo]);
const first = ({ dayFrom }: ClosingFinding) => dayFrom ?? '';
const last = ({ dayTo }: ClosingFinding) => dayTo ?? '';
const holds = (one: ClosingFinding, other: ClosingFinding) =>
  nameOf(one) === nameOf(other) && first(one) <= first(other) && last(other) <= last(one);

/** Name of what a finding is about, broken or not provable. */
const aboutOf = ({ state, code, ...about }: ClosingFinding) => JSON.stringify(about);

/** A day has all days before it to learn from, and a month only those before the month. */
export function withMissing(claim: ClosingClaim, ofDays: readonly Pick<Close, 'claims'>[]): ClosingClaim {
  const findings = [...claim.findings];
  const same = ofDays.flatMap(({ claims }) => claims.filter((one) => one.claim === claim.claim));
  for (const finding of same.flatMap((one) => one.findings))
    if (finding.state === 'Broken' && !findings.some((known) => holds(known, finding))) findings.push(finding);
  const broken = new Set(findings.filter(({ state }) => state === 'Broken').map(aboutOf));
  return { ...claim, ...inOrder(findings.filter((one) => one.state === 'Broken' || !broken.has(aboutOf(one)))) };
}

/** The earliest day first. */
export function missingOf(claims: readonly ClosingClaim[]): ClosingFinding[] {
  const missing = claims.flatMap(({ findings }) => findings.filter(({ state }) => state === 'Broken'));
  return missing.sort((one, other) => first(one).localeCompare(first(other)));
}
