/**
 * The bare pair's client: csv-parse to arrays, batches of 1,000, four requests of undici in flight.
 *
 *   node bare-client.js FILE URL              with NODE_EXTRA_CA_CERTS for the server's certificate
 */
import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse';
import { Pool } from 'undici';

const [, , file, url] = process.argv;
const BATCH_ROWS = 1_000;
const IN_FLIGHT = 4;
const pool = new Pool(url, { connections: IN_FLIGHT });
const inFlight = new Set();

async function send(rows) {
  while (inFlight.size >= IN_FLIGHT) await Promise.race(inFlight);
  const sent = request(`{"transactions":[${rows.join(',')}]}`).finally(() => inFlight.delete(sent));
  inFlight.add(sent);
}

async function request(body) {
  const { statusCode, body: answer } = await pool.request({
    method: 'POST',
    path: '/',
    headers: { 'content-type': 'application/json' },
    body,
  });
  await answer.text();
  if (statusCode !== 200) throw new Error(String(statusCode));
}

function toJson(record, header) {
  const transaction = { additionalData: [] };
  for (let column = 0; column < record.length; column++) {
    const name = header[column];
    const value = record[column];
    if (value === '') continue;
    if (name === 'amount') transaction.amount = Number(value);
    else if (name === 'transactionTypes') transaction.transactionTypes = value.split(';');
    else if (name.startsWith('additionalData.')) transaction.additionalData.push({ key: name.slice(15), value });
    else transaction[name] = value;
  }
  return JSON.stringify(transaction);
}

let header = null;
let batch = [];
for await (const record of createReadStream(file, { highWaterMark: 262_144 }).pipe(parse({ bom: true }))) {
  if (!header) {
    header = record;
    continue;
  }
  batch.push(toJson(record, header));
  if (batch.length < BATCH_ROWS) continue;
  await send(batch);
  batch = [];
}
if (batch.length > 0) await send(batch);
await Promise.all(inFlight);
await pool.close();
