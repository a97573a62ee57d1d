/** The rules that work where the settings name none, the strongest first. Nothing but data: a tenant's own rules look the same. */
import type { MatchKey, MatchRule, MatchWay } from '../contract/match-settings.js';

const near: [number, number] = [-5, 35];

function rule(name: string, keys: MatchKey[], within: string, ways: MatchWay[], more: Partial<MatchRule> = {}): MatchRule {
  const plain = { near, mayDiffer: [], oneEdit: null, outcome: 'Match' as const, withoutIdentifier: false };
  return { name, keys, within, ways, ...plain, ...more };
}

const proposed = (...parts: Parameters<typeof rule>): MatchRule => ({ ...rule(...parts), outcome: 'Propose' });
/** Where no terminal is asked for, the sale may have been typed into another one. */
const anyTerminal: Partial<MatchRule> = { mayDiffer: ['terminalId'] };

export const defaultRules: readonly MatchRule[] = [
  rule('reference', ['transactionReference'], 'P120D', ['Equal', 'Cancel', 'Sum', 'Near']),
  rule('terminal-sequence', ['terminalId', 'transactionSequenceCounter'], 'PT36H', ['Equal', 'Cancel', 'Sum', 'Near']),
  rule('authorisation-card', ['authorisationCode', 'lastFour'], 'P5D', ['Equal', 'Cancel', 'Sum', 'Near'], anyTerminal),
  rule('authorisation-terminal', ['authorisationCode', 'terminalId'], 'PT36H', ['Equal', 'Cancel', 'Sum', 'Near']),
  rule('terminal-order', ['terminalId', 'orderId'], 'PT36H', ['Equal', 'Sum', 'Near']),
  rule('order', ['orderId'], 'P45D', ['Equal', 'Sum']),
  rule('day-total', ['terminalId', 'brand'], 'Day', ['Total'], { withoutIdentifier: true }),
  // Many totals are not broken down by brand.
  rule('terminal-total', ['terminalId'], 'Day', ['Total'], { withoutIdentifier: true }),
  // A slip of the fingers in an order's number names another order: with another amount it is no identifier. And a card at a terminal pays twice.
  proposed('order-near', ['orderId'], 'P45D', ['Near']),
  proposed('terminal-card', ['terminalId', 'lastFour'], 'PT10M', ['Equal', 'Near'], { near: [-4, 35] }),
  proposed('terminal-moment', ['terminalId'], 'PT90S', ['Moment']),
  proposed('location-moment', ['locationId'], 'PT90S', ['Moment'], anyTerminal),
  proposed('terminal-time', ['terminalId'], 'PT120S', ['Equal']),
  proposed('location-time', ['locationId'], 'PT120S', ['Equal'], anyTerminal),
  proposed('terminal-card-typo', ['terminalId', 'lastFour'], 'PT10M', ['Equal'], { oneEdit: 'authorisationCode' }),
  proposed('order-typo', ['locationId'], 'P2D', ['Equal'], { oneEdit: 'orderId', ...anyTerminal }),
  proposed('card-day', ['lastFour'], 'Day', ['Equal'], anyTerminal),
  proposed('terminal-near', ['terminalId'], 'PT120S', ['Near'], { near: [-4, 25] }),
  proposed('terminal-quarter', ['terminalId'], 'PT15M', ['Equal']),
  proposed('terminal-day', ['terminalId'], 'Day', ['Equal']),
  proposed('amount-time', [], 'PT60S', ['Equal'], anyTerminal),
  proposed('amount-day', [], 'Day', ['Equal']),
];
