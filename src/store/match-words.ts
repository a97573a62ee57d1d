/** What a row's comment and history say of its match: one sentence. */
import { decimalText } from '../contract/amount.js';
import type { UploadKind } from '../contract/states.js';
import type { MatchKind } from './matching.js';

/** By whom, in histories. */
export const byMatching = 'matching';

export interface ToldMatch {
  kind: MatchKind;
  /** Null for one by hand. */
  rule: string | null;
  how: string;
  sales: number;
  records: number;
  /** In units of 10⁻⁴. */
  salesUnits: number;
  recordsUnits: number;
}

/** Whether there are rows that the user may not see: of those it is told neither how many they are nor what they come to. */
export type SeenMatch = ToldMatch & { hasHidden: boolean };

/** Of a row of this kind. `other`: the id of one other row, by which it is named; null where it must not be. */
export function matchSentence(match: SeenMatch, kind: UploadKind, other: string | null): string {
  const by = match.rule === null ? 'by hand' : `by rule ${match.rule}`;
  if (match.kind === 'Cancellation') {
    const what = kind === 'Sales' ? 'transaction' : 'record';
    return `Cancelled by ${other === null ? `another ${what}` : `${what} ${other}`}, ${by}.`;
  }
  return `Matched with ${partners(match, kind, other)} ${by}${differenceOf(match)}.`;
}

function partners({ sales, records, how, hasHidden }: SeenMatch, kind: UploadKind, other: string | null): string {
  const [own, others] = kind === 'Sales' ? [sales, records] : [records, sales];
  const [ownWord, otherWord] = kind === 'Sales' ? ['transaction', 'record'] : ['record', 'transaction'];
  if (own === 1 && others === 1) return other === null ? `another ${otherWord}` : `${otherWord} ${other}`;
  if (hasHidden) return `other rows (${how.toLowerCase()})`;
  const more = own > 1 ? ` and ${counted(own - 1, `more ${ownWord}`)}` : '';
  return `${counted(others, otherWord)}${more} (${how.toLowerCase()})`;
}

function differenceOf({ salesUnits, recordsUnits, hasHidden }: SeenMatch): string {
  const units = recordsUnits - salesUnits;
  if (units === 0 || hasHidden) return '';
  return `; settled is ${decimalText(BigInt(Math.abs(units)))} ${units > 0 ? 'more' : 'less'}`;
}

const counted = (number: number, word: string) => `${number} ${word}${number === 1 ? '' : 's'}`;

/** Why a match began, as the history of its rows has it. */
export function begunBecause({ kind, rule }: Pick<ToldMatch, 'kind' | 'rule'>): string {
  return `${kind === 'Cancellation' ? 'Cancelled' : 'Matched'} by ${rule === null ? 'hand' : `rule ${rule}`}`;
}

export const setAsideAsCash = 'Paid in cash: no settlement record is expected';
export const takenBackByRules = 'By the rows and settings that there are now, it is not set aside as cash any more';

export const endedByRules = 'By the rows and rules that there are now, it is matched no more';
