/** A transaction in detail. */
import { partsOfId } from '../../ids.js';
import { detailJson, type JsonRow } from '../../transaction-json.js';
import { andRowWithin, type Limit, type Reach } from '../access/scope.js';
import type { Database } from '../database/engine.js';
import { statement } from '../database/statements.js';
import { commentOf } from './match-told.js';
import { type DetailRow, selectDetail } from './rows.js';

/** A TransactionDetail as JSON, found by a single statement; null where there is none, or where it takes more to say what its match is. */
export function detailAlone(db: Database, tenantId: string, id: string): string | null {
  const found = find(db, tenantId, null, id);
  return found && !found.told ? detailJson(found.row, found.comment) : null;
}

/** A TransactionDetail as JSON; null where there is none within reach. */
export function detailOf(db: Database, tenantId: string, reach: Reach, id: string): string | null {
  const found = find(db, tenantId, reach.limit, id);
  if (!found) return null;
  const { row, comment, matchKey } = found;
  return detailJson(row, commentOf(db, reach, { kind: 'Sales', seq: row[0], matchKey }, comment));
}

function find(db: Database, tenantId: string, limit: Limit | null, id: string) {
  const { firstId, index } = partsOfId(id);
  const { sql, values } = andRowWithin(limit);
  const found = statement(db, selectDetail + sql)
    .raw()
    .get(index, tenantId, firstId, index, ...values) as DetailRow | undefined;
  if (!found) return null;
  const [seq, firstSeq, first, amount, others, comment, matchKey, told] = found;
  return { row: [seq, firstSeq, first, amount, others] satisfies JsonRow, comment, matchKey, told: told === 1 };
}
