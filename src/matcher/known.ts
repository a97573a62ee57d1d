/** What a run leaves for the next one: with it, that one looks only at what new rows touch. Plain values and shared memory: threads hand it on. */
import type { MatchRule } from '../contract/match-settings.js';
import type { KnownCoverage } from '../matching/coverage.js';
import { defaultRules } from '../matching/default-rules.js';
import type { Ladder } from '../matching/ladder.js';
import { indexInPlaceOf, type RowIndex, UNTAKEN } from '../matching/row-index.js';
import type { Imported } from './imported.js';
import { numbering } from './shown.js';
import type { TenantRows } from './tenant-rows.js';

export interface KnownTenant {
  /** It says something of what is stored as long as these are the same. */
  changed: number;
  settings: string;
  rules: string;
  imported: Imported;
  coverage: KnownCoverage;
  index: RowIndex;
  /** Of a store that several servers share: the name of the lease under which it was left. */
  lease?: string;
}

export const rulesOf = ({ settings }: Pick<TenantRows, 'settings'>): readonly MatchRule[] => settings.rules ?? defaultRules;

/**
 * After a full run all of which is stored; its rows are gone afterwards. Null where steps would not end as a full run does: where people hold rows, and where the codes of rows
 * are not what follows from them alone.
 */
export function knownAfter(tenant: TenantRows, ladder: Ladder, rules: string, areCodesApart: boolean): KnownTenant | null {
  const { basis, settings, imported, rows, coverage, hasRecords, pinned } = tenant;
  if (imported === null || !hasRecords || pinned.size > 0 || areCodesApart) return null;
  const levelOf = (row: number) => {
    const match = ladder.matchOf[row] as number;
    return match === -1 ? UNTAKEN : (ladder.levelOf[match] as number);
  };
  const index = indexInPlaceOf(rows, rulesOf(tenant), numbering(tenant), levelOf);
  return { changed: basis.changed, settings: JSON.stringify(settings), rules, imported, coverage: coverage.known(), index };
}
