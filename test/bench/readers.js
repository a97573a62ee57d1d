/** Requests of other clients, as they come in a shop: first pages of lists and single transactions, with values of random stored rows. */
import { chance } from './generate.js';
import { openClient } from './https-client.js';
import { idOf } from './matrix.js';
import { percentile } from './numbers.js';
import { drawn, pathOf } from './queries.js';

const IDS = 100;
const DAYS_MS = 60 * 86_400_000;

/** `{name: () => path}`: a new path at every call. */
export async function readerPaths(server, sampled, seed) {
  const random = chance(seed);
  const client = openClient(server);
  const ids = [];
  while (ids.length < IDS) ids.push(await idOf(drawn(sampled, random), server, client));
  await client.close();
  const list = (params) => pathOf({ params, uploadOf: null }, server);
  return {
    'first page': () => list({}),
    'state + currency': () => list({ transactionState: 'Processed', currency: drawn(sampled, random).currency }),
    'terminal + 60 days': () => {
      const { terminalId, transactionDate } = drawn(sampled, random);
      const transactionDateTo = new Date(Date.parse(transactionDate) + DAYS_MS).toISOString();
      return list({ terminalId, transactionDateFrom: transactionDate, transactionDateTo: `${transactionDateTo.slice(0, 19)}+00:00` });
    },
    get: () => `/sales/v1/transactions/${ids[Math.floor(random() * IDS)]}`,
  };
}

/** What is left of many times. */
export function spread(times) {
  return { requests: times.length, p50Ms: percentile(times, 0.5), p99Ms: percentile(times, 0.99) };
}
