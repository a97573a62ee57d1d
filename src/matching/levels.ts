/**
 * The order in which rules and ways are tried. A level is one rule in one way; what it takes no later one sees. Rules of outcome Match come
 * in four phases, in each from top to bottom: equal amounts, then rows that cancel each other, then sums and totals, then amounts that are near.
 * Rules of outcome Propose follow from top to bottom.
 */
import type { MatchKey, MatchRule, MatchWay } from '../contract/match-settings.js';

export interface MatchLevel {
  /** Its place in the order. */
  number: number;
  rule: MatchRule;
  way: MatchWay;
  keys: readonly MatchKey[];
  /** In seconds; null for rows of the same day. */
  within: number | null;
  /** Fields in which a sale and a record contradict each other when both have them and they differ. */
  vetoes: readonly MatchKey[];
  /** Whether equal keys name one payment. */
  isIdentified: boolean;
  /** Whether a row that knows only its day is too vague for it. */
  needsTime: boolean;
  /** Of the diagnosis alone: whether currencies may differ. */
  acrossCurrencies: boolean;
  /** Whether an order of fewer than four characters, such as a table, is none. */
  needsLongOrder: boolean;
}

const DAY = 86_400;
/** Two rows that undo each other do so soon. */
const CANCEL_WITHIN = 3_600;

const phases: readonly (readonly MatchWay[])[] = [['Equal'], ['Cancel'], ['Sum', 'Total'], ['Near', 'Moment']];
const vetoing: readonly MatchKey[] = ['authorisationCode', 'lastFour', 'firstSix', 'transactionSequenceCounter', 'brand', 'terminalId'];

export function levelsOf(rules: readonly MatchRule[]): MatchLevel[] {
  const ofMatch = rules.filter(({ outcome }) => outcome === 'Match');
  const steps = phases.flatMap((ways) => ofMatch.flatMap((rule) => waysOf(rule, ways)));
  const proposing = rules.filter(({ outcome }) => outcome === 'Propose').flatMap((rule) => phases.flatMap((ways) => waysOf(rule, ways)));
  return [...steps, ...proposing].map(([rule, way], number) => levelOf(number, rule, way));
}

function waysOf(rule: MatchRule, ways: readonly MatchWay[]): [MatchRule, MatchWay][] {
  return ways.filter((way) => rule.ways.includes(way)).map((way) => [rule, way]);
}

function levelOf(number: number, rule: MatchRule, way: MatchWay): MatchLevel {
  const seconds = secondsWithin(rule.within);
  const within = way === 'Cancel' ? Math.min(seconds ?? CANCEL_WITHIN, CANCEL_WITHIN) : way === 'Total' ? null : seconds;
  return {
    number,
    rule,
    way,
    keys: rule.keys,
    within,
    vetoes: vetoing.filter((field) => !rule.keys.includes(field) && !rule.mayDiffer.includes(field) && rule.oneEdit !== field),
    isIdentified: isIdentified(rule),
    needsTime: within !== null && within < DAY,
    acrossCurrencies: false,
    needsLongOrder: rule.keys.includes('orderId') && !rule.keys.includes('terminalId'),
  };
}

/** The seconds that `PT36H` or `P5D` lasts; null for `Day`. */
export function secondsWithin(within: string): number | null {
  if (within === 'Day') return null;
  const parts = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(within);
  const [days, hours, minutes, seconds] = (parts?.slice(1) ?? []).map((part) => Number(part ?? 0));
  return (days ?? 0) * DAY + (hours ?? 0) * 3_600 + (minutes ?? 0) * 60 + (seconds ?? 0);
}

/** What must be equal for rows to be one payment, as far as identifiers can say it. */
const identifying: readonly (readonly MatchKey[])[] = [
  ['transactionReference'],
  ['orderId'],
  ['terminalId', 'transactionSequenceCounter'],
  ['authorisationCode', 'lastFour'],
  ['authorisationCode', 'terminalId'],
];

/** Whether rows with equal keys are, as far as identifiers can say it, one payment. */
export const isIdentified = ({ keys }: Pick<MatchRule, 'keys'>) => identifying.some((all) => all.every((key) => keys.includes(key)));
