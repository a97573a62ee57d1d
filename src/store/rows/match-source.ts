/** What there is to match of a tenant, in one state of the data. */

import { SalesError } from '../../contract/problem.js';
import type { UploadKind } from '../../contract/states.js';
import { matchSettings } from '../access/match-settings.js';
import { idText } from '../ids.js';
import { recordOfValues, saleOfValues } from '../match-fields.js';
import {
  type DecidedBefore,
  type MatchSource,
  rowNumber,
  rowOfNumber,
  type SourceUpload,
  type StoredMatch,
  type StoredOpenRow,
} from '../matching.js';
import { among, anyTenant, notIndexed } from '../sql/dialect.js';
import { all, arrays, type Sql, sql, type Work } from '../sql/work.js';
import { matchProgress } from './match-progress.js';
import { comparedColumns, isCandidateRecord, isMatchable } from './matchable.js';
import { newestDay, numbersOfDays, oldestDay } from './matched-days.js';
import { rowTables } from './row-tables.js';
import { standingFor } from './standing-rows.js';
import { allWaiting, isSaid, numbersIn } from './waiting-matches.js';

/** As the schemas have it: of changed_from, where it may be any day. */
const EVERYTHING = -(2 ** 31);

/** `answer` does work on one state of the data; `rowsAtOnce` are in memory at once. */
export async function matchSource(
  tenantKey: number,
  rowsAtOnce: number,
  answer: <Result>(work: Work<Result>) => Promise<Result>,
): Promise<MatchSource> {
  const found = await answer(matchProgress(tenantKey));
  if (!found) throw new SalesError('internal', 'A tenant without settlement records is to be matched.');
  const { changed, seenNow, changedFrom, isAll } = found;
  const eachOf = async <Row>(read: (keys: readonly number[]) => Work<Row[]>, keys: Float64Array, visit: (row: Row) => void) => {
    for (let from = 0; from < keys.length; from += rowsAtOnce)
      for (const row of await answer(read(Array.from(keys.subarray(from, from + rowsAtOnce))))) visit(row);
  };
  return {
    newestDay: () => answer(newestDay(tenantKey)),
    oldestDay: () => answer(oldestDay(tenantKey)),
    numbers: (kind, days) => answer(numbersOfDays(tenantKey, kind, days)),
    settings: (await answer(matchSettings(tenantKey))).settings,
    basis: { changed, seen: seenNow },
    changedFrom: changedFrom === EVERYTHING ? Number.NEGATIVE_INFINITY : changedFrom,
    isAll: Boolean(isAll),
    uploads: async (visit) => {
      for (let last = 0, isPast = false; !isPast; ) {
        const page = await answer(uploadsAfter(tenantKey, last, rowsAtOnce));
        for (const { kind, firstSeq, rows, firstId } of page) visit({ kind, firstSeq, rows, firstId: idText(firstId).replaceAll('-', '') });
        isPast = page.length < rowsAtOnce;
        last = page.at(-1)?.key ?? last;
      }
    },
    sales: (seqs, visit) =>
      eachOf(
        (some) => rowsOf<[number, number | null, ...unknown[]]>(tenantKey, 'Sales', comparedColumns.Sales, some),
        seqs,
        (row) => visit({ seq: row[0], matchKey: row[1], fields: saleOfValues(row, 2) }),
      ),
    records: (seqs, visit) =>
      eachOf(
        (some) => rowsOf<[number, number | null, unknown, ...unknown[]]>(tenantKey, 'Settlement', recordColumns, some),
        seqs,
        (row) => visit({ seq: row[0], matchKey: row[1], isCandidate: Boolean(row[2]), fields: recordOfValues(row, 3) }),
      ),
    matches: (matchKeys, visit) =>
      eachOf(
        (some) => matchesOf(tenantKey, some),
        matchKeys,
        (match) => visit({ ...match, isPinned: Boolean(match.isPinned) }),
      ),
    openRows: (rows, visit) => eachOf((some) => openRowsOf(tenantKey, some), rows, visit),
    forbidden: async (visit) => {
      for (const [sale, record] of await answer(forbiddenPairs(tenantKey))) visit(sale, record);
    },
    decidedBefore: async (visit) => {
      for (const before of await answer(decidedBefore(tenantKey))) visit(before);
    },
  };
}

function* forbiddenPairs(tenantKey: number): Work<[sale: number, record: number][]> {
  const pairs = yield* arrays<[number, number]>(sql`SELECT sale_seq, record_seq FROM match_forbidden WHERE tenant_key = ${tenantKey}`);
  const numbers = pairs.map(([sale, record]) => [rowNumber('Sales', sale), rowNumber('Settlement', record)] as const);
  const standing = yield* standingFor(tenantKey, numbers.flat());
  return numbers.flatMap(([sale, record]): [number, number][] => {
    const [one, other] = [standing.get(sale), standing.get(record)];
    return one === undefined || other === undefined ? [] : [[rowOfNumber(one).seq, rowOfNumber(other).seq]];
  });
}

function* decidedBefore(tenantKey: number): Work<DecidedBefore[]> {
  const waiting = [...(yield* allWaiting(tenantKey)).values()].flat().flatMap((one) => (isSaid(one) ? [] : [one]));
  const standing = yield* standingFor(tenantKey, waiting.flatMap(numbersIn));
  return waiting.flatMap((match): DecidedBefore[] => {
    const numbers = numbersIn(match).flatMap((number) => standing.get(number) ?? []);
    const isWhole = numbers.length === numbersIn(match).length && new Set(numbers).size === numbers.length;
    return isWhole && match.decided ? [{ numbers, decided: { ...match.decided, decisionKey: null } }] : [];
  });
}

const recordColumns = sql`${isCandidateRecord}, ${comparedColumns.Settlement}`;

function* rowsOf<Row extends readonly unknown[]>(tenantKey: number, kind: UploadKind, columns: Sql, seqs: readonly number[]): Work<Row[]> {
  return yield* arrays<Row>(
    sql`SELECT sale.seq, sale.match_key, ${columns} FROM ${rowTables[kind].table} AS sale ${notIndexed}
      WHERE sale.tenant_key = ${anyTenant(tenantKey)} AND sale.seq ${among(seqs)} AND ${isMatchable[kind]} ORDER BY sale.seq`,
  );
}

type StoredUploadPlace = Omit<SourceUpload, 'firstId'> & { key: number; firstId: Buffer | string };

function* uploadsAfter(tenantKey: number, last: number, limit: number): Work<StoredUploadPlace[]> {
  return yield* all<StoredUploadPlace>(
    sql`SELECT upload_key AS key, kind, first_seq, rows, first_transaction_id AS first_id FROM upload
      WHERE tenant_key = ${anyTenant(tenantKey)} AND upload_key > ${last} ORDER BY upload_key LIMIT ${limit}`,
  );
}

function* matchesOf(tenantKey: number, keys: readonly number[]): Work<StoredMatch[]> {
  return yield* all<StoredMatch>(
    sql`SELECT match_key, kind, rule, how, pinned AS is_pinned, sales + records AS rows FROM match ${notIndexed}
      WHERE tenant_key = ${anyTenant(tenantKey)} AND match_key ${among(keys)} ORDER BY match_key`,
  );
}

function* openRowsOf(tenantKey: number, numbers: readonly number[]): Work<StoredOpenRow[]> {
  return yield* all<StoredOpenRow>(
    sql`SELECT number AS row, reason, parameters, involved FROM match_open
      WHERE tenant_key = ${anyTenant(tenantKey)} AND number ${among(numbers)} ORDER BY number`,
  );
}
