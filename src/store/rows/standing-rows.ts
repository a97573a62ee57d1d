/**
 * Which rows stand for what other rows said: rows of uploads that were undone may have come again in a corrected file, and a row may have become
 * a duplicate. By identity, where it names one row on either side.
 */
import { type UploadKind, uploadKinds } from '../../contract/states.js';
import { stateCodes } from '../codes.js';
import { agree, areApart, identifyingFields, isNamed, namingFields, withinMinute } from '../identity.js';
import type { RowPlace } from '../import-decisions.js';
import { rowNumber, seqsOf } from '../matching.js';
import { among, anyTenant, join, notIndexed } from '../sql/dialect.js';
import { arrays, column, type Sql, snakeCase, sql, text, type Work } from '../sql/work.js';
import { likeRows } from './decided-again.js';
import { rowTables } from './row-tables.js';
import { placeOfRows } from './uploads.js';

/** By the numbers of rows, as `numbers` are: each row that stands by itself, the others by the row that stands for them, if there is one. */
export function* standingFor(tenantKey: number, numbers: readonly number[]): Work<Map<number, number>> {
  const standing = new Map<number, number>();
  for (const kind of uploadKinds) {
    const seqs = [...new Set(seqsOf(kind, numbers))];
    if (seqs.length === 0) continue;
    const here = new Set(
      yield* column<number>(
        sql`SELECT sale.seq FROM ${rowTables[kind].table} AS sale ${notIndexed}
          WHERE sale.tenant_key = ${anyTenant(tenantKey)} AND sale.seq ${among(seqs)} AND ${isStanding('sale')}`,
      ),
    );
    for (const seq of here) standing.set(rowNumber(kind, seq), rowNumber(kind, seq));
    const lost = seqs.filter((seq) => !here.has(seq));
    if (lost.length === 0) continue;
    for (const withdrawnAt of [null, 'withdrawn'])
      for (const [seq, other] of yield* successors(tenantKey, kind, placeOfRows(tenantKey, { kind, withdrawnAt }), lost))
        standing.set(rowNumber(kind, seq), rowNumber(kind, other));
  }
  return standing;
}

const isStanding = (name: string) => text(`${name}.state = ${stateCodes.Processed} AND coalesce(${name}.duplicate_group, 0) = 0`);

type PlaceOfRows = ReturnType<typeof placeOfRows>;

/** For rows in a place, the rows of the tenant that stand for them. */
function* successors(tenantKey: number, kind: UploadKind, place: PlaceOfRows, seqs: readonly number[]): Work<[number, number][]> {
  const here = placeOfRows(tenantKey, { kind, withdrawnAt: null });
  const own = yield* knownRows(tenantKey, kind, place, seqs);
  const some = [...own.keys()];
  if (some.length === 0) return [];
  const rowsOfOwn = (columns: Sql) => sql`SELECT seq, ${columns} FROM ${place.table} ${notIndexed}
    WHERE tenant_key = ${place.tenant} AND seq ${among(some)} AND duplicate_hash IS NOT NULL`;
  /** The rows there that are like each of them. */
  function* alikeIn(where: PlaceOfRows, and: Sql, isLike: (one: KnownRow, other: KnownRow) => boolean): Work<Map<number, Set<number>>> {
    const pairs = yield* likeRows<[number, number]>(kind, where, { of: rowsOfOwn, told: text('own.seq, '), and });
    const others = yield* knownRows(tenantKey, kind, where, [...new Set(pairs.map(([, seq]) => seq))]);
    const alike = new Map<number, Set<number>>();
    for (const [seq, other] of pairs) {
      const [one, two] = [own.get(seq), others.get(other)];
      if (seq === other || !one || !two || !isLike(one, two)) continue;
      alike.set(seq, (alike.get(seq) ?? new Set()).add(other));
    }
    return alike;
  }
  const found = yield* alikeIn(here, sql`AND ${isStanding('other')}`, areAlike);
  // Two rows of one file are two sales: nothing says which of them came again.
  const twins = yield* alikeIn(place, text(''), (one, other) => areApart(one.place, other.place) && areAlike(one, other));
  return [...found].flatMap(([seq, [other, ...more]]): [number, number][] =>
    other === undefined || more.length > 0 || twins.has(seq) ? [] : [[seq, other]],
  );
}

interface KnownRow {
  kind: UploadKind;
  place: RowPlace;
  hash: number;
  amount: number | null;
  currency: string | null;
  /** The identifying values. */
  known: readonly (string | null)[];
}

const identity = Object.fromEntries(
  uploadKinds.map((kind) => {
    const fields: readonly string[] = identifyingFields[kind];
    const columns = text(fields.map((field) => `sale.${snakeCase(field)}`).join(', '));
    return [kind, { columns, names: namingFields.map((name) => name.map((field) => fields.indexOf(field))) }];
  }),
) as Record<UploadKind, { columns: Sql; names: number[][] }>;

type IdentityColumns = [number, number, number, string | null, number, number | null, string | null, string | null, ...(string | null)[]];

function* knownRows(
  tenantKey: number,
  kind: UploadKind,
  { table, tenant }: PlaceOfRows,
  seqs: readonly number[],
): Work<Map<number, KnownRow>> {
  if (seqs.length === 0) return new Map();
  const found = yield* arrays<IdentityColumns>(
    sql`SELECT sale.seq, coalesce(upload.group_key, upload.upload_key), upload.upload_key, upload.batch_key, sale.duplicate_hash, sale.amount,
        sale.currency, sale.transaction_date, ${identity[kind].columns}
      FROM ${table} AS sale ${notIndexed} ${join} upload ON upload.tenant_key = ${anyTenant(tenantKey)} AND upload.upload_key = sale.upload_key
      WHERE sale.tenant_key = ${tenant} AND sale.seq ${among(seqs)} AND sale.duplicate_hash IS NOT NULL`,
  );
  return new Map(
    found.map(([seq, groupKey, uploadKey, batchKey, hash, amount, currency, paidAt, ...named]) => {
      const place = { groupKey, uploadKey, batchKey };
      const known = [...named.map((value) => value || null), ...withinMinute(paidAt)];
      return [seq, { kind, place, hash, amount, currency: currency || null, known }];
    }),
  );
}

/** Whether two rows of one moment, or of one hash, are one sale. */
function areAlike(one: KnownRow, other: KnownRow): boolean {
  const isSame = one.amount === other.amount && one.currency === other.currency && agree(one.known, other.known);
  return isSame && (one.hash === other.hash || isNamed(one.known, other.known, identity[one.kind].names));
}
