/** What is wrong with settings that somebody wrote, beyond their form: rules that could book without identifiers, or that nobody could explain. */
import type { Faults } from '../contract/faults.js';
import { matchWithinDaysMax } from '../contract/limits.js';
import type { MatchRule, MatchSettings } from '../contract/match-settings.js';
import { named } from '../contract/own-names.js';
import { identifierCode } from './identifier.js';
import { isIdentified, secondsWithin } from './levels.js';

/** By path (`rules[3].within`, `accounts[0].near`); empty where all of it can be used. */
export function settingsFaults({ rules = [], accounts }: Pick<MatchSettings, 'rules' | 'accounts'>): Faults {
  const faults = ruleFaults(rules);
  const firsts = new Map<string, number>();
  for (const [index, { acquirerId, merchantId, near }] of accounts.entries()) {
    if (near && near[0] > near[1]) faults[`accounts[${index}].near`] = [inOrder];
    const name = [acquirerId, merchantId].map((text) => (text === undefined ? '' : identifierCode(text))).join(' ');
    const first = firsts.get(name) ?? index;
    firsts.set(name, first);
    // The first would count, and the other one do nothing, without a word.
    if (first !== index) {
      faults[`accounts[${index}].acquirerId`] = [`is the same account as accounts[${first}]: put all that is different for it there`];
    }
  }
  return faults;
}

const inOrder = 'must be the lower percentage and then the higher one';

/** By path (`rules[3].within`); empty where every rule can be used. */
export function ruleFaults(rules: readonly MatchRule[]): Faults {
  const faults: Faults = named();
  const names = new Set<string>();
  for (const [index, rule] of rules.entries()) {
    const tell = (member: keyof MatchRule, message: string) => {
      const path = `rules[${index}].${member}`;
      faults[path] = [...(faults[path] ?? []), message];
    };
    if (names.has(rule.name)) tell('name', 'is the name of another rule, too');
    names.add(rule.name);
    for (const [member, message] of faultsOf(rule)) tell(member, message);
  }
  return faults;
}

function faultsOf(rule: MatchRule): [keyof MatchRule, string][] {
  const faults: [keyof MatchRule, string][] = [];
  const seconds = secondsWithin(rule.within);
  if (seconds !== null && seconds > matchWithinDaysMax * 86_400) faults.push(['within', `must be at most ${matchWithinDaysMax} days`]);
  if (seconds === 0) faults.push(['within', 'must be longer than nothing']);
  if (rule.near[0] > rule.near[1]) faults.push(['near', inOrder]);
  if (rule.outcome === 'Match' && !rule.withoutIdentifier && !isIdentified(rule)) {
    faults.push([
      'keys',
      'name no payment, so the rule can only propose: set outcome to Propose, add a key that identifies, or set withoutIdentifier to true',
    ]);
  }
  if (rule.outcome === 'Match' && rule.oneEdit !== null) faults.push(['oneEdit', 'is a guess at what was meant: set outcome to Propose']);
  if (rule.oneEdit !== null && rule.keys.includes(rule.oneEdit)) faults.push(['oneEdit', 'must not be one of the keys, which are equal']);
  if (rule.outcome === 'Propose' && rule.ways.includes('Cancel')) faults.push(['ways', 'Cancel cannot be proposed: set outcome to Match']);
  if (rule.ways.includes('Moment') && seconds === null) faults.push(['within', 'must be a duration for Moment']);
  return faults;
}
