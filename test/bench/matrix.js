/** The matrix of lists and the named queries against ours and, on the same rows in turns, the plain pair; or ours alone. */
import { chance } from './generate.js';
import { openClient } from './https-client.js';
import { median } from './numbers.js';
import { drawn, matrixQueries, namedQueries, pathOf } from './queries.js';
import { difference } from './same-rows.js';

/** Quick queries are repeated more often, slow ones less. */
const REPEATS = { min: 5, max: 31, enoughMs: 400, minWhenSlow: 3, slowMs: 4_000 };
const GETS = 60;
/** Gets are repeated as lists are: the medians of a single round differ from run to run by more than the two servers do. */
const GET_ROUNDS = 5;
const WARM_UP_EVERY = 8;
const WARM_UP_PAGES = 500;
/**
 * A side answers so many requests in a row, for at most that long, as it does for a client of its own. One by one in turns with a server
 * that walks through gigabytes, a page of 0.8 ms takes 1.3 to 2.2: then it is measured what that walk throws out of the processor's caches.
 */
const IN_A_ROW = { requests: 5, ms: 1_000 };

/** Every result is `{name, oursMs, pairMs}` of medians, with the first answers as `oursFirstMs` and `pairFirstMs`, and `differs` where the rows were not the same; no pair, no numbers of it. */
export async function measureMatrix({ ours, pair, sampled, rows }, { seed, draws, progress }) {
  const sides = { ours: side(ours), ...(pair && { pair: side(pair) }) };
  try {
    const queries = matrixQueries(sampled, { seed, draws });
    // Servers that have just started run slower code than they will; no query is to be the one that pays for that.
    for (const query of queries.filter((_, index) => index % WARM_UP_EVERY === 0)) {
      for (const { server, client } of Object.values(sides)) await client.timed(pathOf(query, server));
    }
    for (const { server, client } of Object.values(sides)) {
      for (let page = 0; page < WARM_UP_PAGES; page++) await client.timed(pathOf({ params: {}, uploadOf: null }, server));
    }
    const lists = [];
    for (const [index, query] of queries.entries()) {
      lists.push(await measured(query, sides));
      if ((index + 1) % 20 === 0) progress(`matrix: ${index + 1} of ${queries.length} queries`);
    }
    const named = {};
    for (const [key, query] of Object.entries(namedQueries(rows))) named[key] = await measured(query, sides);
    named.getById = await getById(sampled, sides, chance(seed + 1));
    return { rows, seed, lists, named };
  } finally {
    for (const { client } of Object.values(sides)) await client.close();
  }
}

const side = (server) => ({ server, client: openClient(server) });

/** Who comes first changes with the round, so that neither always follows the other's work. */
const inTurn = (sides, round) => (round % 2 === 0 ? Object.entries(sides) : Object.entries(sides).reverse());

async function measured(query, sides) {
  const request = ([name, { server, client }]) => client.timed(pathOf(query, server)).then((answer) => [name, answer]);
  const first = Object.fromEntries([await request(['ours', sides.ours]), ...(sides.pair ? [await request(['pair', sides.pair])] : [])]);
  const differs = sides.pair ? difference(JSON.parse(first.ours.text), JSON.parse(first.pair.text), query.params) : null;
  const times = { ours: [], pair: [] };
  let spentMs = 0;
  for (let round = 0; !isEnough(Math.min(...Object.keys(sides).map((name) => times[name].length)), spentMs); round++) {
    for (const turn of inTurn(sides, round)) spentMs += await inARow(() => request(turn), times);
  }
  return summary(query.name, times, { oursFirstMs: first.ours.ms, pairFirstMs: first.pair?.ms, ...(differs && { differs }) });
}

/** Adds what the answers took to `times`, and gives the sum. */
async function inARow(request, times) {
  let sumMs = 0;
  for (let number = 0; number < IN_A_ROW.requests && sumMs < IN_A_ROW.ms; number++) {
    const [name, { ms }] = await request();
    times[name].push(ms);
    sumMs += ms;
  }
  return sumMs;
}

function isEnough(repeats, spentMs) {
  if (repeats >= REPEATS.max) return true;
  if (repeats < REPEATS.min) return repeats >= REPEATS.minWhenSlow && spentMs >= REPEATS.slowMs;
  return spentMs >= REPEATS.enoughMs;
}

async function getById(sampled, sides, random) {
  const rows = Array.from({ length: GETS }, () => drawn(sampled, random));
  const paths = {};
  for (const [name, { server, client }] of Object.entries(sides)) {
    paths[name] = [];
    for (const row of rows) paths[name].push(`/sales/v1/transactions/${await idOf(row, server, client)}`);
  }
  const times = { ours: [], pair: [] };
  for (let round = 1; round <= GET_ROUNDS; round++) {
    for (const [index, row] of rows.entries()) {
      for (const [name, { client }] of inTurn(sides, round)) {
        const { ms, text } = await client.timed(paths[name][index]);
        if (JSON.parse(text).transactionReference !== row.transactionReference) throw new Error(`${paths[name][index]} is another row`);
        times[name].push(ms);
      }
    }
  }
  return summary('get by id', times);
}

/** The server's id of a row of the file. */
export async function idOf({ amount, index, terminalId, transactionReference }, server, client) {
  const params = { terminalId, amountFrom: amount, amountTo: amount, pageSize: 500 };
  const { text } = await client.timed(pathOf({ params, uploadOf: index }, server));
  const found = JSON.parse(text).items.find((item) => item.transactionReference === transactionReference);
  if (!found) throw new Error(`${server.name} does not list ${transactionReference}`);
  return found.transactionId;
}

function summary(name, times, more = {}) {
  return {
    name,
    oursMs: median(times.ours),
    ...(times.pair.length > 0 && { pairMs: median(times.pair) }),
    repeats: times.ours.length,
    ...more,
  };
}
