/**
 * The peer: the same API as a competent engineer would write it in an hour with fastify, zod and better-sqlite3. HTTPS, validation of
 * every row, one transaction for a request, the five obvious indexes, library defaults elsewhere. Imports at once.
 *
 *   node plain-server.js DATABASE CERT KEY     writes its port to standard output
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fastify from 'fastify';
import { Database } from '../../../dist/store/sqlite/database/engine.js';
import { fields, upload } from './schema.js';

const [, , file, cert, key] = process.argv;
const db = new Database(file);
db.pragma('journal_mode = WAL');

const columns = ['id', 'uploadId', ...fields, 'transactionState', 'transactionMatchState'];
db.exec(`
  CREATE TABLE IF NOT EXISTS uploads (id TEXT PRIMARY KEY, date TEXT, rows INTEGER);
  CREATE TABLE IF NOT EXISTS transactions (${columns.map((name) => (name === 'id' ? 'id TEXT PRIMARY KEY' : name === 'amount' ? 'amount REAL' : `${name} TEXT`)).join(', ')});
  CREATE INDEX IF NOT EXISTS by_date ON transactions (transactionDate);
  CREATE INDEX IF NOT EXISTS by_amount ON transactions (amount);
  CREATE INDEX IF NOT EXISTS by_terminal ON transactions (terminalId);
  CREATE INDEX IF NOT EXISTS by_currency ON transactions (currency);
  CREATE INDEX IF NOT EXISTS by_upload ON transactions (uploadId);
`);
const insert = db.prepare(`INSERT INTO transactions (${columns.join(', ')}) VALUES (${columns.map((name) => `@${name}`).join(', ')})`);
const insertUpload = db.prepare('INSERT INTO uploads (id, date, rows) VALUES (?, ?, ?)');

const stage = db.transaction((transactions) => {
  const uploadId = randomUUID();
  insertUpload.run(uploadId, new Date().toISOString(), transactions.length);
  const empty = Object.fromEntries(columns.map((name) => [name, null]));
  for (const transaction of transactions) {
    insert.run({
      ...empty,
      ...transaction,
      id: randomUUID(),
      uploadId,
      transactionTypes: JSON.stringify(transaction.transactionTypes ?? []),
      additionalData: JSON.stringify(transaction.additionalData ?? []),
      transactionState: 'Processed',
      transactionMatchState: 'Unmatched',
    });
  }
  return uploadId;
});

const app = fastify({ https: { cert: readFileSync(cert), key: readFileSync(key) }, bodyLimit: 30_000_000 });
const expected = `Basic ${Buffer.from('api:bench').toString('base64')}`;
app.addHook('onRequest', async (request, reply) => {
  if (request.headers.authorization !== expected) await reply.code(401).send();
});
app.get('/sales/v1/', async () => '');
app.post('/sales/v1/transactions/upload', async (request, reply) => {
  const body = upload.safeParse(request.body);
  if (!body.success) return reply.code(400).send({ errors: body.error.issues });
  return { uploadId: stage(body.data.transactions) };
});
app.get('/sales/v1/transactions/upload/:id', async (request, reply) => {
  const found = db.prepare('SELECT * FROM uploads WHERE id = ?').get(request.params.id);
  return found ? { date: found.date, status: 'Processed', summary: `${found.rows} imported`, errors: [] } : reply.code(404).send();
});

const equal = ['terminalId', 'brandId', 'currency', 'transactionState', 'transactionMatchState', 'uploadId'];
const bounds = {
  amountFrom: 'amount >=',
  amountTo: 'amount <=',
  transactionDateFrom: 'transactionDate >=',
  transactionDateTo: 'transactionDate <=',
};
const toItem = ({ uploadId, additionalData, ...row }) => ({
  ...row,
  transactionId: row.id,
  transactionTypes: JSON.parse(row.transactionTypes),
});
app.get('/sales/v1/transactions', async (request) => {
  const query = request.query;
  const where = [];
  const values = [];
  for (const name of equal) {
    if (query[name] === undefined) continue;
    where.push(`${name} = ?`);
    values.push(query[name]);
  }
  for (const [name, condition] of Object.entries(bounds)) {
    if (query[name] === undefined) continue;
    where.push(`${condition} ?`);
    values.push(name.startsWith('amount') ? Number(query[name]) : query[name]);
  }
  const size = Number(query.pageSize ?? 30);
  const column = query['sorting.key'] === 'Amount' ? 'amount' : 'transactionDate';
  const direction = query['sorting.direction'] === 'Ascending' ? 'ASC' : 'DESC';
  const rows = db
    .prepare(
      `SELECT * FROM transactions ${where.length > 0 ? `WHERE ${where.join(' AND ')}` : ''}
       ORDER BY ${column} ${direction}, id ${direction} LIMIT ? OFFSET ?`,
    )
    .all(...values, size + 1, (Number(query.pageNumber ?? 1) - 1) * size);
  return { items: rows.slice(0, size).map(toItem), hasMore: rows.length > size };
});
app.get('/sales/v1/transactions/:id', async (request, reply) => {
  const row = db.prepare('SELECT * FROM transactions WHERE id = ?').get(request.params.id);
  return row ? { ...toItem(row), additionalData: JSON.parse(row.additionalData), comment: null } : reply.code(404).send();
});

const address = await app.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`${new URL(address).port}\n`);
process.on('SIGTERM', async () => {
  await app.close();
  db.close();
});
