/**
 * Versions of open rows, which decisions about what somebody has seen name. One is of the row, its match or suggestion and its claim, and of its
 * candidates and theirs; what is out of reach is in none.
 */
import { createHash } from 'node:crypto';
import { candidatesMax } from '../../contract/exception-reasons.js';
import { uploadKinds } from '../../contract/states.js';
import { andRowWithin, type Reach } from '../access/scope.js';
import { idText } from '../ids.js';
import { rowNumber, seqsOf } from '../matching.js';
import { among, anyTenant, notIndexed } from '../sql/dialect.js';
import { tableOf } from '../sql/tables.js';
import { all, arrays, first, sql, type Work } from '../sql/work.js';
import { idsOf, involvedIn } from './match-told.js';

export interface RowVersion {
  /** Begins with a letter, so that no spreadsheet takes it for a number. */
  version: string;
  /** Id of the suggestion that the row is in. */
  matchId: string | null;
}

/** The rows that a reason is about and that a list names: the best ones, within reach. */
export function candidatesIn(involved: readonly number[] | null, ids: Pick<ReadonlyMap<number, unknown>, 'has'>): number[] {
  return (involved ?? []).filter((number) => ids.has(number)).slice(0, candidatesMax);
}

interface SeenState {
  matchState: number;
  match: { id: string; kind: string; isPinned: boolean } | null;
  /** Key of the decision that claims it. */
  claim: number | null;
}

/** The versions of rows within reach. `candidates` has those of each row, and `ids` the ids of all. */
export function* versionsOf(
  reach: Reach,
  candidates: ReadonlyMap<number, readonly number[]>,
  ids: ReadonlyMap<number, string>,
): Work<Map<number, RowVersion>> {
  const states = yield* statesOf(reach, [...new Set([...candidates].flatMap(([number, others]) => [number, ...others]))]);
  const versions = new Map<number, RowVersion>();
  for (const [number, others] of candidates) {
    const seen = [number, ...others].map((one) => [ids.get(one), states.get(one)]);
    const version = `v${createHash('sha256').update(JSON.stringify(seen)).digest('hex').slice(0, 16)}`;
    const match = states.get(number)?.match;
    versions.set(number, { version, matchId: match?.kind === 'Proposal' ? match.id : null });
  }
  return versions;
}

/** The version that one row has now. */
export function* versionNow(reach: Reach, number: number): Work<RowVersion | undefined> {
  const open = yield* first<{ involved: string | null }>(
    sql`SELECT involved FROM match_open WHERE tenant_key = ${anyTenant(reach.tenantKey)} AND number = ${number}`,
  );
  const involved = involvedIn(open?.involved ?? null) ?? [];
  const ids = yield* idsOf(reach, [number, ...involved]);
  return (yield* versionsOf(reach, new Map([[number, candidatesIn(involved, ids)]]), ids)).get(number);
}

function* statesOf(reach: Reach, numbers: readonly number[]): Work<Map<number, SeenState>> {
  const tenant = anyTenant(reach.tenantKey);
  const claims = yield* arrays<[number: number, decisionKey: number]>(
    sql`SELECT number, decision_key FROM match_claim WHERE tenant_key = ${tenant} AND number ${among(numbers)}`,
  );
  const claimOf = new Map(claims);
  const found: [number: number, matchState: number, matchKey: number | null][] = [];
  for (const kind of uploadKinds) {
    const seqs = seqsOf(kind, numbers);
    if (seqs.length === 0) continue;
    const rows = yield* arrays<[seq: number, matchState: number, matchKey: number | null]>(
      sql`SELECT sale.seq, sale.match_state, sale.match_key FROM ${tableOf[kind]} AS sale ${notIndexed}
        WHERE sale.tenant_key = ${tenant} AND sale.seq ${among(seqs)}${andRowWithin(reach)}`,
    );
    found.push(...rows.map(([seq, ...state]): (typeof found)[number] => [rowNumber(kind, seq), ...state]));
  }
  const keys = [...new Set(found.flatMap(([, , matchKey]) => matchKey ?? []))];
  const matches =
    keys.length === 0
      ? []
      : yield* all<{ matchKey: number; id: Buffer | string; kind: string; pinned: boolean | number }>(
          sql`SELECT match_key, id, kind, pinned FROM match ${notIndexed} WHERE tenant_key = ${tenant} AND match_key ${among(keys)}`,
        );
  const matchOf = new Map(matches.map(({ matchKey, id, kind, pinned }) => [matchKey, { id: idText(id), kind, isPinned: Boolean(pinned) }]));
  return new Map(
    found.map(([number, matchState, matchKey]) => [
      number,
      { matchState, match: matchOf.get(matchKey ?? 0) ?? null, claim: claimOf.get(number) ?? null },
    ]),
  );
}
