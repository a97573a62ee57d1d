/**
 * The peer's client: csv-parse with columns, rows to objects, batches of 1,000, fetch, one after another, then a look at every state.
 * Writes the uploads, `{uploadId, rows}` each, to standard output.
 *
 *   node plain-client.js FILE URL              with NODE_EXTRA_CA_CERTS for the server's certificate
 */
import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse';

const [, , file, url] = process.argv;
const BATCH_ROWS = 1_000;
const headers = { authorization: `Basic ${Buffer.from('api:bench').toString('base64')}` };
const uploads = [];

async function send(transactions) {
  const response = await fetch(`${url}/sales/v1/transactions/upload`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ transactions }),
  });
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  uploads.push({ uploadId: (await response.json()).uploadId, rows: transactions.length });
}

function toTransaction(record) {
  const transaction = { additionalData: [] };
  for (const [column, value] of Object.entries(record)) {
    if (value === '') continue;
    if (column === 'amount') transaction.amount = Number(value);
    else if (column === 'transactionTypes') transaction.transactionTypes = value.split(';');
    else if (column.startsWith('additionalData.')) transaction.additionalData.push({ key: column.slice(15), value });
    else transaction[column] = value;
  }
  return transaction;
}

let batch = [];
for await (const record of createReadStream(file).pipe(parse({ columns: true, bom: true }))) {
  batch.push(toTransaction(record));
  if (batch.length < BATCH_ROWS) continue;
  await send(batch);
  batch = [];
}
if (batch.length > 0) await send(batch);
for (const { uploadId } of uploads) {
  const response = await fetch(`${url}/sales/v1/transactions/upload/${uploadId}`, { headers });
  if ((await response.json()).status !== 'Processed') throw new Error(`${uploadId} is not processed`);
}
process.stdout.write(`${JSON.stringify(uploads)}\n`);
