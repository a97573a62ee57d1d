/**
 * The matrix of lists: every documented filter alone, in every pair of different fields, and none at all, in both sorts and both
 * directions, page 1. All values of a query come from one random stored row, so every query finds something; a range holds its share of
 * the table, with that row inside.
 */
import { chance } from './generate.js';

const LIST = '/sales/v1/transactions';
export const PAST_THE_END = 2_147_483_647;

const kinds = [
  { name: 'terminal', field: 'terminal', params: ({ terminalId }) => ({ terminalId }) },
  { name: 'brand', field: 'brand', params: ({ brandId }) => ({ brandId }) },
  { name: 'currency', field: 'currency', params: ({ currency }) => ({ currency }) },
  ...[0.01, 0.5].map((share) => ({ name: `amount ${share * 100} %`, field: 'amount', params: (row, of) => amountRange(row, of, share) })),
  ...[0.01, 0.5].map((share) => ({ name: `date ${share * 100} %`, field: 'date', params: (row, of) => dateRange(row, of, share) })),
  { name: 'state', field: 'state', params: () => ({ transactionState: 'Processed' }) },
  { name: 'match state', field: 'match state', params: () => ({ transactionMatchState: 'Unmatched' }) },
  { name: 'upload', field: 'upload', params: () => ({}) },
];
const orders = ['TransactionDate', 'Amount'].flatMap((key) => ['Descending', 'Ascending'].map((direction) => ({ key, direction })));

/**
 * `{name, params, uploadOf}` each: the name says kinds and order, without values, and is the same for every table. `uploadOf`, where it
 * is not null, is the index of the row whose upload is to be the filter; which id that is, each server says for itself.
 */
export function matrixQueries(sampled, { seed, draws = 1 }) {
  const random = chance(seed);
  const queries = [];
  for (const chosen of choices()) {
    for (const { key, direction } of orders) {
      for (let draw = 1; draw <= draws; draw++) {
        const row = drawn(sampled, random);
        const words = chosen.length > 0 ? chosen.map(({ name }) => name).join(' + ') : 'no filter';
        queries.push({
          name: `${words}, ${key === 'Amount' ? 'amount' : 'date'} ${direction.toLowerCase()}${draws > 1 ? ` (${draw})` : ''}`,
          params: Object.assign(
            { 'sorting.key': key, 'sorting.direction': direction },
            ...chosen.map(({ params }) => params(row, sampled)),
          ),
          uploadOf: chosen.some(({ name }) => name === 'upload') ? row.index : null,
        });
      }
    }
  }
  return queries;
}

/** The three lists with a bound of their own. A small table has no page 1,000 of 500; half of what EUR fills stands in for it. */
export function namedQueries(rows) {
  const pageNumber = Math.max(1, Math.min(1_000, Math.floor((rows * 0.5) / 500)));
  const named = (name, params) => ({ name, params, uploadOf: null });
  return {
    stateAndCurrency: named('state + currency by date', { transactionState: 'Processed', currency: 'EUR' }),
    deepPage: named(`EUR, page ${pageNumber.toLocaleString('en')} of 500`, { currency: 'EUR', pageSize: 500, pageNumber }),
    pastTheEnd: named('past the end', { pageNumber: PAST_THE_END }),
  };
}

/** The path of a query at a server: `uploadIdOf` tells the server's upload of a row. */
export function pathOf({ params, uploadOf }, { uploadIdOf }) {
  const all = uploadOf === null ? params : { ...params, uploadId: uploadIdOf(uploadOf) };
  return `${LIST}?${new URLSearchParams(all)}`;
}

export function drawn(sampled, random) {
  return sampled.rows[Math.floor(random() * sampled.rows.length)];
}

function choices() {
  const pairs = kinds.flatMap((one, index) => kinds.slice(index + 1).map((other) => [one, other]));
  return [[], ...kinds.map((kind) => [kind]), ...pairs.filter(([one, other]) => one.field !== other.field)];
}

function amountRange({ amount }, { amounts }, share) {
  const [from, to] = around(amounts, amount, share);
  return { amountFrom: from, amountTo: to };
}

function dateRange({ transactionDate }, { dates }, share) {
  const [from, to] = around(dates, transactionDate, share);
  return { transactionDateFrom: from, transactionDateTo: to };
}

/** First and last of so many ordered values with `value` in their middle, or as near to it as the ends allow. */
function around(ordered, value, share) {
  const width = Math.max(1, Math.floor(ordered.length * share));
  const middle = ordered.findIndex((other) => other >= value);
  const first = Math.min(Math.max(0, middle - Math.floor(width / 2)), ordered.length - width);
  return [ordered[first], ordered[first + width - 1]];
}
