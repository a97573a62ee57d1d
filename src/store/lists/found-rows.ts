/** What a search tells of the sales of a page beside their fields: why they are open, and by what they are paid. */

import { textOfDecimal } from '../../contract/decimal.js';
import type { FoundTransaction } from '../../contract/found-transaction.js';
import type { FoundField } from '../../contract/slip-filters.js';
import { andWithin, type Reach } from '../access/scope.js';
import { matchStateCodes } from '../codes.js';
import { rowNumber } from '../matching.js';
import { addRecords, noRecords, sumsOfRecord } from '../money.js';
import { among, anyTenant, join, notIndexed } from '../sql/dialect.js';
import { arrays, sql, text, type Work } from '../sql/work.js';
import type { JsonRow } from '../transaction-json.js';
import { type MatchRecord, recordsOf } from './money.js';

type Paid = Omit<Pick<FoundTransaction, FoundField>, 'openReason'>;
const notPaid: Paid = { paidAmount: null, fee: null, payoutId: null };

/** The rows as of a FoundTransaction. The reasons are those of rows that were looked at before. */
export function* asFound(reach: Reach, rows: readonly JsonRow[]): Work<JsonRow[]> {
  if (rows.length === 0) return [];
  const seqs = rows.map(([seq]) => seq);
  const found = yield* arrays<[number: number, reason: string]>(
    sql`SELECT number, reason FROM match_open
      WHERE tenant_key = ${anyTenant(reach.tenantKey)} AND number ${among(seqs.map((seq) => rowNumber('Sales', seq)))}`,
  );
  const reasons = new Map(found.map(([number, reason]) => [Number(number), reason]));
  const paid = yield* paidOf(reach, seqs);
  return rows.map(([seq, firstSeq, firstId, amount, others]) => {
    const openReason = reasons.get(rowNumber('Sales', seq)) ?? null;
    const more = JSON.stringify({ openReason, ...(paid.get(seq) ?? notPaid) } satisfies Pick<FoundTransaction, FoundField>);
    return [seq, firstSeq, firstId, amount, `${others},${more.slice(1, -1)}`];
  });
}

/** What all settlement records of a matched sale say; nothing where one of these is out of reach. */
function* paidOf(reach: Reach, seqs: readonly number[]): Work<Map<number, Paid>> {
  const tenant = anyTenant(reach.tenantKey);
  const matched = yield* arrays<[seq: number, matchKey: number, firstSeq: number]>(
    sql`SELECT sale.seq, match.match_key, match.sale_seq FROM "transaction" AS sale
      ${join} match ${notIndexed} ON match.tenant_key = ${tenant} AND match.match_key = sale.match_key
      WHERE sale.tenant_key = ${tenant} AND sale.seq ${among(seqs)} AND sale.match_state = ${text(String(matchStateCodes.Match))}${andWithin(reach)}`,
  );
  if (matched.length === 0) return new Map();
  const byMatch = new Map<number, MatchRecord[]>(matched.map(([, matchKey]) => [matchKey, []]));
  for (const record of yield* recordsOf(reach, [...byMatch.keys()])) byMatch.get(record[0])?.push(record);
  return new Map(
    matched.map(([seq, matchKey, firstSeq]) => {
      const paid = paidBy(byMatch.get(matchKey) ?? []);
      return [seq, seq === firstSeq ? paid : { ...notPaid, payoutId: paid.payoutId }];
    }),
  );
}

function paidBy(records: readonly MatchRecord[]): Paid {
  if (records.length !== records[0]?.[1]) return notPaid;
  const sums = noRecords();
  for (const [, , , , , , , amount, fee, netAmount, isOther] of records)
    addRecords(sums, sumsOfRecord({ amount, fee, netAmount, isOther: isOther ?? false }));
  const payoutIds = new Set(records.flatMap(([, , payoutId]) => payoutId ?? []));
  return {
    paidAmount: Number(textOfDecimal(sums.gross)),
    fee: sums.unknownRecords === sums.records ? null : Number(textOfDecimal(sums.fees)),
    payoutId: payoutIds.size === 0 ? null : [...payoutIds].join(', '),
  };
}
