/** The bare server's other thread: what waits, up to 16 bodies, is checked by zod, and stored with one commit that is on the disk before it is answered. */
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { Database } from '../../../dist/store/sqlite/database/engine.js';
import { fields, upload } from './schema.js';

const BODIES_MAX = 16;
const CHECKPOINT_PAGES = 50_000;
const TICKS_PER_MS = 10_000;
const indexed = ['ticks', 'amount', 'terminalId, ticks', 'currency, ticks', 'uploadKey, ticks'];

const db = new Database(workerData.file);
db.pragma('journal_mode = WAL');
db.pragma('synchronous = FULL');
db.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
db.pragma('cache_size = -1000000');
db.exec(`CREATE TABLE transactions (seq INTEGER PRIMARY KEY, id BLOB, uploadKey INTEGER, state INTEGER, matchState INTEGER, ticks INTEGER,
  ${fields.map((name) => `${name} ${name === 'amount' ? 'REAL' : 'TEXT'}`).join(', ')})`);
if (workerData.indexes > 0) db.exec('CREATE UNIQUE INDEX by_id ON transactions (id)');
for (const [at, fields] of indexed.slice(0, workerData.indexes).entries()) db.exec(`CREATE INDEX by_${at} ON transactions (${fields})`);
const insert = db.prepare(`INSERT INTO transactions VALUES (?, ?, ?, 1, 1, ?, ${fields.map(() => '?').join(', ')})`);

let seq = 0;
let uploadKey = 0;

/** Rises with time and row, as a UUID of version 7 does. */
function nextId() {
  const id = Buffer.alloc(16);
  id.writeUIntBE(Date.now(), 0, 6);
  id.writeUInt32BE(seq, 12);
  return id;
}

function store(body) {
  const { transactions } = upload.parse(JSON.parse(Buffer.from(body).toString()));
  uploadKey++;
  for (const row of transactions) {
    seq++;
    insert.run(
      seq,
      nextId(),
      uploadKey,
      Date.parse(row.transactionDate) * TICKS_PER_MS,
      row.acquirerId,
      row.amount,
      row.applicationId,
      row.authorisationCode,
      row.brandId,
      row.businessDate,
      row.cardNumberMasked,
      row.currency,
      row.eftTransactionDate,
      row.locationId,
      row.orderId,
      row.panEncrypted,
      row.terminalId,
      row.transactionDate,
      row.transactionReference,
      row.transactionSequenceCounter,
      JSON.stringify(row.transactionTypes ?? []),
      JSON.stringify(row.additionalData ?? []),
    );
  }
}

const storeAll = db.transaction((bodies) => bodies.forEach(store));

parentPort.on('message', (first) => {
  const waiting = [first];
  while (waiting.length < BODIES_MAX) {
    const next = receiveMessageOnPort(parentPort);
    if (!next) break;
    waiting.push(next.message);
  }
  storeAll(waiting.map(({ body }) => body));
  parentPort.postMessage(waiting.map(({ number }) => number));
});
