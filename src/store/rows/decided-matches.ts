/** Matches with what people decided about them. */
import type { UploadKind } from '../../contract/states.js';
import { asideKey, type KeptMatch } from '../match-rows.js';
import { type NewMatch, rowOfNumber } from '../matching.js';
import { among, anyTenant, notIndexed } from '../sql/dialect.js';
import { all, nothing, type Sql, sql, type Work } from '../sql/work.js';
import { keptColumns, membersOf } from './match-members.js';

export interface DecidedMatch extends KeptMatch {
  /** Numbers of its rows; see rowNumber. */
  numbers: readonly number[];
}

/** Matches of the tenant, with their rows, in the order of their keys. `which`: a condition on them; begins with AND. `index` finds them. */
export function* matchesWhere(tenantKey: number, which: Sql, index: Sql = nothing): Work<DecidedMatch[]> {
  const found = yield* all<KeptMatch>(
    sql`SELECT ${keptColumns} FROM match ${index} WHERE match.tenant_key = ${anyTenant(tenantKey)} ${which} ORDER BY match.match_key`,
  );
  const members = yield* membersOf(tenantKey, found);
  return found.map((match) => ({ ...match, numbers: members.get(match.matchKey) ?? [] }));
}

export function* matchesWithKeys(tenantKey: number, keys: readonly (number | null)[]): Work<DecidedMatch[]> {
  const wanted = [...new Set(keys)].filter((key): key is number => key !== null && key !== asideKey);
  if (wanted.length === 0) return [];
  return yield* matchesWhere(tenantKey, sql`AND match.match_key ${among(wanted)}`, notIndexed);
}

/** A match that people made, as it is made again. */
export function snapshotOf(match: DecidedMatch): NewMatch {
  const { kind, rule, how, salesUnits, recordsUnits, currency, day, decidedBy, note, cause, decisionKey } = match;
  const decided = { by: decidedBy ?? '', note, cause, decisionKey };
  return { kind, rule, how, ...sidesOf(match), salesUnits, recordsUnits, currency, day, decided };
}

export function sidesOf({ numbers }: Pick<DecidedMatch, 'numbers'>) {
  const side = (of: UploadKind) => numbers.map(rowOfNumber).flatMap(({ kind, seq }) => (kind === of ? [seq] : []));
  return { sales: side('Sales'), records: side('Settlement') };
}
