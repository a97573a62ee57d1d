/**
 * Looks closer at rows that the server takes for duplicates: one that differs from the row it is said to repeat, in a column that tells the
 * rows of its file apart, is rather a sale of its own, of which the server sees no reference. It counts nowhere, so that must be told.
 */
import type { SalesApi } from '../../client/http/api.js';
import type { Ledger } from '../../client/sending/ledger.js';
import { SalesError } from '../../contract/problem.js';
import type { TransactionDetail } from '../../contract/transaction.js';
import { isReceiptNumber } from '../../files/columns/content-columns.js';
import { type OpenOptions, openInput } from '../../files/open.js';
import { transactionOf } from '../../files/rows/sale.js';
import type { DifferingDuplicate, DifferingDuplicates } from '../views/upload-outcome.js';

/** Each is asked for one by one, with the row that it repeats. */
const LOOKED_MAX = 100;
const AT_A_TIME = 4;
const DUPLICATE_OF = /^Duplicate of ([0-9a-f-]{36})$/i;
/** Beyond this it is not known whether a value comes again, and nothing is said. */
const VALUES_MAX = 1_000_000;

/**
 * Null where no duplicate differs. `path` is the file as it was sent, to be read once more. A server that cannot be asked, or says nothing of
 * what a row repeats, leaves nothing to tell.
 */
export async function differingDuplicates(
  { uploads }: Ledger,
  { path, options }: { path: string; options: OpenOptions },
  api: Pick<SalesApi, 'list' | 'get'>,
): Promise<DifferingDuplicates | null> {
  try {
    const found: DifferingDuplicate[] = [];
    let looked = 0;
    for (const { uploadId, duplicates } of uploads) {
      if (!duplicates || looked >= LOOKED_MAX) continue;
      const page = await api.list({ uploadId, transactionMatchState: 'Skip', pageSize: LOOKED_MAX - looked });
      for (let from = 0; from < page.items.length; from += AT_A_TIME) {
        const some = page.items.slice(from, from + AT_A_TIME);
        found.push(...(await Promise.all(some.map(({ transactionId }) => differencesOf(transactionId, api)))).flat());
      }
      looked += page.items.length;
    }
    if (found.length === 0) return null;
    const telling = await tellingKeys(new Set(found.map(({ key }) => key)), path, options);
    const rows = found.filter(({ key, value, earlier }) => telling.has(key) && isReceiptNumber(value) && isReceiptNumber(earlier));
    return { rows, otherKeys: [...new Set(found.map(({ key }) => key))].filter((key) => rows.every((row) => row.key !== key)) };
  } catch (error) {
    if (error instanceof SalesError) return null;
    throw error;
  }
}

async function differencesOf(transactionId: string, api: Pick<SalesApi, 'get'>): Promise<DifferingDuplicate[]> {
  const own = await api.get(transactionId);
  const duplicateOf = DUPLICATE_OF.exec(own.comment ?? '')?.[1];
  if (own.additionalData.length === 0 || duplicateOf === undefined) return [];
  const original = await api.get(duplicateOf);
  const earlierOf = valuesOf(original);
  return [...valuesOf(own)].flatMap(([key, value]) => {
    const earlier = earlierOf.get(key);
    return earlier === undefined || earlier === value ? [] : [{ transactionId, duplicateOf, key, value, earlier }];
  });
}

function valuesOf({ additionalData }: Pick<TransactionDetail, 'additionalData'>): Map<string, string> {
  const values = new Map<string, string>();
  for (const { key, value } of additionalData) values.set(key, `${values.has(key) ? `${values.get(key)} ` : ''}${value}`);
  return values;
}

/** Those of `keys` that no two rows of the file have the same value of, and that do more than count its rows. */
async function tellingKeys(keys: Set<string>, path: string, options: OpenOptions): Promise<Set<string>> {
  const seen = new Map([...keys].map((key) => [key, { values: new Set<string>(), counts: true }]));
  const input = await openInput({ path }, options);
  let row = 0;
  try {
    for await (const group of input.rows) {
      for (const { sale } of group) {
        row += 1;
        for (const { key, value } of (sale && transactionOf(sale).additionalData) || []) {
          const one = seen.get(key);
          if (!one) continue;
          one.counts &&= Number(value) === row || Number(value) === row - 1;
          if (one.values.has(value) || one.values.size >= VALUES_MAX) seen.delete(key);
          else one.values.add(value);
        }
      }
    }
  } finally {
    await input.close();
  }
  return new Set([...seen].filter(([, { counts }]) => !counts).map(([key]) => key));
}
